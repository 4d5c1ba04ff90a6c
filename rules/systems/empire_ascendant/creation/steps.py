"""The steps of creation: their fields, and what each shows of the character."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.creation import Binding, Bound, StepSpec, review, shown_only
from rules.declared.powers import fields as power_fields
from rules.document import Document
from rules.figures import Figure
from rules.forms.fields import Breakdown, BreakdownEntry, Cell, Change, Field, Raise, options
from rules.kit import step_texts
from rules.kit.bound_fields import menu_field, number_field
from rules.kit.coded.steps import (
    armor_fields,
    attributes_field,
    gear_advice,
    gear_fields,
    item_names,
    skill_names,
    skills_field,
    typed_codes,
    weapons_field,
    who_step,
)
from rules.kit.coded.sums import CodeSums
from rules.systems.empire_ascendant.character import figures, parsing
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.character.parsing import PRESETS
from rules.systems.empire_ascendant.document import build as structs
from rules.systems.empire_ascendant.document.build import Build
from rules.systems.empire_ascendant.rulebook.book import FOLDER, rulebook


def attributes_of(document: Document[Build]) -> Mapping[str, str]:
    """The attributes of a document by id: six, or the four of Mini Six."""
    return PRESETS.attributes(PRESETS.of(document))


def _sums(character: Character) -> CodeSums | None:
    return PRESETS.sums.get(character.chosen.preset)


def _defended(character: Character) -> dict[str, Figure]:
    return {**figures.defenses(character), "soak": figures.soak(character)}


def _stands(document: Document[Build], attribute: str) -> str:
    """The attribute that a skill stands under with the preset that counts."""
    return parsing.attribute(attribute, PRESETS.of(document)) or attribute


def _parries(character: Character) -> Iterator[Field]:
    """The defenses that follow from the skills."""
    yield Breakdown("parries", "Defenses", defense_entries(character))


def defense_entries(character: Character) -> tuple[BreakdownEntry, ...]:
    """Each static defense, and what one pip more of its skill would make of it."""
    entries = []
    for id, row in rulebook().combat.defenses.items():
        tried = character.raising(id)
        defense, after = figures.defense(character, id), figures.defense(tried, id)
        change = Change(row.name, defense.code, after.code, after.value > defense.value)
        name = character.skills[id].name
        raises = (Raise(f"{name} one pip higher", "skills", change),)
        entries.append(BreakdownEntry(defense, row.does, raises, term=f"defense-{id}"))
    return tuple(entries)


def _powers_hint(character: Character) -> str:
    ruling = rulebook().force.rulings["powers"]
    return power_fields.powers_hint(character, ruling, figures.learning)


def _defense(character: Character) -> Iterator[Field]:
    """The defenses, Soak, and movement: nothing to decide."""
    entries = [
        *defense_entries(character),
        BreakdownEntry(
            figures.full_dodge(character),
            "If you do nothing but defend, they face this instead.",
        ),
        _soak(character),
        BreakdownEntry(figures.move(character), "Meters you walk in a round, for free."),
        BreakdownEntry(figures.run(character), "Meters you run. It counts as a Fact."),
        BreakdownEntry(figures.crawl(character), "Meters you crawl while prone. A Fact, too."),
    ]
    yield Breakdown("defense", "Defenses, Soak, and move", tuple(entries))


def _soak(character: Character) -> BreakdownEntry:
    """Soak, and what a pip more of Strength, or other armor, would make of it."""
    soak, strength = figures.soak(character), character.attribute(figures.CODES.strength)
    after = figures.soak(character.raising(strength))
    label = f"{character.full_name(strength)} one pip higher"
    raises = [Raise(label, "attributes", Change("Soak", soak.code, after.code, better=True))]
    for holding in character.carried:
        if holding.is_armor and holding.item.key != character.worn:
            after = figures.soak(character.wearing(holding.item.key))
            if after.weight > soak.weight:
                change = Change("Soak", soak.code, after.code, better=True)
                raises.append(Raise(f"Wearing {holding.item.name}", "gear", change))
    return BreakdownEntry(soak, "Rolled against damage.", tuple(raises), term="soak")


def _force(character: Character) -> str:
    return power_fields.named(character, figures.trait)


def _numbers(character: Character) -> str:
    dodge, soak = figures.defense(character, "dodge"), figures.soak(character)
    return f"Dodge {dodge.value}, Soak {soak.code}"


ATTRIBUTE_FIELDS = (
    PRESETS.field(figures.CODES, _defended, none=rulebook().creation.rulings["any_codes"]),
    attributes_field(
        attributes_of,
        figures.attribute,
        _sums,
        hint="Write it as on paper: 3D, 3D+1, 3D+2.",
        also={*rulebook().traits.attributes, *rulebook().traits.mini_six},
    ),
)
SKILL_FIELDS = (
    skills_field(
        (row.name for row in rulebook().traits.skills.values()),
        attributes_of,
        _sums,
        hint="Whole codes, the attribute included. A skill that isn't listed rolls its attribute.",
        shown=_stands,
        key=parsing.skill,
    ),
    shown_only("parries", _parries),
)
FORCE_FIELDS = (
    power_fields.skills_field(
        parsing.POWERS, figures.trait, hint="Leave these empty if the Force isn't with you."
    ),
    power_fields.powers_field(
        parsing.POWERS,
        (row.name for row in rulebook().archetypes.powers.values()),
        tuple(row.name for row in rulebook().difficulties.ladder.values()),
        hint=_powers_hint,
    ),
)
COMBAT, CREATION = rulebook().combat, rulebook().creation
DIFFICULTY = Cell(
    "difficulty", "Difficulty", "number", lowest=0, highest=structs.MOST_DIFFICULTY, optional=True
)
GEAR_FIELDS: tuple[Bound, ...] = (
    weapons_field(
        structs.FormedWeapon,
        first=(Cell("form", "Kind", "menu", options=options(COMBAT.forms)),),
        last=(DIFFICULTY,),
        damage=parsing.damage,
    ),
    *armor_fields(structs.Armor, parsing.ARMOR.cell, figures.soak, ruling=COMBAT.rulings["typed"]),
    *gear_fields(structs.MOST_FORCE_POINTS, ruling=CREATION.rulings["force_points"]),
    number_field(
        "move",
        "Move, meters",
        COMBAT.move_most,
        hint=f"{COMBAT.move} if you leave it empty.",
        lowest=COMBAT.move_least,
    ),
    menu_field("scale", "Scale", COMBAT.scales, CREATION.scale),
)
TEXTS = step_texts.read(FOLDER)
STEPS: tuple[StepSpec[Character], ...] = (
    who_step(
        hint="Species and profession, in a few words. The suggestions are ours.",
        placeholder="Smuggler with a gift",
        suggestions=tuple(row.name for row in rulebook().archetypes.archetypes.values()),
    ),
    TEXTS["attributes"].spec(ATTRIBUTE_FIELDS, typed_codes),
    TEXTS["skills"].spec(SKILL_FIELDS, skill_names),
    TEXTS["force"].spec(FORCE_FIELDS, _force),
    TEXTS["gear"].spec(GEAR_FIELDS, item_names, gear_advice("Soak")),
    TEXTS["defense"].spec((shown_only("defense", _defense),), _numbers),
    review(),
)
FIELDS = Binding(field for step in STEPS for field in step.fields)
