"""The ledger of characters with typed codes and items: entries that raise or replace a code, the
price of a pip, the checks of a rebuild, and the accounts of Character Points and Force Points.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Any

import msgspec

from rules.dice import codes
from rules.document import Document
from rules.figures import Figure, at_least, constant, number, times, total
from rules.kit.coded.character import CodedCharacter
from rules.kit.currency import CHARACTER_POINTS, FORCE_POINTS, Accounts, Currency, Payments
from rules.kit.inventory import WEAR, Lose, Use, Wear, rebuilt
from rules.kit.ledger import AccountLedger
from rules.kit.stash import Stash
from rules.kit.typed import Code, Skill
from rules.kit.typed.document import Adjust, Award
from rules.kit.typed.items import PARTING, STASHED, Gaining
from rules.ledger.entries import Entry, Rebuild, Session, Undo
from rules.ledger.rules import REBUILD, SESSION, UNDO, EntryKind
from rules.problems import EntryRefused, InvalidDocument, Problem
from rules.tables import Citation, Numbers

Coded = CodedCharacter[Any]


class Raise(Entry, frozen=True, kw_only=True, tag="raise"):
    """One pip more: in an attribute by its id, in a skill by its name."""

    trait: str


class Correct(Entry, frozen=True, kw_only=True, tag="correct"):
    """A new code for a trait, free of charge; a new skill names its attribute."""

    trait: str
    code: str
    attribute: str = ""
    reason: str = ""


# The entries that all such games have; a game adds the types of its gains and rebuilds.
CodedEntry = Award | Adjust | Raise | Correct | Use | Lose | Stash | Wear | Session | Undo
POINTS = CHARACTER_POINTS
ACCOUNTS = Accounts((POINTS, FORCE_POINTS), Award, Adjust)


@lru_cache(maxsize=512)  # a long ledger buys the same few pips again and again
def pip_price(now: int, factor: int, *, least: int, source: str, ruling: str) -> Figure:
    """The price of a pip: `factor` times the present dice, at least `least`."""
    dice = number("dice now", now)
    if factor * now < least:
        return at_least("cost", dice, least, source=source, ruling=ruling)
    if factor == 1:
        return total("cost", dice, source=source, ruling=ruling)
    return times("cost", constant("", factor), dice, source=source, ruling=ruling)


class Prices(Numbers, frozen=True, kw_only=True):
    """The price of a pip: for a skill and for an attribute, a factor of the present dice."""

    skill: int
    attribute: int


def raised(character: Coded, entry: object) -> str:
    """The trait that an entry raises; "" for any other entry, and for an unknown trait."""
    return character.trait(entry.trait) if isinstance(entry, Raise) else ""


def raise_price(character: Coded, trait: str, prices: Prices, *, cited: Citation) -> Figure:
    """The price of a pip of a trait, at least 1, with where it stands; nothing for none."""
    if not trait:
        return number("cost", 0)
    factor = prices.attribute if trait in character.attributes else prices.skill
    return pip_price(character.code(trait)[0], factor, least=1, **cited)


def sentence(words: str) -> str:
    """Text as a sentence: with a capital, and a full stop."""
    return f"{words[:1].upper()}{words[1:].rstrip('.')}."


_player = partial(EntryKind, undoable_by_player=True)


class CodeEntries(msgspec.Struct, frozen=True):
    """The kinds of entries of such a game. `figure(character, trait)` is a code, `payments` price a
    raise in Character Points, and `is_priced(character)` says whether raises have prices: without,
    they are refused with `no_price`. The first of the `accounts` pays for raises.
    """

    figure: Callable[[Any, str], Figure]
    payments: Payments
    is_priced: Callable[[Any], bool]
    no_price: str
    accounts: Accounts = ACCOUNTS

    def kinds(
        self,
        gain: type[Entry],
        gaining: Gaining,
        rebuild: type[Entry],
        rebuilding: EntryKind,
        *,
        take: type[Entry],
    ) -> dict[type[Entry], EntryKind]:
        """Every kind of entry by its type, with the game's own entries for a `gain`, a `rebuild`,
        and what is taken out of a stash.
        """
        return {
            self.accounts.award: self.accounts.kind("Award"),
            self.accounts.correction: self.accounts.kind("Correction"),
            Raise: _player("Raised", self._raise_title, self._check_raise, self._raise),
            Correct: _player("Code corrected", self._correct_title, _check_correct, _correct),
            gain: gaining.kind("Gained"),
            Use: PARTING("Used up"),
            Lose: PARTING("Lost"),
            Stash: STASHED,
            take: gaining.taking,
            Wear: WEAR,
            Session: SESSION,
            rebuild: rebuilding,
            Undo: UNDO,
        }

    def _check_raise(self, character: Coded, entry: Raise) -> None:
        trait = character.trait(entry.trait)
        if not trait:
            message = f"{entry.trait!r} isn't an attribute or one of your skills."
            raise EntryRefused("unknown-trait", message)
        if not self.is_priced(character):
            character.deviation("no-preset", self.no_price)
        character.found = trait, self.payments.check(character, entry)

    def _raise(self, character: Coded, _entry: Raise) -> None:
        trait, cost = character.found
        self.accounts.currencies[0].move(character, "raised", -cost)
        character.rise(trait)

    def _raise_title(self, character: Coded, entry: Raise) -> str:
        """One raise: "Blaster 4D+2 → 5D"."""
        trait = character.trait(entry.trait)
        if not trait:
            return entry.trait
        figure, after = (self.figure(one, trait) for one in (character, character.raising(trait)))
        return f"{character.full_name(trait)} {figure.code} → {after.code}"

    def _correct_title(self, character: Coded, entry: Correct) -> str:
        """The old and the new code: "Blaster 4D → 5D+1", "Melee, new: 4D"."""
        try:
            code = codes.written(*codes.read(entry.code))
        except InvalidDocument:
            code = entry.code
        title = f"{entry.trait.strip()}, new: {code}"
        if trait := character.trait(entry.trait):
            title = f"{character.full_name(trait)} {self.figure(character, trait).code} → {code}"
        return ": ".join(filter(None, (entry.reason, title)))


def _check_correct(character: Coded, entry: Correct) -> None:
    """Refuse a code that cannot be read, and an unknown trait without an attribute."""
    try:
        codes.read(entry.code)
    except InvalidDocument as unreadable:
        raise EntryRefused("bad-code", sentence(unreadable.message)) from None
    if entry.attribute.strip() and not character.attribute(entry.attribute):
        known = ", ".join(character.attributes)
        raise EntryRefused("unknown-attribute", f"{entry.attribute!r} isn't one of {known}.")
    if not entry.trait.strip():
        raise EntryRefused("missing", "Choose an attribute or skill.")
    if not character.trait(entry.trait) and not entry.attribute.strip():
        message = f"{entry.trait.strip()} is a new skill. Choose its attribute."
        raise EntryRefused("missing", message)


def _correct(character: Coded, entry: Correct) -> None:
    """Replace the code; it includes earlier raises."""
    code = codes.read(entry.code)
    known, attribute = character.trait(entry.trait), character.attribute(entry.attribute)
    trait = known or character.skill_key(entry.trait)
    if trait not in character.bases and attribute:
        name = character.skill(known).name if known else entry.trait.strip()
        character.learned[trait] = Skill(trait, name, attribute)
    character.corrected[trait] = code
    character.raised.pop(trait, None)


def attribute_of(character: Coded, trait: str) -> str:
    """The attribute of a skill; that itself for an attribute, "" for neither."""
    skill = character.skills.get(trait)
    return skill.attribute if skill else trait if trait in character.attributes else ""


def with_attribute(entry: Any) -> object:
    """An item out of a stash for somebody without its skill: it is used with the attribute."""
    return msgspec.structs.replace(entry, skill=entry.attribute)


def code_problems(entry: object, **read: Callable[[str], object]) -> Iterator[Problem]:
    """The members of a form's entry that cannot be read: the code of a correction, and each member
    in `read` whose function refuses its text.
    """
    if isinstance(entry, Correct):
        yield from _unread("code", entry.code, codes.read)
    for member, reads in read.items():
        if text := getattr(entry, member, "").strip():
            yield from _unread(member, text, reads)


def _unread(member: str, text: str, reads: Callable[[str], object]) -> Iterator[Problem]:
    try:
        reads(text)
    except InvalidDocument as unreadable:
        yield Problem("bad-code", member, sentence(unreadable.message))


# --- another build


def leaves_out(what: str, why: str) -> str:
    """The refusal of a rebuild: it lacks something that a later entry needs."""
    return f"The rebuild drops {what}, which {why} since. Keep it, or undo that first."


def no_further_check(_character: object, _trial: object) -> None:
    """Refuse nothing."""


def rebuild_kind(
    character_type: Callable[[Document], object],
    check: Callable[[Any, Any], None] = no_further_check,
    points: Currency = FORCE_POINTS,
) -> EntryKind:
    """The kind of entry for rebuilds. `check(character, trial)` refuses more than `check_rebuilt`
    does.
    """

    def trial(character: CodedCharacter, entry: Rebuild) -> Any:
        return character_type(msgspec.structs.replace(character.document, build=entry.build))

    def check_all(character: CodedCharacter, entry: Rebuild) -> None:
        character_after = trial(character, entry)
        check_rebuilt(character, character_after, points)
        check(character, character_after)

    def apply(character: CodedCharacter, entry: Rebuild) -> None:
        drop_corrections(character, trial(character, entry))

    return msgspec.structs.replace(REBUILD, check=check_all, apply=apply)


def check_rebuilt(character: Coded, trial: Coded, points: Currency = FORCE_POINTS) -> None:
    """Refuse a build (`trial` has it and no later entries) without what later entries need: skills
    that were raised or replaced, items that were used or lost, skills of a weapon, Force Points
    that were taken away.
    """
    known = {*trial.bases, *trial.skills, *character.learned}
    for trait in (*character.raised, *character.corrected):
        if trait not in known:
            name = character.trait_name(trait)
            raise EntryRefused("needs-skill", leaves_out(name, "you raised or corrected"))
    kept, left_out = rebuilt(character.holdings, trial.chosen.items, character.holding_type)
    if left_out:
        names = ", ".join(item.name for item in left_out)
        character.deviation("not-owned", leaves_out(names, "you used or lost"))
    for holding in kept.values():
        skill = getattr(holding.item, "skill", "")
        if not holding.given and skill and skill not in known:
            name = character.trait_name(skill)
            raise EntryRefused("needs-skill", leaves_out(name, f"{holding.item.name} is used with"))
    if trial.chosen.force_points + sum(character.force.values()) < 0:
        message = f"This would leave you with fewer than 0 {points.name}."
        character.deviation("cannot-afford", message, place=f".build.{points.member}")


def drop_corrections(character: Coded, trial: Coded) -> None:
    """Drop replaced codes of traits that the new build types differently."""
    for trait in tuple(character.corrected):
        if _typed(trial, trait) not in (None, _typed(character, trait)):
            del character.corrected[trait]
            character.learned.pop(trait, None)


def _typed(character: Coded, trait: str) -> tuple[str, Code | None] | None:
    """The attribute of a trait and its code in the build; None if it has none."""
    if trait in character.bases:
        return trait, character.typed_code(trait)
    row = character.chosen.skills.get(trait)
    return (row.attribute, row.code) if row else None


class CodedLedger(AccountLedger[Any, Any]):
    """The ledger of such a game, which names its `codes`, its `kinds` of entries, its `character`,
    `rebuild_entry`, and the `table` of its prices. Character Points buy pips; items are free.
    """

    carrying = ("weapons", "armor", "gear")
    codes: CodeEntries
    table: Prices
    # How the members of an entry are read that a player types.
    reads: Mapping[str, Callable[[str], object]]

    @property
    def payments(self) -> Payments:  # type: ignore[override]  # those of the codes
        """The payments for raises."""
        return self.codes.payments

    @property
    def accounts(self) -> Accounts:  # type: ignore[override]  # those of the codes
        """The accounts that the codes are paid from."""
        return self.codes.accounts

    @property
    def source(self) -> str:
        """The source of the price of a pip."""
        return self.table.sources["pip"]

    def input_problems(self, entry: object) -> Iterator[Problem]:
        """Also a code that cannot be read."""
        yield from super().input_problems(entry)
        yield from code_problems(entry, **self.reads)
