"""Fights without a page: the same attacks, defenses, effects and things used up as in a fight."""

import json
from random import Random
from typing import Any

import msgspec

from rules import registry, rounds
from rules.character import Character
from rules.combat import Entrant
from rules.forecast import Simulation
from rules.skirmish import Skirmish, skirmish
from tests.dice import Fixed

SYSTEM = registry.get("hyperspace-d6")
QUICK, ACTIVE = {"quickplay": True}, {"active_defense": True}
SCOUNDREL = {
    "species": "human",
    "profession": "scoundrel",
    "skills": ["blasters", "throw", "pilot"],
    "edge": {"id": "luck"},
    "burden": {"id": "debt"},
}


def entrant(build: dict[str, Any], **members: Any) -> Entrant:
    head = {"format": "hyperspace-character/1", "system": "hyperspace-d6", "name": ""}
    text = json.dumps({**head, "build": build, **members})
    return Entrant(Character(SYSTEM, SYSTEM.read(text)))


def scoundrel(*gear: str, **members: Any) -> Entrant:
    carried = [{"id": id, "quantity": 1} for id in gear]
    return entrant({**SCOUNDREL, "gear": carried}, **members)


def opponent(id: str, **members: Any) -> Entrant:
    return entrant({"opponent": {"id": id}}, **members)


def fought(ours: Entrant, theirs: Entrant, *dice: int) -> Skirmish:
    rng = Fixed(*dice)
    fight = skirmish([[("Vessa", ours)], [("Foe", theirs)]], rng, choice=Random(1))
    assert rng.faces == []
    return fight


def forecast(ours: Entrant, theirs: Entrant) -> float:
    simulation = Simulation(([ours], [theirs]), Random(3))
    rounds.fight(simulation, 400)
    return simulation.forecast.won


# --- quick play


def quick(plus_two: str = "DEX") -> Entrant:
    others = [id for id in ("PER", "STR", "DEX") if id != plus_two][:2]
    build = {"quickplay": {"plus_two": plus_two, "plus_one": others}}
    return entrant(build, house=QUICK)


def test_in_quick_play_players_roll_to_hit_and_to_avoid_and_one_wound_drops_an_enemy() -> None:
    fight = fought(
        quick(),
        opponent("thug", house=QUICK),
        # Perception 3D, and 2D of the thug: 3 and 5.
        1, 1, 1,
        2, 3,
        # Dexterity 4D against 10, to avoid and to hit.
        3, 3, 2, 2,
        3, 3, 2, 1,
        3, 2, 1, 1,
        # A wound: 3D.
        4, 4, 2,
    )  # fmt: skip
    assert fight.rounds == [
        [
            "Foe attacks Vessa, Blaster Pistol: The target rolls to avoid it.",
            "Vessa, Dodged with Dexterity: 10 against Easy 10: success.",
            "Vessa attacks Foe, Armed attack: 9 against Easy 10: failure.",
        ],
        [
            "Foe attacks Vessa, Blaster Pistol: The target rolls to avoid it.",
            "Vessa, Dodged with Dexterity: 7 against Easy 10: failure.",
            "Vessa: A hit: wounded. −1D to checks for each wound.",
            "Vessa attacks Foe, Armed attack: 10 against Easy 10: success.",
            "Foe: A hit: wounded. −1D to checks for each wound. One wound is enough: it goes down.",
        ],
    ]
    assert fight.winner == 0


def test_in_quick_play_a_group_threatens_once_for_each_and_loses_one_with_each_hit() -> None:
    fight = fought(
        quick(),
        opponent("thug", house=QUICK, marks={"members": 2}),
        1, 1, 1,
        1, 6,
        4, 4, 4, 2,
        6, 1, 1, 1,
        6, 5, 5,
        5, 5, 4,
        6, 5, 5,
    )  # fmt: skip
    threat = "Foe attacks Vessa, Blaster Pistol: The target rolls to avoid it."
    avoided = "Vessa, Dodged with Dexterity: 14 against Easy 10: success."
    shot = "Vessa attacks Foe, Armed attack: 16 against Easy 10: success."
    assert fight.rounds == [
        [
            threat,
            avoided,
            threat,
            "Vessa, Dodged with Dexterity: 9 against Easy 10: failure.",
            "Vessa: A hit: wounded. −1D to checks for each wound.",
            shot,
            "Foe: One of the group falls: 1 left.",
        ],
        [
            threat,
            avoided,
            shot,
            "Foe: One of the group falls: 0 left.",
        ],
    ]


def test_the_forecast_of_quick_play_is_that_of_its_rolls() -> None:
    """Dexterity 4D reaches 10 in 90 of 100 rolls. Dexterity 2D does in 17, and with Strength 3D the
    fourth wound drops her: about four attempts, of which one in two fights hits.
    """
    thug = opponent("thug", house=QUICK)
    assert forecast(quick("DEX"), thug) > 0.95
    assert 0.4 < forecast(quick("KNO"), thug) < 0.6
    assert forecast(quick("DEX"), opponent("thug", house=QUICK, marks={"members": 8})) < 0.1


# --- what runs out, what is rolled against, what lasts


