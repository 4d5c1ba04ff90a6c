"""The neutral outline of a character of HyperspaceD6. In quick play it has attributes and texts."""

from collections.abc import Iterator
from typing import Any

from rules.dice.codes import PIPS_IN_A_DIE
from rules.exchange import outline as neutral
from rules.exchange.conversion import ORIGINAL
from rules.sheet.sections import Attack as AttackRow
from rules.systems.hyperspace_d6.character import figures, quickplay
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.document.build import Build
from rules.systems.hyperspace_d6.rulebook import rows
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.rows import ATTRIBUTES
from rules.systems.hyperspace_d6.sheet import layout

GAME = "HyperspaceD6"
UNARMED, UNARMED_SKILL, MELEE_KIND = "attacks.unarmed", "brawl", "melee"
ENERGY_KINDS = ("blaster", "lightsaber")


def _pips(dice: int) -> int:
    return PIPS_IN_A_DIE * dice


def outline(character: Character) -> neutral.Outline:
    """Everything that other programs and games can take."""
    build, marks, left = character.build, character.marks, character.marks.force_points
    parts = _texts(build) if character.house.quickplay else _numbers(character)
    return neutral.Outline(
        system=character.document.system,
        game=GAME,
        name=character.document.name,
        has_wild_die=True,
        concept=build.concept,
        pronouns=build.pronouns,
        description=build.appearance,
        personality=build.personality,
        force=_pips(figures.attribute(character, neutral.FORCE).value)
        if character.has_force
        else 0,
        attributes=tuple(
            neutral.Trait(
                id=id,
                name=book().attributes[id].name,
                total=_pips(figures.attribute(character, id).value),
            )
            for id in ATTRIBUTES
        ),
        points=neutral.Points(
            character=character.character_points,
            force=figures.force_points(character).value if left is None else left,
            credits=None if character.house.quickplay else character.credits,
        ),
        harm=neutral.Harm(
            stunned=marks.stunned,
            wounded=marks.wounds,
            incapacitated=int(figures.is_unconscious(character)),
            dead=marks.dead,
        ),
        **parts,
    )


def _texts(build: Build) -> dict[str, Any]:
    """The parts of quick play: texts."""
    quick = quickplay.chosen(build)
    return {
        "kind": quick.profession,
        "species": quick.species,
        "extras": tuple(f"{name}: {text}" for name, text in quickplay.told(build)),
        "things": tuple(neutral.Thing(name=line) for _, line in quickplay.gear(build)),
    }


def _numbers(character: Character) -> dict[str, Any]:
    """The parts that only the full rules have."""
    skills = tuple(_skills(character))
    return {
        "kind": character.chosen.profession.name,
        "species": character.chosen.species.name,
        "skills": tuple(trait for trait in skills if trait.id not in neutral.FORCE_SKILLS),
        "force_skills": tuple(trait for trait in skills if trait.id in neutral.FORCE_SKILLS),
        "attacks": tuple(_attacks(character)),
        "armor": tuple(_armor(character)),
        "things": tuple(_things(character)),
        "features": tuple(_features(character)),
        "scores": tuple(
            neutral.Score(name=row.name, value=str(figures.defense(character, id).value))
            for id, row in book().defenses.items()
        ),
    }


def _skills(character: Character) -> Iterator[neutral.Trait]:
    for id, row in character.open_skills.items():
        yield neutral.Trait(
            id=id,
            name=row.name,
            total=_pips(figures.skill(character, id).value),
            attribute=row.attribute,
            is_own=bool(character.skill_dice(id)),
            others=row.programs | ({ORIGINAL: row.originals} if row.originals else {}),
        )


def _attacks(character: Character) -> Iterator[neutral.Attack]:
    items = {holding.item.key: holding.item.row for holding in character.carried}
    for row in layout.attack_rows(character):
        key = row.key.partition(".")[2]
        if row.key == UNARMED:
            yield _attack(character, row, UNARMED_SKILL, neutral.MELEE, is_energy=False)
        elif isinstance(item := items.get(key), rows.Item):
            yield _attack(character, row, item.skill, neutral.EXPLOSIVE, is_energy=False)
        else:
            weapon = items.get(key)
            if not isinstance(weapon, rows.Weapon):  # a blade that also fires, as what it does
                weapon = character.tables.weapons[key.rpartition(".")[2]]
            kind = neutral.MELEE if weapon.kind == MELEE_KIND or weapon.workshop else neutral.RANGED
            is_energy = weapon.workshop or weapon.kind in ENERGY_KINDS
            yield _attack(character, row, weapon.skill, kind, is_energy=is_energy)


def _attack(
    character: Character, row: AttackRow, skill: str, kind: str, *, is_energy: bool
) -> neutral.Attack:
    known = character.tables.skill_id(skill)
    return neutral.Attack(
        id=row.key,
        name=row.name,
        trait=known,
        total=_pips(row.attack.value),
        attribute=character.chosen.skills[known].attribute,
        damage=_pips(row.damage.value) if row.damage else None,
        kind=kind,
        parry=known if kind == neutral.MELEE else "",
        is_energy=is_energy,
        notes=tuple(row.special),
        quantity=row.quantity,
    )


def _armor(character: Character) -> Iterator[neutral.Armor]:
    rows_of = {thing.key: thing for thing in layout.gear(character).things}
    for holding, row in character.carried_of(rows.Armor):
        stack = holding.item
        yield neutral.Armor(
            name=stack.name,
            text=rows_of[f"gear.{stack.key}"].detail,
            soak=row.soak + holding.upgrades,
            is_worn=stack.key == character.worn,
            quantity=holding.quantity,
        )


def _things(character: Character) -> Iterator[neutral.Thing]:
    """Carried items that are neither among the attacks nor armor."""
    kinds = {f"gear.{one.item.key}": one.item.row for one in character.carried}
    armed = {row.key.partition(".")[2] for row in layout.attack_rows(character, special=False)}
    for thing in layout.gear(character).things:
        is_armor = isinstance(kinds[thing.key], rows.Armor)
        if not is_armor and thing.key.removeprefix("gear.") not in armed:
            yield neutral.Thing(name=thing.name, quantity=thing.quantity, text=thing.detail)


def _features(character: Character) -> Iterator[neutral.Feature]:
    quirks = (("Edge", character.chosen.edge), ("Burden", character.chosen.burden))
    labels = (label for label, row in quirks if row)
    for label, passage in zip(labels, layout.quirks(character).passages, strict=True):
        yield neutral.Feature(
            label=label,
            name=passage.name,
            is_good=label == "Edge",
            does=passage.text,
            note=passage.own_words,
        )
