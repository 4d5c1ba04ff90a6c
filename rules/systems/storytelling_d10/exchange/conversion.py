"""A character of another program as one of Star Wars Storytelling (d10). How is our ruling
throughout: what has no row of this game under its name is named as lost, with its dots.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from rules.document import Document
from rules.exchange import worldofdarkness
from rules.exchange.conversion import Conversion, Report
from rules.exchange.outline import MELEE, Attack, Outline, Trait
from rules.kit import typed
from rules.kit.typed.document import MANY, MOST, NAME, STORY, Thing
from rules.kit.typed.names import Names
from rules.systems.storytelling_d10.character import force
from rules.systems.storytelling_d10.character.build import (
    ABILITIES,
    ATTRIBUTES,
    ITEMS,
    OWN_LORES,
    SKILLS,
)
from rules.systems.storytelling_d10.character.groups import DotGroups
from rules.systems.storytelling_d10.character.items import MOST_DAMAGE, MOST_RATING
from rules.systems.storytelling_d10.character.merits import BOOK, details_of
from rules.systems.storytelling_d10.character.specialties import OWN
from rules.systems.storytelling_d10.document.build import (
    USUAL_DIFFICULTY,
    Build,
    House,
    Instance,
    Lore,
    Marks,
    PoolWeapon,
    Protection,
)
from rules.systems.storytelling_d10.document.entries import Adjust
from rules.systems.storytelling_d10.exchange.outline import OTHERS
from rules.systems.storytelling_d10.rulebook.merits import Merit

MOST_DOTS = 10
LORE, FORCE = "Lore: ", "Force: "
# The gauges of an outline by the members of a build.
GAUGES = {"willpower": "willpower", "swpower": "power", "swlight": "light_side",
          "swdark": "dark_side"}  # fmt: skip


def document(outline: Outline) -> Conversion:
    """The new character, with its report."""
    report, names = Report(), Names()
    attributes = {id: _dots(outline.attribute(id)) for id in ATTRIBUTES.rows}
    report.kept += [f"{ATTRIBUTES.rows[id].name} {dots}" for id, dots in attributes.items()]
    abilities, lores, ids = _abilities(outline, report)
    weapons = tuple(_weapon(one, ids, names, report) for one in outline.attacks[:MANY])
    armor = tuple(_protection(outline, names, report))
    things = tuple(
        Thing(name=names.free(one.name), quantity=max(1, min(MOST, one.quantity)))
        for one in outline.things[:MANY]
    )
    report.kept += [f"{one.quantity} × {one.name}" for one in things]
    build = Build(
        concept=outline.concept[:NAME],
        nature=outline.nature[:NAME],
        demeanor=outline.demeanor[:NAME],
        species=outline.species[:NAME],
        description=_story(outline, report),
        attribute_order=_ranked(ATTRIBUTES, attributes),
        attributes=attributes,
        ability_order=_ranked(ABILITIES, abilities),
        abilities=abilities,
        lores=lores,
        weapon_skills=_weapon_skills(outline, ids),
        merits=tuple(_features(outline, report, BOOK.merits.merits, good=True)),
        flaws=tuple(_features(outline, report, BOOK.merits.flaws, good=False)),
        force_knowledges=_knowledges(outline, report),
        force_abilities=_powers(outline, report),
        weapons=weapons,
        armor=armor,
        gear=things,
        worn=next((one.name for one, old in zip(armor, outline.armor, strict=False)
                   if old.is_worn), ""),
        **_gauges(outline, report),
    )  # fmt: skip
    points = outline.points.character
    reason = f"From {outline.game}"
    entries = (Adjust(xp=points, reason=reason),) if points else ()
    made = Document(
        "storytelling-d10", outline.name, build, ledger=entries, marks=Marks(), house=House()
    )
    return Conversion(made, report)


def _dots(number: int) -> int:
    return max(0, min(MOST_DOTS, number))


def _ranked(groups: DotGroups, dots: Mapping[str, int]) -> tuple[str, ...]:
    """The groups, that with the most dots first."""
    sums = Counter({groups.rows[id].group: 0 for id in groups.rows})
    for id, number in dots.items():
        sums[groups.rows[id].group] += number
    return tuple(group for group, _ in sums.most_common())


def _known() -> dict[str, str]:
    """This game's abilities by their ids in other programs, and by the keys of their names."""
    found: dict[str, str] = {}
    for id, row in ABILITIES.rows.items():
        bare = Trait(id=id, name=row.name, total=0, others=OTHERS.get(id, {}))
        found |= dict.fromkeys((worldofdarkness.ability_id(bare), typed.key(row.name)), id)
    return found


def _abilities(
    outline: Outline, report: Report
) -> tuple[dict[str, int], tuple[Lore, ...], dict[str, str]]:
    """Abilities, Lores of one's own, and the id of each ability here by its old one."""
    known, dots, lores, ids = _known(), dict[str, int](), list[Lore](), dict[str, str]()
    for trait in outline.skills:
        id = known.get(trait.id) or known.get(typed.key(trait.name))
        if id:
            ids[trait.id] = id
        number = _dots(trait.total)
        if not number:
            continue
        if id:
            dots[id] = max(number, dots.get(id, 0))
            report.kept.append(f"{ABILITIES.rows[id].name} {number}")
            if trait.specialty and id not in SKILLS.rows:
                report.lost.append(f"{trait.name}: the specialty {trait.specialty}.")
        elif trait.name.startswith(LORE) and len(lores) < OWN_LORES:
            lores.append(Lore(name=trait.name.removeprefix(LORE)[:NAME], dots=number))
            report.kept.append(f"{trait.name} {number}")
        else:
            report.lost.append(f"{trait.name} {trait.total}: this game has no such ability.")
    return dots, tuple(lores), ids


