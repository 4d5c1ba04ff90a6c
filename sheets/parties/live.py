"""A digest of the state of a party or a character, from a cheap query or three: it changes whenever
their pages do. Open pages ask for it every other second, so each query is compiled once.

Of a fight a player's digest holds what players know of it (`shown_fight`), not its version: it does
not move when somebody acts whom they know nothing of.
"""

import hashlib
import uuid
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from sheets import access
from sheets.models import Character, Combatant, CrewPost, Encounter, Identity, Member
from sheets.models.character import CharacterQuerySet
from sheets.models.compiled import CompiledQuery

# So many fights, as players know them, are remembered; and so many attacks of each are looked at.
MOST_FIGHTS, MOST_ATTACKS = 1000, 200


def _fight(party: str, column: str) -> Subquery:
    """A column of the fight that is running in a party, by the field that holds the party."""
    running = Encounter.objects.filter(party=OuterRef(party), state=Encounter.State.RUNNING)
    return Subquery(running.values(column)[:1])


def _state_of(characters: CharacterQuerySet, id: uuid.UUID) -> QuerySet[Character, Any]:
    rows = characters.filter(public_id=id)
    return rows.values_list("updated_at", "archived_at", "party", "party__version")


def _table_of(
    characters: CharacterQuerySet, who: Identity, id: uuid.UUID
) -> QuerySet[Character, Any]:
    rows = characters.filter(public_id=id).order_by("party__characters__pk")
    leading = Member.objects.of(who).leading().filter(party=OuterRef("party"))
    return rows.values_list(
        "updated_at",
        "archived_at",
        "party",
        "party__version",
        "party__characters__pk",
        "party__characters__updated_at",
        Exists(leading),
        _fight("party", "public_id"),
        _fight("party", "version"),
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
        .values_list("public_id", "version")[:1]
    )
)
_EVERYONE = CompiledQuery[Character](
    lambda party: (
        Character.documents.filter(party=party)
        .order_by("pk")
        .values_list("pk", "updated_at", _fight("party", "public_id"), _fight("party", "version"))
    )
)
# Most look at their own: that is the smaller query.
_STATES = (
    CompiledQuery[Character](lambda who, id: _state_of(Character.objects.belonging_to(who), id)),
    CompiledQuery[Character](lambda who, id: _state_of(Character.objects.visible_to(who), id)),
)
_TABLES = (
    CompiledQuery[Character](
        lambda who, id: _table_of(Character.objects.belonging_to(who), who, id)
    ),
    CompiledQuery[Character](
        lambda who, id: _table_of(Character.objects.playable_by(who), who, id)
    ),
)


def party_state(who: Identity, party: uuid.UUID) -> str:
    """A digest that changes whenever anything changes that members of the party see; "" for other
    users.

    Every change to a character but archiving updates its `updated_at`: its log, its ledger, its
    answers to roll requests. Changes to the party and its roll requests raise the party's version.
    Of a fight, game masters see everything that its opponents do, players what they know of it.
    """
    known = _PARTY.tuples(who, party)
    if not known:
        return ""
    id, role, is_fighting, *_ = known[0]
    content = [*known]
    if role in Member.LEADING:
        content += _OPPONENTS.tuples(id)
    if is_fighting:
        content += [_of_fight(*fight, leads=role in Member.LEADING) for fight in _FIGHT.tuples(id)]
    return digest(content)


def character_state(who: Identity, id: uuid.UUID) -> str:
    """A digest that changes whenever the pages of that character do; "" for who may not see it."""
    return next(filter(None, (digest(states.tuples(who, id)) for states in _STATES)), "")


def table_state(who: Identity, id: uuid.UUID) -> tuple[str, str]:
    """The `character_state` of a character, and the `everyones_state` of its party, from one query;
    both "" for who may not play it.
    """
    rows = next(filter(None, (tables.tuples(who, id) for tables in _TABLES)), [])
    if not rows:
        return "", ""
    everyone = [row[4:6] for row in rows]
    return digest(row[:4] for row in rows[:1]), digest(
        [*everyone, _of_fight(*rows[0][7:], leads=rows[0][6])]
    )


def everyones_state(party: int, *, leads: bool) -> str:
    """A digest that changes whenever the log of a character of the party does, or its fight, as
    players know it or as who `leads` does.
    """
    rows = _EVERYONE.tuples(party)
    if not rows:
        return ""
    return digest([*(row[:2] for row in rows), _of_fight(*rows[0][2:], leads=leads)])


def _of_fight(fight: uuid.UUID | None, version: int | None, *, leads: bool) -> tuple[object, ...]:
    """The values that change with a fight; () without one."""
    if fight is None or version is None:
        return ()
    return (fight, version if leads else shown_fight(fight, version))


@lru_cache(MOST_FIGHTS)
def shown_fight(fight: uuid.UUID, version: int) -> str:
    """A digest of what players know of a fight of that version, without how its combatants are:
    nothing of hidden combatants, of their attacks, and of what was rolled behind the screen.

    Four queries, once for each version. What is read may be newer than that: so is the page then.
    """
    del version
    columns = (
        "pk",
        "name",
        "place",
        "shown_turn",
        "shown_round",
        "hides_numbers",
        "state",
        "party",
    )
    row = Encounter.objects.filter(public_id=fight).values_list(*columns).first()
    if row is None:
        return ""
    pk, name, place, turn, round_, hides, state, party = row
    rows = Combatant.objects.filter(encounter=pk, hidden=False).in_order()
    shown = {row.pk: row for row in rows}
    head = (name, place, turn, round_, hides, state)
    known = [
        (
            *(
                combatant.pk,
                combatant.character_id,
                combatant.name,
                combatant.side,
                combatant.starts,
                combatant.score,
                combatant.place,
            ),
            *(
                combatant.rank is None,
                combatant.circumstances,
                combatant.trigger,
                combatant.crew_dice,
            ),
            {id: side for id, side in combatant.bearings.items() if int(id) in shown},
        )
        for combatant in shown.values()
    ]
    posts = CrewPost.objects.filter(craft__in=shown, member__in=shown).order_by("pk")
    aboard = posts.values_list("craft", "member", "station", "number")
    return digest([head, *known, *aboard, *_shown_attacks(party)])


def _shown_attacks(party: int) -> list[tuple[object, ...]]:
    """The newest attacks that players know of, without those whose roll was undone."""
    attacks = access.open_attacks(party).standing().order_by("-pk")
    parts = ("entry", "damage_entry", "defense_entry", "answer_entry", "harm_entry")
    told = ("pk", "state", "total", "number", "weapon", "attacker", "target", "craft", *parts)
    return list(attacks.values_list(*told)[:MOST_ATTACKS])


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
