"""The neutral outline of a character of Empire Ascendant. With Mini Six's four attributes each of
the six has the code of the one that stands in for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from rules.dice import codes
from rules.exchange.outline import (
    EXPLOSIVE,
    FORCE,
    MELEE,
    RANGED,
    Armor,
    Attack,
    Harm,
    Outline,
    Points,
    Power,
    Score,
    Trait,
)
from rules.kit import coded_outline
from rules.kit.code_sums import written
from rules.kit.typed_items import ARMOR
from rules.systems.empire_ascendant.character import figures
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.exchange.names import others_of
from rules.systems.empire_ascendant.rulebook import ATTRIBUTES, FORCE_SKILLS, rulebook

GAME = "Empire Ascendant"
FORMS = {"melee": MELEE, "brawling": MELEE, "grenade": EXPLOSIVE}
PARRIES = {"melee": "melee-parry", "brawling": "brawling-parry"}


def outline(character: Character) -> Outline:
    """Everything that other programs and games can take."""
    return Outline(
        system=character.document.system,
        game=GAME,
        name=character.document.name,
        has_wild_die=True,
        kind=character.build.template,
        description=character.build.description,
        move=character.chosen.move,
        attributes=tuple(_attributes(character)),
        skills=tuple(
            replace(trait, others=others_of(trait.id))
            for trait in coded_outline.skills(
                character, figures.trait, lambda row: _of_the_six(character, row.attribute, row.key)
            )
        ),
        force_skills=tuple(_force(character)),
        powers=tuple(
            Power(
                name=power.name, skills=power.skills, difficulty=power.difficulty, does=power.does
            )
            for power in character.powers.values()
        ),
        attacks=tuple(_attacks(character)),
        armor=tuple(_armor(character)),
        things=tuple(coded_outline.things(character)),
        scores=tuple(_scores(character)),
        points=Points(
            character=character.character_points,
            force=figures.force_points_left(character).value,
            dark_side=figures.dark_side_points(character).value,
        ),
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
        total = codes.in_pips(*character.code(id))
        if total:
            name = rulebook().traits.force[id].name
            yield Trait(id=id, name=name, total=total, attribute=FORCE)


def _kind(_character: Any, item: Any) -> str:
    return FORMS.get(item.form, RANGED)


def _notes(item: Any) -> tuple[str, ...]:
    return () if item.difficulty is None else (f"Difficulty {item.difficulty}",)


def _attacks(character: Character) -> Iterator[Attack]:
    attacks = coded_outline.attacks(
        character,
        figures.trait,
        figures.damage,
        kind=_kind,
        notes=_notes,
        attribute=_of_the_six,
    )
    for attack in attacks:
        parry = PARRIES.get(character.holdings[attack.id].item.form, "")
        yield replace(attack, parry=parry)


def _armor(character: Character) -> Iterator[Armor]:
    for holding in character.carried:
        item = holding.item
        if item.what == ARMOR:
            soak = codes.in_pips(*item.soak)
            yield Armor(
                name=item.name,
                text=f"Soak +{written(soak)}",
                soak=soak,
                is_code=True,
                is_worn=character.worn == item.key,
                quantity=holding.quantity,
            )


def _scores(character: Character) -> Iterator[Score]:
    for figure in figures.defenses(character).values():
        yield Score(name=figure.label, value=str(figure.value))
    yield Score(name="Soak", value=figures.soak(character).code)


def _harm(character: Character) -> Harm:
    counted = character.marks
    return Harm(
        stunned=int(bool(counted.stunned)),
        wounded=int(counted.wound == 1),
        severe=int(counted.wound == 2),
        incapacitated=int(counted.wound == 3),
        mortal=int(counted.wound == 4),
        dead=counted.dead,
    )
