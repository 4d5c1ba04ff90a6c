"""The numbers on the sheet, each a Figure from one short function. No layout."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from rules.declared.character import DeclaredCharacter
from rules.declared.figures import soak, trait
from rules.figures import Figure, constant, number, times, total
from rules.kit.coded.character import TYPED, for_each_die
from rules.systems.empire_ascendant.rulebook.book import rulebook

COMBAT = rulebook().combat
DODGE, FULL_DODGE = "defense-dodge", "full_dodge"
__all__ = ["DODGE", "FIGURES", "FULL_DODGE", "defense_id", "defenses", "soak", "trait"]


def defense_id(skill: str) -> str:
    """The id of the figure of a skill that defends."""
    return f"defense-{skill}"


def _defense(id: str, character: DeclaredCharacter) -> Figure:
    """3 for each die of the skill, and its pips (Empire Ascendant, Defenses)."""
    row, pool = COMBAT.defenses[id], trait(character, id)
    ruling = "" if character.has_own(id) else COMBAT.rulings["unskilled"]
    return for_each_die(row.name, pool, COMBAT.per_die, source=row.source, ruling=ruling)


def _full_dodge(character: DeclaredCharacter) -> Figure:
    """Dodge + 10, against everything (Empire Ascendant, Defenses; our ruling)."""
    more = constant("", COMBAT.full_dodge, **COMBAT.cite("full_dodge"))
    cited = COMBAT.cite("full_dodge", "full_dodge")
    return total("Full Dodge", character.figure(DODGE), more, **cited)


def _move(character: DeclaredCharacter) -> Figure:
    """Meters that are walked in a round."""
    source = COMBAT.sources["move"] if character.build.move is None else TYPED
    return number("Move", character.chosen.members["move"], source=source)


def _run(character: DeclaredCharacter) -> Figure:
    """Twice the move (Empire Ascendant, Movement)."""
    cited = COMBAT.cite("move")
    fact = constant("as a Fact", COMBAT.run, **cited)
    return times("Run", fact, character.figure("move"), **cited)


def _crawl(_character: DeclaredCharacter) -> Figure:
    """The meters that a character crawls in a round (Empire Ascendant, Prone)."""
    return number("Crawl", COMBAT.crawl, source=COMBAT.sources["prone"])


FIGURES: dict[str, Callable[[Any], Figure]] = {
    FULL_DODGE: _full_dodge,
    **{defense_id(id): partial(_defense, id) for id in COMBAT.defenses},
    "move": _move,
    "run": _run,
    "crawl": _crawl,
}


def defenses(character: DeclaredCharacter) -> dict[str, Figure]:
    """Every defense by its name in an export, Full Dodge after Dodge."""
    found = {id.replace("-", "_"): character.figure(defense_id(id)) for id in COMBAT.defenses}
    return {"dodge": found["dodge"], FULL_DODGE: character.figure(FULL_DODGE), **found}
