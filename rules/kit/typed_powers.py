"""Powers that players type by hand, each used with one or several skills of a character's. The
first die of such a skill brings a few of them, picked for nothing; others are learned.

Which skills these are, how many are picked, and what learning takes, is each game's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

import msgspec

from rules.creation import Bound
from rules.dice import codes
from rules.document import Document, DocumentPart
from rules.forms.fields import Cell, Choice, Field, Number, Text, options
from rules.kit import typed, typed_build
from rules.kit.bound_fields import rows_field
from rules.kit.coded_character import CodedCharacter
from rules.kit.coded_ledger import POINTS, leaves_out
from rules.kit.currency import MOST_POINTS, Payments
from rules.kit.homebrew import HomebrewRows
from rules.kit.inventory import H
from rules.kit.typed import Code
from rules.kit.typed_document import MANY, NAME
from rules.ledger import entries
from rules.ledger.entries import Entry
from rules.ledger.offers import Offer
from rules.ledger.rules import EntryKind
from rules.problems import NAMING, EntryRefused, ProblemList
from rules.sheet.sections import Passage, Prose
from rules.tables import Citation, Row

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
    skills"), and `without` the code of the problem that one has no dice.
    """

    names: Mapping[str, str]
    joins: Mapping[str, Row]
    picks: int
    called: str
    without: str

    def joined(self, text: str) -> tuple[str, ...]:
        """The skills of a power; none where the text joins no such skills."""
        join = text.strip().casefold()
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
        self, build: Any, house: Any, trained: Mapping[str, Code], faults: ProblemList
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
                message = f"{power.name} is there already: one has a power once."
                faults.wrong("repeated-power", where, message, never=NAMING)
                continue
            if over := [id for id in power.skills if left.get(id, 1) < 1]:
                message = f"{power.name} is one more than the {self.picks} powers of"
                message = f"{message} {self.named(over, ' and ')}."
                if not faults.deviation("too-many-powers", where, message):
                    continue
            for id in power.skills:
                left[id] = left.get(id, 0) - 1
            powers[power.key] = power
        for id, many in left.items():
            if many > 0:
                count = f"{many} power{'s' * (many > 1)}"
                faults.open("picks-open", "build.powers", f"Pick {count} of {self.names[id]} more.")
        return powers

    def _validated(
        self, row: Power, house: Any, where: str, trained: Mapping[str, Code], faults: ProblemList
    ) -> KnownPower | None:
        """A power of skills that have dice, None where it is none."""
        if not row.name.strip():
            faults.wrong("missing", f"{where}.name", "A power has a name.")
            return None
        power = self.power(row, house)
        if power.prerequisites < 0:
            message = "Prerequisites are counted from 0."
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

    def rebuild(self, build: Any, *, prefix: str) -> None:
        """Put another build under everything that came since; powers that it has are its own."""
        super().rebuild(build, prefix=prefix)
        for key in self.chosen.powers:
            self.gained.pop(key, None)
        self.picked &= self.gained.keys()

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
        """What can be picked: "2 of Control, 1 of Sense", "" for nothing."""
        left = self.picks_left().items()
        return ", ".join(f"{many} of {self.full_name(id)}" for id, many in left if many)


Coded = PowerCharacter[Any]


# --- the ledger


