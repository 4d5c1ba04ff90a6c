"""One act with a stash, unsaved: what leaves and reaches characters, and what the stash has
afterwards. Operations hold it.
"""

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import msgspec
from django.utils import timezone

from rules.character import Character as OpenCharacter
from rules.kit.stash import StashRules
from rules.ledger.entries import Entry
from rules.ledger.undo import GONE
from rules.problems import RuleViolation
from sheets import access, storage
from sheets.advancement import operations as ledgers
from sheets.advancement.operations import NewEntries
from sheets.errors import Refused
from sheets.models import Character, Combatant, Member, StashAct, StashMove
from sheets.models.character import NAMELESS, CharacterQuerySet
from sheets.parties.awards import text
from sheets.parties.operations import save_change
from sheets.parties.stash.store import Store, Thing
from sheets.writes import check_unchanged, stored

NOT_THEIRS = "Choose one of your own characters in this party. Your game master can choose any."
NOT_CARRIED = "{who} no longer carries this."
TOO_FEW = "{who} has {have}, not {wanted}."
LEFT = "{who} is no longer in the party."
UNREADABLE = "{name} can’t be read. Remove it from the stash."


def hands(membership: Member) -> CharacterQuerySet:
    """Those for whom a member may act: their own characters, and all for who leads."""
    rows = membership.party.characters.filter(archived_at=None).exclude(finished_at=None)
    rows = rows.filter(kind=Character.Kind.CHARACTER).order_by("name", "pk")
    return rows if membership.leads else rows.filter(owner=membership.owner_id)


@dataclass
class Hand:
    """A character while things reach and leave it. `seen` is its stored state before."""

    row: Character
    before: OpenCharacter
    opened: OpenCharacter
    seen: str

    @property
    def name(self) -> str:
        """The character's name."""
        return self.row.name or NAMELESS


