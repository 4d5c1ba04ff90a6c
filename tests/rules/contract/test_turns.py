"""The account of a turn, in every game: what an action takes of it, and what lasts in it."""

import dataclasses
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from rules import registry
from rules.character import Character
from rules.explanation import COUNTED, DOTS
from rules.fight import DICE_UNITS
from rules.problems import RuleViolation
from rules.turn import Effect, Taken, Turn
from tests.dice import Fixed

ROUND = Turn({"rounds": 1})


def faces(character: Character) -> Fixed:
    """Dice of the game that show 2, as many as anybody needs."""
    return Fixed(*[2] * 80, sides=10 if counts(character) else 6)


def counts(character: Character) -> bool:
    """True if dice of the game have ten sides and are counted one by one."""
    units = {pool.unit for pool in character.play_state({}).pools.values()}
    return bool({COUNTED, DOTS} & units)


def attack_of(character: Character) -> str:
    """The attack of a weapon with three dice and more; "" for none."""
    pools = character.play_state({}).pools.items()
    attacks = (key for key, pool in pools if key.startswith("weapons.") and pool.value >= 3)
    return next((key for key in attacks if key.endswith(".attack")), "")


@cache
def somebody_armed(slug: str) -> Character | None:
    """Somebody by chance who has a weapon; None in a game whose characters have none."""
    system = registry.get(slug)
    made = (Character(system, system.random(Random(seed))) for seed in range(100))
    return next((one for one in made if attack_of(one)), None)


def armed(slug: str) -> tuple[Character, str]:
    """Somebody who has a weapon, and its attack."""
    character = somebody_armed(slug)
    assert character is not None
    return character, attack_of(character)


def damage_of(character: Character, attack: str) -> str:
    """The damage roll of a weapon; "" in a game where a hit is worth what it is."""
    damage = f"{attack.removesuffix('attack')}damage"
    return damage if damage in character.play_state({}).pools else ""


# The games with turns and weapons; and those of the program, whose numbers are told here.
GAMES = [
    slug
    for slug, game in sorted(registry.all_systems().items())
    if game.fight and somebody_armed(slug)
]
ROLL_DAMAGE = [slug for slug in GAMES if damage_of(*armed(slug))]
OURS = [slug for slug in GAMES if slug in registry.built_in()]


def dice(character: Character, turn: Turn, action: str, **values: str) -> int:
    pool = character.roll_form(turn, action, {id: (sent,) for id, sent in values.items()}).pool
    assert pool is not None
    return pool.value


def does(character: Character, turn: Turn, action: str, **values: str) -> Turn:
    sent = {id: (value,) for id, value in values.items()}
    return turn.after(character.resolve(turn, action, sent, faces(character)))


@pytest.mark.parametrize("slug", OURS)
def test_a_second_attack_has_fewer_dice_though_one_was_declared(slug: str) -> None:
    character, attack = armed(slug)
    first = character.roll_form(ROUND, attack, {})
    assert first.takes == "1st action"
    after = does(character, ROUND, attack)
    assert after.done == 1
    second = character.roll_form(after, attack, {})
    # Of two actions the second loses 2 + 2 − 1 dice in the game of dots, in the others 1.
    takes, less = ("−3 dice", 3) if counts(character) else ("−1D", 1)
    assert second.takes == f"2nd action, 1 declared, {takes}"
    assert first.pool
    assert second.pool
    assert first.pool.value - second.pool.value == less
    assert character.play_state(after).pools[attack].value == second.pool.value


@pytest.mark.parametrize("slug", OURS)
def test_what_was_declared_is_not_taken_twice(slug: str) -> None:
    character, attack = armed(slug)
    declared = Turn({"rounds": 1, "actions": 2})
    before = dice(character, declared, attack)
    # The second of two actions loses a die more than the first in the game of dots.
    less = 1 if counts(character) else 0
    assert dice(character, does(character, declared, attack), attack) == before - less


@pytest.mark.parametrize("slug", GAMES)
def test_outside_of_rounds_nothing_is_counted(slug: str) -> None:
    character, attack = armed(slug)
    after = does(character, Turn(), attack)
    assert after.taken == ()
    assert character.roll_form(after, attack, {}).takes == ""


@pytest.mark.parametrize("slug", GAMES)
def test_a_check_can_take_no_action_and_an_attack_always_does(slug: str) -> None:
    character, attack = armed(slug)
    trait = next(key for key in character.play_state({}).pools if key.startswith("attributes."))
    after = does(character, ROUND, trait, free="yes")
    assert (after.done, does(character, ROUND, trait).done) == (0, 1)
    assert does(character, ROUND, attack, free="yes").done == 1


@pytest.mark.parametrize("slug", GAMES)
def test_more_actions_than_there_can_be_are_barred(slug: str) -> None:
    character, attack = armed(slug)
    many = dataclasses.replace(ROUND, taken=(Taken(attack, 30),))
    assert character.roll_form(many, attack, {}).barred.startswith("You can take at most")


@pytest.mark.parametrize("slug", GAMES)
def test_a_new_turn_starts_over(slug: str) -> None:
    character, attack = armed(slug)
    rules = character.system.fight
    assert rules
    after = does(character, does(character, ROUND, attack), rules.turn)
    assert (after.done, after["rounds"]) == (0, 1)
    assert does(character, after, rules.end).get("rounds") in (0, None)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("on", ["attacks", "checks"])
