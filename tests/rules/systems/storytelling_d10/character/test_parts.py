"""Parts of games of dots with the rows of no game: what each needs is declared here."""

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from rules.figures import number
from rules.kit.rulebooks import Number
from rules.kit.typed.document import Thing
from rules.problems import ProblemList
from rules.systems.storytelling_d10.character.items import DottedItems, equipped
from rules.systems.storytelling_d10.character.merit_rules import MeritRules
from rules.systems.storytelling_d10.character.specialties import Specialties
from rules.systems.storytelling_d10.document.build import Instance, PoolWeapon, Protection
from rules.systems.storytelling_d10.rulebook.book import Specialty
from rules.systems.storytelling_d10.rulebook.conversions import Conversion, converted
from rules.systems.storytelling_d10.rulebook.declared_rolls import (
    Bar,
    DeclaredRoll,
    DeclaredRolls,
    Term,
)
from rules.systems.storytelling_d10.rulebook.health_levels import Health, HealthLevel
from rules.systems.storytelling_d10.rulebook.merits import (
    Kind,
    Merit,
    MeritTables,
    Pair,
    Requirement,
)
from rules.systems.storytelling_d10.rulebook.success_rolls import (
    DieFirst,
    Difficulties,
    LeadingRoll,
)
from rules.tables import Row


def row(id: str, a: type[Any] = Row, **members: Any) -> Any:
    return a(id=id, name=id.capitalize(), source="Nowhere", **members)


def table(*rows: Any) -> dict[str, Any]:
    return {one.id: one for one in rows}


def told(faults: ProblemList) -> list[tuple[str, str]]:
    return [(one.code, one.where) for one in faults.found]


# --- specialties

CRAFTS = Specialties(
    rows={
        "craft": table(
            row("wood", Specialty), row("stone", Specialty), row("special", Specialty, own=True)
        )
    },
    names={"craft": "Craft"},
    member="crafts",
    noun="craft",
    heading="materials",
    special="other materials",
)


def test_each_dot_teaches_a_specialty_of_the_list_or_in_own_words() -> None:
    build, faults = (
        SimpleNamespace(crafts={"craft": ("wood", "special: glass", "iron")}),
        ProblemList(),
    )
    assert CRAFTS.validated(build, {"craft": 3}, faults) == {"craft": ("wood", "special: glass")}
    assert told(faults) == [
        ("crafts", "build.crafts.craft[2]"),
        ("crafts-open", "build.crafts.craft"),
    ]
    assert CRAFTS.name("craft", "special: glass") == "glass"


# --- merits

TABLES = MeritTables(
    kinds=table(row("body", Kind), row("magic", Kind, opened_by="gift")),
    merits=table(
        row("gift", Merit, kind="magic", low=1, high=1, grants=("keen",)),
        row("ox", Merit, kind="body", low=2, high=2, requires=Requirement(traits={"might": 3})),
        row("keen", Merit, kind="body", low=1, high=3),
        row("spell", Merit, kind="magic", low=1, high=1),
    ),
    flaws=table(row("weak", Merit, kind="body", low=1, high=2)),
    pairs=table(row("both", Pair, pair=("ox", "weak"), refused=True)),
)
MERITS = MeritRules(
    tables=TABLES,
    row=Merit,
    trait_name=str.capitalize,
    traits={"might"},
    details=lambda _row: {},
    points=lambda _detail, merit: (merit.low, merit.high),
    lacks=lambda _one, _standing: (),
    is_detail=lambda _row, _detail: False,
    forbidden=lambda _ids: {},
    single="",
    at_creation=(),
    conflicts=lambda _build, _flaws, _values, _faults: None,
    start=number("start", 2),
    flaw_most=lambda _house: number("flaws", 1),
    taken={},
    places=("build.merits", "build.flaws"),
)


def test_merits_are_paid_with_flaws_and_take_what_they_take() -> None:
    build = SimpleNamespace(
        merits=(Instance("ox"), Instance("spell"), Instance("keen", 4)),
        flaws=(Instance("weak", 2),),
    )
    house, faults = SimpleNamespace(merits=(), flaws=()), ProblemList()
    owned, flaws = MERITS.validated(build, house, {"might": 2}, faults, shield=False)
    assert (owned, [one.points for one in flaws]) == ((), [2])
    assert told(faults) == [
        ("merit-requirement", "build.merits[0]"),
        ("merit-requirement", "build.merits[1]"),
        ("merit-cost", "build.merits[2]"),
        ("merit-flaw-conflict", "build.flaws[0]"),
        ("flaw-points", "build.flaws"),
    ]


def test_a_merit_that_is_granted_costs_nothing() -> None:
    build = SimpleNamespace(merits=(Instance("gift"), Instance("spell")), flaws=())
    house, faults = SimpleNamespace(merits=(), flaws=()), ProblemList()
    owned, _ = MERITS.validated(build, house, {}, faults, shield=False)
    assert [(one.row.id, one.points, one.granted) for one in owned] == [
        ("gift", 1, False),
        ("spell", 1, False),
        ("keen", 0, True),
    ]
    assert faults.found == []


