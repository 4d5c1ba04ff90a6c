"""The combatants of a fight, as a page shows them: in order, each with as much as its viewer may
see.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules import fight, registry
from rules.character import Character as OpenCharacter
from rules.fight import Band, Circumstance, FightRules
from rules.play import Attempt, PlayState
from rules.sheet.sections import Attack as AttackRow
from rules.sheet.sections import Attacks, Line, Sheet
from rules.turn import TURN_OVER, Turn
from sheets import storage
from sheets.encounters.aim import Loaded, loaded
from sheets.encounters.crew.posts import NO_POSTS, Posts, posts_of
from sheets.encounters.writes import fight_rules
from sheets.models import Attack, Combatant, Encounter, Member, PlayLogEntry
from sheets.models.character import STAMP
from sheets.play.pilots import attempt, is_craft
from sheets.remembered import Remembered
from sheets.storage import StoredCharacter

# How many attacks the ticker of a fight shows.
RECENT_ATTACKS = 12


@dataclass(frozen=True)
class Fighter:
    """A combatant as one viewer sees it. `condition` is for everybody; `state` and `sheet` only for
    those who play it. `stored` is what it is worked out from, and no template shows it. `damaged`
    says why it cannot be worked out.
    """

    row: Combatant
    condition: str
    out: bool
    mine: bool
    playable: bool
    is_turn: bool
    stored: StoredCharacter | None = None
    sheet: Sheet | None = None
    state: PlayState | None = None
    members: int | None = None
    damaged: str = ""

    @property
    def name(self) -> str:
        """The name on the fight's page: the one the game master chose, else the sheet's."""
        return self.row.called or (self.sheet.name if self.sheet else "")

    @property
    def slot(self) -> str:
        """The prefix of the ids of its elements on the page."""
        return f"f{self.row.pk}"

    @property
    def with_character(self) -> Loaded:
        """Itself with its character, as that was read for the page; Refused if it cannot be."""
        return (self.row, self.stored) if self.stored else loaded(self.row)

    @property
    def figures(self) -> tuple[Line, ...]:
        """Its leading figures: defenses."""
        return self.sheet.leading if self.sheet else ()

    @property
    def attacks(self) -> list[AttackRow]:
        """Its weapons and other attacks, and those of a fight alone."""
        sections = self.sheet.sections if self.sheet else ()
        rows = [row for section in sections if isinstance(section, Attacks) for row in section.rows]
        if self.stored and (rules := self.stored.opened.system.fight):
            rows += rules.attacks(Attempt(self.stored.opened.state, self.stored.situation))
        return rows

    @property
    def has_typed_numbers(self) -> bool:
        """True for a craft whose numbers were typed in by hand, so that they can be edited."""
        rules = registry.get(self.row.character.system).craft
        if self.stored is None or rules is None or not is_craft(self.row):
            return False
        return rules.typed(self.stored.opened.state) is not None

    @property
    def remarks(self) -> tuple[str, ...]:
        """Its penalties, in words."""
        return self.state.remarks if self.state else ()


@dataclass(frozen=True)
class Filling:
    """Something that fills a place of the strip: its name, and the effect that it is, of whoever
    began it, by row id.
    """

    place: int
    name: str
    effect: str
    row: int


@dataclass(frozen=True)
class Fight:
    """An encounter as a member of the party sees it: in order, on the strip, and what was rolled.

    `order` are those with a place in it, `waiting` those without one yet.
    """

    encounter: Encounter
    membership: Member
    fighters: tuple[Fighter, ...]
    bands: tuple[Band, ...]
    circumstances: tuple[Circumstance, ...]
    attacks: tuple[Attack, ...] = ()
    order_rule: str = ""
    distance_rule: str = ""
    ruling: str = ""
    has_initiative: bool = True
    has_groups: bool = False
    undone: frozenset[int] = field(default_factory=frozenset)
    posts: Posts = NO_POSTS
    fillings: tuple[Filling, ...] = ()

    @property
    def order(self) -> list[Fighter]:
        """Those with a place in the order."""
        return [fighter for fighter in self.fighters if fighter.row.rank is not None]

    @property
    def hidden(self) -> list[Fighter]:
        """Those whom players know nothing of."""
        return [fighter for fighter in self.fighters if fighter.row.hidden]

    @property
    def waiting(self) -> list[Fighter]:
        """Those who still have to roll initiative. Whoever is aboard acts with the craft."""
        return [fighter for fighter in self.ashore if fighter.row.rank is None]

    @property
    def ashore(self) -> list[Fighter]:
        """Those who are not aboard a craft."""
        return [fighter for fighter in self.fighters if not self.posts.is_aboard(fighter.row.pk)]

    @property
    def round(self) -> int:
        """The round, as far as the viewer may know."""
        return self.encounter.turn_for(leads=self.membership.leads)[0]

    @property
    def turn(self) -> int | None:
        """Whose turn it is, by row id, as far as the viewer may know."""
        return self.encounter.turn_for(leads=self.membership.leads)[1]

    @property
    def current(self) -> Fighter | None:
        """Whose turn it is, as far as the viewer may know."""
        return next((fighter for fighter in self.fighters if fighter.is_turn), None)

    @property
    def waited_for(self) -> list[Fighter]:
        """Those aboard the craft whose turn it is whose players have not ended theirs."""
        craft = self.current
        posts = self.posts.of(craft.row.pk) if craft else []
        aboard = {post.member_id for post in posts}
        return [
            one
            for one in self.fighters
            if one.row.pk in aboard
            and not one.out
            and waits(one.row, is_over=bool(one.stored and one.stored.situation.get(TURN_OVER)))
        ]

    @property
    def has_ended(self) -> bool:
        """True if the viewer has ended the turn aboard, and others have not."""
        waited_for = self.waited_for
        return bool(waited_for) and not any(one.mine for one in waited_for)

    @property
    def mine(self) -> list[Fighter]:
        """The viewer's own combatants."""
        return [fighter for fighter in self.fighters if fighter.mine]

    @property
    def open_attacks(self) -> list[Attack]:
        """The attacks that wait for a roll or a decision."""
        return [
            attack for attack in self.attacks if attack.is_open and attack.pk not in self.undone
        ]

    @property
    def places(self) -> list[tuple[int, Band, list[Fighter], list[Filling]]]:
        """The strip: each band with those who stand there, and what fills it."""
        return [
            (
                place,
                band,
                [fighter for fighter in self.ashore if fighter.row.place == place],
                [filling for filling in self.fillings if filling.place == place],
            )
            for place, band in enumerate(self.bands)
        ]

    def targets_of(self, attacker: Fighter) -> list[Fighter]:
        """Whom a combatant can attack: the other side first, those who are out last."""
        others = [fighter for fighter in self.ashore if fighter.row.pk != attacker.row.pk]
        return sorted(
            others, key=lambda fighter: (fighter.row.side == attacker.row.side, fighter.out)
        )


