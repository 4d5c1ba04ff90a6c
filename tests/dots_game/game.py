"""Dusk: a whole game that nobody plays, with what games of dots need. Groups are put in order and
dots given to their traits; merits are paid with flaws; dice of ten sides are counted, and ones
cancel; harm has two kinds of marks on one track; Willpower is ten boxes; the weather explodes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec

from rules import tables
from rules.creation import Binding, StepSpec, review, shown_only
from rules.declared import target_tables
from rules.declared.target_tables import TargetInput
from rules.dice import exploding
from rules.document import Document, DocumentPart
from rules.figures import Figure, constant, dice, divided, dots, number, pool, times, total
from rules.forms.fields import Balance, Field, Option
from rules.game import Game, PlayParts
from rules.kit.bound_fields import name_field, open_name, replace, text_field
from rules.kit.dot_fields import dots_field
from rules.kit.play import answers, result_tables
from rules.kit.play.answers import Answers
from rules.kit.play.checks import fallen, refuse
from rules.kit.play.procedures import ActionTable, ProcedureGroup, Rolls
from rules.kit.play.result_tables import ResultRow
from rules.kit.play.roll_requests import RollRequests
from rules.kit.play.success_checks import SuccessCheck
from rules.kit.random_build import RandomBuild
from rules.kit.rulebooks import Number
from rules.ledger.none import NoLedgerState as Character
from rules.play import Action, Attempt, MarkChange, Outcome, PlayState, RollForm
from rules.problems import Problem, ProblemList
from rules.sheet import sections
from rules.sheet.sections import Column, Figures, Gauge, Line, Section, Sheet, Traits
from rules.systems.storytelling_d10.character import balances
from rules.systems.storytelling_d10.character.balances import BalanceRow, Side
from rules.systems.storytelling_d10.character.groups import DotGroups
from rules.systems.storytelling_d10.document.build import Instance
from rules.systems.storytelling_d10.play.pool_checks import PoolCheck
from rules.systems.storytelling_d10.rulebook.health_levels import Health, HealthLevel
from rules.systems.storytelling_d10.rulebook.roll_effects import Bearings
from rules.systems.storytelling_d10.rulebook.success_rolls import Difficulties
from tests.dots_game.procedures import fixed

MOST, USUAL, WILLPOWER = 5, 6, 10
LEAST, HIGHEST, BEYOND, LESS = (
    Number(id=str(one), name="", number=one, source="") for one in (2, 10, 9, 8)
)
DIFFICULTIES = Difficulties(least=LEAST, most=HIGHEST, beyond=BEYOND, beyond_less=LESS)


class Row(msgspec.Struct, frozen=True):
    """An attribute of a group, or an ability with its attribute."""

    id: str
    name: str
    group: str = ""
    attribute: str = ""


class Numbers(msgspec.Struct, frozen=True):
    attribute_points: tuple[int, ...]
    ability_points: int
    merit_points: int
    groups: dict[str, str]


READ, FILE = tables.Reader(Path(__file__).parent), "tables.toml"
NUMBERS = READ.whole(FILE, Numbers)
ATTRIBUTES = READ.entries(FILE, "attribute", Row)
STRENGTHS = DotGroups(
    noun="attribute",
    member="attributes",
    order="order",
    groups={id: tables.Row(id=id, name=name, source="") for id, name in NUMBERS.groups.items()},
    rows=ATTRIBUTES,
    points=NUMBERS.attribute_points,
    most=MOST,
    too_few="{name} is {least} or more.",
    too_many="{name} is {most} or less.",
    free=1,
)
ABILITIES = READ.entries(FILE, "ability", Row)
LEVELS = tuple(READ.entries(FILE, "level", HealthLevel).values())
MERIT_ROWS = READ.entries(FILE, "merit", BalanceRow)
FLAW_ROWS = READ.entries(FILE, "flaw", BalanceRow)
TARGETS = target_tables.read_tables(READ, FILE, "target")
WEATHER = tuple(READ.entries(FILE, "weather", ResultRow).values())
result_tables.check_rows(FILE, "weather", WEATHER)


class Build(DocumentPart, frozen=True):
    concept: str = ""
    order: tuple[str, ...] = ()
    attributes: dict[str, int] = msgspec.field(default_factory=dict)
    abilities: dict[str, int] = msgspec.field(default_factory=dict)
    merits: tuple[Instance, ...] = ()
    flaws: tuple[Instance, ...] = ()


class Marks(DocumentPart, frozen=True):
    bashing: int = 0
    lethal: int = 0
    dead: int = 0
    willpower_spent: int = 0


def attribute(character: Character, id: str) -> Figure:
    return dots(ATTRIBUTES[id].name, character.build.attributes.get(id, 1))


def ability(character: Character, id: str) -> Figure:
    own = dots(ABILITIES[id].name, character.build.abilities.get(id, 0))
    return pool(own.label, attribute(character, ABILITIES[id].attribute), own)


def health(character: Character) -> Health:
    return Health.of_marks(LEVELS, character.document.marks)


def now(character: Character, key: str) -> Figure:
    """An attribute or an ability less what the worst level of health takes."""
    part, _, id = key.partition(".")
    full = (ability if part == "abilities" else attribute)(character, id)
    level = health(character).level
    if not level or not level.penalty:
        return full
    less = number(level.name, level.penalty)
    return total(full.label, full, less, unit=full.unit)


def pace(character: Character) -> Figure:
    """(20 + 3 × Agility) ÷ 2 metres; a quarter of that for the lame."""
    run = times("Agility", constant("", 3), attribute(character, "agility"))
    found = divided("Pace", total("", constant("", 20), run), 2, unit="m")
    lame = any(one.id == "lame" for one in character.build.flaws)
    return divided("Pace", found, 4, unit="m") if lame else found


def willpower(character: Character) -> Figure:
    return total("Willpower", attribute(character, "nerve"), constant("", 2))


def willpower_left(character: Character) -> int:
    return max(0, willpower(character).value - max(0, character.document.marks.willpower_spent))


def available(character: Character) -> Figure:
    flaws = balances.summed("flaws", FLAW_ROWS, character.build.flaws)
    return total("Points", constant("", NUMBERS.merit_points), flaws)


def lacks(character: Character, row: BalanceRow) -> tuple[str, ...]:
    has = [(attribute(character, id), least) for id, least in row.requires.items()]
    return tuple(f"{it.label} {low} (you have {it.value})" for it, low in has if it.value < low)


def balance(character: Character) -> Iterator[Field]:
    build = character.build
    sides = (MERITS.shown(character, build.merits), FLAWS.shown(character, build.flaws))
    spent = balances.summed("spent", MERIT_ROWS, build.merits)
    yield Balance("balance", "Merits and flaws", available(character), spent, sides)


MERITS = Side(member="merits", name="Merits", rows=lambda: MERIT_ROWS, lacks=lacks)
FLAWS = Side[Character](member="flaws", name="Flaws", rows=lambda: FLAW_ROWS, gives=True)
WHO = (name_field(60), text_field("concept", "Concept", 200))
ORDER = STRENGTHS.fields(hint="Your strengths")
TOTAL, NAMES = NUMBERS.ability_points, {row.id: row.name for row in ABILITIES.values()}
ABILITY = dots_field(
    "abilities", "Abilities", "abilities", NAMES, total=lambda _: TOTAL, highest=3, result=ability
)
BALANCE = (shown_only("balance", balance), MERITS.bound, FLAWS.bound)
GIVEN = ("build.order", "build.attributes")
STEPS: tuple[StepSpec[Character], ...] = (
    StepSpec("who", "Who", "Who are you?", WHO, lambda one: one.document.name),
    StepSpec("attributes", "Attributes", "What you are.", ORDER, lambda _: "", places=GIVEN),
    StepSpec("abilities", "Abilities", "What you have learned.", (ABILITY,), lambda _: ""),
    StepSpec("merits", "Merits and flaws", "What sets you apart.", BALANCE, lambda _: ""),
    review(),
)
FIELDS = Binding(field for step in STEPS for field in step.fields)


def problems(character: Character) -> tuple[Problem, ...]:
    return (*open_name(character.document), *wrong(character))


def wrong(character: Character) -> Iterator[Problem]:
    build = character.build
    faults = ProblemList()
    STRENGTHS.validated(build, faults)
    yield from faults.found
    yield from open_dots("abilities", "Abilities", TOTAL - sum(build.abilities.values()))
    yield from balances.problems(MERITS, character, build.merits, noun="merit")
    yield from balances.problems(FLAWS, character, build.flaws, noun="flaw")
    over = balances.summed("", MERIT_ROWS, build.merits).value - available(character).value
    if over > 0:
        yield Problem("merit-points", "build.merits", f"{over} merit points too many.")


def open_dots(member: str, name: str, left: int) -> Iterator[Problem]:
    if left:
        told = f"{name}: {abs(left)} dots {'left' if left > 0 else 'too many'}."
        yield Problem(f"{member}-points", f"build.{member}", told, unfinished=left > 0)


def decide(rng: Random, document: Document, step: str) -> Document:
    """The first order there is, dots to whoever comes first, and no merits."""
    build = document.build
    if step == "who" and not document.name:
        return replace(document, name=f"Somebody {rng.randint(1, 99)}")
    if step == "attributes" and not build.order:
        held: dict[str, int] = {}
        for group, points in zip(STRENGTHS.groups, STRENGTHS.points, strict=True):
            first, second = STRENGTHS.in_group(group)
            held |= {first: 1 + points - points // 2, second: 1 + points // 2}
        build = replace(build, order=tuple(STRENGTHS.groups), attributes=held)
    if step == "abilities" and not build.abilities:
        build = replace(build, abilities={"climb": 1, "sneak": 2, "locks": 3})
    return replace(document, build=build)


def sheet(character: Character) -> Sheet:
    found = tuple(all_sections(character))
    name, concept = character.document.name, character.build.concept
    figures, facts = sections.figures(found), (("Concept", concept),)
    return Sheet("dusk", name, "", concept, facts, found, figures, "Nobody")


def all_sections(character: Character) -> Iterator[Section]:
    will = willpower(character)
    boxes = Gauge(will.value, WILLPOWER, willpower_left(character))
    yield Figures("leading", "Movement", (Line("pace", "Pace", pace(character)),))
    yield Figures("points", "Points", (Line("willpower", "Willpower", will, gauge=boxes),))
    yield health(character).track("health", "Health")
    yield STRENGTHS.section(character.build, "Attributes", strengths(character))
    has = character.build.abilities
    rows = tuple(
        line(f"abilities.{id}", ability(character, id), has.get(id, 0), 3) for id in ABILITIES
    )
    all_ = Column("group.abilities", "Abilities", "", None, rows)
    yield Traits("abilities", "Abilities", (all_,))


def line(key: str, figure: Figure, has: int, most: int) -> Line:
    return Line(key, figure.label, figure, trained=has > 0, gauge=Gauge(has, most))


def strengths(character: Character) -> dict[str, list[Line]]:
    lines: dict[str, list[Line]] = {id: [] for id in STRENGTHS.groups}
    for id, row in ATTRIBUTES.items():
        figure = attribute(character, id)
        lines[row.group].append(line(f"attributes.{id}", figure, figure.value, MOST))
    return lines


class Check(PoolCheck):
    """A trait against a difficulty, or against one of a table; Willpower is a success more."""

    dice, gm, usual, merits = DIFFICULTIES, "Nobody", USUAL, "Merits"

    def __init__(self, character: Character, action: Action, given: Answers) -> None:
        self.character, self.action, self.values = character, action, given.values
        self.table = TARGETS.get(action.id.partition(".")[2])
        read = target_tables.read_input
        self.chosen = read(given, self.table) if self.table else TargetInput()
        found = target_tables.target(self.table, self.chosen) if self.table else None
        start = found or number("Difficulty", USUAL)
        self.read(given, start, Bearings((), given, ()), {"willpower": 1})

    @property
    def spends(self) -> bool:
        return bool(self.points)

    def current(self) -> Figure:
        return now(self.character, self.action.id)

    def refusal(self) -> str:
        none = self.spends and not willpower_left(self.character)
        return "No Willpower is left." if none else ""

    def variants(self) -> Iterator[tuple[str, SuccessCheck]]:
        spent = {**self.values, "points": ("willpower",)}
        if not self.spends:
            yield "Willpower", Check(self.character, self.action, Answers(spent))

    def fields(self) -> Iterator[Field]:
        if self.table:
            yield from target_tables.fields(self.table, self.chosen)
        yield from self.number_fields()
        yield from self.choice_fields({"willpower": "Willpower: a success more"})


def find(_character: Character, key: str) -> Action | None:
    part, _, id = key.partition(".")
    row = {"abilities": ABILITIES, "attributes": ATTRIBUTES}.get(part, {}).get(id)
    return Action(key, row.name, asks=True) if row else None


def form(attempt: Attempt[Character], found: Action) -> RollForm:
    check = Check(attempt.character, found, Answers(attempt.values))
    return check.form(found, tuple(check.fields()))


def roll(attempt: Attempt[Character], found: Action, rng: Random) -> Outcome:
    check = Check(attempt.character, found, Answers(attempt.values))
    refuse(found.id, check.barred())
    spent = (MarkChange("willpower_spent", 1),) if check.spends else ()
    return replace(check.outcome(found, rng), shifts=spent)


def harm_form(attempt: Attempt[Character], act: Action) -> RollForm:
    given, ids = Answers(attempt.values), ("bashing", "lethal")
    kinds = tuple(Option(id, id.title(), chosen=given.text("kind") == id) for id in ids)
    boxes = answers.number_field("damage", "Levels", given.number("damage", 0, 9), 0, 9)
    return RollForm(act, (boxes, answers.menu("kind", "Kind", kinds)))


def do_harm(attempt: Attempt[Character], _rng: Random) -> Outcome:
    given = Answers(attempt.values)
    kind = given.option("kind", ("bashing", "lethal")) or "bashing"
    count = answers.required(given.number("damage", 0, 9), "damage", "Type the levels, from 0 up.")
    given.check()
    before = health(attempt.character)
    after = before.hurt(count, kind)
    moved = tuple(one for one in before.changes_to(after) if one.by)
    said = (f"{count} {kind}", after.described("Dead."))
    return Outcome("harm", "Damage", "harm", said=said, shifts=moved, row=kind)


def forecast(_attempt: Attempt[Character], act: Action) -> RollForm:
    found = result_tables.chances(WEATHER, lambda low: exploding.chance(2, low))
    said = tuple(result_tables.foreseen(WEATHER, found))
    return RollForm(act, (), dice("Weather", 2), foreseen=said, results=found)


def weather(attempt: Attempt[Character], rng: Random) -> Outcome:
    thrown, day = fallen(rng, 2), {"day": attempt.situation.get("day", 0) + 1}
    rolled = sum(die.face for die in thrown)
    row = result_tables.row_of(WEATHER, rolled) or WEATHER[0]
    said = (f"Day {day['day']}: {row.name}",)
    return Outcome(
        "weather", "Weather", "check", thrown, rolled, said=said, row=row.id, situation=day
    )


def never(_attempt: Attempt[Character]) -> str:
    return ""


HARM = fixed(Action("harm", "Damage", asks=True), never, do_harm, harm_form)
SKY = fixed(
    Action("weather", "Weather", "Two dice that explode.", asks=True), never, weather, forecast
)
TRAVEL = ProcedureGroup("travel", "Travel", (SKY,), needs_character=False)
TABLE = ActionTable(Rolls(find, form, roll), (ProcedureGroup("harm", "Harm", (HARM,)), TRAVEL))
KEYS = (*(f"attributes.{id}" for id in ATTRIBUTES), *(f"abilities.{id}" for id in ABILITIES))
CLEARED = {
    "who": ("concept",),
    "attributes": ("order", *STRENGTHS.groups),
    "abilities": ("abilities",),
}


DUSK = Game[Character](
    slug="dusk",
    name="Dusk",
    about="A game that nobody plays.",
    credit="Nobody",
    build_type=Build,
    marks_type=Marks,
    steps=lambda _character: STEPS,
    fields=FIELDS,
    problems=problems,
    sheet=sheet,
    is_priced=lambda _character: False,
    play=PlayParts(
        state=lambda one: PlayState({key: now(one.character, key) for key in KEYS}, (), ()),
        actions=TABLE,
        requests=RollRequests(10, 20, lambda: "Nobody wins."),
    ),
    random_build=lambda _document: RandomBuild(FIELDS, CLEARED, decide),
)
