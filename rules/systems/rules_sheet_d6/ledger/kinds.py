"""The kinds of ledger entries, and the rules of this ledger.

`prices.py` has their prices, `rules.kit` the effects of entries on codes and items, `rules.ledger`
the replay.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.kit import typed
from rules.kit.coded_ledger import CodeEntries, code_problems, rebuild_kind
from rules.kit.inventory import WEAR
from rules.kit.ledger import AccountLedger
from rules.kit.typed_items import PARTING, Gaining
from rules.ledger.entries import Session, Undo
from rules.ledger.rules import SESSION, UNDO, EntryKind
from rules.problems import Problem
from rules.systems.rules_sheet_d6 import document as entries
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.character.validation import Item, item_of
from rules.systems.rules_sheet_d6.document import AnyEntry
from rules.systems.rules_sheet_d6.ledger import prices
from rules.systems.rules_sheet_d6.ledger.prices import ACCOUNTS
from rules.systems.rules_sheet_d6.rulebook import book

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
    entries.Rebuild: rebuild_kind(Character),
    Undo: UNDO,
}


class AdvancementRules(AccountLedger[Character]):
    """The ledger of this game: Character Points buy pips, everything else is free."""

    kinds = KINDS
    carrying = ("weapons", "armor", "gear")
    character = Character
    accounts = ACCOUNTS
    payments = prices.PAYMENTS
    rebuild_entry = entries.Rebuild

    def input_problems(self, entry: AnyEntry) -> Iterator[Problem]:
        """Also a code that cannot be read."""
        yield from super().input_problems(entry)
        yield from code_problems(entry, damage=typed.damage)

    @property
    def source(self) -> str:
        """The price of a pip is our own rule."""
        return book().advancement.sources["pip"]


LEDGER_RULES = AdvancementRules()
