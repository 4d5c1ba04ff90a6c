"""`bin/lines`: which game takes what of `rules/kit`."""

import grimp

from tests.kit_lines import report, taken


def made(*imports: tuple[str, str]) -> grimp.ImportGraph:
    graph = grimp.ImportGraph()
    for name in ("rules", "rules.systems", "rules.kit"):
        graph.add_module(name)
    for importer, imported in imports:
        for name in (importer, imported):
            parts = name.split(".")
            for length in range(1, len(parts) + 1):
                graph.add_module(".".join(parts[:length]))
        graph.add_import(importer=importer, imported=imported)
    return graph


def test_a_game_takes_whatever_its_modules_import_of_the_kit_and_what_that_imports() -> None:
    graph = made(
        ("rules.systems.chess.play.moves", "rules.kit.board.squares"),
        ("rules.kit.board.squares", "rules.kit.colors"),
        ("rules.systems.checkers.system", "rules.kit.colors"),
        ("rules.systems.chess.play.moves", "rules.dice"),
    )
    assert taken(graph) == {
        "rules.systems.checkers": {"rules.kit.colors"},
        "rules.systems.chess": {"rules.kit.board.squares", "rules.kit.colors"},
    }


def test_every_module_of_the_kit_is_counted_once() -> None:
    graph = grimp.build_graph("rules", cache_dir=None)
    modules = [one for one in graph.find_descendants("rules.kit") if not graph.find_children(one)]
    told = report(graph)
    counted = [
        int(line.split()[3]) for line in told if line.startswith("for ") and "alone" not in line
    ]
    assert sum(counted) == len(modules)
    assert {line.split()[0] for line in told[1:5]} == {
        "empire-ascendant", "hyperspace-d6", "rules-sheet-d6", "storytelling-d10"
    }  # fmt: skip


def test_two_games_use_every_module_of_the_kit() -> None:
    graph = grimp.build_graph("rules", cache_dir=None)
    modules = {one for one in graph.find_descendants("rules.kit") if not graph.find_children(one)}
    games = taken(graph)
    alone = {
        module: [game for game in games if module in games[game]] for module in sorted(modules)
    }
    assert {module: users for module, users in alone.items() if len(users) < 2} == {}
