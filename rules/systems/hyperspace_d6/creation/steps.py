"""The steps of creation, and reading and writing their fields."""

from __future__ import annotations

import msgspec

from rules import creation
from rules.creation import Step, StepSpec, nothing
from rules.document import Document
from rules.forms import parsing
from rules.forms.parsing import Values
from rules.house import standing
from rules.problems import InvalidDocument, Problem, RuleViolation
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.character.inventory import form_id
from rules.systems.hyperspace_d6.creation import (
    concept,
    defenses,
    edge_and_burden,
    origins,
    quickplay,
    shop,
)
from rules.systems.hyperspace_d6.creation import gear as advice
from rules.systems.hyperspace_d6.creation.edge_and_burden import _read_quirk, _write_quirk
from rules.systems.hyperspace_d6.creation.gear import _detail, _gear, _quantity, _typed, _worn
from rules.systems.hyperspace_d6.creation.origins import (
    _read_profession,
    _read_species,
    _write_profession,
    _write_species,
)
from rules.systems.hyperspace_d6.creation.skills import _read_picks, _skill_picks, _write_picks
from rules.systems.hyperspace_d6.document.build import (
    LIMITS,
    LINE,
    MOST_CREDITS,
    Build,
    Burden,
    Edge,
    OwnProfession,
    OwnSpecies,
)
from rules.systems.hyperspace_d6.document.house import House
from rules.systems.hyperspace_d6.homebrew.tables import tables_of
from rules.systems.hyperspace_d6.problems import character_problems
from rules.systems.hyperspace_d6.rulebook.book import Book, book


def set_field(document: Document, *, field: str, values: Values) -> Document:
    """The document with one field written; RuleViolation where the values cannot be read as its."""
    build: Build = document.build
    part, _, rest = field.partition(".")
    try:
        texts = parsing.cleaned(values, field)
        if field in ("name", "player"):
            return msgspec.structs.replace(document, **{field: parsing.text(texts, LINE)})
        if part == "quickplay":
            written = quickplay.write(build, rest, texts)
        else:
            tables = tables_of(document.house or House())
            written = _write(build, part, rest, texts, tables=tables)
        return msgspec.structs.replace(document, build=written)
    except InvalidDocument as unreadable:
        raise RuleViolation([Problem("bad-value", field, unreadable.message)]) from None


def _write(build: Build, part: str, rest: str, values: Values, *, tables: Book) -> Build:
    replace = msgspec.structs.replace
    if part in LIMITS and not rest:
        return replace(build, **{part: parsing.text(values, LIMITS[part])})
    match part:
        case "species":
            return replace(build, species=_write_species(build, rest, values))
        case "profession":
            return replace(build, profession=_write_profession(build, rest, values))
        case "skills":
            return replace(build, skills=_write_picks(build, values, tables))
        case "edge":
            return replace(build, edge=_write_quirk(build.edge, Edge, tables.edges, rest, values))
        case "burden":
            return replace(
                build, burden=_write_quirk(build.burden, Burden, tables.burdens, rest, values)
            )
        case "worn" | "starting_credits" | "typed":
            return _write_other(build, part, values)
        case "gear":
            return _quantity(build, rest, values, tables=tables)
        case "gear_as" | "gear_granted" | "gear_design" | "gear_features" | "gear_crystal":
            return _detail(build, part, rest, values)
    raise InvalidDocument("there is no such field")


def _write_other(build: Build, part: str, values: Values) -> Build:
    """The fields beside the shop: what is worn, the GM's sum, things typed by hand."""
    if part == "typed":
        of_tables = [gear for gear in build.gear if gear.id]
        typed = _typed([gear for gear in build.gear if not gear.id], values)
        return msgspec.structs.replace(build, gear=(*of_tables, *typed))
    said = parsing.one(values)
    if part == "worn":
        return msgspec.structs.replace(build, worn=said or None)
    given = parsing.number_or_none(said, 0, MOST_CREDITS)
    return msgspec.structs.replace(build, starting_credits=given)


STACK = ("gear_granted", "gear_design", "gear_features", "gear_crystal")


def field_values(document: Document, field: str) -> Values | None:
    """The present values of a field as a form sends them; None where there is no such field."""
    build: Build = document.build
    tables = tables_of(document.house or House())
    part, _, rest = field.partition(".")
    if field in ("name", "player"):
        return (str(getattr(document, field)),)
    if field in LIMITS:
        return (str(getattr(build, field)),)
    match part:
        case "species":
            return _read_species(build.species, rest, tables)
        case "profession":
            return _read_profession(build.profession, rest)
        case "quickplay":
            return quickplay.values(build, rest)
        case "skills":
            return _read_picks(build, tables)
        case "edge" | "burden":
            return _read_quirk(build.edge if part == "edge" else build.burden, rest, tables)
        case "worn" | "starting_credits" | "typed":
            return _read_other(build, part, tables)
    return _gear(build, part, rest)


