"""Opponents and craft in a roster: add, copy, rename, put in a folder, delete, restore, make a
craft the ship of its party. In a party only its game masters do this.
"""

from __future__ import annotations

import uuid
from random import SystemRandom

import msgspec
from django.db.models import F, Q
from django.utils import timezone

from rules import opponents, registry
from rules.document import Document
from sheets import quotas, storage
from sheets.access import lock_characters
from sheets.bounded_storage import NewCharacter, fill_or_refuse
from sheets.errors import NoSuchRow, OutOfDate, Refused
from sheets.form_data import SentField
from sheets.models import (
    Character,
    Combatant,
    Duel,
    Duelist,
    LedgerEntry,
    Member,
    RollRequestTarget,
)
from sheets.models.character import NAMELESS
from sheets.opponents.rosters import Roster, RosterOperation, elsewhere
from sheets.writes import touched_fields

MOST_OPPONENTS = 300
# Of what was deleted, so many of a party can be restored.
MOST_DELETED = 50
LONGEST_NAME, LONGEST_FOLDER = 120, 80
FULL = f"A roster holds at most {MOST_OPPONENTS}. Delete some first."
OTHER_GAME = "This is for {game}. Your party plays another game."
NOT_THIS_GAME = "This is for {game}. Add it to your opponents of that game."
NOT_YOURS = "Choose one of your own characters of this game."
NOT_LED = "Choose another party of yours that plays this game."
NOT_THERE = "Choose one from another roster of yours of this game."
NOT_BUILT = (
    "{name} was made in the form of opponents, and no wizard can open it. Open “Edit it” on its"
    " page to change its numbers."
)
UNFIT = "This isn't complete: {why}"
RANDOM = SystemRandom()


class Add(RosterOperation[str]):
    """Adds an opponent; its public id. Refused for another game's, where the roster is full, and
    unless it is complete: its first problem says why not. In some games what binds players binds no
    opponent, and one `of_another_program` need not be complete.
    """

    document: Document
    of_another_program: bool = False

    @property
    def content(self) -> tuple[str, ...]:
        return ("opponent", storage.exported(self.document).decode(), *self.access.receipt_id)

    def run(self) -> str:
        rules = registry.rules_of(self.document)
        is_bound = rules.opponents is not None and rules.opponents.is_bound
        if (
            is_bound
            and not self.of_another_program
            and (problems := registry.open(self.document).problems)
        ):
            raise Refused({problems[0].where: UNFIT.format(why=problems[0].message)})
        return super().run()

    def save(self) -> str:
        return str(added(self.roster, self.document).public_id)


def added(roster: Roster, document: Document, *, folder: str = "") -> Character:
    """A new row of the roster, of which its open pages are told. One without a name is called what
    it is: "Stormtrooper". Part of an operation, under the roster's lock.
    """
    if document.system != roster.system:
        game = registry.name_of(document.system)
        message = OTHER_GAME if roster.party else NOT_THIS_GAME
        raise Refused({"document": message.format(game=game)})
    if roster.owner is None:
        raise NoSuchRow
    if roster.rows.count() >= MOST_OPPONENTS:
        raise Refused({"": FULL})
    row = Character(owner=roster.owner, kind=kind_of(document), roster=roster.party, folder=folder)
    row.finished_at = timezone.now()
    row.house_confirmed = document.is_confirmed
    fill_or_refuse(row, named(document))
    quotas.check_room(roster.owner, row.size)
    row.save()
    LedgerEntry.objects.bulk_create(storage.entries(row, document), batch_size=1000)
    roster.save_change()
    return row


def named(document: Document) -> Document:
    """The document with the name of what it is, where it has none of its own."""
    if document.name.strip():
        return document
    name = registry.open(document).sheet.name
    return document if name == NAMELESS else msgspec.structs.replace(document, name=name)


def kind_of(document: Document) -> Character.Kind:
    """The kind of a document in a roster: craft or opponent."""
    is_craft = registry.rules_of(document) is not registry.get(document.system)
    return Character.Kind.CRAFT if is_craft else Character.Kind.OPPONENT


