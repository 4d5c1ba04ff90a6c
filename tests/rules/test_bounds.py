"""A character holds so much and no more; what held more before may only not get greater."""

import re
from typing import Any

import msgspec
import pytest

from rules import bounds, registry
from rules.document import Document
from rules.game import Game
from rules.problems import InvalidDocument
from tests.rules.contract.systems import having, samples
from tests.rules.ledger.test_long_ledgers import character

AWARD = {"kind": "award"}
# Gear is found, and entries are made again and again, as their samples say.
FINDING = having(
    lambda system: samples(system).repeated and "gear" in system.build_type.__struct_fields__
)


def found(system: Game) -> str:
    """The kind of the entries that give an item of some name."""
    return next(str(one["kind"]) for one in samples(system).repeated if "name" in one)


def things(system: Game, count: int) -> Document:
    """So many found since it was finished, each another."""
    kind = found(system)
    entries = [{"kind": kind, "name": f"Thing {one}"} for one in range(count)]
    return character(system, entries)


def built(system: Game, count: int) -> Document:
    """So many from the beginning."""
    made = character(system, [])
    gear: list[dict[str, Any]] = [{"name": f"Thing {one}"} for one in range(count)]
    rows = msgspec.convert(gear, _rows(made.build))
    return msgspec.structs.replace(made, build=msgspec.structs.replace(made.build, gear=rows))


def _rows(build: Any) -> Any:
    return next(one.type for one in msgspec.structs.fields(type(build)) if one.name == "gear")


def longer(document: Document, *members: dict[str, Any]) -> Document:
    more = character(registry.get(document.system), list(members)).ledger
    return msgspec.structs.replace(document, ledger=(*document.ledger, *more))


@FINDING
@pytest.mark.parametrize("made", [things, built])
def test_three_hundred_things_fit_and_the_next_is_told(system: Game, made: Any) -> None:
    bounds.check(system.ledger_rules, made(system, 300))
    said = "a character holds at most 300 things; this one has 312"
    with pytest.raises(InvalidDocument, match=f"^{re.escape(said)}$"):
        bounds.check(system.ledger_rules, made(system, 312))


@FINDING
def test_three_thousand_entries_fit_and_the_next_is_told(system: Game) -> None:
    bounds.check(system.ledger_rules, character(system, [AWARD] * 3_000))
    said = "a character holds at most 3,000 entries in its history; this one has 3,001"
    with pytest.raises(InvalidDocument, match=f"^{said}$"):
        bounds.check(system.ledger_rules, character(system, [AWARD] * 3_001))


@FINDING
def test_a_text_has_its_end(system: Game) -> None:
    bounds.check(system.ledger_rules, msgspec.structs.replace(system.empty(), name="x" * 20_000))
    said = "a character holds at most 20,000 characters in one text; this one has 20,001"
    with pytest.raises(InvalidDocument, match=said):
        bounds.check(
            system.ledger_rules, msgspec.structs.replace(system.empty(), name="x" * 20_001)
        )


@FINDING
def test_what_held_more_can_be_made_smaller_and_not_greater(system: Game) -> None:
    before = things(system, 312)
    lost = {"kind": "lose", "item": "Thing 5"}
    another = {"kind": found(system), "name": "One more"}
    bounds.check(system.ledger_rules, longer(before, lost), before)
    bounds.check(system.ledger_rules, longer(before, AWARD), before)
    with pytest.raises(InvalidDocument, match="this one has 313"):
        bounds.check(system.ledger_rules, longer(before, another), before)


@FINDING
def test_in_a_full_history_something_can_still_be_taken_back_or_given_away(
    system: Game,
) -> None:
    rest = [AWARD] * 2_688
    full = longer(things(system, 312), *rest)
    bounds.check(system.ledger_rules, longer(full, {"kind": "undo", "entry": 2_999}), full)
    bounds.check(system.ledger_rules, longer(full, {"kind": "lose", "item": "Thing 5"}), full)
    with pytest.raises(InvalidDocument, match="3,000 entries in its history; this one has 3,001"):
        bounds.check(system.ledger_rules, longer(full, AWARD), full)
