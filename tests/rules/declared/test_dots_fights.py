"""Weapons, armor, fights, and opponents of a declared game of dots."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from rules.character import Character
from rules.combat import Entrant, Mode, aimed, exchange, modes
from rules.declared import GameError, lint, load_game, starter
from rules.document import Document, dump
from rules.game import Game
from rules.opponents import WHO
from rules.problems import RuleViolation
from rules.turn import Turn
from tests.dice import Fixed

BILLHOOK = {"name": "Billhook", "skill": "Fight", "damage": "Body+1"}
COAT = {"name": "Quilted coat", "adds": 1}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return starter.write("night-watch", "dotted", tmp_path)


@pytest.fixture
def watch(folder: Path) -> Game[Any]:
    """The packaged game of dots."""
    return load_game(folder)


def changed(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")


def guard(game: Game[Any], *, hurt: int = 0, **build: Any) -> Document:
    """Body 4, Fight 3: Guard 2, and Padding 1 in the coat."""
    usual = {
        "attributes": {"body": 4, "mind": 2, "heart": 3},
        "skills": {"fight": 3, "climb": 1, "search": 2, "talk": 1},
        "weapons": [BILLHOOK],
        "armor": [COAT],
        "worn": "Quilted coat",
        "folk": "hill",
        "powers": ["night-eyes"],
    }
    members = {
        "format": "hyperspace-character/1",
        "system": "night-watch",
        "name": "Aldo Ash",
        "build": {**usual, **build},
        "marks": {"hurt": hurt},
    }
    return game.read(msgspec.json.encode(members))


def test_a_weapon_is_rolled_with_its_trait_and_does_dice_of_damage(watch: Game[Any]) -> None:
    character = Character(watch, guard(watch))
    assert character.problems == ()
    found = {key: one.text for key, one in character.sheet.figures.items()}
    assert found["weapons.billhook.damage"] == "Billhook damage 5 = Body 4 + 1 Billhook"
    assert found["padding"] == "Padding 1 = 1 Quilted coat"
    hurt = Character(watch, guard(watch, hurt=2))
    assert hurt.play_state({}).pools["weapons.billhook.attack"].value == 6
    assert hurt.play_state({}).pools["weapons.billhook.damage"].value == 5
    assert hurt.play_state({}).remarks == ("Hurt: 1 die fewer.",)


def test_successes_beyond_those_needed_are_dice_of_damage(watch: Game[Any]) -> None:
    character = Character(watch, guard(watch))
    dice = Fixed(6, 9, 8, 10, 2, 3, 4, sides=10)
    hit = character.resolve({}, "weapons.billhook.attack", {"needed": ("2",)}, dice)
    assert (hit.total, hit.success) == (4, True)
    assert (hit.follows, hit.follows_name) == ("weapons.billhook.damage?beyond=2", "Roll damage")
    dice = Fixed(6, 6, 6, 1, 2, 2, 7, sides=10)
    damage = character.resolve({}, "weapons.billhook.damage", {"beyond": ("2",)}, dice)
    assert (damage.total, damage.success) == (3, None)
    assert damage.said == ("3 boxes of damage.",)
    missed = character.resolve({}, "weapons.billhook.attack", {}, Fixed(*[2] * 7, sides=10))
    assert (missed.success, missed.follows) == (False, "")


def test_armor_that_is_worn_takes_boxes_off_a_hit(watch: Game[Any]) -> None:
    character = Character(watch, guard(watch))
    outcome = character.resolve({}, "harm", {"damage": ("3",)}, Random(1))
    assert outcome.said == ("3 damage", "Padding takes 1 off.", "Hurt: 1 die fewer.")
    assert [(one.mark, one.by) for one in outcome.shifts] == [("hurt", 2)]
    bare = Character(watch, guard(watch, worn=""))
    outcome = bare.resolve({}, "harm", {"damage": ("3",)}, Random(1))
    assert [(one.mark, one.by) for one in outcome.shifts] == [("hurt", 3)]
    one = character.resolve({}, "harm", {"damage": ("1",)}, Random(1))
    assert (one.said, one.shifts) == (("1 damage", "Padding takes 1 off.", "Unhurt."), ())


ATTACK = "weapons.billhook.attack"


def test_an_attack_in_a_fight_needs_as_many_successes_as_the_target_has_guard(
    watch: Game[Any],
) -> None:
    ours = Entrant(Character(watch, guard(watch)), Turn({"rounds": 1}))
    theirs = Entrant(Character(watch, guard(watch)), is_opponent=True)
    assert modes(ours) == [Mode(ATTACK)]
    assert aimed(ours, theirs, Mode(ATTACK)) == {"needed": ("2",), "range": ("close",)}
    # 3 successes on 7 dice, one beyond: 6 dice of damage, 2 boxes, of which the coat takes one.
    dice = Fixed(6, 6, 6, 2, 2, 2, 2, *(7, 7, 2, 2, 2, 2), sides=10)
    done = exchange(ours, Mode(ATTACK), theirs, dice)
    assert done is not None
    assert done.harm == ("harm", {"damage": ("2",)})
    again = done.attacker.opened.roll_form(done.attacker.turn, ATTACK, {})
    assert again.barred == "You can take at most 1 action in a round, and you did 1."


def test_a_hit_can_mark_boxes_without_a_roll(folder: Path) -> None:
    changed(folder, "fight.toml", 'damage = "dice"', 'damage = "boxes"')
    changed(folder, "fight.toml", 'reached = "successes"', 'reached = "difficulty"')
    game = load_game(folder)
    ours = Entrant(Character(game, guard(game, weapons=[{**BILLHOOK, "damage": "2"}])))
    theirs = Entrant(Character(game, guard(game)))
    assert aimed(ours, theirs, Mode(ATTACK)) == {"difficulty": ("2",), "range": ("close",)}
    done = exchange(ours, Mode(ATTACK), theirs, Fixed(2, 2, 2, 1, 1, 1, 1, sides=10))
    assert done is not None
    assert done.harm is None
    done = exchange(ours, Mode(ATTACK), theirs, Fixed(2, 2, 2, 9, 1, 1, 1, sides=10))
    assert done is not None
    assert done.attack.said[-1] == "2 boxes of damage."
    assert done.harm == ("harm", {"damage": ("2",)})
    assert "weapons.billhook.damage" not in ours.opened.play_state({}).pools
    assert ours.opened.sheet.figures["weapons.billhook.damage"].value == 2


def test_without_a_table_of_fights_there_is_gear_and_no_fight(folder: Path) -> None:
    for file in ("fight.toml", "starter_opponents.toml"):
        (folder / file).unlink()
    text = (folder / "procedures.toml").read_text(encoding="utf-8")
    kept = [part for part in text.split("\n\n") if '"round"' not in part and '"scene"' not in part]
    (folder / "procedures.toml").write_text("\n\n".join(kept), encoding="utf-8")
    chance = (folder / "chance.toml").read_text(encoding="utf-8").splitlines()
    kept = [line for line in chance if not line.startswith(("weapons", "armor"))]
    (folder / "chance.toml").write_text("\n".join(kept), encoding="utf-8")
    game = load_game(folder)
    assert (game.fight, game.opponents) == (None, None)
    character = Character(game, guard(game))
    form = character.roll_form({}, ATTACK, {})
    assert [field.label for field in form.fields][:2] == ["Difficulty", "Or a number"]


def test_items_are_gained_worn_and_lost(watch: Game[Any]) -> None:
    entry = watch.ledger_rules.entry
    bare = Character(watch, guard(watch, weapons=[], armor=[], worn=""))
    gained = {"kind": "gain", "name": "Sling", "what": "weapon", "skill": "body", "damage": "2"}
    armed = bare.enter(entry(gained))
    assert armed.sheet.figures["weapons.sling.attack"].text == "Body 4"
    gained = {"kind": "gain", "name": "Mail", "what": "armor", "adds": "3"}
    clad = armed.enter(entry(gained)).enter(entry({"kind": "wear", "item": "Mail"}))
    assert clad.numbers["padding"] == 3
    lost = clad.enter(entry({"kind": "lose", "item": "Mail"}))
    assert (lost.numbers["padding"], lost.numbers["worn"]) == (0, None)
    for damage, said in (
        ("5D", "“5D” isn't damage. Write a number or a trait: 2, Body+1"),
        ("Luck+1", "“Luck+1” isn't damage. Write a number or a trait: 2, Body+1"),
        ("Body+99", "“Body+99” isn't damage. Write a number or a trait: 2, Body+1"),
    ):
        with pytest.raises(RuleViolation) as refused:
            entry({"kind": "gain", "name": "Axe", "what": "weapon", "damage": damage})
        assert said in str(refused.value)


def test_an_opponent_is_typed_in_dots(watch: Game[Any]) -> None:
    opponents = watch.opponents
    assert opponents is not None
    hound = Character(watch, opponents.document({WHO: ("marsh-hound",)}))
    found = {key: one.text for key, one in hound.sheet.figures.items()}
    assert found["weapons.teeth.damage"] == "Teeth damage 5 = Body 4 + 1 Teeth"
    assert found["skills.fight"] == "Fight 6 = Body 4 + Fight 2"
    assert found["padding"] == "Padding 1 = 1 Wet pelt"
    sent = {"name": ("Ox",), "attributes": ("Body 9",), "skills": ("Flying 1",)}
    with pytest.raises(RuleViolation) as refused:
        opponents.document(sent)
    assert [one.message for one in refused.value.problems] == [
        "“9” isn't a whole number from 1 to 5.",
        "“Flying” isn't a skill of this game: Fight, Climb, Search, Mend, Sneak, Talk.",
    ]
    again = opponents.filled(hound.document)
    assert again
    assert (again.values["attributes"], again.values["armor"]) == (
        ("Body 4, Heart 3",),
        ("Wet pelt 1",),
    )


def test_chance_and_templates_bring_gear(watch: Game[Any]) -> None:
    made = watch.from_idea("night-watch", Random(1))
    assert [row.name for row in made.build.weapons] == ["Billhook", "Lantern pole"]
    assert (made.build.worn, [row.name for row in made.build.gear]) == (
        "Quilted coat",
        ["Whistle", "Rope"],
    )
    assert watch.read(dump(made)) == made


def faults() -> Iterator[tuple[str, str, str, str]]:
    """A file, what is in it, what stands there instead, and what is said of it."""
    yield (
        "fight.toml",
        'defense = "guard"',
        'defense = "gard"',
        "fight.toml, defense: “gard” is unknown; known are pace, resolve, haste, guard, padding",
    )
    yield (
        "fight.toml",
        'damage = "Body+1"',
        'damage = "Bodi+1"',
        "fight.toml, billhook, damage: “Bodi+1” isn't damage. Write a number or a trait: 2, Body+1",
    )
    yield (
        "fight.toml",
        'skill = "body"',
        'skill = "throw"',
        "fight.toml, sling, skill: “throw” is unknown; known are body, mind, heart, fight, climb,"
        " search, mend, sneak, talk",
    )
    yield ("fight.toml", "adds = 1", "adds = 90", "fight.toml, quilted-coat, adds: 0 to 20")
    yield (
        "chance.toml",
        'weapons = ["sling"]',
        'weapons = ["bow"]',
        "chance.toml, clockmaker, weapons: “bow” is unknown; known are billhook, lantern-pole,"
        " sling",
    )
    yield (
        "figures.toml",
        'total = [0, "armor"]',
        "total = [0, 1]",
        'fight.toml, armor: no figure adds "armor", so armor does nothing: give one in'
        " figures.toml",
    )
    yield ("play.toml", "actions = 1", "actions = 0", "play.toml, actions: 1 to 10")


@pytest.mark.parametrize(("file", "old", "new", "said"), list(faults()))
def test_a_fault_of_gear_names_its_place(
    folder: Path, file: str, old: str, new: str, said: str
) -> None:
    changed(folder, file, old, new)
    with pytest.raises(GameError) as refused:
        load_game(folder)
    assert said in [str(fault) for fault in refused.value.faults]


def test_a_fight_without_its_rounds_is_a_fault(folder: Path) -> None:
    changed(folder, "procedures.toml", 'id = "scene"', 'id = "sceen"')
    with pytest.raises(GameError) as refused:
        load_game(folder)
    assert "“sceen”" in str(refused.value.faults[0])


def test_lint_says_what_no_template_carries_and_who_is_missing(folder: Path) -> None:
    changed(folder, "chance.toml", 'weapons = ["sling"]\n', "")
    (folder / "starter_opponents.toml").unlink()
    wrong, due = lint(folder, Random)
    assert wrong == ()
    assert [str(one) for one in due if one.file != "game.toml"] == [
        "fight.toml, sling: no template carries it",
        "starter_opponents.toml: no opponents to fight yet",
    ]
