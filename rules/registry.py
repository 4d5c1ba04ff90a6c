"""Finds the game systems: every folder under `systems/` with a SYSTEM, and those that
HYPERSPACE_GAMES names.
"""

import os
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from rules import document as documents
from rules import game_folders, systems
from rules.character import Character
from rules.document import Document, Envelope
from rules.game import Game
from rules.game_folders import GameFolder
from rules.problems import InvalidDocument, UnknownGame


@cache
def all_systems() -> dict[str, Game]:
    """Every game by its slug, ordered by rank, then by name."""
    loaded = [*built_in().values(), *(one.game for one in folders() if one.game)]
    return {
        system.slug: system for system in sorted(loaded, key=lambda game: (game.rank, game.name))
    }


@cache
def built_in() -> dict[str, Game]:
    """The games that come with the program, by slug; ValueError if two have the same one."""
    found: dict[str, Game] = {}
    for name, game in _packages().items():
        if game.slug in found:
            raise ValueError(f"two folders have the slug {game.slug}, one of them {name}")
        found[game.slug] = game
    return found


def _packages() -> dict[str, Game]:
    """The games under `systems/`, by the name of their package."""
    names = [module.name for module in iter_modules(systems.__path__) if module.ispkg]
    return {name: import_module(f"{systems.__name__}.{name}").SYSTEM for name in names}


def folder_of(slug: str) -> Path | None:
    """The folder in which a game stands; None for one that was made without a folder."""
    outside = {one.game.slug: one.path for one in folders() if one.game}
    places = {
        game.slug: Path(path) / name
        for path in systems.__path__
        for name, game in _packages().items()
    }
    return outside.get(slug) or places.get(slug)


@cache
def folders() -> tuple[GameFolder, ...]:
    """The folders that HYPERSPACE_GAMES names: what was loaded of each, or why nothing."""
    named = os.environ.get(game_folders.VARIABLE, "").split(os.pathsep)
    return game_folders.load([path for path in named if path.strip()], built_in())


def get(slug: str) -> Game:
    """The game with that slug; UnknownGame if there is none."""
    try:
        return all_systems()[slug]
    except KeyError:
        known = ", ".join(all_systems())
        raise UnknownGame(
            f"no game system of that name; known are {known}", where="system"
        ) from None


def name_of(slug: str) -> str:
    """The name of the game with that slug; the slug itself if there is no such game any more."""
    system = all_systems().get(slug)
    return system.name if system else slug


def from_envelope(envelope: Envelope) -> Document:
    """A document from its plain members, read by the game it names."""
    return get(envelope.system).of_build(envelope.build).take(envelope)


def rules_of(document: Document) -> Game:
    """The rules for a document: those of its game, or of what it holds instead of a character."""
    system = get(document.system)
    return system.others.get(held_in(document), system)


def open(document: Document) -> Character:
    """The character of a document, or whatever else it holds."""
    return Character(rules_of(document), document)


def held_in(document: Document) -> str:
    """The thing that a document holds instead of a character ("craft"), "" for a character."""
    others = get(document.system).others.items()
    held = (what for what, rules in others if isinstance(document.build, rules.build_type))
    return next(held, "")


def is_opponent(document: Document) -> bool:
    """True if a document can be nothing but an opponent; in some games any character can be one."""
    rules = get(document.system).opponents
    return rules is not None and not held_in(document) and rules.is_one(document)


def read_character(text: bytes | str) -> Document:
    """A character from its JSON; InvalidDocument for a document that holds something else."""
    document = read(text)
    if what := held_in(document):
        raise InvalidDocument(f"this file holds a {what}, not a character", where=f"build.{what}")
    return document


def read(text: bytes | str) -> Document:
    """A document from its JSON, read by the game it names."""
    return from_envelope(documents.open_text(text))
