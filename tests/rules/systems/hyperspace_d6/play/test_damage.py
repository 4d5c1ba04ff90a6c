"""Harm and healing: what damage does, and what takes it away."""

import pytest

from rules.character import Character
from rules.play import MarkChange, shifted
from rules.problems import RuleViolation
from tests.dice import Fixed
from tests.rules.systems.hyperspace_d6.play.examples import SYSTEM, panel, resolve, somebody


@pytest.mark.parametrize(
    ("damage", "said", "shifts"),
    [
        ("3", ["Nothing gets through."], []),
        ("6", ["3 gets through: stunned."], [("stunned", 1)]),
        ("7", ["4 gets through: wounded."], [("wounds", 1)]),
        ("12", ["9 gets through: unconscious."], [("unconscious", 1)]),
        ("21", ["18 gets through: dead."], [("dead", 1)]),
    ],
)
def test_damage_less_soak_has_one_effect_the_worst(
    damage: str, said: list[str], shifts: list[tuple[str, int]]
) -> None:
    # Soak 3 (Stamina 3D), then against Stamina 3: up to 3 stuns, 9 knocks out, 18 kills.
    outcome = resolve(somebody(), "harm", Fixed(), damage=damage)
    assert list(outcome.said[:1]) == said
    assert [(shift.mark, shift.by) for shift in outcome.shifts] == shifts


def test_piercing_goes_past_armor_but_not_past_stamina() -> None:
    armored = somebody(gear=[{"id": "heavy-armor"}], worn="heavy-armor")
    assert panel(armored, "harm", damage="10").target.why == "10 - 7 Soak"
    assert panel(armored, "harm", damage="10", nature="piercing").target.why == "10 - 3 Soak"


def test_the_third_wound_of_a_strength_of_two_puts_one_down() -> None:
    outcome = resolve(somebody(marks={"wounds": 2}), "harm", Fixed(), damage="7")
    assert [shift.mark for shift in outcome.shifts] == ["wounds", "unconscious"]


def test_who_is_unconscious_rolls_nothing() -> None:
    out = somebody(marks={"unconscious": 1})
    assert panel(out, "skills.deceive").barred.startswith("Unconscious")


def test_a_medpac_is_used_up_and_heals_when_medicine_reaches_ten() -> None:
    hurt = somebody(marks={"wounds": 1}, skills=["blasters", "medicine", "stamina"])
    better = resolve(hurt, "medpac", Fixed(6, 6, 6))
    assert better.success is True
    assert [(entry.item, entry.quantity) for entry in better.entries] == [("medpac", 1)]
    assert [(shift.mark, shift.by) for shift in better.shifts] == [
        ("wounds", -1),
        ("unconscious", -1),
    ]
    worse = resolve(hurt, "medpac", Fixed(2, 1, 1))
    assert (worse.success, worse.shifts, len(worse.entries)) == (False, (), 1)


def test_a_point_can_make_a_medpac_help_but_not_twice() -> None:
    hurt = somebody(marks={"wounds": 2}, skills=["blasters", "medicine", "stamina"])
    for faces, healed in (((1, 2), ["wounds", "unconscious"]), ((6, 6), [])):
        seen = resolve(hurt, "medpac", Fixed(*faces))
        after = Character(SYSTEM, hurt).add_point({}, seen, Fixed(6, 6))
        assert after.success is True
        assert [shift.mark for shift in after.shifts] == healed


def test_a_droid_mends_itself_with_its_skill_in_droids() -> None:
    mended = {"droid_repair": True}
    droid = somebody(species="droid-astromech", marks={"wounds": 1}, house=mended)
    better = resolve(droid, "repair", Fixed(*[6] * 12))
    assert (better.name, better.success, better.entries) == ("Mending", True, ())
    assert ("wounds", -1) in [(shift.mark, shift.by) for shift in better.shifts]
    with pytest.raises(RuleViolation):
        panel(somebody(), "repair")


def test_a_day_heals_one_wound_and_rolls_for_the_burden() -> None:
    haunted = somebody(marks={"wounds": 2}, burden={"id": "haunted"})
    bad = resolve(haunted, "day", Fixed(1))
    assert bad.said == ("One wound is healed.", "Haunted: 1, −1D until the next day's roll.")
    assert ("haunted", 1) in [(shift.mark, shift.by) for shift in bad.shifts]
    good = resolve(somebody(marks={"haunted": 1}, burden={"id": "haunted"}), "day", Fixed(2))
    assert ("haunted", -1) in [(shift.mark, shift.by) for shift in good.shifts]


def test_bacta_heals_everything() -> None:
    outcome = resolve(somebody(marks={"wounds": 5, "unconscious": 1}), "bacta", Fixed())
    assert [(shift.mark, shift.by) for shift in outcome.shifts] == [
        ("wounds", -5),
        ("unconscious", -1),
    ]


def test_a_mark_moves_within_its_bounds() -> None:
    assert shifted({"wounds": 1}, MarkChange("wounds", 1)) == 2
    assert shifted({"wounds": 0}, MarkChange("wounds", -1)) == 0
    assert shifted({"stunned": 1}, MarkChange("stunned", 1, most=1)) == 1
    assert shifted({"force_points": None}, MarkChange("force_points", -1, most=2, full=2)) == 1
