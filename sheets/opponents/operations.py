"""Opponents and craft in a roster: add, copy, rename, delete, restore, make a craft the ship of its
party. In a party only its game masters do this.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from random import SystemRandom

import msgspec
from django.db.models import F, Q
from django.utils import timezone

from rules import registry
from rules.document import Document
from rules.problems import InvalidDocument, RuleViolation
from sheets import quotas, storage
from sheets.access import lock_characters
from sheets.errors import NoSuchRow, Refused
from sheets.models import (
    Character,
    Combatant,
    Duel,
    Duelist,
    LedgerEntry,
    Member,
    RollRequestTarget,
)
from sheets.opponents.rosters import Roster, RosterAccess, elsewhere

MOST_OPPONENTS = 300
# Of what was deleted, so many of a party can be restored.
MOST_DELETED = 50
LONGEST_NAME = 120
FULL = f"A roster holds at most {MOST_OPPONENTS}. Delete some first."
OTHER_GAME = "This is for {game}. Your party plays another game."
NOT_THIS_GAME = "This is for {game}. Add it to your opponents of that game."
NOT_YOURS = "Choose one of your own characters of this game."
NOT_LED = "Choose another party of yours that plays this game."
NOT_THERE = "Choose one from another roster of yours of this game."
UNFIT = "This isn't complete: {why}"
IS_CRAFT = "This file holds a craft. Import it under Ships."
NO_CRAFT = "This file holds no craft. Import opponents under Roster."
RANDOM = SystemRandom()


def add(roster_access: RosterAccess, document: Document, *, key: str) -> uuid.UUID:
    """Adds an opponent; its public id. Refused for another game's, and where the roster is full."""
    check(document)
    content = storage.exported(document).decode()

    def change(roster: Roster) -> str:
        row = added(roster, document)
        roster.save_change()
        return str(row.public_id)

    return uuid.UUID(roster_access.write(change, key, "opponent", content))


def check(document: Document) -> None:
    """Refused unless a document of an opponent is complete: its first problem says why not. In some
    games what binds players binds no opponent.
    """
    rules = registry.rules_of(document)
    if rules.opponents is None or not rules.opponents.is_bound:
        return
    problems = rules.problems(document)
    if problems:
        raise Refused({problems[0].where: UNFIT.format(why=problems[0].message)})


def added(roster: Roster, document: Document) -> Character:
    """A new row of the roster. Part of an operation, under the roster's lock."""
    if document.system != roster.system:
        game = registry.name_of(document.system)
        other = OTHER_GAME if roster.party else NOT_THIS_GAME
        raise Refused({"document": other.format(game=game)})
    if roster.owner is None:
        raise NoSuchRow
    if roster.rows.count() >= MOST_OPPONENTS:
        raise Refused({"": FULL})
    row = Character(owner=roster.owner, kind=kind_of(document), roster=roster.party)
    row.finished_at = timezone.now()
    row.house_confirmed = document.is_confirmed
    storage.fill_or_refuse(row, document)
    quotas.check_room(roster.owner, row.size)
    row.save()
    LedgerEntry.objects.bulk_create(storage.entries(row, document), batch_size=1000)
    return row


def kind_of(document: Document) -> Character.Kind:
    """What a document of the roster holds."""
    is_craft = registry.rules_of(document) is not registry.get(document.system)
    return Character.Kind.CRAFT if is_craft else Character.Kind.OPPONENT


def add_random(roster_access: RosterAccess, *, key: str) -> uuid.UUID:
    """Adds an opponent at random: any character that the game makes."""
    return add(roster_access, registry.get(roster_access.system).random(RANDOM), key=key)


def add_character(roster_access: RosterAccess, *, character: uuid.UUID, key: str) -> uuid.UUID:
    """Adds a copy of one of one's own characters, as it stands, without its marks."""

    def change(roster: Roster) -> str:
        own = Character.objects.belonging_to(roster_access.who)
        source = own.filter(public_id=character, system=roster.system).first()
        if source is None:
            raise Refused({"character": NOT_YOURS})
        try:
            system, document = storage.read(source)
        except storage.CorruptRow as damaged:
            raise Refused({"character": damaged.told}) from None
        unhurt = msgspec.structs.replace(document, marks=system.marks_type())
        row = added(roster, unhurt)
        roster.save_change()
        return str(row.public_id)

    return uuid.UUID(roster_access.write(change, key, "opponent of a character", character))


def take_in(
    roster_access: RosterAccess, content: bytes, *, kind: Character.Kind, key: str
) -> uuid.UUID:
    """Adds an opponent or a craft from its file; Refused where it is none of that kind."""
    try:
        document = registry.read(content)
    except (InvalidDocument, RuleViolation) as error:
        told = error.in_words if isinstance(error, InvalidDocument) else str(error)
        raise Refused({"document": f"This file can't be read. {told}"}) from None
    if kind_of(document) != kind:
        is_craft = kind == Character.Kind.OPPONENT
        raise Refused({"document": IS_CRAFT if is_craft else NO_CRAFT})
    return add(roster_access, document, key=key)


def duplicate(roster_access: RosterAccess, *, opponent: uuid.UUID, key: str) -> uuid.UUID:
    """Another like it, beside it."""

    def copied(roster: Roster) -> tuple[Roster, Document]:
        source = _get(roster, opponent)
        document = storage.read(source)[1]
        name = document.name or storage.load(source).opened.sheet.name
        return roster, msgspec.structs.replace(document, name=f"{name[:110]} (copy)")

    return _copy(roster_access, copied, key, "duplicate", opponent)


