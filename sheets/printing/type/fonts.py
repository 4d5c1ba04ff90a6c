"""Our font files: names, paths and CSS. Does not need WeasyPrint."""

from pathlib import Path

FOLDER = Path(__file__).parents[1] / "fonts"
CONDENSED = "hyperspace-condensed-500.ttf"
BOLD = "hyperspace-condensed-700.ttf"
TEXT = "hyperspace-text-400.ttf"
SCHEME = "printing:"

# Family, weight, style and file of each face.
FACES = (
    ("Hyperspace Condensed", 500, "normal", CONDENSED),
    ("Hyperspace Condensed", 700, "normal", BOLD),
    ("Hyperspace Text", 400, "normal", TEXT),
    ("Hyperspace Text", 400, "italic", "hyperspace-text-400-italic.ttf"),
    ("Hyperspace Text", 700, "normal", "hyperspace-text-700.ttf"),
    ("Hyperspace Text", 700, "italic", "hyperspace-text-700-italic.ttf"),
)
RULES = "".join(
    f'@font-face {{ font-family: "{family}"; font-weight: {weight}; font-style: {style};'
    f" src: url({SCHEME}{file}) }}\n"
    for family, weight, style, file in FACES
)


def path(face: str) -> Path:
    """The path of a font file."""
    return FOLDER / face
