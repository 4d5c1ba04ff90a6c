"""Our font files: names, paths and CSS. Does not need WeasyPrint."""

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
    """The path of a font file."""
    return FOLDER / face
