"""What a player wishes for: entries that are not made yet, in an order. No part of the document."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from rules import document as documents
from rules.problems import InvalidDocument
from rules.system import GameSystem, OpenCharacter
from sheets import storage
from sheets.access import CharacterAccess
from sheets.advancement.operations import (
    Entered,
    appended,
    as_wish,
    open_in_play,
    read_entry,
    stamped,
    with_entry,
)
from sheets.errors import ARCHIVED, NoSuchRow, NotEditable, Refused
from sheets.models import Character
from sheets.models.character import MOST_WISHES
from sheets.storage import StoredCharacter
from sheets.writes import Form, Prepared, write_character

MOVES = {"up": -1, "down": 1}
NOTHING = "The plan is empty. Add something first."


@dataclass(frozen=True)
class Wish:
    """An entry that a player wishes for; `id` finds it again in the plan."""

    id: str
    entry: Any


def wishes(character: Character, system: GameSystem) -> tuple[Wish, ...]:
    """The plan in its order; what the game cannot read any more is left out."""
    plan = []
    for wish in character.wishes:
        try:
            plan.append(Wish(wish["id"], msgspec.convert(wish["entry"], system.entry_type)))
        except (msgspec.ValidationError, KeyError, TypeError):
            continue
    return tuple(plan)


def add(
    character_access: CharacterAccess, *, members: Mapping[str, str], key: str
) -> StoredCharacter | None:
    """One more wish, at the end; the character as it was saved. NoSuchRow where points buy nothing.

    Refused where the entry cannot be read or kept, where not all the points in the world would
    buy it after the other wishes, and where the plan is full.
    """

    def prepare(character: Character) -> Prepared[None]:
        _check_open(character)
        opened = storage.load(character).opened
        _check_priced(opened)
        if len(character.wishes) >= MOST_WISHES:
            raise Refused({"": f"A plan holds at most {MOST_WISHES} wishes. Take one off first."})
        entry = read_entry(opened.system, members)
        plan = wishes(character, opened.system)
        _check(opened, (*(wish.entry for wish in plan), entry))
        wish = {"id": uuid.uuid4().hex[:8], "entry": as_wish(entry)}
        character.wishes = [*character.wishes, wish]
        return Prepared(lambda: character.save(update_fields=["wishes"]), opened)

    pairs = tuple(f"{name}={value}" for name, value in sorted(members.items()))
    form = Form(key, ("pin", *pairs, str(character_access.id)))
    return write_character(character_access, prepare, form=form).character


def remove(character_access: CharacterAccess, *, wish: str) -> StoredCharacter | None:
    """Takes a wish off, as `add`; one that is gone already stays gone."""

    def prepare(character: Character) -> Prepared[None]:
        _check_open(character)
        character.wishes = [pinned for pinned in character.wishes if pinned["id"] != wish]
        return _rearranged(character)

    return write_character(character_access, prepare).character


def move(
    character_access: CharacterAccess, *, wish: str, way: str, key: str
) -> StoredCharacter | None:
    """Moves a wish one place "up" or "down", as `add`; one that is gone, or at the end, stays where
    it is.
    """

    def prepare(character: Character) -> Prepared[None]:
        _check_open(character)
        if way not in MOVES:
            raise Refused({"way": "Up or down."})
        plan = list(character.wishes)
        at = next((n for n, pinned in enumerate(plan) if pinned["id"] == wish), None)
        if at is not None and 0 <= at + MOVES[way] < len(plan):
            plan[at], plan[at + MOVES[way]] = plan[at + MOVES[way]], plan[at]
            character.wishes = plan
        return _rearranged(character)

    form = Form(key, ("move", wish, way, str(character_access.id)))
    return write_character(character_access, prepare, form=form).character


def _rearranged(character: Character) -> Prepared[None]:
    """What saves the wishes."""
    opened = storage.load(character).opened
    return Prepared(lambda: character.save(update_fields=["wishes"]), opened)


def buy_plan(character_access: CharacterAccess, *, version: int, key: str) -> Entered:
    """Buys the wishes in their order as far as the points reach, all of that at once.

    It stops at the first that cannot be had now, whatever comes after it. Refused, with what
    stands in the way, where that is the very first; OutOfDate and NotEditable are as for `enter`.
    """

    def prepare(character: Character) -> Prepared[dict[str, Any]]:
        before = open_in_play(character, version)
        _check_priced(before)
        plan = wishes(character, before.system)
        if not plan:
            raise Refused({"": NOTHING})
        after, bought = _bought(before, plan)
        character.wishes = [pinned for pinned in character.wishes if pinned["id"] not in bought]
        return Prepared(appended(character, before.document, after), after)

    form = Form(key, ("buy the plan", str(version), str(character_access.id)))
    return Entered.of(write_character(character_access, prepare, form=form))


def _bought(character: OpenCharacter, plan: tuple[Wish, ...]) -> tuple[OpenCharacter, set[str]]:
    """The character with the first wishes come true, as many as can; Refused where none can."""
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


def _check(character: OpenCharacter, plan: tuple[Any, ...]) -> None:
    """Refused where the last wish could never come true, or cannot be kept."""
    if barred := character.estimate(plan).wishes[-1].barred:
        raise Refused({"": barred})
    try:
        documents.check(as_wish(plan[-1]))
    except InvalidDocument as unreadable:
        raise Refused({"": f"This can't be saved: {unreadable}."}) from None


def _check_priced(character: OpenCharacter) -> None:
    """NoSuchRow where points buy nothing: then there is no plan."""
    if not character.is_priced:
        raise NoSuchRow


def _check_open(character: Character) -> None:
    if character.is_archived:
        raise NotEditable(ARCHIVED)
