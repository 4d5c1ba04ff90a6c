"""The initiative that a running fight asks for: of whom, and what they roll."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from rules.play import RollForm
from rules.problems import RuleViolation
from sheets import storage
from sheets.encounters.combatants import Fight
from sheets.encounters.crew.posts import posts_of
from sheets.encounters.reading import known_combatants, own_combatants
from sheets.encounters.writes import fight_rules
from sheets.models import Character, Combatant, Encounter, Member
from sheets.play.pilots import is_craft
from sheets.storage import StoredCharacter


@dataclass(frozen=True)
class InitiativeRequest:
    """A combatant without a place in the order yet. `mine` says that the viewer owns it. `form` is
    its roll, None in a game without one, for others' combatants, and for one that can't be read.
    """

    row: Combatant
    name: str
    mine: bool
    form: RollForm | None = None

    @property
    def code(self) -> str:
        """The dice: "3D"; "" where nothing is rolled."""
        return self.form.pool.code if self.form and self.form.pool else ""

    @property
    def rolls(self) -> str:
        """The name of the dice where it is not that of the roll: "PER"."""
        pool = self.form.pool if self.form else None
        return pool.label if pool and pool.label.lower() != "initiative" else ""

    @property
    def action(self) -> str:
        """The action whose roll form has points to spend; "" where it has no fields, and of a
        craft, which has no page of its own to roll on.
        """
        has_fields = self.form is not None and self.form.fields and not is_craft(self.row)
        return self.form.action.id if self.form and has_fields else ""


def initiative_requests(fight: Fight) -> list[InitiativeRequest]:
    """Everyone in a fight who still has to roll, with their dice for whoever plays them."""
    action = fight_rules(fight.encounter.party).initiative
    return [
        InitiativeRequest(
            one.row, one.name, one.mine, _form(one.stored if one.playable else None, action)
        )
        for one in fight.waiting
    ]


def open_initiative(membership: Member, encounter: Encounter) -> list[InitiativeRequest]:
    """The same without the rest of the fight, of a player only their own: for pages that show no
    fight. Two queries, one more where craft fight.
    """
    rows = known_combatants(membership, encounter)
    posts = posts_of(encounter, rows)
    own = own_combatants(membership, rows, posts)
    waiting = [
        row
        for row in rows
        if row.rank is None and not row.wave and not posts.is_aboard(row.pk)
        if membership.leads or row.pk in own
    ]
    action, stored = fight_rules(encounter.party).initiative, _stored(waiting)
    return [
        InitiativeRequest(
            row, row.called, row.pk in own, _form(stored.get(row.character_id), action)
        )
        for row in waiting
    ]


def _stored(rows: Iterable[Combatant]) -> dict[int, StoredCharacter]:
    """Their characters by row id, without those that can't be read."""
    stored = {}
    for row in Character.documents.filter(pk__in=[row.character_id for row in rows]).whole():
        with suppress(storage.CorruptRow):
            stored[row.pk] = storage.load(row)
    return stored


def _form(stored: StoredCharacter | None, action: str) -> RollForm | None:
    if stored is None or not action:
        return None
    with suppress(RuleViolation):
        return stored.opened.roll_form(stored.situation, action, {})
    return None
