"""The characters of a party in play: their sheets, current figures and tracks, side by side.

No game is named here: every figure and trait comes from the sheets.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import msgspec
from django.db.models import Q

from rules.character import Character as OpenCharacter
from rules.document import Document
from rules.fight import DICE_UNITS
from rules.figures import COUNTED, Figure
from rules.forms.parsing import FormValues
from rules.game import Game
from rules.play import Action, PlayState, TurnState
from rules.sheet.sections import Figures, Line, Passage, Prose, Sheet, Things, Track, Traits
from sheets import storage
from sheets.models import Character, Combatant, Encounter, Member
from sheets.models.character import CharacterQuerySet
from sheets.models.compiled import CompiledQuery
from sheets.remembered import Remembered
from sheets.storage import StoredCharacter

# How many of a character's best traits the board shows.
BEST_TRAITS = 3


# Columns of a character's row that no party page shows.
UNUSED_COLUMNS = ("aside", "wishes", "rebuilding")


@dataclass(frozen=True)
class TraitGroup:
    """A group of traits and the trait that heads it: an attribute and its skills.

    `head` is None if the group has a name only.
    """

    key: str
    name: str
    head: Line | None
    lines: tuple[Line, ...]

    @property
    def members(self) -> tuple[Line, ...]:
        """All traits of the group, the head first."""
        return (self.head, *self.lines) if self.head else self.lines


@dataclass(frozen=True)
class PartyCharacter:
    """One character in play, with its sheet and its current play state.

    `figures` are the lines of its figure sections and its purses, `traits` its attributes and
    skills, both by key. `damage_actions` are the actions that mark its tracks. `mine` says whether
    the viewer owns it, `playable` whether they may act for it, `here` whether its player is at
    the table. `drawn` keeps what was drawn of it, as long as it does not change.
    """

    character: Character
    system: Game
    document: Document
    sheet: Sheet
    state: PlayState
    figures: dict[str, Line]
    groups: tuple[TraitGroup, ...]
    traits: dict[str, Line]
    tracks: tuple[Track, ...]
    passages: tuple[Passage, ...]
    damage_actions: tuple[Action, ...]
    mine: bool
    playable: bool
    here: bool = False
    drawn: dict[object, str] = field(default_factory=dict, compare=False)

    @property
    def is_opponent(self) -> bool:
        """True for one of the roster."""
        return self.character.party_id is None

    @property
    def slot(self) -> str:
        """The prefix of the ids of this character's elements on the page."""
        return f"c{self.character.public_id.hex[:12]}"

    @property
    def incapacitated(self) -> str:
        """The wound level of a character with no dice left to roll ("Dead"); "" for all others."""
        pools = [pool for pool in self.state.pools.values() if pool.unit in ("D", COUNTED)]
        if not pools or not self.state.remarks or any(pool.weight > 0 for pool in pools):
            return ""
        return self.state.remarks[0].partition(":")[0]

    @property
    def best(self) -> list[Line]:
        """The best current traits, without attributes. Of equal ones, those with dice of their own
        come first.
        """
        skills = [line for group in self.groups for line in group.lines]
        skills.sort(key=lambda line: (-self.current(line).weight, not line.trained))
        return [line for line in skills[:BEST_TRAITS] if self.current(line).weight > 0]

    def line(self, key: str) -> Line | None:
        """The figure or trait of that key."""
        return self.figures.get(key) or self.traits.get(key)

    def blocked_because(self, action: str, values: FormValues) -> str:
        """Why an action is blocked with these roll-form values; "" where it can be done."""
        situation = storage.situation(self.character)
        opened = OpenCharacter(self.system, self.document)
        ask = partial(opened.roll_form, situation, action, values)
        try:
            return storage.attempted(self.character, ask).barred
        except storage.NotWorkedOut as fault:
            return fault.told

    def current(self, line: Line) -> Figure:
        """A figure with the penalties of the moment."""
        return self.state.pools.get(line.key, line.figure)


@dataclass(frozen=True)
class HiddenCharacter:
    """A character that is listed by name only, and why: a draft, archived, or damaged."""

    character: Character
    why: str


def party_characters(membership: Member) -> tuple[list[PartyCharacter], list[HiddenCharacter]]:
    """The characters of a party that are in play, by name, and those that are not. Two queries."""
    rows = _OF_PARTY.rows(membership.party_id)
    known = iter(_WORKED_OUT.of([row for row in rows if not (row.is_archived or row.is_draft)]))
    characters = [_asleep(row) or _as_seen(row, next(known), membership) for row in rows]
    playing = [character for character in characters if isinstance(character, PartyCharacter)]
    playing.sort(key=lambda character: character.sheet.name.casefold())
    return playing, [
        character for character in characters if isinstance(character, HiddenCharacter)
    ]


