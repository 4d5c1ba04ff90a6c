"""The combatants of a fight, as a page shows them: in order, each with as much as its viewer may
see.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from rules import combat, fight, registry
from rules.fight import Band, Circumstance
from rules.play import Attempt, PlayState
from rules.sheet.sections import Attack as AttackRow
from rules.sheet.sections import Line, Sheet
from rules.turn import ACTIONS, TURN_OVER
from sheets import form_data
from sheets.encounters.aim import Loaded, loaded
from sheets.encounters.crew.posts import NO_POSTS, Posts
from sheets.encounters.step_back import TurnBefore, last_step
from sheets.models import Attack, Combatant, Encounter, Member
from sheets.play.pilots import attempt, is_craft
from sheets.storage import StoredCharacter

# How many attacks the ticker of a fight shows.
RECENT_ATTACKS = 12


@dataclass(frozen=True)
class Fighter:
    """A combatant as one viewer sees it. `condition` is for everybody, and `face`, its portrait or
    likeness; `state` and `sheet` only for those who play it. `stored` is what it is worked out
    from, and no template shows it. `damaged` says why it cannot be worked out.
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
    face: str = ""
    lasting: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name on the fight's page: the one the game master chose, else the sheet's."""
        return self.row.called or (self.sheet.name if self.sheet else "")

    @property
    def hurt(self) -> str:
        """Its condition, "" while it is unhurt."""
        return "" if self.condition == fight.UNHURT else self.condition

    @property
    def slot(self) -> str:
        """The prefix of the ids of its elements on the page."""
        return f"f{self.row.pk}"

    @property
    def was(self) -> dict[str, str]:
        """The token of what each field of a game master's forms shows of it."""
        return {name: form_data.token(values) for name, values in self.row.in_forms.items()}

    @property
    def with_character(self) -> Loaded:
        """Itself with its character, as that was read for the page; Refused if it cannot be."""
        return (self.row, self.stored) if self.stored else loaded(self.row)

    @property
    def figures(self) -> tuple[Line, ...]:
        """Its leading figures that an attack meets: defenses."""
        rules = self.stored.system.fight if self.stored else None
        apart = rules.apart if rules else ()
        lines = self.sheet.leading if self.sheet else ()
        return tuple(line for line in lines if line.key not in apart)

    @property
    def attacks(self) -> list[AttackRow]:
        """Its weapons and other attacks, and those of a fight alone."""
        if self.sheet is None or self.stored is None:
            return []
        opened, turn = self.stored.opened, self.stored.situation
        return combat.attack_rows(self.sheet, opened.system.fight, Attempt(opened.state, turn))

    @property
    def fight_alone(self) -> set[str]:
        """The keys of its attacks that only a fight has: powers, and what can be thrown."""
        if self.stored is None or self.stored.system.fight is None:
            return set()
        return {row.key for row in self.stored.system.fight.attacks(attempt(self.stored))}

    @property
    def has_typed_numbers(self) -> bool:
        """True for a craft whose numbers were typed in by hand, so that they can be edited."""
        rules = registry.get(self.row.character.system).craft
        if self.stored is None or rules is None or not is_craft(self.row):
            return False
        return rules.typed(self.stored.opened.state) is not None

    @property
    def done(self) -> int:
        """The number of actions it has done in its turn."""
        return self.stored.situation.done if self.stored else 0

    @property
    def declared(self) -> int:
        """The number of actions declared for its turn; 1 in a game that declares none."""
        return max(1, self.stored.situation.get(ACTIONS, 1)) if self.stored else 1

    @property
    def all_remarks(self) -> tuple[str, ...]:
        """Its penalties, in words; what a turn has cost only as long as that turn is on."""
        if self.state is None:
            return ()
        return self.state.remarks if self.is_turn else self.lasting

    @property
    def remarks(self) -> tuple[str, ...]:
        """Its penalties, but for one that its condition says already."""
        return tuple(one for one in self.all_remarks if one.lower() != self.condition.lower())


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
class Wave:
    """Those who come together, later in a fight: the number of their wave, from 1."""

    number: int
    fighters: tuple[Fighter, ...]


