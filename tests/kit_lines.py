"""`bin/lines`: how many lines each game has, and how many of `rules/kit` it takes, with everything
that those import; and how many of `rules/declared`, with the example games that are tables alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
KIT, SYSTEMS, DECLARED = "rules.kit", "rules.systems", "rules.declared"
EXAMPLES = ROOT / "docs" / "examples" / "games"


def taken(graph: grimp.ImportGraph) -> dict[str, set[str]]:
    """The modules of the kit by game, each with whatever it imports there."""
    return {
        game: {
            module
            for module in graph.find_upstream_modules(game, as_package=True)
            if module.startswith(f"{KIT}.") and not graph.find_children(module)
        }
        for game in sorted(graph.find_children(SYSTEMS))
    }


def lines(modules: Iterable[str]) -> int:
    """The lines of these modules; a folder left by a removed one has none."""
    files = (_file(module) for module in modules)
    return sum(
        len(file.read_text(encoding="utf-8").splitlines()) for file in files if file.is_file()
    )


def _file(module: str) -> Path:
    path = ROOT / module.replace(".", "/")
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def declared(graph: grimp.ImportGraph, game: str) -> set[str]:
    """The modules of declared games that a game takes."""
    return {
        module
        for module in graph.find_upstream_modules(game, as_package=True)
        if module.startswith(f"{DECLARED}.") and not graph.find_children(module)
    }


def _table_lines(folder: Path) -> int:
    tables = folder.rglob("*.toml")
    return sum(len(table.read_text(encoding="utf-8").splitlines()) for table in tables)


def report(graph: grimp.ImportGraph) -> list[str]:
    """The report, line by line."""
    games = taken(graph)
    users: dict[str, list[str]] = {
        module: [game for game, modules in games.items() if module in modules]
        for module in sorted(graph.find_descendants(KIT))
        if not graph.find_children(module)
    }
    told = [
        f"{'game':<18}{'own lines':>10}{'tables':>8}{'declared':>10}"
        f"{'of the kit':>12}{'for it alone':>14}"
    ]
    for game, modules in games.items():
        own = {game, *graph.find_descendants(game)}
        alone = [module for module in modules if users[module] == [game]]
        told.append(
            f"{_short(game):<18}{lines(own):>10,}{_table_lines(ROOT / game.replace('.', '/')):>8,}"
            f"{lines(declared(graph, game)):>10,}"
            f"{lines(modules):>12,}{lines(alone):>14,}"
        )
    for folder in sorted(EXAMPLES.iterdir()):
        told.append(f"{folder.name:<18}{0:>10}{_table_lines(folder):>8,}")
    told += ["", f"{'rules/kit':<18}{'modules':>10}{'lines':>8}"]
    by_count: dict[int, list[str]] = defaultdict(list)
    for module, several in users.items():
        by_count[len(several)].append(module)
    for count in sorted(by_count, reverse=True):
        modules = by_count[count]
        label = f"for {count} {'game' if count == 1 else 'games'}"
        told.append(f"{label:<18}{len(modules):>10}{lines(modules):>8,}")
    told += ["", "for one game alone:"]
    for module in sorted(by_count[1], key=lambda one: (users[one], -lines([one]))):
        told.append(f"  {_short(users[module][0]):<18}{lines([module]):>5}  {module}")
    told += [f"  {'no game':<18}{lines([module]):>5}  {module}" for module in by_count[0]]
    return told


def _short(game: str) -> str:
    return game.removeprefix(f"{SYSTEMS}.").replace("_", "-")


if __name__ == "__main__":
    print("\n".join(report(grimp.build_graph("rules", cache_dir=None))))
