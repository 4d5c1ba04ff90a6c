"""Characters of quick play: steps, sheet, chance; and that turning it on and off loses nothing."""

import json
from random import Random
from typing import Any

import pytest

from rules import document as documents
from rules import registry
from rules.character import Character
from rules.creation import inputs
from rules.document import FORMAT, Document
from rules.fight import Defense, Target
from rules.forms.fields import Choice, Pick, Text
from rules.ledger.offers import PARTS
from rules.play import Attempt
from rules.problems import RuleViolation
from rules.sheet.sections import Figures, Prose, Things, Track, Traits
from rules.systems.hyperspace_d6.document.house import House

GAME = registry.get("hyperspace-d6")
QUICK = GAME.house.read({"quickplay": True})
TOLD = {
    "plus_two": "DEX",
    "plus_one": ["PER", "STR"],
    "species": "Rodian",
    "profession": "Bounty hunter",
    "skills": "Tracking, shooting",
    "edge": "A fast draw",
    "burden": "Owes Jabba",
    "gear": "A blaster\n\nA long coat",
}


def read(build: dict[str, Any], *ledger: dict[str, Any], marks: Any = None) -> Document:
    members = {"format": FORMAT, "system": GAME.slug, "name": "Somebody", "build": build}
    house = {"quickplay": True}
    return registry.read(
        json.dumps({**members, "house": house, "ledger": ledger, "marks": marks or {}})
    )


def fields(document: Document, step: str) -> dict[str, Any]:
    found = next(one for one in Character(GAME, document).steps(only=step) if one.id == step)
    return {getattr(field, "id", ""): field for field in found.fields}


def test_there_are_four_steps() -> None:
    document = GAME.house.moved(GAME.empty(), QUICK)
    assert [step.id for step in Character(GAME, document).steps()] == [
        "concept",
        "attributes",
        "appearance",
        "review",
    ]
    assert all(step.about.endswith((".", "?")) for step in Character(GAME, document).steps())


def test_all_but_the_attributes_is_words() -> None:
    document = GAME.house.moved(GAME.empty(), QUICK)
    words = fields(document, "concept")
    assert list(words) == [
        "name",
        "concept",
        "pronouns",
        "player",
        "quickplay.species",
        "quickplay.profession",
        "quickplay.skills",
        "quickplay.edge",
        "quickplay.burden",
        "quickplay.gear",
    ]
    assert all(isinstance(field, Text) for field in words.values())
    for id, field in words.items():
        text = "漢字 🚀" + "x" * (field.limit - 4)
        after = GAME.fields.write(document, id, (text,))
        assert GAME.fields.values(after, id) == (text,)
        with pytest.raises(RuleViolation):
            GAME.fields.write(document, id, (text + "x",))


def test_one_attribute_has_two_dice_more_and_two_others_one_more() -> None:
    document = GAME.house.moved(GAME.empty(), QUICK)
    best, others = fields(document, "attributes").values()
    assert isinstance(best, Choice)
    assert isinstance(others, Pick)
    assert [option.name for option in best.options] == [
        "Dexterity",
        "Knowledge",
        "Mechanical",
        "Perception",
        "Strength",
        "Technical",
    ]
    assert [(one.label, one.before, one.after) for one in best.options[0].changes] == [
        ("DEX", "2D", "4D"),
        ("Dodge", "12", "14"),
        ("Parry", "12", "14"),
        ("Actions", "3", "5"),
    ]
    assert (others.count, others.left) == (2, 2)
    document = GAME.fields.write(document, "quickplay.plus_two", ("DEX",))
    document = GAME.fields.write(document, "quickplay.plus_one", ("PER", "STR"))
    best, others = fields(document, "attributes").values()
    assert (best.values, others.values, others.left) == (("DEX",), ("PER", "STR"), 0)
    assert {option.id: bool(option.barred) for option in others.options} == {
        "DEX": True,
        "KNO": True,
        "MEC": True,
        "PER": False,
        "STR": False,
        "TEC": True,
    }
    assert Character(GAME, document).numbers["attributes"]["DEX"] == 4


def test_the_one_with_two_more_gives_up_its_one_more() -> None:
    document = GAME.fields.write(read({"quickplay": TOLD}), "quickplay.plus_two", ("PER",))
    assert GAME.fields.values(document, "quickplay.plus_one") == ("STR",)
    assert [one.where for one in Character(GAME, document).problems] == ["build.quickplay.plus_one"]


