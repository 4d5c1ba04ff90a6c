"""The steps of attributes, abilities, weapon skills, and the Force."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from rules.creation import Bound, of_build
from rules.figures import Figure
from rules.forms import parsing
from rules.forms.fields import Cell, Field, Group, Option, Pick, Text
from rules.forms.parsing import Values
from rules.kit.bound_fields import rows_field
from rules.kit.dot_fields import dots_field, place_of, ranking_field
from rules.problems import InvalidDocument
from rules.systems.storytelling_d10.character import catalog, figures
from rules.systems.storytelling_d10.character.character import Character
from rules.systems.storytelling_d10.character.dots import SPECIAL, WEAPON_ABILITIES
from rules.systems.storytelling_d10.character.requirements import lacks_of_ability
from rules.systems.storytelling_d10.document import NAME, Build, Lore
from rules.systems.storytelling_d10.rulebook import rulebook

BOOK = rulebook()
NUMBERS = BOOK.creation.numbers
MOST_ATTRIBUTE = NUMBERS["attribute-most"].number
MOST_ABILITY = NUMBERS["ability-most-new"].number
FREE = NUMBERS["attribute-start"].number
SPECIALS = 400


def _points(order: tuple[str, ...], group: str, points: tuple[int, ...]) -> int:
    """The dots that the place of a group gives, 0 without one."""
    place = place_of(order, group)
    return 0 if place is None else points[place]


def _left(spent: int, allowance: int) -> str:
    if spent > allowance:
        return f"{spent - allowance} too many"
    return f"{allowance - spent} of {allowance} left" if allowance > spent else "all given"


def _attribute_note(character: Character, group: str) -> str:
    build = character.build
    allowance = _points(build.attribute_order, group, BOOK.creation.attribute_points)
    ids = [id for id, row in BOOK.traits.attributes.items() if row.group == group]
    return (
        _left(sum(build.attributes.get(id, FREE) - FREE for id in ids), allowance)
        if allowance
        else ""
    )


def _attribute_group(group: str, name: str) -> Bound:
    return dots_field(
        group,
        name,
        "attributes",
        {id: row.name for id, row in BOOK.traits.attributes.items() if row.group == group},
        total=lambda character: _points(
            character.build.attribute_order, group, BOOK.creation.attribute_points
        ),
        highest=MOST_ATTRIBUTE,
        free=FREE,
        hint=BOOK.traits.attribute_groups[group].does,
    )


ATTRIBUTE_FIELDS = (
    ranking_field(
        "attribute_order",
        "Which comes first?",
        {id: row.name for id, row in BOOK.traits.attribute_groups.items()},
        BOOK.creation.attribute_points,
        hint="6, 4, and 3 dots, on top of the one that every attribute has.",
        note=_attribute_note,
    ),
    *(_attribute_group(id, row.name) for id, row in BOOK.traits.attribute_groups.items()),
)


# --- abilities


def _knowledges_spent(build: Build) -> int:
    return sum(lore.dots for lore in build.lores)


def _ability_total(character: Character, group: str) -> int:
    """The dots for the printed abilities of a group: Lores of one's own, and the Force where the
    party lets new characters have it, take some of those for Knowledges.
    """
    build = character.build
    allowance = _points(build.ability_order, group, BOOK.creation.ability_points)
    if group == "knowledges":
        allowance -= _knowledges_spent(build)
        if character.house.force_at_creation:
            allowance -= sum(build.force_knowledges.values())
    return max(0, allowance)


def _ability_note(character: Character, group: str) -> str:
    ids = BOOK.traits.abilities_of[group]
    allowance = _ability_total(character, group)
    spent = sum(character.build.abilities.get(id, 0) for id in ids)
    return _left(spent, allowance) if allowance or spent else ""


def _ability_group(group: str, name: str) -> Bound:
    def result(character: Character, id: str) -> Figure | None:
        return figures.ability_pool(character, id)

    return dots_field(
        group,
        name,
        "abilities",
        {id: row.name for id, row in BOOK.traits.abilities_of[group].items()},
        total=lambda character: _ability_total(character, group),
        highest=MOST_ABILITY,
        hint=BOOK.traits.ability_groups[group].does,
        result=result,
    )


ABILITY_FIELDS = (
    ranking_field(
        "ability_order",
        "Which comes first?",
        {id: row.name for id, row in BOOK.traits.ability_groups.items()},
        BOOK.creation.ability_points,
        hint="11, 7, and 4 dots. None above 3 yet.",
        note=_ability_note,
    ),
    *(_ability_group(id, row.name) for id, row in BOOK.traits.ability_groups.items()),
    rows_field(
        "lores",
        "Lores of your own",
        Lore,
        (
            Cell("name", "Lore", limit=NAME),
            Cell("dots", "Dots", "number", lowest=0, highest=MOST_ABILITY),
        ),
        limit=NUMBERS["own-lores"].number,
        hint="What you know too much about. They count among the Knowledges.",
    ),
)


# --- weapon skills


def _usual(build: Build, ability: str) -> Values:
    skills = build.weapon_skills.get(ability, ())
    return tuple(skill for skill in skills if not skill.startswith(SPECIAL))


def _special(build: Build, ability: str) -> str:
    skills = build.weapon_skills.get(ability, ())
    own = (skill.removeprefix(SPECIAL).strip() for skill in skills if skill.startswith(SPECIAL))
    return ", ".join(own)


def _with_skills(build: Build, ability: str, skills: Iterable[str]) -> Build:
    after = {**build.weapon_skills, ability: tuple(skills)}
    return replace(build, weapon_skills={id: ids for id, ids in after.items() if ids})


def _skill_field(ability: str) -> Bound:
    rows = {id: row for id, row in BOOK.traits.skills_of(ability).items() if not row.own}

    def write(build: Build, values: Values) -> Build:
        own = [s for s in build.weapon_skills.get(ability, ()) if s.startswith(SPECIAL)]
        return _with_skills(build, ability, (*parsing.known(values, rows), *own))

    def show(character: Character) -> Iterator[Field]:
        usual, dots = _usual(character.build, ability), character.value(ability)
        options = tuple(
            Option(id, row.name, row.does, chosen=id in usual, source=row.source)
            for id, row in rows.items()
        )
        left = max(0, dots - len(character.build.weapon_skills.get(ability, ())))
        label = f"{BOOK.traits.abilities[ability].name}: kinds of weapons"
        hint = f"Your {dots} dots teach as many kinds." if dots else "No dot, no weapon skill."
        yield Pick(ability, label, usual, options, dots, left, hint=hint)

    return of_build(
        ability,
        lambda build: _usual(build, ability),
        write,
        empty=lambda build: _with_skills(
            build, ability, [s for s in build.weapon_skills.get(ability, ()) if SPECIAL in s]
        ),
        show=show,
    )


def _special_field(ability: str) -> Bound:
    id = f"{ability}_special"

    def write(build: Build, values: Values) -> Build:
        text = parsing.text(values, SPECIALS)
        own = dict.fromkeys(part.strip() for part in text.split(",") if part.strip())
        skills = (*_usual(build, ability), *(f"{SPECIAL} {part}" for part in own))
        return _with_skills(build, ability, skills)

    def show(character: Character) -> Iterator[Field]:
        rows = BOOK.traits.skills_of(ability)
        typed_skills = (_special(character.build, ability),)
        name = BOOK.traits.abilities[ability].name
        yield Text(
            id, f"{name}: special weapons", typed_skills, rows["special"].does, limit=SPECIALS
        )

    return of_build(
        id,
        lambda build: (_special(build, ability),),
        write,
        empty=lambda build: _with_skills(build, ability, _usual(build, ability)),
        show=show,
    )


WEAPON_FIELDS = tuple(
    field for id in WEAPON_ABILITIES for field in (_skill_field(id), _special_field(id))
)


# --- the Force, where the party lets new characters have some


def _force_total(character: Character) -> int:
    build = character.build
    allowance = _points(build.ability_order, "knowledges", BOOK.creation.ability_points)
    ids = BOOK.traits.abilities_of["knowledges"]
    spent = sum(build.abilities.get(id, 0) for id in ids) + _knowledges_spent(build)
    return max(0, allowance - spent)


def _write_abilities(build: Build, values: Values) -> Build:
    if len(set(values)) > sum(build.force_knowledges.values()) + 1:
        raise InvalidDocument("Every dot brings one Force ability.")
    known = parsing.known(values, BOOK.force.force_abilities)
    strange = tuple(id for id in build.force_abilities if id not in BOOK.force.force_abilities)
    return replace(build, force_abilities=(*known, *strange))


def _ability_option(character: Character, id: str, *, chosen: bool) -> Option:
    row = catalog.force_abilities(character.house)[id]
    lacks = () if chosen else lacks_of_ability(row, character.standing)
    return Option(
        id,
        row.name,
        row.does,
        row.knowledge,
        chosen,
        note=" · ".join(filter(None, (row.required, row.marks))),
        barred=f"You lack {', '.join(lacks)}." if lacks else "",
        source=row.source,
        ruling=row.ruling,
        term=f"force.{id}",
    )


def _show_abilities(character: Character) -> Iterator[Field]:
    chosen = character.build.force_abilities
    options = tuple(
        _ability_option(character, id, chosen=id in chosen) for id in BOOK.force.force_abilities
    )
    dots = sum(character.chosen.force_knowledges.values())
    groups = tuple(
        Group(id, row.name, pool=figures.force_pool(character, id))
        for id, row in BOOK.force.force_knowledges.items()
    )
    left = max(0, dots - len(chosen))
    hint = "Each dot brings an ability of its tree."
    yield Pick("force_abilities", "Force abilities", chosen, options, dots, left, groups, hint)


FORCE_FIELDS = (
    dots_field(
        "force_knowledges",
        "Force knowledges",
        "force_knowledges",
        {id: row.name for id, row in BOOK.force.force_knowledges.items()},
        total=_force_total,
        highest=MOST_ABILITY,
        hint="From your points for Knowledges. They take Force Sensitivity.",
        result=figures.force_pool,
    ),
    of_build(
        "force_abilities",
        lambda build: build.force_abilities,
        _write_abilities,
        empty=lambda build: replace(build, force_abilities=()),
        show=_show_abilities,
    ),
)
