"""The numbers on the sheet, each a Figure from one short function. No layout."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from rules.figures import Figure, bonus, carried, constant, dice, number, times, total
from rules.kit.coded_character import (
    LEDGER,
    TYPED,
    CodeFigures,
    CodeSources,
    PointFigures,
)
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.rulebook import rulebook

CODES = CodeFigures(
    CodeSources(
        typed=rulebook().creation.sources["codes"],
        bought=rulebook().advancement.sources["pip"],
        bought_ruling=rulebook().advancement.rulings["pip"],
        bare_ruling=rulebook().traits.rulings["bare_skill"],
    ),
    raised=lambda _id: LEDGER,
    book=rulebook().traits.skills.get,
    strength="STR",
    carried=rulebook().combat.rulings["carried"],
)
trait, attribute, skill = CODES.trait, CODES.base, CODES.skill
attack, damage, strength = CODES.attack, CODES.damage, CODES.strength_of


# --- defenses


def defense(character: Character, id: str) -> Figure:
    """3 for each die of the skill, and its pips (Empire Ascendant, Defenses)."""
    combat = rulebook().combat
    row = combat.defenses[id]
    pool = skill(character, id)
    ruling = "" if character.has_own(id) else combat.rulings["unskilled"]
    factor = constant("for each die", combat.per_die, source=row.source)
    whole = number("dice", pool.value, source=row.source)
    if not pool.pips:
        return times(row.name, factor, whole, source=row.source, ruling=ruling)
    of_dice = times(f"from {pool.value}D", factor, whole, source=row.source)
    pips = bonus("pip" if pool.pips == 1 else "pips", pool.pips, source=row.source)
    terms = (replace(of_dice, style="bonus"), pips)
    return total(row.name, *terms, source=row.source, ruling=ruling)


def full_dodge(character: Character) -> Figure:
    """Dodge + 10, against everything (Empire Ascendant, Defenses; our ruling)."""
    combat = rulebook().combat
    more = constant("", combat.full_dodge, source=combat.sources["full_dodge"])
    return total(
        "Full Dodge",
        defense(character, "dodge"),
        more,
        source=combat.sources["full_dodge"],
        ruling=combat.rulings["full_dodge"],
    )


def defenses(character: Character) -> dict[str, Figure]:
    """Every defense by its name in an export, Full Dodge after Dodge."""
    rows = rulebook().combat.defenses
    named = {id.replace("-", "_"): defense(character, id) for id in rows}
    return {"dodge": named.pop("dodge"), "full_dodge": full_dodge(character), **named}


def soak(character: Character) -> Figure:
    """Strength and worn armor, three pips to a die (Empire Ascendant, Damage)."""
    combat, armor = rulebook().combat, character.worn_armor
    source, base = combat.sources["soak"], strength(character)
    if armor is None:
        return total("Soak", base, unit="D", source=source)
    added = dice(armor.name, armor.soak[0], pips=armor.soak[1], source=TYPED)
    return carried("Soak", base, added, source=source, ruling=combat.rulings["carried"])


def move(character: Character) -> Figure:
    """Meters that are walked in a round."""
    typed = character.build.move is not None
    source = TYPED if typed else rulebook().combat.sources["move"]
    return number("Move", character.chosen.move, source=source)


def run(character: Character) -> Figure:
    """Twice the move (Empire Ascendant, Movement)."""
    combat = rulebook().combat
    source = combat.sources["move"]
    return times(
        "Run", constant("as a Fact", combat.run, source=source), move(character), source=source
    )


def crawl(_character: Character) -> Figure:
    """What can be crawled in a round (Empire Ascendant, Prone)."""
    combat = rulebook().combat
    return number("Crawl", combat.crawl, source=combat.sources["prone"])


# --- points


POINTS = PointFigures(
    start=rulebook().creation.sources["force_points"],
    ruling=rulebook().creation.rulings["force_points"],
    force=rulebook().force.sources["force_point"],
    dark_side=rulebook().force.sources["dark_side"],
    award=rulebook().advancement.sources["award"],
)
force_points, force_points_left = POINTS.force_points, POINTS.force_points_left
dark_side_points, character_points = POINTS.dark_side_points, POINTS.character_points


@cache
def learning(prerequisites: int) -> Figure:
    """5, and 5 for each prerequisite (Empire Ascendant, Learning Force Powers)."""
    force = rulebook().force
    source = force.sources["learning"]
    base = constant("for any power", force.learning, source=source)
    label = "prerequisite" if prerequisites == 1 else "prerequisites"
    more = bonus(label, force.learning_a_prerequisite * prerequisites, source=source)
    return total("learning number", base, more, source=source)