class AddCharacter(RosterOperation[str]):
    """Adds a copy of one of one's own characters, as it stands, without its marks; its public
    id.
    """

    verb = "opponent of a character"
    character: uuid.UUID

    def save(self) -> str:
        own = Character.objects.belonging_to(self.access.who)
        source = own.filter(public_id=self.character, system=self.roster.system).first()
        if source is None:
            raise Refused({"character": NOT_YOURS})
        try:
            system, document = storage.read(source)
        except storage.CorruptRow as damaged:
            raise Refused({"character": damaged.told}) from None
        unhurt = msgspec.structs.replace(document, marks=system.marks_type())
        return str(added(self.roster, unhurt).public_id)


class MakeCharacter(RosterOperation[str]):
    """Makes a character of one's own of an opponent that was built as one, as it stands, without
    its marks, so that every step of its creation can be changed; its public id. Refused for one of
    the opponents' form, which is edited there.
    """

    verb = "character of an opponent"
    opponent: uuid.UUID

    def save(self) -> str:
        roster = self.roster
        if roster.owner is None:
            raise NoSuchRow
        row = _get(roster, self.opponent)
        system, document = storage.read(row)
        if system.opponents is None or system.opponents.filled(document) is not None:
            raise Refused({"": NOT_BUILT.format(name=row.name or "This opponent")})
        quotas.lock_owner(roster.owner)
        unhurt = msgspec.structs.replace(document, marks=system.marks_type())
        character = Character(owner=roster.owner, finished_at=timezone.now())
        NewCharacter(character, unhurt).save()
        return str(character.public_id)


class _CopyOperation(RosterOperation[str]):
    """Adds a copy of an opponent; its public id."""

    opponent: uuid.UUID

    @property
    def content(self) -> tuple[str, ...]:
        return ("copy opponent", *super().content)


class Duplicate(_CopyOperation):
    """Adds another like it, beside it; its public id."""

    def save(self) -> str:
        source = _get(self.roster, self.opponent)
        document = named(storage.read(source)[1])
        copy = msgspec.structs.replace(document, name=f"{document.name[:110]} (copy)")
        return str(added(self.roster, copy, folder=source.folder).public_id)


class CopyTo(_CopyOperation):
    """Adds a copy to the roster of another party that one leads, which plays the same game; without
    a `party`, to one's own roster.
    """

    party: uuid.UUID | None

    def save(self) -> str:
        roster, party = self.roster, None
        document = storage.read(_get(roster, self.opponent))[1]
        if self.party is not None:
            led = Member.objects.of(self.access.who).leading().select_related("party")
            target = led.filter(party__public_id=self.party, party__system=roster.system).first()
            if target is None or target.party == roster.party:
                raise Refused({"party": NOT_LED})
            party = target.party
        return str(added(Roster(roster.owner, roster.system, party), document).public_id)


class CopyFrom(_CopyOperation):
    """Adds a copy of one in another of one's rosters."""

    def save(self) -> str:
        rows = elsewhere(self.access.who, self.roster)
        source = rows.filter(public_id=self.opponent).first()
        if source is None:
            raise Refused({"opponent": NOT_THERE})
        return str(added(self.roster, storage.read(source)[1]).public_id)


class Edit(RosterOperation[None]):
    """Makes an opponent anew from its form, with its harm, its ledger, its house rules, and what
    the form leaves out as they are. NoSuchRow for one that the form cannot hold. Refused unless it
    is complete, OutOfDate if it has changed since that version.
    """

    verb = "edit opponent"
    opponent: uuid.UUID
    version: int
    document: Document

    @property
    def content(self) -> tuple[str, ...]:
        """The opponent, its version, and what it is made."""
        made = storage.exported(self.document).decode()
        return (self.verb, str(self.opponent), str(self.version), made, *self.access.receipt_id)

    def save(self) -> None:
        row = _locked(self.roster, self.opponent)
        if row.version != self.version:
            raise OutOfDate
        system, before = storage.read(row)
        group = system.fight.group if system.fight else ""
        rules = system.opponents
        if rules is None or rules.filled(before) is None:
            raise NoSuchRow
        after = opponents.remade(rules, before, self.document, group=group)
        wrong = registry.open(after).open_problems
        problems = [one for one in wrong if rules.is_bound or not one.unfinished]
        if problems:
            raise Refused({problems[0].where: UNFIT.format(why=problems[0].message)})
        row.house_confirmed = after.is_confirmed
        fill_or_refuse(row, named(after))
        row.version += 1
        row.save()
        self.roster.save_change()


