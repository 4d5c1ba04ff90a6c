"""Asks the package index what is known against the pinned libraries.

    python requirements/audit.py

The exit status is 1 where a library has a vulnerability that `accepted.txt` does not list. An index
that cannot be asked is no fault of a library: that is said, and the status is 0.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import urlopen

from pip._internal.models.index import PyPI

FOLDER = Path(__file__).parent
INDEX_VARIABLES = ("UV_DEFAULT_INDEX", "UV_INDEX_URL", "PIP_INDEX_URL")
AT_ONCE, PATIENCE = 8, 15
NOT_FOUND = 404
_PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^ ;\\]+)", re.MULTILINE)


class Pin(NamedTuple):
    """A library in a version."""

    name: str
    version: str


class Advisory(NamedTuple):
    """A vulnerability of a pinned library, by its id, and the versions without it."""

    pin: Pin
    id: str
    fixed_in: tuple[str, ...]
    summary: str

    def __str__(self) -> str:
        fix = f"fixed in {', '.join(self.fixed_in)}" if self.fixed_in else "not fixed yet"
        return f"{self.pin.name} {self.pin.version}: {self.id}, {fix}. {self.summary}".strip()


class NotAsked(Exception):
    """The index did not say anything about a library: why."""


def main() -> int:
    """Prints what is known; the exit status."""
    pins = sorted(set(_pins(path.read_text() for path in FOLDER.glob("*.txt"))))
    found: list[Advisory] = []
    unknown: dict[Pin, str] = {}
    with ThreadPoolExecutor(AT_ONCE) as askers:
        for pin, answer in zip(pins, askers.map(_answer, pins), strict=True):
            if isinstance(answer, NotAsked):
                unknown[pin] = str(answer)
            else:
                found += answer
    accepted = {line.split()[0] for line in _lines(FOLDER / "accepted.txt")}
    bad = [one for one in found if one.id not in accepted]
    if unknown:
        why = sorted(set(unknown.values()))
        print(
            f"Vulnerabilities: could not look for {len(unknown)} of {len(pins)} libraries"
            f" ({'; '.join(why)}). Run bin/lock where PyPI can be reached.",
            file=sys.stderr,
        )
    if bad:
        print("Vulnerable:", *bad, sep="\n  ", file=sys.stderr)
    elif len(unknown) < len(pins):
        print(f"Vulnerabilities: none known in {len(pins) - len(unknown)} libraries.")
    return 1 if bad else 0


def _pins(texts: Iterable[str]) -> Iterator[Pin]:
    for text in texts:
        yield from (Pin(*found.groups()) for found in _PIN.finditer(text))


def _lines(path: Path) -> list[str]:
    return [line for line in path.read_text().splitlines() if line and not line.startswith("#")]


def _answer(pin: Pin) -> list[Advisory] | NotAsked:
    try:
        return list(_advisories(pin, _release(pin)))
    except NotAsked as why:
        return why


@cache
def _index() -> str:
    """The index that uv or pip is set to; where neither is, the one that pip asks by itself."""
    if named := next(filter(None, map(os.environ.get, INDEX_VARIABLES)), ""):
        return named
    config = [sys.executable, "-m", "pip", "config", "get", "global.index-url"]
    asked = subprocess.run(config, capture_output=True, text=True, check=False)  # noqa: S603
    return asked.stdout.strip() if asked.returncode == 0 else str(PyPI.simple_url)


def _release(pin: Pin) -> dict[str, Any]:
    """What the index knows of a release: PyPI's JSON, beside its list of files."""
    base = _index().rstrip("/").removesuffix("/simple")
    address = f"{base}/pypi/{quote(pin.name)}/{quote(pin.version)}/json"
    try:
        with urlopen(address, timeout=PATIENCE) as reply:  # noqa: S310 (the configured index)
            answer = json.load(reply)
    except HTTPError as refused:
        why = "the index has no advisories" if refused.code == NOT_FOUND else str(refused.code)
        raise NotAsked(why) from None
    except (OSError, ValueError):
        raise NotAsked("the index does not answer") from None
    if not isinstance(answer, dict) or "vulnerabilities" not in answer:
        raise NotAsked("the index has no advisories")
    return answer


def _advisories(pin: Pin, release: dict[str, Any]) -> Iterator[Advisory]:
    for one in release["vulnerabilities"]:
        if not one.get("withdrawn"):
            summary = str(one.get("summary") or "")
            yield Advisory(pin, str(one["id"]), tuple(one.get("fixed_in") or ()), summary)


if __name__ == "__main__":
    sys.exit(main())
