"""One action of the rules for several combatants at once: initiative, the end of the fight. All of
it is saved, or nothing.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from typing import Any

from rules.fight import FightRules
from rules.play import Outcome
from rules.problems import RuleViolation
from sheets import storage
from sheets.access import MemberAccess, lock_characters
from sheets.encounters.operations import fight_rules, locked_encounter, touch
from sheets.models import Character, Combatant, Encounter, Member
from sheets.models.encounter import CombatantQuerySet
from sheets.parties.operations import party_form, save_change
from sheets.play import operations as play
from sheets.play_log import operations as play_log
from sheets.play_log.actor import Actor
from sheets.writes import Keep, check_unchanged, stored, write_prepared

# Each combatant's outcome by its row; None for who could not do it.
Outcomes = Mapping[int, Outcome | None]


def act_for_all(
    member_access: MemberAccess,
    id: uuid.UUID,
    action: Callable[[FightRules[Any]], str],
    whose: Callable[[Encounter], CombatantQuerySet],
    then: Callable[[Encounter, Outcomes], None],
    *,
    key: str,
) -> None:
    """Does the `action` of the game for each of these combatants, as an entry of its log. Who
    cannot do it now is left out; `then` saves what else comes of it, under the party's lock.
    """

    def prepare(membership: Member) -> Keep[None]:
        encounter = locked_encounter(membership.party, id)
        does = action(fight_rules(membership.party))
        rows = list(whose(encounter).with_characters().order_by("pk")) if does else []
        seen = {row.character_id: stored(row.character) for row in rows}
        outcomes: dict[int, Outcome | None] = {}
        keeps = []
        for row in rows:
            outcomes[row.pk], keep = _prepared(row, does, membership)
            keeps += [keep] if keep else []

        def save() -> None:
            if keeps:
                documents = Character.documents.filter(pk__in=seen)
                check_unchanged(lock_characters(documents), seen)
            for keep in keeps:
                keep()
            locked = locked_encounter(membership.party, id)
            then(locked, outcomes)
            touch(locked)
            save_change(membership.party)

        return save

    form = party_form(member_access, key, "all", action.__name__, str(id))
    write_prepared(member_access, prepare, form=form)


def _prepared(
    row: Combatant, action: str, membership: Member
) -> tuple[Outcome | None, Keep[object] | None]:
    """The outcome for one combatant and what saves it; neither where it cannot do it."""
    character = row.character
    author = None if character.owner_id == membership.owner_id else membership.owner
    try:
        opened = storage.load(character).opened.settled()
        outcome = opened.resolve(storage.situation(character), action, {}, play.DICE)
    except (RuleViolation, storage.CorruptRow):
        return None, None
    actor = Actor(membership.name, author)
    return outcome, play_log.appended(character, opened, outcome, actor=actor).keep
