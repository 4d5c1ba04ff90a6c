"""What a player wishes for: entries that are not made yet, in an order. No part of the document."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from rules import document as documents
from rules.document import Document
from rules.problems import InvalidDocument
from rules.system import GameSystem
from sheets import storage
from sheets.access import CharacterAccess
from sheets.advancement.operations import (
    Made,
    allowed,
    appended,
    as_wish,
    opened,
    read_entry,
    stamped,
)
from sheets.errors import ARCHIVED, NoSuchRow, NotEditable, Refused
from sheets.models import Character
from sheets.models.character import MOST_WISHES
from sheets.writes import Form, Keep, write, write_prepared

MOVES = {"up": -1, "down": 1}
NOTHING = "The plan is empty. Pin something first."


@dataclass(frozen=True)
class Wish:
    """An entry that a player wishes for; `id` finds it again in the plan."""

    id: str
    entry: Any


def wishes(character: Character, system: GameSystem) -> tuple[Wish, ...]:
    """The plan in its order; what the game cannot read any more is left out."""
    found = []
    for wish in character.wishes:
        try:
            found.append(Wish(wish["id"], msgspec.convert(wish["entry"], system.entry_type)))
        except (msgspec.ValidationError, KeyError, TypeError):
            continue
    return tuple(found)


def add(claim: CharacterAccess, *, members: Mapping[str, str], key: str) -> None:
    """One more wish, at the end. NoSuchRow where points buy nothing.

    Refused where the entry cannot be read or kept, where not all the points in the world would
    buy it after the other wishes, and where the plan is full.
    """

    def prepare(character: Character) -> Keep[None]:
        _check_open(character)
        system, document = storage.read(character)
        _check_priced(system, document)
        if len(character.wishes) >= MOST_WISHES:
            raise Refused({"": f"A plan holds at most {MOST_WISHES} wishes. Take one off first."})
        entry = read_entry(system, members)
        _check(system, document, (*(wish.entry for wish in wishes(character, system)), entry))
        wish = {"id": uuid.uuid4().hex[:8], "entry": as_wish(entry)}
        character.wishes = [*character.wishes, wish]
        return lambda: character.save(update_fields=["wishes"])

    pairs = tuple(f"{name}={value}" for name, value in sorted(members.items()))
    write_prepared(claim, prepare, form=Form(key, ("pin", *pairs, str(claim.id))))


def remove(claim: CharacterAccess, *, wish: str) -> None:
    """Takes a wish off; one that is gone already stays gone."""

    def change(character: Character) -> None:
        _check_open(character)
        character.wishes = [one for one in character.wishes if one["id"] != wish]
        character.save(update_fields=["wishes"])

    write(claim.lock, change)


def move(claim: CharacterAccess, *, wish: str, way: str, key: str) -> None:
    """Moves a wish one place "up" or "down"; one that is gone, or at the end, stays where it is."""

    def change(character: Character) -> None:
        _check_open(character)
        if way not in MOVES:
            raise Refused({"way": "Up or down."})
        plan = list(character.wishes)
        at = next((n for n, one in enumerate(plan) if one["id"] == wish), None)
        if at is None or not 0 <= at + MOVES[way] < len(plan):
            return
        plan[at], plan[at + MOVES[way]] = plan[at + MOVES[way]], plan[at]
        character.wishes = plan
        character.save(update_fields=["wishes"])

    write(claim.lock, change, form=Form(key, ("move", wish, way, str(claim.id))))


def buy_plan(claim: CharacterAccess, *, version: int, key: str) -> Made:
    """Buys the wishes in their order as far as the points reach, all of that at once.

    It stops at the first that cannot be had now, whatever comes after it. Refused, with what
    stands in the way, where that is the very first; OutOfDate and NotEditable are as for `enter`.
    """

    def prepare(character: Character) -> Keep[dict[str, Any]]:
        system, before = opened(character, version)
        _check_priced(system, before)
        plan = wishes(character, system)
        if not plan:
            raise Refused({"": NOTHING})
        after, bought = _bought(system, before, plan)
        character.wishes = [one for one in character.wishes if one["id"] not in bought]
        return appended(character, before, after)

    form = Form(key, ("buy the plan", str(version), str(claim.id)))
    return Made.read(write_prepared(claim, prepare, form=form))


def _bought(
    system: GameSystem, document: Document, plan: tuple[Wish, ...]
) -> tuple[Document, set[str]]:
    """The document with the first wishes come true, as many as can; Refused where none can."""
    bought: set[str] = set()
    for wish in plan:
        try:
            document = allowed(system, document, stamped(document, wish.entry))
        except Refused:
            if not bought:
                raise
            break
        bought.add(wish.id)
    return document, bought


def _check(system: GameSystem, document: Document, plan: tuple[Any, ...]) -> None:
    """Refused where the last wish could never come true, or cannot be kept."""
    if barred := system.estimate(document, plan).wishes[-1].barred:
        raise Refused({"": barred})
    try:
        documents.check(as_wish(plan[-1]))
    except InvalidDocument as unreadable:
        raise Refused({"": f"This cannot be kept: {unreadable}."}) from None


def _check_priced(system: GameSystem, document: Document) -> None:
    """NoSuchRow where points buy nothing: then there is no plan."""
    if not system.is_priced(document):
        raise NoSuchRow


def _check_open(character: Character) -> None:
    if character.is_archived:
        raise NotEditable(ARCHIVED)
