"""At the table: what modifies a roll, what it comes to, harm and healing, turn by turn."""

import json
from random import Random
from typing import Any

import pytest

from rules import registry
from rules.document import Document
from rules.play import Outcome, Shift, shifted
from rules.problems import RuleViolation

SYSTEM = registry.get("hyperspace-d6")
DAMAGE = "weapons.blaster-pistol.damage"
BUILD: dict[str, Any] = {
    "species": "human",
    "profession": "scoundrel",
    "skills": ["blasters", "deceive", "stamina"],
    "edge": {"id": "luck"},
    "burden": {"id": "debt"},
    "gear": [{"id": "blaster-pistol"}, {"id": "medpac"}, {"id": "scope"}],
    "starting_credits": 5000,
}


class Fixed(Random):
    """Dice that fall as they are told."""

    def __init__(self, *faces: int) -> None:
        super().__init__(0)
        self.faces = list(faces)

    def randint(self, a: int, b: int) -> int:
        assert (a, b) == (1, 6)
        return self.faces.pop(0)


def somebody(*, marks: dict[str, int] | None = None, **build: Any) -> Document:
    """DEX 4D, STR 2D, Blasters 5D, Stamina 3D, Soak 3, Luck, 5 Character Points."""
    plain = {
        "format": "hyperspace-character/1",
        "system": "hyperspace-d6",
        "name": "Somebody",
        "build": {**BUILD, **build},
        "marks": marks or {},
    }
    return registry.read(json.dumps(plain))


def panel(document: Document, action: str, **values: str) -> Any:
    sent = {name: tuple(value.split()) for name, value in values.items()}
    return SYSTEM.panel(document, {}, action, sent)


def resolve(document: Document, action: str, rng: Random, **values: str) -> Outcome:
    sent = {name: tuple(value.split()) for name, value in values.items()}
    return SYSTEM.resolve(document, {}, action, sent, rng)


@pytest.mark.parametrize(
    ("values", "why", "code"),
    [
        ({}, "DEX 4D + Blasters 1D", "5D"),
        ({"ways": "aim"}, "DEX 4D + Blasters 1D + aim 1D", "6D"),
        ({"used": "scope"}, "DEX 4D + Blasters 1D + Scope 2D", "7D"),
        ({"used": "scope", "ways": "aim"}, "DEX 4D + Blasters 1D + Scope 2D", "7D"),
        ({"bonus": "-1"}, "DEX 4D + Blasters 1D - conditions 1D", "4D"),
        ({"helpers": "2"}, "DEX 4D + Blasters 1D + 2 helpers 2D", "7D"),
        ({"points": "force-point"}, "2 × dice 5D", "10D"),
        ({"points": "character-point"}, "DEX 4D + Blasters 1D + Character Point 2D", "7D"),
        ({"points": "character-point force-point"}, "Blasters 10D + Character Point 2D", "12D"),
    ],
)
def test_every_modifier_is_a_term_of_the_pool(values: dict[str, str], why: str, code: str) -> None:
    found = panel(somebody(), "skills.blasters", **values)
    if "used" in values or "ways" in values:
        found = panel(somebody(), "weapons.blaster-pistol.attack", **values)
    assert (found.pool.why, found.pool.code) == (why, code)


def test_wounds_stun_and_further_actions_take_dice_from_checks_and_not_from_damage() -> None:
    hurt = somebody(marks={"wounds": 1, "stunned": 1})
    found = SYSTEM.panel(hurt, {"actions": 2}, "skills.blasters", {})
    assert found.pool is not None
    assert found.pool.why == "DEX 4D + Blasters 1D - 1 wound 1D - stunned 1D - 2 actions 1D"
    damage = SYSTEM.panel(hurt, {"actions": 2}, "weapons.blaster-pistol.damage", {})
    assert damage.pool is not None
    assert damage.pool.code == "3D"
    now = SYSTEM.moment(hurt, {"actions": 2})
    assert now.pools["skills.blasters"].code == "2D"
    assert now.remarks == ("1 wound: −1D", "Stunned: −1D", "2 actions: −1D")


