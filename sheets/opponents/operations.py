"""Opponents and craft of a party: add, copy, rename, delete, restore, make a craft the ship of the
party. Only its game masters do this.
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
from sheets.access import MemberAccess, lock_characters
from sheets.errors import NoSuchRow, Refused
from sheets.models import (
    Character,
    Combatant,
    Duel,
    Duelist,
    Identity,
    LedgerEntry,
    Member,
    Owner,
    Party,
    RollRequestTarget,
)
from sheets.models.character import CharacterQuerySet
from sheets.parties.operations import party_form, save_change
from sheets.writes import write

MOST_OPPONENTS = 300
# Of what was deleted, so many of a party can be restored.
MOST_DELETED = 50
LONGEST_NAME = 120
FULL = f"A roster holds at most {MOST_OPPONENTS}. Delete some first."
OTHER_GAME = "This is for {game}. Your party plays another game."
NOT_YOURS = "Choose one of your own characters of this game."
NOT_LED = "Choose another party of yours that plays this game."
NOT_THERE = "Choose one from another party of yours that plays this game."
UNFIT = "This isn't complete: {why}"
IS_CRAFT = "This file holds a craft. Import it under Ships."
NO_CRAFT = "This file holds no craft. Import opponents under Roster."
RANDOM = SystemRandom()


def roster(party: Party) -> CharacterQuerySet:
    """What game masters have in a party, opponents and craft, by name; what fights in an encounter
    is a copy, but for the party's ship.
    """
    kept = Q(roster=party, combatants=None) | Q(kind=Character.Kind.CRAFT, party=party)
    return Character.documents.filter(kept).order_by("name", "pk")


def add(member_access: MemberAccess, document: Document, *, key: str) -> uuid.UUID:
    """Adds an opponent; its public id. Refused for another game's, and where the roster is full."""
    check(document)
    content = storage.exported(document).decode()

    def change(membership: Member) -> str:
        row = added(membership.party, membership.owner, document)
        save_change(membership.party)
        return str(row.public_id)

    form = party_form(member_access, key, "opponent", content)
    return uuid.UUID(write(member_access.lock, change, form=form))


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


def added(party: Party, owner: Owner, document: Document) -> Character:
    """A new row of the roster. Part of an operation, under the party's lock."""
    if document.system != party.system:
        game = registry.name_of(document.system)
        raise Refused({"document": OTHER_GAME.format(game=game)})
    if roster(party).count() >= MOST_OPPONENTS:
        raise Refused({"": FULL})
    row = Character(owner=owner, kind=kind_of(document), roster=party, finished_at=timezone.now())
    row.house_confirmed = document.is_confirmed
    storage.fill_or_refuse(row, document)
    quotas.check_room(owner, row.size)
    row.save()
    LedgerEntry.objects.bulk_create(storage.entries(row, document), batch_size=1000)
    return row


def kind_of(document: Document) -> Character.Kind:
    """What a document of the roster holds."""
    is_craft = registry.rules_of(document) is not registry.get(document.system)
    return Character.Kind.CRAFT if is_craft else Character.Kind.OPPONENT


def add_random(member_access: MemberAccess, *, key: str) -> uuid.UUID:
    """Adds an opponent at random: any character that the game makes."""
    party = member_access.read().party
    return add(member_access, registry.get(party.system).random(RANDOM), key=key)


def add_character(member_access: MemberAccess, *, character: uuid.UUID, key: str) -> uuid.UUID:
    """Adds a copy of one of one's own characters, as it stands, without its marks."""

    def change(membership: Member) -> str:
        own = Character.objects.belonging_to(member_access.who)
        source = own.filter(public_id=character, system=membership.party.system).first()
        if source is None:
            raise Refused({"character": NOT_YOURS})
        try:
            system, document = storage.read(source)
        except storage.CorruptRow as damaged:
            raise Refused({"character": damaged.told}) from None
        unhurt = msgspec.structs.replace(document, marks=system.marks_type())
        row = added(membership.party, membership.owner, unhurt)
        save_change(membership.party)
        return str(row.public_id)

    form = party_form(member_access, key, "opponent of a character", str(character))
    return uuid.UUID(write(member_access.lock, change, form=form))


