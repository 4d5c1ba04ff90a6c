"""Paying for a ship: several characters pay one upgrade, each from its own ledger, all or nothing;
undone the same way.

Locks are taken in one order: the party, then characters and the ship by row id.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.utils import timezone

from rules import registry
from rules.character import Character as OpenCharacter
from rules.craft import UpgradeRules
from rules.forms.parsing import FormValues
from rules.ledger.entries import Entry
from rules.phrases import joined
from rules.problems import RuleViolation
from sheets import storage
from sheets.access import lock_characters
from sheets.advancement import operations as ledgers
from sheets.advancement.operations import NewEntries
from sheets.errors import Conflict, NoSuchRow, OutOfDate, Refused, allowed
from sheets.models import Character, Member, Owner, Party, ShipUpgrade
from sheets.models.character import CharacterQuerySet
from sheets.parties.operations import save_change
from sheets.writes import Operation, check_unchanged, stored

NOTHING = "Choose an upgrade, or say who pays how much into the pool."
NOT_THEIRS = "You can pay only from your own characters. Your game master can pay for all."
GONE = "One of these is no longer in the party. Reload the page."
DAMAGED = "{name} can't be read: {why}"
TOO_FEW = "{name} has {have}, not {points}."
SHORT = "This costs {price}: {short} still missing."
TOO_MUCH = "This costs {price}: you pay {over} too much. Pay in without an upgrade to save it."
NOT_YOURS = "Only your game master, or whoever paid, can undo this."
UNDONE = "This was already undone."


def upgrade_rules(party: Party) -> UpgradeRules:
    """The upgrade rules of the party's game; NoSuchRow for a game without any."""
    craft = registry.get(party.system).craft
    if craft is None or craft.upgrades is None:
        raise NoSuchRow
    return craft.upgrades


def ships(membership: Member) -> CharacterQuerySet:
    """The ships that a member may improve: the party's, and for game masters those of the roster
    as well.
    """
    rows = Character.documents.filter(kind=Character.Kind.CRAFT)
    known = rows.filter(party=membership.party)
    if membership.leads:
        known |= rows.filter(roster=membership.party, combatants=None)
    return known


def find(membership: Member, ship: uuid.UUID) -> Character:
    """One of them by its public id; NoSuchRow without."""
    row = ships(membership).whole().filter(public_id=ship).first()
    if row is None:
        raise NoSuchRow
    return row


def payers(membership: Member) -> CharacterQuerySet:
    """Whose points a member may spend: those of their own characters; game masters of all."""
    rows = Character.objects.filter(party=membership.party, archived_at=None)
    rows = rows.exclude(finished_at=None).order_by("name", "pk")
    return rows if membership.leads else rows.filter(owner=membership.owner)


class Pay(Operation[Member, str]):
    """Pays `shares` into a ship and buys an upgrade with them and with its pool, or with `upgrade`
    empty puts them aside; that in a sentence.

    Refused, by field, where somebody has too few points, or the price is not met exactly; OutOfDate
    if the ship has changed since that version. Then nobody pays anything.
    """

    verb = "ship"
    ship: uuid.UUID
    upgrade: str
    version: int
    shares: Mapping[uuid.UUID, int]
    values: FormValues

    def prepare(self, row: Member) -> None:
        rules, upgrade, values = upgrade_rules(row.party), self.upgrade, self.values
        shares = dict(self.shares)
        self.vessel = find(row, self.ship)
        if self.vessel.version != self.version:
            raise OutOfDate
        givers = _givers(row, [id for id, points in shares.items() if points])
        if not upgrade and not givers:
            raise Refused({"": NOTHING})
        self.seen = {payer.pk: stored(payer) for payer in (self.vessel, *givers)}
        work = _Work(rules, row)
        before = opened = _open(self.vessel)
        title = f"{_name(opened)}: {_title(rules, opened, upgrade, values)}"
        for giver in givers:
            opened = work.share(opened, giver, shares[giver.public_id], title)
        if upgrade:
            _check_price(rules, opened, upgrade, values, paid=sum(shares.values()))
            opened = work.enter(opened, lambda: rules.entry(opened.state, upgrade, values))
        self.parts, self.text = work.parts, _sentence(title, work.parts)
        author = _author(self.vessel, row)
        self.entries = NewEntries(self.vessel, before.document, opened, author=author)

    def save(self) -> str:
        _lock(self.seen)
        record = ShipUpgrade(ship=self.vessel, description=self.text, at=timezone.now())
        record.by, record.author = self.row.name, self.row.owner
        record.positions = self.entries.save()["positions"]
        record.save()
        for share in self.parts:
            (position,) = share.entries.save()["positions"]
            record.shares.create(character=share.row, position=position, points=share.points)
        save_change(self.row.party)
        return self.text


