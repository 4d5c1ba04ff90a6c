"""The engine stays pure: what it imports, and who may name a game."""

import ast
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RULES = ROOT / "rules"
MODULES = sorted(RULES.rglob("*.py"))
GAMES = sorted(folder for folder in (RULES / "systems").iterdir() if (folder / "tables").is_dir())
OUTSIDE = {
    "socket",
    "ssl",
    "http",
    "urllib",
    "sqlite3",
    "subprocess",
    "time",
    "datetime",
    "asyncio",
}
TEXT_ONLY = "urllib.parse"
MAKERS = frozenset({"Procedure", "ProcedureGroup", "fixed"})


@cache
def read(file: Path) -> tuple[frozenset[str], frozenset[str]]:
    """Every module that a file imports, by its full name, and every name that it calls."""
    nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    calls = (node.func for node in nodes if isinstance(node, ast.Call))
    called = frozenset(function.id for function in calls if isinstance(function, ast.Name))
    return frozenset(_imports(file, nodes)), called


def imported(file: Path) -> frozenset[str]:
    """Every module that a file imports, by its full name."""
    return read(file)[0]


def _imports(file: Path, nodes: Iterable[ast.AST]) -> Iterator[str]:
    package = ".".join(file.relative_to(ROOT).with_suffix("").parts[:-1])
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = package.split(".")
                base = ".".join([*parts[: len(parts) - node.level + 1], *filter(None, [base])])
            yield base
            yield from (f"{base}.{name.name}" for name in node.names)


def _tops(names: Iterable[str]) -> set[str]:
    """Packages that reach outside, among those of some modules."""
    return {name.partition(".")[0] for name in names} & OUTSIDE


def test_the_engine_imports_the_standard_library_msgspec_tomli_and_itself() -> None:
    foreign = {}
    for file in MODULES:
        allowed = {*sys.stdlib_module_names, "msgspec", "tomli", "rules"}
        if file == RULES / "apps.py":
            allowed.add("django")
        tops = {name.partition(".")[0] for name in imported(file)}
        if tops - allowed:
            foreign[str(file.relative_to(ROOT))] = tops - allowed
    assert foreign == {}


def test_the_engine_knows_no_clock_no_network_and_no_database() -> None:
    found = {
        str(file.relative_to(ROOT)): outside
        for file in MODULES
        if (outside := _tops(name for name in imported(file) if not name.startswith(TEXT_ONLY)))
    }
    assert found == {}


def test_chance_comes_only_through_a_generator_that_is_passed_in() -> None:
    """`random` is imported for its type; the command line and the stream alone make a generator."""
    may_seed = {RULES / f"{name}.py" for name in ("__main__", "stream", "verbs")}
    for file in MODULES:
        names = {name for name in imported(file) if name.partition(".")[0] == "random"}
        assert names <= {"random", "random.Random"}, file
        assert "secrets" not in {name.partition(".")[0] for name in imported(file)}, file
        text = file.read_text(encoding="utf-8")
        made = "Random(" in text
        assert not made or file == RULES / "__main__.py", file
        seeded = "SeededDice(" in text.replace("class SeededDice(", "")
        assert not seeded or file in may_seed, file


@pytest.mark.parametrize("game", GAMES, ids=lambda folder: folder.name)
def test_no_game_is_named_outside_its_own_folders(game: Path) -> None:
    slug = game.name.replace("_", "-")
    own = {game, ROOT / "templates" / "systems" / slug}
    searched = [
        file
        for top in ("rules", "sheets", "hyperspace", "templates")
        for file in (ROOT / top).rglob("*")
        if file.suffix in {".py", ".html", ".txt", ".css", ".js"}
        and not own.intersection(file.parents)
    ]
    named = []
    for file in searched:
        text = file.read_text(encoding="utf-8")
        if slug in text or game.name in text:
            named.append(str(file.relative_to(ROOT)))
    assert named == []


def test_only_the_reader_of_tables_makes_procedures() -> None:
    """An action that is none of a table's rows would have no cost that anybody can list."""
    makers = {str(file.relative_to(RULES)) for file in MODULES if read(file)[1] & MAKERS}
    assert makers == {"kit/play/procedure_tables.py"}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))
def test_what_a_game_does_at_the_table_is_declared_in_its_tables(game: Path) -> None:
    makers = {f"rules.kit.play.procedures.{name}" for name in MAKERS}
    assert [file.name for file in sorted(game.rglob("*.py")) if imported(file) & makers] == []
    assert (game / "tables" / "procedures.toml").is_file()