def take_in(
    member_access: MemberAccess, content: bytes, *, kind: Character.Kind, key: str
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
    return add(member_access, document, key=key)


def duplicate(member_access: MemberAccess, *, opponent: uuid.UUID, key: str) -> uuid.UUID:
    """Another like it, beside it."""

    def copied(membership: Member) -> tuple[Party, Document]:
        source = _get(membership.party, opponent)
        document = storage.read(source)[1]
        name = document.name or storage.load(source).opened.sheet.name
        renamed = msgspec.structs.replace(document, name=f"{name[:110]} (copy)")
        return membership.party, renamed

    return _copy(member_access, copied, key, "duplicate", opponent)


def copy_to(
    member_access: MemberAccess, *, opponent: uuid.UUID, party: uuid.UUID, key: str
) -> uuid.UUID:
    """A copy in the roster of another party that one leads, which plays the same game."""

    def copied(membership: Member) -> tuple[Party, Document]:
        own = membership.party
        document = storage.read(_get(own, opponent))[1]
        led = Member.objects.of(member_access.who).leading().select_related("party")
        other = led.filter(party__public_id=party, party__system=own.system).first()
        if other is None or other.party_id == own.pk:
            raise Refused({"party": NOT_LED})
        return other.party, document

    return _copy(member_access, copied, key, "copy to", opponent, party)


def copy_from(member_access: MemberAccess, *, opponent: uuid.UUID, key: str) -> uuid.UUID:
    """A copy of one in the roster of another party that one leads."""

    def copied(membership: Member) -> tuple[Party, Document]:
        rows = elsewhere(member_access.who, membership.party)
        source = rows.filter(public_id=opponent).first()
        if source is None:
            raise Refused({"opponent": NOT_THERE})
        return membership.party, storage.read(source)[1]

    return _copy(member_access, copied, key, "copy from", opponent)


def elsewhere(who: Identity, party: Party) -> CharacterQuerySet:
    """What is in the rosters of the other parties of the same game that one leads, by party."""
    led = Member.objects.of(who).leading().exclude(party=party)
    rows = Character.documents.filter(roster__in=led.values("party"), combatants=None)
    return rows.filter(system=party.system).order_by("roster__name", "name", "pk")


def _copy(
    member_access: MemberAccess,
    copied: Callable[[Member], tuple[Party, Document]],
    key: str,
    *words: object,
) -> uuid.UUID:
    """Adds the document to the roster that `copied` names; its public id."""

    def change(membership: Member) -> str:
        target, document = copied(membership)
        row = added(target, membership.owner, document)
        save_change(membership.party)
        return str(row.public_id)

    form = party_form(member_access, key, "copy opponent", *map(str, words))
    return uuid.UUID(write(member_access.lock, change, form=form))


def rename(member_access: MemberAccess, *, opponent: uuid.UUID, name: str, key: str) -> None:
    """What an opponent is called; "" for what it is."""

    def change(membership: Member) -> None:
        row = _locked(membership.party, opponent)
        document = msgspec.structs.replace(storage.read(row)[1], name=name)
        storage.fill_or_refuse(row, document)
        row.version += 1
        row.save()
        save_change(membership.party)

    form = party_form(member_access, key, "rename opponent", str(opponent), name)
    write(member_access.lock, change, form=form)


def give_to_party(member_access: MemberAccess, *, craft: uuid.UUID, ours: bool, key: str) -> None:
    """Makes a craft the party's ship, in place of another, or takes it back."""

    def change(membership: Member) -> None:
        party = membership.party
        row = _get(party, craft)
        if row.kind != Character.Kind.CRAFT:
            raise NoSuchRow
        known = Q(pk=row.pk) | Q(kind=Character.Kind.CRAFT, party=party)
        rows = lock_characters(Character.documents.filter(known))
        # The other one leaves first: a party has one ship at most.
        for one in sorted(rows, key=lambda one: one.pk == row.pk):
            is_ours = ours and one.pk == row.pk
            one.party, one.roster = (party, None) if is_ours else (None, party)
            one.version += 1
            one.save(update_fields=["party", "roster", "version"])
        save_change(party)

    form = party_form(member_access, key, "party's ship", str(craft), str(ours))
    write(member_access.lock, change, form=form)


def delete(member_access: MemberAccess, *, opponent: uuid.UUID, key: str) -> None:
    """Deletes an opponent or a craft: for a month it can be restored. Its copies in encounters
    stay; the party's ship leaves its fights, and comes back as any other craft. One that is gone
    stays gone.
    """

    def change(membership: Member) -> None:
        party = membership.party
        if not roster(party).filter(public_id=opponent).exists():
            return
        row = _locked(party, opponent)
        Duel.objects.filter(duelists__character=row).update(version=F("version") + 1)
        for model in (RollRequestTarget, Combatant, Duelist):
            model._base_manager.filter(character=row).delete()
        row.deleted_at, row.roster, row.party = timezone.now(), party, None
        row.version += 1
        row.save(update_fields=["deleted_at", "roster", "party", "version"])
        deleted = Character.deleted.filter(roster=party).order_by("-deleted_at", "-pk")
        oldest = list(deleted.values_list("pk", flat=True)[MOST_DELETED:])
        Character.deleted.filter(pk__in=oldest).delete()
        save_change(party)

    form = party_form(member_access, key, "delete opponent", str(opponent))
    write(member_access.lock, change, form=form)


def undelete(member_access: MemberAccess, *, opponent: uuid.UUID, key: str) -> None:
    """Restores what was deleted; one that is there already stays. Refused where the roster is full
    by now, NoSuchRow for what is gone for good.
    """

    def change(membership: Member) -> None:
        party = membership.party
        if roster(party).filter(public_id=opponent).exists():
            return
        rows = lock_characters(Character.deleted.filter(roster=party, public_id=opponent))
        if not rows:
            raise NoSuchRow
        if roster(party).count() >= MOST_OPPONENTS:
            raise Refused({"": FULL})
        quotas.check_room(rows[0].owner, rows[0].size)
        rows[0].deleted_at = None
        rows[0].version += 1
        rows[0].save(update_fields=["deleted_at", "version"])
        save_change(party)

    form = party_form(member_access, key, "restore opponent", str(opponent))
    write(member_access.lock, change, form=form)


def _get(party: Party, opponent: uuid.UUID) -> Character:
    """An opponent of the roster; NoSuchRow."""
    row = roster(party).filter(public_id=opponent).first()
    if row is None:
        raise NoSuchRow
    return row


def _locked(party: Party, opponent: uuid.UUID) -> Character:
    rows = lock_characters(roster(party).filter(public_id=opponent))
    if not rows:
        raise NoSuchRow
    return rows[0]