def is_out(stored: StoredCharacter, state: PlayState | None = None) -> bool:
    """True if a combatant can't act: no member of its group is left, its game says so, or its rolls
    are blocked. `state` saves working its state out again.
    """
    if members_of(stored) == 0:
        return True
    opened, situation = stored.opened, stored.situation
    rules = stored.system.fight
    if rules and rules.out:
        return rules.out(attempt(stored))
    if situation.taken:
        # Who has done all that a turn allows can act again on the next.
        situation, state = Turn(situation.numbers), None
    state = state or opened.play_state(situation)
    if not state.remarks:
        return False
    roll = fight.first_roll(state)
    return not roll or bool(opened.roll_form(situation, roll, {}).barred)


def waits(row: Combatant, *, is_over: bool) -> bool:
    """True for a player's character whom players see and whose turn is not over."""
    is_players = row.character.party_id is not None and not row.is_opponent
    return is_players and not row.hidden and not is_over


def members_of(stored: StoredCharacter) -> int | None:
    """The number of members left in a group; None for a single combatant."""
    return fight.members_left(stored.system.fight, stored.document.marks)


@dataclass(frozen=True)
class Standing:
    """A character's state in a fight, the same for every viewer."""

    opened: OpenCharacter
    state: PlayState
    sheet: Sheet
    condition: str
    out: bool
    members: int | None


def _standing(stored: StoredCharacter) -> Standing:
    state, members = stored.opened.play_state(stored.situation), members_of(stored)
    return Standing(
        opened=stored.opened,
        state=state,
        sheet=stored.opened.summary,
        # What is declared for the turn is no condition.
        condition=_condition(stored.opened.play_state({}), members),
        out=is_out(stored, state),
        members=members,
    )


_STANDING = Remembered(_standing)
# What pages of a fight need of a character beside how it stands.
_SHOWN = [f"character__{name}" for name in (*STAMP, "name", "situation")]
_COLUMNS = [field.name for field in Combatant._meta.concrete_fields]


