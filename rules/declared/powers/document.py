"""Typed powers, the ones among them that count, and the character that has them."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from rules import plain_text
from rules.dice import codes
from rules.document import Document, DocumentPart
from rules.kit import typed
from rules.kit.coded import build as typed_build
from rules.kit.coded.character import CodedCharacter
from rules.kit.inventory import H
from rules.kit.typed import Code
from rules.ledger.entries import Entry
from rules.phrases import counted
from rules.problems import NAMING, ProblemList
from rules.tables import Row

# Characters of what a power does.
LINE = 400
MOST_PREREQUISITES = 20


class Power(DocumentPart, frozen=True, kw_only=True):
    """A power as it was typed; `skills` are ids of skills, joined by "+"."""

    name: str
    skills: str = ""
    prerequisites: int = 0
    difficulty: str = ""
    does: str = ""


class HousePower(Power, frozen=True, kw_only=True):
    """A power of the party's own."""

    id: str
    name: str = ""


class Pick(Entry, frozen=True, kw_only=True, tag="pick"):
    """One of the powers that the first die of a skill brings."""

    name: str
    skills: str = ""
    difficulty: str = ""
    does: str = ""


class Learn(Entry, frozen=True, kw_only=True, tag="learn"):
    """A power that was learned in play, for the `cp` that the GM named, or the usual price."""

    name: str
    skills: str = ""
    prerequisites: int = 0
    difficulty: str = ""
    does: str = ""
    cp: int | None = None


PowerEntry = Pick | Learn


class KnownPower(msgspec.Struct, frozen=True, gc=False):
    """A power that is known; what its row left out is as in the party's power of that name."""

    key: str
    name: str
    skills: tuple[str, ...]
    prerequisites: int = 0
    difficulty: str = ""
    does: str = ""


class PowerRules(msgspec.Struct, frozen=True):
    """The skills of powers, with their `names` by id, the rows of what a power may `join`, and how
    many `picks` the first die of a skill brings. `called` is what these skills are called ("Force
    skills"), `without` the code of the problem that one has no dice, and `member` the part of a
    build that holds their codes.
    """

    names: Mapping[str, str]
    joins: Mapping[str, Row]
    picks: int
    called: str
    without: str
    member: str = "power_skills"

    def skill(self, name: str) -> str:
        """The id of the skill of powers of that name, "" for none."""
        key = typed.key(name)
        return key if key in self.names else ""

    def codes(self, build: Any, faults: ProblemList) -> dict[str, Code]:
        """The skills of powers with a die or more."""
        found: dict[str, Code] = {}
        for id, text in getattr(build, self.member).items():
            where = f"build.{self.member}.{id}"
            if typed_build.one_of(id, self.names, where, faults, kind="skill") and text.strip():
                code = typed_build.code(text, where, faults, of=self.names[id])
                if code and code[0]:
                    found[id] = code
        return found

    def joined(self, text: str) -> tuple[str, ...]:
        """The skills of a power; none where the text joins no such skills."""
        join = text if text in self.joins else plain_text.folded(text)
        return tuple(join.split("+")) if join in self.joins else ()

    def named(self, ids: Iterable[str], between: str = ", ") -> str:
        """Skills by name, in one line."""
        return between.join([self.names[id] for id in ids])

    def power(self, row: Power | PowerEntry, house: Any) -> KnownPower:
        """A power with what its row leaves out from the party's power of that name."""
        key = typed.key(row.name)
        made = next((one for one in house.powers if typed.key(one.name) == key), None)
        prerequisites = getattr(row, "prerequisites", 0)
        return KnownPower(
            key=key,
            name=row.name.strip(),
            skills=self.joined(row.skills or (made.skills if made else "")),
            prerequisites=prerequisites or (made.prerequisites if made else 0),
            difficulty=row.difficulty or (made.difficulty if made else ""),
            does=row.does or (made.does if made else ""),
        )

    def lacks_dice(self, power: KnownPower, trained: Iterable[str]) -> str:
        """Why a power cannot be had: of which of its skills there are no dice; "" where it can."""
        lacking = [id for id in power.skills if id not in trained]
        return f"{power.name} needs dice in {self.named(lacking, ' and ')}." if lacking else ""

    def validated(
        self, build: Any, house: object, trained: Mapping[str, Code], faults: ProblemList
    ) -> dict[str, KnownPower]:
        """The powers of a build that count: of skills with dice (`trained`), so many of each."""
        powers: dict[str, KnownPower] = {}
        left = dict.fromkeys(trained, self.picks)
        for position, row in enumerate(build.powers):
            where = f"build.powers[{position}]"
            power = self._validated(row, house, where, trained, faults)
            if power is None:
                continue
            if power.key in powers:
                message = f"{power.name} is listed twice. Keep one of them."
                faults.wrong("repeated-power", where, message, never=NAMING)
                continue
            if over := [id for id in power.skills if left.get(id, 1) < 1]:
                message = f"{power.name} is one more than the {counted(self.picks, 'power')} of"
                message = f"{message} {self.named(over, ' and ')}."
                if not faults.deviation("too-many-powers", where, message):
                    continue
            for id in power.skills:
                left[id] = left.get(id, 0) - 1
            powers[power.key] = power
        for id, many in left.items():
            if many > 0:
                count = counted(many, "power")
                faults.open("picks-open", "build.powers", f"Pick {count} of {self.names[id]} more.")
        return powers

    def _validated(
        self,
        row: Power,
        house: object,
        where: str,
        trained: Mapping[str, Code],
        faults: ProblemList,
    ) -> KnownPower | None:
        """A power of skills that have dice, None where it is none."""
        if not row.name.strip():
            faults.wrong("missing", f"{where}.name", "Give the power a name.")
            return None
        power = self.power(row, house)
        if power.prerequisites < 0:
            message = "Enter 0 or more prerequisites."
            faults.wrong("bad-amount", f"{where}.prerequisites", message)
            return None
        if not power.skills:
            place = f"{where}.skills"
            if row.skills.strip():
                of = power.name
                typed_build.one_of(row.skills, self.joins, place, faults, kind="skill", of=of)
            else:
                faults.open("missing", place, f"Say which skills {power.name} uses.")
            return None
        if message := self.lacks_dice(power, trained):
            return power if faults.deviation(self.without, where, message) else None
        return power


