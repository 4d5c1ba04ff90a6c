"""The kinds of ledger entries, and the rules of this ledger.

`rules.kit` has the effects of entries on codes and items, `rules.ledger` the replay.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.document import Document
from rules.figures import Figure
from rules.kit import typed
from rules.kit.coded.ledger import (
    POINTS,
    CodedLedger,
    CodeEntries,
    raise_price,
    raised,
    rebuild_kind,
)
from rules.kit.currency import Payments
from rules.kit.typed.document import Thing, TypedWeapon
from rules.kit.typed.items import Gaining
from rules.ledger.entries import Session
from rules.systems.rules_sheet_d6 import document as entries
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.character.validation import Item, item_of
from rules.systems.rules_sheet_d6.document import AnyEntry
from rules.systems.rules_sheet_d6.rulebook import book


def is_priced(character: Character) -> bool:
    """True if points buy pips: the preset applies, to this character or to its party."""
    return character.chosen.by_preset


def price(character: Character, entry: AnyEntry) -> Figure:
    """The price of an entry now, in Character Points: raises cost something, everything else is
    free (our preset, not the source).
    """
    return raise_price(character, raised(character, entry), book().advancement)


CODES = CodeEntries(
    figure=figures.trait,
    payments=Payments(price, lambda _entry: POINTS),
    is_priced=is_priced,
    no_price="Points buy pips only with the preset. Without it, change the code for free.",
)
GAINING = Gaining(
    rows={"weapon": TypedWeapon, "armor": entries.Armor, "thing": Thing},
    read=lambda character, row, faults: item_of(row, "", character.skills, faults),
    bare=lambda item: Item(item.key, item.name, item.what),
)


class AdvancementRules(CodedLedger):
    """The ledger of this game: Character Points buy pips, everything else is free."""

    kinds = CODES.kinds(entries.Gain, GAINING, entries.Rebuild, rebuild_kind(Character))
    character, rebuild_entry = Character, entries.Rebuild
    codes, table = CODES, book().advancement
    reads = {"damage": typed.damage}  # noqa: RUF012 (never written)

    def after_entry(self, document: Document, entry: AnyEntry) -> Document:
        """No combat scene lasts until the next session: stuns are over, everyone is awake."""
        if not isinstance(entry, Session) or not document.marks:
            return document
        return replace(document, marks=replace(document.marks, stuns=0, unconscious=0))


LEDGER_RULES = AdvancementRules()