def opponents_of(membership: Member) -> list[PartyCharacter]:
    """The opponents, groups and craft that a game master rolls for: those of the roster, and those
    who fight now and whom players see, by name; none for players. Besides its traits each rolls
    whatever else its state has dice for.
    """
    if not membership.leads:
        return []
    rows = list(_opponents(membership).whole().order_by("name", "pk"))
    fighting = Combatant.objects.filter(character__in=rows).select_related("character")
    called = {one.character_id: one.called for one in fighting}
    found = [
        _rolling(replace(known, character=row, playable=True), called.get(row.pk, ""))
        for row, known in zip(rows, _WORKED_OUT.of(rows), strict=True)
        if isinstance(known, PartyCharacter)
    ]
    return sorted(found, key=lambda one: one.sheet.name.casefold())


def _opponents(membership: Member) -> CharacterQuerySet:
    running = Encounter.State.RUNNING
    fights = Q(combatants__encounter__state=running, combatants__hidden=False)
    rows = Character.documents.filter(fights | Q(combatants=None), roster=membership.party_id)
    return rows.distinct().defer(*UNUSED_COLUMNS)


_OF_WEAPONS = (".attack", ".damage")


def _rolling(row: PartyCharacter, called: str) -> PartyCharacter:
    """An opponent under the name that it has in the fight, with all that it rolls."""
    pools = row.state.pools.items()
    more = {
        key: Line(key, pool.label, pool)
        for key, pool in pools
        if pool.unit in DICE_UNITS and key not in row.traits and not key.endswith(_OF_WEAPONS)
    }
    sheet = msgspec.structs.replace(row.sheet, name=called) if called else row.sheet
    return replace(row, sheet=sheet, traits={**row.traits, **more})


def _asleep(character: Character) -> HiddenCharacter | None:
    """A character that is not in play yet, or not any more; None for one in play."""
    if character.is_archived:
        return HiddenCharacter(character, "archived")
    return HiddenCharacter(character, "still being made") if character.is_draft else None


def _as_seen(
    character: Character, known: PartyCharacter | storage.CorruptRow, membership: Member
) -> PartyCharacter | HiddenCharacter:
    """One character as a member sees it. Never raises."""
    if isinstance(known, storage.CorruptRow):
        return HiddenCharacter(character, known.short)
    is_own = membership.is_kept and character.owner_id == membership.owner_id
    return replace(known, character=character, mine=is_own, playable=is_own or membership.leads)


def _worked_out(stored: StoredCharacter) -> PartyCharacter:
    """A character as nobody in particular sees it."""
    opened, situation = stored.opened, stored.situation
    sheet = opened.sheet
    groups = tuple(_trait_groups(sheet))
    tracks = tuple(section for section in sheet.sections if isinstance(section, Track))
    return PartyCharacter(
        character=stored.row,
        system=stored.system,
        document=stored.document,
        sheet=sheet,
        state=opened.play_state(situation),
        figures={line.key: line for line in _figure_lines(sheet)},
        groups=groups,
        traits={line.key: line for group in groups for line in group.members},
        tracks=tracks,
        passages=tuple(_passages(sheet)),
        damage_actions=tuple(_damage_actions(opened, situation, tracks)),
        mine=False,
        playable=False,
    )


_WORKED_OUT = Remembered(_worked_out)


_OF_PARTY = CompiledQuery[Character](
    lambda party: (
        Character.objects.filter(party=party)
        .order_by("name", "pk")
        .with_portrait()
        .defer(*UNUSED_COLUMNS)
    )
)


def _figure_lines(sheet: Sheet) -> Iterator[Line]:
    """Every line of the figure sections, and the purses."""
    for section in sheet.sections:
        match section:
            case Figures(lines=lines):
                yield from lines
            case Things(purse=Figure() as purse):
                key = next((key for key, figure in sheet.figures.items() if figure is purse), "")
                yield Line(key, purse.label, purse)
            case _:
                continue


def _trait_groups(sheet: Sheet) -> Iterator[TraitGroup]:
    """The columns of traits, and the row of traits below them."""
    for section in sheet.sections:
        if isinstance(section, Traits):
            for column in (*section.columns, section.row) if section.row else section.columns:
                figure = column.figure
                head = Line(column.key, column.name, figure) if figure else None
                yield TraitGroup(column.key, column.name, head, column.lines)


def _passages(sheet: Sheet) -> Iterator[Passage]:
    """The prose that carries a rule, such as an edge. A description of looks carries none."""
    for section in sheet.sections:
        if isinstance(section, Prose):
            yield from (passage for passage in section.passages if passage.text)


def _damage_actions(
    opened: OpenCharacter, situation: TurnState, tracks: Sequence[Track]
) -> Iterator[Action]:
    """The available actions that mark one of these tracks: their ids begin with that of the track
    ("harm", "harm.stun").
    """
    marked = {track.id for track in tracks}
    for group in opened.actions(situation):
        for action in group.actions:
            if action.id.partition(".")[0] in marked and not action.barred:
                yield action