class PowerCharacter(CodedCharacter[H]):
    """A character with such powers: those of the build, and `gained` ones, of which those `picked`
    took a pick.
    """

    power_rules: PowerRules

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self.gained: dict[str, KnownPower] = {}
        self.picked: set[str] = set()

    def rebuild(self, build: object, *, prefix: str) -> None:
        """Put another build under everything that came since; powers that it has are its own."""
        super().rebuild(build, prefix=prefix)
        for key in self.chosen.powers:
            self.gained.pop(key, None)
        self.picked &= self.gained.keys()

    @property
    def bases(self) -> Mapping[str, str]:
        """The attributes and the skills of powers."""
        return {**self.attributes, **self.power_rules.names}

    def typed_code(self, base: str) -> Code | None:
        """The code that the build gives to an attribute or a skill of powers."""
        code: Code | None = self.chosen.power_codes.get(base)
        return code or super().typed_code(base)

    def rise(self, trait: str, pips: int = 1) -> None:
        """One pip more in a trait; of a skill of powers without a die its first."""
        is_first = trait in self.power_rules.names and not self.code(trait)[0]
        super().rise(trait, codes.PIPS_IN_A_DIE if is_first else pips)

    @property
    def power_skills(self) -> dict[str, Code]:
        """The skills of powers that have a die or more, with their codes."""
        return {id: code for id in self.power_rules.names if (code := self.code(id))[0] > 0}

    @property
    def powers(self) -> dict[str, KnownPower]:
        """Every power, those of the build first."""
        return {**self.chosen.powers, **self.gained}

    def picks_left(self) -> dict[str, int]:
        """For each skill of powers with a die its picks that are left."""
        return {id: self.picks_of(id) for id in self.power_skills}

    def picks_of(self, id: str) -> int:
        """The picks of a skill, less the powers that use it."""
        picked = (*self.chosen.powers.values(), *(self.gained[key] for key in self.picked))
        return max(0, self.power_rules.picks - sum(id in power.skills for power in picked))

    def picks_text(self) -> str:
        """The picks that are left as text: "2 of Control, 1 of Sense", "" for none."""
        left = self.picks_left().items()
        return ", ".join(f"{many} of {self.full_name(id)}" for id, many in left if many)


Coded = PowerCharacter[Any]
