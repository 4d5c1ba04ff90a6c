"""The ledger of a declared game of dots: experience buys dots, and offers to buy them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from rules.declared.dots import powers
from rules.declared.dots.character import DotCharacter, DotRules
from rules.declared.dots.document import Learn, Raise
from rules.declared.dots.items import Gain, Take
from rules.document import Document
from rules.figures import Figure, constant, number, times
from rules.kit.advancement_offers import changes, priced_offer
from rules.kit.coded.ledger import code_problems, leaves_out
from rules.kit.currency import MOST_POINTS, Accounts, Currency, Payments, handed_out, of_account
from rules.kit.inventory import WEAR, Lose, Use, Wear, rebuilt
from rules.kit.ledger import AccountLedger
from rules.kit.stash import Stash
from rules.kit.typed.items import PARTING, STASHED
from rules.ledger.entries import Entry, Rebuild, Session, Undo
from rules.ledger.offers import OfferGroup
from rules.ledger.rules import REBUILD, SESSION, UNDO, EntryKind
from rules.phrases import counted
from rules.problems import EntryRefused, Problem

FREE = number("cost", 0)
Offers = Callable[[Any], tuple[OfferGroup, ...]]


def currency(rules: DotRules) -> Currency:
    """The currency that buys dots."""
    own = rules.book.growth.experience
    return of_account(
        "points", "experience", name=own.name, one=own.one, member=own.member, most=MOST_POINTS
    )


class DotLedger(AccountLedger[Any, Any]):
    """The ledger of a game."""

    carrying = ("weapons", "armor", "gear")

    def __init__(self, rules: DotRules, character: type[DotCharacter]) -> None:
        self.rules, self.character = rules, character
        self.experience = currency(rules)
        types = rules.types
        self.rebuild_entry = types.rebuild
        self.accounts = Accounts((self.experience,), types.award, types.adjust)
        self.payments = Payments(self._price, lambda _entry: self.experience)
        self.kinds: Mapping[type[Entry], EntryKind] = {
            types.award: self.accounts.kind("Award"),
            types.adjust: self.accounts.kind("Correction"),
            Raise: EntryKind(
                "Raised", self._title, self._check, self._apply, undoable_by_player=True
            ),
            Learn: EntryKind(
                "Learned",
                self._learn_title,
                self._check_learn,
                self._learn,
                undoable_by_player=True,
            ),
            Gain: rules.typed.gaining.kind("Gained"),
            Take: rules.typed.gaining.taking,
            Use: PARTING("Used up"),
            Lose: PARTING("Lost"),
            Stash: STASHED,
            Wear: WEAR,
            Session: SESSION,
            types.rebuild: replace(REBUILD, check=self._check_rebuild),
            Undo: UNDO,
        }

    def _price(self, character: DotCharacter, entry: Entry) -> Figure:
        """So many times the new dots, and the price of a power; everything else is free."""
        if isinstance(entry, Learn) and (table := self.rules.book.powers):
            return number("cost", table.learn, source=self.rules.identity.name)
        if not isinstance(entry, Raise) or entry.trait not in self.rules.names:
            return FREE
        growth, traits = self.rules.book.growth, self.rules.book.traits
        factor = growth.skill if entry.trait in traits.skills else growth.attribute
        new = number("new dots", character.value(entry.trait) + 1)
        return times("cost", constant("", factor), new, source=self.rules.identity.name)

    def _check(self, character: DotCharacter, entry: Raise) -> None:
        if entry.trait not in self.rules.names:
            raise EntryRefused("unknown-trait", f"{entry.trait!r} is no trait of this game.")
        most = self.rules.book.traits.most
        if character.value(entry.trait) >= most:
            name = self.rules.names[entry.trait]
            held = counted(most, "dot")
            character.deviation("at-most", f"{name} has {held}, the most there are.")
        character.found = self.payments.check(character, entry)

    def _apply(self, character: DotCharacter, entry: Raise) -> None:
        self.experience.move(character, "raised", -character.found)
        character.raised[entry.trait] = character.raised.get(entry.trait, 0) + 1

    def _title(self, character: DotCharacter, entry: Raise) -> str:
        if entry.trait not in self.rules.names:
            return entry.trait
        now = character.value(entry.trait)
        return f"{self.rules.names[entry.trait]} {now} → {now + 1}"

    def _check_learn(self, character: DotCharacter, entry: Learn) -> None:
        table = self.rules.book.powers
        if table is None or entry.power not in table.powers:
            raise EntryRefused("unknown-power", f"{entry.power!r} is no power of this game.")
        if entry.power in character.powers:
            name = table.powers[entry.power].name
            raise EntryRefused("repeated-power", f"You have {name} already.")
        character.found = self.payments.check(character, entry)

    def _learn(self, character: DotCharacter, entry: Learn) -> None:
        self.experience.move(character, "learned", -character.found)
        character.learned[entry.power] = None

    def _learn_title(self, _character: DotCharacter, entry: Learn) -> str:
        table = self.rules.book.powers
        row = table.powers.get(entry.power) if table else None
        return row.name if row else entry.power

    def _check_rebuild(self, character: DotCharacter, entry: Rebuild) -> None:
        """Refuse a build whose raised traits would have more dots than there are, and one without
        items that were used or lost since.
        """
        trial = type(character)(replace(character.document, build=entry.build))
        most = self.rules.book.traits.most
        for trait, dots in character.raised.items():
            if trial.value(trait) + dots > most:
                name = self.rules.names[trait]
                over = counted(most, "dot")
                message = f"You raised {name} since: the rebuild leaves it over {over}."
                character.deviation("at-most", message)
        _, gone = rebuilt(character.holdings, trial.chosen.items, character.holding_type)
        if gone:
            names = ", ".join(item.name for item in gone)
            character.deviation("not-owned", leaves_out(names, "you used or lost"))

    def input_problems(self, entry: Entry) -> Iterator[Problem]:
        """Also a damage that cannot be read."""
        yield from super().input_problems(entry)
        yield from code_problems(entry, damage=self.rules.typed.harm)

    def after_entry(self, document: Document, entry: Entry) -> Document:
        """With a new session points come back, where the game says so."""
        point = self.rules.book.point
        if not isinstance(entry, Session) or not document.marks or not (point and point.back):
            return document
        return replace(document, marks=replace(document.marks, spent=0))


def offers(rules: DotRules, ledger: DotLedger) -> Mapping[str, Offers]:
    """Every part of the advancement page by its id."""
    traits = rules.book.traits

    def rests(character: DotCharacter, trait: str) -> list[tuple[str, Figure]]:
        """The numbers that depend on a trait."""
        under = [id for id, row in traits.skills.items() if row.attribute == trait]
        named = {rules.names[id]: character.pool(id) for id in (trait, *under)}
        point = rules.book.point
        figures = rules.book.figures
        shown = {id for id, row in figures.items() if row.on_sheet}
        shown |= {point.figure} if point else set()
        named |= {row.name: character.figure(id) for id, row in figures.items() if id in shown}
        for holding in character.carried:
            own = holding.item.damage
            if own and own.trait == trait and (damage := character.damage(holding.item)):
                named[damage.label] = damage
        return list(named.items())

    def raising(character: DotCharacter, trait: str) -> Any:
        other = character.preview()
        other.raised = {**character.raised, trait: character.raised.get(trait, 0) + 1}
        name, row = rules.names[trait], traits.rows[trait]
        return priced_offer(
            ledger,
            character,
            f"raise.{trait}",
            Raise(trait=trait),
            name=name,
            act=f"Raise to {character.value(trait) + 1}",
            changes=changes(rests(character, trait), rests(other, trait)),
            detail=row.does,
        )

    def advance(character: DotCharacter) -> tuple[OfferGroup, ...]:
        """Attributes with their skills, a dot more of each."""
        groups = []
        for id, row in traits.attributes.items():
            under = [key for key, skill in traits.skills.items() if skill.attribute == id]
            several = tuple(raising(character, trait) for trait in (id, *under))
            groups.append(OfferGroup(id, row.name, several, figure=character.dots(id)))
        return (*groups, *powers.offers(ledger, character))

    name = rules.book.figures[rules.protected].name if rules.protected else ""
    items = rules.typed.offers(name, lambda wearer: wearer.figure(rules.protected))

    def given(character: DotCharacter) -> tuple[OfferGroup, ...]:
        """The offers of a game master."""
        accounts = ledger.accounts
        gained = items.found(character, "Give")
        handed = (accounts.award_offer("Hand out"), *gained, accounts.correction_offer())
        return (OfferGroup("given", "Hand out", handed_out(handed)),)

    return {
        "advance": advance,
        "carried": items.carried,
        "market": items.market,
        "table": lambda _character: (ledger.accounts.after_session(),),
        "given": given,
    }
