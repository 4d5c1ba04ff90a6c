"""The command line: `python -m rules systems | sheet | check | random | act | enter`.

Exit status: 0 for a legal character; 1 for an illegal one, with its problems on standard output; 2
for an unreadable file or a wrong call, with one line on standard error. This module parses the
call; `commands.py` has what `act` and `enter` do.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Sequence
from io import TextIOWrapper
from pathlib import Path
from random import Random
from typing import Any, NoReturn

from rules import commands, registry
from rules.document import MAX_BYTES, Document
from rules.figures import Figure
from rules.problems import InvalidDocument, Problem, RuleViolation

LEGAL, ILLEGAL, UNREADABLE = 0, 1, 2


class Parser(argparse.ArgumentParser):
    """Reports a wrong call in one line."""

    def error(self, message: str) -> NoReturn:
        """Exit with the status of a wrong call."""
        self.exit(UNREADABLE, " ".join(f"{self.prog}: {message}".split()) + "\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command, and return the exit status."""
    options = _options(arguments)
    try:
        status, text = options.run(options)
        _print(text)
    except InvalidDocument as unreadable:
        line = str(unreadable)
    except OSError as error:
        line = f"{error.filename or 'standard output'}: {error.strerror or error}"
    else:
        return int(status)
    print(" ".join(line.split()), file=sys.stderr)
    return UNREADABLE


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The parsed command line. Form fields may also follow the options."""
    parser = _parser()
    options, rest = parser.parse_known_args(arguments)
    if rest and (options.command != "act" or any(one.startswith("-") for one in rest)):
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    if rest:
        options.fields += rest
    return options


def _parser() -> Parser:
    parser = Parser(
        prog="python -m rules", description="Characters worked out from their documents."
    )
    parsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    systems = parsers.add_parser("systems", help="list the game systems")
    systems.set_defaults(run=_systems)
    sheet = parsers.add_parser("sheet", help="print the sheet as JSON")
    sheet.add_argument("file", metavar="FILE|-")
    sheet.add_argument("--why", action="store_true", help="explain each number")
    sheet.set_defaults(run=_sheet)
    check = parsers.add_parser("check", help="check a character and print its problems")
    check.add_argument("file", metavar="FILE|-")
    check.set_defaults(run=_check)
    random = parsers.add_parser("random", help="make a random legal character")
    random.add_argument("system", metavar="SYSTEM")
    random.add_argument("--seed", type=int, help="the same seed gives the same character")
    random.set_defaults(run=_random)
    _add_act(parsers.add_parser("act", help="roll or take an action at the table"))
    enter = parsers.add_parser("enter", help="add an entry to the ledger and print the character")
    enter.add_argument("file", metavar="FILE|-")
    enter.add_argument("entry", metavar="JSON", help='like {"kind": "award", "cp": 3}')
    enter.set_defaults(run=_enter)
    return parser


def _add_act(act: argparse.ArgumentParser) -> None:
    act.add_argument("file", metavar="FILE|-")
    act.add_argument("action", metavar="ACTION", help="the id of a roll or an action")
    act.add_argument("fields", metavar="FIELD=VALUE", nargs="*", help="the fields of its form")
    act.add_argument("--turn", metavar="JSON", default="{}", help='like {"actions": 3}')
    chance = act.add_mutually_exclusive_group()
    chance.add_argument("--dice", metavar="FACES", help="use these dice results, like 6,1,3")
    chance.add_argument("--seed", type=int, help="the same seed rolls the same dice")
    act.set_defaults(run=_act)


def _systems(_: argparse.Namespace) -> tuple[int, str]:
    systems = registry.all_systems().items()
    return LEGAL, "".join(f"{slug}\t{system.full_name}\n" for slug, system in systems)


def _sheet(options: argparse.Namespace) -> tuple[int, str]:
    document = _read(options.file)
    system = registry.rules_of(document)
    shown = system.numbers(document)
    if options.why:
        shown["why"] = explanations(system.sheet(document).figures)
    problems = system.problems(document)
    if problems:
        shown["problems"] = [problem.plain() for problem in problems]
    return (ILLEGAL if problems else LEGAL), _json(shown)


def _check(options: argparse.Namespace) -> tuple[int, str]:
    document = _read(options.file)
    problems = registry.rules_of(document).problems(document)
    return (ILLEGAL, _problems(problems)) if problems else (LEGAL, "")


def _random(options: argparse.Namespace) -> tuple[int, str]:
    rng = Random(options.seed)  # noqa: S311  # a character by chance is no secret
    return LEGAL, commands.to_text(registry.get(options.system).random(rng))


def _act(options: argparse.Namespace) -> tuple[int, str]:
    """Without dice and without a seed nothing is rolled: only the form is printed."""
    document = _read(options.file)
    rng: Random | None = None
    if options.dice is not None:
        rng = commands.FixedDice(commands.parse_faces(options.dice))
    elif options.seed is not None:
        rng = Random(options.seed)  # noqa: S311  # whoever names a seed wants to know the dice
    fields, turn = commands.parse_fields(options.fields), commands.parse_turn(options.turn)
    system = registry.rules_of(document)
    call = commands.new_call(document, options.action, fields, system=system, turn=turn)
    shown = commands.act(call, rng)
    return (ILLEGAL if shown["form"]["blocked"] else LEGAL), _json(shown)


def _enter(options: argparse.Namespace) -> tuple[int, str]:
    document = _read(options.file)
    try:
        after = commands.enter(registry.rules_of(document), document, options.entry)
    except RuleViolation as refused:
        return ILLEGAL, _problems(refused.problems)
    return LEGAL, commands.to_text(after)


def _read(file: str) -> Document:
    """The document in a file; InvalidDocument with the file's name and the place of the error."""
    try:
        return registry.read(_bytes(file))
    except InvalidDocument as unreadable:
        raise InvalidDocument(str(unreadable), where=file) from None


def _bytes(file: str) -> bytes:
    if file == "-":
        if sys.stdin is None:
            raise InvalidDocument("standard input is closed")
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    if "\0" in file:
        raise InvalidDocument("a file's name has no zero byte in it")
    with Path(file).open("rb") as opened:
        return opened.read(MAX_BYTES + 1)


def explanations(figures: dict[str, Figure]) -> dict[str, Any]:
    """How each figure is computed, by its short name: `dodge`, `stealth`, `DEX`.

    Figures that have a name only within their group (a weapon's attack and damage) stay in the
    group.
    """
    texts: dict[str, Any] = {}
    for key, figure in figures.items():
        group, _, rest = key.partition(".")
        middle, _, last = rest.rpartition(".")
        if middle:
            texts.setdefault(group, {}).setdefault(middle, {})[last] = figure.why
        else:
            texts[last or group] = figure.why
    return texts


def _print(text: str) -> None:
    """Print everything at once; OSError or InvalidDocument if standard output does not take it."""
    if sys.stdout is None:
        raise InvalidDocument("standard output is closed")
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError:
        # Python flushes once more at exit, and would report the error again, with status 120.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise


def _problems(problems: Iterable[Problem]) -> str:
    return _json({"problems": [problem.plain() for problem in problems]})


def _json(shown: dict[str, Any]) -> str:
    return json.dumps(shown, ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.exit(main())
