"""The command line: `python -m rules systems | sheet | check | random`.

Exit status: 0 legal; 1 illegal, the problems on standard output; 2 unreadable or wrongly called,
with one line on standard error.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, NoReturn

from rules import document as documents
from rules import registry
from rules.document import MAX_BYTES, Document
from rules.figures import Figure
from rules.problems import Problem, Unreadable

LEGAL, ILLEGAL, UNREADABLE = 0, 1, 2


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """End with the status of a wrong call."""
        self.exit(UNREADABLE, f"{self.prog}: {message}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except Unreadable as unreadable:
        line = f"{getattr(options, 'file', options.command)}: {unreadable}"
    except OSError as error:
        line = f"{error.filename}: {error.strerror}"
    print(" ".join(line.split()), file=sys.stderr)
    return UNREADABLE


def _parser() -> Parser:
    parser = Parser(
        prog="python -m rules", description="Characters worked out from their documents."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    systems = commands.add_parser("systems", help="the game systems, a line each")
    systems.set_defaults(run=_systems)
    sheet = commands.add_parser("sheet", help="the sheet as JSON")
    sheet.add_argument("file", metavar="FILE|-")
    sheet.add_argument("--why", action="store_true", help="add how each number comes about")
    sheet.set_defaults(run=_sheet)
    check = commands.add_parser("check", help="nothing, or the problems")
    check.add_argument("file", metavar="FILE|-")
    check.set_defaults(run=_check)
    random = commands.add_parser("random", help="a legal character's document")
    random.add_argument("system", metavar="SYSTEM")
    random.add_argument("--seed", type=int, help="the same seed gives the same character")
    random.set_defaults(run=_random)
    return parser


def _systems(_: argparse.Namespace) -> int:
    for slug, system in registry.all_systems().items():
        print(f"{slug}\t{system.name} {system.edition}")
    return LEGAL


def _sheet(options: argparse.Namespace) -> int:
    document = _read(options.file)
    system = registry.get(document.system)
    shown = system.numbers(document)
    if options.why:
        shown["why"] = explanations(system.sheet(document).figures)
    problems = system.problems(document)
    if problems:
        shown["problems"] = [problem.plain() for problem in problems]
    _print(shown)
    return ILLEGAL if problems else LEGAL


def _check(options: argparse.Namespace) -> int:
    document = _read(options.file)
    problems: Sequence[Problem] = registry.get(document.system).problems(document)
    if problems:
        _print({"problems": [problem.plain() for problem in problems]})
    return ILLEGAL if problems else LEGAL


def _random(options: argparse.Namespace) -> int:
    rng = Random(options.seed)  # noqa: S311  # a character by chance is no secret
    system = registry.get(options.system)
    sys.stdout.write(documents.dump(system.random(rng)))
    return LEGAL


def _read(file: str) -> Document:
    if file == "-":
        return registry.read(sys.stdin.buffer.read(MAX_BYTES + 1))
    with Path(file).open("rb") as opened:
        return registry.read(opened.read(MAX_BYTES + 1))


def explanations(figures: dict[str, Figure]) -> dict[str, Any]:
    """How each figure comes about, by its bare name: `dodge`, `stealth`, `DEX`.

    What has a name of its own within its group (a weapon's attack and damage) stays in the group.
    """
    found: dict[str, Any] = {}
    for key, figure in figures.items():
        group, _, rest = key.partition(".")
        middle, _, last = rest.rpartition(".")
        if middle:
            found.setdefault(group, {}).setdefault(middle, {})[last] = figure.why
        else:
            found[last or group] = figure.why
    return found


def _print(shown: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(shown, ensure_ascii=False, indent=2) + "\n")


if __name__ == "__main__":
    sys.exit(main())
