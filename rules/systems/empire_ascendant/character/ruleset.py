"""Empire Ascendant as a declared game: its tables, and what these cannot say."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules import plain_text
from rules.declared.armor import Item as ArmorItem
from rules.declared.extras import Extras, Weapons
from rules.declared.ruleset import Ruleset
from rules.exchange import outline
from rules.forms.fields import Cell, Choice, Number, options
from rules.kit.coded import build as typed_build
from rules.kit.coded.character import LEDGER, CodeFigures
from rules.kit.coded.sheet import dark_side_lines
from rules.kit.typed import extras
from rules.kit.typed.extras import Extra
from rules.problems import ProblemList
from rules.systems.empire_ascendant.character import marks, sections
from rules.systems.empire_ascendant.document import build as document
from rules.systems.empire_ascendant.document.build import MOST_DIFFICULTY, FormedWeapon
from rules.systems.empire_ascendant.rulebook.book import OWN, rulebook, tables

COMBAT = rulebook().combat
GRENADE, RANGED, MELEE = "grenade", "ranged", "melee"


class Item(ArmorItem, frozen=True, gc=False):
    """A carried item, with the form and difficulty of a weapon."""

    form: str = ""
    difficulty: int | None = None


def _read(row: FormedWeapon, where: str, faults: ProblemList) -> dict[str, object]:
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
    skill, uses = GAME.key(row.skill), COMBAT.by_skill
    is_melee = skill.startswith(MELEE) or row.damage.startswith("STR")
    use = uses.get(skill) or (uses["melee-weapons"] if is_melee else None)
    handled = {"form": use.form, "difficulty": use.difficulty} if use else {}
    return FormedWeapon(name=row.name, skill=row.skill, damage=row.damage, **handled)


def _outlined(item: Any) -> dict[str, object]:
    """A weapon for other programs: its kind, the skill that parries with it, its difficulty."""
    form = COMBAT.forms[item.form or RANGED]
    parry = form.against if form.kind == outline.MELEE else ""
    notes = () if item.difficulty is None else (f"Difficulty {item.difficulty}",)
    return {"kind": form.kind, "parry": parry, "notes": notes}


def _taken(attack: outline.Attack) -> dict[str, object]:
    """The form of a weapon of another game."""
    if attack.kind == outline.MELEE:
        return {"form": "brawling" if "brawl" in attack.trait else MELEE}
    return {"form": GRENADE if attack.kind in (outline.THROWN, outline.EXPLOSIVE) else RANGED}


def _members(build: Any, faults: ProblemList) -> dict[str, object]:
    """The scale of a build."""
    scale = typed_build.one_of(build.scale, COMBAT.scales, "build.scale", faults, kind="scale")
    return {"scale": scale or COMBAT.scale}


def _scale(text: str) -> dict[str, object]:
    scales = {plain_text.folded(row.name): id for id, row in COMBAT.scales.items()}
    return {"scale": extras.named(text, scales, "Character")}


def _written_scale(build: Any) -> str:
    row = COMBAT.scales.get(build.scale)
    return row.name if row else str(build.scale)


class EmpireRules(Ruleset):
    """The rules; chance draws on the skills of the book, too."""

    def every_skill(self) -> dict[str, str]:
        """The skills of the book, and those of the archetypes, each with its attribute."""
        known = {row.name: row.attribute for row in self.book.traits.skills.values()}
        return known | self.book.templates.skills

    def _codes(self) -> CodeFigures:
        carried = COMBAT.rulings["carried"]
        return replace(super()._codes(), raised=lambda _id: LEDGER, carried=carried)


MOST, FORMS = MOST_DIFFICULTY, options(COMBAT.forms, RANGED)
DIFFICULTY = Cell("difficulty", "Difficulty", "number", lowest=0, highest=MOST, optional=True)
GAME = EmpireRules(
    tables=tables()[0],
    extras=Extras(
        own=OWN,
        numbers=sections.numbers,
        build=document.MEMBERS,
        harm=marks.harm,
        counts=sections.counts,
        points=dark_side_lines("fallen", "fallen to the dark side"),
        fields=sections.FIELDS,
        opponents=(Extra("scale", "Scale", _scale, _written_scale, "Character"),),
        members=_members,
        story="Description",
        days=("medpac_today", "stunned", "drowning", "unconscious"),
        weapons=Weapons(
            row=FormedWeapon,
            item=Item,
            members=("form", "difficulty"),
            exported=("difficulty",),
            read=_read,
            first=(Cell("form", "Kind", "menu", options=options(COMBAT.forms)),),
            last=(DIFFICULTY,),
            offered=(
                (Choice("form", "Kind", (RANGED,), FORMS, look="menu"),),
                (Number("difficulty", "Difficulty, in melee", ("",), highest=MOST),),
            ),
            is_thrown=lambda item: item.form == GRENADE,
            special=sections.special,
            usable=_used,
            outlined=_outlined,
            taken=_taken,
        ),
    ),
)