def test_the_moment_has_attacks_as_they_are_now_and_the_force_points_that_are_left() -> None:
    now = SYSTEM.moment(somebody(marks={"wounds": 1, "force_points": 0}), {})
    assert now.pools["weapons.blaster-pistol.attack"].why == "DEX 4D + Blasters 1D - 1 wound 1D"
    assert now.pools["attacks.unarmed.attack"].code == "1D"
    assert "weapons.blaster-pistol.damage" not in now.pools
    assert now.pools["force_points"].text == "Force Points 0 = Force Points 1 - 1 spent"


def test_a_pool_without_dice_is_impossible_unless_a_point_or_a_helper_brings_one_back() -> None:
    hurt = somebody(marks={"wounds": 2})
    for values, barred in (
        ({}, True),
        ({"points": "force-point"}, True),
        ({"points": "character-point"}, False),
        ({"helpers": "1"}, False),
    ):
        found = panel(hurt, "skills.swim", **values)
        assert found.barred.startswith("0D: impossible.") is barred
    with pytest.raises(RuleViolation):
        resolve(hurt, "skills.swim", Fixed())


@pytest.mark.parametrize(
    ("values", "target", "chance"),
    [
        ({"defense": "14"}, "Dodge 14 = theirs 14", "85 %"),
        ({"defense": "14", "shelter": "cover"}, "Dodge 19 = theirs 14 + cover 5", "40 %"),
        (
            {"defense": "14", "shelter": "cover extreme"},
            "Dodge 24 = theirs 14 + cover 5 + extreme range 5",
            "6 %",
        ),
        ({"defense": "14", "instead": "16"}, "Parry 16 = theirs 16", "69 %"),
        ({"defense": "14", "instead": "12"}, "Dodge 14 = theirs 14", "85 %"),
    ],
)
def test_an_attack_is_held_against_the_better_defense_with_its_shelter(
    values: dict[str, str], target: str, chance: str
) -> None:
    found = panel(somebody(), "weapons.blaster-pistol.attack", **values)
    assert (found.target.text, found.chance) == (target, chance)


def test_what_one_choice_more_would_do_is_said_beside_the_chance() -> None:
    found = panel(somebody(), "skills.deceive", ladder="10")
    assert found.pool.code == "4D"
    assert found.chance == "90 %"
    assert [(other.name, other.chance) for other in found.alternatives] == [
        ("a Character Point", "over 99 %"),
        ("a Force Point", "over 99 %"),
        ("one helper more", "98 %"),
    ]


def test_a_check_is_its_dice_with_the_destiny_die_first() -> None:
    outcome = resolve(somebody(), "skills.deceive", Fixed(1, 4, 5, 3), ladder="15")
    assert [(die.face, die.kind) for die in outcome.dice] == [
        (1, "destiny"),
        (4, ""),
        (5, ""),
        (3, ""),
    ]
    assert (outcome.total, outcome.success) == (13, False)
    assert outcome.said == ("13 against Moderate 15: failure",)
    assert outcome.asks == "What goes wrong?"


def test_a_point_after_the_roll_adds_its_dice_and_is_one_entry() -> None:
    document = somebody()
    seen = resolve(document, "skills.deceive", Fixed(2, 4, 5, 3), ladder="15")
    assert seen.point
    after = SYSTEM.add_point(document, {}, seen, Fixed(1, 1))
    assert (after.total, after.success) == (16, True)
    assert [die.kind for die in after.dice[-2:]] == ["point", "point"]
    assert [(entry.cp, entry.note) for entry in after.entries] == [(1, "Deceive")]
    with pytest.raises(RuleViolation):
        SYSTEM.add_point(document, {}, after, Fixed(1, 1))
    with pytest.raises(RuleViolation):
        SYSTEM.add_point(document, {"character_point": 1}, seen, Fixed(1, 1))


