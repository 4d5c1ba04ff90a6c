"""The neutral outline of a character of Empire Ascendant, and what other games call its skills.
With Mini Six's four attributes each of the six has the code of the one that stands in for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from rules.dice import codes
from rules.exchange.conversion import ORIGINAL
from rules.exchange.outline import (
    EXPLOSIVE,
    FORCE,
    MELEE,
    RANGED,
    Attack,
    Harm,
    Outline,
    Power,
    Score,
    Trait,
)
from rules.kit import typed
from rules.kit.coded import outline as coded_outline
from rules.systems.empire_ascendant.character import figures
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.character.ruleset import GAME
from rules.systems.empire_ascendant.rulebook.book import ATTRIBUTES, FORCE_SKILLS, rulebook

TITLE = "Empire Ascendant"
FORMS = {"melee": MELEE, "brawling": MELEE, "grenade": EXPLOSIVE}
PARRIES = {"melee": "melee-parry", "brawling": "brawling-parry"}
# Names of the original game, by the ids of skills.
ORIGINALS = {"starship-pilot": "Starship Piloting", "demolitions": "Demolition"}
_IDS = {typed.key(name): id for id, name in ORIGINALS.items()}


def name_of(original: str) -> str:
    """This game's name of a skill of the original game; its own name where the book has none."""
    key = typed.key(original)
    row = rulebook().traits.skills.get(_IDS.get(key) or GAME.key(original))
    return row.name if row else original


def outline(character: Character) -> Outline:
    """Everything that other programs and games can take."""
    skills = coded_outline.skills(
        character, figures.trait, lambda row: _of_the_six(character, row.attribute, row.key)
    )
    others = {id: {ORIGINAL: (name,)} for id, name in ORIGINALS.items()}
    powers = (
        Power(name=power.name, skills=power.skills, difficulty=power.difficulty, does=power.does)
        for power in character.powers.values()
    )
    defenses = figures.defenses(character).values()
    scores = (Score(name=figure.label, value=str(figure.value)) for figure in defenses)
    return coded_outline.outline(
        character,
        TITLE,
        GAME.point_figures,
        has_wild_die=True,
        move=character.chosen.members["move"],
        attributes=tuple(_attributes(character)),
        skills=tuple(replace(trait, others=others.get(trait.id, {})) for trait in skills),
        force_skills=tuple(_force(character)),
        powers=tuple(powers),
        attacks=tuple(_attacks(character)),
        armor=coded_outline.armor(character, _protects),
        scores=(*scores, Score(name="Soak", value=figures.soak(character).code)),
        harm=_harm(character),
    )


def _of_the_six(character: Character, id: str, skill: str = "") -> str:
    """One of the six for an attribute: of a skill of the book its own, else the first that Mini
    Six's attribute stands in for.
    """
    row = rulebook().traits.skills.get(skill)
    if id in ATTRIBUTES:
        return id
    if row and character.attribute(row.attribute) == id:
        return row.attribute
    return rulebook().traits.mini_six[id].covers[0]


def _attributes(character: Character) -> Iterator[Trait]:
    names = rulebook().traits.attributes
    for id in ATTRIBUTES:
        total = coded_outline.pips(figures.trait(character, character.attribute(id)))
        yield Trait(id=id, name=names[id].name, total=total)


def _force(character: Character) -> Iterator[Trait]:
    for id in FORCE_SKILLS:
        if total := codes.in_pips(*character.code(id)):
            yield Trait(id=id, name=character.full_name(id), total=total, attribute=FORCE)


def _attacks(character: Character) -> Iterator[Attack]:
    def notes(item: Any) -> tuple[str, ...]:
        return () if item.difficulty is None else (f"Difficulty {item.difficulty}",)

    attacks = coded_outline.attacks(
        character,
        figures.trait,
        GAME.codes.damage,
        kind=lambda _character, item: FORMS.get(item.form, RANGED),
        notes=notes,
        attribute=_of_the_six,
    )
    for attack in attacks:
        yield replace(attack, parry=PARRIES.get(character.holdings[attack.id].item.form, ""))


def _protects(item: Any) -> dict[str, Any]:
    return {"text": GAME.book.armor.shown(item.adds), "soak": item.adds, "is_code": True}


def _harm(character: Character) -> Harm:
    marks = character.marks
    return Harm(
        stunned=int(bool(marks.stunned)),
        wounded=int(marks.wound == 1),
        severe=int(marks.wound == 2),
        incapacitated=int(marks.wound == 3),
        mortal=int(marks.wound == 4),
        dead=marks.dead,
    )
