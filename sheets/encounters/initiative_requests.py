"""The initiative that a running fight asks for: of whom, and what they roll."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain

from rules.play import RollForm
from rules.problems import RuleViolation
from sheets import storage
from sheets.encounters.combatants import Fight
from sheets.encounters.crew.posts import posts_of
from sheets.encounters.reading import known_combatants, own_combatants
from sheets.encounters.standing import is_out
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
    waiting = still_rolling(membership, encounter)
    own = waiting.own
    action = fight_rules(encounter.party).initiative
    return [
        InitiativeRequest(row, row.called, row.pk in own, _form(waiting.stored_of(row), action))
        for row in waiting.rows
        if membership.leads or row.pk in own
    ]


@dataclass(frozen=True)
class StillRolling:
    """The combatants whose initiative is missing, as far as a member knows them; `own` are those
    that the member plays, by row id.
    """

    rows: tuple[Combatant, ...]
    own: frozenset[int]
    stored: Mapping[int, StoredCharacter]

    def stored_of(self, row: Combatant) -> StoredCharacter | None:
        """Its character; None for one that can't be read."""
        return self.stored.get(row.character_id)


def still_rolling(membership: Member, encounter: Encounter) -> StillRolling:
    """Those of a fight whose initiative is missing, without the rest of it. Who can't act rolls
    nothing. Two queries, one more where craft fight.
    """
    rows = known_combatants(membership, encounter)
    posts = posts_of(encounter, rows)
    there = {row.pk: row for row in rows}
    placeless = [
        row for row in rows if row.rank is None and not row.wave and not posts.is_aboard(row.pk)
    ]
    crews = {
        row.pk: [there[post.member_id] for post in posts.of(row.pk) if post.member_id in there]
        for row in placeless
    }
    stored = _stored([*placeless, *chain.from_iterable(crews.values())])

    def can_act(row: Combatant) -> bool:
        character = stored.get(row.character_id)
        return character is not None and not is_out(character)

    waiting = [row for row in placeless if any(map(can_act, (row, *crews[row.pk])))]
    own = own_combatants(membership, rows, posts)
    return StillRolling(tuple(waiting), frozenset(own), stored)


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
