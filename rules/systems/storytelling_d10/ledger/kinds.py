"""The prices of entries in experience, the kinds of entries, and the rules of this ledger.

`rules.kit` has what entries on traits, merits, and items do, and `rules.ledger` the replay.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from rules.figures import Figure
from rules.kit.currency import Accounts, Currency, Payments, of_account
from rules.kit.inventory import rebuilt
from rules.kit.ledger import AccountLedger
from rules.ledger.entries import NO_REASON, Session, Undo
from rules.ledger.rules import REBUILD, SESSION, UNDO, EntryKind
from rules.problems import EntryRefused, Problem
from rules.systems.storytelling_d10.character import force, languages
from rules.systems.storytelling_d10.character.build import ITEMS, SKILLS
from rules.systems.storytelling_d10.character.character import (
    WILLPOWER,
    Character,
)
from rules.systems.storytelling_d10.character.merits import MERITS
from rules.systems.storytelling_d10.document import entries
from rules.systems.storytelling_d10.document.entries import (
    AnyEntry,
    GainMerit,
    Learn,
    LearnLanguage,
    Lift,
    Technique,
)
from rules.systems.storytelling_d10.ledger import raises, story_changes
from rules.systems.storytelling_d10.ledger.merits import MeritAdvancement
from rules.systems.storytelling_d10.ledger.raises import FREE, Prices
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
    """The price of one dot more of a trait; the first dot of a Force knowledge costs as a new
    ability.
    """
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
    """The price of an entry for this character now; a dot left open to choose costs nothing."""
    match entry:
        case entries.Raise():
            trait = character.trait_id(entry.trait)
            return price_of_dot(character, trait) if character.is_trait(trait) else FREE
        case Technique():
            is_free = SKILLS.left(character, entry.ability)
            return FREE if is_free else PRICES.flat("technique")
        case Learn():
            is_free = force.is_free(character, entry.ability)
            return FREE if is_free else PRICES.flat("force-ability")
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


KEEP = "Keep it, or undo that first."


def _check_rebuild(character: Character, entry: entries.Rebuild) -> None:
    """Refuse a build without what came since: items used or lost, traits of one's own that were
    raised, and Force Sensitivity where Force abilities were learned.
    """
    trial = Character(replace(character.document, build=entry.build))
    _, left_out = rebuilt(character.holdings, trial.chosen.items, character.holding_type)
    if left_out:
        names = ", ".join(item.name for item in left_out)
        message = f"The rebuild drops {names}, which you used or lost since. {KEEP}"
        character.deviation("not-owned", message)
    known = {*trial.known, *trial.own_traits, *character.lores}
    for trait in character.dots:
        if character.is_own(trait) and trait not in known:
            name = character.trait_name(trait)
            message = f"The rebuild drops {name}, which you raised. {KEEP}"
            raise EntryRefused("needs-skill", message)
    id, name = force.OPENER
    since = {one.row.id for one in character.gained}
    if character.learned and not (trial.has_merit(id) or id in since):
        message = f"The rebuild drops {name}, which your {force.MANY} need."
        raise EntryRefused("needs-skill", message)


KINDS: dict[type[Any], EntryKind] = {
    entries.Award: ACCOUNTS.kind("Award"),
    entries.Adjust: ACCOUNTS.kind("Correction"),
    entries.Raise: raises.kind(PAYMENTS),
    Technique: SKILLS.kind(PAYMENTS),
    Learn: force.kind(PAYMENTS),
    LearnLanguage: languages.kind(PAYMENTS),
    **MeritAdvancement(MERITS).kinds(PAYMENTS),
    entries.Story: story_changes.KIND,
    **ITEMS.kinds,
    Session: SESSION,
    entries.Rebuild: replace(REBUILD, check=_check_rebuild),
    Undo: UNDO,
}


class ExperienceRules(AccountLedger[Character, AnyEntry]):
    """The advancement of characters of this game."""

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