def test_an_effect_counts_where_it_says_until_it_ends(slug: str, on: str) -> None:
    character, attack = armed(slug)
    rules = character.system.fight
    assert rules
    full = dice(character, Turn(), attack)
    told = {"name": "Blinded", "dice": "-2", "on": on, "turns": "1", "from": "next"}
    begun = does(character, ROUND, "effect", **told)
    assert begun.effects == (Effect("own.blinded", "Blinded", -2, on, waits=1),)  # type: ignore[arg-type]  # one of the two
    assert dice(character, begun, attack) == full
    felt = does(character, begun, rules.turn)
    assert dice(character, felt, attack) == full - 2
    state = character.play_state(felt)
    assert state.pools[attack].value == full - 2
    unit = " dice" if counts(character) else "D"
    assert f"Blinded: −2{unit} to {on}" in state.remarks
    trait = next(key for key in state.pools if key.startswith("attributes."))
    less = 2 if on == "checks" else 0
    assert dice(character, Turn(), trait) - dice(character, felt, trait) == less
    assert does(character, felt, rules.turn).effects == ()
    assert does(character, felt, rules.end).effects == ()
    assert does(character, felt, "effect-end", effect="own.blinded").effects == ()


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("on", ["checks", "attacks", "damage"])
def test_an_effect_that_takes_more_dice_than_there_are_leaves_none(slug: str, on: Any) -> None:
    character, _ = armed(slug)
    weak = Turn({"rounds": 1}, effects=(Effect("own.numb", "Numb", -10, on),))
    left = {}
    pools = character.play_state(weak).pools
    for key in (key for key, pool in pools.items() if pool.unit in DICE_UNITS):
        form = character.roll_form(weak, key, {})
        if form.barred:
            with pytest.raises(RuleViolation):
                character.resolve(weak, key, {}, faces(character))
        else:
            left[key] = len(character.resolve(weak, key, {}, faces(character)).dice)
    # What the effect is not on is rolled as ever.
    assert any(left.values()) is (on != "checks" or any(".damage" in key for key in left))


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("before", [{}, {"rounds": 1, "turn_over": 1}])
def test_an_effect_that_begins_between_turns_lasts_through_the_next(
    slug: str, before: dict[str, int]
) -> None:
    character, attack = armed(slug)
    rules = character.system.fight
    assert rules
    full = dice(character, Turn(), attack)
    begun = does(character, Turn(before), "effect", name="Blinded", dice="-2", turns="1")
    assert dice(character, begun, attack) == full - 2
    felt = does(character, begun, rules.turn)
    assert dice(character, felt, attack) == full - 2
    assert does(character, felt, rules.turn).effects == ()


@pytest.mark.parametrize("slug", GAMES)
def test_an_effect_that_begins_again_takes_the_place_of_the_first(slug: str) -> None:
    character, _ = armed(slug)
    once = does(character, ROUND, "effect", name="Blinded", dice="-2")
    again = does(character, once, "effect", name="blinded ", dice="-1", turns="3")
    assert again.effects == (Effect("own.blinded", "blinded", -1, turns=3),)
    assert character.roll_form(ROUND, "effect", {}).takes == ""


@pytest.mark.parametrize("slug", ROLL_DAMAGE)
def test_an_effect_on_damage_changes_damage_alone(slug: str) -> None:
    character, attack = armed(slug)
    damage = damage_of(character, attack)
    before = [dice(character, ROUND, action) for action in (attack, damage)]
    raged = does(character, ROUND, "effect", name="Rage", dice="1", on="damage")
    after = [dice(character, raged, action) for action in (attack, damage)]
    assert after == [before[0], before[1] + 1]


@pytest.mark.parametrize("slug", GAMES)
def test_an_effect_for_one_attack_is_over_after_it(slug: str) -> None:
    character, attack = armed(slug)
    aimed = dataclasses.replace(ROUND, effects=(Effect("aim", "Aim", 1, "attacks", uses=1),))
    trait = next(key for key in character.play_state({}).pools if key.startswith("attributes."))
    assert does(character, aimed, trait).effects == aimed.effects
    outcome = character.resolve(aimed, attack, {}, faces(character))
    assert "Over: Aim." in outcome.said
    assert aimed.after(outcome).effects == ()


@pytest.mark.parametrize("slug", GAMES)
def test_nothing_that_lasts_is_nothing_to_end(slug: str) -> None:
    character, _ = armed(slug)
    assert character.roll_form({}, "effect-end", {}).barred == "Nothing lasts."


def test_a_turn_that_has_ended_ends_once() -> None:
    """An effect of two turns has one left once a turn has ended and the next one begins."""
    character, _ = armed("hyperspace-d6")
    shaken = dataclasses.replace(ROUND, effects=(Effect("fear", "Afraid", -1, turns=2),))
    ended = does(character, shaken, "turn-end")
    assert [one.turns for one in ended.effects] == [1]
    begun = does(character, ended, "turn")
    assert [one.turns for one in begun.effects] == [1]
    assert does(character, begun, "turn-end").effects == ()


def test_a_mark_made_by_hand_is_an_effect_like_any_other() -> None:
    system = registry.get("hyperspace-d6")
    document = system.random(Random(3))
    marks: Any = document.marks
    stunned = Character(system, document).marked(msgspec.structs.replace(marks, stunned=1))
    attempt = stunned.attempt(Turn())
    assert [(one.id, one.waits) for one in attempt.turn.effects] == [("stunned", 1)]
    healed = stunned.marked(document.marks)
    felt = attempt.turn
    assert healed.attempt(felt).turn.effects == ()
