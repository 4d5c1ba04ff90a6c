"""Entries: read from forms, undone with what rests on them, planned."""

import msgspec
import pytest

from rules.character import Character
from rules.forms.fields import Pick
from rules.kit.coded.ledger import Correct
from rules.kit.inventory import Wear
from rules.kit.typed.document import Adjust, Award
from rules.problems import RuleViolation
from rules.systems.rules_sheet_d6.rulebook import RULES
from tests.rules.systems.rules_sheet_d6.examples import SYSTEM, soldier
from tests.rules.systems.rules_sheet_d6.ledger.examples import DODGE, PRESET, grown, rich

GAIN = RULES.types.gain


def test_texts_become_an_entry() -> None:
    assert SYSTEM.ledger_rules.entry(
        {"kind": "award", "cp": "3", "force_points": "1", "by": "Nobody"}
    ) == (Award(cp=3, force_points=1))
    down = {"kind": "adjust", "force_points": "\u22121", "reason": "Spent twice"}
    assert SYSTEM.ledger_rules.entry(down) == Adjust(force_points=-1, reason="Spent twice")
    assert SYSTEM.ledger_rules.entry({"kind": "correct", "trait": "STR", "code": "3d+1"}) == (
        Correct(trait="STR", code="3d+1")
    )
    assert SYSTEM.ledger_rules.entry({"kind": "wear", "item": ""}) == Wear(item=None)
    armor = {"kind": "gain", "what": "armor", "name": "Vest", "defense": "1", "skill": ""}
    assert SYSTEM.ledger_rules.entry(armor) == GAIN(what="armor", name="Vest", defense=1)


@pytest.mark.parametrize(
    ("sent", "where", "message"),
    [
        ({"kind": "award"}, "cp", "Enter Character Points, Force Points, or both."),
        ({"kind": "correct", "trait": "STR"}, "code", "Fill this in."),
        (
            {"kind": "correct", "trait": "STR", "code": "three"},
            "code",
            "“three” isn't a dice code. Write it like 3D, 3D+1 or 3D+2.",
        ),
        (
            {"kind": "correct", "trait": "STR", "code": "3D+4"},
            "code",
            "A code has +1, +2 or no pips; three of them are a die: 4D+1.",
        ),
        (
            {"kind": "gain", "what": "weapon", "name": "Bow", "damage": "big"},
            "damage",
            "“big” isn't a dice code. Write it like 3D, 3D+1 or 3D+2",
        ),
        ({"kind": "gain", "what": "weapon"}, "name", "Fill this in."),
        ({"kind": "rebuild"}, "kind", "An entry is one of award, adjust, raise, correct, gain,"),
    ],
)
def test_what_cannot_be_read_is_said_beside_its_field(
    sent: dict[str, str], where: str, message: str
) -> None:
    with pytest.raises(RuleViolation) as caught:
        SYSTEM.ledger_rules.entry(sent)
    assert [problem.where for problem in caught.value.problems] == [where]
    assert caught.value.problems[0].message.startswith(message)


def test_a_skill_that_stands_elsewhere_is_moved_with_its_code() -> None:
    document = grown(
        soldier(), {"kind": "correct", "trait": "Medicine", "code": "5D", "attribute": "Knowledge"}
    )
    groups = {group.id: group for group in Character(SYSTEM, document).offers("advance")}
    assert "correct.medicine" in [offer.id for offer in groups["KNO"].offers]
    assert Character(SYSTEM, document).numbers["skills"]["medicine"] == "5D"


def test_a_later_pip_goes_with_an_earlier_one_and_others_stay() -> None:
    """The first pip costs 3 and the second 4: without the first it would cost 3."""
    document = rich(DODGE, {"kind": "raise", "trait": "Blaster"}, DODGE)
    back = Character(SYSTEM, document).undo(1)
    assert back.positions == (3, 1)
    numbers = Character(SYSTEM, back.document).numbers
    assert (numbers["skills"]["dodge"], numbers["skills"]["blaster"]) == ("3D+2", "4D+1")
    assert numbers["character_points"] == 96


def test_a_pip_on_a_code_that_was_set_anew_goes_with_it() -> None:
    document = rich(DODGE, {"kind": "correct", "trait": "Dodge", "code": "6D"}, DODGE)
    assert Character(SYSTEM, document).numbers["skills"]["dodge"] == "6D+1"
    back = Character(SYSTEM, document).undo(2)
    assert back.positions == (3, 2)
    # What was bought before the code was set anew is there again.
    assert Character(SYSTEM, back.document).numbers["skills"]["dodge"] == "4D"
    assert Character(SYSTEM, back.document).numbers["character_points"] == 97


