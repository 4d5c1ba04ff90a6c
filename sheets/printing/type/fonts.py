"""Our own font files: their names, where they lie, and their CSS. WeasyPrint is not needed for
that."""

from pathlib import Path

FOLDER = Path(__file__).parents[1] / "fonts"
CONDENSED = "hyperspace-condensed-500.ttf"
BOLD = "hyperspace-condensed-700.ttf"
TEXT = "hyperspace-text-400.ttf"
SCHEME = "printing:"

RULES = "".join(
    f'@font-face {{ font-family: "{family}"; font-weight: {weight}; src: url({SCHEME}{file}) }}\n'
    for family, weight, file in (
        ("Hyperspace Condensed", 500, CONDENSED),
        ("Hyperspace Condensed", 700, BOLD),
        ("Hyperspace Text", 400, TEXT),
    )
)


def path(face: str) -> Path:
    """Where the file of a face lies."""
    return FOLDER / face
