"""Encounters: prepare, change, copy, and remove them; start the fight, end it, and resume it.

Only game masters do this. Each operation locks the party, then characters, then the encounter.
"""

import uuid
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.db.models import Exists, OuterRef
from django.utils import timezone

from sheets.access import MemberAccess, lock_characters
from sheets.encounters import home
from sheets.encounters.crew.posts import board_ship, stay_aboard
from sheets.encounters.everyone import Done, act_for_all, take_back_for_all
from sheets.encounters.initiative import keep_scores
from sheets.encounters.lineup import LONGEST_NAME, copied, join, show, sources
from sheets.encounters.writes import (
    change_encounter,
    check_running,
    fight_rules,
    get_combatant,
    within_bands,
)
from sheets.errors import Conflict, Refused
from sheets.models import Character, Combatant, Encounter, Member, PlayLogEntry
from sheets.models.encounter import CombatantQuerySet
from sheets.parties.operations import party_form, save_change
from sheets.writes import write

Result = TypeVar("Result")

MOST_ENCOUNTERS = 200
LONGEST_PLACE = 200
LONGEST_FOLDER = 80
LONGEST_NOTES = 20_000

TOO_MANY = f"A party keeps at most {MOST_ENCOUNTERS} encounters. Delete old ones first."
RUNNING = "This encounter is running. End it first."
NOBODY = "Add combatants before you start."
ANOTHER = "Another encounter of this party is running. End it first."
STARTED = "This encounter has started already."
NOT_OVER = "This fight isn't over. The page shows how it stands."


def create(
    member_access: MemberAccess, *, name: str, place: str, key: str, with_ship: bool = False
) -> uuid.UUID:
    """A new encounter, prepared, with all the party's characters in it, and with its ship if it
    takes part; its public id.
    """

    def change(membership: Member) -> str:
        party = membership.party
        if party.encounters.count() >= MOST_ENCOUNTERS:
            raise Refused({"name": TOO_MANY})
        encounter = Encounter.objects.create(party=party, name=name, place=place)
        ready = party.characters.filter(archived_at=None, finished_at__isnull=False)
        ships = Character.documents.filter(kind=Character.Kind.CRAFT, party=party)
        join(encounter, (*ready, *(ships if with_ship else ())))
        return str(encounter.public_id)

    form = party_form(member_access, key, "encounter", name, place, str(with_ship))
    return uuid.UUID(write(member_access.lock, change, form=form))


def change(
    member_access: MemberAccess,
    id: uuid.UUID,
    *,
    name: str,
    place: str,
    folder: str,
    notes: str,
    hides_numbers: bool,
    key: str,
) -> None:
    """Changes what is said of an encounter."""

    def save(encounter: Encounter) -> None:
        encounter.name, encounter.place, encounter.notes = name, place, notes
        encounter.folder, encounter.hides_numbers = folder, hides_numbers
        encounter.save(update_fields=["name", "place", "folder", "notes", "hides_numbers"])

    content = ("change", name, place, folder, notes, str(hides_numbers))
    _write(member_access, id, save, key, *content)


def duplicate(member_access: MemberAccess, id: uuid.UUID, *, key: str) -> uuid.UUID:
    """Another like it, prepared: its opponents unhurt, the party as it is now; its public id."""

    def save(encounter: Encounter) -> str:
        party = encounter.party
        if party.encounters.count() >= MOST_ENCOUNTERS:
            raise Refused({"name": TOO_MANY})
        copy = Encounter.objects.create(
            party=party,
            name=f"{encounter.name[: LONGEST_NAME - 7]} (copy)",
            place=encounter.place,
            folder=encounter.folder,
            notes=encounter.notes,
            hides_numbers=encounter.hides_numbers,
        )
        ships = Character.documents.filter(kind=Character.Kind.CRAFT, party=party)
        ready = party.characters.filter(archived_at=None, finished_at__isnull=False)
        join(copy, (*ready, *ships.filter(combatants__encounter=encounter)))
        copies = encounter.combatants.filter(character__roster=encounter.party)
        rows = sources(Character.documents.filter(combatants__in=copies))
        characters = {row.pk: row for row in rows}
        for combatant in copies.order_by("pk"):
            copied(copy, characters[combatant.character_id], like=combatant)
        return str(copy.public_id)

    return uuid.UUID(_write(member_access, id, save, key, "duplicate"))


def delete(member_access: MemberAccess, id: uuid.UUID, *, key: str) -> None:
    """Deletes an encounter that is not running, with its opponents."""

    def save(encounter: Encounter) -> None:
        if encounter.is_running:
            raise Refused({"": RUNNING})
        copies = encounter.combatants.filter(character__roster=encounter.party)
        rows = Character.documents.filter(pk__in=copies.values("character"))
        lock_characters(rows)
        rows.delete()
        encounter.delete()

    _write(member_access, id, save, key, "delete", touches=False)


def describe(
    member_access: MemberAccess,
    id: uuid.UUID,
    *,
    combatant: int,
    name: str,
    hidden: bool,
    key: str,
) -> None:
    """What a combatant is called, and whether players know of it."""

    def save(encounter: Encounter) -> None:
        row = get_combatant(encounter, combatant)
        reveals = row.hidden and not hidden and name == row.name
        row.name, row.hidden = name, hidden
        row.save(update_fields=["name", "hidden"])
        if reveals:
            show(row)

    _write(member_access, id, save, key, "describe", str(combatant), name, str(hidden))


def reveal(member_access: MemberAccess, id: uuid.UUID, *, combatant: int | None, key: str) -> None:
    """Shows a combatant to the players, or all of them without one."""

    def save(encounter: Encounter) -> None:
        rows = encounter.combatants.filter(hidden=True).select_related("character").order_by("pk")
        for row in rows if combatant is None else rows.filter(pk=combatant):
            show(row)

    _write(member_access, id, save, key, "reveal", str(combatant))


