"""A player's plan: the entries they want to make later, in order. It is no part of the document."""

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from rules import document as documents
from rules.character import Character as OpenCharacter
from rules.game import Game
from rules.ledger.entries import Entry
from rules.problems import InvalidDocument
from sheets import storage
from sheets.advancement.operations import (
    LedgerOperation,
    as_wish,
    read_entry,
    stamped,
    with_entry,
)
from sheets.errors import ARCHIVED, NoSuchRow, NotEditable, Refused
from sheets.models import Character
from sheets.models.character import MOST_WISHES
from sheets.writes import CharacterOperation

MOVES = {"up": -1, "down": 1}
NOTHING = "The plan is empty. Add something first."


@dataclass(frozen=True)
class Wish:
    """An entry that a player wishes for; `id` finds it again in the plan."""

    id: str
    entry: Entry


def wishes(character: Character, system: Game) -> tuple[Wish, ...]:
    """The plan in its order; what the game cannot read any more is left out."""
    return read_wishes(character.wishes, system)


def read_wishes(wishes: Iterable[Mapping[str, Any]], system: Game) -> tuple[Wish, ...]:
    """These wishes; what the game cannot read any more is left out."""
    plan = []
    for wish in wishes:
        try:
            plan.append(Wish(wish["id"], msgspec.convert(wish["entry"], system.entry_type)))
        except (msgspec.ValidationError, KeyError, TypeError):
            continue
    return tuple(plan)


class PlanOperation(CharacterOperation[None]):
    """A change of the plan. NotEditable while the character is archived."""

    def prepare(self, row: Character) -> None:
        """Works out the wishes."""
        if row.is_archived:
            raise NotEditable(ARCHIVED)
        self.opened = storage.load(row).opened
        row.wishes = self.changed(row.wishes)

    def changed(self, wishes: list[dict[str, object]]) -> list[dict[str, object]]:
        """The wishes as they are then."""
        raise NotImplementedError

    def save(self) -> None:
        """Saves the wishes."""
        self.row.save(update_fields=["wishes"])


class Add(PlanOperation):
    """One more wish, at the end. NoSuchRow if points buy nothing.

    Refused if the entry cannot be read or kept, where not all the points in the world would
    buy it after the other wishes, and where the plan is full.
    """

    verb = "pin"
    members: Mapping[str, str]

    def changed(self, wishes: list[dict[str, object]]) -> list[dict[str, object]]:
        _check_priced(self.opened)
        if len(wishes) >= MOST_WISHES:
            raise Refused({"": f"A plan holds at most {MOST_WISHES} wishes. Take one off first."})
        entry = read_entry(self.opened.system, self.members)
        plan = read_wishes(wishes, self.opened.system)
        _check(self.opened, (*(wish.entry for wish in plan), entry))
        return [*wishes, {"id": uuid.uuid4().hex[:8], "entry": as_wish(entry)}]


class Remove(PlanOperation):
    """Takes a wish off; one that is gone already stays gone."""

    wish: str

    def changed(self, wishes: list[dict[str, object]]) -> list[dict[str, object]]:
        return [wish for wish in wishes if wish["id"] != self.wish]


class Move(PlanOperation):
    """Moves a wish one place "up" or "down"; one that is gone, or at the end, stays where it is."""

    wish: str
    way: str

    def changed(self, wishes: list[dict[str, object]]) -> list[dict[str, object]]:
        if self.way not in MOVES:
            raise Refused({"way": "Up or down."})
        at = next((n for n, wish in enumerate(wishes) if wish["id"] == self.wish), None)
        if at is None or not 0 <= at + MOVES[self.way] < len(wishes):
            return wishes
        plan = list(wishes)
        plan.insert(at + MOVES[self.way], plan.pop(at))
        return plan


class BuyPlan(LedgerOperation):
    """Buys the wishes in their order as far as the points reach, all of that at once.

    It stops at the first that cannot be had now, whatever comes after it. Refused, with what
    stands in the way, where that is the very first.
    """

    verb = "buy the plan"

    def changed(self, before: OpenCharacter) -> OpenCharacter:
        _check_priced(before)
        plan = wishes(self.row, before.system)
        if not plan:
            raise Refused({"": NOTHING})
        after, bought = _bought(before, plan)
        self.row.wishes = [wish for wish in self.row.wishes if wish["id"] not in bought]
        return after


def _bought(character: OpenCharacter, plan: tuple[Wish, ...]) -> tuple[OpenCharacter, set[str]]:
    """The character with the first wishes come true, as many as can; Refused if none can."""
    bought: set[str] = set()
    for wish in plan:
        try:
            character = with_entry(character, stamped(character.document, wish.entry))
        except Refused:
            if not bought:
                raise
            break
        bought.add(wish.id)
    return character, bought


def _check(character: OpenCharacter, plan: tuple[Entry, ...]) -> None:
    """Refused if the last wish could never come true, or cannot be kept."""
    if barred := character.estimate(plan).wishes[-1].barred:
        raise Refused({"": barred})
    try:
        documents.check(as_wish(plan[-1]))
    except InvalidDocument as unreadable:
        raise Refused({"": f"This can't be saved: {unreadable}."}) from None


def _check_priced(character: OpenCharacter) -> None:
    """NoSuchRow if points buy nothing: then there is no plan."""
    if not character.is_priced:
        raise NoSuchRow
