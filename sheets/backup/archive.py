"""The file: its lines, and that it is whole. What the rows mean is not known here.

The first line is the header, the last one the seal: the SHA-256 of all the lines before it.
"""

import gzip
import hashlib
import json
import os
import tempfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import IO, Any

import msgspec

FAMILY = "hyperspace-backup/"
FORMAT = f"{FAMILY}1"
# The longest line is a portrait's: a picture of four megapixels, written in letters.
LONGEST_LINE = 64 * 1024 * 1024

Row = tuple[str, dict[str, Any]]


class BackupFault(Exception):
    """Why a backup cannot be written or read, in one line."""


class Header(msgspec.Struct, forbid_unknown_fields=True):
    """What the first line says: of what and when this is, and how many rows each table has."""

    format: str
    made: str
    migrations: tuple[tuple[str, str], ...]
    tables: dict[str, int]


def write(path: Path, header: Header, rows: Iterable[Row]) -> None:
    """Writes the file for its owner's eyes only, under another name until it is whole."""
    try:
        with tempfile.NamedTemporaryFile(
            dir=path.parent, prefix=f".{path.name}.", suffix=".part", delete=False
        ) as file:
            try:
                _write_lines(file, header, rows)
                file.flush()
                os.fsync(file.fileno())
                Path(file.name).replace(path)
            except BaseException:
                Path(file.name).unlink(missing_ok=True)
                raise
    except OSError as error:
        raise BackupFault(f"{path}: {error.strerror or error}") from None


@dataclass(frozen=True)
class Archive:
    """A file to read, with its header."""

    path: Path
    header: Header

    def rows(self) -> Iterator[Row]:
        """Every row. BackupFault where the file is not whole, or not as it was written: only after
        the last row is it known to be.
        """
        digest, counted = hashlib.sha256(), Counter[str]()
        lines = _lines(self.path)
        digest.update(next(lines, b""))
        for line in lines:
            said = _plain(self.path, line)
            if isinstance(said, dict):
                self._check_seal(said, digest.hexdigest(), counted, lines)
                return
            digest.update(line)
            match said:
                case [str() as table, dict() as values]:
                    counted[table] += 1
                    yield table, values
                case _:
                    raise changed(self.path)
        raise ends_early(self.path)

    def _check_seal(
        self, said: object, digest: str, counted: Counter[str], lines: Iterator[bytes]
    ) -> None:
        expected = {table: count for table, count in self.header.tables.items() if count}
        if said != {"sha256": digest} or counted != expected or next(lines, b""):
            raise changed(self.path)


def opened(path: Path) -> Archive:
    """The file with its header read; BackupFault where it is no backup that we know."""
    line = next(_lines(path), b"")
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        said = None
    form = said.get("format") if isinstance(said, dict) else None
    if not isinstance(form, str) or not form.startswith(FAMILY):
        raise BackupFault(f"{path}: this is no backup")
    if form != FORMAT:
        raise BackupFault(f"{path}: it is from another version: {form[:40]}, not {FORMAT}")
    try:
        return Archive(path, msgspec.convert(said, Header))
    except msgspec.ValidationError:
        raise changed(path) from None


def changed(path: Path) -> BackupFault:
    """The fault of a file that is not as it was written."""
    return BackupFault(f"{path}: it was changed or damaged since it was written")


def ends_early(path: Path) -> BackupFault:
    """The fault of a file of which the end is missing."""
    return BackupFault(f"{path}: it is not whole: its end is missing")


def _write_lines(file: IO[bytes], header: Header, rows: Iterable[Row]) -> None:
    digest = hashlib.sha256()
    with gzip.GzipFile(filename="", fileobj=file, mode="wb", compresslevel=6) as packed:
        for said in chain([msgspec.to_builtins(header)], rows):
            line = _line(said)
            packed.write(line)
            digest.update(line)
        packed.write(_line({"sha256": digest.hexdigest()}))


def _line(said: object) -> bytes:
    return json.dumps(said, separators=(",", ":")).encode() + b"\n"


def _plain(path: Path, line: bytes) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise changed(path) from None


def _lines(path: Path) -> Iterator[bytes]:
    """The lines of the file, unpacked as they are asked for."""
    try:
        with gzip.open(path, "rb") as packed:
            while line := packed.readline(LONGEST_LINE + 1):
                if len(line) > LONGEST_LINE:
                    raise changed(path)
                if not line.endswith(b"\n"):
                    raise ends_early(path)
                yield line
    except EOFError:
        raise ends_early(path) from None
    except gzip.BadGzipFile as error:
        if "Not a gzipped file" in str(error):
            raise BackupFault(f"{path}: this is no backup") from None
        raise changed(path) from None
    except zlib.error:
        raise changed(path) from None
    except OSError as error:
        raise BackupFault(f"{path}: {error.strerror or error}") from None
