"""Opponents and craft of our own, in the games whose books list none."""

from itertools import pairwise
from random import Random

import pytest

from rules import registry, rounds
from rules.character import Character
from rules.craft import CraftRules
from rules.forecast import Entrant, Simulation
from rules.opponents import WHO, OpponentRules
from rules.sheet.sections import Attacks
from rules.skirmish import skirmish
from rules.turn import Turn
from tests.sampling import Drawn

GAMES = registry.built_in()
LISTS = {
    f"{slug} {kind}": rules
    for slug, game in GAMES.items()
    for kind, rules in (("opponents", game.opponents), ("craft", game.craft))
    if rules and rules.whose
}
EVERY = pytest.mark.parametrize("name", LISTS)


def opened(rules: OpponentRules, id: str) -> Character:
    document = rules.document({WHO: (id,)})
    return Character(registry.rules_of(document), document)


def entrant(rules: OpponentRules, id: str) -> Entrant:
    """A starter as it enters a fight; a craft has a crew without names."""
    crew = rules.crew if isinstance(rules, CraftRules) else None
    turn = Turn(crew.crewed(crew.crew_dice)) if crew else Turn()
    return Entrant(opened(rules, id), turn, is_craft=crew is not None)


def levels(rules: OpponentRules) -> list[list[str]]:
    """The ids of each level, from weak to strong."""
    found: dict[int, list[str]] = {}
    for row in rules.listed():
        found.setdefault(int(row.side.rpartition(" ")[2]), []).append(row.id)
    return [ids for _, ids in sorted(found.items())]


def test_three_games_have_starters_and_one_without_rules_for_craft_says_so() -> None:
    assert {name: [len(ids) for ids in levels(rules)] for name, rules in LISTS.items()} == {
        "rules-sheet-d6 opponents": [3, 3, 3, 3, 3, 3],
        "empire-ascendant opponents": [3, 3, 3, 3, 3, 3],
        "empire-ascendant craft": [2, 2, 2, 2],
        "storytelling-d10 opponents": [3, 3, 3, 3, 3, 3],
        "storytelling-d10 craft": [2, 2, 2, 2],
    }
    for name, rules in LISTS.items():
        assert rules.heading == "Starters"
        assert "These are ours" in rules.whose
        assert {row.source for row in rules.listed()} == {"Our own"}
        assert ("no rules for ships" in rules.whose) == (name == "rules-sheet-d6 opponents")


@EVERY
def test_each_starter_is_legal_and_says_what_it_can_do(name: str) -> None:
    rules = LISTS[name]
    for row in rules.listed():
        one = opened(rules, row.id)
        accepted = {(given.code, given.where) for given in one.document.house.accepted}
        wrong = [
            problem.message
            for problem in one.problems
            if problem.never
            or not (problem.unfinished or (problem.code, problem.where) in accepted)
        ]
        assert wrong == [], row.id
        assert one.sheet.name == row.name
        assert row.does
        assert row.keywords


@pytest.mark.parametrize("name", [name for name in LISTS if name.endswith("opponents")])
def test_each_weapon_of_a_starter_is_rolled_with_a_skill_of_its_own(name: str) -> None:
    rules = LISTS[name]
    for row in rules.listed():
        one = opened(rules, row.id)
        sections = (part for part in one.sheet.sections if isinstance(part, Attacks))
        weapons = [attack for part in sections for attack in part.rows if "weapons." in attack.key]
        assert weapons, row.id
        for attack in weapons:
            assert f"{attack.skill} " in row.does or attack.skill == "Force", (row.id, attack.name)
            assert attack.damage is not None
            assert 1 <= attack.attack.value <= 12, (row.id, attack.name)
            assert 1 <= attack.damage.value <= 10, (row.id, attack.name)


@EVERY
def test_two_of_each_starter_attack_each_other_to_the_end(name: str, drawn: Drawn) -> None:
    rules = LISTS[name]
    crew = rules.crew if isinstance(rules, CraftRules) else None
    for row in drawn(rules.listed(), every=6):
        both = [[(side, entrant(rules, row.id))] for side in ("One", "Two")]
        fought = skirmish(both, Random(5), choice=Random(6), crews=crew)
        assert fought.winner is not None or len(fought.rounds) == 20
        told = [line for lines in fought.rounds for line in lines]
        assert any(line.startswith(("One attacks Two,", "Two attacks One,")) for line in told[:2])
        hits = [line for line in told if line.startswith(("One: ", "Two: "))]
        assert hits, (row.id, told)


@EVERY
def test_each_level_of_starters_beats_the_one_below(name: str, drawn: Drawn) -> None:
    rules = LISTS[name]
    crew = rules.crew if isinstance(rules, CraftRules) else None
    pairs = list(pairwise(levels(rules)))
    for weaker, stronger in drawn(pairs, every=len(pairs)):
        sides = [[entrant(rules, id) for id in ids] for ids in (stronger, weaker)]
        simulation = Simulation(sides, Random(4), crew)
        rounds.fight(simulation, 16)
        odds = simulation.forecast
        assert odds.won > 0.6, (weaker, stronger, odds)
        assert odds.won + odds.undecided > 0.65
