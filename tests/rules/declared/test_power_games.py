"""A declared game with powers: skills beside the attributes, and powers that rest on them."""

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from rules.character import Character
from rules.contract import report
from rules.contract.subject import Subject
from rules.declared import GameError, load_game
from rules.declared.lint import lint
from rules.document import Document
from rules.game import Game
from rules.play import Action
from rules.sheet.sections import Prose, Traits
from tests.deep_songs import LANTERN_DEEP, POWERS, folder


@pytest.fixture(name="game")
def _game(tmp_path: Path) -> Game[Any]:
    return load_game(folder(tmp_path))


def singer(game: Game[Any], *ledger: dict[str, Any], **build: Any) -> Character[Any]:
    """A diver with 2D+1 of Tide who knows two songs, and has earned 30 pearls."""
    members = {
        "attributes": {"BODY": "3D", "WITS": "3D", "NERVE": "3D"},
        "home": "ice",
        "skills": [
            {"name": name, "attribute": id, "code": "5D"}
            for name, id in (("Swim", "BODY"), ("Look", "WITS"), ("Shoot", "NERVE"))
        ],
        "voices": {"tide": "2D+1", "dark": "1D"},
        "powers": [
            {"name": "Swell", "skills": "tide", "difficulty": "Swell", "does": "A wave."},
            {"name": "Undertow", "skills": "tide+dark", "difficulty": "8, 12"},
        ],
        **build,
    }
    entries = [{"kind": "award", "pearls": 30}, *ledger]
    document = Document(
        game.slug,
        "Ada",
        msgspec.convert(members, game.build_type),
        ledger=tuple(msgspec.convert(entry, game.entry_type) for entry in entries),
        marks=game.marks_type(),
        house=game.house.type(),
    )
    return Character(game, document)


def actions(character: Character[Any]) -> list[Action]:
    """Every action of a character, by its group."""
    return [one for group in character.actions({}) for one in group.actions]


def broken(folder: Path) -> set[str]:
    """The promises of every game that a game breaks."""
    subject = Subject(load_game(folder), Random, folder=folder)
    return {line for line, faults in report(subject) if faults}


def test_a_game_keeps_with_powers_every_promise_that_it_keeps_without(tmp_path: Path) -> None:
    assert broken(folder(tmp_path)) <= broken(LANTERN_DEEP)


def test_skills_of_powers_stand_across_the_sheet_and_powers_under_them(game: Game[Any]) -> None:
    character = singer(game)
    assert [one.message for one in character.problems] == ["Pick 1 power of Dark more."]
    columns = next(part for part in character.sheet.sections if isinstance(part, Traits))
    assert columns.row
    assert [(line.name, line.figure.code) for line in columns.row.lines if line.figure] == [
        ("Tide", "2D+1"),
        ("Dark", "1D"),
    ]
    songs = next(part for part in character.sheet.sections if part.id == "powers")
    assert isinstance(songs, Prose)
    assert (songs.name, [one.name for one in songs.passages]) == ("Songs", ["Swell", "Undertow"])
    assert {key: character.numbers[key] for key in ("voices", "picks_left")} == {
        "voices": {"tide": "2D+1", "dark": "1D"},
        "picks_left": {"tide": 0, "dark": 1},
    }


def test_every_code_of_the_sheet_is_rolled_and_a_power_goes_before_a_skill(game: Game[Any]) -> None:
    character = singer(game)
    columns = next(part for part in character.sheet.sections if isinstance(part, Traits))
    assert columns.row
    assert {line.key for line in columns.row.lines} <= set(character.play_state({}).pools)
    assert character.resolve({}, "powers.tide", {}, Random(1)).name == "Tide"
    twin = singer(game, powers=[{"name": "Tide", "skills": "dark"}])
    assert twin.roll_form({}, "powers.tide", {}).pool.code == "1D"


def test_powers_are_picked_for_nothing_and_learned_for_points(game: Game[Any]) -> None:
    picked = {"kind": "pick", "name": "Hush", "skills": "dark"}
    learned = {"kind": "learn", "name": "Ebb", "skills": "tide"}
    character = singer(game, picked, learned)
    assert list(character.state.powers) == ["swell", "undertow", "hush", "ebb"]
    assert character.numbers["character_points"] == 26
    assert character.problems == singer(game).problems


