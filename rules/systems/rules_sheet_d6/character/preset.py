"""The optional preset: how many dice attributes and skills have together. It is ours, and not of
the source.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rules.dice import codes
from rules.figures import Figure, dice
from rules.problems import ProblemList
from rules.systems.rules_sheet_d6.rulebook import ATTRIBUTES, book

if TYPE_CHECKING:
    from rules.systems.rules_sheet_d6.character.parsing import Code, Skill

OURS = "That is the preset's sum, which is ours and not the source's."


def check(attributes: Mapping[str, Code], skills: Mapping[str, Skill], faults: ProblemList) -> None:
    """18D over the attributes, 7D over the skills, at most 2D in one skill above its attribute."""
    if len(attributes) == len(ATTRIBUTES):
        _sum("attributes", open_pips("attributes", attributes, skills), faults)
    most = book().creation.preset_skill_most
    for skill in skills.values():
        more = _above(attributes, skill)
        if skill.code is not None and more < 0:
            base = codes.written(*attributes[skill.attribute])
            said = f"{skill.name} {codes.written(*skill.code)} is below {skill.attribute} {base},"
            said += " which it is rolled with at the least."
            faults.deviation("preset-below", "build.skills", said)
        elif more > most:
            said = f"{skill.name} is {written(more)} above {skill.attribute};"
            said += f" {written(most)} is the most. {OURS}"
            faults.deviation("preset-most", "build.skills", said)
    _sum("skills", open_pips("skills", attributes, skills), faults)


def _above(attributes: Mapping[str, Code], skill: Skill) -> int:
    """By how many pips the code of a skill is above its attribute; 0 where either is not known."""
    if skill.code is None or skill.attribute not in attributes:
        return 0
    return codes.in_pips(*skill.code) - codes.in_pips(*attributes[skill.attribute])


def _whole(what: str) -> int:
    """The sum for "attributes" or "skills", in pips."""
    creation = book().creation
    return creation.preset_attributes if what == "attributes" else creation.preset_skills


def open_pips(what: str, attributes: Mapping[str, Code], skills: Mapping[str, Skill]) -> int:
    """How many pips of a sum are not given out yet; negative where they are more."""
    if what == "attributes":
        given = sum(codes.in_pips(*code) for code in attributes.values())
    else:
        given = sum(max(0, _above(attributes, skill)) for skill in skills.values())
    return _whole(what) - given


def _sum(what: str, open_: int, faults: ProblemList) -> None:
    """Whether all of a sum is given out, and no more."""
    where, code, whole = f"build.{what}", f"preset-{what}", _whole(what)
    if open_ < 0:
        said = f"These {what} take {written(whole - open_)}, {written(-open_)} more than"
        faults.deviation(code, where, f"{said} {written(whole)}. {OURS}")
    elif open_:
        said = f"{written(open_)} of {written(whole)} for {what} are still to be given out."
        faults.open(code, where, f"{said} {OURS}")


def left(what: str, attributes: Mapping[str, Code], skills: Mapping[str, Skill]) -> Figure:
    """The same as a figure."""
    open_, creation = open_pips(what, attributes, skills), book().creation
    sign = -1 if open_ < 0 else 1
    value, pips = codes.of_pips(abs(open_))
    source, ruling = creation.sources["preset"], creation.rulings["preset"]
    label = f"of {written(_whole(what))}"
    return dice(label, sign * value, pips=sign * pips, source=source, ruling=ruling)


def told(what: str, attributes: Mapping[str, Code], skills: Mapping[str, Skill]) -> str:
    """The same in words: "2D+1 left of 7D", "1 pip too many of 7D"."""
    open_ = open_pips(what, attributes, skills)
    state = "too many" if open_ < 0 else "left"
    return f"{written(abs(open_))} {state} of {written(_whole(what))}"


def written(pips: int) -> str:
    """So many pips as a code: "2D+1"; fewer than a die as pips."""
    value, rest = codes.of_pips(pips)
    if value:
        return codes.written(value, rest)
    return f"{rest} pip{'' if rest == 1 else 's'}"
