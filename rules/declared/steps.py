"""The steps of creation, and their fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from rules.creation import Bound, StepSpec, review, shown_only
from rules.declared import figures, lists, sheet
from rules.declared.breakdown import explained
from rules.declared.character import DeclaredCharacter
from rules.declared.document import PRESET
from rules.declared.figure_rows import FigureRow, Typed
from rules.declared.powers import fields as power_fields
from rules.declared.ruleset import Ruleset
from rules.figures import Figure
from rules.forms.fields import Option
from rules.kit import step_texts
from rules.kit.bound_fields import number_field, switch_field
from rules.kit.coded.steps import (
    armor_fields,
    attributes_field,
    gear_advice,
    gear_fields,
    item_names,
    skill_names,
    skills_field,
    things_field,
    typed_codes,
    weapons_field,
    who_step,
)
from rules.kit.coded.sums import CodeSums, written
from rules.phrases import counted
from rules.tables import TableError


def _preset(character: DeclaredCharacter) -> Option:
    """The option that keeps both sums."""
    creation, sums = character.rules.book.creation, character.rules.sums
    party = " Your party keeps to them." if getattr(character.house, PRESET, False) else ""
    return Option(
        PRESET,
        f"Count dice for me: {written(sums.attributes)} attributes, {written(sums.skills)} skills",
        f"{creation.rulings['preset']}{party}",
        source=creation.sources["preset"],
        term=PRESET,
    )


def _sums(character: DeclaredCharacter) -> CodeSums | None:
    rules = character.rules
    return rules.sums_of(character.chosen.preset) if character.chosen.by_preset else None


def _shown(character: DeclaredCharacter) -> Mapping[str, Figure]:
    """The figures of the sheet by key."""
    return sheet.sheet(character).figures


def _numbers(character: DeclaredCharacter) -> str:
    defense, target = character.rules.book.defense, figures.target(character)
    if not defense.boxes:
        protected = figures.protected(character)
        return f"{target.label} {target.value}, {protected.label} {protected.code}"
    marks = figures.boxes(character).value
    return f"{target.label} {target.value}, {counted(marks, 'mark')} a box"


def steps(rules: Ruleset) -> tuple[StepSpec[DeclaredCharacter], ...]:
    """The steps of a game, with the texts of its table."""
    book, texts, own = rules.book, step_texts.read(rules.folder), rules.extras.weapons
    for id in (*STEPS, *((book.powers.part,) if book.powers else ())):
        if id not in texts:
            raise TableError("steps.toml", id, "is missing: give the step a row")
    armor, traits = book.armor, book.traits
    switch = (switch_field(PRESET, "Preset", _preset),) if book.creation.optional else ()
    if rules.presets:
        none = book.creation.rulings.get("any_codes") or book.creation.no_price
        switch = (rules.presets.field(rules.codes, sheet.shown, none=none),)
    attributes = attributes_field(
        rules.attributes,
        figures.trait,
        _sums,
        hint="Write it as on paper: 3D, 3D+1, 3D+2.",
        also={*traits.attributes, *traits.stand_ins},
    )
    skills = skills_field(
        (row.name for row in traits.skills.values()),
        rules.attributes,
        _sums,
        hint="Full codes, attribute included. Skills not listed here roll their attribute.",
        shown=rules.shown_under,
        key=rules.key,
    )
    hint = book.creation.rulings["points"]
    point = book.point
    gear: tuple[Bound, ...] = (
        weapons_field(
            own.row,
            first=own.first,
            last=own.last,
            damage=rules.damage,
            strength=book.strength,
            names=() if book.creation.optional or own.first else _weapon_names(rules),
        ),
        *armor_fields(
            rules.types.armor,
            armor.cell,
            figures.protected,
            ruling=book.defense.rulings["armor"],
            term="soak" if book.defense.soak else "armor",
        ),
        *(
            gear_fields(point.most, ruling=hint, points=rules.points)
            if point and rules.points
            else (things_field(),)
        ),
        *(_typed_field(rules.book.figures[id], bounds) for id, bounds in book.typed.items()),
    )
    templates = tuple(row.name for row in book.templates.rows.values())
    who = who_step(hint=WHO, placeholder=_example(rules), suggestions=templates)
    who = replace(
        who,
        fields=(
            *who.fields[:1],
            *(lists.field(row, _shown) for row in book.lists.values()),
            *who.fields[1:],
        ),
    )
    more = rules.extras.fields
    advice: Callable[[DeclaredCharacter], tuple[str, ...]] = gear_advice(armor.protected)
    return (
        who,
        texts["attributes"].spec((*switch, attributes), typed_codes),
        texts["skills"].spec((skills, *more.get("skills", ())), skill_names),
        *_powers(rules, texts),
        texts["gear"].spec((*gear, *more.get("gear", ())), item_names, advice),
        texts["defense"].spec((shown_only("defense", explained),), _numbers),
        review(),
    )


def _typed_field(row: FigureRow, bounds: Typed) -> Bound:
    """The number that may be typed in place of a figure."""
    label = f"{row.name}, {bounds.unit}s" if bounds.unit else row.name
    usual = f"{row.number} if you leave it empty." if row.number is not None else row.does
    return number_field(row.id, label, bounds.most, hint=usual, lowest=bounds.least)


# The steps after the first, whose texts a game gives.
STEPS = ("attributes", "skills", "gear", "defense")


def _powers(
    rules: Ruleset, texts: Mapping[str, step_texts.StepText]
) -> tuple[StepSpec[DeclaredCharacter], ...]:
    """The step of powers, in a game that has some."""
    powers = rules.book.powers
    if powers is None:
        return ()
    ruling, learned = powers.rulings["powers"], powers.learned
    typed = (
        power_fields.skills_field(
            rules.power_rules, figures.trait, hint=f"Leave these empty without any {powers.name}."
        ),
        power_fields.powers_field(
            rules.power_rules,
            (row.name for row in powers.powers.values()),
            tuple(row.name for row in rules.book.play.difficulties.values()),
            hint=lambda character: power_fields.powers_hint(character, ruling, learned),
        ),
    )

    def named(character: DeclaredCharacter) -> str:
        return power_fields.named(character, figures.trait)

    return (texts[powers.part].spec(typed, named),)


WHO = "Species and profession, in a few words."


def _example(rules: Ruleset) -> str:
    rows = rules.book.templates.rows
    return rules.identity.example or next((row.name for row in rows.values()), "")


def _weapon_names(rules: Ruleset) -> tuple[str, ...]:
    return tuple(row.name for row in rules.book.templates.weapons.values())
