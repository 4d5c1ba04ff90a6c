"""Empire Ascendant as a declared game: its tables, and what these cannot say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from rules import plain_text
from rules.declared import files
from rules.declared.armor import Item as ArmorItem
from rules.declared.extras import Extras, Weapons
from rules.declared.folder import Folder
from rules.declared.powers.document import PowerRules
from rules.declared.powers.table import Powers
from rules.declared.presets import Presets
from rules.declared.programs import Programs
from rules.declared.rulebook import (
    Advancement,
    Book,
    Creation,
    Defense,
    FigureRow,
    Play,
    Point,
    Protection,
    Soak,
    Traits,
)
from rules.declared.ruleset import Ruleset, power_rules
from rules.exchange import outline
from rules.forms.fields import Cell, Choice, Number, options
from rules.kit.coded import build as typed_build
from rules.kit.coded.character import LEDGER, CodeFigures, CodeSources
from rules.kit.coded.sheet import dark_side_line
from rules.kit.typed import extras
from rules.kit.typed.extras import Extra
from rules.phrases import counted
from rules.problems import ProblemList
from rules.sheet.sections import Line
from rules.systems.empire_ascendant.character import marks, sections
from rules.systems.empire_ascendant.character.figures import DEFENSES, DODGE, FIGURES, FULL_DODGE
from rules.systems.empire_ascendant.document import build as document
from rules.systems.empire_ascendant.document.build import MOST_DIFFICULTY, FormedWeapon
from rules.systems.empire_ascendant.rulebook.book import ATTRIBUTES, FOLDER, rulebook

BOOK, READ = rulebook(), Folder(FOLDER)
COMBAT, CREATION, FORCE = BOOK.combat, BOOK.creation, BOOK.force
GRENADE, RANGED, MELEE = "grenade", "ranged", "melee"


class Item(ArmorItem, frozen=True, gc=False):
    """A carried item, with the form and difficulty of a weapon."""

    form: str = ""
    difficulty: int | None = None


def _read(row: FormedWeapon, where: str, faults: ProblemList) -> dict[str, Any]:
    """The form of a weapon, and its difficulty, which counts within bounds."""
    of, form, difficulty = row.name.strip(), row.form, row.difficulty
    form = typed_build.one_of(form, COMBAT.forms, f"{where}.form", faults, kind="form", of=of)
    if difficulty is not None and not 0 <= difficulty <= MOST_DIFFICULTY:
        message = f"The difficulty of {of} is 0 to {MOST_DIFFICULTY}."
        faults.wrong("bad-amount", f"{where}.difficulty", message)
        difficulty = None
    return {"form": form, "difficulty": difficulty}


def _used(row: Any) -> FormedWeapon:
    """A weapon, used by hand where its skill is, or where Strength is in its damage."""
    skill = GAME.key(row.skill)
    is_melee = skill.startswith(MELEE) or row.damage.startswith("STR")
    use = COMBAT.by_skill.get(skill) or (COMBAT.by_skill["melee-weapons"] if is_melee else None)
    form, number = (use.form, use.difficulty) if use else (RANGED, None)
    return FormedWeapon(
        name=row.name, skill=row.skill, damage=row.damage, form=form, difficulty=number
    )


def _outlined(item: Any) -> dict[str, Any]:
    """A weapon for other programs: its kind, the skill that parries with it, its difficulty."""
    form = COMBAT.forms[item.form or RANGED]
    parry = form.against if form.kind == outline.MELEE else ""
    notes = () if item.difficulty is None else (f"Difficulty {item.difficulty}",)
    return {"kind": form.kind, "parry": parry, "notes": notes}


def _taken(attack: outline.Attack) -> dict[str, Any]:
    """The form of a weapon of another game."""
    if attack.kind == outline.MELEE:
        return {"form": "brawling" if "brawl" in attack.trait else MELEE}
    return {"form": GRENADE if attack.kind in (outline.THROWN, outline.EXPLOSIVE) else RANGED}


def _members(build: Any, faults: ProblemList) -> dict[str, Any]:
    """The move and the scale of a build, within their bounds."""
    move, least, most = build.move, COMBAT.move_least, COMBAT.move_most
    if move is not None and not least <= move <= most:
        faults.wrong("bad-move", "build.move", f"Move is {least} to {counted(most, 'meter')}.")
        move = None
    scale = typed_build.one_of(build.scale, COMBAT.scales, "build.scale", faults, kind="scale")
    return {"move": COMBAT.move if move is None else move, "scale": scale or CREATION.scale}


def _scale(text: str) -> dict[str, Any]:
    scales = {plain_text.folded(row.name): id for id, row in COMBAT.scales.items()}
    return {"scale": extras.named(text, scales, "Character")}


def _written_scale(build: Any) -> str:
    row = COMBAT.scales.get(build.scale)
    return row.name if row else str(build.scale)


def _dark_side(character: Any) -> tuple[Line, ...]:
    note = "fallen to the dark side" if character.marks.fallen else ""
    return (dark_side_line(character, character.rules.point_figures, note),)


PRESETS = Presets(
    CREATION.presets,
    BOOK.traits.attributes,
    BOOK.traits.mini_six,
    usual=ATTRIBUTES,
    ours="These sums are our own.",
    cited=CREATION.cite("preset", "preset"),
)


class EmpireRules(Ruleset):
    """The rules, with the presets of the tables, whose sums stand in pips."""

    def _presets(self, _names: tuple[str, ...]) -> Presets:
        return PRESETS

    def _power_rules(self) -> PowerRules:
        return msgspec.structs.replace(power_rules(self.book), without="no-force-skill")

    def every_skill(self) -> dict[str, str]:
        """The skills of the book, and those of the archetypes, each with its attribute."""
        known = {row.name: row.attribute for row in self.book.traits.skills.values()}
        return known | self.book.templates.skills

    def _codes(self) -> CodeFigures:
        return CodeFigures(
            CodeSources(
                typed=CREATION.sources["codes"],
                bought=BOOK.advancement.sources["pip"],
                bought_ruling=BOOK.advancement.rulings["pip"],
                bare_ruling=BOOK.traits.rulings["bare_skill"],
            ),
            raised=lambda _id: LEDGER,
            book=BOOK.traits.skills.get,
            strength="STR",
            carried=COMBAT.rulings["carried"],
        )


POWERS = Powers(
    name="Force powers",
    part="force",
    heading="The Force",
    one="Force power",
    called="Force skills",
    member="force_skills",
    picks=FORCE.picks,
    learn=BOOK.advancement.learn,
    first_die=BOOK.advancement.force_first_die,
    learning=FORCE.learning,
    a_prerequisite=FORCE.learning_a_prerequisite,
    joined=tuple(id for id in FORCE.joins if "+" in id),
    inward=("control",),
    skills=BOOK.traits.force,
    powers=BOOK.archetypes.powers,
    sources={
        "powers": FORCE.sources["learning"],
        "picks": FORCE.sources["picks"],
        "learn": BOOK.advancement.sources["learn"],
        "first_die": BOOK.advancement.sources["pip"],
    },
    rulings={
        "powers": FORCE.rulings["powers"],
        "picked": FORCE.rulings["picked_alone"],
        "all_skills": FORCE.rulings["all_skills"],
        "prices": BOOK.advancement.rulings["prices"],
    },
)


def _rows() -> Iterator[FigureRow]:
    for id in DEFENSES:
        row = COMBAT.defenses.get(id, COMBAT.defenses[DODGE])
        name = "Full Dodge" if id == FULL_DODGE else row.name
        yield FigureRow(id=id, name=name, does=row.does, source=row.source)


def _book() -> Book:
    """The tables as those of a declared game."""
    traits, costs = BOOK.traits, BOOK.advancement
    templates: Any = BOOK.archetypes
    skills: Any = traits.skills
    aliases: Any = traits.aliases
    ladder: Any = BOOK.difficulties.ladder
    presets: Any = CREATION.presets
    return Book(
        traits=Traits(
            attributes=traits.attributes,
            skills=skills,
            aliases=aliases,
            stand_ins=traits.mini_six,
            sources=traits.sources,
            rulings=traits.rulings,
        ),
        figures={row.id: row for row in _rows()},
        lists={},
        defense=Defense(
            levels={},
            target=DODGE,
            boxes="",
            soak=Soak(trait="STR", source=COMBAT.sources["soak"]),
            harm_attribute="STR",
            armor=Protection(member="soak"),
            sources={},
            rulings={"armor": COMBAT.rulings["typed"]},
        ),
        play=Play(
            difficulties=ladder,
            healing={},
            sources={"dark_side": FORCE.sources["dark_side"]},
            rulings={},
        ),
        points={
            "force_points": Point(
                id="force_points",
                name="Force Points",
                one="Force Point",
                source=FORCE.sources["force_point"],
                mark="force_spent",
                start=CREATION.force_points,
                most=document.MOST_FORCE_POINTS,
                explodes=True,
                action="force-point",
                turn="exploding",
                note="sixes explode for a scene",
            )
        },
        creation=Creation(
            presets=presets,
            sources={**CREATION.sources, "points": CREATION.sources["force_points"]},
            rulings={**CREATION.rulings, "points": CREATION.rulings["force_points"]},
            no_price="Character Points buy pips only with a preset. Without one, set a new code.",
        ),
        advancement=Advancement(
            skill=costs.skill,
            attribute=costs.attribute,
            sources=costs.sources,
            rulings=costs.rulings,
            items="Items are free here: the source has no prices.",
        ),
        templates=templates,
        opponents=BOOK.opponents,
        powers=POWERS,
        programs=msgspec.convert(READ.members(files.EXCHANGE), Programs),
    )


GAME = EmpireRules(
    folder=FOLDER,
    reader=READ,
    identity=BOOK.game,
    book=_book(),
    terms={},
    switches=tuple(BOOK.party.switches.values()),
    extras=Extras(
        marks=document.MARKS,
        figures=FIGURES,
        build=document.MEMBERS,
        defense=sections.defenses,
        harm=marks.harm,
        counts=sections.counts,
        points=_dark_side,
        fields=sections.FIELDS,
        opponents=(
            extras.number("move", "Move", most=COMBAT.move_most),
            Extra("scale", "Scale", _scale, _written_scale, "Character"),
        ),
        members=_members,
        story="Description",
        days=("medpac_today", "stunned", "drowning", "unconscious"),
        weapons=Weapons(
            row=FormedWeapon,
            item=Item,
            members=("form", "difficulty"),
            read=_read,
            first=(Cell("form", "Kind", "menu", options=options(COMBAT.forms)),),
            last=(
                Cell(
                    "difficulty",
                    "Difficulty",
                    "number",
                    lowest=0,
                    highest=MOST_DIFFICULTY,
                    optional=True,
                ),
            ),
            offered=(
                (Choice("form", "Kind", (RANGED,), options(COMBAT.forms, RANGED), look="menu"),),
                (Number("difficulty", "Difficulty, in melee", ("",), highest=MOST_DIFFICULTY),),
            ),
            is_thrown=lambda item: item.form == GRENADE,
            special=sections.special,
            usable=_used,
            outlined=_outlined,
            taken=_taken,
        ),
    ),
)
