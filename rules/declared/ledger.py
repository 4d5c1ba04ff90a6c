"""The kinds of ledger entries, and the rules of a declared game's ledger. `rules.kit` has the
effects of entries on codes and items, `rules.ledger` the replay.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from rules.declared.armor import Item
from rules.declared.character import DeclaredCharacter, item_of
from rules.declared.document import OUT
from rules.declared.powers.ledger import PowerEntries, PowerPrices
from rules.declared.ruleset import Ruleset
from rules.dice import codes as dice_codes
from rules.document import Document
from rules.figures import Figure
from rules.kit.coded.ledger import (
    CodedLedger,
    CodeEntries,
    attribute_of,
    no_further_check,
    raise_price,
    raised,
    rebuild_kind,
    with_attribute,
)
from rules.kit.currency import FORCE_POINTS, Payments
from rules.kit.stash import StashRules
from rules.kit.typed.document import Gain
from rules.kit.typed.items import Gaining
from rules.kit.typed.stash import typed_stash
from rules.ledger.entries import Entry, Session
from rules.ledger.rules import EntryKind
from rules.problems import ProblemList


def is_priced(character: DeclaredCharacter) -> bool:
    """True if points buy pips: the dice of creation are counted."""
    return bool(character.chosen.by_preset)


def gaining(rules: Ruleset) -> Gaining:
    """The gain of an item."""
    own = rules.extras.weapons

    def read(character: Any, row: Gain, faults: ProblemList) -> Item | None:
        known = character.chosen.preset, character.skills
        return item_of(rules, row.what, row, "", known, faults)

    return Gaining(
        rows=dict.fromkeys(("weapon", "armor", "thing")),
        read=read,
        bare=lambda item: own.item(item.key, item.name, item.what, **own.bare(item)),
    )


def stash(rules: Ruleset) -> StashRules:
    """All that passes between a character and the stash of its party."""
    armor = rules.book.armor

    def gives(character: Any, item: Item) -> Any:
        """The entry that brings one of an item to somebody else."""
        return rules.types.take(
            name=item.name,
            what=item.what,
            skill=item.skill,
            attribute=attribute_of(character, item.skill),
            damage=item.damage.written if item.damage else "",
            **rules.extras.weapons.given(item),
            **({armor.member: armor.kept(item.adds)} if item.what == "armor" else {}),
        )

    return typed_stash(gaining(rules), rules.types.take, gives, unskilled=with_attribute)


def power_prices(rules: Ruleset) -> PowerPrices | None:
    """The prices of powers, None in a game without."""
    if (powers := rules.book.powers) is None:
        return None
    of_a_die, of_a_power = (powers.cited(name, "prices") for name in ("first_die", "learn"))
    return PowerPrices(powers.first_die, powers.learn, of_a_die=of_a_die, of_a_power=of_a_power)


class DeclaredLedger(CodedLedger):
    """The ledger of a declared game: experience buys pips, everything else is free."""

    def __init__(self, rules: Ruleset, character: type[DeclaredCharacter]) -> None:
        self.rules, self.character = rules, character
        self.table = rules.book.advancement
        self.cited = self.table.cite("pip", "pip")
        self.prices = power_prices(rules)
        self.rebuild_entry = rules.types.rebuild
        self.codes = CodeEntries(
            figure=rules.codes.trait,
            payments=Payments(self._price, lambda _entry: rules.experience),
            is_priced=is_priced,
            no_price=rules.book.creation.no_price,
            accounts=rules.accounts,
        )
        self.over = _over(rules)
        points, learned = rules.points or FORCE_POINTS, self._learned()
        check = learned.check_rebuilt if learned else no_further_check
        self.kinds: Mapping[type[Entry], EntryKind] = self.codes.kinds(
            rules.types.gain,
            gaining(rules),
            rules.types.rebuild,
            rebuild_kind(character, check, points),
            take=rules.types.take,
        )
        self.kinds |= learned.kinds() if learned else {}
        self.reads: Mapping[str, Callable[[str], object]] = {"damage": rules.damage}
        if rules.book.defense.soak:
            self.reads |= {rules.book.armor.member: dice_codes.read}

    def _learned(self) -> PowerEntries | None:
        """The entries that pick and learn powers, None in a game without."""
        rules = self.rules
        if (powers := rules.book.powers) is None:
            return None
        alone, payments = powers.rulings["picked"], self.codes.payments
        return PowerEntries(rules.power_rules, payments, alone, rules.experience)

    def _price(self, character: Any, entry: object) -> Figure:
        """The price of an entry now: raises cost something, and powers that are learned; everything
        else is free.
        """
        trait = raised(character, entry)
        if self.prices and (found := self.prices.price(character, entry, trait)):
            return found
        return raise_price(character, trait, self.table, cited=self.cited)

    def after_entry(self, document: Document, entry: object) -> Document:
        """A new session: no fight lasts until then, and points come back where the game says so."""
        if not isinstance(entry, Session) or not document.marks:
            return document
        return replace(document, marks=replace(document.marks, **dict.fromkeys(self.over, 0)))


def _over(rules: Ruleset) -> tuple[str, ...]:
    """The marks that a new session clears."""
    book, point = rules.book, rules.book.point
    marks = [level.mark for level in book.defense.levels.values() if level.out]
    marks += [OUT] if OUT in rules.marks else []
    marks += [point.mark] if point and point.back else []
    return (*marks, *rules.extras.days)
