"""The odds of a fight, in every game."""

from random import Random

import pytest
from msgspec.structs import replace

from rules import combat, registry, rounds
from rules.character import Character
from rules.combat import Entrant
from rules.forecast import Simulation
from rules.turn import Effect, Turn

SLUGS = sorted(slug for slug, game in registry.all_systems().items() if game.fight)


def side(slug: str, count: int, seed: int) -> list[Entrant]:
    system = registry.get(slug)
    return [Entrant(Character(system, system.random(Random(seed + one)))) for one in range(count)]


@pytest.mark.parametrize("slug", SLUGS)
def test_a_fight_has_a_forecast_that_is_the_same_again(slug: str) -> None:
    results = []
    for _ in range(2):
        simulation = Simulation((side(slug, 2, 1), side(slug, 2, 40)), Random(7))
        rounds.fight(simulation, 6)
        results.append(simulation.forecast)
    assert results[0] == results[1]
    forecast = results[0]
    assert forecast.fights == 6
    assert 0 <= forecast.won <= 1 - forecast.undecided <= 1
    assert 0 <= forecast.fallen <= 2
    assert 1 <= forecast.rounds <= 20


def test_more_of_the_same_win_more_often() -> None:
    shares = []
    for count in (1, 3, 6):
        ours = side("hyperspace-d6", count, 1)
        simulation = Simulation((ours, side("hyperspace-d6", 3, 1)), Random(3))
        rounds.fight(simulation, 200)
        shares.append(simulation.forecast.won)
    assert shares == sorted(shares)
    assert shares[0] < 0.2
    assert 0.25 < shares[1] < 0.75
    assert shares[2] > 0.8


def test_whoever_is_aboard_fires_the_weapons_of_the_craft() -> None:
    """A YT-1300 with a pilot and two gunners beats a TIE fighter; without them it never hits."""
    system = registry.get("hyperspace-d6")
    rules = system.craft
    assert rules is not None
    assert rules.crew is not None
    falcon, tie = (
        Entrant(
            Character(registry.rules_of(document), document),
            Turn(rules.crew.crewed(dice)),
            is_craft=True,
        )
        for document, dice in (
            (rules.document({"who": ("yt-1300",)}), 0),
            (rules.document({"who": ("tie-fighter",)}), 4),
        )
    )
    people = side("hyperspace-d6", 3, 1)
    crew = [
        Entrant(one.opened, aboard=0, station=station)
        for one, station in zip(people, ("pilot", "gunner", "gunner"), strict=True)
    ]
    shares = []
    for ours in ([falcon, *crew], [falcon]):
        simulation = Simulation((ours, [tie]), Random(5), rules.crew)
        rounds.fight(simulation, 100)
        shares.append(simulation.forecast)
    crewed, empty = shares
    assert crewed.won > 0.6
    assert crewed.fallen < 0.3
    # Fire Control 2D alone cannot reach Evade 16: at most 12.
    assert empty.won == 0


def brawler(slug: str, *effects: Effect) -> Entrant:
    """Somebody of a game with a weapon, in a turn in which these effects last."""
    return replace(side(slug, 1, 1)[0], turn=Turn(effects=effects))


@pytest.mark.parametrize("slug", SLUGS)
def test_what_lasts_counts_in_every_attack_and_for_all_damage_of_a_forecast(slug: str) -> None:
    """The turn begins, the fight goes on, and an effect of the whole scene is still there."""
    foe = side(slug, 1, 40)
    promises = {}
    for on in ("", "checks", "attacks", "damage"):
        effects = (Effect("own.blinded", "Blinded", -2, on, turns=None),) if on else ()
        simulation = Simulation(([brawler(slug, *effects)], foe), Random(3))
        state = simulation.turn(simulation.start[0])
        first = simulation.entrants[state]
        kept = [effect.on for effect in first.turn.effects]
        assert kept == ([on] if on else [])
        mode = combat.modes(first)[0]
        pools = first.opened.play_state(first.turn).pools
        attack = pools.get(mode.attack) or pools[mode.attack.removesuffix(".attack")]
        promises[on] = attack.value
    assert promises["checks"] == promises["attacks"] == max(0, promises[""] - 2)
    assert promises["damage"] == promises[""]


@pytest.mark.parametrize("slug", SLUGS)
def test_somebody_who_is_blinded_hits_less_often_in_a_forecast(slug: str) -> None:
    chances = []
    for effects in ((), (Effect("own.blinded", "Blinded", -2, "attacks", turns=None),)):
        simulation = Simulation(([brawler(slug, *effects)], side(slug, 1, 40)), Random(3))
        state, target = simulation.turn(simulation.start[0]), simulation.start[1]
        mode = combat.modes(simulation.entrants[state])[0]
        struck = [simulation.struck(state, mode, target)[1] for _ in range(200)]
        chances.append(sum(harm is not None for harm in struck))
    assert chances[1] < chances[0]
