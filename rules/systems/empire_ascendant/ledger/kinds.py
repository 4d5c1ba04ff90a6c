"""The kinds of ledger entries, and the rules of this ledger.

`rules.kit` has what entries on codes and items do, `rules.ledger` the replay.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.declared.powers.ledger import PowerEntries, PowerPrices
from rules.dice import codes as dice_codes
from rules.document import Document
from rules.figures import Figure
from rules.kit.coded.ledger import (
    POINTS,
    CodedLedger,
    CodeEntries,
    attribute_of,
    raise_price,
    raised,
    rebuild_kind,
    with_attribute,
)
from rules.kit.currency import Payments
from rules.kit.typed.document import Thing
from rules.kit.typed.items import ARMOR, Gaining
from rules.kit.typed.stash import typed_stash
from rules.ledger.entries import Session
from rules.systems.empire_ascendant.character import figures, parsing
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.character.validation import Item, item_of
from rules.systems.empire_ascendant.document import build as entries
from rules.systems.empire_ascendant.document.build import AnyEntry
from rules.systems.empire_ascendant.rulebook.book import rulebook


def is_priced(character: Character) -> bool:
    """True if points buy pips: a preset applies, to this character or to its party."""
    return bool(character.chosen.preset)


ADVANCEMENT = rulebook().advancement
PRICES = PowerPrices(
    ADVANCEMENT.force_first_die,
    ADVANCEMENT.learn,
    of_a_die=ADVANCEMENT.cite("pip", "prices"),
    of_a_power=ADVANCEMENT.cite("learn", "prices"),
)


def price(character: Character, entry: AnyEntry) -> Figure:
    """The price of an entry now, in Character Points: raises, the first die of a Force skill, and
    powers that are learned. Everything else is free.
    """
    found = PRICES.price(character, entry)
    return found or raise_price(character, raised(character, entry), ADVANCEMENT)


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


def _gives(character: Character, item: Item) -> entries.Take:
    """The entry that brings one of an item to somebody else."""
    return entries.Take(
        name=item.name,
        what=item.what,
        skill=item.skill,
        attribute=attribute_of(character, item.skill),
        damage=item.damage.written if item.damage else "",
        form=item.form or entries.Take(name="").form,
        difficulty=item.difficulty,
        soak=parsing.ARMOR.kept(item.adds) if item.what == ARMOR else "",
    )


STASH = typed_stash(GAINING, entries.Take, _gives, unskilled=with_attribute)
POWERS = PowerEntries(parsing.POWERS, PAYMENTS, rulebook().force.rulings["picked_alone"])
REBUILDING = rebuild_kind(Character, POWERS.check_rebuilt)


# The marks that end with a day.
OF_A_DAY = ("medpac_today", "stunned", "drowning", "unconscious")


class AdvancementRules(CodedLedger):
    """The ledger of this game."""

    kinds = {  # noqa: RUF012 (never written)
        **CODES.kinds(entries.Gain, GAINING, entries.Rebuild, REBUILDING, take=entries.Take),
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
