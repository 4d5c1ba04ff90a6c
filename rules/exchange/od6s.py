"""Writes the actor file of Foundry's system OpenD6 Space, under its present id `nonex-ist-od6s` or
its older one, `od6s`.
"""

from __future__ import annotations

from typing import Any

from rules.exchange import foundry
from rules.exchange.outline import (
    ATTRIBUTES,
    EXPLOSIVE,
    FORCE,
    MELEE,
    RANGED,
    THROWN,
    Attack,
    Harm,
    Outline,
    Power,
    Trait,
)

TARGET = foundry.Target("nonex-ist-od6s", "3.0.1", "14.364")
OLDER = foundry.Target("od6s", "2.0.0", "12.343")
NAME = "od6s"
KEYS = dict(zip(ATTRIBUTES, ("agi", "kno", "mec", "per", "str", "tec"), strict=True)) | {
    FORCE: "met"
}
CHANNEL = {"control": "channel", "sense": "sense", "alter": "transform"}
# What an opponent does not have there.
ONLY_CHARACTERS = frozenset({"created", "gender", "metaphysicsextranormal"})
_KEY, _TEXT = 0, 1
_SUBTYPES = {
    RANGED: ("NONEX_IST_OD6S.RANGED", "Ranged"),
    MELEE: ("NONEX_IST_OD6S.MELEE", "Melee"),
    THROWN: ("NONEX_IST_OD6S.THROWN", "Thrown"),
    EXPLOSIVE: ("NONEX_IST_OD6S.EXPLOSIVE", "Explosive"),
}


def write(
    outline: Outline,
    target: foundry.Target = TARGET,
    *,
    id: str = "",
    type: str = foundry.CHARACTER,
) -> dict[str, object]:
    """The actor file as plain values, as a character or an opponent."""
    items = foundry.Items(target)
    _skills(outline, items)
    for attack in outline.attacks:
        icon = "sword" if attack.kind == MELEE else "target"
        items.add("weapon", attack.name, icon, _weapon(outline, attack, target))
    for armor in outline.armor:
        system = {
            "pr": armor.soak or armor.defense,
            "er": armor.soak or armor.defense,
            "equipped": {"value": armor.is_worn},
            "description": foundry.paragraphs(armor.text),
        }
        items.add("armor", armor.name, "shield", system)
    for thing in outline.things:
        description = foundry.paragraphs(thing.text)
        items.add(
            "gear",
            thing.name,
            "item-bag",
            {"quantity": thing.quantity, "description": description},
        )
    for feature in outline.features:
        kind = "advantage" if feature.is_good else "disadvantage"
        words = foundry.paragraphs(feature.does, feature.note)
        items.add(kind, feature.name, "book", {"description": words})
    for power in outline.powers:
        items.add("manifestation", power.name, "aura", _power(power))
    stats = _system(outline)
    if type == foundry.OPPONENT:
        texts = (stats.pop(name)["content"] for name in ("personality", "background"))
        stats["description"]["content"] += "".join(texts)
        stats = {name: value for name, value in stats.items() if name not in ONLY_CHARACTERS}
    return foundry.actor(items, outline.name, type, stats, game=outline.system, id=id)


def _system(outline: Outline) -> dict[str, Any]:
    points = outline.points
    attributes = {KEYS[id]: {"base": outline.attribute(id)} for id in ATTRIBUTES}
    if outline.has_force:
        attributes[KEYS[FORCE]] = {"base": outline.force}
    scores = f"{outline.own_scores} in {outline.game}." if outline.own_scores else ""
    system: dict[str, object] = {
        "attributes": attributes,
        "created": {"value": True},
        "chartype": {"content": outline.kind},
        "species": {"content": outline.species},
        "gender": {"content": outline.pronouns},
        "description": {"content": foundry.paragraphs(outline.description)},
        "personality": {"content": foundry.paragraphs(outline.personality)},
        "background": {
            "content": foundry.paragraphs(
                outline.concept, *outline.feature_lines, scores, *outline.extras
            )
        },
        "characterpoints": {"value": points.character},
        "fatepoints": {"value": points.force},
        "metaphysicsextranormal": {"value": outline.has_force},
        "move": {"value": outline.move},
        "use_wild_die": outline.has_wild_die,
    }
    if points.credits is not None:
        system["credits"] = {"value": points.credits}
    if wounds := level(outline.harm):
        system["wounds"] = {"value": wounds}
    if points.dark_side:
        system["custom2"] = {"value": f"Dark Side Points: {points.dark_side}"}
    return system


def level(harm: Harm) -> int:
    """The wound level of the default table: 0 healthy to 6 dead."""
    order = (harm.stunned, harm.wounded, harm.severe, harm.incapacitated, harm.mortal, harm.dead)
    return max((place for place, marks in enumerate(order, 1) if marks), default=0)


def _skills(outline: Outline, items: foundry.Items) -> None:
    aliases = []
    for trait in (*outline.skills, *outline.force_skills):
        if trait.attribute == FORCE and not outline.has_force:
            continue
        system = {"attribute": KEYS[trait.attribute], "base": outline.own(trait)}
        items.add("skill", trait.name, "dice-target", system, id=trait.id)
        aliases += [(name, system, trait) for name in trait.others.get(NAME, ())]
    for name, system, trait in aliases:
        text = f"The same as {trait.name}: a name that OpenD6 Space looks for."
        described = {**system, "description": foundry.paragraphs(text)}
        items.add("skill", name, "dice-target", described, alias=trait.id)


def _name(trait: Trait | None) -> str:
    return trait.name if trait else ""


def _weapon(outline: Outline, attack: Attack, target: foundry.Target) -> dict[str, object]:
    subtypes = _SUBTYPES[attack.kind]
    system: dict[str, object] = {
        "subtype": subtypes[_TEXT if target is OLDER else _KEY],
        "stats": {
            "attribute": KEYS[attack.attribute].upper(),
            "skill": _name(outline.skill(attack.trait)),
            "parry_skill": _name(outline.skill(attack.parry)),
        },
        "damage": {
            "type": "e" if attack.is_energy else "p",
            "score": attack.damage or 0,
            "str": False,
            "muscle": False,
        },
        "quantity": attack.quantity,
        "equipped": {"value": True},
        "description": foundry.paragraphs(*attack.notes),
    }
    return system


def _power(power: Power) -> dict[str, object]:
    skills = {
        name: {"value": id in power.skills} for id, name in CHANNEL.items() if id in power.skills
    }
    head = f"Difficulty: {power.difficulty}" if power.difficulty else ""
    return {"skills": skills, "description": foundry.paragraphs(head, power.does)}


def losses(outline: Outline) -> tuple[str, ...]:
    """The parts of this character that the file cannot hold, each in a sentence."""
    lost = []
    if outline.own_scores:
        lost.append(f"Only as text in the background: {outline.own_scores}.")
    if any(armor.soak or armor.defense for armor in outline.armor):
        lost.append(
            "Armor adds pips to Strength there; it counts as many pips as the bonus here. Our"
            " ruling."
        )
    if outline.points.dark_side:
        lost.append("Dark Side Points are only text.")
    return tuple(lost)
