"""The command line: `python -m rules systems | sheet | check | random | act | enter | fight`,
`stream` for many of these in one process, and `new | lint | test` for a game's folder.

Exit status: 0 for a legal character or a sound game; 1 for an illegal or a faulty one, with its
problems on standard output; 2 for an unreadable file or a wrong call, with one line on standard
error. This module parses the
call; `verbs.py` has what each command does.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from random import Random
from typing import NoReturn

from rules import commands, contract, game_folders, registry, stream, verbs
from rules.commands import SeededDice
from rules.contract.subject import Subject
from rules.declared import starter
from rules.declared.lint import lint
from rules.document import MAX_BYTES, Document
from rules.problems import InvalidDocument
from rules.verbs import ILLEGAL, LEGAL, UNREADABLE, Answer


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
    fight = parsers.add_parser("fight", help="fight out a fight between two sides")
    fight.add_argument("files", metavar="FILE", nargs="+", help="the characters of the first side")
    fight.add_argument(
        "--against", metavar="FILE", nargs="+", required=True, help="the second side"
    )
    _add_dice(fight)
    fight.set_defaults(run=_fight)
    test = parsers.add_parser("test", help="test a game: what is kept, and what would be right")
    test.add_argument("game", metavar="FOLDER|SYSTEM")
    test.set_defaults(run=_test)
    new = parsers.add_parser("new", help="write a small complete game of tables into a folder")
    new.add_argument("slug", metavar="SLUG")
    new.add_argument("--like", metavar="KIND", default="coded", help=", ".join(starter.kinds()))
    new.add_argument("--into", metavar="FOLDER", default=".", type=Path)
    new.set_defaults(run=_new)
    tables = parsers.add_parser("lint", help="say every fault of a game's tables, and what is due")
    tables.add_argument("folder", metavar="FOLDER", type=Path)
    tables.set_defaults(run=_lint)
    requests = parsers.add_parser("stream", help="answer a request a line, as JSON, until they end")
    requests.set_defaults(run=_stream)
    return parser


def _add_act(act: argparse.ArgumentParser) -> None:
    act.add_argument("file", metavar="FILE|-")
    act.add_argument("action", metavar="ACTION", help="the id of a roll or an action")
    act.add_argument("fields", metavar="FIELD=VALUE", nargs="*", help="the fields of its form")
    act.add_argument("--turn", metavar="JSON", default="{}", help='like {"actions": 3}')
    _add_dice(act)
    act.set_defaults(run=_act)


def _add_dice(command: argparse.ArgumentParser) -> None:
    chance = command.add_mutually_exclusive_group()
    chance.add_argument("--dice", metavar="FACES", help="use these dice results, like 6,1,3")
    chance.add_argument("--seed", type=int, help="the same seed rolls the same dice")


def _systems(_: argparse.Namespace) -> tuple[int, str]:
    """Every game; on standard error, the folders whose game isn't loaded."""
    systems = registry.all_systems().items()
    for folder in registry.folders():
        if folder.faults:
            print(folder.told, file=sys.stderr)
    return LEGAL, "".join(f"{slug}\t{system.full_name}\n" for slug, system in systems)


def _sheet(options: argparse.Namespace) -> tuple[int, str]:
    return _printed(verbs.sheet(_read(options.file), why=options.why))


def _check(options: argparse.Namespace) -> tuple[int, str]:
    return _printed(verbs.check(_read(options.file)))


def _random(options: argparse.Namespace) -> tuple[int, str]:
    return _printed(verbs.random(options.system, options.seed))


def _act(options: argparse.Namespace) -> tuple[int, str]:
    document = _read(options.file)
    dice = verbs.dice_of(options.dice, options.seed)
    fields, turn = commands.parse_fields(options.fields), commands.parse_turn(options.turn)
    return _printed(verbs.act(document, options.action, fields, turn=turn, dice=dice))


def _enter(options: argparse.Namespace) -> tuple[int, str]:
    return _printed(verbs.enter(_read(options.file), options.entry))


def _fight(options: argparse.Namespace) -> tuple[int, str]:
    sides = [[_read(file) for file in files] for files in (options.files, options.against)]
    dice = verbs.dice_of(options.dice, options.seed) or SeededDice(None)
    return _printed(verbs.fight_out(sides, dice))


def _stream(_: argparse.Namespace) -> tuple[int, str]:
    if sys.stdin is None:
        raise InvalidDocument("standard input is closed")
    for line in stream.answers(sys.stdin.buffer):
        _print(line)
    return LEGAL, ""


def _test(options: argparse.Namespace) -> tuple[int, str]:
    """Tests a game by its slug, or the one in a folder; each line is printed once it is known."""
    try:
        subject = _subject(options.game)
    except game_folders.FolderError as error:
        faults = [f"       {fault}\n" for fault in error.faults]
        return ILLEGAL, "".join(["FAULT  It can be loaded.\n", *faults])
    wrong = 0
    for line, faulty in contract.report(subject):
        wrong += faulty
        _print(f"{line}\n")
    return ILLEGAL if wrong else LEGAL, ""


def _new(options: argparse.Namespace) -> tuple[int, str]:
    """Writes the folder of a new game, and says what to do next."""
    folder = starter.write(options.slug, options.like, options.into)
    return LEGAL, f"{folder}: change its tables, then: python -m rules lint {folder}\n"


def _lint(options: argparse.Namespace) -> tuple[int, str]:
    """Every fault of the tables in a folder, and what is still to be written."""
    faults, due = lint(options.folder, Random)
    lines = (*(f"FAULT  {fault}" for fault in faults), *(f"due    {one}" for one in due))
    ending = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
    text = "".join(f"{line}\n" for line in (*lines, f"{ending}, {len(due)} due."))
    return ILLEGAL if faults else LEGAL, text


def _subject(named: str) -> Subject:
    folder, game = registry.folder_of(named), registry.all_systems().get(named)
    if game is None:
        folder = Path(named).absolute()
        game = game_folders.load_game(folder)
    return Subject(game, Random, folder=folder)


def _printed(answer: Answer) -> tuple[int, str]:
    """The status of an answer, and its text: JSON, or nothing."""
    if answer.document is not None:
        return answer.status, commands.to_text(answer.document)
    shown = json.dumps(answer.shown, ensure_ascii=False, indent=2) + "\n"
    return answer.status, shown if answer.shown else ""


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


if __name__ == "__main__":
    for output in (sys.stdout, sys.stderr):
        if isinstance(output, TextIOWrapper):
            output.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.exit(main())
