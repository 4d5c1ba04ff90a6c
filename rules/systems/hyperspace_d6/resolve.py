"""What of a build counts: its choices looked up in the tables, and every fault named.

What is unfinished or illegal contributes nothing, and stands among the problems.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rules.problems import Problem
from rules.systems.hyperspace_d6.book import (
    ATTRIBUTES,
    FORCE,
    Quirk,
    Skill,
    book,
)
from rules.systems.hyperspace_d6.build import Build, House
from rules.systems.hyperspace_d6.faults import Faults
from rules.systems.hyperspace_d6.gear import Stack, carried, worn_armor
from rules.systems.hyperspace_d6.origin import Origin, profession_of, species_of


class Resolved(msgspec.Struct, frozen=True, gc=False):
    """A build looked up. `spent` is what its gear cost, in credits."""

    skills: Mapping[str, Skill]
    species: Origin
    profession: Origin
    picks: tuple[str, ...]
    edge: Quirk | None
    edge_skill: str
    burden: Quirk | None
    burden_attribute: str
    stacks: tuple[Stack, ...]
    worn: str
    spent: int
    starting_credits: int | None
    faults: tuple[Problem, ...]

    @property
    def force(self) -> int:
        """Dice in the Force that the build alone gives."""
        edge = self.edge.force_dice if self.edge else 0
        return self.species.dice.get(FORCE, 0) + self.profession.dice.get(FORCE, 0) + edge


def skills_of(house: House, faults: Faults | None = None) -> Mapping[str, Skill]:
    """The book's skills with those a campaign added or put in the place of others."""
    known = book().skills
    if not house.skills:
        return known
    found = dict(known)
    needed = {defense.skill for defense in book().defenses.values()} | {book().harm.skill}
    for position, own in enumerate(house.skills):
        where = f"house.skills[{position}]"
        said = ""
        if own.attribute not in book().attributes:
            said = f"{own.attribute!r} is none of {', '.join(book().attributes)}."
        elif not own.id or own.id in found:
            said = f"A skill needs an id of its own; {own.id!r} is taken or empty."
        elif own.replaces and own.replaces not in found:
            said = f"There is no skill {own.replaces!r} to replace."
        elif own.replaces in needed:
            said = f"{found[own.replaces].name} makes a defense and cannot be replaced."
        if said:
            if faults:
                faults.wrong("house-skill", where, said)
            continue
        if own.replaces:
            del found[own.replaces]
        found[own.id] = Skill(
            id=own.id, name=own.name, attribute=own.attribute, does=own.does, source="This campaign"
        )
    order = list(book().attributes)
    return dict(sorted(found.items(), key=lambda pair: order.index(pair[1].attribute)))


def resolve(build: Build, house: House, *, prefix: str = "") -> Resolved:
    """Look every choice of a build up; `prefix` stands before the places of its problems."""
    faults = Faults()
    skills = skills_of(house, faults)
    faults.prefix = prefix
    species = species_of(build.species, skills, faults)
    profession = profession_of(build.profession, faults)
    known = book().edges.get(build.edge.id) if build.edge else None
    force = bool(
        species.dice.get(FORCE, 0)
        + profession.dice.get(FORCE, 0)
        + (known.force_dice if known else 0)
    )
    if species.focus and skills[species.focus].attribute == FORCE and not force:
        faults.wrong("needs-force", "build.species.focus", _no_force(skills[species.focus]))
        species = msgspec.structs.replace(species, focus="")
    picks = _picks(build.skills, skills, faults, force=force)
    edge, edge_skill = _edge(build, skills, faults)
    if edge_skill and skills[edge_skill].attribute == FORCE and not force:
        faults.wrong("needs-force", "build.edge.skill", _no_force(skills[edge_skill]))
        edge_skill = ""
    burden, burden_attribute = _burden(build, edge, faults, force=force)
    stacks, spent = carried(build.gear, faults)
    return Resolved(
        skills=skills,
        species=species,
        profession=profession,
        picks=picks,
        edge=edge,
        edge_skill=edge_skill,
        burden=burden,
        burden_attribute=burden_attribute,
        stacks=stacks,
        worn=worn_armor(build.worn, stacks, faults),
        spent=spent,
        starting_credits=_starting(build.starting_credits, faults),
        faults=tuple(faults.found),
    )


