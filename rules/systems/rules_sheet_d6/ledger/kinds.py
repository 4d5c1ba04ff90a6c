"""The kinds of ledger entries, and the rules of this ledger.

`prices.py` has their prices, `rules.kit` the effects of entries on codes and items, `rules.ledger`
the replay.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.kit import typed
from rules.kit.coded_ledger import CodedLedger, CodeEntries, code_problems, rebuild_kind
from rules.kit.typed_document import Thing, Weapon
from rules.kit.typed_items import Gaining
from rules.problems import Problem
from rules.systems.rules_sheet_d6 import document as entries
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.character.validation import Item, item_of
from rules.systems.rules_sheet_d6.document import AnyEntry
from rules.systems.rules_sheet_d6.ledger import prices
from rules.systems.rules_sheet_d6.rulebook import book

CODES = CodeEntries(
    figure=figures.trait,
    payments=prices.PAYMENTS,
    is_priced=prices.is_priced,
    no_price="Only with the preset do points buy pips; without it a code is set anew, for nothing.",
)
GAINING = Gaining(
    rows={"weapon": Weapon, "armor": entries.Armor, "thing": Thing},
    read=lambda character, row, faults: item_of(row, "", character.skills, faults),
    bare=lambda item: Item(item.key, item.name, item.what),
)


class AdvancementRules(CodedLedger):
    """The ledger of this game: Character Points buy pips, everything else is free."""

    kinds = CODES.kinds(entries.Gain, GAINING, entries.Rebuild, rebuild_kind(Character))
    character, rebuild_entry = Character, entries.Rebuild
    codes, table = CODES, book().advancement

    def input_problems(self, entry: AnyEntry) -> Iterator[Problem]:
        """Also a code that cannot be read."""
        yield from super().input_problems(entry)
        yield from code_problems(entry, damage=typed.damage)


LEDGER_RULES = AdvancementRules()
