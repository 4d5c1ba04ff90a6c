"""The optional preset: how many dice attributes and skills have together. It is ours, and not of
the source.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rules import codes
from rules.faults import Faults
from rules.figures import Figure, dice
from rules.systems.rules_sheet_d6.book import ATTRIBUTES, book

if TYPE_CHECKING:
    from rules.systems.rules_sheet_d6.resolve import Code, Skill

OURS = "That is the preset's sum, which is ours and not the source's."


def check(attributes: Mapping[str, Code], skills: Mapping[str, Skill], faults: Faults) -> None:
    """18D over the attributes, 7D over the skills, at most 2D in one skill above its attribute."""
    creation = book().creation
    if len(attributes) == len(ATTRIBUTES):
        given = sum(codes.in_pips(*code) for code in attributes.values())
        _sum("attributes", given, creation.preset_attributes, faults)
    given = 0
    for skill in skills.values():
        if skill.code is None or skill.attribute not in attributes:
            continue
        base = attributes[skill.attribute]
        more = codes.in_pips(*skill.code) - codes.in_pips(*base)
        if more < 0:
            said = f"{skill.name} {codes.written(*skill.code)} is below {skill.attribute}"
            said += f" {codes.written(*base)}, which it is rolled with at the least."
            faults.wrong("preset-below", "build.skills", said)
        elif more > creation.preset_skill_most:
            most = written(creation.preset_skill_most)
            said = f"{skill.name} is {written(more)} above {skill.attribute}; {most} is the most."
            faults.wrong("preset-most", "build.skills", f"{said} {OURS}")
        given += max(0, more)
    _sum("skills", given, creation.preset_skills, faults)


def _sum(what: str, given: int, whole: int, faults: Faults) -> None:
    """Whether so many pips are given out as there are."""
    where, code = f"build.{what}", f"preset-{what}"
    if given > whole:
        said = f"These {what} take {written(given)}, {written(given - whole)} more than"
        faults.wrong(code, where, f"{said} {written(whole)}. {OURS}")
    elif given < whole:
        said = f"{written(whole - given)} of {written(whole)} for {what} are still to be given out."
        faults.open(code, where, f"{said} {OURS}")


def left(what: str, attributes: Mapping[str, Code], skills: Mapping[str, Skill]) -> Figure:
    """What of a sum is not given out yet; negative where it is more."""
    creation = book().creation
    if what == "attributes":
        whole = creation.preset_attributes
        given = sum(codes.in_pips(*code) for code in attributes.values())
    else:
        whole = creation.preset_skills
        given = sum(
            max(0, codes.in_pips(*skill.code) - codes.in_pips(*attributes[skill.attribute]))
            for skill in skills.values()
            if skill.code is not None and skill.attribute in attributes
        )
    open_, sign = whole - given, 1 if whole >= given else -1
    value, pips = codes.of_pips(abs(open_))
    source, ruling = creation.sources["preset"], creation.rulings["preset"]
    return dice(
        f"of {written(whole)}", sign * value, pips=sign * pips, source=source, ruling=ruling
    )


def written(pips: int) -> str:
    """So many pips as a code: "2D+1"; fewer than a die as pips."""
    value, rest = codes.of_pips(pips)
    if value:
        return codes.written(value, rest)
    return f"{rest} pip{'' if rest == 1 else 's'}"
