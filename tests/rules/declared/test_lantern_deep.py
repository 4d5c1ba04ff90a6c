"""Lantern Deep: a game in tables alone, at the table and in the ledger."""

import shutil
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from rules.character import Character
from rules.declared import load_game
from rules.document import Document, dump
from rules.fight import FightRules
from rules.problems import RuleViolation
from tests.dice import Fixed
from tests.lantern_deep import FOLDER, LANTERN

CODES = {"BODY": "3D", "WITS": "3D", "NERVE": "3D"}
SKILLS = [
    {"name": "Swim", "attribute": "BODY", "code": "4D+1"},
    {"name": "Leech", "attribute": "WITS", "code": "5D"},
    {"name": "Shoot", "attribute": "NERVE", "code": "5D"},
    {"name": "Mend", "attribute": "WITS", "code": "3D+2"},
]


def diver(**build: Any) -> Document:
    """BODY 3D, Swim 4D+1, a knife, a seal skin, from the reef with a thick hide."""
    members = {
        "template": "Wreck diver",
        "attributes": CODES,
        "skills": SKILLS,
        "weapons": [{"name": "Knife", "skill": "Brawl", "damage": "body+1"}],
        "armor": [{"name": "Seal skin", "guard": 1}],
        "gear": [{"name": "Bandage", "quantity": 2}],
        "worn": "Seal skin",
        "home": "reef",
        "edges": ["hide", "lungs"],
        **build,
    }
    text = msgspec.json.encode(
        {
            "format": "hyperspace-character/1",
            "system": "lantern-deep",
            "name": "Ada Brine",
            "build": members,
        }
    )
    return LANTERN.read(text)


def figures(document: Document) -> dict[str, str]:
    return {key: one.text for key, one in Character(LANTERN, document).sheet.figures.items()}


def resolve(document: Document, action: str, *faces: int, **values: str) -> Any:
    sent = {name: tuple(value.split()) for name, value in values.items()}
    return Character(LANTERN, document).resolve({}, action, sent, Fixed(*faces))


def test_its_tables_are_at_most_400_lines_and_no_python() -> None:
    files = [file for file in FOLDER.rglob("*") if file.is_file()]
    assert {file.suffix for file in files} == {".toml"}
    lines = sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)
    assert lines <= 400


def test_every_figure_says_why_with_what_was_chosen() -> None:
    found = figures(diver())
    assert Character(LANTERN, diver()).problems == ()
    assert found["skills.swim"] == "Swim 4D+2 = Swim 4D+1 + 1 Reef town"
    assert found["guard"] == "Guard 15 = 4 + Swim 10 + 1 Seal skin"
    assert found["toughness"] == "Toughness 10 = 2 + BODY 6 + 2 Thick hide"
    assert found["air"] == "Air 20 = 20 Iron lungs, instead of 12"
    assert found["harm.bleeding"] == "Bleeding 15 = Toughness 10 + 5 more"
    assert found["harm.sinking"] == "Sinking 25 = Sinking 20 + 5 more"
    assert found["weapons.knife.damage"] == "Damage 3D+1 = BODY 3D + Knife 1"


def test_a_document_is_read_as_it_was_written() -> None:
    document = diver()
    assert LANTERN.read(dump(document)) == document
    assert document.build.weapons[0].damage == "body+1"


@pytest.mark.parametrize("seed", range(20))
def test_chance_makes_a_legal_diver(seed: int) -> None:
    assert Character(LANTERN, LANTERN.random(Random(seed))).problems == ()


@pytest.mark.parametrize("idea", ["wreck-diver", "harpooner", "lamp-keeper"])
def test_an_idea_leaves_only_the_name_to_choose(idea: str) -> None:
    open_ = Character(LANTERN, LANTERN.from_idea(idea, Random(4))).problems
    assert [problem.where for problem in open_] == ["name"]


def test_dice_are_counted_and_what_was_chosen_is_looked_up() -> None:
    wrong = diver(home="moon", edges=["hide", "lungs", "quick"], attributes={**CODES, "BODY": "4D"})
    assert sorted(problem.code for problem in Character(LANTERN, wrong).problems) == [
        "preset-attributes",
        "preset-skills",
        "too-many",
        "unknown-choice",
    ]


def test_a_bit_of_wick_is_a_die_more_and_is_gone() -> None:
    outcome = resolve(diver(), "skills.shoot", 1, 1, 1, 1, 1, 6, points="burn", target="10")
    assert (outcome.total, outcome.success) == (11, True)
    assert [(shift.mark, shift.by) for shift in outcome.shifts] == [("burned", 1)]
    spent = Character(LANTERN, diver()).marked(type(diver().marks)(burned=3))
    form = spent.roll_form({}, "skills.shoot", {"points": ("burn",)})
    assert form.barred == "You have no Wick left. It comes back with a new session."


