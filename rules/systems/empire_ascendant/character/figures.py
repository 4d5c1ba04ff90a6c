"""The numbers on the sheet, each a Figure from one short function. No layout."""

from __future__ import annotations

from functools import cache

from rules.declared import armor
from rules.declared.powers.table import learning_number
from rules.dice import codes
from rules.figures import Figure, constant, number, times, total
from rules.kit.coded.character import (
    LEDGER,
    TYPED,
    CodeFigures,
    CodeSources,
    PointFigures,
    for_each_die,
)
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.rulebook.book import rulebook

BOOK = rulebook()
COMBAT = BOOK.combat

CODES = CodeFigures(
    CodeSources(
        typed=BOOK.creation.sources["codes"],
        bought=BOOK.advancement.sources["pip"],
        bought_ruling=BOOK.advancement.rulings["pip"],
        bare_ruling=BOOK.traits.rulings["bare_skill"],
    ),
    raised=lambda _id: LEDGER,
    book=BOOK.traits.skills.get,
    strength="STR",
    carried=COMBAT.rulings["carried"],
)
trait, attribute, skill = CODES.trait, CODES.base, CODES.skill
attack, damage, strength = CODES.attack, CODES.damage, CODES.strength_of


# --- defenses


def defense(character: Character, id: str) -> Figure:
    """3 for each die of the skill, and its pips (Empire Ascendant, Defenses)."""
    row = COMBAT.defenses[id]
    pool = skill(character, id)
    ruling = "" if character.has_own(id) else COMBAT.rulings["unskilled"]
    return for_each_die(row.name, pool, COMBAT.per_die, source=row.source, ruling=ruling)


def full_dodge(character: Character) -> Figure:
    """Dodge + 10, against everything (Empire Ascendant, Defenses; our ruling)."""
    more = constant("", COMBAT.full_dodge, **COMBAT.cite("full_dodge"))
    cited = COMBAT.cite("full_dodge", "full_dodge")
    return total("Full Dodge", defense(character, "dodge"), more, **cited)


def defenses(character: Character) -> dict[str, Figure]:
    """Every defense by its name in an export, Full Dodge after Dodge."""
    named = {id.replace("-", "_"): defense(character, id) for id in COMBAT.defenses}
    return {"dodge": named.pop("dodge"), "full_dodge": full_dodge(character), **named}


def soak(character: Character) -> Figure:
    """Strength and worn armor, three pips to a die (Empire Ascendant, Damage)."""
    worn = character.worn_armor
    found = (worn.name, codes.of_pips(worn.adds)) if worn else None
    cited, carrying = COMBAT.cite("soak"), COMBAT.rulings["carried"]
    return armor.soak("Soak", strength(character), found, carrying=carrying, **cited)


def move(character: Character) -> Figure:
    """Meters that are walked in a round."""
    typed = character.build.move is not None
    source = TYPED if typed else COMBAT.sources["move"]
    return number("Move", character.chosen.move, source=source)


def run(character: Character) -> Figure:
    """Twice the move (Empire Ascendant, Movement)."""
    cited = COMBAT.cite("move")
    return times("Run", constant("as a Fact", COMBAT.run, **cited), move(character), **cited)


def crawl(_character: Character) -> Figure:
    """The meters that a character crawls in a round (Empire Ascendant, Prone)."""
    return number("Crawl", COMBAT.crawl, source=COMBAT.sources["prone"])


# --- points


POINTS = PointFigures(
    start=BOOK.creation.sources["force_points"],
    ruling=BOOK.creation.rulings["force_points"],
    force=BOOK.force.sources["force_point"],
    dark_side=BOOK.force.sources["dark_side"],
    award=BOOK.advancement.sources["award"],
)
force_points, force_points_left = POINTS.force_points, POINTS.force_points_left
dark_side_points, character_points = POINTS.dark_side_points, POINTS.character_points


@cache
def learning(prerequisites: int) -> Figure:
    """5, and 5 for each prerequisite (Empire Ascendant, Learning Force Powers)."""
    force = BOOK.force
    each, source = force.learning_a_prerequisite, force.sources["learning"]
    return learning_number(force.learning, each, prerequisites, source=source)
