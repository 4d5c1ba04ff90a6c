"""Steps and fields of creation for games with typed codes and items.

The presets, the traits of weapons and armor, and what a step adds, are each game's own.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from rules.creation import Bound, StepSpec
from rules.document import Document
from rules.figures import Figure
from rules.forms.fields import Cell, Change, options
from rules.kit import typed
from rules.kit.bound_fields import (
    change_to,
    codes_field,
    name_field,
    number_field,
    player_field,
    rows_field,
    text_field,
    worn_field,
)
from rules.kit.character import GameCharacter
from rules.kit.coded.character import CodedCharacter
from rules.kit.coded.ledger import Coded
from rules.kit.coded.sums import CodeSums
from rules.kit.currency import FORCE_POINTS, Currency
from rules.kit.typed import Damage
from rules.kit.typed.document import MANY, MOST, NAME, STORY, Skill, Thing
from rules.kit.typed.items import WEAPON

QUANTITY = Cell("quantity", "How many", "number", highest=MOST)
# The longest damage that a player can type.
DAMAGE = 20


def who_step(
    *, hint: str, placeholder: str, suggestions: tuple[str, ...] = ()
) -> StepSpec[GameCharacter]:
    """The first step: name, template, description and player. `hint`, `placeholder` and
    `suggestions` are those of the template.
    """
    return StepSpec(
        "who",
        "Name and description",
        "Who are you?",
        (
            name_field(2 * NAME),
            text_field(
                "template",
                "Template",
                NAME,
                hint=hint,
                placeholder=placeholder,
                suggestions=suggestions,
            ),
            text_field(
                "description",
                "Description",
                STORY,
                hint="What others see, and what they learn later.",
                lines=5,
            ),
            player_field(2 * NAME),
        ),
        lambda character: character.document.name or character.build.template,
        tip="A name and a few words are enough. Nothing here changes a number.",
    )


def typed_codes(character: Coded) -> str:
    """The typed attributes in a line: "DEX 3D, STR 2D+1"."""
    codes = character.build.attributes
    return ", ".join(f"{id} {codes[id]}" for id in character.attributes if codes.get(id))


def skill_names(character: Coded) -> str:
    """The typed skills in a line."""
    return ", ".join(skill.name for skill in character.build.skills)


def item_names(character: GameCharacter) -> str:
    """The carried items in a line."""
    return ", ".join(holding.item.name for holding in character.carried)


# --- traits


def attributes_field(
    names: Mapping[str, str] | Callable[[Document], Mapping[str, str]],
    figure: Callable[[Any, str], Figure],
    sums: Callable[[Any], CodeSums | None],
    *,
    hint: str,
    also: Container[str] = (),
) -> Bound:
    """The typed attributes, with what is left of the `sums` that a character keeps to."""

    def left(character: CodedCharacter) -> Figure | None:
        own, chosen = sums(character), character.chosen
        return own.left("attributes", chosen.attributes, chosen.skills) if own else None

    return codes_field("attributes", "Attributes", names, figure, hint=hint, left=left, also=also)


def skills_field(
    names: Iterable[str],
    attributes: Callable[[Document], Mapping[str, str]],
    sums: Callable[[Any], CodeSums | None],
    *,
    hint: str,
    shown: Callable[[Document, str], str] = lambda _document, attribute: attribute,
    key: Callable[[str], str] = typed.key,
) -> Bound:
    """The typed skills: name, attribute and whole code. `names` are suggested, and
    `attributes(document)` are those to choose from. The hint says what is left of the `sums` that a
    character keeps to. `shown(document, attribute)` is the attribute
    of a skill as the document has it now.
    """
    suggestions = tuple(names)

    def cells(document: Document) -> tuple[Cell, ...]:
        own = options(attributes(document), none="Attribute")
        return (
            Cell("name", "Skill", limit=NAME, suggestions=suggestions),
            Cell("attribute", "Attribute", "menu", options=own),
            Cell("code", "Code", "code"),
        )

    def with_left(character: CodedCharacter) -> str:
        own, chosen = sums(character), character.chosen
        left = own.left_text("skills", chosen.attributes, chosen.skills) if own else ""
        return f"{hint} {left}, by the preset." if left else hint

    def without_codes(build: Any) -> object:
        """Skills that a weapon uses stay by name, without a code."""
        used = {key(weapon.skill) for weapon in build.weapons}
        remaining = [skill for skill in build.skills if key(skill.name) in used]
        return replace(build, skills=tuple(replace(skill, code="") for skill in remaining))

    return rows_field(
        "skills",
        "Skills",
        Skill,
        cells,
        limit=MANY,
        hint=with_left,
        shown={"attribute": shown},
        empty=without_codes,
    )


# --- gear


def weapons_field(
    row: type[object],
    *,
    first: tuple[Cell, ...] = (),
    last: tuple[Cell, ...] = (),
    damage: Callable[[str], Damage] = typed.damage,
    strength: tuple[str, ...] = typed.STRENGTH,
    names: tuple[str, ...] = (),
) -> Bound:
    """The typed weapons: name, skill, damage and quantity, with the game's cells before the skill
    and after the damage. `strength` are the names of Strength, and `names` weapons to suggest.
    """
    id, name = strength[:2]
    added = f"{id}+1D"

    def traits(character: Coded) -> dict[str, tuple[str, ...]]:
        skills = (skill.name for skill in character.skills.values())
        return {"skill": (*skills, *character.attributes.values())}

    return rows_field(
        "weapons",
        "Weapons",
        row,
        (
            Cell("name", "Weapon", limit=NAME, suggestions=names),
            *first,
            Cell("skill", "Used with", limit=NAME),
            Cell("damage", "Damage", limit=DAMAGE, suggestions=("4D", added)),
            *last,
            QUANTITY,
        ),
        limit=MANY,
        hint=f"A dice code, or {name} plus dice: {added}.",
        suggest=traits,
        written={"damage": lambda text: damage(text).written},
    )


def armor_fields(
    row: type[object],
    protection: Cell,
    figure: Callable[[Any], Figure],
    *,
    ruling: str,
    term: str = "",
) -> tuple[Bound, Bound]:
    """The typed armor with its `protection`, and which of it is worn. `figure(character)` is the
    number that worn armor changes.
    """

    def changes(character: CodedCharacter, suit: str) -> tuple[Change, ...]:
        return change_to(figure(character), figure(character.wearing(suit)))

    cells = (Cell("name", "Armor", limit=NAME), protection)
    hint = f"{protection.label.replace('Adds', 'What it adds')}."
    return (
        rows_field("armor", "Armor", row, cells, limit=MANY, hint=hint),
        worn_field(NAME, changes, hint=ruling, term=term),
    )


def things_field() -> Bound:
    """Other items."""
    cells = (Cell("name", "Item", limit=NAME), QUANTITY)
    return rows_field("gear", "Other gear", Thing, cells, limit=MANY)


def gear_fields(
    most_force_points: int, *, ruling: str, points: Currency = FORCE_POINTS
) -> tuple[Bound, Bound]:
    """Other items, and initial Force Points, or what a game calls its `points`."""
    return (
        things_field(),
        number_field(points.member, points.label, most_force_points, hint=ruling),
    )


def gear_advice(protected: str) -> Callable[[Any], tuple[str, ...]]:
    """Hints at a missing weapon and at armor that is not worn, never problems; `protected` is the
    number that armor changes.
    """

    def advice(character: Coded) -> tuple[str, ...]:
        hints = []
        if not any(holding.item.what == WEAPON for holding in character.carried):
            hints.append("No weapon yet.")
        if character.build.armor and not character.build.worn:
            hints.append(
                f"You carry armor but don't wear any. It adds to {protected} only while worn."
            )
        return tuple(hints)

    return advice