def test_the_first_die_of_a_skill_of_powers_has_a_price_of_its_own(game: Game[Any]) -> None:
    raised = {"kind": "raise", "trait": "Dark"}
    powers = [{"name": "Swell", "skills": "tide"}, {"name": "Surge", "skills": "tide"}]
    character = singer(game, raised, raised, voices={"tide": "2D+1"}, powers=powers)
    assert character.numbers["voices"] == {"tide": "2D+1", "dark": "1D+1"}
    assert character.numbers["character_points"] == 30 - 7 - 1


def test_a_power_is_learned_by_a_roll_where_the_table_has_it(tmp_path: Path) -> None:
    made = folder(tmp_path)
    assert "learning" not in {one.id for one in actions(singer(load_game(made)))}
    row = '[[procedure]]\nid = "learning"\ngroup = "round"\nname = "Learn a song"\n'
    with (made / "procedures.toml").open("a", encoding="utf-8") as file:
        file.write(row)
    game = load_game(made)
    form = singer(game).roll_form({}, "learning", {"prerequisites": ("2",)})
    assert form.pool
    assert form.target
    assert (form.pool.code, form.target.value) == ("2D+1", 15)
    silent = next(
        one for one in actions(singer(game, voices={}, powers=[])) if one.id == "learning"
    )
    assert silent.barred == "You have no dice in voices."


def test_a_power_rolls_every_skill_at_its_own_difficulty(game: Game[Any]) -> None:
    character = singer(game)
    form = character.roll_form({}, "powers.undertow", {})
    assert form.foreseen[:2] == ("Then Dark 1D against 12.", "Every voice has to carry.")
    values = {"difficulty_tide": ("1",), "difficulty_dark": ("1",)}
    outcome = character.resolve({}, "powers.undertow", values, Random(1))
    assert (outcome.success, len(outcome.dice)) == (True, 3)
    assert [row.name for row in game.fight.attacks(character.attempt({}))] == ["Swell", "Undertow"]


def test_the_word_of_a_ladder_is_the_number_to_reach(game: Game[Any]) -> None:
    form = singer(game).roll_form({}, "powers.swell", {})
    assert {field.id: field.values for field in form.fields if field.id.startswith("diff")} == {
        "difficulty_tide": ("10",)
    }


def test_a_template_that_has_powers_gets_them_by_chance(game: Game[Any]) -> None:
    for seed in range(20):
        build = game.random(Random(seed)).build
        assert bool(build.powers) == (build.template == "Wreck diver")


def test_an_opponent_has_powers_from_two_texts_of_its_form(game: Game[Any]) -> None:
    opponents = game.opponents
    assert opponents
    fields = {field.id: field for field in opponents.fields({})}
    assert (fields["voices"].label, fields["powers"].label) == ("Voices", "Songs")
    values = {
        "name": ("Reef siren",),
        "concept": ("Siren",),
        "attributes": ("Body 3D, Nerve 2D",),
        "voices": ("Tide 3D, Dark 1D+2",),
        "powers": ("Swell 10 (tide), Undertow 8 (tide + dark)",),
    }
    siren = Character(game, opponents.document(values))
    assert siren.numbers["voices"] == {"tide": "3D", "dark": "1D+2"}
    assert [power["skills"] for power in siren.numbers["powers"]] == ["tide", "tide+dark"]


def test_what_a_power_lacks_is_said_before_the_game_is_played(tmp_path: Path) -> None:
    _, due = lint(folder(tmp_path), Random)
    assert [str(one) for one in due if one.file == "powers.toml"] == [
        f"powers.toml, {id}, does: say in a sentence what it does"
        for id in ("deep-ear", "ebb", "foam", "hush", "murmur", "surge", "undertow")
    ]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('["tide+dark"]', '["tide+sun"]', "powers.toml, joined: “sun” is unknown"),
        ('["tide+dark"]', '["tide"]', "powers.toml, joined: write two or more with +"),
        ('["dark"]', '["sun"]', "powers.toml, inward: “sun” is unknown"),
        ('skills = "dark"', 'skills = "sun"', "powers.toml, hush, skills: “sun” is unknown"),
        ('id = "tide"', 'id = "swim"', "powers.toml, swim, id: the id of a skill follows its"),
        ('member = "voices"', 'member = "gear"', "powers.toml, member: “gear” is taken"),
    ],
)
def test_a_fault_of_the_powers_is_said_by_its_place(
    old: str, new: str, fault: str, tmp_path: Path
) -> None:
    with pytest.raises(GameError) as refused:
        load_game(folder(tmp_path, POWERS.replace(old, new, 1)))
    assert any(str(one).startswith(fault) for one in refused.value.faults)
