"""One thing done for several combatants at once: initiative, the end of the fight, going on after
it. All of it is saved, or nothing.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.fight import FightRules
from rules.play import Outcome
from rules.problems import RuleViolation
from sheets import storage
from sheets.access import MemberAccess, lock_characters
from sheets.encounters.operations import fight_rules, locked_encounter, touch
from sheets.errors import Refused
from sheets.models import Character, Combatant, Encounter, Member, PlayLogEntry
from sheets.models.encounter import CombatantQuerySet
from sheets.parties.operations import party_form, save_change
from sheets.play import operations as play
from sheets.play_log import operations as play_log
from sheets.play_log.actor import Actor
from sheets.writes import Keep, Prepared, check_unchanged, stored, write_prepared

# Each combatant's outcome by its row; None for who could not do it.
Outcomes = Mapping[int, Outcome | None]


@dataclass(frozen=True)
class Done:
    """What was done: the outcomes, and the log entries that they made."""

    outcomes: Outcomes
    entries: tuple[PlayLogEntry, ...]


def act_for_all(
    member_access: MemberAccess,
    id: uuid.UUID,
    action: Callable[[FightRules[Any]], str],
    whose: Callable[[Encounter], CombatantQuerySet],
    then: Callable[[Encounter, Done], None],
    *,
    key: str,
) -> None:
    """Does the `action` of the game for each of these combatants, as an entry of its log. Who
    cannot do it now is left out; `then` saves what else comes of it, under the party's lock.
    """

    def chosen(encounter: Encounter) -> CombatantQuerySet:
        rows = whose(encounter)
        return rows if action(fight_rules(encounter.party)) else rows.none()

    def do(encounter: Encounter, row: Combatant, actor: Actor) -> _Step:
        opened = storage.load(row.character).opened.settled()
        does = action(opened.system.fight or fight_rules(encounter.party))
        outcome = opened.resolve(storage.situation(row.character), does, {}, play.DICE)
        return outcome, play_log.appended(row.character, opened, outcome, actor=actor)

    _for_all(member_access, id, action.__name__, chosen, do, then, key=key)


def take_back_for_all(
    member_access: MemberAccess,
    id: uuid.UUID,
    entries: Callable[[Encounter], Mapping[int, PlayLogEntry]],
    then: Callable[[Encounter, Done], None],
    *,
    key: str,
) -> None:
    """Takes back one log entry of each of these characters, by row, as one. `then` saves what else
    comes of it, under the party's lock.
    """

    def chosen(encounter: Encounter) -> CombatantQuerySet:
        return encounter.combatants.filter(character__in=entries(encounter))

    def take_back(encounter: Encounter, row: Combatant, actor: Actor) -> _Step:
        entry = known.setdefault("entries", entries(encounter))[row.character_id]
        opened = storage.load(row.character).opened.settled()
        return None, play_log.taken_back(row.character, opened, entry, actor=actor)

    known: dict[str, Mapping[int, PlayLogEntry]] = {}
    _for_all(member_access, id, "take back", chosen, take_back, then, key=key)


# An outcome, where there is one, and what saves it.
_Step = tuple[Outcome | None, Prepared[PlayLogEntry]]


def _for_all(
    member_access: MemberAccess,
    id: uuid.UUID,
    name: str,
    whose: Callable[[Encounter], CombatantQuerySet],
    do: Callable[[Encounter, Combatant, Actor], _Step],
    then: Callable[[Encounter, Done], None],
    *,
    key: str,
) -> None:
    def prepare(membership: Member) -> Keep[None]:
        encounter = locked_encounter(membership.party, id)
        rows = list(whose(encounter).with_characters().order_by("pk"))
        seen = {row.character_id: stored(row.character) for row in rows}
        outcomes: dict[int, Outcome | None] = {}
        changes: list[Prepared[PlayLogEntry]] = []
        for row in rows:
            try:
                outcomes[row.pk], change = do(encounter, row, actor_for(row.character, membership))
            except (RuleViolation, Refused, storage.CorruptRow):
                outcomes[row.pk] = None
            else:
                changes.append(change)

        def save() -> None:
            if changes:
                documents = Character.documents.filter(pk__in=seen)
                check_unchanged(lock_characters(documents), seen)
            entries = tuple(change.keep() for change in changes)
            locked = locked_encounter(membership.party, id)
            then(locked, Done(outcomes, entries))
            touch(locked)
            save_change(membership.party)

        return save

    form = party_form(member_access, key, "all", name, str(id))
    write_prepared(member_access, prepare, form=form)


def actor_for(character: Character, membership: Member) -> Actor:
    """A game master who does something to a character of the party."""
    is_own = character.owner_id == membership.owner_id
    return Actor(membership.name, None if is_own else membership.owner)
