"""The first dice of an action, foretold: the engine rolls the same ones, and counts them alike."""

from random import Random

import pytest

from rules import registry
from rules.character import Character
from rules.play import NO_ACTIONS, Die
from rules.rehearsal import FirstThrow, Rehearsal, first_throw
from tests.dice import Fixed
from tests.sheets.every_game.characters import by_chance


@pytest.mark.parametrize(
    "slug",
    [slug for slug, game in registry.all_systems().items() if game.play.actions is not NO_ACTIONS],
)
def test_what_is_foretold_of_a_roll_is_what_the_engine_makes_of_the_same_faces(slug: str) -> None:
    opened = Character(registry.get(slug), by_chance(slug))
    chance, known, rollable = Random(5), 0, 0
    for key, pool in opened.play_state({}).pools.items():
        is_trait = "." in key and not key.startswith("points.") and pool.value > 0
        if not is_trait or opened.roll_form({}, key, {}).barred:
            continue
        rollable += 1
        throw = first_throw(lambda sent, rng, key=key: opened.resolve({}, key, sent, rng), {})
        if throw is None or throw.added is None:
            continue
        known += 1
        faces = [chance.randint(1, sides) for sides, _kind in throw.dice for _ in range(3)]
        dice = throw.fallen(lambda place, _sides, faces=faces: faces[place])
        outcome = opened.resolve({}, key, {}, Rehearsal(lambda place, _, f=faces: f[place]))
        assert [die.face for die in outcome.dice] == [die.face for die in dice], key
        assert outcome.total == throw.total(dice), key
    assert known == rollable > 5


def test_the_first_die_is_the_destiny_die_and_fields_are_sorted_by_what_hangs_on_them() -> None:
    opened = Character(registry.get("hyperspace-d6"), by_chance("hyperspace-d6"))
    form = opened.roll_form({}, "attributes.DEX", {})
    assert form.pool
    throw = first_throw(
        lambda sent, rng: opened.resolve({}, "attributes.DEX", sent, rng), {}, form.fields
    )
    assert throw
    assert throw.dice == ((6, "destiny"), *[(6, "")] * (form.pool.value - 1))
    assert (throw.added, throw.exploding, throw.lasting) == (0, 0, False)
    assert throw.free == ("ladder", "target", "opposed")  # a target number leaves the dice alone
    assert "bonus" not in throw.steady


def test_successes_are_counted_and_a_difficulty_changes_the_count_alone() -> None:
    opened = Character(registry.get("storytelling-d10"), by_chance("storytelling-d10"))
    form = opened.roll_form({}, "attributes.wits", {})
    throw = first_throw(
        lambda sent, rng: opened.resolve({}, "attributes.wits", sent, rng), {}, form.fields
    )
    assert throw
    assert (throw.unit, throw.canceling) == (("success", "successes"), (1,))
    assert throw.counting == (6, 7, 8, 9, 10)
    assert ("difficulty" in throw.steady, "difficulty" in throw.free) == (True, False)
    assert throw.total(tuple(Die(face, "", 10) for face in (10, 6, 1))) == 1
    assert throw.total(tuple(Die(face, "", 10) for face in (7, 1, 1))) == 0


@pytest.mark.parametrize("slug", ["empire-ascendant", "rules-sheet-d6"])
def test_dice_that_explode_are_foretold_with_those_rolled_again(slug: str) -> None:
    opened = Character(registry.get(slug), by_chance(slug))
    key = "attributes.STR"
    turn = {"exploding": 1} if slug == "empire-ascendant" else {}

    throw = first_throw(lambda sent, rng: opened.resolve(turn, key, sent, rng), {})
    assert throw
    assert throw.exploding == (len(throw.dice) if turn else 0)
    dice = throw.fallen(lambda place, _sides: 6 if place < 2 else 3)
    again = [die.face for die in dice if die.kind == "again"]
    assert again == ([6, 3] if turn else [])
    faces = [6, 6, *[3] * len(throw.dice)]
    assert opened.resolve(turn, key, {}, Fixed(*faces)).total == throw.total(dice)


def test_what_asks_for_anything_else_than_dice_is_not_foretold() -> None:
    def chosen(_sent: object, rng: Random) -> None:
        rng.choice([1, 2, 3])

    assert first_throw(chosen, {}) is None  # type: ignore[arg-type]


def test_a_throw_has_a_total_only_where_it_follows_from_its_dice() -> None:
    assert FirstThrow(((6, ""),)).total((Die(4),)) is None
    assert FirstThrow(((6, ""),), added=2).total((Die(4),)) == 6
