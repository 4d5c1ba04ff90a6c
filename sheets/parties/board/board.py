"""The board of a party: its characters in order, and the figures shown as columns."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from rules.ledger.offers import Offer
from rules.sheet.sections import Figures, Line
from sheets.models import Award, Character, Member, Review
from sheets.models.character import CharacterQuerySet
from sheets.models.compiled import CompiledQuery
from sheets.parties.awards.offers import points_offer
from sheets.parties.board.characters import HiddenCharacter, PartyCharacter, party_characters
from sheets.parties.presence import owners_here

BY_NAME = "name"
LONGEST_KEY = 120


@dataclass(frozen=True)
class Column:
    """A column of the board: one figure of every character. `primary` columns hold the first
    section of figures on the sheets, `secondary` ones the other sections.
    """

    key: str
    name: str
    primary: bool = False
    secondary: bool = False


@dataclass(frozen=True)
class BoardOrder:
    """The order of the board: by name (A first) or by the key of a figure (highest first).
    `reverse` turns it around.
    """

    key: str = BY_NAME
    reverse: bool = False

    @classmethod
    def read(cls, text: str) -> "BoardOrder":
        """Reads the `sort` parameter of an address: "defenses.dodge", "-defenses.dodge"."""
        return cls(text.removeprefix("-")[:LONGEST_KEY] or BY_NAME, text.startswith("-"))

    @property
    def written(self) -> str:
        """The order as the `sort` parameter of an address."""
        return f"-{self.key}" if self.reverse else self.key

    def toggled(self, key: str) -> str:
        """The parameter for the order that a column heading links to: reversed where the board is
        already sorted by that column.
        """
        return BoardOrder(key, key == self.key and not self.reverse).written

    def direction(self, key: str) -> str:
        """The `aria-sort` value of a column, "" where the board is sorted by another one."""
        if key != self.key:
            return ""
        return "ascending" if (key == BY_NAME) != self.reverse else "descending"

    def apply(self, rows: Iterable[PartyCharacter]) -> list[PartyCharacter]:
        """Sorts characters already in order of name. Those without the figure come last."""
        ordered = list(rows)
        if self.key == BY_NAME:
            return ordered[::-1] if self.reverse else ordered
        with_figure = [(line, row) for row in ordered if (line := row.line(self.key))]
        with_figure.sort(key=lambda pair: pair[1].current(pair[0]).weight, reverse=not self.reverse)
        return [
            *(row for _, row in with_figure),
            *(row for row in ordered if not row.line(self.key)),
        ]


@dataclass(frozen=True)
class Board:
    """Everything on the board of a party.

    `chosen` is the column of the trait that the board is sorted by, if any. `shared` are the traits
    that every character has dice of its own in. `points` is the award of points that the viewer
    may give here, None for players, and `since` the number of the party's newest award.
    """

    rows: tuple[PartyCharacter, ...]
    asides: tuple[HiddenCharacter, ...]
    columns: tuple[Column, ...]
    chosen: Column | None
    shared: tuple[Line, ...]
    sort: BoardOrder
    points: Offer | None
    since: int

    @property
    def leading(self) -> list[Column]:
        """The primary columns: they come first."""
        return [column for column in self.columns if column.primary]

    @property
    def others(self) -> list[Column]:
        """The columns that come after the wounds and the best traits."""
        return [column for column in self.columns if not column.primary]


def board(membership: Member, sort: BoardOrder, here: Collection[str] = ()) -> Board:
    """The board as a member of the party sees it, with those of the others who are `here`. An
    unknown order falls back to names.
    """
    playing, asides = party_characters(membership)
    present = owners_here(here, {row.character.owner_id for row in playing})
    playing = [replace(row, here=row.character.owner_id in present) for row in playing]
    columns = _figure_columns(playing)
    chosen = next((line for row in playing if (line := row.traits.get(sort.key))), None)
    if not chosen and sort.key not in columns:
        sort = BoardOrder(reverse=sort.reverse and sort.key == BY_NAME)
    points = _points_to_give(membership)
    return Board(
        rows=tuple(sort.apply(playing)),
        asides=tuple(asides),
        columns=tuple(columns.values()),
        chosen=Column(chosen.key, chosen.name) if chosen else None,
        shared=tuple(_shared_traits(playing)),
        sort=sort,
        points=points,
        since=Award.objects.newest_number(membership.party_id) if points else 0,
    )


def _points_to_give(membership: Member) -> Offer | None:
    """The award of points for a game master; None for others, and in a game without points."""
    gives = membership.leads and membership.is_kept
    return points_offer(membership.party.system) if gives else None


def waiting_for_review(membership: Member) -> list[Character]:
    """Whose approval the game masters of a party are asked for, by name; nobody for a player, who
    learns it of their own alone. One query.
    """
    if not membership.leads:
        return []
    return _FOR_REVIEW.rows(membership.party_id)


def _for_review(party: int) -> CharacterQuerySet:
    asked = {"reviews__party": party, "reviews__state": Review.State.SUBMITTED}
    rows = Character.objects.filter(party_id=party, archived_at=None, **asked).distinct()
    return rows.only("public_id", "name", "player", "party").order_by("name", "pk")


_FOR_REVIEW = CompiledQuery[Character](_for_review)


def _figure_columns(playing: Sequence[PartyCharacter]) -> dict[str, Column]:
    """A column for each figure that any character has, in the order of their sheets."""
    columns: dict[str, Column] = {}
    for row in playing:
        sections = [section for section in row.sheet.sections if isinstance(section, Figures)]
        leading = {line.key for section in sections[:1] for line in section.lines}
        others = {line.key for section in sections[1:] for line in section.lines}
        for key, line in row.figures.items():
            column = Column(key, line.name, primary=key in leading, secondary=key in others)
            columns.setdefault(key, column)
    return columns


def _shared_traits(playing: Sequence[PartyCharacter]) -> Iterator[Line]:
    """The traits that all characters have dice of their own in; none for a single character."""
    if len(playing) > 1:
        first, *rest = playing
        for line in first.traits.values():
            others = (row.traits.get(line.key) for row in rest)
            if line.trained and all(cell and cell.trained for cell in others):
                yield line
