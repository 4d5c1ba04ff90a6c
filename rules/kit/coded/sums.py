"""Sums for typed codes: the dice that attributes and skills share, in pips.

The sums, and whether they apply, are each game's own.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rules.dice import codes
from rules.figures import Figure, dice
from rules.kit.typed import Code, Skill
from rules.problems import ProblemList
from rules.tables import Row


def written(pips: int) -> str:
    """Pips as a code: "2D+1"; less than a die as pips."""
    value, rest = codes.of_pips(pips)
    if value:
        return codes.written(value, rest)
    return f"{rest} pip{'' if rest == 1 else 's'}"


def above(attributes: Mapping[str, Code], skill: Skill) -> int:
    """The pips of a skill above its attribute; 0 if either is unknown."""
    if skill.code is None or skill.attribute not in attributes:
        return 0
    return codes.in_pips(*skill.code) - codes.in_pips(*attributes[skill.attribute])


class Preset(Row, frozen=True, kw_only=True):
    """An optional preset in TOML: its attributes, the sums in pips, three to a die; bounds of one
    attribute, where it has some, and how far a skill may be above its attribute.
    """

    attributes: tuple[str, ...]
    attribute_sum: int
    attribute_least: int = 0
    attribute_most: int | None = None
    skill_sum: int
    skill_most: int

    def sums(self, ours: str, *, source: str, ruling: str) -> CodeSums:
        """The sums that codes keep to with this preset."""
        return CodeSums(
            self.attribute_sum,
            self.skill_sum,
            self.skill_most,
            len(self.attributes),
            ours,
            source,
            ruling,
            self.attribute_least,
            self.attribute_most,
        )


class CodeSums(msgspec.Struct, frozen=True):
    """The sums of attributes and of skills, the most that one skill may be above its attribute, and
    the number of attributes. `ours` is a sentence that names the origin of these sums, "" where
    it needs none. One
    attribute has `lowest` to `highest` pips, where there is a highest.
    """

    attributes: int
    skills: int
    skill_most: int
    count: int
    ours: str
    source: str
    ruling: str
    lowest: int = 0
    highest: int | None = None

    def check(
        self, attributes: Mapping[str, Code], skills: Mapping[str, Skill], faults: ProblemList
    ) -> None:
        """Report what is not assigned yet, what is too much, and each attribute and skill out of
        bounds.
        """
        for name, code in attributes.items() if self.highest else ():
            if not self.lowest <= codes.in_pips(*code) <= (self.highest or 0):
                message = f"{name} is {written(self.lowest)} to {written(self.highest or 0)}."
                where = f"build.attributes.{name}"
                faults.deviation("preset-range", where, f"{message} {self.ours}".rstrip())
        if len(attributes) == self.count:
            self._check_sum("attributes", self.open("attributes", attributes, skills), faults)
        for skill in skills.values():
            self._check_skill(attributes, skill, faults)
        self._check_sum("skills", self.open("skills", attributes, skills), faults)

    def _check_skill(
        self, attributes: Mapping[str, Code], skill: Skill, faults: ProblemList
    ) -> None:
        more = above(attributes, skill)
        if skill.code is not None and more < 0:
            base = codes.written(*attributes[skill.attribute])
            message = (
                f"{skill.name} {codes.written(*skill.code)} is below {skill.attribute} {base},"
            )
            message += " and a skill can't be lower than its attribute."
            faults.deviation("preset-below", "build.skills", message)
        elif more > self.skill_most:
            message = f"{skill.name} is {written(more)} above {skill.attribute};"
            message += f" {written(self.skill_most)} is the most. {self.ours}"
            faults.deviation("preset-most", "build.skills", message.rstrip())

    def _check_sum(self, what: str, open_: int, faults: ProblemList) -> None:
        where, code, whole = f"build.{what}", f"preset-{what}", self.whole(what)
        if open_ < 0:
            text = f"These {what} take {written(whole - open_)}, {written(-open_)} more than"
            faults.deviation(code, where, f"{text} {written(whole)}. {self.ours}".rstrip())
        elif open_:
            text = f"{written(open_)} of {written(whole)} for {what} left to assign."
            faults.open(code, where, f"{text} {self.ours}".rstrip())

    def whole(self, what: str) -> int:
        """The sum for "attributes" or "skills"."""
        return self.attributes if what == "attributes" else self.skills

    def open(self, what: str, attributes: Mapping[str, Code], skills: Mapping[str, Skill]) -> int:
        """The pips of a sum that are not assigned yet; negative if too many are."""
        if what == "attributes":
            pips = sum(codes.in_pips(*code) for code in attributes.values())
        else:
            pips = sum(max(0, above(attributes, skill)) for skill in skills.values())
        return self.whole(what) - pips

    def left(
        self, what: str, attributes: Mapping[str, Code], skills: Mapping[str, Skill]
    ) -> Figure:
        """The dice of a sum that are not assigned yet, negative if too many are, as a figure."""
        open_ = self.open(what, attributes, skills)
        sign = -1 if open_ < 0 else 1
        value, pips = codes.of_pips(abs(open_))
        label = f"of {written(self.whole(what))}"
        return dice(label, sign * value, pips=sign * pips, source=self.source, ruling=self.ruling)

    def left_text(
        self, what: str, attributes: Mapping[str, Code], skills: Mapping[str, Skill]
    ) -> str:
        """The rest of a sum as text: "2D+1 left of 7D", "None left of 7D", "1 pip too many of
        7D".
        """
        open_ = self.open(what, attributes, skills)
        state = "too many" if open_ < 0 else "left"
        count = written(abs(open_)) if open_ else "None"
        return f"{count} {state} of {written(self.whole(what))}"
