"""The rules sheet's ledger: what is offered, entered, told, taken back, and what a plan costs."""

from random import Random
from typing import Any

import msgspec
import pytest

from rules.compare import differences
from rules.document import Document
from rules.offers import PARTS, Offer
from rules.problems import RuleViolation
from rules.sheet import Figures
from rules.steps import Choice, Pick, Text
from rules.systems.rules_sheet_d6 import advancement, derived, prices
from rules.systems.rules_sheet_d6.book import ATTRIBUTES
from rules.systems.rules_sheet_d6.build import Adjust, Award, Correct, Gain, Wear
from tests.rules.rules_sheet_d6.soldier import SYSTEM, soldier

PRESET: dict[str, Any] = {"preset": True}
DODGE = {"kind": "raise", "trait": "Dodge"}


def grown(document: Document, *ledger: dict[str, Any]) -> Document:
    """The document with these entered, as forms send them."""
    for members in ledger:
        sent = {name: str(value) for name, value in members.items()}
        document = SYSTEM.enter(document, SYSTEM.entry(sent))
    return document


def rich(*ledger: dict[str, Any]) -> Document:
    """The soldier in a party that keeps to the preset, with 100 Character Points."""
    return grown(soldier(house=PRESET), {"kind": "award", "cp": 100}, *ledger)


def offers(document: Document, part: str) -> dict[str, Offer]:
    return {offer.id: offer for group in SYSTEM.offers(document, part) for offer in group.offers}


def changes(offer: Offer) -> list[tuple[str, str, str]]:
    return [(one.label, one.before, one.after) for one in offer.changes]


def test_a_pip_on_dodge_says_what_it_costs_and_what_defense_becomes() -> None:
    """3D+2 becomes 4D: 14 and 1 for the vest, where it was 10, 2 and 1."""
    offer = offers(rich(), "advance")["raise.dodge"]
    assert (offer.name, offer.act, offer.open) == ("Dodge", "Raise to 4D", True)
    assert offer.price is not None
    assert offer.price.text == "cost 3 = dice now 3"
    assert changes(offer) == [("Dodge", "3D+2", "4D"), ("Defense", "13", "15")]
    assert offer.source == "Our preset, not the source"
    assert offer.ruling.endswith("Our ruling.")


def test_a_pip_on_strength_moves_the_four_numbers_and_what_it_is_added_to() -> None:
    club = [{"name": "Club", "skill": "STR", "damage": "STR+1D"}]
    offer = offers(soldier(house=PRESET, weapons=club), "advance")["raise.STR"]
    assert offer.price is not None
    assert offer.price.text == "cost 30 = 10 × dice now 3"
    assert changes(offer) == [
        ("Strength", "3D", "3D+1"),
        ("Stamina", "3D", "3D+1"),
        ("Wounded from", "10", "11"),
        ("Incapacitated from", "20", "22"),
        ("Mortally wounded from", "30", "33"),
        ("Club damage", "4D", "4D+1"),
    ]
    assert (offer.short, offer.barred) == (
        30,
        "This costs 30 Character Points and you have 0: 30 more are needed.",
    )


def test_the_pip_that_makes_a_die_of_strength_adds_a_mark_to_every_box() -> None:
    document = soldier(house=PRESET, attributes={"STR": "3D+2"}, weapons=[])
    assert changes(offers(document, "advance")["raise.STR"]) == [
        ("Strength", "3D+2", "4D"),
        ("Stamina", "3D+2", "4D"),
        ("Wounded from", "12", "14"),
        ("Incapacitated from", "24", "28"),
        ("Mortally wounded from", "36", "42"),
        ("Marks a box takes", "3", "4"),
    ]


def test_traits_stand_under_their_attributes_as_on_the_sheet() -> None:
    groups = SYSTEM.offers(rich(), "advance")
    assert [group.name for group in groups] == [
        "Dexterity",
        "Knowledge",
        "Mechanical",
        "Perception",
        "Strength",
        "Technical",
    ]
    assert [offer.id for offer in groups[0].offers] == ["raise.DEX", "raise.blaster", "raise.dodge"]
    assert groups[0].figure is not None
    assert groups[0].figure.code == "3D+1"


def test_without_the_preset_every_code_is_typed_anew_and_nothing_has_a_price() -> None:
    document = soldier()
    assert not SYSTEM.is_priced(document)
    assert SYSTEM.is_priced(soldier(house=PRESET))
    found = offers(document, "advance")
    assert len(found) == 10
    assert found["correct.dodge"].note == "3D+2 now. A new code costs nothing."
    for offer in found.values():
        assert (offer.price, offer.currency) == (None, "")
        assert offer.note.endswith(" now. A new code costs nothing.")
        assert offer.ruling.startswith("The source says nothing of growing")
    code = found["correct.dodge"].fields[0]
    assert isinstance(code, Text)
    assert (code.id, code.values) == ("code", ("3D+2",))


