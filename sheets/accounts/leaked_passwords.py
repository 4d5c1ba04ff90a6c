"""Passwords that leaked, as a file of digests: five bytes of SHA-256 for each, in order.

The file is made of the million most frequent of ten million leaked passwords, which Mark Burnett
collected and gave away (CC0); those that are long enough for this site are kept, in lower case. To
make it of a list with one password a line:

    python -m sheets.accounts.leaked_passwords < LIST > sheets/accounts/leaked_passwords.bin
"""

import sys
from bisect import bisect_left
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path

FILE = Path(__file__).with_suffix(".bin")
# One in ten million passwords that are not listed has the digest of one that is.
WIDTH = 5
SHORTEST = 10


def is_leaked(password: str) -> bool:
    """True if the list has the password, in upper or lower case."""
    wanted = _digest(password)
    place = bisect_left(range(count()), wanted, key=_listed)
    return place < count() and _listed(place) == wanted


def count() -> int:
    """The number of passwords on the list."""
    return len(_digests()) // WIDTH


def written(passwords: Iterable[str]) -> bytes:
    """The content of the file for these passwords."""
    kept = (password for password in passwords if len(password) >= SHORTEST)
    return b"".join(sorted({_digest(password) for password in kept}))


def _digest(password: str) -> bytes:
    return sha256(password.lower().encode()).digest()[:WIDTH]


def _listed(place: int) -> bytes:
    return _digests()[place * WIDTH : (place + 1) * WIDTH]


@cache
def _digests() -> bytes:
    return FILE.read_bytes()


if __name__ == "__main__":
    lines = sys.stdin.buffer.read().decode(errors="ignore").splitlines()
    sys.stdout.buffer.write(written(lines))