def hide_numbers(member_access: MemberAccess, id: uuid.UUID, *, hides: bool, key: str) -> None:
    """Whether target numbers and chances are hidden from players."""

    def save(encounter: Encounter) -> None:
        encounter.hides_numbers = hides
        encounter.save(update_fields=["hides_numbers"])

    _write(member_access, id, save, key, "numbers", str(hides))


def put(
    member_access: MemberAccess,
    id: uuid.UUID,
    *,
    combatant: int,
    place: int | None = None,
    circumstances: Sequence[str] | None = None,
    key: str = "",
) -> None:
    """Where a combatant stands, and what it is in, as a game master says: it costs no action."""

    def save(encounter: Encounter) -> None:
        row, rules = get_combatant(encounter, combatant), fight_rules(encounter.party)
        if place is not None:
            row.place = within_bands(place, rules)
        if circumstances is not None:
            known = [one.id for one in rules.circumstances]
            row.circumstances = [one for one in known if one in circumstances]
        row.save(update_fields=["place", "circumstances"])
        aboard = list(row.crew.values_list("member", flat=True))
        Combatant.objects.filter(pk__in=aboard).update(place=row.place)

    content = (str(combatant), str(place), *(circumstances or ()))
    _write(member_access, id, save, key, "put", *content)


def start(member_access: MemberAccess, id: uuid.UUID, *, starters: Sequence[int], key: str) -> None:
    """Begins the fight, and rolls initiative for the opponents; `starters` began it and go first
    without a roll. In a game without initiative everyone is put in order at once, the party first.
    """

    def opponents(encounter: Encounter) -> CombatantQuerySet:
        if encounter.state != Encounter.State.PREPARED:
            raise Conflict(STARTED)
        rows = encounter.combatants.filter(side=Combatant.Side.OPPONENTS, post=None)
        return rows.exclude(pk__in=starters)

    def begin(encounter: Encounter, done: Done) -> None:
        if encounter.state != Encounter.State.PREPARED:
            raise Conflict(STARTED)
        if encounter.party.encounters.filter(state=Encounter.State.RUNNING).exists():
            raise Refused({"": ANOTHER})
        rows, rules = list(encounter.combatants.order_by("pk")), fight_rules(encounter.party)
        if not rows:
            raise Refused({"": NOBODY})
        home.arrive(encounter)
        board_ship(encounter)
        for row in rows:
            row.starts = row.pk in starters
        Combatant.objects.bulk_update(rows, ["starts"])
        encounter.state, encounter.started_at = Encounter.State.RUNNING, timezone.now()
        encounter.round, encounter.turn = 0, None
        encounter.save(update_fields=["state", "started_at", "round", "turn"])
        encounter.party.fighting = True
        save_change(encounter.party, "fighting")
        keep_scores(encounter, done.outcomes, everyone=not rules.initiative)

    act_for_all(member_access, id, lambda rules: rules.initiative, opponents, begin, key=key)


def end(member_access: MemberAccess, id: uuid.UUID, *, key: str) -> None:
    """Ends the fight: turns and rounds are over for everyone in it. One that is over stays so."""

    def finish(encounter: Encounter, done: Done) -> None:
        if encounter.is_over:
            return
        check_running(encounter)
        encounter.state, encounter.ended_at = Encounter.State.OVER, timezone.now()
        encounter.end_entries = [entry.pk for entry in done.entries]
        stay_aboard(encounter)
        encounter.save(update_fields=["state", "ended_at", "end_entries"])
        encounter.party.fighting = False
        save_change(encounter.party, "fighting")

    def all_but_after(encounter: Encounter) -> CombatantQuerySet:
        rows = encounter.combatants.all()
        return rows.none() if encounter.is_over else rows

    act_for_all(
        member_access, id, lambda rules: rules.end, all_but_after, finish, key=key, also=home.landed
    )


def resume(member_access: MemberAccess, id: uuid.UUID, *, key: str) -> None:
    """Goes on with a fight that was ended: whose turn it was and what lasted is as it was before,
    but for what somebody has undone since. Conflict unless it is over.
    """

    def ended(encounter: Encounter) -> dict[int, PlayLogEntry]:
        if not encounter.is_over:
            raise Conflict(NOT_OVER)
        entries = PlayLogEntry.objects.filter(pk__in=encounter.end_entries)
        later = PlayLogEntry.objects.filter(
            character=OuterRef("character"), takes_back=OuterRef("number")
        )
        return {entry.character_id: entry for entry in entries.exclude(Exists(later))}

    def go_on(encounter: Encounter, _done: Done) -> None:
        if not encounter.is_over:
            raise Conflict(NOT_OVER)
        if encounter.party.encounters.filter(state=Encounter.State.RUNNING).exists():
            raise Refused({"": ANOTHER})
        encounter.state, encounter.ended_at = Encounter.State.RUNNING, None
        encounter.end_entries = []
        encounter.save(update_fields=["state", "ended_at", "end_entries"])
        encounter.party.fighting = True
        save_change(encounter.party, "fighting")

    take_back_for_all(member_access, id, ended, go_on, key=key)


# --- parts of operations


def _write(
    member_access: MemberAccess,
    id: uuid.UUID,
    save: Callable[[Encounter], Any],
    key: str,
    *content: str,
    touches: bool = True,
) -> Any:
    """Runs `save` with the encounter under the party's lock, and raises its version."""

    def saved(_membership: Member, encounter: Encounter) -> Any:
        return save(encounter)

    return change_encounter(member_access, id, saved, key, *content, touches=touches)