class Rename(RosterOperation[None]):
    """Gives an opponent a name; "" for what it is. FieldConflict if a page showed another one."""

    verb = "rename opponent"
    opponent: uuid.UUID
    name: str
    since: SentField | None = None

    def save(self) -> None:
        row = _locked(self.roster, self.opponent)
        if self.since and not touched_fields({"name": self.since}, lambda _: (row.name,)):
            return
        document = named(msgspec.structs.replace(storage.read(row)[1], name=self.name))
        fill_or_refuse(row, document)
        row.version += 1
        row.save()
        self.roster.save_change()


class MoveToFolder(RosterOperation[None]):
    """Puts an opponent or a craft in a folder; "" takes it out of the one that it is in.
    FieldConflict if a page showed another one.
    """

    verb = "folder of opponent"
    opponent: uuid.UUID
    folder: str
    since: SentField | None = None

    def save(self) -> None:
        row = _locked(self.roster, self.opponent)
        if self.since and not touched_fields({"folder": self.since}, lambda _: (row.folder,)):
            return
        row.folder = self.folder
        row.save(update_fields=["folder"])
        self.roster.save_change()


class GiveToParty(RosterOperation[None]):
    """Makes a craft the party's ship, in place of another, or takes it back."""

    verb = "party's ship"
    craft: uuid.UUID
    ours: bool

    def save(self) -> None:
        row, party = _get(self.roster, self.craft), self.roster.party
        if party is None or row.kind != Character.Kind.CRAFT:
            raise NoSuchRow
        known = Q(pk=row.pk) | Q(kind=Character.Kind.CRAFT, party=party)
        rows = lock_characters(Character.documents.filter(known))
        # The other one leaves first: a party has one ship at most.
        for craft in sorted(rows, key=lambda craft: craft.pk == row.pk):
            is_ours = self.ours and craft.pk == row.pk
            craft.party, craft.roster = (party, None) if is_ours else (None, party)
            craft.version += 1
            craft.save(update_fields=["party", "roster", "version"])
        self.roster.save_change()


class Delete(RosterOperation[None]):
    """Deletes an opponent or a craft: for a month it can be restored. Its copies in encounters
    stay; the party's ship leaves its fights, and comes back as any other craft. One that is gone
    stays gone.
    """

    verb = "delete opponent"
    opponent: uuid.UUID

    def save(self) -> None:
        roster = self.roster
        if not roster.rows.filter(public_id=self.opponent).exists():
            return
        row = _locked(roster, self.opponent)
        Duel.objects.filter(duelists__character=row).update(version=F("version") + 1)
        for model in (RollRequestTarget, Combatant, Duelist):
            model._base_manager.filter(character=row).delete()
        row.deleted_at, row.roster, row.party = timezone.now(), roster.party, None
        row.version += 1
        row.save(update_fields=["deleted_at", "roster", "party", "version"])
        oldest = list(roster.deleted.values_list("pk", flat=True)[MOST_DELETED:])
        Character.deleted.filter(pk__in=oldest).delete()
        roster.save_change()


class Undelete(RosterOperation[None]):
    """Restores what was deleted; one that is there already stays. Refused if the roster is full
    by now, NoSuchRow for what is gone for good.
    """

    verb = "restore opponent"
    opponent: uuid.UUID

    def save(self) -> None:
        roster = self.roster
        if roster.rows.filter(public_id=self.opponent).exists():
            return
        rows = lock_characters(roster.deleted.filter(public_id=self.opponent))
        if not rows:
            raise NoSuchRow
        if roster.rows.count() >= MOST_OPPONENTS:
            raise Refused({"": FULL})
        quotas.check_room(rows[0].owner, rows[0].size)
        rows[0].deleted_at = None
        rows[0].version += 1
        rows[0].save(update_fields=["deleted_at", "version"])
        roster.save_change()


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
