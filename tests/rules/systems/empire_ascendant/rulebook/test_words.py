"""Where the rows of Empire Ascendant stand in the source, and what they say in words alone."""

from __future__ import annotations

import pytest

from rules.systems.empire_ascendant.rulebook.book import rulebook
from tests.rules.systems.rows import every_row

BOOK = rulebook()

OURS = {"Our own", "Our preset, not the source", "Our option, not the source", "Entered"}
SOURCE = "Empire Ascendant, "
SECTIONS = {
    "Difficulty Numbers",
    "Attribute and Skill Rolls",
    "General Rules for Knowledge Skills",
    "General Rules for Repairs",
    "Astrogation",
    "Astrogation Mishap",
    "Bargain",
    "Bribes",
    "Beast Riding",
    "Bureaucracy",
    "Command",
    "Computer Programming / Repair",
    "Con",
    "Demolitions",
    "Gambling",
    "Hide / Sneak",
    "Languages",
    "Stamina",
    "Streetwise",
    "Swimming",
    "Combat, Initiative",
    "Scaling",
    "Actions",
    "Facts",
    "Movement",
    "Prone",
    "Defenses",
    "Fire Combat",
    "Grenades",
    "Grenade Modifiers",
    "Damage",
    "Mooks",
    "Blasters Set to Stun",
    "First Aid with Medpacs",
    "Rejuvenation Tanks",
    "Natural Healing",
    "Vehicle Traits",
    "Crew Skills",
    "Vehicle Damage",
    "Starship Traits",
    "Ship Damage",
    "Chases",
    "Crashes",
    "Vehicle & Starship Combat, Initiative",
    "Speed Segment",
    "First Fire Segment",
    "Crew and Multiple Skill Use",
    "Torpedoes and Missiles",
    "Multi-Ship Combat",
    "Force Points",
    "Dark Side Points",
    "Lightsabers",
    "Initial Force Powers",
    "Learning Force Powers",
    "Extended Example of Force Powers",
}


def test_every_row_says_where_the_source_has_it_and_the_source_has_it_there() -> None:
    seen = set()
    for row in every_row(BOOK):
        assert row.source.startswith(SOURCE) or row.source in OURS, row.id
        if row.source.startswith(SOURCE):
            seen |= set(row.source.removeprefix(SOURCE).split("; "))
    topics = BOOK.reference.topics.values()
    for topic in topics:
        assert topic.source.startswith(SOURCE) or topic.source in OURS, topic.id
        if topic.source.startswith(SOURCE):
            seen |= set(topic.source.removeprefix(SOURCE).split("; "))
    assert seen == SECTIONS


def test_what_a_row_does_is_a_sentence() -> None:
    for row in every_row(BOOK):
        assert not row.does or row.does.endswith((".", "!", "?")), row.id
        assert row.name[:1] == row.name[:1].upper(), row.id


