"""A digest of the state of a party or a character, from a cheap query or three: it changes whenever
their pages do. Open pages ask for it every other second, so each query is compiled once.

Of a fight a player's digest holds what players know of it (`shown_fight`), not its version: it does
not move when somebody acts whom they know nothing of.
"""

import hashlib
import uuid
from collections.abc import Iterable, Iterator
from functools import lru_cache

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from sheets import access
from sheets.models import Attack, Character, Combatant, CrewPost, Encounter, Identity, Member
from sheets.models.character import CharacterQuerySet
from sheets.models.compiled import CompiledQuery

# So many fights, as players know them, are remembered; and so many attacks of each are looked at.
MOST_FIGHTS, MOST_ATTACKS = 1000, 200


def _fight(party: str, column: str) -> Subquery:
    """A column of the fight that is running in a party, by the field that holds the party."""
    running = Encounter.objects.filter(party=OuterRef(party), state=Encounter.State.RUNNING)
    return Subquery(running.values(column)[:1])


def _state_of(characters: CharacterQuerySet, id: uuid.UUID) -> QuerySet[Character, object]:
    rows = characters.filter(public_id=id)
    columns = ("updated_at", "archived_at", "party", "party__version")
    return rows.values_list(*columns, "pk", "party__fighting")


def _table_of(
    characters: CharacterQuerySet, who: Identity, id: uuid.UUID
) -> QuerySet[Character, object]:
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
_NEWEST = CompiledQuery[Combatant](
    lambda fight: (
        Combatant.objects.filter(encounter__public_id=fight, hidden=False)
        .order_by("-character__updated_at")
        .values_list("character__updated_at")[:1]
    )
)
_EVERYONE = CompiledQuery[Character](
    lambda party: (
        Character.documents.filter(party=party)
        .order_by("pk")
        .values_list("pk", "updated_at", _fight("party", "public_id"), _fight("party", "version"))
    )
)
_HEAD = CompiledQuery[Encounter](
    lambda fight: Encounter.objects.filter(public_id=fight).values_list(
        "pk", "party", "name", "place", "shown_turn", "shown_round", "hides_numbers", "state"
    )
)
_SHOWN = CompiledQuery[Combatant](
    lambda encounter: Combatant.objects.filter(encounter_id=encounter, hidden=False).in_order()
)
_ABOARD = CompiledQuery[CrewPost](
    lambda encounter: (
        CrewPost.objects.filter(craft__encounter_id=encounter)
        .order_by("pk")
        .values_list("craft", "member", "station", "number")
    )
)
# The newest attacks that players know of, without those whose roll was undone.
_SHOWN_ATTACKS = CompiledQuery[Attack](
    lambda party: (
        access.open_attacks(party)
        .standing()
        .order_by("-pk")
        .values_list(
            *("pk", "state", "total", "number", "weapon", "attacker", "target", "craft", "entry"),
            *("damage_entry", "defense_entry", "answer_entry", "harm_entry"),
        )[:MOST_ATTACKS]
    )
)
_PART = CompiledQuery[Combatant](
    lambda character: Combatant.objects.filter(
        character=character, hidden=False, encounter__state=Encounter.State.RUNNING
    ).values_list("encounter", "encounter__shown_turn", "rank", "pk", "post__craft")
)


def _asked(whose: Q) -> QuerySet[Attack, object]:
    """The open attacks of running fights that players know of."""
    shown = {"hidden": False, "attacker__hidden": False, "target__hidden": False}
    running = {"state__in": Attack.OPEN, "encounter__state": Encounter.State.RUNNING}
    rows = Attack.objects.filter(whose, **shown, **running).standing()
    return rows.order_by("pk").values_list("pk", "state", "answer_entry").distinct()


def _on(character: object) -> Q:
    aboard = Q(target__crew__member__character=character)
    return Q(target__character=character) | aboard


