"""What other programs call the skills of HyperspaceD6, and what the original game does."""

from __future__ import annotations

# Names that other programs look for: of `starwarsd6` the first one stands in place of ours.
OTHERS: dict[str, dict[str, tuple[str, ...]]] = {
    "agility": {"od6s": ("Dodge",), "starwarsd6": ("Dodge",)},
    "blasters": {"starwarsd6": ("Blaster",)},
    "melee": {"od6s": ("Melee Parry",), "starwarsd6": ("Melee Combat", "Melee Parry")},
    "brawl": {"od6s": ("Brawl Block",), "starwarsd6": ("Brawling", "Brawling Parry")},
}