def test_an_opposed_roll_throws_both_and_a_tie_goes_to_the_player() -> None:
    outcome = resolve(somebody(), "skills.deceive", Fixed(3, 3, 3, 3, 6, 6), opposed="2")
    assert (outcome.total, outcome.target, outcome.success) == (12, 12, True)


def test_a_hit_leads_to_its_damage_and_a_miss_to_none() -> None:
    hit = resolve(somebody(), "weapons.blaster-pistol.attack", Fixed(5, 5, 5, 5, 5), defense="20")
    assert hit.follows == "weapons.blaster-pistol.damage"
    miss = resolve(somebody(), "weapons.blaster-pistol.attack", Fixed(1, 1, 1, 1, 1), defense="20")
    assert miss.follows == ""


def test_a_point_that_makes_a_miss_a_hit_leads_to_its_damage() -> None:
    key = "weapons.blaster-pistol"
    miss = resolve(somebody(), f"{key}.attack", Fixed(2, 3, 3, 3, 3), defense="20")
    hit = SYSTEM.add_point(somebody(), {}, miss, Fixed(3, 3))
    assert (miss.follows, hit.success, hit.follows) == ("", True, f"{key}.damage")
    still = SYSTEM.add_point(somebody(), {}, miss, Fixed(1, 1))
    assert (still.success, still.follows) == (False, "")


def test_a_point_on_automatic_fire_leads_to_the_damage_of_automatic_fire() -> None:
    armed = somebody(gear=[{"id": "heavy-blaster-rifle"}])
    key = "weapons.heavy-blaster-rifle"
    miss = resolve(armed, f"{key}.attack", Fixed(4, 4, 4, 4), defense="20", ways="auto-fire")
    hit = SYSTEM.add_point(armed, {}, miss, Fixed(3, 3))
    assert (hit.success, hit.follows) == (True, f"{key}.damage?ways=auto-fire")


def test_a_pistol_that_was_given_auto_fire_has_it() -> None:
    plain = somebody()
    assert "ways" not in [field.id for field in panel(plain, DAMAGE).fields]
    given = {"kind": "upgrade", "item": "blaster-pistol", "aspect": "feature"}
    upgraded = SYSTEM.enter(plain, SYSTEM.entry({**given, "feature": "auto-fire", "cp": "0"}))
    found = panel(upgraded, DAMAGE, ways="auto-fire")
    assert found.pool.why == "Damage 3D + Auto-Fire 1D"
    attack = panel(upgraded, "weapons.blaster-pistol.attack", ways="auto-fire")
    assert attack.pool.why == "DEX 4D + Blasters 1D - Auto-Fire 1D"


def test_damage_has_no_destiny_die_and_is_halved_or_doubled_by_scale() -> None:
    key = DAMAGE
    plain = resolve(somebody(), key, Fixed(6, 1, 4))
    assert (plain.total, [die.kind for die in plain.dice], plain.asks) == (11, ["", "", ""], "")
    assert resolve(somebody(), key, Fixed(6, 1, 4), target_scale="speeder").total == 5
    assert resolve(somebody(), key, Fixed(6, 1, 4), scale="speeder").total == 22


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
    assert panel(out, "skills.deceive").barred.startswith("You are unconscious")


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
        after = SYSTEM.add_point(hurt, {}, seen, Fixed(6, 6))
        assert after.success is True
        assert [shift.mark for shift in after.shifts] == healed


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


def test_being_stunned_is_felt_for_one_turn() -> None:
    stunned = somebody(marks={"stunned": 1})
    first = SYSTEM.resolve(stunned, {"actions": 3}, "turn", {}, Fixed())
    assert (first.situation, first.shifts) == (
        {"actions": 1, "bands": 0, "held": 0, "stun_felt": 1},
        (),
    )
    second = SYSTEM.resolve(stunned, first.situation, "turn", {}, Fixed())
    assert [(shift.mark, shift.by) for shift in second.shifts] == [("stunned", -1)]


