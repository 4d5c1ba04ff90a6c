"""The steps of creation, declared; and the step of gear: weapons, armor and which is worn, other
items, Force Points, move and scale.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.creation import Binding, Bound, StepSpec, review, shown_only
from rules.forms.fields import Breakdown, BreakdownEntry, Cell, Change, Field, Raise, options
from rules.kit import step_texts
from rules.kit.bound_fields import menu_field, number_field
from rules.kit.typed_steps import (
    armor_fields,
    gear_advice,
    gear_fields,
    item_names,
    skill_names,
    typed_codes,
    weapons_field,
    who_step,
)
from rules.systems.empire_ascendant import document as structs
from rules.systems.empire_ascendant.character import figures, parsing
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.creation import traits
from rules.systems.empire_ascendant.rulebook import FOLDER, rulebook


def _defense(character: Character) -> Iterator[Field]:
    """What comes of it: nothing to decide."""
    entries = [
        *traits.defense_entries(character),
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
    now, strength = figures.soak(character), character.attribute(figures.CODES.strength)
    after = figures.soak(character.raising(strength))
    label = f"{character.full_name(strength)} one pip higher"
    raises = [Raise(label, "attributes", Change("Soak", now.code, after.code, better=True))]
    for holding in character.carried:
        if holding.is_armor and holding.item.key != character.worn:
            after = figures.soak(character.wearing(holding.item.key))
            if after.weight > now.weight:
                change = Change("Soak", now.code, after.code, better=True)
                raises.append(Raise(f"Wearing {holding.item.name}", "gear", change))
    return BreakdownEntry(now, "Rolled against damage.", tuple(raises), term="soak")


def _force(character: Character) -> str:
    skills = [
        f"{character.full_name(id)} {figures.trait(character, id).code}"
        for id in character.power_skills
    ]
    return ", ".join((*skills, *(power.name for power in character.powers.values())))


def _numbers(character: Character) -> str:
    dodge, soak = figures.defense(character, "dodge"), figures.soak(character)
    return f"Dodge {dodge.value}, Soak {soak.code}"


COMBAT, CREATION = rulebook().combat, rulebook().creation
DIFFICULTY = Cell(
    "difficulty", "Difficulty", "number", lowest=0, highest=structs.MOST_DIFFICULTY, optional=True
)
SOAK = Cell("soak", "Adds to Soak", "code")
GEAR_FIELDS: tuple[Bound, ...] = (
    weapons_field(
        structs.Weapon,
        first=(Cell("form", "Kind", "menu", options=options(COMBAT.forms)),),
        last=(DIFFICULTY,),
        damage=parsing.damage,
    ),
    *armor_fields(structs.Armor, SOAK, figures.soak, ruling=COMBAT.rulings["typed"]),
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
    TEXTS["attributes"].spec(traits.ATTRIBUTE_FIELDS, typed_codes),
    TEXTS["skills"].spec(traits.SKILL_FIELDS, skill_names),
    TEXTS["force"].spec(traits.FORCE_FIELDS, _force),
    TEXTS["gear"].spec(GEAR_FIELDS, item_names, gear_advice("Soak")),
    TEXTS["defense"].spec((shown_only("defense", _defense),), _numbers),
    review(),
)
FIELDS = Binding(field for step in STEPS for field in step.fields)
