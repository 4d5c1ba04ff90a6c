"""The kinds of ledger entries: what refuses each, its effect, and its title.

`prices.py` has their prices, `gear.py` their effects on gear, `rules.ledger` the replay.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import msgspec

from rules.dice import codes
from rules.document import Document
from rules.figures import Figure
from rules.kit.inventory import PARTING, WEAR, check_part, counted, rebuilt
from rules.ledger.entries import Session, Undo
from rules.ledger.rules import REBUILD, SESSION, UNDO, EntryKind, LedgerRules
from rules.problems import InvalidDocument, Problem, Refused
from rules.systems.rules_sheet_d6 import document as entries
from rules.systems.rules_sheet_d6.character import figures, parsing
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.character.holdings import Holding
from rules.systems.rules_sheet_d6.character.parsing import Code, Skill
from rules.systems.rules_sheet_d6.document import AnyEntry, Build
from rules.systems.rules_sheet_d6.ledger import gear, prices
from rules.systems.rules_sheet_d6.ledger.prices import ACCOUNTS
from rules.systems.rules_sheet_d6.rulebook import ATTRIBUTES, book

# More than any plan costs: what a plan is priced with.
ENOUGH = 10**9


def _may_raise(character: Character, entry: entries.Raise) -> None:
    """One pip more in a trait that there is, where the preset has a price for it."""
    if not prices.trait(character, entry.trait):
        said = f"{entry.trait!r} is no attribute, and no skill of yours."
        raise Refused("unknown-trait", said)
    if not prices.is_priced(character):
        said = (
            "Only with the preset do points buy pips; without it a code is set anew, for nothing."
        )
        character.deviation("no-preset", said)
    prices.check_payment(character, entry)


def _raise(character: Character, entry: entries.Raise) -> None:
    cost, trait = prices.paid(character, entry), prices.trait(character, entry.trait)
    character.points["raised"] = character.points.get("raised", 0) - cost
    character.rise(trait)


def _may_correct(character: Character, entry: entries.Correct) -> None:
    """A code that can be read, for a trait that there is, or a skill whose attribute is named."""
    try:
        codes.read(entry.code)
    except InvalidDocument as unreadable:
        raise Refused("bad-code", _sentence(unreadable.message)) from None
    if entry.attribute.strip() and not parsing.attribute(entry.attribute):
        said = f"{entry.attribute!r} is none of {', '.join(ATTRIBUTES)}."
        raise Refused("unknown-attribute", said)
    if not entry.trait.strip():
        raise Refused("missing", "Say which attribute or skill.")
    if not prices.trait(character, entry.trait) and not entry.attribute.strip():
        said = f"{entry.trait.strip()} is new to you: say under which attribute it stands."
        raise Refused("missing", said)


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:].rstrip('.')}."


def _correct(character: Character, entry: entries.Correct) -> None:
    """The code is what was typed; what was raised before is in it."""
    code: Code = codes.read(entry.code)
    trait, attribute = prices.trait(character, entry.trait), parsing.attribute(entry.attribute)
    if trait not in ATTRIBUTES and attribute:
        trait = trait or parsing.key(entry.trait)
        known = character.skills.get(trait)
        name = known.name if known else entry.trait.strip()
        character.learned[trait] = Skill(trait, name, attribute)
    character.corrected[trait] = code
    character.raised.pop(trait, None)


def _may_rebuild(character: Character, entry: entries.Rebuild) -> None:
    """What came since rests on the build: skills that were raised or set anew, things that were
    used or lost, weapons that are used with a skill, Force Points that were taken away.
    """
    trial = Character(msgspec.structs.replace(character.document, build=entry.build))
    known = {*ATTRIBUTES, *trial.skills, *character.learned}
    for trait in (*character.raised, *character.corrected):
        if trait not in known:
            name = character.trait_name(trait)
            raise Refused("needs-skill", _leaves_out(name, "you raised or set anew"))
    kept, left_out = rebuilt(character.holdings, trial.chosen.items, Holding)
    if left_out:
        names = ", ".join(item.name for item in left_out)
        character.deviation("not-owned", _leaves_out(names, "you used or lost"))
    for held in kept.values():
        if not held.given and held.item.skill and held.item.skill not in known:
            name = character.trait_name(held.item.skill)
            raise Refused("needs-skill", _leaves_out(name, f"{held.item.name} is used with"))
    if trial.chosen.force_points + sum(character.force.values()) < 0:
        said = "With what was taken away since, these Force Points are fewer than none."
        character.deviation("cannot-afford", said, place=".build.force_points")


def _leaves_out(what: str, why: str) -> str:
    return f"The new build leaves out {what}, which {why} since: keep it, or take that back first."


def _rebuild(character: Character, entry: entries.Rebuild) -> None:
    """Of codes that were set anew, those stay that the new build does not type otherwise."""
    trial = Character(msgspec.structs.replace(character.document, build=entry.build))
    for trait in tuple(character.corrected):
        if _typed(trial, trait) not in (None, _typed(character, trait)):
            del character.corrected[trait]
            character.learned.pop(trait, None)


def _typed(character: Character, trait: str) -> tuple[str, Code | None] | None:
    """Where a trait stands and its code, as the build has it; None where it has none."""
    if trait in ATTRIBUTES:
        return trait, character.chosen.attributes.get(trait)
    row = character.chosen.skills.get(trait)
    return (row.attribute, row.code) if row else None


_players = partial(EntryKind, undoable_by_player=True)


_parting = partial(PARTING, check=partial(check_part, code="bad-amount"))


def raised(character: Character, entry: entries.Raise) -> str:
    """One pip more: "Blaster 4D+2 → 5D"."""
    found = prices.trait(character, entry.trait)
    if not found:
        return entry.trait
    now = figures.trait(character, found)
    after = codes.written(*codes.carry(now.value, now.pips + 1))
    return f"{name_of(character, found)} {now.code} → {after}"


def corrected(character: Character, entry: entries.Correct) -> str:
    """From which code to which: "Blaster 4D → 5D+1", "Melee, new: 4D"."""
    try:
        code = codes.written(*codes.read(entry.code))
    except InvalidDocument:
        code = entry.code
    found = prices.trait(character, entry.trait)
    if found:
        now = figures.trait(character, found).code
        said = f"{name_of(character, found)} {now} → {code}"
    else:
        said = f"{entry.trait.strip()}, new: {code}"
    return ": ".join(filter(None, (entry.reason, said)))


def gained(character: Character, entry: entries.Gain) -> str:
    """How many of what: "Medpac ×2"."""
    held = character.holding(entry.name)
    return counted(held.item.name if held else entry.name.strip(), entry.quantity)


KINDS: dict[type[Any], EntryKind] = {
    entries.Award: ACCOUNTS.kind("Award"),
    entries.Adjust: ACCOUNTS.kind("Correction"),
    entries.Raise: _players("Raised", raised, _may_raise, _raise),
    entries.Correct: _players("Code set anew", corrected, _may_correct, _correct),
    entries.Gain: _players("Gained", gained, gear.check_gain, gear.gain),
    entries.Use: _parting("Used up"),
    entries.Lose: _parting("Lost"),
    entries.Wear: WEAR,
    Session: SESSION,
    entries.Rebuild: msgspec.structs.replace(REBUILD, check=_may_rebuild, apply=_rebuild),
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
        try:
            if isinstance(entry, entries.Correct):
                codes.read(entry.code)
            if isinstance(entry, entries.Gain) and entry.damage.strip():
                parsing.damage(entry.damage)
        except InvalidDocument as unreadable:
            where = "code" if isinstance(entry, entries.Correct) else "damage"
            yield Problem("bad-code", where, _sentence(unreadable.message))

    def marks(self, character: Character, before: Character | None = None) -> entries.Marks:
        """No box with more marks than it takes, no more Force Points spent than there are."""
        del before  # what a box takes now is all that decides
        return character.marks

    @property
    def source(self) -> str:
        """What a pip costs is ours."""
        return book().advancement.sources["pip"]


LEDGER_RULES = AdvancementRules()
replay, refusal, enter = LEDGER_RULES.replay, LEDGER_RULES.refusal, LEDGER_RULES.enter


def name_of(character: Character, trait: str) -> str:
    """What a trait is called at length: "Strength", "Blaster"."""
    if trait in ATTRIBUTES:
        return book().traits.attributes[trait].name
    return character.skills[trait].name