def test_what_no_attribute_is_stays_in_sight_until_it_is_put_right() -> None:
    document = read({"quickplay": {"plus_two": "LUC", "plus_one": ["FOR", "STR"]}})
    best, others = fields(document, "attributes").values()
    assert [(one.id, one.set_aside) for one in best.options if one.chosen] == [("LUC", True)]
    assert [(one.id, one.set_aside) for one in others.options if one.chosen] == [
        ("STR", False),
        ("FOR", True),
    ]
    assert GAME.fields.values(document, "quickplay.plus_one") == others.values


def test_the_sheet_has_pools_a_target_number_wounds_and_words() -> None:
    sheet = Character(GAME, read({"quickplay": TOLD}, marks={"wounds": 2})).sheet
    assert sheet.kind == "Rodian Bounty hunter"
    assert sheet.facts[:2] == (("Species", "Rodian"), ("Profession", "Bounty hunter"))
    traits, target, harm = (sheet.section(id) for id in ("traits", "defenses", "harm"))
    assert isinstance(traits, Traits)
    assert isinstance(target, Figures)
    assert isinstance(harm, Track)
    assert [(one.abbreviation, one.figure.code, one.lines) for one in traits.columns] == [
        ("DEX", "4D", ()),
        ("KNO", "2D", ()),
        ("MEC", "2D", ()),
        ("PER", "3D", ()),
        ("STR", "3D", ()),
        ("TEC", "2D", ()),
    ]
    assert traits.row is None
    assert [(one.name, one.figure.value) for one in target.lines] == [("Target number", 10)]
    assert [(one.name, one.reach, one.boxes, one.marked) for one in harm.levels] == [
        ("Wounded", "1–3", 3, 2),
        ("Down", "4+", 0, 0),
    ]
    told, gear = sheet.section("edge-and-burden"), sheet.section("gear")
    assert isinstance(told, Prose)
    assert isinstance(gear, Things)
    assert [(one.label, one.name) for one in told.passages] == [
        ("Skills", "Tracking, shooting"),
        ("Edge", "A fast draw"),
        ("Burden", "Owes Jabba"),
    ]
    assert [one.name for one in gear.things] == ["A blaster", "A long coat"]
    assert "attacks" not in [section.id for section in sheet.sections]


def test_every_figure_says_why_and_the_brief_agrees() -> None:
    document = read({"quickplay": TOLD})
    sheet, brief = Character(GAME, document).sheet, Character(GAME, document).summary
    for key, figure in sheet.figures.items():
        assert figure.why, key
        assert figure.source, key
    assert {key: one.value for key, one in brief.figures.items()} == {
        key: sheet.figures[key].value for key in brief.figures
    }


def test_turning_it_on_and_off_loses_nothing() -> None:
    for seed in range(12):
        document = GAME.random(Random(seed))
        quick = GAME.random(Random(seed), GAME.house.moved(document, QUICK))
        assert Character(GAME, quick).problems == ()
        back = GAME.house.moved(quick, House())
        assert Character(GAME, back).problems == ()
        assert Character(GAME, back).numbers == Character(GAME, document).numbers
        again = GAME.house.moved(back, QUICK)
        assert Character(GAME, again).numbers == Character(GAME, quick).numbers


def test_every_field_holds_what_it_shows_and_changes_nothing_when_sent_back() -> None:
    document = GAME.random(Random(2), GAME.house.moved(GAME.empty(), QUICK))
    for position, step in enumerate(Character(GAME, document).steps()):
        for id, held in inputs(Character(GAME, document).steps(only=step.id)[position]).items():
            assert GAME.fields.values(document, id) == held
            assert GAME.fields.write(document, id, held) == document
    assert registry.read(documents.dump(document)) == document


def test_chance_makes_legal_characters_and_decides_each_step_alone() -> None:
    empty = GAME.house.moved(GAME.empty(), QUICK)
    for seed in range(60):
        made = GAME.random(Random(seed), empty)
        assert Character(GAME, made).problems == ()
        assert all(words for _, words in sorted(told(made).items()))
        again = GAME.random(Random(seed + 1), made, step="attributes", anew=True)
        assert told(again) == told(made)
        assert Character(GAME, again).problems == ()
        others = GAME.random(Random(seed + 1), made, step="concept", anew=True)
        assert Character(GAME, others).numbers == Character(GAME, made).numbers
        assert GAME.random(Random(seed), made, step="gear", anew=True) == made


