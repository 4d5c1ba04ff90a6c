"""Secret codes for invitations and share links: unguessable, and stored so that a database copy
opens nothing.

A code is derived from a random nonce and the site's secret key, so it can be shown to its maker
again. The database holds the nonce and a digest to find it by.
"""

import hashlib
import secrets
from collections.abc import Iterator
from dataclasses import dataclass

from django.conf import settings
from django.utils.crypto import salted_hmac

from rules import plain_text

# Crockford's base 32: no letters that are easily confused.
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_READ_AS = str.maketrans({"O": "0", "I": "1", "L": "1", "-": "", " ": ""})


@dataclass(frozen=True)
class CodeKind:
    """The purpose of a code; it has `length` letters of 5 bits each."""

    purpose: str
    length: int


# An invitation is typed by hand and rate-limited: 60 bits. A link has 130.
INVITATION = CodeKind("sheets.invitation", 12)
LINK = CodeKind("sheets.link", 26)


def new_nonce() -> str:
    """A random nonce for a new code."""
    return secrets.token_hex(16)


def digest(kind: CodeKind, code: str) -> str:
    """The hash that a code is found by, however it was typed (case, hyphens, O for 0)."""
    return hashlib.sha256(f"{kind.purpose}:{letters(code)}".encode()).hexdigest()


def letters(code: str) -> str:
    """The letters of a code, however it was typed (case, hyphens, O for 0)."""
    return plain_text.straight(code).upper().translate(_READ_AS)


def new_code(kind: CodeKind) -> tuple[str, str]:
    """The nonce and the digest of a new code."""
    nonce = new_nonce()
    return nonce, digest(kind, _derive(kind, nonce, settings.SECRET_KEY))


def restore(kind: CodeKind, nonce: str, stored_digest: str) -> str:
    """The code of a nonce again; "" if the site's secret key was replaced without keeping the old
    one.
    """
    return next(
        (code for code in _candidates(kind, nonce) if digest(kind, code) == stored_digest), ""
    )


def grouped(code: str) -> str:
    """A code in groups of four: "K7QM-2XRT-9PAB"."""
    return "-".join(code[place : place + 4] for place in range(0, len(code), 4))


def _candidates(kind: CodeKind, nonce: str) -> Iterator[str]:
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        yield _derive(kind, nonce, secret)


def _derive(kind: CodeKind, nonce: str, secret: str) -> str:
    raw = salted_hmac(kind.purpose, nonce, secret=secret, algorithm="sha256").digest()
    number = int.from_bytes(raw)
    return "".join(LETTERS[number >> 5 * place & 31] for place in range(kind.length))