def test_a_grenade_is_thrown_once() -> None:
    """Throw 5D against Dodge 13; afterwards there is only the pistol."""
    fight = fought(
        scoundrel("frag-grenade", "blaster-pistol"),
        opponent("bounty-hunter"),
        4, 4, 4,
        1, 1, 1,
        4, 4, 2, 1, 1,
        1, 1, 1, 1, 1,
        1, 1, 1, 1, 1,
        6, 6, 6, 6, 6,
        6, 6, 6, 6, 6,
    )  # fmt: skip
    assert fight.rounds == [
        [
            "Vessa attacks Foe, Frag Grenade: 12 against Dodge 13: failure."
            " Frag Grenade used up: none left.",
            "Foe attacks Vessa, Heavy Blaster Rifle: 5 against Dodge 14: failure.",
        ],
        [
            "Vessa attacks Foe, Blaster Pistol: 5 against Dodge 13: failure.",
            "Foe attacks Vessa, Heavy Blaster Rifle: 30 against Dodge 14: success.",
            "Foe, Heavy Blaster Rifle, damage: 30 damage.",
            "Vessa: 28 gets through: dead. Can no longer act or roll.",
        ],
    ]


def test_in_the_forecast_too_what_is_thrown_is_gone() -> None:
    def thrower(grenades: int) -> Entrant:
        carried = [{"id": "thermal-detonator", "quantity": grenades}]
        return entrant({**SCOUNDREL, "gear": carried})

    foe = opponent("stormtrooper", marks={"members": 3})
    assert forecast(thrower(1), foe) < 0.1
    assert forecast(thrower(40), foe) > 0.3


def test_with_active_defense_the_party_rolls_it_and_opponents_do_not() -> None:
    """Her Brawl 2D against the 3D of a trooper: a tie is hers."""
    fight = fought(
        scoundrel("blaster-pistol", house=ACTIVE),
        opponent("stormtrooper", house=ACTIVE, marks={"members": 1}),
        1, 1, 1,
        1, 6,
        3, 3, 2,
        4, 4,
        1, 1, 1, 1, 1,
        3, 3, 2,
        4, 3,
        6, 6,
    )  # fmt: skip
    attack = "Foe attacks Vessa, Unarmed: 8."
    assert fight.rounds == [
        [
            attack,
            "Vessa, Defense against Brawl: 8 against their roll 8: success.",
            "Vessa attacks Foe, Blaster Pistol: 5 against Dodge 10: failure.",
        ],
        [
            attack,
            "Vessa, Defense against Brawl: 7 against their roll 8: failure.",
            "Foe, Unarmed, damage: 12 damage.",
            "Vessa: 10 gets through: unconscious. Can’t act, move, or speak until a wound is"
            " healed.",
        ],
    ]


def test_a_stun_weighs_on_the_next_turn_and_ends_with_it() -> None:
    fight = fought(
        scoundrel("blaster-pistol"),
        opponent("stormtrooper"),
        4, 4, 4,
        5, 3,
        4, 4, 4, 2, 1,
        4, 3, 3,
        6, 6,
        1, 1, 1, 1, 1,
        6, 6, 6,
        6, 6, 6, 6, 6,
    )  # fmt: skip
    assert fight.rounds == [
        [
            "Vessa attacks Foe, Blaster Pistol: 15 against Dodge 10: success.",
            "Vessa, Blaster Pistol, damage: 10 damage.",
            "Foe: 3 gets through: stunned. −1D to checks on the next turn.",
            "Foe attacks Vessa, Blaster Rifle: 12 against Dodge 14: failure.",
            "Foe: Over: Stunned.",
        ],
        [
            "Vessa attacks Foe, Blaster Pistol: 5 against Dodge 10: failure.",
            "Foe attacks Vessa, Blaster Rifle: 18 against Dodge 14: success.",
            "Foe, Blaster Rifle, damage: 30 damage.",
            "Vessa: 28 gets through: dead. Can no longer act or roll.",
        ],
    ]


# --- what they are in


def test_headless_too_smoke_covers_who_is_in_it_and_hides_what_is_beyond() -> None:
    """Blasters 5D; Dodge 10 of a trooper and +5 for cover, Dodge 14 of hers."""
    smoke = {"circumstances": ("smoke",)}
    vessa, trooper = scoundrel("blaster-pistol"), opponent("stormtrooper", marks={"members": 1})
    fight = fought(
        vessa,
        msgspec.structs.replace(trooper, **smoke),
        4, 4, 4,
        1, 1,
        4, 4, 4, 1, 1,
        4, 4, 4, 2, 1,
        5, 5, 5,
    )  # fmt: skip
    assert fight.rounds == [
        [
            "Vessa attacks Foe, Blaster Pistol: 14 against Dodge 15: failure.",
            "Foe can't attack Vessa.",
        ],
        [
            "Vessa attacks Foe, Blaster Pistol: 15 against Dodge 15: success.",
            "Vessa, Blaster Pistol, damage: 15 damage.",
            "Foe: 8 gets through: wounded. One of the group falls: 0 left.",
        ],
    ]
    assert forecast(msgspec.structs.replace(vessa, **smoke), trooper) == 0


def test_cover_counts_in_the_forecast() -> None:
    vessa, trooper = scoundrel("blaster-pistol"), opponent("stormtrooper")
    covered = msgspec.structs.replace(trooper, circumstances=("cover",))
    assert forecast(vessa, covered) < forecast(vessa, trooper) - 0.1
