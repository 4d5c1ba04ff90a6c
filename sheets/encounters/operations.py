"""Encounters: prepare, change, copy, and remove them, and who is in them.

Only game masters do this. Each operation locks the party, then characters, then the encounter.
"""

import uuid
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import msgspec
from django.db.models import F, Max
from django.utils import timezone

from rules import registry
from rules.fight import FightRules
from sheets import quotas, storage
from sheets.access import MemberAccess, lock_characters
from sheets.encounters.crew.posts import nameless_crew, set_turn
from sheets.errors import Conflict, NoSuchRow, Refused
from sheets.models import Character, Combatant, Encounter, Member, Party
from sheets.models.character import CharacterQuerySet
from sheets.parties.operations import party_form, save_change
from sheets.writes import write

Result = TypeVar("Result")

MOST_ENCOUNTERS = 200
MOST_COMBATANTS = 60
MOST_COPIES = 20
LONGEST_NAME = 120
LONGEST_PLACE = 200
LONGEST_FOLDER = 80
LONGEST_NOTES = 20_000

TOO_MANY = f"A party keeps at most {MOST_ENCOUNTERS} encounters. Delete old ones first."
TOO_MANY_FIGHT = f"At most {MOST_COMBATANTS} can be in one encounter. Use groups for more."
NOTHING_CHOSEN = "Choose who joins the encounter."
GONE = "One of these is no longer there. Choose again."
OVER = "This encounter is over. Duplicate it to fight it again."
RUNNING = "This encounter is running. End it first."
NO_GROUP = "{name} isn't a group."
SPLIT = "Split off 1 to {most}."
OTHER_KIND = "Only groups of the same opponents can join."


def create(member_access: MemberAccess, *, name: str, place: str, key: str) -> uuid.UUID:
    """A new encounter, prepared, with all the party's characters in it; its public id."""

    def change(membership: Member) -> str:
        party = membership.party
        if party.encounters.count() >= MOST_ENCOUNTERS:
            raise Refused({"name": TOO_MANY})
        encounter = Encounter.objects.create(party=party, name=name, place=place)
        join(encounter, party.characters.filter(archived_at=None, finished_at__isnull=False))
        save_change(party)
        return str(encounter.public_id)

    form = party_form(member_access, key, "encounter", name, place)
    return uuid.UUID(write(member_access.lock, change, form=form))


def join(encounter: Encounter, characters: Iterable[Character]) -> None:
    """Makes characters of the party combatants; those in it already stay. Part of an operation."""
    known = set(encounter.combatants.values_list("character", flat=True))
    Combatant.objects.bulk_create(
        Combatant(encounter=encounter, character=character, side=Combatant.Side.PARTY)
        for character in characters
        if character.pk not in known
    )
    ours = encounter.combatants.filter(character__kind=Character.Kind.CRAFT)
    for row in ours.filter(character__party=encounter.party).select_related("character"):
        if row.character_id not in known:
            # The ship begins with the house rules of today, and without its last pilot.
            row.encounter, row.character.house = encounter, encounter.party.house
            row.character.save(update_fields=["house", "updated_at"])
            set_turn(row)


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
        sources = _sources(Character.documents.filter(combatants__in=copies))
        characters = {row.pk: row for row in sources}
        for combatant in copies.order_by("pk"):
            _copied(copy, characters[combatant.character_id], like=combatant)
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


def add(
    member_access: MemberAccess,
    id: uuid.UUID,
    *,
    characters: Sequence[uuid.UUID],
    count: int,
    hidden: bool,
    key: str,
    ally: bool = False,
) -> None:
    """Adds `count` copies of each opponent or craft of the roster, of an `ally` on the party's
    side, and characters of the party.

    Refused where one is gone, or the encounter would be too large.
    """

    def save(encounter: Encounter) -> None:
        if encounter.is_over:
            raise Refused({"": OVER})
        if not characters:
            raise Refused({"characters": NOTHING_CHOSEN})
        party = encounter.party
        rows = list(_sources(Character.documents.filter(public_id__in=characters)))
        of_party = [row for row in rows if row.party_id == party.pk]
        of_roster = [row for row in rows if row.roster_id == party.pk]
        if len(of_party) + len(of_roster) != len(set(characters)):
            raise Refused({"characters": GONE})
        new = len(of_party) + len(of_roster) * count
        if encounter.combatants.count() + new > MOST_COMBATANTS:
            raise Refused({"characters": TOO_MANY_FIGHT})
        join(encounter, of_party)
        for row in of_roster:
            for _ in range(count):
                _copied(encounter, row, hidden=hidden, ally=ally)

    ids = sorted(str(one) for one in characters)
    _write(member_access, id, save, key, "add", *ids, str(count), str(hidden), str(ally))