class Undo(Operation[Member, str]):
    """Undoes a payment as a whole: what it bought is gone, and everybody has their points again;
    that in a sentence. Refused if something later depends on it; then nothing is undone.
    """

    verb = "undo ship"
    ship: uuid.UUID
    upgrade: int

    def prepare(self, row: Member) -> None:
        vessel = find(row, self.ship)
        self.record = _record(vessel, self.upgrade)
        if not row.leads and self.record.author_id != row.owner_id:
            raise Refused({"": NOT_YOURS})
        if self.record.undone_at is not None:
            raise Conflict(UNDONE)
        shares = list(self.record.shares.order_by("pk"))
        ids = [share.character_id for share in shares]
        payers = {payer.pk: payer for payer in Character.objects.filter(pk__in=ids).whole()}
        self.seen = {payer.pk: stored(payer) for payer in (vessel, *payers.values())}
        self.entries = [_withdrawn(vessel, self.record.positions, row)]
        self.entries += [
            _withdrawn(payers[share.character_id], [share.position], row)
            for share in shares
            if share.character_id in payers
        ]

    def save(self) -> str:
        _lock(self.seen)
        standing = ShipUpgrade.objects.filter(pk=self.record.pk, undone_at=None)
        if not standing.update(undone_at=timezone.now()):
            raise Conflict(UNDONE)
        for entries in self.entries:
            entries.save()
        save_change(self.row.party)
        return self.record.description


# --- parts of operations


@dataclass
class _Share:
    row: Character
    name: str
    points: int
    entries: NewEntries


class _Work:
    """The shares paid so far, unsaved."""

    def __init__(self, rules: UpgradeRules, membership: Member) -> None:
        self.rules, self.by = rules, membership
        self.parts: list[_Share] = []

    def share(
        self, opened: OpenCharacter, giver: Character, points: int, title: str
    ) -> OpenCharacter:
        """The ship with somebody's points; that one's spending is kept with the rest."""
        before = _open(giver)
        name, field = giver.name or "Unnamed character", f"share-{giver.public_id}"
        have = self.rules.points(before.state)
        if points > have.value:
            told = TOO_FEW.format(name=name, have=self.rules.unit(have.value), points=points)
            raise Refused({field: told})
        after = self.enter(before, lambda: self.rules.spend(points, title), field=field)
        entries = NewEntries(giver, before.document, after, author=_author(giver, self.by))
        self.parts.append(_Share(giver, name, points, entries))
        return self.enter(opened, lambda: self.rules.pay_in(points, name))

    def enter(
        self, opened: OpenCharacter, entry: Callable[[], Entry], *, field: str = ""
    ) -> OpenCharacter:
        """A character or ship with one more entry."""
        try:
            made = ledgers.stamped(opened.document, entry(), by=self.by.name)
            return opened.enter(made)
        except RuleViolation as violation:
            errors = {field or problem.where: problem.message for problem in violation.problems}
            raise Refused(errors) from None


def _check_price(
    rules: UpgradeRules,
    opened: OpenCharacter,
    upgrade: str,
    values: FormValues,
    *,
    paid: int,
) -> None:
    """Refused unless the pool, with what is paid now, meets the price, and nothing is paid that
    the pool would not need.
    """
    chosen = allowed(lambda: rules.chosen(opened.state, upgrade, values))
    if chosen.price is None:
        return
    price, pool = chosen.price.value, rules.pool(opened.state).value
    if pool < price:
        short = rules.unit(price - pool)
        raise Refused({"shares": SHORT.format(price=rules.unit(price), short=short)})
    if over := min(paid, pool - price):
        told = TOO_MUCH.format(price=rules.unit(price), over=rules.unit(over))
        raise Refused({"shares": told})


def _title(rules: UpgradeRules, opened: OpenCharacter, upgrade: str, values: FormValues) -> str:
    if not upgrade:
        return "points put aside"
    name: str = allowed(lambda: rules.chosen(opened.state, upgrade, values)).name
    return name


def _sentence(title: str, parts: Sequence[_Share]) -> str:
    if not parts:
        return title
    return f"{title} ({joined(f'{part.name} {part.points}' for part in parts)})"


def _name(opened: OpenCharacter) -> str:
    return opened.sheet.name


def _givers(membership: Member, ids: Sequence[uuid.UUID]) -> list[Character]:
    rows = list(payers(membership).whole().filter(public_id__in=ids).order_by("pk"))
    if len(rows) != len(ids):
        known = Character.objects.filter(party=membership.party, public_id__in=ids).count()
        raise Refused({"shares": GONE if known != len(ids) else NOT_THEIRS})
    return rows


def _open(row: Character) -> OpenCharacter:
    try:
        return storage.load(row).opened
    except storage.CorruptRow as damaged:
        name = row.name or "One of them"
        raise Refused({"shares": DAMAGED.format(name=name, why=damaged.told)}) from None


def _record(vessel: Character, id: int) -> ShipUpgrade:
    try:
        return ShipUpgrade.objects.get(ship=vessel, pk=id)
    except (ShipUpgrade.DoesNotExist, OverflowError):
        raise NoSuchRow from None


def _withdrawn(row: Character, positions: Sequence[int], membership: Member) -> NewEntries:
    """The entries that undo these, the newest first; Refused if a later entry depends on one."""
    before = opened = _open(row)
    for position in sorted(positions, reverse=True):
        at = ledgers.now()
        plan = opened.withdraw(position, by=membership.name, at=at)
        if plan.refusal:
            raise Refused({"": f"{row.name or 'The ship'}: {plan.refusal}"})
        opened = opened.of_document(plan.document)
    return NewEntries(row, before.document, opened, author=_author(row, membership))


def _author(row: Character, membership: Member) -> Owner | None:
    """The author of an entry; None for the owner of its character or ship."""
    return None if row.owner_id == membership.owner_id else membership.owner


def _lock(seen: Mapping[int, str]) -> None:
    """Locks the ship and whoever pays, and sees that none has changed."""
    rows = Character.documents.filter(pk__in=list(seen))
    check_unchanged(lock_characters(rows), seen)