def test_the_first_range_band_is_free_and_each_further_takes_an_action() -> None:
    first = SYSTEM.resolve(somebody(), {}, "move", {}, Fixed())
    assert (first.situation, first.said) == ({"bands": 1}, ("One range band, for nothing.",))
    second = SYSTEM.resolve(somebody(), {"bands": 1, "actions": 2}, "move", {}, Fixed())
    assert second.situation == {"bands": 2, "actions": 3}
    full = SYSTEM.panel(somebody(), {"bands": 1, "actions": 5}, "move", {})
    assert full.barred == "A further range band takes an action, and you have no more than 5."


def test_a_held_action_is_lost_when_the_next_turn_comes() -> None:
    held = SYSTEM.resolve(somebody(), {}, "hold", {"note": ("The door opens",)}, Fixed())
    assert (held.said, held.situation) == (("The door opens",), {"held": 1})
    assert SYSTEM.moment(somebody(), {"held": 1}).remarks == ("1 action held",)
    assert SYSTEM.panel(somebody(), {"held": 1}, "hold", {}).barred.startswith("All the actions")
    after = SYSTEM.resolve(somebody(), {"held": 1}, "turn", {}, Fixed())
    assert "What you still held is lost." in after.said


def test_a_droid_mends_itself_with_its_skill_in_droids() -> None:
    droid = somebody(species="droid-astromech", marks={"wounds": 1})
    better = resolve(droid, "repair", Fixed(*[6] * 12))
    assert (better.name, better.success, better.entries) == ("Mending", True, ())
    assert ("wounds", -1) in [(shift.mark, shift.by) for shift in better.shifts]
    with pytest.raises(RuleViolation):
        panel(somebody(), "repair")


def test_fewer_dice_than_none_are_shown_as_none() -> None:
    hurt = somebody(marks={"wounds": 4})
    figure = SYSTEM.moment(hurt, {}).pools["skills.swim"]
    assert (figure.code, figure.text) == ("0D", "Swim 0D = Swim -2D, at least 0")


def test_a_second_force_point_in_a_round_is_no_feat() -> None:
    jedi = somebody(edge={"id": "force-sensitivity"})
    assert SYSTEM.panel(jedi, {}, "feat", {}).barred == ""
    assert SYSTEM.panel(jedi, {"force_point": 1}, "feat", {}).barred.startswith("One Force Point")


def test_more_actions_than_dexterity_allows_are_refused() -> None:
    assert SYSTEM.declare(somebody(), {}, {"actions": ("5",)}) == {"actions": 5}
    with pytest.raises(RuleViolation) as caught:
        SYSTEM.declare(somebody(), {}, {"actions": ("6",)})
    assert caught.value.problems[0].message == "You can do 1 to 5 things in a turn."


@pytest.mark.parametrize(
    ("action", "values", "where"),
    [
        ("skills.juggling", {}, "skills.juggling"),
        ("weapons.spoon.attack", {}, "weapons.spoon.attack"),
        ("skills.deceive", {"ladder": "many"}, "ladder"),
        ("skills.deceive", {"helpers": "-1"}, "helpers"),
        ("skills.deceive", {"bonus": "9" * 5000}, "bonus"),
        ("harm", {"damage": "-3"}, "damage"),
        ("harm", {"damage": "9" * 5000}, "damage"),
    ],
)
def test_what_cannot_be_rolled_says_where(action: str, values: dict[str, str], where: str) -> None:
    with pytest.raises(RuleViolation) as caught:
        panel(somebody(), action, **values)
    assert [problem.where for problem in caught.value.problems] == [where]


def test_a_mark_moves_within_its_bounds() -> None:
    assert shifted({"wounds": 1}, Shift("wounds", 1)) == 2
    assert shifted({"wounds": 0}, Shift("wounds", -1)) == 0
    assert shifted({"stunned": 1}, Shift("stunned", 1, most=1)) == 1
    assert shifted({"force_points": None}, Shift("force_points", -1, most=2, full=2)) == 1
