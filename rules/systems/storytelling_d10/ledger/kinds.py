"""What an entry of the ledger costs in experience, the kinds of entries, and the rules of this
ledger.

`rules.kit` has what entries on traits, merits, and items do, and `rules.ledger` the replay.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from rules.figures import Figure
from rules.kit.currency import Accounts, Currency, Payments, of_account
from rules.kit.ledger import AccountLedger
from rules.ledger.entries import NO_REASON, Session, Undo
from rules.ledger.rules import SESSION, UNDO, EntryKind
from rules.problems import Problem
from rules.systems.storytelling_d10.character import force, languages
from rules.systems.storytelling_d10.character.build import ITEMS, SKILLS
from rules.systems.storytelling_d10.character.character import (
    APPEARANCE,
    MONSTROUS,
    WILLPOWER,
    Character,
)
from rules.systems.storytelling_d10.character.force import FORCE_SENSITIVITY
from rules.systems.storytelling_d10.character.merits import LORE, MERITS
from rules.systems.storytelling_d10.document import entries
from rules.systems.storytelling_d10.document.entries import (
    AnyEntry,
    GainMerit,
    Learn,
    LearnLanguage,
    Lift,
    Technique,
)
from rules.systems.storytelling_d10.ledger import story_changes
from rules.systems.storytelling_d10.ledger.entries import brought, rebuild_kind
from rules.systems.storytelling_d10.ledger.merits import MeritAdvancement
from rules.systems.storytelling_d10.ledger.raises import FREE, Prices, Raises
from rules.systems.storytelling_d10.rulebook.book import rulebook

MOST_POINTS = 1_000
POINTS = of_account(
    "points",
    "experience",
    name="Experience points",
    one="experience point",
    member="xp",
    most=MOST_POINTS,
)
DESTINY = Currency(
    name="Destiny points",
    one="Destiny point",
    member="destiny",
    account=lambda character: character.destiny,
    balance=lambda character: max(0, character.all_destiny),
    total=lambda character: character.all_destiny,
    most=MOST_POINTS,
)
ACCOUNTS = Accounts((POINTS, DESTINY), entries.Award, entries.Adjust)
ROWS = rulebook().creation.prices
PRICES = Prices(ROWS)


def price_of_dot(character: Character, trait: str) -> Figure:
    """What one dot more of a trait costs; the first dot of a Force knowledge as a new ability."""
    book, new = rulebook(), character.bought_value(trait) + 1
    if trait == WILLPOWER:
        return PRICES.times("willpower", new)
    if trait in book.traits.attributes:
        return PRICES.times("raise-attribute", new)
    is_knowledge = trait in book.force.force_knowledges
    id = "raise-knowledge" if is_knowledge else "raise-ability"
    if new > 1 or (is_knowledge and character.house.first_force_dot_two):
        return PRICES.times(id, new)
    return PRICES.flat("ability", ROWS[id].ruling if is_knowledge else "")


def price(character: Character, entry: AnyEntry) -> Figure:
    """What an entry costs this character now; what a dot left open to choose costs nothing."""
    match entry:
        case entries.Raise():
            trait = character.trait_id(entry.trait)
            return price_of_dot(character, trait) if character.is_trait(trait) else FREE
        case Technique():
            is_free = SKILLS.left(character, entry.ability)
            return FREE if is_free else PRICES.flat("technique")
        case Learn():
            return FREE if force.left(character) else PRICES.flat("force-ability")
        case LearnLanguage():
            return PRICES.flat("written" if entry.form == "written" else "spoken")
        case GainMerit():
            row = MERITS.merits(character.house).get(entry.merit)
            if row is None:
                return FREE
            points = row.low if entry.points is None else entry.points
            return PRICES.times("merit", points, "points")
        case _:
            return FREE


PAYMENTS = Payments(price, lambda _entry: POINTS)


# --- dots


@lru_cache(maxsize=512)
def _limit(trait: str) -> tuple[int, str]:
    """The most dots of a trait, and the code of more."""
    noun = "attribute" if trait in rulebook().traits.attributes else "ability"
    noun = "willpower" if trait == WILLPOWER else noun
    return rulebook().creation.numbers[f"{noun}-most"].number, f"{noun}-max"


def _check_raise(character: Character, entry: entries.Raise, trait: str, new: int) -> None:
    """Appearance with its flaws, the Force with what opens it, and room for Lores."""
    if trait == APPEARANCE:
        _check_appearance(character, new)
    if trait in rulebook().force.force_knowledges:
        if not character.has_merit(FORCE_SENSITIVITY):
            name = character.trait_name(trait)
            character.deviation("force-requirement", f"{name} needs Force Sensitivity.")
        if entry.ability:
            force.check_ability(character.with_dot(trait).standing, entry.ability, character)
    if entry.skill:
        SKILLS.check(character, trait, entry.skill)
    if trait.startswith(LORE) and trait not in character.abilities:
        most = rulebook().creation.numbers["own-lores"].number
        if len(character.own_traits) >= most:
            message = f"There is room for {most} Lores of your own."
            character.deviation("too-many-lores", message)


def _check_appearance(character: Character, new: int) -> None:
    most = rulebook().merits.numbers["disfigured-most"].number
    if character.has_flaw(MONSTROUS):
        character.deviation("flaw-limit", "Monstrous, your Appearance stays 0.")
    if character.has_flaw("disfigured") and new > most:
        character.deviation("flaw-limit", f"Disfigured, your Appearance is {most} at most.")


RAISES = Raises(_limit, _check_raise, brought)


KINDS: dict[type[Any], EntryKind] = {
    entries.Award: ACCOUNTS.kind("Award"),
    entries.Adjust: ACCOUNTS.kind("Correction"),
    entries.Raise: RAISES.kind(PAYMENTS),
    Technique: SKILLS.kind(PAYMENTS),
    Learn: force.kind(PAYMENTS),
    LearnLanguage: languages.kind(PAYMENTS),
    **MeritAdvancement(MERITS).kinds(PAYMENTS),
    entries.Story: story_changes.KIND,
    **ITEMS.kinds,
    Session: SESSION,
    entries.Rebuild: rebuild_kind(force.OPENER, force.MANY),
    Undo: UNDO,
}


class ExperienceRules(AccountLedger[Character, AnyEntry]):
    """How characters of this game grow."""

    kinds = KINDS
    carrying = ("weapons", "armor", "shields", "gear")
    character, rebuild_entry = Character, entries.Rebuild
    accounts, payments = ACCOUNTS, PAYMENTS

    def input_problems(self, entry: AnyEntry) -> Iterator[Problem]:
        """Something is given, or changed for a reason."""
        yield from super().input_problems(entry)
        if isinstance(entry, entries.Story):
            yield from story_changes.input_problems(entry)
        if isinstance(entry, Lift) and not entry.reason.strip():
            yield NO_REASON

    @property
    def source(self) -> str:
        """Where the prices stand."""
        return rulebook().creation.prices["ability"].source


LEDGER_RULES = ExperienceRules()
