"""Lists and powers of a declared game of dots: what they change, cost, and are rolled with."""

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from rules.character import Character
from rules.declared import GameError, lint, load_game, starter
from rules.document import Document
from rules.game import Game
from rules.opponents import WHO
from rules.problems import RuleViolation
from tests.dice import Fixed

HUSH = "powers.hush"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return starter.write("night-watch", "dotted", tmp_path)


@pytest.fixture
def watch(folder: Path) -> Game[Any]:
    """The packaged game of dots."""
    return load_game(folder)


def guard(game: Game[Any], *, spent: int = 0, **build: Any) -> Document:
    """Body 4, Heart 3, Climb 1, Resolve 4."""
    usual = {
        "attributes": {"body": 4, "mind": 2, "heart": 3},
        "skills": {"fight": 3, "climb": 1, "search": 2, "talk": 1},
        "folk": "hill",
        "powers": ["hush"],
    }
    members = {
        "format": "hyperspace-character/1",
        "system": "night-watch",
        "name": "Aldo Ash",
        "build": {**usual, **build},
        "marks": {"spent": spent},
    }
    return game.read(msgspec.json.encode(members))


def changed(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_chosen_row_adds_dots_and_points_and_says_so(watch: Game[Any]) -> None:
    hill = Character(watch, guard(watch))
    assert hill.sheet.figures["skills.climb"].text == "Climb 6 = Body 4 + Climb 2"
    climb = hill.sheet.figures["skills.climb"].terms[1]
    assert climb.text == "Climb 2 = Climb 1 + 1 Hill folk"
    assert dict(hill.sheet.facts)["Folk"] == "Hill folk"
    river = Character(watch, guard(watch, folk="river"))
    assert river.sheet.figures["skills.climb"].text == "Climb 5 = Body 4 + Climb 1"
    assert river.sheet.figures["pace"].text == "Pace 15 = 5 + 2 × Body 8 + 2 River folk"


def test_a_row_may_put_a_number_in_place_of_another(folder: Path) -> None:
    changed(folder, "lists.toml", '{ to = "pace", add = 2 }', '{ to = "pace", instead = 30 }')
    game = load_game(folder)
    assert Character(game, guard(game, folk="river")).sheet.figures["pace"].value == 30


def test_what_is_open_wrong_and_too_much_is_said(watch: Game[Any]) -> None:
    def said(**build: Any) -> list[str]:
        return [one.message for one in Character(watch, guard(watch, **build)).problems]

    assert said() == []
    assert said(folk="", powers=[]) == ["1 gift left to choose.", "Choose your folk."]
    assert said(powers=["hush", "night-eyes"]) == ["1 gift too many: a new character has 1."]
    assert said(folk="sea") == ["'sea' isn't a choice here."]
    assert "'flight' isn't one of night-eyes, hush." in said(powers=["flight"])


def test_a_power_is_rolled_at_its_own_difficulty_and_takes_its_points(watch: Game[Any]) -> None:
    character = Character(watch, guard(watch))
    form = character.roll_form({}, HUSH, {})
    assert (form.pool and form.pool.text, form.target and form.target.value) == ("Heart 3", 7)
    done = character.resolve({}, HUSH, {}, Fixed(7, 2, 2, sides=10))
    assert done.said[-1] == "One who hears you stands still for a breath."
    assert [(one.mark, one.by) for one in done.shifts] == [("spent", 1)]
    helped = character.resolve({}, HUSH, {"points": ("resolve_left",)}, Fixed(6, 2, 2, sides=10))
    assert [(one.mark, one.by) for one in helped.shifts] == [("spent", 2)]
    failed = character.resolve({}, HUSH, {}, Fixed(6, 2, 2, sides=10))
    assert failed.said[-1] == "Hush fails."
    tired = Character(watch, guard(watch, spent=4))
    assert tired.roll_form({}, HUSH, {}).barred.startswith("You have no Resolve left.")
    last = Character(watch, guard(watch, spent=3))
    assert last.roll_form({}, HUSH, {}).barred == ""
    both = last.roll_form({}, HUSH, {"points": ("resolve_left",)}).barred
    assert both.startswith("This takes 2 Resolve: you have 1.")


def test_only_those_who_have_a_power_can_use_it(watch: Game[Any]) -> None:
    with pytest.raises(RuleViolation, match="doesn't exist"):
        Character(watch, guard(watch, powers=["night-eyes"])).roll_form({}, HUSH, {})


def test_a_power_that_reaches_others_is_an_attack_of_fights(watch: Game[Any]) -> None:
    assert watch.fight is not None
    rolled = Character(watch, guard(watch, powers=["hush", "night-eyes"]))
    found = watch.fight.attacks(rolled.attempt({}))
    assert [(row.key, row.attack.text) for row in found] == [("powers.hush", "Heart 3")]
    assert rolled.roll_form({"rounds": 1}, f"{HUSH}.attack", {}).target is not None


def test_a_power_is_learned_once_for_its_price(watch: Game[Any]) -> None:
    entry = watch.ledger_rules.entry
    poor = Character(watch, guard(watch))
    with pytest.raises(RuleViolation, match="This costs 6 experience points"):
        poor.enter(entry({"kind": "learn", "power": "night-eyes"}))
    rich = poor.enter(entry({"kind": "award", "xp": "10"}))
    offered = [one.id for group in rich.offers("advance") for one in group.offers]
    assert offered[-1] == "learn.night-eyes"
    wise = rich.enter(entry({"kind": "learn", "power": "night-eyes"}))
    assert (wise.numbers["powers"], wise.numbers["experience"]) == (["hush", "night-eyes"], 4)
    with pytest.raises(RuleViolation, match="You have Night eyes already"):
        wise.enter(entry({"kind": "learn", "power": "night-eyes"}))
    with pytest.raises(RuleViolation, match="'flight' is no power of this game"):
        wise.enter(entry({"kind": "learn", "power": "flight"}))


def test_powers_stand_on_the_sheet_with_what_they_take(watch: Game[Any]) -> None:
    sections = {one.id: one for one in Character(watch, guard(watch)).sheet.sections}
    (passage,) = sections["powers"].passages  # type: ignore[union-attr]
    assert (passage.name, passage.text) == ("Hush", "Difficulty 7, 1 Resolve spent")


def test_initiative_is_ten_sided_dice_and_a_figure(watch: Game[Any]) -> None:
    form = Character(watch, guard(watch)).roll_form({}, "initiative", {})
    assert form.pool is not None
    assert form.pool.text == "Initiative 1D+6 = dice 1D + 6 Haste"
    done = Character(watch, guard(watch)).resolve({}, "initiative", {}, Fixed(9, sides=10))
    assert (done.total, done.said, done.dice[0].sides) == (15, ("You act on 15.",), 10)


BILLHOOK = [{"name": "Billhook", "skill": "Fight", "damage": "Body+1"}]
SLING = [{"name": "Sling", "skill": "body", "damage": "2"}]


def test_a_range_takes_dice_and_asks_for_more_successes(watch: Game[Any]) -> None:
    character = Character(watch, guard(watch, weapons=SLING))
    attack = "weapons.sling.attack"
    far = {"range": ("far",), "circumstances": ("cover",), "needed": ("2",)}
    form = character.roll_form({}, attack, far)
    assert (form.pool and form.pool.text, form.needed) == ("Body 3 = Body 4 - 1 Far", 4)
    close = character.roll_form({}, attack, {"needed": ("2",)})
    assert (close.pool and close.pool.text, close.needed) == ("Body 4", 2)
    hit = character.resolve({}, attack, far, Fixed(6, 9, 10, sides=10))
    assert (hit.total, hit.needed, hit.success) == (3, 4, False)


def test_a_range_adds_to_a_difficulty_up_to_the_highest_face(folder: Path) -> None:
    changed(folder, "fight.toml", 'reached = "successes"', 'reached = "difficulty"')
    game = load_game(folder)
    character = Character(game, guard(game, weapons=SLING))
    sent = {"range": ("far",), "difficulty": ("6",)}
    form = character.roll_form({}, "weapons.sling.attack", sent)
    assert form.target is not None
    assert form.target.text == "Difficulty 7 = Difficulty 6 + 1 Far"
    above = character.roll_form({}, "weapons.sling.attack", {**sent, "difficulty": ("10",)})
    assert above.target is not None
    assert above.target.value == 10


def test_a_weapon_reaches_as_far_as_its_row_or_its_trait_says(watch: Game[Any]) -> None:
    assert watch.fight is not None
    thrown = [{"name": "Stone", "skill": "body", "damage": "1"}]
    rolled = Character(watch, guard(watch, weapons=[*BILLHOOK, *SLING, *thrown]))
    attempt, reach = rolled.attempt({}), watch.fight.reach
    assert [reach(attempt, f"weapons.{id}.attack") for id in ("billhook", "sling", "stone")] == [
        0,
        2,
        None,
    ]


@pytest.mark.parametrize("seed", range(8))
def test_chance_chooses_from_lists_and_powers(watch: Game[Any], seed: int) -> None:
    made = watch.random(Random(seed))
    assert made.build.folk in ("hill", "river")
    assert len(made.build.powers) == 1
    assert watch.from_idea("clockmaker", Random(seed)).build.powers == ("hush",)


def faults() -> list[tuple[str, str, str, str]]:
    """A file, what is in it, what stands there instead, and what is said of it."""
    return [
        ("lists.toml", 'to = "climb"', 'to = "swim"', "lists.toml, hill, effects.to: “swim” is"),
        ("lists.toml", 'id = "folk"', 'id = "powers"', "lists.toml, powers, id: “powers” is taken"),
        (
            "lists.toml",
            "add = 1",
            "add = 11",
            "lists.toml, hill, effects.add: −10 to 10",
        ),
        (
            "lists.toml",
            '{ to = "climb", add = 1 }',
            '{ to = "climb", instead = 1 }',
            "lists.toml, hill, effects.instead: a number in place of another is for figures",
        ),
        ("powers.toml", "picks = 1", "picks = 3", "powers.toml, picks: 0 to 2, as many as there"),
        (
            "powers.toml",
            'trait = "search"',
            'trait = "see"',
            "powers.toml, night-eyes, trait: “see”",
        ),
        (
            "powers.toml",
            "difficulty = 5",
            "difficulty = 11",
            "powers.toml, night-eyes, difficulty: 2",
        ),
        ("powers.toml", "spends = 1", "spends = 11", "powers.toml, hush, spends: 0 to 10"),
        ("powers.toml", "spends = 1", "needed = 0", "powers.toml, hush, needed: 1 to 20"),
        ("powers.toml", "learn = 6", "learn = -6", "powers.toml, learn: 0 or more"),
        (
            "chance.toml",
            'powers = ["hush"]',
            'powers = ["hsh"]',
            "chance.toml, clockmaker, powers:",
        ),
        (
            "fight.toml",
            "fight = 0",
            "fihgt = 0",
            "fight.toml, reach: “fihgt” is unknown; known are",
        ),
        ("fight.toml", "sling = 2", "sling = 13", "fight.toml, reach, sling: 0 to 12"),
        ("fight.toml", 'adds = "haste"', 'adds = "speed"', "fight.toml, initiative, adds: “speed”"),
        ("fight.toml", "dice = 1", "dice = 21", "fight.toml, initiative, dice: 0 to 20, and at"),
        ("fight.toml", "harder = 1", "harder = 51", "fight.toml, far, harder: −50 to 50"),
        ("fight.toml", "[initiative]", "[intiative]", "fight.toml, intiative: no member has that"),
        (
            "procedures.toml",
            'id = "initiative"',
            'id = "speed"',
            "procedures.toml, procedure: “speed” is in no table",
        ),
    ]


@pytest.mark.parametrize(("file", "old", "new", "said"), faults())
def test_a_fault_names_its_place(folder: Path, file: str, old: str, new: str, said: str) -> None:
    changed(folder, file, old, new)
    with pytest.raises(GameError) as refused:
        load_game(folder)
    assert [str(one) for one in refused.value.faults if str(one).startswith(said)], [
        str(one) for one in refused.value.faults
    ]


def test_powers_that_take_points_need_a_table_of_points(folder: Path) -> None:
    (folder / "points.toml").unlink()
    with pytest.raises(GameError, match=r"powers\.toml, hush, spends: this game has no points"):
        load_game(folder)


def test_lint_says_which_figure_and_which_sentence_is_due(folder: Path) -> None:
    changed(folder, "fight.toml", 'adds = "haste"', 'adds = "body"')
    changed(folder, "powers.toml", 'does = "You see in the dark until dawn."\n', "")
    found, due = lint(folder, Random)
    assert found == ()
    assert [str(one) for one in due] == [
        "figures.toml, haste: nothing uses it, and it isn't on the sheet",
        "game.toml, license: is empty",
        "powers.toml, night-eyes, does: say in a sentence what it does",
    ]


def test_a_game_of_dots_goes_without_all_of_it(folder: Path) -> None:
    for file in ("lists.toml", "powers.toml"):
        (folder / file).unlink()
    text = (folder / "chance.toml").read_text(encoding="utf-8").splitlines()
    kept = [line for line in text if not line.startswith("powers")]
    (folder / "chance.toml").write_text("\n".join(kept), encoding="utf-8")
    game = load_game(folder)
    made = game.random(Random(1))
    assert Character(game, made).problems == ()
    assert not hasattr(made.build, "powers")


def test_an_opponent_has_rows_of_lists_and_powers_by_name(watch: Game[Any]) -> None:
    assert watch.opponents is not None
    robber = watch.opponents.document({WHO: ("grave-robber",)})
    assert (robber.build.folk, robber.build.powers) == ("river", ("night-eyes",))
    again = watch.opponents.filled(robber)
    assert again
    assert (again.values["folk"], again.values["powers"]) == (("River folk",), ("Night eyes",))
    sent = {
        "name": ("Ox",),
        "attributes": ("Body 3",),
        "folk": ("Sea folk",),
        "powers": ("Flight",),
    }
    with pytest.raises(RuleViolation) as refused:
        watch.opponents.document(sent)
    assert [(one.where, one.message) for one in refused.value.problems] == [
        ("folk", "“Sea folk” isn't known. Write it like this: Hill folk."),
        ("powers", "“Flight” isn't known. Write it like this: Night eyes."),
    ]