def told(document: Document) -> dict[str, str]:
    quick = document.build.quickplay
    return {id: getattr(quick, id) for id in ("species", "profession", "edge", "burden", "gear")}


def test_chance_keeps_what_was_chosen() -> None:
    for seed in range(20):
        document = read({"quickplay": {"plus_one": ["KNO"], "species": "Rodian"}})
        made = GAME.random(Random(seed), document).build.quickplay
        assert "KNO" in made.plus_one
        assert made.species == "Rodian"


def test_points_raise_attributes_and_nothing_is_for_sale() -> None:
    document = read({"quickplay": TOLD}, {"kind": "award", "cp": 60})
    offers = {part: Character(GAME, document).offers(part) for part in PARTS}
    assert offers["market"] == ()
    assert offers["carried"] == ()
    ids = [offer.id for group in offers["advance"] for offer in group.offers]
    assert ids == [
        *(f"raise-attribute.{id}" for id in ("DEX", "KNO", "MEC", "PER", "STR", "TEC")),
        "unlock-force",
    ]
    raised = (
        Character(GAME, document)
        .enter(GAME.ledger_rules.entry({"kind": "raise-attribute", "attribute": "DEX"}))
        .document
    )
    assert Character(GAME, raised).numbers["attributes"]["DEX"] == 5
    assert Character(GAME, raised).numbers["character_points"] == 20


def test_a_character_of_quick_play_is_built_anew_by_its_rules() -> None:
    document = read({"quickplay": TOLD}, {"kind": "award", "cp": 2})
    now = Character(GAME, document).build_now()
    build = GAME.fields.write(now, "quickplay.plus_two", ("TEC",))
    after = Character(GAME, document).rebuilt(build).document
    assert Character(GAME, after).numbers["attributes"]["TEC"] == 4
    with pytest.raises(RuleViolation):
        Character(GAME, document).rebuilt(GAME.fields.write(now, "quickplay.plus_two", ("",)))


def opponent(marks: dict[str, int] | None = None, **chosen: Any) -> Character:
    plain = {
        "format": FORMAT,
        "system": GAME.slug,
        "name": "",
        "build": {"opponent": chosen},
        "house": {"quickplay": True},
        "marks": marks or {},
    }
    return Character(GAME, GAME.read(json.dumps(plain)))


def test_most_enemies_drop_at_one_wound_and_a_group_loses_one() -> None:
    thug = opponent(id="stormtrooper")
    one = thug.resolve({}, "harm", {}, Random(1))
    assert {shift.mark: shift.by for shift in one.shifts} == {"wounds": 1, "unconscious": 1}
    assert one.said[-1] == "One wound is enough: it goes down."
    group = opponent({"members": 5}, id="stormtrooper")
    lost = group.resolve({}, "harm", {}, Random(1))
    assert {shift.mark: shift.by for shift in lost.shifts} == {"members": -1}
    assert lost.said == ("One of the group falls: 4 left.",)
    # An elite stands as long as its Strength allows.
    elite = opponent(id="stormtrooper", elite={"attributes": ["DEX", "STR"]})
    kept = elite.resolve({}, "harm", {}, Random(1))
    assert {shift.mark: shift.by for shift in kept.shifts} == {"wounds": 1}


def test_an_opponent_attacks_without_dice_and_whoever_is_attacked_avoids_it() -> None:
    thug, rules = opponent(id="stormtrooper"), GAME.fight
    assert rules
    action = "weapons.blaster-rifle.attack"
    form = thug.roll_form({"rounds": 1}, action, {})
    assert (form.pool, form.takes) == (None, "1st action")
    outcome = thug.resolve({"rounds": 1}, action, {}, Random(1))
    assert (outcome.dice, outcome.total, outcome.success, outcome.cost) == ((), 0, None, 1)
    player = Character(GAME, read({"quickplay": TOLD}))
    attempt, target = Attempt(thug.state, {}), Target(Attempt(player.state, {}), 1)
    (avoid,) = rules.defend(attempt, action, target, outcome)
    assert avoid == Defense("avoid", {"target": ("10",)})
    # What a player rolls nobody avoids.
    theirs = Attempt(player.state, {})
    assert rules.defend(theirs, "attacks.armed.attack", target, outcome) == ()
    assert [row.key for row in rules.attacks(theirs)] == ["attacks.armed", "attacks.unarmed"]
