"""The characters of a party as they stand now, each read into what can be held side by side.

No game is named here: what there is, is what their sheets hold, figure by figure.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from rules.document import Document
from rules.figures import Figure
from rules.forms.parsing import FormValues
from rules.play import Action, PlayState, TurnState
from rules.sheet.sections import Figures, Line, Passage, Prose, Sheet, Things, Track, Traits
from rules.system import GameSystem
from sheets import storage
from sheets.models import Character, Member

# How many of its best traits a character is known by.
BEST = 3


# What is not shown of a character, and need not be read.
NOT_SHOWN = ("aside", "wishes", "rebuilding")


@dataclass(frozen=True)
class Group:
    """Traits that stand together, below the one that heads them; None where only a name does."""

    key: str
    name: str
    head: Line | None
    lines: tuple[Line, ...]

    @property
    def members(self) -> tuple[Line, ...]:
        """All of them, the head first."""
        return (self.head, *self.lines) if self.head else self.lines


@dataclass(frozen=True)
class PartyCharacter:
    """One character that is in play: its sheet, how it stands, and what of that is held side by
    side: `figures`, those of its sections and its purses, and `traits`, each by its key.

    `suffers` are the actions that mark its tracks. `plays` says whether whoever looks plays it.
    """

    character: Character
    system: GameSystem
    document: Document
    sheet: Sheet
    now: PlayState
    figures: dict[str, Line]
    groups: tuple[Group, ...]
    traits: dict[str, Line]
    tracks: tuple[Track, ...]
    passages: tuple[Passage, ...]
    suffers: tuple[Action, ...]
    mine: bool
    plays: bool

    @property
    def slot(self) -> str:
        """What the ids of its parts on the page begin with."""
        return f"c{self.character.public_id.hex[:12]}"

    @property
    def out(self) -> str:
        """What somebody is who has nothing left to roll, in a word ("Dead"); "" for all others."""
        pools = [pool for pool in self.now.pools.values() if pool.unit == "D"]
        if not pools or not self.now.remarks or any(pool.weight > 0 for pool in pools):
            return ""
        return self.now.remarks[0].partition(":")[0]

    @property
    def best(self) -> list[Line]:
        """Its best traits just now, heads aside; of equals those it has dice of its own in."""
        skills = [line for group in self.groups for line in group.lines]
        skills.sort(key=lambda line: (-self.stands(line).weight, not line.trained))
        return [line for line in skills[:BEST] if self.stands(line).weight > 0]

    def line(self, key: str) -> Line | None:
        """What stands under a key, of what is held side by side."""
        return self.figures.get(key) or self.traits.get(key)

    def barred(self, action: str, values: FormValues) -> str:
        """Why an action cannot be done just now with these values, "" where it can."""
        situation = storage.situation(self.character)
        ask = partial(self.system.roll_form, self.document, situation, action, values)
        try:
            return storage.attempted(self.character, ask).barred
        except storage.NotWorkedOut as fault:
            return fault.told

    def stands(self, line: Line) -> Figure:
        """A figure as it is just now."""
        return self.now.pools.get(line.key, line.figure)


@dataclass(frozen=True)
class HiddenCharacter:
    """A character that is named and not shown, and why: a draft, put away, or damaged."""

    character: Character
    why: str


def rows(seat: Member) -> tuple[list[PartyCharacter], list[HiddenCharacter]]:
    """Those of a party that play, and those that do not, by name. Two queries for all of them."""
    found = [row(character, seat) for character in _characters(seat)]
    playing = [one for one in found if isinstance(one, PartyCharacter)]
    playing.sort(key=lambda one: one.sheet.name.casefold())
    return playing, [one for one in found if isinstance(one, HiddenCharacter)]


def row(character: Character, seat: Member) -> PartyCharacter | HiddenCharacter:
    """One character that was fetched with its ledger; never fails."""
    if character.is_archived:
        return HiddenCharacter(character, "put away")
    if character.is_draft:
        return HiddenCharacter(character, "still being made")
    try:
        return storage.worked_out(character, partial(_row, character, seat))
    except storage.CorruptRow as damaged:
        return HiddenCharacter(character, damaged.short)


def _row(
    character: Character, seat: Member, system: GameSystem, document: Document
) -> PartyCharacter:
    sheet, situation = system.sheet(document), storage.situation(character)
    groups = tuple(_groups(sheet))
    tracks = tuple(section for section in sheet.sections if isinstance(section, Track))
    mine = seat.is_kept and character.owner_id == seat.owner_id
    return PartyCharacter(
        character=character,
        system=system,
        document=document,
        sheet=sheet,
        now=system.play_state(document, situation),
        figures={line.key: line for line in _figures(sheet)},
        groups=groups,
        traits={line.key: line for group in groups for line in group.members},
        tracks=tracks,
        passages=tuple(_passages(sheet)),
        suffers=tuple(_marking(system, document, situation, tracks)),
        mine=mine,
        plays=mine or seat.leads,
    )


def _characters(seat: Member) -> Sequence[Character]:
    found = Character.objects.filter(party=seat.party_id).whole().defer(*NOT_SHOWN)
    return list(found.order_by("name", "pk"))


def _figures(sheet: Sheet) -> Iterator[Line]:
    """Every line of the sections of figures, and what is in the purses."""
    for section in sheet.sections:
        match section:
            case Figures(lines=lines):
                yield from lines
            case Things(purse=Figure() as purse):
                key = next((key for key, one in sheet.figures.items() if one is purse), "")
                yield Line(key, purse.label, purse)
            case _:
                continue


def _groups(sheet: Sheet) -> Iterator[Group]:
    """The columns of traits, and what stands across below them."""
    for section in sheet.sections:
        if isinstance(section, Traits):
            for column in (*section.columns, section.row) if section.row else section.columns:
                figure = column.figure
                head = Line(column.key, column.name, figure) if figure else None
                yield Group(column.key, column.name, head, column.lines)


def _passages(sheet: Sheet) -> Iterator[Passage]:
    """What the game has something to say about: an edge, not how somebody looks."""
    for section in sheet.sections:
        if isinstance(section, Prose):
            yield from (passage for passage in section.passages if passage.text)


def _marking(
    system: GameSystem, document: Document, situation: TurnState, tracks: Sequence[Track]
) -> Iterator[Action]:
    """The actions that go by the names of the tracks that they mark ("harm", "harm.stun"), as long
    as there is anything left to mark.
    """
    marked = {track.id for track in tracks}
    for group in system.actions(document, situation):
        for action in group.actions:
            if action.id.partition(".")[0] in marked and not action.barred:
                yield action
