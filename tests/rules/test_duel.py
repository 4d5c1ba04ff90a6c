"""Duels: the odds of the roll that ends one, and what the winner chooses."""

from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random

import pytest

from rules import duel, registry
from rules.character import Character
from rules.duel import FIRST, SECOND, DuelRules
from rules.play import Attempt, Die, Outcome
from rules.problems import RuleViolation

SYSTEM = registry.get("hyperspace-d6")


def counted(first: int, second: int, ties: int | None) -> tuple[Fraction, Fraction]:
    """The odds by writing down every roll."""
    wins = {FIRST: 0, SECOND: 0, None: 0}
    for faces in product(range(1, 7), repeat=first + second):
        own, theirs = sum(faces[:first]), sum(faces[first:])
        wins[ties if own == theirs else FIRST if own > theirs else SECOND] += 1
    decided = wins[FIRST] + wins[SECOND]
    return Fraction(wins[FIRST], decided), Fraction(wins[SECOND], decided)


@pytest.mark.parametrize("ties", [None, FIRST, SECOND])
@pytest.mark.parametrize(("first", "second"), [(1, 1), (2, 1), (3, 2), (0, 1), (1, 4)])
def test_odds_are_those_of_every_roll_counted(first: int, second: int, ties: int | None) -> None:
    odds = duel.odds(first, second, ties=ties)
    assert (odds.first, odds.second) == counted(first, second, ties)
    assert odds.first + odds.second == 1


def test_no_dice_decide_nothing() -> None:
    with pytest.raises(ValueError, match="Neither side"):
        duel.odds(0, 0)
    assert duel.final_roll(Random(1), 0, 1).totals[0] == 0


def test_a_tie_is_rolled_again_unless_somebody_wins_ties() -> None:
    for seed in range(40):
        rolled = duel.final_roll(Random(seed), 1, 1)
        *tied, last = rolled.rolls
        assert all(sum(own) == sum(theirs) for own, theirs in tied)
        assert rolled.winner == (FIRST if sum(last[0]) > sum(last[1]) else SECOND)
        once = duel.final_roll(Random(seed), 1, 1, ties=SECOND)
        assert len(once.rolls) == 1
        assert once.winner == (FIRST if once.totals[0] > once.totals[1] else SECOND)


def rules() -> DuelRules[object]:
    assert SYSTEM.duel is not None
    return SYSTEM.duel


def test_only_one_game_has_duels() -> None:
    assert [slug for slug, game in registry.all_systems().items() if game.duel] == [SYSTEM.slug]


def test_a_destiny_die_allows_something_at_its_ends() -> None:
    shows = {face: (Die(face, "destiny"), Die(6)) for face in range(1, 7)}
    allowed = [
        duel.allowed(rules(), Outcome("a", "A", "check", dice=dice)) for dice in shows.values()
    ]
    assert allowed == [1, None, None, None, None, 6]


@pytest.fixture
def jedi() -> Character:
    content = Path("fixtures/ready-made/neesha-vaanik.json").read_bytes()
    return Character(SYSTEM, registry.read(content))


def test_turns_are_declared_with_skills(jedi: Character) -> None:
    skills = dict(rules().skills(jedi.play_state({})))
    assert {"skills.melee": "Melee", "skills.alter": "Alter"}.items() <= skills.items()
    assert rules().usual in skills
    assert not [key for key in skills if not key.startswith("skills.")]


def test_a_prize_lands_in_harm_hand_and_gear(jedi: Character) -> None:
    attempt = Attempt(jedi.state, {"hand": 1, "hand.lightsaber": 1})
    outcomes = {one.id: rules().prize(attempt, one.id) for one in rules().prizes}
    assert [shift.mark for shift in outcomes["wound"].shifts] == ["wounds"]
    assert [shift.mark for shift in outcomes["knock-out"].shifts] == ["unconscious"]
    assert outcomes["disarm"].situation == {"hand": 0, "hand.lightsaber": 0}
    (lost,) = outcomes["take"].entries
    assert "blade" in lost.item
    with pytest.raises(RuleViolation):
        rules().prize(attempt, "applause")
