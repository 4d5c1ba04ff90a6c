"""The kinds of ledger entries, and the rules of this ledger.

`rules.kit` has what entries on codes and items do, `rules.ledger` the replay.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.dice import codes as dice_codes
from rules.document import Document
from rules.figures import Figure, number, total
from rules.kit.coded.ledger import (
    POINTS,
    CodedLedger,
    CodeEntries,
    raise_price,
    raised,
    rebuild_kind,
)
from rules.kit.currency import Payments
from rules.kit.typed.document import Thing
from rules.kit.typed.items import Gaining
from rules.ledger.entries import Session
from rules.systems.empire_ascendant.character import figures, parsing
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.character.validation import Item, item_of
from rules.systems.empire_ascendant.document import build as entries
from rules.systems.empire_ascendant.document.build import AnyEntry
from rules.systems.empire_ascendant.document.powers import Learn
from rules.systems.empire_ascendant.ledger.powers import PowerEntries
from rules.systems.empire_ascendant.rulebook.book import FORCE_SKILLS, rulebook


def is_priced(character: Character) -> bool:
    """True if points buy pips: a preset applies, to this character or to its party."""
    return bool(character.chosen.preset)


def price(character: Character, entry: AnyEntry) -> Figure:
    """The price of an entry now, in Character Points: raises, the first die of a Force skill, and
    powers that are learned. Everything else is free.
    """
    rules = rulebook().advancement
    if isinstance(entry, Learn):
        cost = rules.learn if entry.cp is None else entry.cp
        return number("cost", cost, **rules.cite("learn", "prices"))
    trait = raised(character, entry)
    if trait in FORCE_SKILLS and not character.code(trait)[0]:
        first = number("first die", rules.force_first_die, source=rules.sources["pip"])
        return total("cost", first, **rules.cite("pip", "prices"))
    return raise_price(character, trait, rules)


PAYMENTS = Payments(price, lambda _entry: POINTS)
CODES = CodeEntries(
    figure=figures.trait,
    payments=PAYMENTS,
    is_priced=is_priced,
    no_price="Character Points buy pips only with a preset. Without one, set a new code.",
)


GAINING = Gaining(
    rows={"weapon": entries.FormedWeapon, "armor": entries.Armor, "thing": Thing},
    read=lambda who, row, faults: item_of(row, "", (who.chosen.preset, who.skills), faults),
    bare=lambda item: Item(item.key, item.name, item.what, form=item.form),
)
POWERS = PowerEntries(parsing.POWERS, PAYMENTS, rulebook().force.rulings["picked_alone"])
REBUILDING = rebuild_kind(Character, POWERS.check_rebuilt)


# The marks that end with a day.
OF_A_DAY = ("medpac_today", "stunned", "drowning", "unconscious")


class AdvancementRules(CodedLedger):
    """The ledger of this game."""

    kinds = {  # noqa: RUF012 (never written)
        **CODES.kinds(entries.Gain, GAINING, entries.Rebuild, REBUILDING),
        **POWERS.kinds(),
    }
    character, rebuild_entry = Character, entries.Rebuild
    codes, table = CODES, rulebook().advancement
    reads = {"damage": parsing.damage, "soak": dice_codes.read}  # noqa: RUF012 (never written)

    def after_entry(self, document: Document, entry: AnyEntry) -> Document:
        """A new session is another day: a medpac can help again, and what counts rounds or minutes
        is over.
        """
        if not isinstance(entry, Session):
            return document
        over = dict.fromkeys(OF_A_DAY, 0)
        return replace(document, marks=replace(document.marks, **over))


LEDGER_RULES = AdvancementRules()