# --- things and harm


def test_things_are_carried_under_names_of_their_own() -> None:
    items = DottedItems({"bows": "Bows"}, ("cut",), table(row("steel")), table(row("might")))
    build = SimpleNamespace(
        weapons=(
            PoolWeapon(
                name="Bow", ability="bows", harm="cut", source="steel", adds="luck", damage=60
            ),
        ),
        armor=(Protection(name="Coat", rating=3),),
        shields=(Protection(name="Coat", rating=1),),
        gear=(Thing(name="Rope", quantity=2),),
    )
    faults = ProblemList()
    carried = tuple(items.validated(build, faults))
    assert [(one.name, one.what, one.rating, one.quantity) for one in carried] == [
        ("Bow", "weapon", 0, 1),
        ("Coat", "armor", 3, 1),
        ("Rope", "thing", 0, 2),
    ]
    assert told(faults) == [
        ("bad-weapon", "build.weapons[0].adds"),
        ("bad-amount", "build.weapons[0].damage"),
        ("repeated-name", "build.shields[0]"),
    ]
    assert equipped("Coat", "worn", "armor", carried, faults) == "coat"


@pytest.mark.parametrize(
    ("kind", "levels", "expected"),
    [
        ("bashing", 2, (2, 0, False)),
        ("lethal", 1, (0, 1, False)),
        # Two bashing marks fill the track; a third one makes the first of them lethal.
        ("bashing", 3, (1, 1, False)),
        ("lethal", 3, (0, 2, True)),
    ],
)
def test_marks_beyond_the_track_get_worse(
    kind: str, levels: int, expected: tuple[int, int, bool]
) -> None:
    track = Health((row("hurt", HealthLevel, penalty=-1), row("down", HealthLevel)))
    after = track.hurt(levels, kind)
    assert (after.bashing, after.lethal, after.is_dead) == expected


# --- rolls

NUMBERS = {
    id: row(id, Number, number=count)
    for id, count in {"least": 2, "most": 10, "beyond": 9, "less": 8, "reach": 4, "wet": 1}.items()
}
DICE = Difficulties(
    least=NUMBERS["least"],
    most=NUMBERS["most"],
    beyond=NUMBERS["beyond"],
    beyond_less=NUMBERS["less"],
)


def test_a_difficulty_that_dice_cannot_show_takes_more_successes() -> None:
    throw = DICE.throw(number("Dice", 2), number("Difficulty", 11))
    assert (throw.difficulty.value, throw.needed) == (9, 3)
    assert throw.requirement == "At difficulty 9, 3 successes are needed."


def test_a_first_roll_brings_dice_and_a_die_sets_a_difficulty() -> None:
    one, at = number("Die", 1), number("Difficulty", 6)
    # The first die succeeds in five of ten ways; then two dice are rolled, else one.
    leading = LeadingRoll(DICE, one, one, at)
    assert leading.results()["2"] == Fraction(1, 2) * Fraction(25, 100)
    either = DieFirst((DICE.throw(one, at), DICE.throw(one, number("Difficulty", 10))))
    assert either.chance() == (Fraction(1, 2) + Fraction(1, 10)) / 2


def test_a_declared_roll_is_harder_by_steps_and_barred_by_size() -> None:
    climb = row(
        "climb",
        DeclaredRoll,
        procedure="climb",
        number="reach",
        terms=(
            Term(steps=("size", "small"), of="size"),
            Term(number="wet", when="wet", label="wet"),
        ),
        bars=(Bar(question="size", from_size="huge", says="{name} can't climb."),),
    )
    rolls = DeclaredRolls(table(climb), NUMBERS, table(*map(row, ("huge", "big", "small"))), {})

    class Said(dict[str, Any]):
        said = property(lambda self: self)

    inputs: Any = Said(size="big", wet=True)
    assert rolls.difficulty(rolls.of("climb", inputs), inputs).text == (
        "Difficulty 6 = Difficulty 4 + 1 Big + 1 wet"
    )
    assert rolls.barred(climb, inputs) == ""
    assert rolls.barred(climb, Said(size="huge", wet=False)) == "Huge can't climb."


def test_numbers_of_another_edition_are_rounded_as_their_row_says() -> None:
    rows = [
        row("up", Conversion, what="x", of=("dice", "sides"), by="reach", how="up", says="{dice}"),
        row("rest", Conversion, what="x", of=("dice",), by="reach", how="rest", says="{n} left"),
        row("none", Conversion, what="x", of=("gone",), says="never"),
    ]
    said = tuple(converted(rows, {"dice": 3, "sides": 6}, NUMBERS, {}))
    assert said == ("5 dice", "1 left")