@dataclass(frozen=True)
class Fight:
    """An encounter as a member of the party sees it: in order, on the strip, and what was rolled.

    `order` are those with a place in it, `waiting` those without one yet, and `later` those of
    waves that are still to arrive. `aimed_at` is whom each attacked last, by row ids.
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
    later: tuple[Fighter, ...] = ()
    aimed_at: dict[int, int] = field(default_factory=dict)

    @property
    def waves(self) -> list[Wave]:
        """The waves that are still to arrive, the next one first, for who leads the fight."""
        numbers = sorted({fighter.row.wave for fighter in self.later})
        return [
            Wave(number, tuple(one for one in self.later if one.row.wave == number))
            for number in numbers
        ]

    @property
    def order(self) -> list[Fighter]:
        """Those with a place in the order."""
        return [fighter for fighter in self.fighters if fighter.row.rank is not None]

    @property
    def standing(self) -> list[Fighter]:
        """Those in order who can act, and whoever's turn it is."""
        return [fighter for fighter in self.order if fighter.is_turn or self.can_act(fighter)]

    @property
    def fallen(self) -> list[Fighter]:
        """Those who can't act: in order, then those without a place in it."""
        return [one for one in self.order if one not in self.standing] + self.placeless

    @property
    def placeless(self) -> list[Fighter]:
        """Those who could not act when initiative was rolled, and still can't."""
        return [one for one in self.ashore if one.row.rank is None and not self.can_act(one)]

    @property
    def hidden(self) -> list[Fighter]:
        """Those whom players know nothing of."""
        return [fighter for fighter in self.fighters if fighter.row.hidden]

    @property
    def waiting(self) -> list[Fighter]:
        """Those who still have to roll initiative. Whoever is aboard acts with the craft; whoever
        can't act rolls once they can.
        """
        return [one for one in self.ashore if one.row.rank is None and self.can_act(one)]

    def can_act(self, fighter: Fighter) -> bool:
        """True for one who can act, and for a craft aboard which somebody can."""
        aboard = {post.member_id for post in self.posts.of(fighter.row.pk)}
        return not fighter.out or any(one.row.pk in aboard and not one.out for one in self.fighters)

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
    def turn_before(self) -> Fighter | None:
        """Whose turn it was before this one, for who leads the fight; None for the first."""
        before = self._step
        rows = (one for one in self.fighters if before and one.row.pk == before.turn)
        return next(rows, None)

    @property
    def came_last(self) -> int:
        """The wave that has arrived since this turn began, for who leads the fight; 0 for none."""
        return self._step.wave if self._step else 0

    @cached_property
    def _step(self) -> TurnBefore | None:
        return last_step(self.encounter) if self.membership.leads else None

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
    def yet_to_act(self) -> list[Fighter]:
        """Those aboard the craft whose turn it is whom the game master who reads this plays, and
        who have actions left.
        """
        craft = self.current if self.membership.leads else None
        aboard = {post.member_id for post in self.posts.of(craft.row.pk)} if craft else set()
        own = (one for one in self.fighters if one.row.pk in aboard and one.playable)
        return [
            one
            for one in own
            if one.row.character.party_id is None and not one.out and one.done < one.declared
        ]

    def is_last_to_act(self, fighter: Fighter) -> bool:
        """True for whoever's action ends the turn of their craft."""
        return self.yet_to_act == [fighter] and not self.waited_for

    @property
    def has_ended(self) -> bool:
        """True if the viewer has ended the turn aboard, and others have not."""
        waited_for = self.waited_for
        return bool(waited_for) and not any(one.mine for one in waited_for)

    @property
    def has_acted(self) -> bool:
        """True if the viewer's own whose turn it is have done all actions that they declared."""
        if self.current is None or not self.current.mine or self.has_ended:
            return False
        aboard = {post.member_id for post in self.posts.of(self.current.row.pk)}
        acting = [one for one in self.mine if one.row.pk in aboard] or [self.current]
        return all(one.done >= one.declared for one in acting if not one.out)

    @property
    def mine(self) -> list[Fighter]:
        """The viewer's own combatants."""
        return [fighter for fighter in self.fighters if fighter.mine]

    def before(self, fighter: Fighter) -> Fighter | None:
        """The one who acts right before a fighter; None for nobody."""
        acting = [one for one in self.order if not one.out or one is fighter or one.is_turn]
        if fighter not in acting or len(acting) < 2:
            return None
        return acting[acting.index(fighter) - 1]

    @property
    def open_attacks(self) -> list[Attack]:
        """The attacks that wait for a roll or a decision."""
        return [
            attack for attack in self.attacks if attack.is_open and attack.pk not in self.undone
        ]

    @property
    def results(self) -> list[Attack]:
        """The newest attack by or on a player's own in this round, once it is decided, on each of
        its targets; a game master reads it in the log of the fight.
        """
        own = {fighter.row.pk for fighter in self.mine if not self.membership.leads}
        attacks = (row for row in self.attacks if {row.attacker_id, row.target_id} & own)
        newest = next(attacks, None)
        if newest is None or newest.round != self.round or newest.pk in self.undone:
            return []
        same = [row for row in self.attacks if row.entry_id == newest.entry_id]
        return [row for row in same if not row.is_open]

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

    def circumstances_of(self, fighter: Fighter) -> tuple[str, ...]:
        """The circumstances that somebody is in, by ids: their own, and what fills their place."""
        row = fighter.row
        return fight.inside(row.place, row.circumstances, self.encounter.fillings or {})

    def targets_of(self, attacker: Fighter) -> list[Fighter]:
        """Whom a combatant can attack: the other side first, those who are out last."""
        others = [fighter for fighter in self.ashore if fighter.row.pk != attacker.row.pk]
        return sorted(
            others, key=lambda fighter: (fighter.row.side == attacker.row.side, fighter.out)
        )

    def foes_of(self, attacker: Fighter, *, at: Fighter | None = None) -> list[Fighter]:
        """Those of the other side who can still fight: the one attacked last first, then the
        nearest, as seen from the craft `at` which somebody is, if they are aboard one.
        """
        row, last = (at or attacker).row, self.aimed_at.get(attacker.row.pk)
        foes = [
            one for one in self.ashore if one.row.side != row.side and not (one.out or one.damaged)
        ]
        return sorted(foes, key=lambda one: (one.row.pk != last, abs(one.row.place - row.place)))


def waits(row: Combatant, *, is_over: bool) -> bool:
    """True for a player's character whom players see and whose turn is not over."""
    is_players = row.character.party_id is not None and not row.is_opponent
    return is_players and not row.hidden and not is_over