def test_with_the_preset_codes_are_put_right_among_what_happened() -> None:
    assert list(offers(soldier(), "table")) == ["award", "session", "learn", "adjust"]
    found = offers(rich(), "table")
    assert list(found) == ["award", "session", "learn", "correct", "adjust"]
    which = found["correct"].fields[0]
    assert isinstance(which, Choice)
    assert [option.name for option in which.options][-1] == "Medicine 4D"


def test_what_is_handed_out_is_typed_by_hand() -> None:
    found = offers(SYSTEM.empty(), "given")
    assert list(found) == [
        "given.award",
        "given.gain.weapon",
        "given.gain.armor",
        "given.gain.thing",
        "given.adjust",
    ]
    assert list(offers(soldier(), "market")) == ["gain.weapon", "gain.armor", "gain.thing"]


def test_a_vest_is_taken_off_and_a_weapon_is_not_used_up() -> None:
    found = offers(soldier(), "carried")
    assert changes(found["wear.blast-vest"]) == [("Defense", "13", "12")]
    assert found["wear.blast-vest"].entry == Wear(item=None)
    assert [id for id in found if id.startswith("use.")] == ["use.medpac", "use.field-medkit"]


def test_every_pip_announces_what_it_changes_and_costs_what_it_says() -> None:
    house = SYSTEM.take_house(PRESET)
    for seed in range(6):
        document = SYSTEM.in_house(SYSTEM.random(Random(seed)), house)
        document = grown(document, {"kind": "award", "cp": 200})
        before = SYSTEM.sheet(document)
        shown = {section.name for section in before.sections if isinstance(section, Figures)}
        for offer in offers(document, "advance").values():
            after = SYSTEM.enter(document, offer.entry)
            assert offer.price is not None
            assert after.ledger[-1].paid == offer.price.value >= 1
            changed = {
                (one.label, one.before, one.after)
                for one in differences(before, SYSTEM.sheet(after))
                if one.section in shown and one.label != "Character Points"
            }
            assert changed <= set(changes(offer)), offer.id


def test_a_price_counts_the_dice_that_the_sheet_shows() -> None:
    for seed in range(8):
        document, rng = SYSTEM.in_house(SYSTEM.random(Random(seed)), rich().house), Random(seed)
        for _ in range(12):
            document = grown(document, {"kind": "award", "cp": 60})
            found = list(offers(document, "advance").values())
            document = SYSTEM.enter(document, rng.choice(found).entry)
        character = advancement.replay(document)
        for trait in (*ATTRIBUTES, *character.skills):
            assert prices.dice(character, trait) == derived.trait(character, trait).value


def test_no_offer_stands_twice() -> None:
    for document in (soldier(), rich()):
        ids = [id for part in PARTS for id in offers(document, part)]
        assert len(ids) == len(set(ids))


def test_texts_become_an_entry() -> None:
    assert SYSTEM.entry({"kind": "award", "cp": "3", "force_points": "1", "by": "Nobody"}) == (
        Award(cp=3, force_points=1)
    )
    down = {"kind": "adjust", "force_points": "\u22121", "reason": "Spent twice"}
    assert SYSTEM.entry(down) == Adjust(force_points=-1, reason="Spent twice")
    assert SYSTEM.entry({"kind": "correct", "trait": "STR", "code": "3d+1"}) == (
        Correct(trait="STR", code="3d+1")
    )
    assert SYSTEM.entry({"kind": "wear", "item": ""}) == Wear(item=None)
    armor = {"kind": "gain", "what": "armor", "name": "Vest", "defense": "1", "skill": ""}
    assert SYSTEM.entry(armor) == Gain(what="armor", name="Vest", defense=1)


@pytest.mark.parametrize(
    ("sent", "where", "message"),
    [
        ({"kind": "award"}, "cp", "Enter Character Points, Force Points, or both."),
        ({"kind": "correct", "trait": "STR"}, "code", "This has to be filled in."),
        (
            {"kind": "correct", "trait": "STR", "code": "three"},
            "code",
            "“three” is no dice code; type one like 3D, 3D+1 or 3D+2.",
        ),
        (
            {"kind": "correct", "trait": "STR", "code": "3D+4"},
            "code",
            "A code has +1, +2 or no pips; three of them are a die: 4D+1.",
        ),
        (
            {"kind": "gain", "what": "weapon", "name": "Bow", "damage": "big"},
            "damage",
            "“big” is no dice code; type one like 3D, 3D+1 or 3D+2",
        ),
        ({"kind": "gain", "what": "weapon"}, "name", "This has to be filled in."),
        ({"kind": "rebuild"}, "kind", "An entry is one of award, adjust, raise, correct, gain,"),
    ],
)
def test_what_cannot_be_read_is_said_beside_its_field(
    sent: dict[str, str], where: str, message: str
) -> None:
    with pytest.raises(RuleViolation) as caught:
        SYSTEM.entry(sent)
    assert [problem.where for problem in caught.value.problems] == [where]
    assert caught.value.problems[0].message.startswith(message)


