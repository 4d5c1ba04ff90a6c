"""The tables of powers, `powers.toml`, as frozen structs, and what follows from them alone."""

from __future__ import annotations

from typing import Annotated

from rules.figures import Figure, bonus, constant, total
from rules.tables import Citation, In, Numbers, Row


class UsualPower(Row, frozen=True, kw_only=True):
    """A power as it would be typed; `skills` are ids, joined by "+"."""

    skills: Annotated[str, In("joins")]
    difficulty: str = ""
    prerequisites: int = 0


class Powers(Numbers, frozen=True, kw_only=True):
    """Skills with codes of their own beside the attributes, and powers that rest on them: the name
    of the powers and of `one`, what the skills are `called`, the `member` of documents that holds
    their codes, and the code of the problem of a power `without` a die of its skill.

    The first die of a skill costs `first_die` and brings `picks` powers; a further one costs
    `learn`, after a roll against `learning` and `a_prerequisite` more for each power that it needs:
    the procedure `learning`, if the game's table has it.
    `joined` are skills that a power may join ("tide+deep"), and `inward` those of powers that reach
    nobody else. `part` is their id among the parts of pages, and `heading` the name of these, if it
    isn't that of the powers.
    """

    name: str = "Powers"
    part: str = "powers"
    heading: str = ""
    one: str = "Power"
    called: str = "skills of powers"
    member: str = "power_skills"
    without: str = "no-power-skill"
    picks: int = 1
    learn: int = 1
    first_die: int = 1
    learning: int = 5
    a_prerequisite: int = 5
    joined: tuple[str, ...] = ()
    inward: Annotated[tuple[str, ...], In("power_skills")] = ()
    skills: dict[str, Row]
    powers: dict[str, UsualPower]

    @property
    def joins(self) -> dict[str, Row]:
        """The skills, and those that a power may join, by their ids."""
        names = {one: [self.skills[id].name for id in one.split("+")] for one in self.joined}
        rows = {
            one: Row(id=one, name=f"{', '.join(named[:-1])} and {named[-1]}", source=self.source)
            for one, named in names.items()
        }
        return {**self.skills, **rows}

    @property
    def source(self) -> str:
        """Where powers stand."""
        return self.sources["powers"]

    @property
    def title(self) -> str:
        """The name of their parts of pages."""
        return self.heading or self.name

    def cited(self, name: str, ruling: str = "") -> Citation:
        """Where a number of powers stands, and the ruling on it, if the game has one."""
        source = self.sources.get(name, self.source)
        return {"source": source, "ruling": self.rulings.get(ruling, "")}

    def learned(self, prerequisites: int) -> Figure:
        """The number at which a power with so many prerequisites is learned."""
        base, each = self.learning, self.a_prerequisite
        return learning_number(base, each, prerequisites, source=self.source)


def learning_number(base: int, each: int, prerequisites: int, *, source: str) -> Figure:
    """The number at which a power is learned: `base`, and so many for `each` prerequisite."""
    one = constant("for any power", base, source=source)
    name = "prerequisite" if prerequisites == 1 else "prerequisites"
    more = bonus(name, each * prerequisites, source=source)
    return total("learning number", one, more, source=source)
