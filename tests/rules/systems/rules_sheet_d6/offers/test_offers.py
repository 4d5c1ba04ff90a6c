"""Offers of the next change: pips at their price, codes for nothing, items by hand."""

from random import Random

from rules.character import Character
from rules.declared import figures
from rules.forms.fields import Choice, Text
from rules.kit.inventory import Wear
from rules.ledger.offers import PARTS
from rules.sheet.diff import differences
from rules.sheet.sections import Figures
from rules.systems.rules_sheet_d6.rulebook import ATTRIBUTES
from tests.rules.systems.rules_sheet_d6.examples import SYSTEM, soldier
from tests.rules.systems.rules_sheet_d6.ledger.examples import PRESET, changes, grown, offers, rich


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
        "This costs 30 Character Points. You have 0: 30 more are needed.",
    )


def test_the_pip_that_makes_a_die_of_strength_adds_a_mark_to_every_box() -> None:
    document = soldier(house=PRESET, attributes={"STR": "3D+2"}, weapons=[])
    assert changes(offers(document, "advance")["raise.STR"]) == [
        ("Strength", "3D+2", "4D"),
        ("Stamina", "3D+2", "4D"),
        ("Wounded from", "12", "14"),
        ("Incapacitated from", "24", "28"),
        ("Mortally wounded from", "36", "42"),
        ("Marks per box", "3", "4"),
    ]


def test_traits_stand_under_their_attributes_as_on_the_sheet() -> None:
    groups = Character(SYSTEM, rich()).offers("advance")
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
    assert not Character(SYSTEM, document).is_priced
    assert Character(SYSTEM, soldier(house=PRESET)).is_priced
    found = offers(document, "advance")
    assert len(found) == 10
    assert found["correct.dodge"].note == "3D+2 now."
    for offer in found.values():
        assert (offer.price, offer.currency) == (None, "")
        assert offer.note.endswith(" now.")
        assert offer.ruling.startswith("The source has no rules for advancement")
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
    house = SYSTEM.house.read(PRESET)
    for seed in range(6):
        document = SYSTEM.house.moved(SYSTEM.random(Random(seed)), house)
        document = grown(document, {"kind": "award", "cp": 200})
        before = Character(SYSTEM, document).sheet
        shown = {section.name for section in before.sections if isinstance(section, Figures)}
        for offer in offers(document, "advance").values():
            after = Character(SYSTEM, document).enter(offer.entry).document
            assert offer.price is not None
            assert after.ledger[-1].paid == offer.price.value >= 1
            changed = {
                (one.label, one.before, one.after)
                for one in differences(before, Character(SYSTEM, after).sheet)
                if one.section in shown and one.label != "Character Points"
            }
            assert changed <= set(changes(offer)), offer.id


def test_a_price_counts_the_dice_that_the_sheet_shows() -> None:
    for seed in range(8):
        document, rng = (
            SYSTEM.house.moved(SYSTEM.random(Random(seed)), rich().house),
            Random(seed),
        )
        for _ in range(12):
            document = grown(document, {"kind": "award", "cp": 60})
            found = list(offers(document, "advance").values())
            document = Character(SYSTEM, document).enter(rng.choice(found).entry).document
        character = SYSTEM.ledger_rules.replay(document)
        for trait in (*ATTRIBUTES, *character.skills):
            assert character.code(trait)[0] == figures.trait(character, trait).value


def test_no_offer_stands_twice() -> None:
    for document in (soldier(), rich()):
        ids = [id for part in PARTS for id in offers(document, part)]
        assert len(ids) == len(set(ids))
