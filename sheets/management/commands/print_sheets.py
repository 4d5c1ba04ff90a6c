"""Prints files of characters and craft, or a blank sheet, as the same PDFs that the site serves."""

from __future__ import annotations

import os
import tempfile
from argparse import RawDescriptionHelpFormatter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from rules import registry
from rules.document import MAX_BYTES, Document
from rules.problems import InvalidDocument
from sheets import printing
from sheets.management.base import SiteCommand

ILLEGAL, UNREADABLE = 1, 2


class Command(SiteCommand):
    help = """Prints files of characters and craft as PDFs.

Exit status: 0 printed; 1 printed, but a character breaks a rule or is unfinished (details on
standard error); 2 nothing printed: unreadable file, wrong usage, or printing failed."""

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: object) -> CommandParser:
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.formatter_class = RawDescriptionHelpFormatter
        return parser

    def add_arguments(self, parser: CommandParser) -> None:
        source = parser.add_mutually_exclusive_group(required=True)
        source.add_argument(
            "files",
            nargs="*",
            default=[],
            metavar="FILE",
            help="files of characters or craft (JSON)",
        )
        source.add_argument(
            "--blank", metavar="SYSTEM", help="print a blank sheet of this game instead"
        )
        parser.add_argument(
            "--output",
            required=True,
            metavar="FILE|DIRECTORY",
            help="where to write; several files need a directory, which is created if missing",
        )
        parser.add_argument("--paper", choices=printing.PAPERS, default=printing.PAPERS[0])
        parser.add_argument(
            "--kind",
            choices=printing.KINDS,
            default=printing.KINDS[0],
            help="classic: one page; full: all details after it; large: large print;"
            " frame: a page to frame; cards: weapons, gear, powers, or a"
            " craft's stations;"
            " tent: a name tent",
        )
        parser.add_argument("--colour", action="store_true", help="print in color")
        parser.add_argument(
            "--empty",
            action="store_true",
            help="leave boxes empty instead of marking wounds and points",
        )
        parser.add_argument(
            "--backs",
            action="store_true",
            help="print backs behind cards, for paper turned over its long edge",
        )
        parser.add_argument(
            "--fillable", action="store_true", help="add form fields to fill in on a screen"
        )

    def handle(self, *_args: object, **options: Any) -> None:
        edition = printing.PrintOptions(
            kind=options["kind"],
            paper=options["paper"],
            state=not options["empty"],
            colour=options["colour"],
            fillable=options["fillable"],
            backs=options["backs"],
        )
        try:
            if options["blank"]:
                _write({Path(options["output"]): _blank(options["blank"], edition)})
                return
            sources = [Path(file) for file in options["files"]]
            documents = [_read(source) for source in sources]
            targets = _targets(sources, Path(options["output"]))
            pdfs = (printing.sheet_pdf(document, edition) for document in documents)
            _write(dict(zip(targets, pdfs, strict=True)))
        except OSError as error:
            raise _failure(f"{error.filename}: {error.strerror}") from None
        except printing.PrintingFailed as failed:
            raise _failure(str(failed)) from None
        faults = [
            fault for pair in zip(sources, documents, strict=True) for fault in _faults(*pair)
        ]
        if faults:
            self.stderr.write("\n".join(faults))
            raise SystemExit(ILLEGAL)


def _blank(slug: str, edition: printing.PrintOptions) -> bytes:
    try:
        return printing.blank_pdf(slug, edition)
    except InvalidDocument as unreadable:
        raise _failure(f"--blank: {unreadable}") from None
    except ValueError as error:
        raise _failure(f"--blank: {error}") from None


def _failure(message: str) -> CommandError:
    return CommandError(" ".join(message.split()), returncode=UNREADABLE)


def _read(source: Path) -> Document:
    """The document in a file, of a character or a craft; CommandError with the file and the place
    if it cannot be read.
    """
    try:
        with source.open("rb") as file:
            return registry.read(file.read(MAX_BYTES + 1))
    except InvalidDocument as unreadable:
        raise _failure(f"{source}: {unreadable}") from None


def _faults(source: Path, document: Document) -> Iterator[str]:
    for problem in registry.open(document).problems:
        yield f"{source}: {problem.where}: {problem.message}"


def _targets(sources: Sequence[Path], output: Path) -> list[Path]:
    """The PDF path of each file: in a directory, the file's name with a number if it is taken."""
    if len(sources) == 1 and not output.is_dir():
        return [output]
    if output.exists() and not output.is_dir():
        raise _failure(f"{output}: several files need a directory")
    output.mkdir(parents=True, exist_ok=True)
    targets: list[Path] = []
    for source in sources:
        target, number = output / f"{source.stem}.pdf", 1
        while target in targets:
            number += 1
            target = output / f"{source.stem}-{number}.pdf"
        targets.append(target)
    return targets


def _write(pdfs: dict[Path, bytes]) -> None:
    """Writes all files or none: under temporary names first, then renamed."""
    written: list[tuple[str, Path]] = []
    try:
        for target, pdf in pdfs.items():
            if not target.parent.is_dir():
                raise _failure(f"{target.parent}: no such directory")
            with tempfile.NamedTemporaryFile(
                dir=target.parent, suffix=".part", delete=False
            ) as file:
                written.append((file.name, target))
                file.write(pdf)
        for name, target in written:
            Path(name).chmod(0o666 & ~_umask())
            Path(name).replace(target)
    except OSError:
        for name, _ in written:
            Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
