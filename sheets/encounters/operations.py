"""Encounters: prepare, change, copy, and remove them, and who is in them.

Only game masters do this. Each operation locks the party, then characters, then the encounter.
"""

import uuid
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from sheets.access import MemberAccess, lock_characters
from sheets.encounters.lineup import LONGEST_NAME, copied, join, sources
from sheets.encounters.writes import change_encounter, fight_rules, get_combatant, within_bands
from sheets.errors import Refused
from sheets.models import Character, Combatant, Encounter, Member
from sheets.parties.operations import party_form, save_change
from sheets.writes import write

Result = TypeVar("Result")

MOST_ENCOUNTERS = 200
LONGEST_PLACE = 200
LONGEST_FOLDER = 80
LONGEST_NOTES = 20_000

TOO_MANY = f"A party keeps at most {MOST_ENCOUNTERS} encounters. Delete old ones first."
RUNNING = "This encounter is running. End it first."


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
        save_change(party)
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
        row.name, row.hidden = name, hidden
        row.save(update_fields=["name", "hidden"])

    _write(member_access, id, save, key, "describe", str(combatant), name, str(hidden))


def reveal(member_access: MemberAccess, id: uuid.UUID, *, combatant: int | None, key: str) -> None:
    """Shows a combatant to the players, or all of them without one."""

    def save(encounter: Encounter) -> None:
        rows = encounter.combatants.filter(hidden=True)
        (rows if combatant is None else rows.filter(pk=combatant)).update(hidden=False)

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


# --- parts of operations


def _write(
    member_access: MemberAccess,
    id: uuid.UUID,
    save: Callable[[Encounter], Any],
    key: str,
    *content: str,
    touches: bool = True,
) -> Any:
    """Runs `save` with the encounter under the party's lock, and raises both versions."""

    def saved(_membership: Member, encounter: Encounter) -> Any:
        return save(encounter)

    return change_encounter(member_access, id, saved, key, *content, touches=touches)
