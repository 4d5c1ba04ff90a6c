"""Games in folders beside the program: which are there, and what is wrong with them."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import NamedTuple

from rules import declared, systems
from rules.character import Character
from rules.game import Game
from rules.reference.search import Index

# The environment variable with the folders, separated as in PATH.
VARIABLE = "HYPERSPACE_GAMES"
# What tells a game's folder: its tables alone, or a Python package with SYSTEM.
TABLES, PACKAGE = "game.toml", "__init__.py"
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
MAX_SLUG = 40

NO_FOLDER = "this folder isn’t there"
NO_GAME = f"no game is in it: a game's folder has a {TABLES}, or an {PACKAGE} with SYSTEM"
BAD_SLUG = f"SYSTEM.slug is {{slug!r}}: write up to {MAX_SLUG} of a-z, 0-9, and hyphens"
SLUG_TAKEN = "the slug {slug} is that of {name}, which comes with the program: choose another one"
SLUG_TWICE = "{others} has the slug {slug}, too: one of them needs another one"


class FolderError(Exception):
    """A folder that holds no game that works. `faults` are sentences, without the folder."""

    def __init__(self, *faults: str) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


class GameFolder(NamedTuple):
    """A folder with a game: the game, or what is wrong with it."""

    path: Path
    game: Game | None = None
    faults: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        """The folder in a line: what was loaded, or why not."""
        if self.game:
            return f"{self.path}: {self.game.full_name.strip()}"
        return f"{self.path}: {'; '.join(self.faults)}"


def load(paths: Iterable[str], taken: Mapping[str, Game]) -> tuple[GameFolder, ...]:
    """Every game in these folders, or in the folders inside of one. A game whose slug is taken is
    refused; of several with one slug each is.
    """
    read = [_read(folder) for path in paths for folder in _folders(Path(path).absolute())]
    slugs = Counter(one.game.slug for one in read if one.game)
    return tuple(_distinct(one, read, slugs, taken) for one in read)


def load_game(folder: Path) -> Game:
    """The game of a folder, once each question of the whole site was answered by it; FolderError
    otherwise.
    """
    if not folder.is_dir():
        raise FolderError(NO_FOLDER)
    if not _is_game(folder):
        raise FolderError(NO_GAME)
    try:
        game = _imported(folder) if _is_package(folder) else declared.load_game(folder)
        _ask(game)
    except FolderError:
        raise
    except declared.GameError as error:
        raise FolderError(*map(str, error.faults)) from error
    except (Exception, SystemExit) as error:  # whatever it is, it is about this game only
        raise FolderError(_sentence(error)) from error
    return game


def _folders(path: Path) -> Iterator[Path]:
    """The folder itself if it holds a game, or nothing; otherwise the games inside."""
    inside = [] if _is_game(path) else sorted(filter(_is_game, path.glob("*/")))
    yield from inside or [path]


def _is_package(folder: Path) -> bool:
    return (folder / PACKAGE).is_file()


def _is_game(folder: Path) -> bool:
    return _is_package(folder) or (folder / TABLES).is_file()


def _read(folder: Path) -> GameFolder:
    try:
        return GameFolder(folder, load_game(folder))
    except FolderError as error:
        return GameFolder(folder, faults=error.faults)


def _distinct(
    one: GameFolder,
    read: list[GameFolder],
    slugs: Counter[str],
    taken: Mapping[str, Game],
) -> GameFolder:
    """The folder, without its game if another one has its slug."""
    if one.game is None:
        return one
    slug = one.game.slug
    if slug in taken:
        fault = SLUG_TAKEN.format(slug=slug, name=taken[slug].name)
        return GameFolder(one.path, faults=(fault,))
    if slugs[slug] > 1:
        others = [
            str(other.path)
            for other in read
            if other.game and other.game.slug == slug and other.path != one.path
        ]
        fault = SLUG_TWICE.format(slug=slug, others=" and ".join(others) or "a second entry")
        return GameFolder(one.path, faults=(fault,))
    return one


def _imported(folder: Path) -> Game:
    """SYSTEM of a package, which is imported as one of `rules.systems`."""
    name = f"{systems.__name__}.{folder.name}"
    known = sys.modules.get(name)
    if known is not None:
        if Path(str(known.__file__)).parent != folder:
            raise FolderError(f"{known.__file__} is a game of the same folder name: rename one")
        module = known
    else:
        spec = spec_from_file_location(
            name, folder / PACKAGE, submodule_search_locations=[str(folder)]
        )
        if spec is None or spec.loader is None:
            raise FolderError(NO_GAME)
        module = sys.modules[name] = module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except BaseException:
            for one in [one for one in sys.modules if one == name or one.startswith(f"{name}.")]:
                del sys.modules[one]
            raise
    game = getattr(module, "SYSTEM", None)
    if not isinstance(game, Game):
        raise FolderError(f"{PACKAGE} has no SYSTEM that is a rules.game.Game")
    return game


def _ask(game: Game) -> None:
    """Asks what pages of the whole site ask of every game: whatever fails would fail there."""
    if not SLUG.fullmatch(game.slug) or len(game.slug) > MAX_SLUG:
        raise FolderError(BAD_SLUG.format(slug=game.slug))
    if not game.name.strip():
        raise FolderError("SYSTEM.name is empty: write the game's name")
    empty = game.empty()
    character = Character(game, empty)
    for answer in (character.sheet, character.summary, character.problems, character.numbers):
        repr(answer)
    for step in character.steps():
        character.steps(only=step.id)
    character.tools({})
    Index(game.reference())
    game.blank_sheet()
    game.ideas.list()
    game.house.fields(empty.house)


def _sentence(error: BaseException) -> str:
    """The error in one line: "KeyError: 'STR' (sheet.py, line 12)"."""
    place, trace = "", error.__traceback__
    while trace:
        place = f" ({Path(trace.tb_frame.f_code.co_filename).name}, line {trace.tb_lineno})"
        trace = trace.tb_next
    text = " ".join(str(error).split())
    return f"{type(error).__name__}{': ' if text else ''}{text}{place}"
