"""The worked examples of the source as characters, and the figures that topics name."""

from __future__ import annotations

from functools import cache

from rules.dice import codes
from rules.document import Document
from rules.kit.typed.document import Skill
from rules.systems.rules_sheet_d6.character import figures as character_figures
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.document import Armor, Build
from rules.systems.rules_sheet_d6.rulebook import book, guide


@cache
def character(id: str) -> Character:
    """The character of an example."""
    row = guide().examples[id]
    build = Build(
        attributes=row.attributes,
        skills=tuple(Skill(name=name, code=code) for name, code in row.skills.items()),
        armor=tuple(Armor(name=name, defense=more) for name, more in row.armor.items()),
        worn=next(iter(row.armor), ""),
    )
    return Character(Document(system="", name=row.name, build=build))


def figures() -> dict[str, str | int]:
    """The figures that a topic can name in braces."""
    play, creation = book().play, book().creation
    whole, half = divmod(book().defense.die_in_halves, 2)
    stuns = guide().counts["stuns"].count
    return {
        "die": f"{whole}½" if half else whole,
        "most_dice": codes.MOST_DICE,
        "action": -play.action,
        "stun": -play.stun,
        "stuns": stuns,
        "stuns_take": -play.stun * stuns,
        "force_point": play.force_point,
        "dark_side_dice": play.dark_side_dice,
        "force_points": creation.force_points,
        **_defense(),
        **_damage(),
        **_actions(),
    }


def _defense() -> dict[str, str | int]:
    """Dodge in a vest, and the same with a Force Point."""
    one = character("defense")
    defense = character_figures.defense(one)
    dodge = character_figures.skill(one, book().defense.defense_skill)
    of_dice, of_pips, of_vest = defense.terms
    times = book().play.force_point
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
    strength = character_figures.attribute(one, book().defense.harm_attribute)
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
    blaster = character_figures.skill(character("actions"), "blaster")
    less = book().play.action
    return {
        f"shots_{shots}": codes.written(blaster.value + less * (shots - 1), blaster.pips)
        for shots in (1, 2, 3)
    }
