"""The kinds of ledger entries, and the rules of this ledger.

`prices.py` has their prices, `rules.kit` what entries on codes and items do, `rules.ledger` the
replay.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from rules.document import Document
from rules.figures import Figure
from rules.kit import typed
from rules.kit.coded_ledger import CodeEntries, check_rebuilt, code_problems, drop_corrections
from rules.kit.inventory import WEAR
from rules.kit.typed_items import PARTING, Gaining
from rules.ledger.entries import Session, Undo
from rules.ledger.rules import REBUILD, SESSION, UNDO, EntryKind, LedgerRules
from rules.problems import Problem
from rules.systems.rules_sheet_d6 import document as entries
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.character.validation import Item, item_of
from rules.systems.rules_sheet_d6.document import AnyEntry, Build
from rules.systems.rules_sheet_d6.ledger import prices
from rules.systems.rules_sheet_d6.ledger.prices import ACCOUNTS
from rules.systems.rules_sheet_d6.rulebook import book

# More than any plan costs: what a plan is priced with.
ENOUGH = 10**9
CODES = CodeEntries(
    figure=figures.trait,
    payments=prices.PAYMENTS,
    points=prices.POINTS,
    is_priced=prices.is_priced,
    no_price="Only with the preset do points buy pips; without it a code is set anew, for nothing.",
)
GAINING = Gaining(
    rows={
        "weapon": lambda entry: entries.Weapon(
            name=entry.name, skill=entry.skill, damage=entry.damage
        ),
        "armor": lambda entry: entries.Armor(name=entry.name, defense=entry.defense),
        "thing": lambda entry: entries.Thing(name=entry.name),
    },
    read=lambda character, row, faults: item_of(row, "", character.skills, faults),
    bare=lambda item: Item(item.key, item.name, item.what),
)


def _trial(character: Character, build: Build) -> Character:
    """A character of that build, of whom nothing came since."""
    return Character(msgspec.structs.replace(character.document, build=build))


def _check_rebuild(character: Character, entry: entries.Rebuild) -> None:
    check_rebuilt(character, _trial(character, entry.build))


def _rebuild(character: Character, entry: entries.Rebuild) -> None:
    drop_corrections(character, _trial(character, entry.build))


KINDS: dict[type[Any], EntryKind] = {
    entries.Award: ACCOUNTS.kind("Award"),
    entries.Adjust: ACCOUNTS.kind("Correction"),
    entries.Raise: CODES.raising("Raised"),
    entries.Correct: CODES.correcting("Code set anew"),
    entries.Gain: GAINING.kind("Gained"),
    entries.Use: PARTING("Used up"),
    entries.Lose: PARTING("Lost"),
    entries.Wear: WEAR,
    Session: SESSION,
    entries.Rebuild: msgspec.structs.replace(REBUILD, check=_check_rebuild, apply=_rebuild),
    Undo: UNDO,
}


class AdvancementRules(LedgerRules[Character]):
    """How characters of this game grow."""

    kinds = KINDS
    points = prices.POINTS.name
    carrying = ("weapons", "armor", "gear")

    def begin(self, document: Document) -> Character:
        """The build, and no Character Points."""
        return Character(document)

    def price(self, character: Character, entry: AnyEntry) -> Figure:
        """Character Points for a pip; all else is for nothing."""
        return prices.price(character, entry)

    def balances(self, character: Character) -> tuple[Figure, ...]:
        """Character Points and Force Points."""
        return ACCOUNTS.balances(character)

    def rebuilding(self, build: Build) -> entries.Rebuild:
        """The whole build anew."""
        return entries.Rebuild(build=build)

    def forgive(self, character: Character, floors: Sequence[int]) -> None:
        """What lacks of points is let be."""
        ACCOUNTS.forgive(character, floors)

    def lift_limits(self, character: Character) -> None:
        """All points in the world."""
        character.points["to plan with"] = ENOUGH

    def input_problems(self, entry: AnyEntry) -> Iterator[Problem]:
        """Something is given, or put right for a reason; a code can be read."""
        yield from ACCOUNTS.input_problems(entry)
        yield from code_problems(entry, damage=typed.damage)

    def marks(self, character: Character, before: Character | None = None) -> entries.Marks:
        """No box with more marks than it takes, no more Force Points spent than there are."""
        del before  # what a box takes now is all that decides
        return character.marks

    @property
    def source(self) -> str:
        """What a pip costs is ours."""
        return book().advancement.sources["pip"]


LEDGER_RULES = AdvancementRules()
