"""A digest of the state of a party or a character, from a cheap query or three: it changes whenever
their pages do. Open pages ask for it every other second, so each query is compiled once.
"""

import hashlib
import uuid
from collections.abc import Iterable
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from sheets.models import Character, Encounter, Identity, Member
from sheets.models.character import CharacterQuerySet
from sheets.models.compiled import CompiledQuery


def _fight(party: str) -> Subquery:
    """The version of the fight that is running in a party, by the field that holds the party."""
    running = Encounter.objects.filter(party=OuterRef(party), state=Encounter.State.RUNNING)
    return Subquery(running.values("version")[:1])


def _state_of(characters: CharacterQuerySet, id: uuid.UUID) -> QuerySet[Character, Any]:
    rows = characters.filter(public_id=id)
    return rows.values_list("updated_at", "archived_at", "party", "party__version")


def _table_of(characters: CharacterQuerySet, id: uuid.UUID) -> QuerySet[Character, Any]:
    rows = characters.filter(public_id=id).order_by("party__characters__pk")
    return rows.values_list(
        "updated_at",
        "archived_at",
        "party",
        "party__version",
        "party__characters__pk",
        "party__characters__updated_at",
        _fight("party"),
    )


_PARTY = CompiledQuery[Member](
    lambda who, id: (
        Member.objects.of(who)
        .filter(party__public_id=id)
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
)
_OPPONENTS = CompiledQuery[Character](
    lambda party: (
        Character.documents.filter(roster=party)
        .order_by("-updated_at")
        .values_list("updated_at")[:1]
    )
)
_FIGHT = CompiledQuery[Encounter](
    lambda party: (
        Encounter.objects.filter(party=party, state=Encounter.State.RUNNING)
        .order_by()
        .values_list("version")[:1]
    )
)
_EVERYONE = CompiledQuery[Character](
    lambda party: (
        Character.documents.filter(party=party)
        .order_by("pk")
        .values_list("pk", "updated_at", _fight("party"))
    )
)
# Most look at their own: that is the smaller query.
_STATES = (
    CompiledQuery[Character](lambda who, id: _state_of(Character.objects.belonging_to(who), id)),
    CompiledQuery[Character](lambda who, id: _state_of(Character.objects.visible_to(who), id)),
)
_TABLES = (
    CompiledQuery[Character](lambda who, id: _table_of(Character.objects.belonging_to(who), id)),
    CompiledQuery[Character](lambda who, id: _table_of(Character.objects.playable_by(who), id)),
)


def party_state(who: Identity, party: uuid.UUID) -> str:
    """A digest that changes whenever anything changes that members of the party see; "" for other
    users.

    Every change to a character but archiving updates its `updated_at`: its log, its ledger, its
    answers to roll requests. Changes to the party and its roll requests raise the party's version.
    Of a fight, game masters see everything that its opponents do, players its open attacks.
    """
    known = _PARTY.tuples(who, party)
    if not known:
        return ""
    id, role, is_fighting, *_ = known[0]
    content = [*known]
    if role in Member.LEADING:
        content += _OPPONENTS.tuples(id)
    if is_fighting:
        content += _FIGHT.tuples(id)
    return digest(content)


def character_state(who: Identity, id: uuid.UUID) -> str:
    """A digest that changes whenever the pages of that character do; "" for who may not see it."""
    return next(filter(None, (digest(states.tuples(who, id)) for states in _STATES)), "")


def table_state(who: Identity, id: uuid.UUID) -> tuple[str, str]:
    """The `character_state` of a character, and the `everyones_state` of its party, from one query;
    both "" for who may not play it.
    """
    rows = next(filter(None, (tables.tuples(who, id) for tables in _TABLES)), [])
    return digest(row[:4] for row in rows[:1]), digest(row[4:] for row in rows)


def everyones_state(party: int) -> str:
    """A digest that changes whenever the log of a character of the party does, or its fight."""
    return digest(_EVERYONE.tuples(party))


def state_of_fetched(character: Character) -> str:
    """The `character_state` of a character that was fetched with its party. Everything read
    afterwards is at least as new.
    """
    version = character.party.version if character.party else None
    return digest([(character.updated_at, character.archived_at, character.party_id, version)])


def digest(rows: Iterable[tuple[object, ...]]) -> str:
    """A short hash of rows; "" for none."""
    content = list(rows)
    return hashlib.blake2b(repr(content).encode(), digest_size=8).hexdigest() if content else ""