def _read_other(build: Build, part: str, tables: Book) -> Values:
    """The fields beside the shop: what is worn, the GM's sum, things typed by hand."""
    if part == "worn":
        return (_worn(build, tables),)
    if part == "starting_credits":
        return ("" if build.starting_credits is None else str(build.starting_credits),)
    typed = [gear for gear in build.gear if not gear.id]
    return tuple(text for gear in typed for text in (gear.name, str(gear.quantity)))


def dependent_fields(document: Document) -> dict[str, Values]:
    """What hangs on other choices: one's own species and profession, edge, burden, owned things."""
    build: Build = document.build
    tables = tables_of(document.house or House())
    ids: list[str] = []
    if isinstance(build.species, OwnSpecies):
        # The species' own attributes come before its focus, which the Force may have to allow.
        ids += [f"species.{part}" for part in ("name", "attributes", "force_sensitive", "focus")]
    if isinstance(build.profession, OwnProfession):
        ids += [f"profession.{part}" for part in ("name", "force_user", "bonuses")]
    if build.edge:
        row = tables.edges.get(build.edge.id)
        ids += ["edge.skill", "edge.note"] if row and row.asks else ["edge.note"]
    if build.burden:
        row = tables.burdens.get(build.burden.id)
        ids += ["burden.attribute", "burden.note"] if row and row.asks else ["burden.note"]
    for gear in build.gear:
        if gear.id:
            ids += [f"{part}.{form_id(gear)}" for part in STACK]
    return {id: held for id in ids if (held := field_values(document, id)) is not None}


def steps(character: Character, *, only: str = "") -> tuple[Step, ...]:
    """All steps in their order; the fields of `only` are filled, of the others left out."""
    found = standing(character.document, character_problems(character))
    made = quickplay.STOPS if character.house.quickplay else STOPS
    return creation.steps(made, character, found, only=only)


def _names(character: Character) -> str:
    return ", ".join(character.chosen.skills[id].name for id in character.chosen.picks)


def _quirk_names(character: Character) -> str:
    chosen = character.chosen
    return ", ".join(quirk.name for quirk in (chosen.edge, chosen.burden) if quirk)


def _defense_values(character: Character) -> str:
    return ", ".join(
        f"{row.name} {figures.defense(character, id).value}" for id, row in book().defenses.items()
    )


STOPS: tuple[StepSpec[Character], ...] = (
    StepSpec(
        "concept",
        "Concept and name",
        "Who are you, in a few words?",
        ("name",),
        concept.who,
        lambda character: character.document.name or character.build.concept,
    ),
    StepSpec(
        "species",
        "Species",
        "What you bring from home: your first dice, and one skill your people are known for.",
        ("build.species",),
        origins.species_fields,
        lambda character: character.chosen.species.name,
    ),
    StepSpec(
        "profession",
        "Profession",
        "What you do for a living, and the dice it has taught you.",
        ("build.profession",),
        origins.profession_fields,
        lambda character: character.chosen.profession.name,
    ),
    StepSpec(
        "skills",
        "Skills",
        "Pick three. Each gets one more die. Four of them also raise a defense.",
        ("build.skills",),
        _skill_picks,
        _names,
    ),
    StepSpec(
        "defenses",
        "Defenses",
        "Nothing to choose here: what keeps you alive, and what would raise it.",
        ("build.defenses",),
        defenses.fields,
        _defense_values,
        can_surprise=False,
    ),
    StepSpec(
        "edge-and-burden",
        "Edge and burden",
        "One thing that helps you, and one that does not let you go.",
        ("build.edge", "build.burden"),
        edge_and_burden.fields,
        _quirk_names,
    ),
    StepSpec(
        "gear",
        "Gear",
        "What you carry out of the shop is what you have at the table.",
        ("build.gear", "build.worn", "build.starting_credits"),
        shop.fields,
        advice.state,
        advice=advice.advice,
    ),
    StepSpec(
        "appearance",
        "Appearance and personality",
        "What others see first, and what they learn later.",
        ("build.appearance", "build.personality"),
        concept.looks,
        concept.state,
    ),
    StepSpec(
        "review",
        "Review",
        "Everything at once, before it is final.",
        (),
        nothing,
        lambda _: "",
        can_surprise=False,
    ),
)
