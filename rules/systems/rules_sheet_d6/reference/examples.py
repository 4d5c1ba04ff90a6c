"""The worked examples of the source as characters, and the figures that topics name."""

from __future__ import annotations

from functools import cache

from rules.declared import expressions
from rules.declared import figures as character_figures
from rules.declared.character import DeclaredCharacter, character_type
from rules.dice import codes
from rules.document import Document
from rules.kit.typed.document import Skill
from rules.systems.rules_sheet_d6.rulebook import RULES, book, guide

CHARACTER = character_type(RULES)


@cache
def character(id: str) -> DeclaredCharacter:
    """The character of an example."""
    row = guide().examples[id]
    build = RULES.types.build(
        attributes=row.attributes,
        skills=tuple(Skill(name=name, code=code) for name, code in row.skills.items()),
        armor=tuple(RULES.types.armor(name=name, defense=more) for name, more in row.armor.items()),
        worn=next(iter(row.armor), ""),
    )
    return CHARACTER(Document(system="", name=row.name, build=build))


def figures() -> dict[str, str | int]:
    """The figures that a topic can name in braces."""
    play, point = book().play, book().points["force_points"]
    stunned = book().defense.levels["stunned"]
    whole, half = divmod(expressions.HALVES, 2)
    stuns = guide().counts["stuns"].count
    return {
        "die": f"{whole}½" if half else whole,
        "most_dice": codes.MOST_DICE,
        "action": -play.action,
        "stun": -stunned.points,
        "stuns": stuns,
        "stuns_take": -stunned.points * stuns,
        "force_point": point.times,
        "dark_side_dice": RULES.own["dark_side"].dice,
        "force_points": point.start,
        **_defense(),
        **_damage(),
        **_actions(),
    }


def _defense() -> dict[str, str | int]:
    """Dodge in a vest, and the same with a Force Point."""
    one = character("defense")
    defense = character_figures.target(one)
    dodge = character_figures.trait(one, "dodge")
    of_dice, of_pips, of_vest = defense.terms
    times = book().points["force_points"].times
    return {
        "dodge": dodge.code,
        "dodge_dice": dodge.value,
        "of_dice": of_dice.value,
        "of_pips": of_pips.value,
        "of_vest": of_vest.value,
        "defense": defense.value,
        "single": dodge.code,
        "multiplied": codes.written(times * dodge.value, times * dodge.pips),
    }


def _damage() -> dict[str, str | int]:
    """The soldier's four numbers."""
    one = character("damage")
    strength = character_figures.trait(one, book().defense.harm_attribute)
    numbers = {
        row.times: character_figures.threshold(one, row.id)
        for row in book().defense.levels.values()
    }
    return {
        "strength": strength.code,
        "strength_dice": strength.value,
        "base": character_figures.base(one).value,
        "twice": numbers[2].value,
        "thrice": numbers[3].value,
        "marks": character_figures.boxes(one).value,
    }


def _actions() -> dict[str, str | int]:
    """A blaster fired once, twice, three times in a round."""
    blaster = character_figures.trait(character("actions"), "blaster")
    less = book().play.action
    return {
        f"shots_{shots}": codes.written(blaster.value + less * (shots - 1), blaster.pips)
        for shots in (1, 2, 3)
    }
