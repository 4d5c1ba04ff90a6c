"""The games of `rules new` with a single attribute, for pages and paper that share its width."""

from pathlib import Path
from random import Random
from typing import Any

from rules.declared import load_game, starter
from rules.document import Document
from rules.game import Game


def written(like: str, into: Path) -> Path:
    """The folder of a game with one attribute, the first of the starter's."""
    folder = starter.write(f"one-{like}", like, into)
    others = {"coded": ("WITS", "HEART"), "dotted": ("mind", "heart")}[like]
    first = {"coded": "MIGHT", "dotted": "body"}[like]
    for file in folder.glob("*.toml"):
        parts = file.read_text(encoding="utf-8").split("\n\n")
        kept = [
            part
            for part in parts
            if not ("[[attribute]]" in part and any(f'id = "{id}"' in part for id in others))
        ]
        text = "\n\n".join(kept)
        for id in others:
            text = text.replace(f'"{id}"', f'"{first}"')
            text = text.replace(f", {id.title()} 3D", "").replace(f", {id.title()} 2", "")
            text = text.replace(f", {id.title()} 3", "")
        text = text.replace('attributes = "9D"', 'attributes = "3D"')
        text = text.replace("attribute_dots = 6", "attribute_dots = 3")
        for dots in ("{ body = 4, mind = 2, heart = 3 }", "{ body = 2, mind = 5, heart = 2 }"):
            text = text.replace(dots, "{ body = 4 }")
        file.write_text(text, encoding="utf-8")
    return folder


def made(like: str, into: Path) -> tuple[Game[Any], Document]:
    """The game, and a character of it."""
    game = load_game(written(like, into))
    return game, game.random(Random(3))
