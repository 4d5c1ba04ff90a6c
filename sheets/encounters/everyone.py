"""One thing done for several combatants at once: initiative, the end of the fight, going on after
it. All of it is saved, or nothing.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.fight import FightRules
from rules.play import Outcome
from rules.problems import RuleViolation
from rules.system import OpenCharacter
from sheets import storage
from sheets.access import MemberAccess, lock_characters
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
from sheets.parties.operations import party_form
from sheets.play import operations as play
from sheets.play_log import operations as play_log
from sheets.play_log.actor import Actor
from sheets.play_log.operations import NewLine
from sheets.writes import Keep, check_unchanged, stored, write_prepared

# What an outcome of a combatant comes to for the craft at home that it stands for.
Also = Callable[[Combatant, OpenCharacter, Actor], NewLine | None]
# Each combatant's outcome by its row; None for who could not do it.
Outcomes = Mapping[int, Outcome | None]


@dataclass(frozen=True)
class Done:
    """What was done: the outcomes, and the log entries that they made."""

    outcomes: Outcomes
    entries: tuple[PlayLogEntry, ...]


def nothing_else(row: Combatant, after: OpenCharacter, actor: Actor) -> NewLine | None:
    """Nothing comes of it at home."""
    del row, after, actor
    return None


def act_for_all(
    member_access: MemberAccess,
    id: uuid.UUID,
    action: Callable[[FightRules[Any]], str],
    whose: Callable[[Encounter], CombatantQuerySet],
    then: Callable[[Encounter, Done], None],
    *,
    key: str,
    also: Also = nothing_else,
) -> None:
    """Does the `action` of the game for each of these combatants, as an entry of its log. Who
    cannot do it now is left out; `then` saves what else comes of it, under the party's lock.
    `also` is what it comes to for the craft at home that a combatant stands for.
    """

    def chosen(encounter: Encounter) -> CombatantQuerySet:
        rows = whose(encounter)
        return rows if action(fight_rules(encounter.party)) else rows.none()

    def do(encounter: Encounter, row: Combatant, actor: Actor) -> _Step:
        opened = storage.load(row.character).opened.settled()
        does = action(opened.system.fight or fight_rules(encounter.party))
        outcome = opened.resolve(storage.situation(row.character), does, {}, play.DICE)
        change = play_log.appended(row.character, opened, outcome, actor=actor)
        besides = also(row, change.opened, actor) if row.home_id else None
        return outcome, [change, besides] if besides else [change]

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
        ended = known.setdefault("entries", entries(encounter))
        several = [row.character, *([row.home] if row.home else [])]
        return None, [
            play_log.taken_back(one, storage.load(one).opened.settled(), ended[one.pk], actor=actor)
            for one in several
            if one.pk in ended
        ]

    known: dict[str, Mapping[int, PlayLogEntry]] = {}
    _for_all(member_access, id, "take back", chosen, take_back, then, key=key)


# An outcome, where there is one, and what saves it and what else comes of it.
_Step = tuple[Outcome | None, list[NewLine]]


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
        encounter = read_encounter(membership.party, id)
        rows = list(whose(encounter).with_characters().order_by("pk"))
        _with_homes(rows, encounter)
        seen = {row.character_id: stored(row.character) for row in rows}
        seen |= {row.home.pk: stored(row.home) for row in rows if row.home}
        outcomes: dict[int, Outcome | None] = {}
        changes: list[NewLine] = []
        for row in rows:
            try:
                outcomes[row.pk], more = do(encounter, row, actor_for(row.character, membership))
            except (RuleViolation, Refused, storage.CorruptRow):
                outcomes[row.pk] = None
            else:
                changes += more

        def save() -> None:
            known = lock_characters(characters_in(encounter, others=seen))
            if changes:
                check_unchanged((row for row in known if row.pk in seen), seen)
            entries = tuple(change.save() for change in changes)
            locked = locked_encounter(membership.party, id)
            then(locked, Done(outcomes, entries))
            touch(locked)

        return save

    form = party_form(member_access, key, "all", name, str(id))
    write_prepared(member_access, prepare, form=form)


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