def remove(member_access: MemberAccess, id: uuid.UUID, *, combatant: int, key: str) -> None:
    """Takes a combatant out; an opponent goes with its harm and its log."""

    def save(encounter: Encounter) -> None:
        row = get_combatant(encounter, combatant)
        if encounter.turn == row.pk:
            encounter.turn = None
            encounter.save(update_fields=["turn"])
        _delete(row)

    _write(member_access, id, save, key, "remove", str(combatant))


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


def split(
    member_access: MemberAccess, id: uuid.UUID, *, combatant: int, count: int, key: str
) -> None:
    """Splits so many off a group: a combatant of their own, next in order."""

    def save(encounter: Encounter) -> None:
        row, mark = get_combatant(encounter, combatant), fight_rules(encounter.party).group
        (locked,) = lock_characters(Character.documents.filter(pk=row.character_id))
        members = _members(locked, mark)
        if members is None:
            raise Refused({"count": NO_GROUP.format(name=row.called)})
        if not 1 <= count < members:
            raise Refused({"count": SPLIT.format(most=members - 1)})
        if encounter.combatants.count() >= MOST_COMBATANTS:
            raise Refused({"count": TOO_MANY_FIGHT})
        other = _copied(encounter, locked, like=row, marks={**locked.marks, mark: count})
        other.score, other.rank, other.place = row.score, row.rank, row.place
        other.starts, other.circumstances = row.starts, row.circumstances
        other.save()
        _set_members(locked, mark, members - count)

    _write(member_access, id, save, key, "split", str(combatant), str(count))


def merge(
    member_access: MemberAccess, id: uuid.UUID, *, combatant: int, into: int, key: str
) -> None:
    """Joins two groups of the same opponents: the second takes the members of the first."""

    def save(encounter: Encounter) -> None:
        first, second = get_combatant(encounter, combatant), get_combatant(encounter, into)
        mark = fight_rules(encounter.party).group
        ids = [first.character_id, second.character_id]
        rows = {row.pk: row for row in lock_characters(Character.documents.filter(pk__in=ids))}
        one, other = rows[first.character_id], rows[second.character_id]
        counts = _members(one, mark), _members(other, mark)
        if first.pk == second.pk or one.build != other.build or None in counts:
            raise Refused({"into": OTHER_KIND})
        _set_members(other, mark, sum(count or 0 for count in counts))
        if encounter.turn == first.pk:
            encounter.turn = second.pk
            encounter.save(update_fields=["turn"])
        _delete(first)

    _write(member_access, id, save, key, "merge", str(combatant), str(into))


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


def change_encounter(
    member_access: MemberAccess,
    id: uuid.UUID,
    save: Callable[[Member, Encounter], Any],
    key: str,
    *content: str,
    touches: bool = True,
) -> Any:
    """The same, for what depends on who asks for it."""

    def change(membership: Member) -> Any:
        encounter = locked_encounter(membership.party, id)
        result = save(membership, encounter)
        if touches:
            touch(encounter)
        save_change(membership.party)
        return result

    form = party_form(member_access, key, "encounter", str(id), *content)
    return write(member_access.lock, change, form=form)


def locked_encounter(party: Party, id: uuid.UUID) -> Encounter:
    """The encounter of a party. Its party is locked, so nobody else changes it; NoSuchRow."""
    encounter = party.encounters.filter(public_id=id).first()
    if encounter is None:
        raise NoSuchRow
    encounter.party = party
    return encounter


def touch(encounter: Encounter) -> None:
    """Raises the version of an encounter, so that open pages ask anew. Part of an operation."""
    Encounter.objects.filter(pk=encounter.pk).update(version=F("version") + 1)


def get_combatant(encounter: Encounter, id: int) -> Combatant:
    """A combatant of an encounter; NoSuchRow."""
    try:
        return encounter.combatants.select_related("character__owner").get(pk=id)
    except (Combatant.DoesNotExist, OverflowError):
        raise NoSuchRow from None


def fight_rules(party: Party) -> FightRules[Any]:
    """What the party's game says of fights; NoSuchRow in a game without."""
    rules = registry.get(party.system).fight
    if rules is None:
        raise NoSuchRow
    return rules