def test_a_weapon_goes_with_the_skill_that_it_is_used_with() -> None:
    document = grown(
        soldier(),
        {"kind": "correct", "trait": "Archery", "code": "4D", "attribute": "DEX"},
        {"kind": "gain", "what": "weapon", "name": "Bow", "skill": "Archery", "damage": "3D"},
        {"kind": "lose", "item": "Bow"},
    )
    assert Character(SYSTEM, document).undo(0).positions == (2, 1, 0)


def test_what_was_given_stays_and_what_a_player_did_is_told_as_theirs() -> None:
    document = rich(
        DODGE,
        {"kind": "gain", "name": "Rope", "quantity": 2},
        {"kind": "correct", "trait": "Con", "code": "4D", "attribute": "PER"},
        {"kind": "adjust", "force_points": 1, "reason": "Forgotten"},
        {"kind": "session"},
    )
    assert Character(SYSTEM, document).undo(0).refusal.startswith("Only your GM can undo this")
    told = Character(SYSTEM, Character(SYSTEM, document).undo(1).document).history()
    assert [(event.kind_name, event.title, event.undoable) for event in told] == [
        ("Award", "100 Character Points", False),
        ("Raised", "Dodge 3D+2 → 4D", True),
        ("Gained", "Rope ×2", True),
        ("Code corrected", "Con, new: 4D", True),
        ("Correction", "Forgotten: 1 Force Point", False),
        ("New session", "A new session began", False),
        ("Undone", "Dodge 3D+2 → 4D", True),
    ]
    assert [tuple(figure.value for figure in event.balances) for event in told] == [
        (100, 1),
        (97, 1),
        (97, 1),
        (97, 1),
        (97, 2),
        (97, 2),
        (100, 2),
    ]


def test_a_rebuild_that_drops_the_skill_of_a_weapon_is_refused() -> None:
    typed = [{"name": "Archery", "attribute": "DEX", "code": "4D"}]
    bow = {"kind": "gain", "what": "weapon", "name": "Bow", "skill": "Archery", "damage": "3D"}
    document = grown(soldier(skills=typed), bow)
    wanted = SYSTEM.fields.write(Character(SYSTEM, document).build_now(), "skills", ())
    with pytest.raises(RuleViolation) as caught:
        Character(SYSTEM, document).rebuilt(wanted)
    assert caught.value.problems[0].message == (
        "The rebuild drops Archery, which Bow is used with since. Keep it, or undo that first."
    )


def test_a_plan_is_priced_in_its_order_and_nothing_says_how_long_it_takes() -> None:
    raise_dodge = SYSTEM.ledger_rules.entry({"kind": "raise", "trait": "Dodge"})
    strength = SYSTEM.ledger_rules.entry({"kind": "raise", "trait": "STR"})
    plan = Character(SYSTEM, soldier(house=PRESET)).estimate((raise_dodge, raise_dodge, strength))
    assert [wish.price.text for wish in plan.wishes if wish.price] == [
        "Dodge 3D+2 → 4D 3 = dice now 3",
        "Dodge 4D → 4D+1 4 = dice now 4",
        "Strength 3D → 3D+1 30 = 10 × dice now 3",
    ]
    assert (plan.cost.value, plan.balance.value, plan.missing.value) == (37, 0, 37)
    assert (plan.fewest_sessions, plan.most_sessions) == (0, 0)


def test_without_the_preset_a_plan_says_that_nothing_is_bought() -> None:
    [wish] = Character(SYSTEM, soldier()).estimate((SYSTEM.ledger_rules.entry(DODGE),)).wishes
    assert wish.barred.startswith("Points buy pips only with the preset")


def test_a_party_turns_its_rules_on_and_off() -> None:
    house = SYSTEM.house.read({})
    [field] = SYSTEM.house.fields(house)
    assert isinstance(field, Pick)
    assert [option.id for option in field.options] == ["preset", "one_step_a_hit"]
    assert all(option.ruling.endswith("Our ruling.") for option in field.options)
    on = SYSTEM.house.set_field(house, field="rules", values=("preset", "one_step_a_hit"))
    assert (on.preset, on.one_step_a_hit) == (True, True)
    assert SYSTEM.house.set_field(on, field="rules", values=("preset",)) == msgspec.structs.replace(
        on, one_step_a_hit=False
    )