def _weapon_skills(outline: Outline, ids: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Weapon skills by their names, others as the player's own words."""
    found: dict[str, tuple[str, ...]] = {}
    for trait in outline.skills:
        id = ids.get(trait.id, "")
        if id in SKILLS.rows and trait.specialty:
            listed = {typed.key(row.name): one for one, row in SKILLS.listed(id).items()}
            parts = filter(None, (part.strip() for part in trait.specialty.split(",")))
            taught = (listed.get(typed.key(part)) or f"{OWN} {part[:NAME]}" for part in parts)
            found[id] = tuple(dict.fromkeys(taught))
    return found


def _weapon(attack: Attack, ids: Mapping[str, str], names: Names, report: Report) -> PoolWeapon:
    name = names.free(attack.name)
    ability = ids.get(attack.trait, "")
    if ability not in ITEMS.abilities:
        usual = "melee" if attack.kind == MELEE else "firearms"
        if attack.trait:
            report.changed.append(
                f"{name} is used with {ITEMS.abilities[usual]} here, not with {attack.trait}."
            )
        ability = usual
    harm = attack.harm if attack.harm in ITEMS.harms else ITEMS.harms[1]
    if attack.harm and harm != attack.harm:
        report.changed.append(f"{name} does {attack.harm} damage: here it is {harm}.")
    adds = attack.adds if attack.adds in ITEMS.attributes else ""
    plus = f"{ITEMS.attributes[adds].name} + " if adds else ""
    report.kept.append(f"{name}, damage {plus}{attack.bonus}")
    if attack.accuracy:
        report.lost.append(f"{name}: accuracy {attack.accuracy:+}.")
    difficulty = attack.difficulty if 2 <= attack.difficulty <= 10 else USUAL_DIFFICULTY
    return PoolWeapon(
        name=name,
        ability=ability,
        damage=min(MOST_DAMAGE, attack.bonus),
        adds=adds,
        difficulty=difficulty,
        harm=harm,
        rate=attack.rate[:NAME],
        range=attack.reach[:NAME],
        quantity=max(1, min(MOST, attack.quantity)),
    )


def _protection(outline: Outline, names: Names, report: Report) -> Iterator[Protection]:
    for one in outline.armor[:MANY]:
        name, rating = names.free(one.name), min(MOST_RATING, one.soak)
        report.kept.append(f"{name}, rating {rating}")
        if one.dexterity:
            report.lost.append(f"{name}: {one.dexterity:+} on Dexterity.")
        yield Protection(name=name, rating=rating)


def _features(
    outline: Outline, report: Report, rows: Mapping[str, Merit], *, good: bool
) -> Iterator[Instance]:
    """Merits or flaws by their names; the note of one comes along."""
    listed = {typed.key(row.name): row for row in rows.values()}
    for feature in outline.features:
        if feature.is_good != good:
            continue
        name, _, text = feature.name.partition(":")
        if row := listed.get(typed.key(name)):
            points = f" {feature.points}" if feature.points else ""
            report.kept.append(f"{feature.name}{points}")
            details = details_of(row)
            named = {typed.key(called): id for id, called in details.items()}
            detail = text.strip() if text.strip() in details else named.get(typed.key(text), "")
            note = "" if detail else text.strip()[:NAME]
            yield Instance(id=row.id, points=feature.points or None, detail=detail, note=note)
        else:
            report.lost.append(
                f"{feature.label} {feature.name} {feature.points}: this game has none of that name."
            )


def _knowledges(outline: Outline, report: Report) -> dict[str, int]:
    listed = {typed.key(row.name): id for id, row in force.TREES.items()}
    found: dict[str, int] = {}
    for trait in outline.force_skills:
        id = listed.get(typed.key(trait.name.removeprefix(FORCE)))
        if id and (dots := _dots(trait.total)):
            found[id] = dots
            report.kept.append(f"{trait.name} {dots}")
        elif trait.total:
            report.lost.append(f"{trait.name} {trait.total}: this game has no such knowledge.")
    return found


def _powers(outline: Outline, report: Report) -> tuple[str, ...]:
    listed = {typed.key(row.name): id for id, row in force.LISTED.items()}
    found: dict[str, None] = {}
    for power in outline.powers:
        if id := listed.get(typed.key(power.name)):
            found[id] = None
            report.kept.append(power.name)
        else:
            report.lost.append(f"{power.name}: no Force ability of this game.")
    return tuple(found)


def _gauges(outline: Outline, report: Report) -> dict[str, Any]:
    found: dict[str, int] = {}
    for gauge in outline.gauges:
        if member := GAUGES.get(gauge.id):
            found[member] = _dots(gauge.permanent)
            report.kept.append(f"{gauge.name} {gauge.permanent}")
        elif gauge.permanent:
            report.lost.append(f"{gauge.name} {gauge.permanent}: this game has no such trait.")
    return found


def _story(outline: Outline, report: Report) -> str:
    text = "\n\n".join(filter(None, (outline.description, outline.personality, *outline.extras)))
    if len(text) > STORY:
        report.lost.append(f"Texts beyond {STORY:,} characters.")
    return text[:STORY]