def copy_to(
    roster_access: RosterAccess, *, opponent: uuid.UUID, party: uuid.UUID | None, key: str
) -> uuid.UUID:
    """A copy in the roster of another party that one leads, which plays the same game; without a
    `party`, in one's own roster.
    """

    def copied(roster: Roster) -> tuple[Roster, Document]:
        document = storage.read(_get(roster, opponent))[1]
        if party is None:
            return Roster(roster.owner, roster.system), document
        led = Member.objects.of(roster_access.who).leading().select_related("party")
        other = led.filter(party__public_id=party, party__system=roster.system).first()
        if other is None or other.party == roster.party:
            raise Refused({"party": NOT_LED})
        return Roster(roster.owner, roster.system, other.party), document

    return _copy(roster_access, copied, key, "copy to", opponent, party)


def copy_from(roster_access: RosterAccess, *, opponent: uuid.UUID, key: str) -> uuid.UUID:
    """A copy of one in another of one's rosters."""

    def copied(roster: Roster) -> tuple[Roster, Document]:
        source = elsewhere(roster_access.who, roster).filter(public_id=opponent).first()
        if source is None:
            raise Refused({"opponent": NOT_THERE})
        return roster, storage.read(source)[1]

    return _copy(roster_access, copied, key, "copy from", opponent)


def _copy(
    roster_access: RosterAccess,
    copied: Callable[[Roster], tuple[Roster, Document]],
    key: str,
    *words: object,
) -> uuid.UUID:
    """Adds the document to the roster that `copied` names; its public id."""

    def change(roster: Roster) -> str:
        target, document = copied(roster)
        row = added(target, document)
        target.save_change()
        return str(row.public_id)

    return uuid.UUID(roster_access.write(change, key, "copy opponent", *words))


def rename(roster_access: RosterAccess, *, opponent: uuid.UUID, name: str, key: str) -> None:
    """What an opponent is called; "" for what it is."""

    def change(roster: Roster) -> None:
        row = _locked(roster, opponent)
        document = msgspec.structs.replace(storage.read(row)[1], name=name)
        storage.fill_or_refuse(row, document)
        row.version += 1
        row.save()
        roster.save_change()

    roster_access.write(change, key, "rename opponent", opponent, name)


def give_to_party(roster_access: RosterAccess, *, craft: uuid.UUID, ours: bool, key: str) -> None:
    """Makes a craft the party's ship, in place of another, or takes it back."""

    def change(roster: Roster) -> None:
        row, party = _get(roster, craft), roster.party
        if party is None or row.kind != Character.Kind.CRAFT:
            raise NoSuchRow
        known = Q(pk=row.pk) | Q(kind=Character.Kind.CRAFT, party=party)
        rows = lock_characters(Character.documents.filter(known))
        # The other one leaves first: a party has one ship at most.
        for one in sorted(rows, key=lambda one: one.pk == row.pk):
            is_ours = ours and one.pk == row.pk
            one.party, one.roster = (party, None) if is_ours else (None, party)
            one.version += 1
            one.save(update_fields=["party", "roster", "version"])
        roster.save_change()

    roster_access.write(change, key, "party's ship", craft, ours)


def delete(roster_access: RosterAccess, *, opponent: uuid.UUID, key: str) -> None:
    """Deletes an opponent or a craft: for a month it can be restored. Its copies in encounters
    stay; the party's ship leaves its fights, and comes back as any other craft. One that is gone
    stays gone.
    """

    def change(roster: Roster) -> None:
        if not roster.rows.filter(public_id=opponent).exists():
            return
        row = _locked(roster, opponent)
        Duel.objects.filter(duelists__character=row).update(version=F("version") + 1)
        for model in (RollRequestTarget, Combatant, Duelist):
            model._base_manager.filter(character=row).delete()
        row.deleted_at, row.roster, row.party = timezone.now(), roster.party, None
        row.version += 1
        row.save(update_fields=["deleted_at", "roster", "party", "version"])
        oldest = list(roster.deleted.values_list("pk", flat=True)[MOST_DELETED:])
        Character.deleted.filter(pk__in=oldest).delete()
        roster.save_change()

    roster_access.write(change, key, "delete opponent", opponent)


def undelete(roster_access: RosterAccess, *, opponent: uuid.UUID, key: str) -> None:
    """Restores what was deleted; one that is there already stays. Refused where the roster is full
    by now, NoSuchRow for what is gone for good.
    """

    def change(roster: Roster) -> None:
        if roster.rows.filter(public_id=opponent).exists():
            return
        rows = lock_characters(roster.deleted.filter(public_id=opponent))
        if not rows:
            raise NoSuchRow
        if roster.rows.count() >= MOST_OPPONENTS:
            raise Refused({"": FULL})
        quotas.check_room(rows[0].owner, rows[0].size)
        rows[0].deleted_at = None
        rows[0].version += 1
        rows[0].save(update_fields=["deleted_at", "version"])
        roster.save_change()

    roster_access.write(change, key, "restore opponent", opponent)


def _get(roster: Roster, opponent: uuid.UUID) -> Character:
    """An opponent of the roster; NoSuchRow."""
    row = roster.rows.filter(public_id=opponent).first()
    if row is None:
        raise NoSuchRow
    return row


def _locked(roster: Roster, opponent: uuid.UUID) -> Character:
    rows = lock_characters(roster.rows.filter(public_id=opponent))
    if not rows:
        raise NoSuchRow
    return rows[0]
