"""The names that other programs and the original game have for the skills of HyperspaceD6."""

from __future__ import annotations

from rules.exchange.conversion import ORIGINAL
from rules.kit import typed

# Names that other programs look for: of `starwarsd6` the first one stands in place of ours.
PROGRAMS: dict[str, dict[str, tuple[str, ...]]] = {
    "agility": {"od6s": ("Dodge",), "starwarsd6": ("Dodge",)},
    "blasters": {"starwarsd6": ("Blaster",)},
    "melee": {"od6s": ("Melee Parry",), "starwarsd6": ("Melee Combat", "Melee Parry")},
    "brawl": {"od6s": ("Brawl Block",), "starwarsd6": ("Brawling", "Brawling Parry")},
}
# The skills of the original game that a skill becomes (our ruling); one left out has the same name.
ORIGINALS: dict[str, tuple[str, ...]] = {
    "agility": ("Dodge",),
    "blasters": ("Blaster",),
    "melee": ("Melee", "Melee Parry"),
    "steal": ("Pick Pocket",),
    "throw": ("Grenade",),
    "planets": ("Planetary Systems",),
    "xenology": ("Alien Races",),
    "drive": ("Repulsorlift Operation",),
    "gunnery": ("Starship Gunnery",),
    "pilot": ("Starship Piloting",),
    "deceive": ("Con",),
    "stealth": ("Hide/Sneak",),
    "athletics": ("Climbing/Jumping",),
    "brawl": ("Brawling", "Brawling Parry"),
    "intimidate": ("Intimidation",),
    "swim": ("Swimming",),
    "armament": ("Blaster Repair",),
    "computers": ("Computer Programming/Repair",),
    "droids": ("Droid Programming/Repair",),
    "vehicles": ("Repulsorlift Repair", "Starship Repair"),
}
# Further skills of the original game that come to be one of ours: the best of them counts.
MORE: dict[str, tuple[str, ...]] = {
    "melee": ("Melee Combat", "Lightsaber"),
    "brawl": ("Brawl Block",),
    "throw": ("Thrown Weapons",),
    "xenology": ("Cultures", "Languages"),
    "athletics": ("Lifting", "Climbing", "Jumping"),
    "armament": ("Armor Repair",),
    "drive": ("Repulsorlift Piloting",),
    "stealth": ("Hide", "Sneak"),
}
_IDS = {
    typed.key(name): id
    for table in (ORIGINALS, MORE)
    for id, names in table.items()
    for name in names
}


def others_of(id: str) -> dict[str, tuple[str, ...]]:
    """The further names of a skill."""
    original = {ORIGINAL: ORIGINALS[id]} if id in ORIGINALS else {}
    return {**PROGRAMS.get(id, {}), **original}


def skill_of(name: str) -> str:
    """The id that a skill of the original game has here, if there is such a skill."""
    key = typed.key(name)
    return _IDS.get(key, key)
