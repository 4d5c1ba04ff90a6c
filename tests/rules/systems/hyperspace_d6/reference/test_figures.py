"""Every craft and everybody you meet, figure by figure as the book has them.

HyperspaceD6: Speeders and Walkers; Starfighters and Transports; Encounters. Abbreviations are
written out, and what the layout has torn apart ("Storm-trooper") is put together.
"""

import pytest

from rules.reference.chapters import Table, Term, Terms
from rules.systems.hyperspace_d6.reference.chapters import chapters

# Name: MOB, SEN, FIR | Evade, Hull, Shields, crew | weapons
CRAFT = {
    "Airspeeder": ("3D 1D 1D", "10 4 0 2", "Pneumatic Cannon 2D"),
    "Landspeeder": ("2D 2D 1D", "9 4 0 4", ""),
    "Speeder Bike": ("3D 1D 1D", "12 3 0 2", "Blaster Cannon 3D"),
    "Swoop Bike": ("4D 1D 1D", "15 3 0 1", ""),
    "Snowspeeder": ("3D 2D 2D", "12 5 2 2", "Laser Cannons 4D"),
    "Repulsortank": ("1D 2D 2D", "9 8 0 6", "Repeater Turret 3D, Artillery Cannon 5D"),
    "AT-RT": ("2D 2D 1D", "10 6 0 1", "Laser Cannon 4D"),
    "AT-DT": ("1D 2D 1D", "8 10 0 2", "Laser Cannon 4D"),
    "AT-ST": ("2D 3D 2D", "10 8 0 3", "Laser Cannon 4D"),
    "AT-AT": ("1D 3D 3D", "6 12 0 6", "Heavy Laser Cannons 5D"),
    "Z-95 Headhunter": ("2D 1D 1D", "10 3 4 1", "Linked Laser Cannons 4D, Concussion Missiles 6D"),
    "X-Wing": ("3D 2D 2D", "10 4 4 1", "Quad-Linked Laser Cannons 5D, Proton Torpedoes 6D"),
    "Y-Wing": (
        "1D 2D 3D",
        "9 5 4 2",
        "Linked Laser Cannons 4D, Ion Turret 4D ion, Proton Torpedoes 6D, Proton Bombs 7D",
    ),
    "A-Wing": ("4D 2D 2D", "12 3 4 1", "Linked Laser Cannons 4D, Concussion Missiles 6D"),
    "B-Wing": (
        "2D 2D 4D",
        "9 4 4 2",
        "Linked Laser Cannons 4D, Ion Cannons 4D ion, Proton Torpedoes 6D, Proton Bombs 7D",
    ),
    "TIE Fighter": ("3D 1D 1D", "12 3 0 1", "Laser Cannons 4D"),
    "TIE Interceptor": ("4D 1D 2D", "14 3 0 1", "Laser Cannons 4D"),
    "TIE Bomber": (
        "2D 2D 3D",
        "9 4 0 1",
        "Laser Cannons 4D, Concussion Missiles 6D, Proton Bombs 7D",
    ),
    "TIE Advanced X1": ("3D 2D 3D", "10 4 4 1", "Laser Cannons 4D, Concussion Missiles 6D"),
    "TIE Defender": (
        "3D 2D 4D",
        "10 5 4 1",
        "Laser Cannons 4D, Ion Cannons 4D ion, Concussion Missiles 6D",
    ),
    "CR90 Corvette": ("2D 2D 3D", "9 10 8 50", "Turbolaser Turrets 6D"),
    "Gozanti Cruiser": ("1D 2D 2D", "8 10 8 25", "Laser Cannon Turrets 4D, Turbolaser Turret 6D"),
    "Lambda Shuttle": ("2D 3D 1D", "10 6 6 6", "Laser Cannons 4D"),
    "U-Wing": ("2D 2D 1D", "10 6 4 4", "Laser Cannons 4D"),
    "YT-1300": ("3D 1D 2D", "10 8 6 4", "Quad Laser Turrets 4D, Concussion Missiles 6D"),
    "YT-2000": ("3D 1D 2D", "10 8 6 4", "Quad Laser Turrets 4D, Ion Cannon 4D ion"),
    "YT-2400": ("4D 1D 2D", "12 6 6 4", "Quad Laser Turrets 4D, Concussion Missiles 6D"),
}
# Name: DEX, KNO, MEC, PER, STR, TEC, FOR | Dodge, Parry, Block, Soak | skills and gear
NPCS = {
    "Stormtrooper": (
        "2D 1D 1D 2D 2D 1D –",
        "10 12 12 7",
        "Blasters 3D, Brawl 3D, Stamina 3D, Blaster Rifle 5D, Heavy Armor",
    ),
    "Scout Trooper": (
        "3D 1D 2D 3D 2D 1D –",
        "12 13 12 6",
        "Blasters 4D, Brawl 3D, Stamina 3D, Blaster Pistol 3D, Medium Armor",
    ),
    "Death Trooper": (
        "4D 2D 2D 3D 3D 2D –",
        "12 14 14 8",
        "Blasters 5D, Brawl 4D, Stamina 4D, Heavy Blaster Rifle 5D, Heavy Armor",
    ),
    "Imperial Officer": (
        "2D 3D 2D 3D 2D 1D –",
        "12 12 12 2",
        "Blasters 3D, Command 4D, Blaster Pistol 3D",
    ),
    "Rebel Trooper": (
        "3D 2D 3D 2D 2D 2D –",
        "13 13 12 4",
        "Blasters 4D, Blaster Carbine 4D, Light Armor",
    ),
    "Rebel Commando": (
        "4D 2D 3D 3D 2D 2D –",
        "14 14 12 5",
        "Blasters 5D, Stealth 4D, Stamina 3D, Blaster Rifle 5D, Light Armor",
    ),
    "Thug": ("2D 1D 1D 2D 3D 1D –", "12 12 13 4", "Brawl 4D, Stamina 4D, Blaster Pistol 3D"),
    "Enforcer": (
        "3D 1D 1D 3D 2D 1D –",
        "13 13 12 5",
        "Blasters 4D, Stamina 3D, Blaster Carbine 4D, Light Armor",
    ),
    "Crime Lord": (
        "2D 3D 2D 4D 3D 2D –",
        "12 12 13 4",
        "Blasters 3D, Command 5D, Stamina 4D, Heavy Blaster Pistol 4D",
    ),
    "Bounty Hunter": (
        "4D 3D 2D 3D 3D 3D –",
        "13 15 13 10",
        "Agility 6D, Blasters 5D, Melee 5D, Stamina 4D, Heavy Blaster Rifle 5D, Battle Armor",
    ),
    "Probe droid": ("4D 2D 3D 4D 1D 3D –", "14 14 11 3", "Search 5D, Laser Cannon 3D, Light Armor"),
    "Security droid": (
        "2D 2D 2D 3D 3D 4D –",
        "11 12 14 7",
        "Blasters 3D, Search 4D, Brawl 4D, Stamina 4D, Blaster Rifle 5D, Medium Armor",
    ),
    "Battle droid": (
        "3D 2D 2D 3D 3D 2D –",
        "11 13 13 8",
        "Blasters 4D, Stamina 4D, Blaster Carbine 4D, Heavy Armor",
    ),
    "Assassin droid": (
        "4D 2D 4D 4D 4D 3D –",
        "12 14 15 11",
        "Blasters 5D, Search 5D, Brawl 5D, Stamina 5D, Heavy Blaster Rifle 5D, Battle Armor",
    ),
    "Acolyte": (
        "3D 2D 1D 3D 3D 1D 1D",
        "14 14 13 4",
        "Agility 4D, Melee 4D, Stamina 4D, Forcepike 4D",
    ),
    "Apprentice": (
        "3D 3D 1D 3D 3D 1D 2D",
        "14 14 13 4",
        "Agility 4D, Melee 4D, Stamina 4D, Control 3D, Sense 3D, Lightsaber 4D",
    ),
    "Knight": (
        "4D 3D 2D 4D 3D 2D 3D",
        "15 15 13 4",
        "Agility 5D, Melee 5D, Stamina 4D, Control 4D, Alter 4D, Sense 4D, Lightsaber 4D",
    ),
    "Master": (
        "5D 4D 2D 5D 4D 2D 4D",
        "16 16 14 5",
        "Agility 6D, Melee 6D, Stamina 5D, Control 5D, Alter 5D, Sense 4D, Lightsaber 4D",
    ),
}


