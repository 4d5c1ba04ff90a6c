"""Writes the actor file of Foundry's system `starwarsd6`."""

from __future__ import annotations

from rules.dice import codes
from rules.exchange import foundry
from rules.exchange.outline import (
    ATTRIBUTES,
    FORCE_SKILLS,
    MELEE,
    Attack,
    Harm,
    Outline,
    Power,
    Trait,
    of_the_force,
)
from rules.phrases import counted

TARGET = foundry.Target("starwarsd6", "1.5.0", "13.351")
NAME = TARGET.id


def _code(pips: int, *, least: int = 0) -> dict[str, int]:
    dice, left = codes.of_pips(max(pips, 0))
    return {"dice": dice, "pips": left} if dice >= least else {"dice": least, "pips": 0}


def names(trait: Trait) -> tuple[str, ...]:
    """The system's names of a skill: the first one instead of its own name."""
    return trait.others.get(NAME) or (trait.name,)


def write(outline: Outline, *, id: str = "", type: str = foundry.CHARACTER) -> dict[str, object]:
    """The actor file as plain values, as a character or an opponent."""
    items = foundry.Items(TARGET)
    _skills(outline, items)
    _attacks(outline, items)
    for armor in outline.armor:
        system: dict[str, object] = {"armorBonus": max(armor.defense, 0), "equipped": armor.is_worn}
        items.add("armor", armor.name, "shield", system)
    for thing in outline.things:
        system = {"description": thing.text, "quantity": max(thing.quantity, 0)}
        items.add("equipment", thing.name, "item-bag", system)
    for power in outline.powers:
        items.add("forcePower", power.name, "aura", _power(power))
    system = _opponent(outline) if type == foundry.OPPONENT else _system(outline)
    return foundry.actor(items, outline.name, type, system, game=outline.system, id=id)


def _opponent(outline: Outline) -> dict[str, object]:
    """An opponent has its defenses and its damage written down, where a character's are worked out:
    the average of the pool, 3.5 a die, with worn armor. Without a skill of its own it defends with
    Dexterity. Our ruling.
    """
    system = {name: value for name, value in _system(outline).items() if name in _OPPONENTS}
    damage = _code(outline.attribute("STR"), least=1)
    return {
        **system,
        **{name: _defense(outline, skill) for name, skill in _DEFENSES.items()},
        "damageDice": damage["dice"],
        "damagePips": damage["pips"],
        "notes": "\n".join(filter(None, (outline.kind, outline.description, notes(outline)))),
    }


_DEFENSES = {
    "rangedDefense": "Dodge",
    "meleeDefense": "Melee Parry",
    "brawlingDefense": "Brawling Parry",
}
# What an opponent has of what a character has.
_OPPONENTS = {*ATTRIBUTES, "stunMarks", "woundMarks", "incapMarks", "mortalMarks"}


def _defense(outline: Outline, skill: str) -> int:
    named = (one for one in outline.skills if skill.casefold() in map(str.casefold, names(one)))
    trait = next(named, None)
    dice, pips = codes.of_pips(max(trait.total if trait else outline.attribute("DEX"), 0))
    worn = sum(max(armor.defense, 0) for armor in outline.armor if armor.is_worn)
    return dice * 7 // 2 + pips + worn


def _system(outline: Outline) -> dict[str, object]:
    points, harm = outline.points, outline.harm
    attributes = {id: _code(outline.attribute(id), least=1) for id in ATTRIBUTES}
    system: dict[str, object] = {
        **attributes,
        "move": max(outline.move, 0),
        "forceSensitive": outline.has_force,
        "characterPoints": max(points.character, 0),
        "forcePoints": max(points.force, 0),
        "darkSidePoints": max(points.dark_side or 0, 0),
        "characterType": " ".join(filter(None, (outline.species, outline.kind))),
        "description": outline.description,
        "notes": notes(outline),
        **{
            name: marks if harm.is_boxed else 0
            for name, marks in (
                ("stunMarks", harm.stunned),
                ("woundMarks", harm.wounded),
                ("incapMarks", harm.incapacitated),
                ("mortalMarks", harm.mortal),
            )
        },
    }
    if outline.has_force:
        system["forceSkills"] = {
            id: _code(trait.total if (trait := outline.skill(id)) else 0) for id in FORCE_SKILLS
        }
    return system


