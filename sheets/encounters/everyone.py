"""One thing done for several combatants at once: initiative, the end of the fight, going on after
it. All of it is saved, or nothing.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence

from rules.character import Character as OpenCharacter
from rules.fight import FightRules
from rules.play import Outcome
from rules.problems import RuleViolation
from sheets import storage
from sheets.access import lock_characters
from sheets.encounters.writes import (
    characters_in,
    fight_rules,
    locked_encounter,
    read_encounter,
    touch,
)
from sheets.errors import Refused
from sheets.models import Character, Combatant, Encounter, Member, PlayLogEntry
from sheets.models.encounter import CombatantQuerySet
from sheets.play import operations as play
from sheets.play_log import operations as play_log
from sheets.play_log.actor import Actor
from sheets.play_log.operations import NewLine
from sheets.writes import Operation, check_unchanged, stored

# Each combatant's outcome by its row; None for who could not do it.
Outcomes = Mapping[int, Outcome | None]
# An outcome, where there is one, and the new entries of logs: its own, and what else comes of it.
Step = tuple[Outcome | None, list[NewLine]]


class ForAll(Operation[Member, None]):
    """One thing done by a game master for several combatants of an encounter. Who cannot do it now
    is left out.
    """

    id: uuid.UUID

    @property
    def content(self) -> tuple[str, ...]:
        """As other operations, for all of one encounter."""
        verb, id, *asked = super().content
        return ("all", verb, id, *asked)

    def prepare(self, row: Member) -> None:
        """Works out what each of them does."""
        self.encounter = read_encounter(row.party, self.id)
        combatants = list(self.combatants(self.encounter).with_characters().order_by("pk"))
        _with_homes(combatants, self.encounter)
        characters = [combatant.character for combatant in combatants]
        characters += [combatant.home for combatant in combatants if combatant.home]
        self.seen = {character.pk: stored(character) for character in characters}
        self.outcomes: dict[int, Outcome | None] = {}
        self.lines: list[NewLine] = []
        for combatant in combatants:
            try:
                step = self.step(combatant, actor_for(combatant.character, row))
            except (RuleViolation, Refused, storage.CorruptRow):
                self.outcomes[combatant.pk] = None
            else:
                self.outcomes[combatant.pk], lines = step
                self.lines += lines

    def combatants(self, encounter: Encounter) -> CombatantQuerySet:
        """Whom it is done for."""
        raise NotImplementedError

    def step(self, combatant: Combatant, actor: Actor) -> Step:
        """One combatant's step, unsaved."""
        raise NotImplementedError

    def save(self) -> None:
        """Saves what they did, and what follows for the encounter."""
        locked_characters = lock_characters(characters_in(self.encounter, others=self.seen))
        if self.lines:
            known = (row for row in locked_characters if row.pk in self.seen)
            check_unchanged(known, self.seen)
        self.entries = [line.save() for line in self.lines]
        locked = locked_encounter(self.row.party, self.id)
        self.change(locked)
        touch(locked)

    def change(self, encounter: Encounter) -> None:
        """Changes the encounter, which is locked; `outcomes` and `entries` are what they did."""
        raise NotImplementedError


class ActForAll(ForAll):
    """An action of the game for several combatants, as an entry of the log of each."""

    def combatants(self, encounter: Encounter) -> CombatantQuerySet:
        """Nobody, where the game has no such action."""
        rows = self.whose(encounter)
        return rows if self.action(fight_rules(encounter.party)) else rows.none()

    def whose(self, encounter: Encounter) -> CombatantQuerySet:
        """The combatants that take the step."""
        raise NotImplementedError

    def action(self, rules: FightRules) -> str:
        """The action in a game, "" for none."""
        raise NotImplementedError

    def action_of(self, _combatant: Combatant, rules: FightRules) -> str:
        """The action of one combatant."""
        return self.action(rules)

    def step(self, combatant: Combatant, actor: Actor) -> Step:
        """One combatant's action, and its effect on the craft that the combatant stands for."""
        character = combatant.character
        opened = storage.load(character).opened.settled()
        rules = opened.system.fight or fight_rules(self.encounter.party)
        action = self.action_of(combatant, rules)
        outcome = opened.resolve(storage.situation(character), action, {}, play.DICE)
        line = play_log.appended(character, opened, outcome, actor=actor)
        at_home = self.at_home(combatant, line.opened, actor) if combatant.home_id else None
        return outcome, [line, at_home] if at_home else [line]

    def at_home(self, combatant: Combatant, after: OpenCharacter, actor: Actor) -> NewLine | None:
        """The effect on the craft of the roster that a combatant stands for: none."""


class UndoForAll(ForAll):
    """An undo of one entry in the log of each of several characters."""

    def undone(self, encounter: Encounter) -> Mapping[int, PlayLogEntry]:
        """The entries, by the row of the character."""
        raise NotImplementedError

    def combatants(self, encounter: Encounter) -> CombatantQuerySet:
        """Whose characters have such an entry."""
        self.ended = self.undone(encounter)
        return encounter.combatants.filter(character__in=self.ended)

    def step(self, combatant: Combatant, actor: Actor) -> Step:
        """The undo for one combatant, and for the craft that it stands for."""
        characters = [combatant.character, *([combatant.home] if combatant.home else [])]
        return None, [
            play_log.taken_back(
                character,
                storage.load(character).opened.settled(),
                self.ended[character.pk],
                actor=actor,
            )
            for character in characters
            if character.pk in self.ended
        ]


def _with_homes(rows: Sequence[Combatant], encounter: Encounter) -> None:
    """Reads the craft at home that combatants stand for, ready to be changed."""
    ids = [row.home_id for row in rows if row.home_id]
    homes = Character.documents.whole().in_bulk(ids) if ids else {}
    for row in rows:
        row.encounter = encounter
        row.home = homes.get(row.home_id) if row.home_id else None


def actor_for(character: Character, membership: Member) -> Actor:
    """A game master who does something to a character of the party."""
    is_own = character.owner_id == membership.owner_id
    return Actor(membership.name, None if is_own else membership.owner)