def part_rows(chapter: str) -> dict[str, Term]:
    """Every term of a chapter whose part has columns of figures, by name."""
    (found,) = (one for one in chapters() if one.id == chapter)
    return {
        term.name: term
        for part in found.parts
        if isinstance(part, Table | Terms) and len(part.columns) > 2
        for term in part.rows
    }


def test_the_book_has_27_craft_and_18_opponents_and_so_has_the_reference() -> None:
    assert set(part_rows("craft")) == set(CRAFT)
    assert set(part_rows("encounters")) == set(NPCS)
    assert (len(CRAFT), len(NPCS)) == (27, 18)


@pytest.mark.parametrize("name", CRAFT)
def test_a_craft_has_the_figures_of_the_book(name: str) -> None:
    dice, numbers, weapons = CRAFT[name]
    term = part_rows("craft")[name]
    assert term.figures == (*dice.split(), *numbers.split())
    assert term.text.startswith(f"{weapons or 'Unarmed'}. ")


@pytest.mark.parametrize("name", NPCS)
def test_an_opponent_has_the_figures_of_the_book(name: str) -> None:
    dice, defenses, skills_and_gear = NPCS[name]
    term = part_rows("encounters")[name]
    assert term.figures == (*dice.split(), *defenses.split())
    assert term.text.startswith(f"{skills_and_gear}. ")


def test_what_the_book_prints_against_its_own_formula_is_marked() -> None:
    """Three Blocks and one Dodge are not what the dice and the armor come to."""
    marked = {
        name
        for name, term in part_rows("encounters").items()
        if any(ruling.startswith("By its dice") for ruling in term.rulings)
    }
    assert marked == {"Stormtrooper", "Scout Trooper", "Thug", "Assassin droid"}