class PowerEntries(msgspec.Struct, frozen=True):
    """The entries that pick and learn powers. `alone` is the ruling that a picked power uses one
    skill.
    """

    rules: PowerRules
    payments: Payments
    alone: str

    def kinds(self) -> dict[type[Any], EntryKind]:
        """Both kinds of entry by their types."""
        kind = partial(EntryKind, title=_named, apply=_gain, undoable_by_player=True)
        return {
            Pick: kind("Power picked", check=self._check_pick),
            Learn: kind("Power learned", check=self._check_learn),
        }

    def _power(self, character: Coded, entry: PowerEntry) -> KnownPower:
        """The power of an entry; EntryRefused where it is none."""
        if not entry.name.strip():
            raise EntryRefused("missing", "A power has a name.")
        power = self.rules.power(entry, character.house)
        if not power.skills:
            known, called = ", ".join(self.rules.joins), self.rules.called
            message = f"{power.name}: say which {called} it uses, one of {known}."
            raise EntryRefused("unknown-skill" if entry.skills.strip() else "missing", message)
        if power.key in character.gained or power.key in character.chosen.powers:
            raise EntryRefused("repeated-power", f"You have {power.name} already.")
        return power

    def _trained(self, character: Coded, power: KnownPower) -> list[str]:
        """The skills of a power that have dice: all, or it is refused."""
        trained = [id for id in power.skills if character.code(id)[0] > 0]
        if message := self.rules.lacks_dice(power, trained):
            character.deviation(self.rules.without, message)
        return trained

    def _check_pick(self, character: Coded, entry: Pick) -> None:
        """A power of one skill that has a pick left."""
        power = self._power(character, entry)
        if len(power.skills) > 1:
            message = f"{power.name} uses several skills. {self.alone}"
            character.deviation("no-picks", message)
        trained = self._trained(character, power)
        if lacking := [id for id in trained if not character.picks_of(id)]:
            message = f"No pick of {self.rules.named(lacking, ' and ')} is left:"
            character.deviation("no-picks", f"{message} learn {power.name} instead.")
        character.found = power, self.payments.paid(character, entry)

    def _check_learn(self, character: Coded, entry: Learn) -> None:
        """A power whose skills have dice, for the price that was named."""
        power = self._power(character, entry)
        if entry.prerequisites < 0 or (entry.cp is not None and entry.cp < 0):
            raise EntryRefused("bad-amount", "Prerequisites and points are counted from 0.")
        self._trained(character, power)
        character.found = power, self.payments.check(character, entry)

    def check_rebuilt(self, character: Coded, trial: Coded) -> None:
        """Refuse a build without the dice of skills that a power rests on which came since."""
        had, has = character.power_skills, trial.power_skills
        for power in character.gained.values():
            for id in power.skills:
                raised = character.raised.get(id, 0) >= codes.PIPS_IN_A_DIE
                if id in had and id not in has and not raised and id not in character.corrected:
                    name = character.trait_name(id)
                    raise EntryRefused("needs-skill", leaves_out(name, f"{power.name} needs"))


def _gain(character: Coded, entry: PowerEntry) -> None:
    power, cost = character.found
    if cost:
        POINTS.move(character, "learned", -cost)
    character.gained[power.key] = power
    if isinstance(entry, Pick):
        character.picked.add(power.key)


def _named(_character: Coded, entry: PowerEntry) -> str:
    return entry.name.strip() or "A power"


# --- offers and forms


def _fields(character: Coded, skills: Mapping[str, str]) -> tuple[Field, ...]:
    menu = options(skills, none="Choose")
    ours = tuple(power.name for power in character.house.powers)
    return (
        Text("name", "Power", ("",), limit=entries.LINE, suggestions=ours),
        Choice("skills", character.power_rules.called, ("",), menu, look="menu"),
        Text("difficulty", "Difficulty", ("",), limit=entries.LINE),
        Text("does", "Effect", ("",), limit=entries.LINE),
    )


def pick_offer(character: Coded, cited: Citation) -> Offer:
    """A power for nothing, of a skill that has picks left."""
    left = {id: character.full_name(id) for id, many in character.picks_left().items() if many}
    return Offer(
        "pick",
        Pick(name=""),
        "Pick a power",
        "Pick power",
        fields=_fields(character, left),
        note="Costs nothing.",
        **cited,
    )


