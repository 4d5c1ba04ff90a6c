"""The neutral outline of a character of Star Wars Storytelling (d10): dots and health levels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.exchange.outline import (
    DOTS,
    MELEE,
    RANGED,
    Armor,
    Attack,
    Feature,
    Gauge,
    Health,
    Outline,
    Power,
    Thing,
    Trait,
)
from rules.systems.storytelling_d10.character import figures, force
from rules.systems.storytelling_d10.character.character import (
    DARK,
    LIGHT,
    POWER,
    WILLPOWER,
    Character,
)
from rules.systems.storytelling_d10.character.dots import WEAPON_ABILITIES
from rules.systems.storytelling_d10.reference.descriptions import force_text
from rules.systems.storytelling_d10.rulebook import rulebook

GAME = "Star Wars Storytelling (d10)"
# What the World of Darkness system calls an ability of ours.
OTHERS: dict[str, dict[str, tuple[str, ...]]] = {
    "crafts": {"worldofdarkness": ("craft",)},
    "demolition": {"worldofdarkness": ("demolitions",)},
}
KNOWLEDGE = "force"


def outline(character: Character) -> Outline:
    """Everything that other programs can take."""
    build = character.build
    return Outline(
        system=character.document.system,
        game=GAME,
        name=character.document.name,
        scale=DOTS,
        concept=build.concept,
        species=build.species,
        nature=build.nature,
        demeanor=build.demeanor,
        description=build.description,
        extras=tuple(_extras(character)),
        attributes=tuple(
            Trait(id=id, name=row.name, total=character.value(id), group=row.group)
            for id, row in rulebook().traits.attributes.items()
        ),
        skills=tuple(_abilities(character)),
        force_skills=tuple(_knowledges(character)),
        powers=tuple(_powers(character)),
        attacks=tuple(_attacks(character)),
        armor=tuple(_protection(character)),
        things=tuple(
            Thing(name=holding.item.name, quantity=holding.quantity)
            for holding in character.carried
            if holding.item.what == "thing"
        ),
        features=tuple(_features(character)),
        gauges=tuple(_gauges(character)),
        health=_health(character),
    )


def _extras(character: Character) -> Iterator[str]:
    build = character.build
    known = (
        ("Passion", build.passion),
        ("Virtue", build.virtue),
        ("Destiny", build.destiny),
        ("Experience", str(character.experience)),
    )
    yield " ".join(f"{name}: {text}." for name, text in known if text)
    forms: dict[str, list[str]] = {}
    for language in character.languages:
        own = forms.setdefault(language.name.strip(), [])
        own += [word for word, has in (("writes", language.written),) if has and word not in own]
    if forms:
        named = (
            f"{name} ({', '.join(('reads', *words))})" if words else name
            for name, words in forms.items()
        )
        yield f"Languages: {', '.join(named)}."
    if build.chronicle:
        yield f"Chronicle: {build.chronicle}."


def _abilities(character: Character) -> Iterator[Trait]:
    for id, row in character.abilities.items():
        skills = character.weapon_skill_names(id) if id in WEAPON_ABILITIES else ()
        yield Trait(
            id=id,
            name=row.name,
            total=character.value(id),
            attribute=row.attribute,
            group=row.group,
            specialty=", ".join(skills),
            others=OTHERS.get(id, {}),
        )


def _knowledges(character: Character) -> Iterator[Trait]:
    for id, row in rulebook().force.force_knowledges.items():
        if dots := character.value(id):
            attribute = max(row.attributes, key=character.value)
            yield Trait(
                id=f"{KNOWLEDGE}-{id}",
                name=f"Force: {row.name}",
                total=dots,
                attribute=attribute,
                group=KNOWLEDGE,
            )


def _powers(character: Character) -> Iterator[Power]:
    known, trees = force.force_abilities(character.house), rulebook().force.force_knowledges
    for id in character.powers:
        if row := known.get(id):
            yield Power(
                name=row.name,
                skills=(f"{KNOWLEDGE}-{row.knowledge}",),
                does=force_text(row),
                attribute=max(trees[row.knowledge].attributes, key=character.value),
            )


def _attacks(character: Character) -> Iterator[Attack]:
    for holding in character.carried:
        weapon = holding.item.weapon
        pool = figures.attack(character, weapon) if weapon else None
        if weapon is None or pool is None:
            continue
        notes = ("It ignores armor.",) if weapon.source == "lightsaber" else ()
        dots = character.value(weapon.ability)
        yield Attack(
            id=holding.item.key,
            name=holding.item.name,
            trait=weapon.ability,
            total=pool.value,
            attribute=figures.DEXTERITY,
            damage=figures.damage(character, weapon).value,
            kind=RANGED if weapon.ability == "firearms" else MELEE,
            harm=weapon.harm,
            adds=weapon.adds,
            bonus=weapon.damage,
            accuracy=pool.value - dots - character.value(figures.DEXTERITY),
            difficulty=figures.attack_difficulty(character, weapon).value,
            reach=weapon.range,
            rate=weapon.rate,
            notes=notes,
            quantity=holding.quantity,
        )


def _protection(character: Character) -> Iterator[Armor]:
    for holding in character.carried:
        item = holding.item
        if item.what == "armor":
            taken = figures.armor_dexterity(character, item).value
            yield Armor(
                name=item.name,
                soak=figures.armor_soak(character, item).value,
                dexterity=taken,
                is_worn=character.worn == item.key,
            )
        elif item.what == "shield":
            text, worn = f"Shield, rating {item.rating}", character.shield == item.key
            yield Armor(name=item.name, text=text, is_worn=worn)


def _features(character: Character) -> Iterator[Feature]:
    for label, owned in (("Merit", character.merits), ("Flaw", character.flaws)):
        for one in owned:
            yield Feature(
                label=label,
                name=one.name,
                is_good=label == "Merit",
                does=one.row.does,
                note=one.note,
                points=one.points,
            )


def _gauges(character: Character) -> Iterator[Gauge]:
    marks = character.marks
    will, power = figures.willpower(character).value, character.value(POWER)
    left = max(0, will - marks.willpower_spent)
    yield Gauge(id=WILLPOWER, name="Willpower", permanent=will, current=left)
    if power:
        yield Gauge(id="swpower", name="Power", permanent=power, current=marks.power_now)
    for id, name, trait in (("swlight", "Light side", LIGHT), ("swdark", "Dark side", DARK)):
        yield Gauge(id=id, name=name, permanent=character.value(trait), is_force=True)
    destiny = max(0, character.all_destiny)
    yield Gauge(
        id="swdestiny",
        name="Destiny points",
        permanent=destiny,
        current=max(0, destiny - marks.destiny_spent),
        is_rolled=False,
    )


def _health(character: Character) -> Health:
    marks = character.marks
    armor = figures.worn_soak(character).value
    soaked = ("bashing", "lethal") if character.is_hero else ("bashing",)
    stamina = character.value(figures.STAMINA)
    return Health(
        levels=dict(Counter(row.id for row in character.levels)),
        bashing=marks.bashing,
        lethal=marks.lethal,
        soak={
            kind: armor + (stamina if kind in soaked else 0)
            for kind in ("bashing", "lethal", "aggravated")
        },
        soaked=soaked,
    )