def within_bands(place: int, rules: FightRules[Any]) -> int:
    """A place on the strip of range bands, moved to its end where it lies beyond."""
    return max(0, min(place, len(rules.bands) - 1))


def _sources(rows: CharacterQuerySet) -> CharacterQuerySet:
    """Rows with what a copy needs."""
    return rows.select_related("owner").whole().order_by("pk")


def _copied(
    encounter: Encounter,
    source: Character,
    *,
    like: Combatant | None = None,
    hidden: bool = False,
    marks: dict[str, Any] | None = None,
    ally: bool = False,
) -> Combatant:
    """A combatant with a copy of an opponent's document, unhurt but for `marks`."""
    owner = source.owner
    quotas.check_room(owner, source.size, "characters")
    mark = fight_rules(encounter.party).group
    kept = {mark: source.marks[mark]} if mark and mark in (source.marks or {}) else {}
    is_ship = source.kind == Character.Kind.CRAFT
    copy = Character(
        owner=owner,
        kind=source.kind,
        roster=encounter.party,
        system=source.system,
        name=source.name,
        player=source.player,
        build=source.build,
        marks=kept if marks is None else marks,
        house=encounter.party.house if is_ship else source.house,
        house_confirmed=source.house_confirmed,
        search=source.search,
        size=source.size,
        finished_at=timezone.now(),
    )
    copy.save()
    entries = list(source.entries.all())
    for entry in entries:
        entry.pk, entry.character = None, copy
    type(entries[0]).objects.bulk_create(entries) if entries else None
    place = len(fight_rules(encounter.party).bands) // 2
    combatant = Combatant.objects.create(
        encounter=encounter,
        character=copy,
        side=like.side if like else Combatant.Side.PARTY if ally else Combatant.Side.OPPONENTS,
        name=_numbered(encounter, (like.name if like else "") or shown_name(source)),
        hidden=like.hidden if like else hidden,
        place=like.place if like else place,
        crew_dice=like.crew_dice if like else None,
    )
    if is_ship:
        copy.situation = nameless_crew(combatant, encounter.party)
        copy.save(update_fields=["situation"])
    return combatant


def shown_name(character: Character) -> str:
    """The name of an opponent: its own, or that of what it is."""
    if character.name:
        return character.name
    try:
        return storage.load(character).opened.sheet.name
    except storage.CorruptRow:
        return "Unnamed opponent"


def _numbered(encounter: Encounter, name: str) -> str:
    """The name with the next free number, where somebody there is called so already."""
    base = name.rstrip("0123456789").rstrip() or name
    names = set(Combatant.objects.filter(encounter=encounter.pk).values_list("name", flat=True))
    if name not in names and f"{base} 1" not in names:
        return name[:LONGEST_NAME]
    if base in names:
        encounter.combatants.filter(name=base).update(name=f"{base} 1")
        names.add(f"{base} 1")
    number = next(number for number in range(2, 1000) if f"{base} {number}" not in names)
    return f"{base[: LONGEST_NAME - 4]} {number}"


def _members(character: Character, mark: str) -> int | None:
    value = (character.marks or {}).get(mark) if mark else None
    return value if isinstance(value, int) else None


def _set_members(character: Character, mark: str, count: int) -> None:
    """The members of a group that is locked."""
    stored = storage.load(character)
    marks = msgspec.structs.replace(stored.document.marks, **{mark: count})
    storage.fill_marks(character, marks)
    character.save(update_fields=["marks", "updated_at"])


def _delete(row: Combatant) -> None:
    """Takes a combatant out; what was copied for this encounter goes with it."""
    character = row.character
    row.delete()
    if character.roster_id is not None:
        character.delete()


def roster(party: Party) -> CharacterQuerySet:
    """The opponents and craft of a party that encounters take copies of."""
    rows = Character.documents.filter(roster=party, combatants=None, archived_at=None)
    return rows.order_by("name", "pk")


def next_rank(encounter: Encounter) -> int:
    """The first free place at the end of the order."""
    highest = encounter.combatants.aggregate(highest=Max("rank"))["highest"]
    return 0 if highest is None else highest + 1


def check_running(encounter: Encounter) -> None:
    """Conflict unless the fight is on."""
    if not encounter.is_running:
        raise Conflict("This fight is over or has not begun. Reload the page.")