def learn_offer(character: Coded, price: int, cited: Citation) -> Offer:
    """A power for Character Points, once the learning roll came off."""
    rules, trained = character.power_rules, character.power_skills
    joins = {
        row.id: row.name
        for row in rules.joins.values()
        if all(id in trained for id in rules.joined(row.id))
    }
    return Offer(
        "learn-power",
        Learn(name=""),
        "Learn a power",
        "Learn power",
        fields=(
            *_fields(character, joins),
            Number("prerequisites", "Prerequisites", ("",), highest=MOST_PREREQUISITES),
            Number("cp", "Character Points", ("",), highest=MOST_POINTS),
        ),
        note=f"{price} Character Points unless your GM names another number.",
        **cited,
    )


def powers_field(
    rules: PowerRules,
    known: Iterable[str],
    difficulties: tuple[str, ...],
    *,
    hint: Callable[[Any], str],
) -> Bound:
    """The powers of a build, typed by hand. The party's and the `known` ones are suggested."""
    usual = tuple(known)

    def names(character: Coded) -> dict[str, tuple[str, ...]]:
        ours = [power.name for power in character.house.powers]
        return {"name": tuple(dict.fromkeys((*ours, *usual)))}

    cells = (
        Cell("name", "Power", limit=NAME),
        Cell("skills", "Skills", "menu", options=options(rules.joins, none="Skills")),
        Cell("prerequisites", "Prerequisites", "number", lowest=0, highest=MOST_PREREQUISITES),
        Cell("difficulty", "Difficulty", limit=NAME, suggestions=difficulties),
        Cell("does", "Effect", limit=LINE),
    )
    return rows_field("powers", "Powers", Power, cells, limit=MANY, hint=hint, suggest=names)


# --- homebrew and the sheet


def homebrew(rules: PowerRules, difficulties: tuple[str, ...], harder: str) -> HomebrewRows:
    """The powers of a party's own; `harder` says what prerequisites do."""

    def wrong(power: HousePower, _others: object) -> str:
        if power.skills and not rules.joined(power.skills):
            return f"{power.skills!r} are no {rules.called} of {power.name}."
        if not 0 <= power.prerequisites <= MOST_PREREQUISITES:
            return f"A power has 0 to {MOST_PREREQUISITES} prerequisites."
        return ""

    def fields(power: HousePower) -> tuple[Field, ...]:
        skills = options(rules.joins, power.skills, none="Each player says")
        before, count = "prerequisites", (str(power.prerequisites),)
        return (
            Text("name", "Name", (power.name,), limit=NAME),
            Choice("skills", rules.called, (power.skills,), skills, look="menu"),
            Number(before, "Prerequisites", count, harder, highest=MOST_PREREQUISITES),
            Text(
                "difficulty",
                "Difficulty",
                (power.difficulty,),
                limit=NAME,
                suggestions=difficulties,
            ),
            Text("does", "Effect", (power.does,), lines=3, limit=LINE),
        )

    def about(power: HousePower) -> str:
        names = rules.named(rules.joined(power.skills))
        return " · ".join(filter(None, (names, power.difficulty, power.does)))

    def used(document: Document) -> set[str]:
        names = [power.name for power in document.build.powers]
        names += [getattr(entry, "name", "") for entry in document.ledger]
        return {typed.key(name) for name in names}

    return HomebrewRows(
        "powers",
        HousePower(id=""),
        fields,
        wrong,
        about,
        used=used,
        named=lambda row: typed.key(row.name),
        one="power",
    )


def passages(character: Coded, name: str, learned: Callable[[int], int]) -> Prose:
    """Each power: its skills, how hard it is, what it does; `learned` is the number at which one
    with so many prerequisites is learned.
    """
    found = []
    for power in character.powers.values():
        number = f"learned at {learned(power.prerequisites)}"
        head = " · ".join(filter(None, (power.difficulty, number)))
        skills = character.power_rules.named(power.skills)
        found.append(Passage(power.name, head, skills, power.does))
    return Prose("powers", name, tuple(found))
