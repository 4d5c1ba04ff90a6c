"""All that members do with the stash of their party: put in, take out, add what was found, remove,
and undo.
"""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import timezone

from rules import registry
from rules.character import Character as OpenCharacter
from rules.phrases import joined
from rules.problems import RuleViolation
from sheets.advancement import operations as ledgers
from sheets.errors import Conflict, NoSuchRow, Refused
from sheets.models import Member, Party, StashAct
from sheets.parties.awards.offers import award_offers, is_thing
from sheets.parties.stash.changes import Changes, Hand
from sheets.parties.stash.store import MOST_OF_IT, Thing
from sheets.writes import Operation

NOTHING = "Choose something, and say how many."
BAD_QUANTITY = "Enter a whole number, 1 or more."
NO_MONEY = "This game keeps no money."
GONE = "This is no longer in the stash. Someone took it."
UNDONE = "This was already undone."
NOT_YOURS = "Only your game master, or whoever did this, can undo it."
DONE = "{act}: {by} did this after you opened this page. To do it once more, press again."
NOT_A_THING = "Choose something that can be carried."


class _StashOperation(Operation[Member, str]):
    """A change of the stash; what was done, in a sentence. Raises Refused where another page did
    the same after the act numbered `since`, which was the newest when this page was loaded.
    """

    since: int | None = None

    def prepare(self, row: Member) -> None:
        self.changes = Changes(row)
        self.description = self.change(self.changes)
        if again := StashAct.objects.again(row.party_id, self.description, since=self.since):
            raise Refused({"": DONE.format(act=self.description, by=again.by)})
        self.changes.work_out()

    def change(self, changes: Changes) -> str:
        """Does it, unsaved; the sentence."""
        raise NotImplementedError

    def save(self) -> str:
        return self.changes.record(self.description)


class PutIn(_StashOperation):
    """Puts things that a character carries into the stash: quantities by their ids in its gear."""

    verb = "put into stash"
    character: uuid.UUID | None
    things: Mapping[str, int]

    def change(self, changes: Changes) -> str:
        hand = changes.hand(self.character)
        check_quantities(self.things, "put")
        parts = [changes.put(hand, id, quantity) for id, quantity in self.things.items()]
        return f"{hand.name} put in {joined(parts)}"


class TakeOut(_StashOperation):
    """Takes things out of the stash for a character: quantities by row."""

    verb = "take out of stash"
    character: uuid.UUID | None
    things: Mapping[int, int]

    def change(self, changes: Changes) -> str:
        hand = changes.hand(self.character)
        check_quantities(self.things, "take")
        parts = [
            changes.take(hand, find(changes, id), quantity, field=f"take-{id}")
            for id, quantity in self.things.items()
        ]
        return f"{hand.name} {_got(changes, hand)} {joined(parts)}"


class Remove(_StashOperation):
    """Takes something out of the stash for good: sold, used, lost."""

    verb = "remove from stash"
    item: int
    quantity: int

    def change(self, changes: Changes) -> str:
        check_quantities({self.item: self.quantity}, "take")
        thing, field = find(changes, self.item), f"take-{self.item}"
        return f"{changes.drop(thing, self.quantity, field=field)} removed"


class Add(_StashOperation):
    """Adds something found: an item from what its form sent of an entry, or with `money` an amount.

    Raises Refused, by member, where the rules do not allow it.
    """

    verb = "add to stash"
    members: Mapping[str, str]
    money: int = 0

    def change(self, changes: Changes) -> str:
        party = changes.membership.party
        if self.money:
            check_quantities({"money": self.money}, "add")
            return f"{changes.add(money_of(party), self.money)} added"
        things = _found(party, self.members)
        return f"{joined(changes.add(thing, quantity) for thing, quantity in things)} added"


class Undo(Operation[Member, str]):
    """Undoes one act as a whole; its sentence. Refused where what it moved is gone, or if the
    member neither leads nor did it; Conflict if it was undone before.
    """

    verb = "undo stash"
    act: int

    def prepare(self, row: Member) -> None:
        self.record = _act(row.party, self.act)
        if not row.leads and self.record.author_id != row.owner_id:
            raise Refused({"": NOT_YOURS})
        if self.record.undone_at is not None:
            raise Conflict(UNDONE)
        self.changes = Changes(row)
        self.changes.undo(self.record)
        self.changes.work_out()

    def save(self) -> str:
        standing = StashAct.objects.standing().filter(pk=self.record.pk)
        undone = {"undone_by": self.row.name, "undoer": self.row.owner}
        if not standing.update(undone_at=timezone.now(), **undone):
            raise Conflict(UNDONE)
        self.changes.save()
        return self.record.description


def find(changes: Changes, id: int) -> Thing:
    """A thing of the stash by its row. Raises Refused for one that is gone."""
    row = next((row for row in changes.store.rows if row.pk == id), None)
    if row is None:
        raise Refused({f"take-{id}": GONE})
    return Thing.of_row(row)


def money_of(party: Party) -> Thing:
    """The money of the party's game. Raises Refused for a game without."""
    stash = registry.get(party.system).stash
    if stash is None or stash.money is None:
        raise Refused({"add-money": NO_MONEY})
    return Thing.of(stash.money)


def check_quantities(things: Mapping[Any, int], field: str) -> None:
    """Raises Refused unless there are some, and each quantity is possible."""
    if not things:
        raise Refused({"": NOTHING})
    wrong = {
        f"{field}-{id}": BAD_QUANTITY
        for id, quantity in things.items()
        if not 1 <= quantity <= MOST_OF_IT
    }
    if wrong:
        raise Refused(wrong)


def _found(party: Party, members: Mapping[str, str]) -> Sequence[tuple[Thing, int]]:
    """All that somebody new to the party would carry after such an entry, and nothing else."""
    game = registry.get(party.system)
    document = game.house.moved(game.empty(), game.house.read(party.house))
    empty = OpenCharacter(game, document)
    entry = ledgers.read_entry(game, members)
    if type(entry) not in {type(offer.entry) for offer in award_offers(party) if is_thing(offer)}:
        raise Refused({"": NOT_A_THING})
    try:
        opened = empty.enter(entry)
    except RuleViolation as violation:
        raise Refused(problems=violation.problems) from None
    before = {one.id for one in empty.portables}
    things = [one for one in opened.portables if one.id not in before and not one.unit]
    if not things:
        raise Refused({"": NOT_A_THING})
    return [(Thing.of(one), one.quantity) for one in things]


def _got(changes: Changes, hand: Hand) -> str:
    """The way a character came by it: it took it, or was given it by somebody else."""
    return "took" if hand.row.owner_id == changes.membership.owner_id else "was given"


def _act(party: Party, id: int) -> StashAct:
    try:
        return StashAct.objects.get(party=party, pk=id)
    except (StashAct.DoesNotExist, OverflowError):
        raise NoSuchRow from None
