"""The step of gear: weapons, armor and which is worn, things; and Force Points to begin with."""

from __future__ import annotations

from collections.abc import Iterator

from rules.creation import of_build
from rules.forms.fields import Cell, Change, Choice, Field, Option
from rules.forms.parsing import Values, text
from rules.kit import typed
from rules.kit.bound_fields import number_field, replace, rows_field
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.document import (
    MANY,
    MOST,
    MOST_DEFENSE,
    MOST_FORCE_POINTS,
    NAME,
    Armor,
    Build,
    Thing,
    Weapon,
)
from rules.systems.rules_sheet_d6.rulebook import book

QUANTITY = Cell("quantity", "How many", "number", highest=MOST)


def _skill_names(character: Character) -> dict[str, tuple[str, ...]]:
    return {"skill": tuple(skill.name for skill in character.skills.values())}


def _worn_name(build: Build) -> Values:
    """The armor that is worn, by the name it has among the armor."""
    named = {typed.key(row.name): row.name for row in build.armor}
    return (named.get(typed.key(build.worn), build.worn) if build.worn else "",)


def _worn(character: Character) -> Iterator[Field]:
    """Which armor is worn; what cannot be worn any more is kept aside."""
    build = character.build
    worn = _worn_name(build)[0]
    # Of two suits of one name the first counts.
    adds = {row.name: row.defense for row in reversed(build.armor)}
    options = [
        Option("", "Nothing", chosen=not worn, changes=_wearing(character, 0), term="armor"),
        *(
            Option(name, name, chosen=name == worn, changes=_wearing(character, adds[name]))
            for name in dict.fromkeys(row.name for row in build.armor)
        ),
    ]
    if worn and worn not in adds:
        options.append(Option(worn, worn, chosen=True, set_aside=True))
    ruling = book().defense.rulings["armor"]
    yield Choice("worn", "You wear", (worn,), tuple(options), look="menu", hint=ruling)


def _wearing(character: Character, adds: int) -> tuple[Change, ...]:
    """What Defense would be in armor that adds so much to it."""
    now = figures.defense(character)
    then = now.value + adds - (character.worn_armor.defense if character.worn_armor else 0)
    if then == now.value:
        return ()
    return (Change(now.label, now.code, str(then), then > now.value),)


def advice(character: Character) -> tuple[str, ...]:
    """What a player might have forgotten: never a fault."""
    said = []
    if not any(held.item.what == "weapon" for held in character.carried):
        said.append("Nothing here is a weapon.")
    if character.build.armor and not character.build.worn:
        said.append("You carry armor and wear none: it adds to Defense only while it is worn.")
    return tuple(said)


FIELDS = (
    rows_field(
        "weapons",
        "Weapons",
        Weapon,
        (
            Cell("name", "Weapon", limit=NAME),
            Cell("skill", "Used with", limit=NAME),
            Cell("damage", "Damage", limit=20, suggestions=("4D", "STR+1D")),
            QUANTITY,
        ),
        limit=MANY,
        hint="Damage as a code, or what Strength is added to: STR+1D.",
        suggest=_skill_names,
        typed={"damage": lambda said: typed.damage(said).written},
    ),
    rows_field(
        "armor",
        "Armor",
        Armor,
        (
            Cell("name", "Armor", limit=NAME),
            Cell("defense", "Adds to Defense", "number", lowest=0, highest=MOST_DEFENSE),
        ),
        limit=MANY,
        hint="What it adds to your Defense.",
    ),
    of_build(
        "worn",
        _worn_name,
        lambda build, values: replace(build, worn=text(values, NAME)),
        empty=lambda build: replace(build, worn=""),
        show=_worn,
        # What is worn stands only as long as there is armor.
        dependent=lambda document: ("worn",) if document.build.armor else (),
    ),
    rows_field(
        "gear", "Anything else", Thing, (Cell("name", "Thing", limit=NAME), QUANTITY), limit=MANY
    ),
    number_field(
        "force_points",
        "Force Points",
        MOST_FORCE_POINTS,
        hint=book().creation.rulings["force_points"],
    ),
)