# What rows say in words alone: the numbers and terms of the source, which no code uses.
SAID = {
    "difficulties.knowledge": {
        "ignorant": "that's about all",
        "layman": "any outsider",
        "broad": "small advantage",
        "detailed": "moderate advantage",
        "comprehensive": "major advantage",
    },
    "table.bargains": {
        "half": "three times over: half the price",
        "three-quarters": "twice over: a quarter off",
        "discount": "up to a tenth off",
        "normal": "A tie",
        "markup": "up to a tenth more",
        "half-more": "twice over: half as much again",
        "double": "three times over: twice the price",
    },
    "table.gambles": {
        "chance": "No skill helps",
        "skill": "Equal totals are a draw",
        "cheating": "several cheaters roll off",
    },
    "travel.mishaps": {
        "cut-out-damaged": "Moderate repair",
        "radiation": "longer or shorter by 1D for each point",
        "cut-out": "brand-new route",
        "off-course": "at random",
        "mynocks": "1D days longer",
        "close-call": "the escape pods, the nav computer, a gun",
        "collision": "Survival against a Moderate number; whoever fails rolls Stamina every round",
    },
    "combat.facts": {
        "draw": "holster",
        "load": "power pack",
        "stun": "switch",
        "run": "twice your move",
        "crawl": "Lying down",
    },
    "combat.rounds": {
        "declare": "all their actions, or a Full Dodge",
        "roll": "1D. Low numbers go first",
        "first-actions": "In that order",
        "more-actions": "until nobody has an action left",
    },
    "combat.grenades": {
        "enclosed": "10 by 10 by 10 meters",
        "flimsy": "like a window",
        "hard": "a door, or a slit",
        "full": "can't reach them",
        "vacuum": "No air",
    },
    "combat.blasts": {
        "throw": "1D says which way it bounces and 3D how many meters",
        "range": "how far each is from the grenade",
        "hit": "rolls 4D against that range and their defense",
        "damage": "as from any weapon",
    },
    "harm.levels": {
        "stunned": "−1D to everything but damage and Soak, for the rest of this round and all",
        "wounded": "loses what's left of the round. −1D",
        "severely-wounded": "−2D. Wounded once more: Incapacitated",
        "incapacitated": "out cold",
        "mortally-wounded": "Roll 2D every round: less than the rounds so far means death",
    },
    "harm.healing": {
        "first-aid": "nobody gets more than one a day. Treating yourself costs another −1D",
        "bacta": "hours, days, or weeks, depending on how badly",
        "natural": "Once a day, roll Strength",
    },
    "force.deeds": {
        "wrong": "a Dark Side Point takes its place",
        "unheroic": "The point is gone",
        "heroic": "comes back when the adventure ends",
        "dramatic": "comes back and brings another",
    },
    "force.temptations": {
        "accept": "+1D for each",
        "refuse": "goes up one level",
    },
    "force.learning_rolls": {
        "PER": "touch the mind",
        "stamina": "strengthen the body or move things",
        "KNO": "change others",
        "lightsaber": "Lightsaber Combat",
    },
    "craft.traits": {
        "vehicle-speed": "Chases",
        "vehicle-maneuverability": "line of fire",
        "vehicle-body": "Its Soak",
        "vehicle-shields": "Added to Body Strength",
        "vehicle-fire-control": "Added to the gunner's roll",
        "vehicle-damage": "rolls when it hits",
        "ship-speed": "Chases",
        "ship-maneuverability": "line of fire",
        "ship-hull": "Its Soak",
        "ship-shields": "Added to Hull",
        "ship-fire-control": "Added to the gunner's Starship Gunnery",
        "ship-damage": "rolls when it hits",
    },
    "craft.levels": {
        "none": "",
        "shields-blown": "One die of shields",
        "controls-ionized": "this round and the next",
        "lightly-damaged": "any number of times",
        "heavily-damaged": "Any more light or heavy damage makes it severe",
        "severely-damaged": "Any more damage, even light, destroys it",
        "destroyed": "Survival against 15",
    },
    "craft.chases": {
        "start": "Short, Medium or Long",
        "roll": "A tie changes nothing",
        "escape": "wins at Long range",
        "ram": "At Short range",
        "crash": "each at −1D",
    },
    "craft.segments": {
        "declare": "Every crew",
        "speed": "past Long the fight is over",
        "first-fire": "Gunners fire, pilots evade, shields go up",
        "more-fire": "The same again",
    },
    "craft.fire": {
        "attack": "plus Fire Control",
        "evade": "on top of the number of every shot at it",
        "shields": "10 at Long, 15 at Medium, 20 at Short",
        "damage": "1D at Medium range and 2D at Long",
        "soak": "Hull, plus Shields if they went up",
        "torpedo": "Short range only",
    },
    "craft.roles": {
        "pilot": "Each is an action of its own",
        "copilot": "Speed if the pilot didn't or can't",
        "gunner": "the one weapon they sit at, any number of times",
        "shield-operator": "always a reaction",
    },
    "craft.many": {
        "lone": "runs from all of them or closes in on one",
        "others": "one range farther away",
        "pursued": "one Speed roll, and each pursuer rolls against that",
        "dogfights": "separate dogfights",
        "joining": "starts there at Long",
        "engaged": "can't fire at or chase",
        "fled": "can't attack anyone",
    },
}


@pytest.mark.parametrize("place", SAID)
def test_what_a_row_says_in_words_alone(place: str) -> None:
    rows = BOOK.rows(place)
    assert list(rows) == list(SAID[place])
    for id, words in SAID[place].items():
        assert words in rows[id].does, id
