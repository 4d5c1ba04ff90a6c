"""The neutral outline of a character of a declared game, and a character of another game as one of
it. How is our ruling throughout.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from rules.declared import figures
from rules.declared.character import DeclaredCharacter
from rules.declared.powers import document as typed_powers
from rules.declared.programs import Programs
from rules.declared.ruleset import Ruleset
from rules.dice import codes
from rules.exchange import outline as outlines
from rules.exchange.conversion import ORIGINAL, OUR_RULING, Conversion, Report, written
from rules.exchange.outline import (
    ATTRIBUTES,
    FORCE,
    FORCE_SKILLS,
    Attack,
    Harm,
    Outline,
    Power,
    Score,
    Trait,
)
from rules.kit import typed
from rules.kit.coded import conversion as coded_conversion
from rules.kit.coded import outline as coded_outline
from rules.kit.coded.conversion import FORCE_ATTRIBUTE, TypedParts
from rules.kit.typed.document import MANY, STORY, Skill


def outline(character: DeclaredCharacter) -> Outline:
    """Everything that other programs and games can take. With fewer attributes each of the six has
    the code of the one that stands in for it.
    """
    rules, programs = character.rules, _programs(character.rules)
    skills, force = _skills(character, programs)
    moved = {"move": character.figure(programs.move).value} if programs.move else {}
    powers = (
        Power(name=one.name, skills=one.skills, difficulty=one.difficulty, does=one.does)
        for one in character.powers.values()
    )
    return coded_outline.outline(
        character,
        rules.identity.name,
        rules.point_figures,
        has_wild_die=programs.wild_die,
        attributes=tuple(_attributes(character)),
        skills=skills,
        force_skills=force,
        powers=tuple(powers),
        attacks=tuple(_attacks(character)),
        armor=coded_outline.armor(character, lambda item: rules.book.armor.outlined(item.adds)),
        scores=tuple(_scores(character, programs)),
        harm=_harm(character, programs),
        **moved,
    )


def _programs(rules: Ruleset) -> Programs:
    return rules.book.programs or Programs()


def _of_the_six(character: DeclaredCharacter, id: str, skill: str = "") -> str:
    """One of the six for an attribute: of a skill of the book its own, else the first that the
    attribute stands in for.
    """
    traits = character.rules.book.traits
    row = traits.skills.get(skill)
    if id in ATTRIBUTES:
        return id
    if row and character.attribute(row.attribute) == id:
        return row.attribute
    return traits.stand_ins[id].covers[0]


def _attributes(character: DeclaredCharacter) -> Iterator[Trait]:
    names = character.rules.book.traits.attributes
    for id in ATTRIBUTES:
        total = coded_outline.pips(figures.trait(character, character.attribute(id)))
        yield Trait(id=id, name=names[id].name, total=total)


def _skills(
    character: DeclaredCharacter, programs: Programs
) -> tuple[tuple[Trait, ...], tuple[Trait, ...]]:
    """Skills, and those of the Force: Control, Sense, Alter, which are skills like others by their
    names in a game without powers.
    """
    others = {id: {ORIGINAL: (name,)} for id, name in programs.names.items()}
    others |= {id: {"starwarsd6": (name,)} for id, name in programs.starwarsd6.items()}
    has_powers, skills, force = character.rules.book.powers, list[Trait](), list[Trait]()
    found = coded_outline.skills(
        character, figures.trait, lambda row: _of_the_six(character, row.attribute, row.key)
    )
    for trait in found:
        if trait.id in FORCE_SKILLS and not has_powers:
            force.append(replace(trait, attribute=FORCE))
        else:
            skills.append(replace(trait, others=others.get(trait.id, {})))
    for id in FORCE_SKILLS if has_powers else ():
        if id in character.bases and (total := codes.in_pips(*character.code(id))):
            force.append(Trait(id=id, name=character.full_name(id), total=total, attribute=FORCE))
    return tuple(skills), tuple(force)


def _attacks(character: DeclaredCharacter) -> Iterator[Attack]:
    rules = character.rules
    attacks = coded_outline.attacks(
        character, figures.trait, rules.codes.damage, attribute=_of_the_six
    )
    for attack in attacks:
        own = rules.extras.weapons.outlined(character.holdings[attack.id].item)
        yield replace(attack, **own) if own else attack


def _scores(character: DeclaredCharacter, programs: Programs) -> Iterator[Score]:
    for id in programs.scores:
        figure = character.figure(id)
        yield Score(name=figure.label, value=str(figure.value), is_common=id in programs.common)
    if own := character.rules.book.defense.soak:
        yield Score(name=own.name, value=figures.soak(character).code)


def _harm(character: DeclaredCharacter, programs: Programs) -> Harm:
    marked = {degree: one.of(character.marks) for degree, one in programs.harm.items()}
    if character.rules.book.defense.levels:
        marked.setdefault("dead", int(figures.is_dead(character)))
    return Harm(is_boxed=programs.boxed, **marked)


# --- a character of another game


def document(rules: Ruleset, outline: Outline) -> Conversion:
    """The new character, with its report."""
    report, traits = Report(), rules.book.traits
    programs = _programs(rules)

    def name_of(original: str) -> str:
        id = programs.original.get(original.casefold()) or rules.key(original)
        return traits.skills[id].name if id in traits.skills else original

    def attribute_of(name: str) -> str:
        row = traits.skills.get(typed.key(name))
        return row.attribute if row else ""

    def suit(one: outlines.Armor, name: str) -> tuple[Any, str] | None:
        adds = rules.book.armor.taken(one)
        if adds is None:
            return None
        row = rules.types.armor(name=name, **{rules.book.armor.member: rules.book.armor.kept(adds)})
        return row, rules.book.armor.shown(adds)

    shared = coded_conversion.parts(outline, report, name_of=name_of, attribute_of=attribute_of)
    has_force = set(FORCE_SKILLS) <= rules.book.power_skills.keys()
    if not has_force:
        _force_as_skills(outline, shared, report)
    weapons = rules.extras.weapons
    shared.members["weapons"] = tuple(
        weapons.row(
            **coded_conversion.weapon(outline, attack, shared, report), **weapons.taken(attack)
        )
        for attack in outline.attacks[:MANY]
    )
    coded_conversion.armor(outline, shared, report, suit)
    if has_force:
        _force(rules, outline, shared, report)
    if "force_points" not in rules.book.points:
        del shared.members["force_points"]
    build, amount = rules.types.build(**shared.members), rules.book.advancement.experience.member
    return coded_conversion.made(
        outline,
        report,
        rules.types.empty,
        build,
        lambda count, reason: rules.types.adjust(**{amount: count, "reason": reason}),
    )


def _force_as_skills(outline: Outline, shared: TypedParts, report: Report) -> None:
    """Force skills as skills of their own, with their whole codes; powers as text."""
    rows = []
    for trait in outline.force_skills:
        if trait.id in FORCE_SKILLS and trait.total:
            code = written(trait.total)
            rows.append(Skill(name=trait.id.capitalize(), attribute=FORCE_ATTRIBUTE, code=code))
            report.changed.append(
                f"{trait.name} {code} stands under Perception: this game has no attribute for the"
                f" Force. {OUR_RULING}"
            )
    shared.members["skills"] = (*shared.members["skills"], *rows)[:MANY]
    if outline.powers:
        names = ", ".join(power.name for power in outline.powers)
        text = f"{shared.members['description']}\n\nForce powers: {names}".strip()
        shared.members["description"] = text[:STORY]
        report.changed.append(f"Force powers are text in the description: {names}.")


def _force(rules: Ruleset, outline: Outline, shared: TypedParts, report: Report) -> None:
    """The codes of Force skills, and powers."""
    force = {
        trait.id: written(trait.total)
        for trait in outline.force_skills
        if trait.id in FORCE_SKILLS and trait.total
    }
    report.kept += [f"{id.capitalize()} {code}" for id, code in force.items()]
    if outline.force:
        report.changed.append(
            f"The Force {written(outline.force)} is in the codes of its skills. {OUR_RULING}"
        )
    shared.members[rules.power_rules.member] = force
    shared.members["powers"] = tuple(_powers(rules, outline, report))


def _powers(rules: Ruleset, outline: Outline, report: Report) -> Iterator[typed_powers.Power]:
    for one in outline.powers[:MANY]:
        skills = "+".join(id for id in FORCE_SKILLS if id in one.skills)
        if skills in rules.power_rules.joins:
            report.kept.append(one.name)
            line = typed_powers.LINE
            yield typed_powers.Power(
                name=one.name[:line],
                skills=skills,
                difficulty=one.difficulty[:line],
                does=one.does[:line],
            )
        else:
            report.lost.append(f"The power {one.name}: it names no Force skill.")