def test_a_skill_that_stands_elsewhere_is_moved_with_its_code() -> None:
    document = grown(
        soldier(), {"kind": "correct", "trait": "Medicine", "code": "5D", "attribute": "Knowledge"}
    )
    groups = {group.id: group for group in SYSTEM.offers(document, "advance")}
    assert "correct.medicine" in [offer.id for offer in groups["KNO"].offers]
    assert SYSTEM.numbers(document)["skills"]["medicine"] == "5D"


def test_a_later_pip_goes_with_an_earlier_one_and_others_stay() -> None:
    """The first pip costs 3 and the second 4: without the first it would cost 3."""
    document = rich(DODGE, {"kind": "raise", "trait": "Blaster"}, DODGE)
    back = SYSTEM.take_back(document, 1)
    assert back.positions == (3, 1)
    numbers = SYSTEM.numbers(back.document)
    assert (numbers["skills"]["dodge"], numbers["skills"]["blaster"]) == ("3D+2", "4D+1")
    assert numbers["character_points"] == 96


def test_a_pip_on_a_code_that_was_set_anew_goes_with_it() -> None:
    document = rich(DODGE, {"kind": "correct", "trait": "Dodge", "code": "6D"}, DODGE)
    assert SYSTEM.numbers(document)["skills"]["dodge"] == "6D+1"
    back = SYSTEM.take_back(document, 2)
    assert back.positions == (3, 2)
    # What was bought before the code was set anew is there again.
    assert SYSTEM.numbers(back.document)["skills"]["dodge"] == "4D"
    assert SYSTEM.numbers(back.document)["character_points"] == 97


def test_a_weapon_goes_with_the_skill_that_it_is_used_with() -> None:
    document = grown(
        soldier(),
        {"kind": "correct", "trait": "Archery", "code": "4D", "attribute": "DEX"},
        {"kind": "gain", "what": "weapon", "name": "Bow", "skill": "Archery", "damage": "3D"},
        {"kind": "lose", "item": "Bow"},
    )
    assert SYSTEM.take_back(document, 0).positions == (2, 1, 0)


def test_what_was_given_stays_and_what_a_player_did_is_told_as_theirs() -> None:
    document = rich(
        DODGE,
        {"kind": "gain", "name": "Rope", "quantity": 2},
        {"kind": "correct", "trait": "Con", "code": "4D", "attribute": "PER"},
        {"kind": "adjust", "force_points": 1, "reason": "Forgotten"},
        {"kind": "session"},
    )
    assert SYSTEM.take_back(document, 0).obstacle.startswith("This is not a player's to take back")
    told = SYSTEM.history(SYSTEM.take_back(document, 1).document)
    assert [(event.kind_name, event.title, event.removable) for event in told] == [
        ("Award", "100 Character Points", False),
        ("Raised", "Dodge 3D+2 → 4D", True),
        ("Gained", "Rope ×2", True),
        ("Code set anew", "Con, new: 4D", True),
        ("Correction", "Forgotten: 1 Force Point", False),
        ("New session", "A new session began", False),
        ("Taken back", "Dodge 3D+2 → 4D", True),
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
    wanted = SYSTEM.choose(SYSTEM.build_now(document), field="skills", values=())
    with pytest.raises(RuleViolation) as caught:
        SYSTEM.rebuilt(document, wanted)
    assert caught.value.problems[0].message == (
        "The new build leaves out Archery, which Bow is used with since: "
        "keep it, or take that back first."
    )


def test_a_plan_is_priced_in_its_order_and_nothing_says_how_long_it_takes() -> None:
    raise_dodge = SYSTEM.entry({"kind": "raise", "trait": "Dodge"})
    strength = SYSTEM.entry({"kind": "raise", "trait": "STR"})
    plan = SYSTEM.estimate(soldier(house=PRESET), (raise_dodge, raise_dodge, strength))
    assert [wish.price.text for wish in plan.wishes if wish.price] == [
        "Dodge 3D+2 → 4D 3 = dice now 3",
        "Dodge 4D → 4D+1 4 = dice now 4",
        "Strength 3D → 3D+1 30 = 10 × dice now 3",
    ]
    assert (plan.cost.value, plan.balance.value, plan.missing.value) == (37, 0, 37)
    assert (plan.fewest_sessions, plan.most_sessions) == (0, 0)


def test_without_the_preset_a_plan_says_that_nothing_is_bought() -> None:
    [wish] = SYSTEM.estimate(soldier(), (SYSTEM.entry(DODGE),)).wishes
    assert wish.barred.startswith("Only with the preset do points buy pips")


def test_a_party_turns_its_rules_on_and_off() -> None:
    house = SYSTEM.take_house({})
    [field] = SYSTEM.house_fields(house)
    assert isinstance(field, Pick)
    assert [option.id for option in field.options] == ["preset", "one_step_a_hit"]
    assert all(option.ruling.endswith("Our ruling.") for option in field.options)
    on = SYSTEM.set_house(house, field="rules", values=("preset", "one_step_a_hit"))
    assert (on.preset, on.one_step_a_hit) == (True, True)
    assert SYSTEM.set_house(on, field="rules", values=("preset",)) == msgspec.structs.replace(
        on, one_step_a_hit=False
    )