def notes(outline: Outline) -> str:
    """The texts of everything that has no place of its own in the system."""
    numbers = outline.own_scores
    if outline.points.credits is not None:
        numbers = "; ".join(filter(None, (numbers, counted(outline.points.credits, "credit"))))
    lines = (
        outline.concept,
        *outline.feature_lines,
        f"{outline.game}: {numbers}." if numbers else "",
        outline.personality,
        *outline.extras,
    )
    return "\n".join(filter(None, lines))


def _skills(outline: Outline, items: foundry.Items) -> None:
    aliases = []
    for trait in outline.skills:
        if trait.attribute not in ATTRIBUTES:
            continue
        dice, pips = codes.of_pips(max(outline.own(trait), 0))
        system: dict[str, object] = {"attribute": trait.attribute, "rank": dice, "rankPips": pips}
        first, *others = names(trait)
        items.add("skill", first, "dice-target", system, id=trait.id)
        aliases += [(name, system, trait.id) for name in others]
    for name, system, id in aliases:
        items.add("skill", name, "dice-target", dict(system), alias=id)


def _attacks(outline: Outline, items: foundry.Items) -> None:
    bare = set()
    for attack in outline.attacks:
        trait = outline.skill(attack.trait)
        skill = names(trait)[0] if trait else attack.trait or attack.attribute
        icon = "sword" if attack.kind == MELEE else "target"
        items.add("weapon", attack.name, icon, _weapon(attack, skill))
        if trait is None and skill not in bare and skill in ATTRIBUTES:
            bare.add(skill)
            system: dict[str, object] = {"attribute": skill, "rank": 0, "rankPips": 0}
            items.add("skill", skill, "dice-target", system, alias=skill)


def _weapon(attack: Attack, skill: str) -> dict[str, object]:
    damage = _code(attack.damage or 0, least=1)
    return {
        "damageDice": damage["dice"],
        "damagePips": damage["pips"],
        "attackSkill": skill,
        "weaponBonus": 0,
        "range": "melee" if attack.kind == MELEE else "short",
        "equipped": True,
    }


def _power(power: Power) -> dict[str, object]:
    difficulties = {
        f"{id}Difficulty": power.difficulty if id in power.skills else "" for id in FORCE_SKILLS
    }
    return {**difficulties, "effect": power.does}


def losses(outline: Outline) -> tuple[str, ...]:
    """The parts of this character that the file cannot hold, each in a sentence."""
    attacks, points = outline.attacks, outline.points
    lists = (
        (
            "Skills below their attribute are set to it",
            [trait.name for trait in outline.skills if outline.own(trait) < 0],
        ),
        (
            "Attributes have at least 1D there",
            [one.name for one in outline.attributes if one.total < codes.PIPS_IN_A_DIE],
        ),
        ("Skills of the Force that aren't known there", of_the_force(outline)),
        ("Armor doesn't soak damage there", [one.name for one in outline.armor if one.soak]),
        ("Weapons do at least 1D of damage there", [one.name for one in attacks if not one.damage]),
        ("A weapon has no quantity there", [one.name for one in attacks if one.quantity > 1]),
        ("The properties of weapons are left out", [one.name for one in attacks if one.notes]),
        ("Only as text in the notes", [outline.own_scores] if outline.own_scores else []),
    )
    facts = (
        ("Credits are only text in the notes.", points.credits is not None),
        ("Edges and burdens are only text in the notes.", bool(outline.features)),
        ("Pronouns are left out.", bool(outline.pronouns)),
        ("Wounds are left out: they work otherwise there.", not _keeps_marks(outline.harm)),
    )
    return (
        *(f"{head}: {', '.join(names)}." for head, names in lists if names),
        *(sentence for sentence, is_so in facts if is_so),
    )


def _keeps_marks(harm: Harm) -> bool:
    return harm.is_none or (harm.is_boxed and not harm.dead)