def test_all_wick_is_back_with_a_new_session() -> None:
    spent = Character(LANTERN, diver()).marked(type(diver().marks)(burned=2, gasps=1))
    after = spent.enter(LANTERN.ledger_rules.entry({"kind": "session"}))
    assert after.document.marks == type(diver().marks)(gasps=1)


@pytest.mark.parametrize(
    ("damage", "marks", "said"),
    [
        (9, {}, "9: under 10, no harm."),
        (10, {"gasps": 1}, "10: Gasping (10–14)."),
        (15, {"bleeds": 1}, "15: Bleeding (15–24)."),
        (25, {"sinking": 1}, "25: Sinking (25 and more)."),
    ],
)
def test_a_hit_takes_one_rung_of_the_ladder(damage: int, marks: dict[str, int], said: str) -> None:
    outcome = resolve(diver(), "harm", damage=str(damage))
    assert {shift.mark: shift.by for shift in outcome.shifts} == marks
    assert outcome.said[0] == said


def test_a_second_hit_on_a_full_rung_goes_to_the_next() -> None:
    hurt = Character(LANTERN, diver()).marked(type(diver().marks)(gasps=1)).document
    outcome = resolve(hurt, "harm", damage="10")
    assert {shift.mark: shift.by for shift in outcome.shifts} == {"bleeds": 1}


def test_a_bandage_closes_a_wound_and_is_used_up() -> None:
    hurt = Character(LANTERN, diver()).marked(type(diver().marks)(bleeds=1)).document
    outcome = resolve(hurt, "medicine", 4, 4, 4)
    assert {shift.mark: shift.by for shift in outcome.shifts} == {"bleeds": -1}
    assert [type(entry).__name__ for entry in outcome.entries] == ["Use"]


def test_pearls_buy_pips_at_the_prices_of_the_table() -> None:
    rules = LANTERN.ledger_rules
    rich = Character(LANTERN, diver()).enter(rules.entry({"kind": "award", "pearls": "20"}))
    raised = rich.enter(rules.entry({"kind": "raise", "trait": "BODY"}))
    assert raised.numbers["attributes"]["BODY"] == "3D+1"
    assert raised.numbers["skills"]["swim"] == "5D"
    assert raised.numbers["character_points"] == 5
    with pytest.raises(RuleViolation, match=r"This costs 15 pearls\. You have 5"):
        raised.enter(rules.entry({"kind": "raise", "trait": "BODY"}))


def test_a_fight_and_a_reference_follow_from_the_tables() -> None:
    assert isinstance(LANTERN.fight, FightRules)
    names = [part.name for chapter in LANTERN.reference() for part in chapter.parts]
    assert names == [
        *("Attributes", "Skills", "Home", "Edges", "Figures", "Weapons", "Armor"),
        *("Cost of a pip", "Pearls", "Difficulties", "Harm", "Healing", "Points"),
    ]


def test_no_word_of_another_game_is_in_it() -> None:
    """Points, harm, and Strength are called what the game calls them."""
    character = Character(LANTERN, diver())
    said = [msgspec.json.encode(character.sheet).decode()]
    for step in character.steps():
        said.append(msgspec.json.encode(character.steps(only=step.id)).decode())
    for group in character.actions({}):
        said += [f"{action.name} {action.about}" for action in group.actions]
    said.append(str(character.roll_form({}, "skills.shoot", {})))
    for part in ("advance", "market", "table", "given"):
        said.append(str(character.offers(part)))
    for word in ("Force", "Strength", "STR", "Defense", "Character Point", "Medpac", "Dark Side"):
        assert not [text for text in said if word in text], word


def test_marks_are_called_what_the_game_calls_them(tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path, dirs_exist_ok=True)
    for name, old, new in (
        ("defense.toml", "harm_attribute", "spills = true\nharm_attribute"),
        ("figures.toml", "on_sheet = false\n", ""),
    ):
        text = (tmp_path / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    game = load_game(tmp_path)
    ada = game.read(dump(diver()))
    lines = (
        line for part in Character(game, ada).sheet.sections for line in getattr(part, "lines", ())
    )
    assert {line.key: line.note for line in lines}["boxes"] == "one gasp kills"
    hurt = Character(game, ada).marked(game.marks_type(gasps=40))
    assert [one.message for one in hurt.problems] == ["Gasping takes at most 1 mark, not 40."]
    (treat,) = (
        action
        for group in Character(game, ada).actions({})
        for action in group.actions
        if action.id == "medicine"
    )
    assert treat.barred == "You have nothing that Leech heals: Bleeding."
