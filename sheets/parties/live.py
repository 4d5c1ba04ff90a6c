"""A digest of the state of a party or a character, from a cheap query or three: it changes whenever
their pages do.
"""

import hashlib
import uuid
from collections.abc import Iterable

from django.db.models import OuterRef, Subquery

from sheets.models import Character, Encounter, Member
from sheets.models.character import CharacterQuerySet
from sheets.models.party import MemberQuerySet


def party_state(seats: MemberQuerySet, party: uuid.UUID) -> str:
    """A digest that changes whenever anything changes that members of the party see; "" for other
    users.

    Every change to a character but archiving updates its `updated_at`: its log, its ledger, its
    answers to roll requests. Changes to the party and its roll requests raise the party's version.
    Of a fight, game masters see everything that its opponents do, players its open attacks.
    """
    rows = (
        seats.filter(party__public_id=party)
        .order_by("party__characters__pk")
        .values_list(
            "party",
            "role",
            "party__fighting",
            "party__version",
            "party__characters__pk",
            "party__characters__updated_at",
            "party__characters__archived_at",
        )
    )
    known = list(rows)
    if not known:
        return ""
    id, role, is_fighting, *_ = known[0]
    content: list[tuple[object, ...]] = [*known]
    if role in Member.LEADING:
        opponents = Character.documents.filter(roster=id).order_by("-updated_at")
        content += opponents.values_list("updated_at")[:1]
    if is_fighting:
        running = Encounter.objects.filter(party=id, state=Encounter.State.RUNNING)
        content += running.values_list("version")[:1]
    return digest(content)


def character_state(characters: CharacterQuerySet, id: uuid.UUID) -> str:
    """A digest that changes whenever the pages of that character do; "" where it is not among
    `characters`.
    """
    rows = characters.filter(public_id=id)
    return digest(rows.values_list("updated_at", "archived_at", "party", "party__version"))


def table_state(characters: CharacterQuerySet, id: uuid.UUID) -> tuple[str, str]:
    """The `character_state` of a character, and the `everyones_state` of its party, from one query;
    both "" where it is not among `characters`.
    """
    rows = list(
        characters.filter(public_id=id)
        .order_by("party__characters__pk")
        .values_list(
            "updated_at",
            "archived_at",
            "party",
            "party__version",
            "party__characters__pk",
            "party__characters__updated_at",
            _fight("party"),
        )
    )
    return digest(row[:4] for row in rows[:1]), digest(row[4:] for row in rows)


def everyones_state(party: int) -> str:
    """A digest that changes whenever the log of a character of the party does, or its fight."""
    rows = Character.documents.filter(party=party).order_by("pk")
    return digest(rows.values_list("pk", "updated_at", _fight("party")))


def state_of_fetched(character: Character) -> str:
    """The `character_state` of a character that was fetched with its party. Everything read
    afterwards is at least as new.
    """
    version = character.party.version if character.party else None
    return digest([(character.updated_at, character.archived_at, character.party_id, version)])


def _fight(party: str) -> Subquery:
    """The version of the fight that is running in a party, by the field that holds the party."""
    running = Encounter.objects.filter(party=OuterRef(party), state=Encounter.State.RUNNING)
    return Subquery(running.values("version")[:1])


def digest(rows: Iterable[tuple[object, ...]]) -> str:
    """A short hash of rows; "" for none."""
    content = list(rows)
    return hashlib.blake2b(repr(content).encode(), digest_size=8).hexdigest() if content else ""
