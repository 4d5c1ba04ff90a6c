"""A new game's folder: a small complete game to change, copied from the starters."""

from __future__ import annotations

from pathlib import Path

from rules.declared.identity import LONGEST_SLUG, SLUG
from rules.problems import InvalidDocument

STARTERS = Path(__file__).parent / "starters"


def kinds() -> tuple[str, ...]:
    """The starters: "coded"."""
    return tuple(sorted(folder.name for folder in STARTERS.iterdir() if folder.is_dir()))


def write(slug: str, like: str, into: Path) -> Path:
    """The folder of a new game with that slug; InvalidDocument for a slug that cannot be one, and
    where there is such a folder.
    """
    if not SLUG.fullmatch(slug) or len(slug) > LONGEST_SLUG:
        message = (
            f"write up to {LONGEST_SLUG} small letters, digits and single hyphens: lantern-deep"
        )
        raise InvalidDocument(message, where="slug")
    if like not in kinds():
        raise InvalidDocument(f"{like!r} isn't one of {', '.join(kinds())}", where="--like")
    folder = into / slug
    if folder.exists():
        raise InvalidDocument(f"{folder} is there already; choose another slug", where="slug")
    folder.mkdir(parents=True)
    name = slug.replace("-", " ").title()
    for file in sorted((STARTERS / like).glob("*.toml")):
        text = file.read_text(encoding="utf-8").replace("SLUG", slug).replace("NAME", name)
        (folder / file.name).write_text(text, encoding="utf-8")
    return folder