def fight_of(membership: Member, encounter: Encounter) -> Fight:
    """The fight as a member sees it: hidden combatants and what concerns them only for game
    masters. Three queries, one where craft fight, and one where a character has changed since
    somebody looked.
    """
    rules = fight_rules(encounter.party)
    rows = encounter.combatants.in_order().select_related("character").only(*_COLUMNS, *_SHOWN)
    everyone = list(rows)
    combatants = [row for row in everyone if membership.leads or not row.hidden]
    turns = [(row, storage.situation(row.character)) for row in everyone if rules.fill]
    encounter.fillings = fight.fillings(turn for _, turn in turns)
    standings = _STANDING.of([row.character for row in combatants])
    attacks = _attacks(encounter, combatants, leads=membership.leads)
    posts = posts_of(encounter, combatants)
    own = _own(membership, combatants, posts)
    return Fight(
        encounter=encounter,
        membership=membership,
        fighters=tuple(
            _fighter(row, standing, membership, encounter, mine=row.pk in own)
            for row, standing in zip(combatants, standings, strict=True)
        ),
        bands=rules.bands,
        circumstances=rules.circumstances,
        attacks=attacks,
        fillings=tuple(_fillings(turns, rules)),
        order_rule=rules.order,
        distance_rule=rules.distance,
        ruling=rules.ruling,
        has_initiative=bool(rules.initiative),
        has_groups=bool(rules.group),
        undone=frozenset(_undone(attacks)),
        posts=posts,
    )


def _fillings(turns: Sequence[tuple[Combatant, Turn]], rules: FightRules[Any]) -> Iterator[Filling]:
    names = {one.id: one.name for one in rules.circumstances}
    for row, turn in turns:
        for effect in turn.effects:
            if effect.fills and effect.counts:
                name = names.get(effect.fills, effect.name)
                yield Filling(effect.place, name, effect.id, row.pk)


def _own(membership: Member, combatants: Sequence[Combatant], posts: Posts) -> set[int]:
    """Whom the viewer plays, by row id: their own characters, and the craft these are aboard."""
    if not membership.is_kept:
        return set()
    own = {
        row.pk
        for row in combatants
        if row.character.owner_id == membership.owner_id
        and not row.is_opponent
        and not is_craft(row)
    }
    return own | {post.craft_id for post in posts.rows if post.member_id in own}


def _fighter(
    row: Combatant,
    standing: Standing | storage.CorruptRow,
    membership: Member,
    encounter: Encounter,
    *,
    mine: bool,
) -> Fighter:
    playable = membership.leads or mine
    is_turn = encounter.turn_for(leads=membership.leads)[1] == row.pk
    row.encounter = encounter
    if isinstance(standing, storage.CorruptRow):
        return Fighter(
            row=row,
            condition=standing.short,
            out=True,
            mine=mine,
            playable=False,
            is_turn=is_turn,
            damaged=standing.told,
        )
    return Fighter(
        row=row,
        condition=standing.condition,
        out=standing.out,
        mine=mine,
        playable=playable,
        is_turn=is_turn,
        stored=StoredCharacter(row.character, standing.opened),
        sheet=standing.sheet if playable else None,
        state=standing.state if playable else None,
        members=standing.members,
    )


def _condition(state: PlayState, members: int | None) -> str:
    """A combatant's condition as everyone sees it, for a group with the members left: "3 left,
    stunned".
    """
    word = fight.condition(state)
    if members is None:
        return word
    left = f"{members} left"
    return left if word == fight.UNHURT else f"{left}, {word.lower()}"


def _attacks(
    encounter: Encounter, combatants: Sequence[Combatant], *, leads: bool
) -> tuple[Attack, ...]:
    """The newest attacks that a viewer may know of, and all that are open, the newest first."""
    known = {row.pk: row for row in combatants}
    rows = encounter.attacks.select_related("entry", "damage_entry", "answer_entry", "harm_entry")
    rows = rows.filter(attacker__in=known, target__in=known)
    if not leads:
        rows = rows.filter(hidden=False)
    newest = list(rows.order_by("-pk")[: RECENT_ATTACKS * 4])
    for row in newest:
        row.encounter = encounter
        row.attacker, row.target = known[row.attacker_id], known[row.target_id]
    recent = newest[:RECENT_ATTACKS]
    return (*recent, *(row for row in newest[RECENT_ATTACKS:] if row.is_open))


def _undone(attacks: Sequence[Attack]) -> Iterator[int]:
    """The attacks whose roll was undone in the log. One query."""
    entries = {
        (attack.entry.character_id, attack.entry.number): attack
        for attack in attacks
        if attack.entry
    }
    characters = {character for character, _ in entries}
    numbers = {number for _, number in entries}
    if not entries:
        return
    rows = PlayLogEntry.objects.filter(character__in=characters, takes_back__in=numbers)
    undone = set(rows.values_list("character", "takes_back"))
    yield from (
        attack.pk
        for attack in attacks
        if attack.entry and (attack.entry.character_id, attack.entry.number) in undone
    )