class Changes:
    """The changes of one act by a member: `moves` are recorded with it."""

    def __init__(self, membership: Member) -> None:
        self.membership = membership
        self.store = Store(membership.party)
        self.moves: list[StashMove] = []
        self._hands: dict[int, Hand] = {}
        self._entries: list[NewEntries] = []

    def hand(self, id: uuid.UUID | None) -> Hand:
        """A character that the member acts for. Raises Refused for any other."""
        row = hands(self.membership).whole().filter(public_id=id).first() if id else None
        if row is None:
            raise Refused({"character": NOT_THEIRS})
        return self._opened(row)

    def put(self, hand: Hand, portable: str, quantity: int) -> str:
        """Some of what a character carries goes into the stash; that in words."""
        field = f"put-{portable}"
        carried = next((one for one in hand.opened.portables if one.id == portable), None)
        if carried is None:
            raise Refused({field: NOT_CARRIED.format(who=hand.name)})
        thing, rules = Thing.of(carried), hand.opened.system.stash
        if carried.quantity < quantity:
            have, wanted = thing.counted(carried.quantity), thing.counted(quantity)
            raise Refused({field: TOO_FEW.format(who=hand.name, have=have, wanted=wanted)})
        if rules:
            self._enter(hand, lambda: rules.put(carried, quantity), field)
        self.store.add(thing, quantity)
        self._move(thing, quantity, change=quantity, hand=hand)
        return thing.counted(quantity)

    def take(self, hand: Hand, thing: Thing, quantity: int, *, field: str = "") -> str:
        """Some of the stash goes to a character; that in words."""
        self.store.remove(thing, quantity, field=field)
        return self.give(hand, thing, quantity, change=-quantity, field=field)

    def give(
        self,
        hand: Hand,
        thing: Thing,
        quantity: int,
        *,
        change: int = 0,
        combatant: Combatant | None = None,
        field: str = "",
    ) -> str:
        """Some of a thing reaches a character, wherever it comes from; that in words."""
        rules, gives = _rules_and_gives(hand.opened, thing)
        self._enter(hand, partial(rules.take, hand.opened.state, gives, quantity), field)
        self._move(thing, quantity, change=change, hand=hand, combatant=combatant)
        return thing.counted(quantity)

    def add(self, thing: Thing, quantity: int, combatant: Combatant | None = None) -> str:
        """Something new in the stash; that in words."""
        self.store.add(thing, quantity)
        self._move(thing, quantity, change=quantity, combatant=combatant)
        return thing.counted(quantity)

    def drop(self, thing: Thing, quantity: int, *, field: str = "") -> str:
        """Something leaves the stash for good; that in words."""
        self.store.remove(thing, quantity, field=field)
        self._move(thing, quantity, change=-quantity)
        return thing.counted(quantity)

    def undo(self, act: StashAct) -> None:
        """Everything that an act moved goes back. Raises Refused where something of it is gone."""
        for move in act.moves.select_related("character").order_by("-pk"):
            thing = Thing.of_row(move)
            if move.change > 0:
                self.store.remove(thing, move.change)
            elif move.change < 0:
                self.store.add(thing, -move.change)
            if move.position is not None:
                self._withdraw(move.character, move.position)

    def work_out(self) -> "Changes":
        """Works out what is written to ledgers. Raises Refused where a document is too large."""
        for hand in self._hands.values():
            if hand.opened is not hand.before:
                own = hand.row.owner_id == self.membership.owner_id
                author = None if own else self.membership.owner
                new = NewEntries(hand.row, hand.before.document, hand.opened, author=author)
                self._entries.append(new)
        return self

    def save(self) -> None:
        """Writes the stash and the ledgers, under the party's lock."""
        seen = {hand.row.pk: hand.seen for hand in self._hands.values()}
        check_unchanged(access.lock_characters(Character.objects.filter(pk__in=seen)), seen)
        for entries in self._entries:
            entries.save()
        self.store.save()
        save_change(self.membership.party)

    def record(self, description: str) -> str:
        """Writes everything with a record of the act; its sentence."""
        self.save()
        member = self.membership
        act = StashAct.objects.create(
            party=member.party,
            description=description,
            at=timezone.now(),
            by=member.name,
            author=member.owner,
        )
        for move in self.moves:
            move.act = act
        StashMove.objects.bulk_create(self.moves)
        return description

    def _opened(self, row: Character) -> Hand:
        if row.pk not in self._hands:
            seen = stored(row)
            ledgers.check_in_play(row)
            try:
                opened = storage.load(row).opened
            except storage.CorruptRow as damaged:
                raise Refused({"character": text.reason(damaged)}) from None
            self._hands[row.pk] = Hand(row, opened, opened, seen)
        return self._hands[row.pk]

    def _enter(self, hand: Hand, entry: Callable[[], Entry], field: str) -> None:
        """One more entry in the ledger of a character. Raises Refused where it may not be."""

        def entered() -> OpenCharacter:
            made = ledgers.stamped(hand.opened.document, entry(), by=self.membership.name)
            return hand.opened.enter(made)

        try:
            hand.opened = storage.attempted(hand.row, entered)
        except (RuleViolation, storage.CorruptRow) as fault:
            reason = text.reason(fault)
            raise Refused({field or "character": f"{hand.name}: {reason}"}) from None

    def _move(
        self,
        thing: Thing,
        quantity: int,
        *,
        change: int = 0,
        hand: Hand | None = None,
        combatant: Combatant | None = None,
    ) -> None:
        self.moves.append(
            StashMove(
                name=thing.name,
                unit=thing.unit,
                content=thing.content,
                quantity=quantity,
                change=change,
                character=hand.row if hand else None,
                position=len(hand.opened.document.ledger) - 1 if hand else None,
                combatant=combatant,
            )
        )

    def _withdraw(self, row: Character | None, position: int) -> None:
        """A character without the entry that brought something, or took it away."""
        if row is None or row.party_id != self.membership.party_id:
            name = (row.name if row else "") or NAMELESS
            raise Refused({"": LEFT.format(who=name)})
        hand = self._opened(row)
        plan = hand.opened.withdraw(position, by=self.membership.name, at=ledgers.now())
        if plan.refusal == GONE:
            return
        if plan.refusal:
            raise Refused({"": f"{hand.name}: {plan.refusal}"})
        hand.opened = hand.opened.of_document(plan.document)


def _rules_and_gives(opened: OpenCharacter, thing: Thing) -> tuple[StashRules, Entry]:
    """The rules that bring a thing to a character, and its entry. Raises Refused if it is
    unreadable.
    """
    rules = opened.system.stash
    try:
        gives = msgspec.convert(thing.content, opened.system.entry_type)
    except msgspec.ValidationError:
        gives = None
    if rules is None or not isinstance(gives, rules.brings):
        raise Refused({"": UNREADABLE.format(name=thing.name)})
    return rules, gives
