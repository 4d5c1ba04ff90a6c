"""Lantern Deep with powers: songs that rest on two voices."""

import shutil
from pathlib import Path

LANTERN_DEEP = Path(__file__).parents[1] / "docs" / "examples" / "games" / "lantern-deep"
POWERS = """
name = "Songs"
one = "Song"
called = "voices"
member = "voices"
picks = 2
learn = 4
first_die = 7
joined = ["tide+dark"]
inward = ["dark"]
skill = [
  { id = "tide", name = "Tide", does = "Water listens." },
  { id = "dark", name = "Dark", does = "You listen." },
]
power = [
  { id = "swell", name = "Swell", skills = "tide", difficulty = "Open water", does = "A wave." },
  { id = "surge", name = "Surge", skills = "tide" },
  { id = "ebb", name = "Ebb", skills = "tide" },
  { id = "foam", name = "Foam", skills = "tide" },
  { id = "hush", name = "Hush", skills = "dark" },
  { id = "murmur", name = "Murmur", skills = "dark" },
  { id = "deep-ear", name = "Deep ear", skills = "dark" },
  { id = "undertow", name = "Undertow", skills = "tide+dark", difficulty = "8, 12" },
]
[rulings]
powers = "Type your own songs."
picked = "A song you pick uses one voice."
all_skills = "Every voice has to carry."
"""
STEP = """
[[step]]
id = "powers"
name = "Songs"
about = "Voices, and what they sing."
tip = "Most divers have none."
"""


def folder(parent: Path, powers: str = POWERS) -> Path:
    """Lantern Deep with these powers; the wreck diver sings."""
    made = parent / "deep-songs"
    shutil.copytree(LANTERN_DEEP, made)
    (made / "powers.toml").write_text(powers, encoding="utf-8")
    steps, chance = made / "steps.toml", made / "chance.toml"
    steps.write_text(steps.read_text(encoding="utf-8") + STEP, encoding="utf-8")
    text = chance.read_text(encoding="utf-8")
    sings = 'id = "wreck-diver"\npower_skills = ["tide"]\npowers = ["swell"]\n'
    chance.write_text(text.replace('id = "wreck-diver"\n', sings), encoding="utf-8")
    return made