def _no_force(skill: Skill) -> str:
    return (
        f"{skill.name} needs dice in the Force. Take a Force profession, a Force-sensitive species"
        " or the edge Force Sensitivity, or choose another skill."
    )


def _picks(
    chosen: tuple[str, ...], skills: Mapping[str, Skill], faults: Faults, *, force: bool
) -> tuple[str, ...]:
    count = book().creation.picks
    found: list[str] = []
    for position, id in enumerate(chosen):
        where = f"build.skills[{position}]"
        skill = skills.get(id)
        if skill is None:
            faults.wrong("unknown-skill", where, f"No skill is called {id!r}.")
        elif id in found:
            faults.wrong(
                "repeated-pick",
                where,
                f"{skill.name} is picked already; pick {count} different skills.",
            )
        elif skill.attribute == FORCE and not force:
            faults.wrong("needs-force", where, _no_force(skill))
        elif len(found) == count:
            faults.wrong(
                "too-many-picks", where, f"Only {count} skills are picked; take {skill.name} back."
            )
        else:
            found.append(id)
    if len(found) < count:
        left = count - len(found)
        faults.open(
            "too-few-picks", "build.skills", f"Pick {left} more skill{'s' if left > 1 else ''}."
        )
    return tuple(found)


def _edge(build: Build, skills: Mapping[str, Skill], faults: Faults) -> tuple[Quirk | None, str]:
    chosen = build.edge
    if chosen is None or not chosen.id:
        faults.open("missing", "build.edge", "Choose an edge.")
        return None, ""
    edge = book().edges.get(chosen.id)
    if edge is None:
        faults.wrong("unknown-edge", "build.edge", f"No edge is called {chosen.id!r}.")
        return None, ""
    if edge.asks != "skill":
        if chosen.skill:
            faults.wrong(
                "takes-no-choice", "build.edge.skill", f"{edge.name} names no skill; leave it out."
            )
        return edge, ""
    if not chosen.skill:
        faults.open(
            "needs-choice", "build.edge.skill", f"Choose the skill that {edge.name} is for."
        )
        return edge, ""
    skill = skills.get(chosen.skill)
    if skill is None:
        faults.wrong("unknown-skill", "build.edge.skill", f"No skill is called {chosen.skill!r}.")
        return edge, ""
    if skill.attribute == FORCE and edge.mundane:
        faults.wrong(
            "needs-mundane",
            "build.edge.skill",
            f"{edge.name} cannot be for {skill.name}: choose a skill of the body.",
        )
        return edge, ""
    return edge, chosen.skill


def _burden(
    build: Build, edge: Quirk | None, faults: Faults, *, force: bool
) -> tuple[Quirk | None, str]:
    chosen = build.burden
    if chosen is None or not chosen.id:
        faults.open("missing", "build.burden", "Choose a burden.")
        return None, ""
    burden = book().burdens.get(chosen.id)
    if burden is None:
        faults.wrong("unknown-burden", "build.burden", f"No burden is called {chosen.id!r}.")
        return None, ""
    if edge and edge.credits is not None and burden.credits is not None:
        faults.wrong(
            "edge-burden-pair",
            "build.burden",
            f"{edge.name} and {burden.name} both set what you start with. Keep one of them.",
        )
        return None, ""
    if burden.asks != "attribute":
        if chosen.attribute:
            faults.wrong(
                "takes-no-choice",
                "build.burden.attribute",
                f"{burden.name} names no attribute; leave it out.",
            )
        return burden, ""
    if not chosen.attribute:
        faults.open(
            "needs-choice",
            "build.burden.attribute",
            f"Choose the attribute that {burden.name} is about.",
        )
        return burden, ""
    if chosen.attribute not in ATTRIBUTES and not (chosen.attribute == FORCE and force):
        faults.wrong(
            "unknown-attribute",
            "build.burden.attribute",
            f"{chosen.attribute!r} is not yours; choose one of {', '.join(ATTRIBUTES)}.",
        )
        return burden, ""
    return burden, chosen.attribute


def _starting(credits: int | None, faults: Faults) -> int | None:
    if credits is not None and credits < 0:
        faults.wrong("bad-amount", "build.starting_credits", "Starting credits are 0 or more.")
        return None
    return credits
