"""The rows of a document of Empire Ascendant that no table declares."""

from typing import Any

from rules.kit.typed import document as typed_document

MOST_FORCE_POINTS, MOST_DIFFICULTY = 99, 200
# A member of a build beyond those of declared games.
MEMBERS: tuple[tuple[str, Any, Any], ...] = (("scale", str, "character"),)
# The marks that change at the table, and the highest number of each, None for any. `wound` is 1
# Wounded, 2 Severely, 3 Incapacitated, 4 Mortally; `stunned`, `mortal_rounds` and `drowning` count
# rounds; `force_due` and `force_more` are the Force Points that the end of the adventure brings
# back, and those that it brings besides.
MARKS = {
    "wound": 4,
    "stunned": 2,
    "stabilised": 1,
    "mortal_rounds": None,
    "drowning": None,
    "unconscious": 1,
    "dead": 1,
    "fatigued": 1,
    "force_spent": None,
    "force_due": None,
    "force_more": None,
    "dark_side_points": None,
    "fallen": 1,
    "medpac_today": 1,
}


class FormedWeapon(typed_document.TypedWeapon, frozen=True, kw_only=True):
    """A weapon with its form, and the difficulty of an attack that is not ranged."""

    form: str = "ranged"
    difficulty: int | None = None
