"""The file: its lines, and the check that it is complete. What the rows mean is not known here.

The first line is the header, the last one the seal: the SHA-256 of all lines before it.
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
from typing import IO

import msgspec

FORMAT_NAME = "hyperspace-backup/"
FORMAT = f"{FORMAT_NAME}1"
# The longest line is a portrait's: an image of four megapixels in base64.
MAX_LINE_BYTES = 64 * 1024 * 1024

Row = tuple[str, dict[str, object]]
# The values of a row by column name, as they stand in the file: JSON.
Text = bytes | msgspec.Raw


class BackupError(Exception):
    """Why a backup cannot be written or read, in one line."""


class Header(msgspec.Struct, forbid_unknown_fields=True):
    """The first line: format, time, migrations, and the number of rows of each table."""

    format: str
    made: str
    migrations: tuple[tuple[str, str], ...]
    tables: dict[str, int]


def write(path: Path, header: Header, rows: Iterable[Row]) -> None:
    """Writes the file, readable by its owner only, under a temporary name until it is complete."""
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
        raise BackupError(f"{path}: {error.strerror or error}") from None


@dataclass(frozen=True)
class Archive:
    """A backup file with its header."""

    path: Path
    header: Header

    def rows(self) -> Iterator[tuple[str, Text]]:
        """Every row: its table, and its values as they stand there. BackupError if the file is
        truncated or changed, which is known only after the last row.
        """
        digest, row_counts = hashlib.sha256(), Counter[str]()
        lines = _read_lines(self.path)
        digest.update(next(lines, b""))
        for line in lines:
            value = _parse_line(self.path, line)
            if isinstance(value, dict):
                self._check_seal(value, digest.hexdigest(), row_counts, lines)
                return
            digest.update(line)
            row_counts[value[0]] += 1
            yield value
        raise truncated_error(self.path)

    def _check_seal(
        self, seal: object, digest: str, row_counts: Counter[str], lines: Iterator[bytes]
    ) -> None:
        expected = {table: count for table, count in self.header.tables.items() if count}
        if seal != {"sha256": digest} or row_counts != expected or next(lines, b""):
            raise damaged_error(self.path)


def open_archive(path: Path) -> Archive:
    """The file with its header read; BackupError if it is not a backup of this format."""
    line = next(_read_lines(path), b"")
    try:
        header = json.loads(line)
    except (ValueError, RecursionError):
        header = None
    form = header.get("format") if isinstance(header, dict) else None
    if not isinstance(form, str) or not form.startswith(FORMAT_NAME):
        raise BackupError(f"{path}: not a Hyperspace backup")
    if form != FORMAT:
        raise BackupError(f"{path}: backup of another version: {form[:40]}, not {FORMAT}")
    try:
        return Archive(path, msgspec.convert(header, Header))
    except msgspec.ValidationError:
        raise damaged_error(path) from None


def damaged_error(path: Path) -> BackupError:
    """The error for a file that was changed after it was written."""
    return BackupError(f"{path}: the file was changed or damaged after it was written")


def truncated_error(path: Path) -> BackupError:
    """The error for a file whose end is missing."""
    return BackupError(f"{path}: the file is incomplete: its end is missing")


def _write_lines(file: IO[bytes], header: Header, rows: Iterable[Row]) -> None:
    digest = hashlib.sha256()
    with gzip.GzipFile(filename="", fileobj=file, mode="wb", compresslevel=6) as packed:
        for value in chain([msgspec.to_builtins(header)], rows):
            line = _encode_line(value)
            packed.write(line)
            digest.update(line)
        packed.write(_encode_line({"sha256": digest.hexdigest()}))


def _encode_line(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


_decode_row = msgspec.json.Decoder(tuple[str, msgspec.Raw]).decode


def _parse_line(path: Path, line: bytes) -> tuple[str, Text] | dict[str, object]:
    """A row, or the seal."""
    try:
        table, text = _decode_row(line)
        if bytes(memoryview(text)[:1]) == b"{":
            return table, text
    except (ValueError, RecursionError):
        pass  # the seal, or what the strict decoder refuses, such as half a surrogate pair
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        raise damaged_error(path) from None
    match value:
        case dict():
            return value
        case [str() as table, dict() as values]:
            return table, json.dumps(values).encode()
    raise damaged_error(path)


def _read_lines(path: Path) -> Iterator[bytes]:
    """The decompressed lines of the file, one at a time."""
    try:
        with gzip.open(path, "rb") as packed:
            while line := packed.readline(MAX_LINE_BYTES + 1):
                if len(line) > MAX_LINE_BYTES:
                    raise damaged_error(path)
                if not line.endswith(b"\n"):
                    raise truncated_error(path)
                yield line
    except EOFError:
        raise truncated_error(path) from None
    except gzip.BadGzipFile as error:
        if "Not a gzipped file" in str(error):
            raise BackupError(f"{path}: not a Hyperspace backup") from None
        raise damaged_error(path) from None
    except zlib.error:
        raise damaged_error(path) from None
    except OSError as error:
        raise BackupError(f"{path}: {error.strerror or error}") from None