_ASKED_OF = CompiledQuery[Attack](lambda character: _asked(_on(character)))
_ASKED = CompiledQuery[Attack](
    lambda character: _asked(_on(character) | Q(attacker__character=character))
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
    """A digest that changes whenever the sheet of that character does, and with what a fight asks
    of it; "" for who may not see it.
    """
    rows = next(filter(None, (states.tuples(who, id) for states in _STATES)), [])
    return digest([row[:4] for row in rows] + [call for row in rows for call in _calls(*row[4:])])


def sheet_state_of_fetched(character: Character) -> str:
    """The `character_state` of a character that was fetched with its party."""
    party = character.party
    calls = _calls(character.pk, party.fighting if party else None)
    return digest([_state_of_row(character), *calls])


def fight_calls(character: int) -> list[tuple[object, ...]]:
    """The calls of the running fight on a character, as far as its player knows: to roll
    initiative, to act, and the open attacks by it and on it, with their states. Two queries.
    """
    part = [
        ("rolls",) if rank is None and craft is None else ("acts", fight)
        for fight, turn, rank, own, craft in _PART.tuples(character)
        if (rank is None and craft is None) or turn in (own, craft or own)
    ]
    return [*part, *_ASKED.tuples(character)]


def has_to_defend(character: int) -> bool:
    """True if the running fight of its party asks a character for a defense. One query."""
    return any(state == Attack.State.DEFENDING for _, state, _ in _ASKED_OF.tuples(character))


def _calls(character: int, fighting: bool | None) -> list[tuple[object, ...]]:  # noqa: FBT001 (a column)
    return fight_calls(character) if fighting else []


def table_state(who: Identity, id: uuid.UUID) -> tuple[str, str]:
    """The state of a character alone, and the `everyones_state` of its party, from one query and in
    a fight another; both "" for who may not play it.
    """
    rows = next(filter(None, (tables.tuples(who, id) for tables in _TABLES)), [])
    if not rows:
        return "", ""
    everyone = [row[4:6] for row in rows]
    return digest(row[:4] for row in rows[:1]), digest(
        [*everyone, *_on_play(*rows[0][7:], leads=rows[0][6])]
    )


def everyones_state(party: int, *, leads: bool) -> str:
    """A digest that changes whenever the log of a character of the party does, or its fight, as
    players know it or as who `leads` does.
    """
    rows = _EVERYONE.tuples(party)
    if not rows:
        return ""
    return digest([*(row[:2] for row in rows), *_on_play(*rows[0][2:], leads=leads)])


def _on_play(
    fight: uuid.UUID | None, version: int | None, *, leads: bool
) -> Iterator[tuple[object, ...]]:
    """The values that change with a fight as the play pages of players show it: also with how those
    are whom they know of.
    """
    yield _of_fight(fight, version, leads=leads)
    if fight is not None and not leads:
        yield from _NEWEST.tuples(fight)


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
    row = next(iter(_HEAD.tuples(fight)), None)
    if row is None:
        return ""
    pk, party, *head = row
    shown = {row.pk: row for row in _SHOWN.rows(pk)}
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
    posts = _ABOARD.tuples(pk)
    aboard = (post for post in posts if post[0] in shown and post[1] in shown)
    return digest([tuple(head), *known, *aboard, *_SHOWN_ATTACKS.tuples(party)])


def state_of_fetched(character: Character) -> str:
    """The state of a character alone that was fetched with its party. Everything read afterwards is
    at least as new.
    """
    return digest([_state_of_row(character)])


def _state_of_row(character: Character) -> tuple[object, ...]:
    version = character.party.version if character.party else None
    return (character.updated_at, character.archived_at, character.party_id, version)


def digest(rows: Iterable[tuple[object, ...]]) -> str:
    """A short hash of rows; "" for none."""
    content = list(rows)
    return hashlib.blake2b(repr(content).encode(), digest_size=8).hexdigest() if content else ""
