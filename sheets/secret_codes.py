"""Keys to what is shared: nobody can guess one, and what is kept of it opens nothing.

A key comes from a random `nonce` and the site's own key, so that whoever made it can be told it
again. Kept are the nonce and a digest to find it by: a copy of the database alone lets nobody in.
"""

import hashlib
import secrets
from collections.abc import Iterator
from dataclasses import dataclass

from django.conf import settings
from django.utils.crypto import salted_hmac

# Letters and digits that are told apart when they are read aloud: Crockford's.
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_MEANT = str.maketrans({"O": "0", "I": "1", "L": "1", "-": "", " ": ""})


@dataclass(frozen=True)
class Kind:
    """What keys are for; `length` letters of 5 bits each."""

    purpose: str
    length: int


# Typed in by hand, and tried only so often: 60 bits. Followed: 130.
INVITATION = Kind("sheets.invitation", 12)
LINK = Kind("sheets.link", 26)


def new_nonce() -> str:
    """What a new key is made from."""
    return secrets.token_hex(16)


def digest(kind: Kind, key: str) -> str:
    """What a key is found by, however it was typed."""
    meant = key.upper().translate(_MEANT)
    return hashlib.sha256(f"{kind.purpose}:{meant}".encode()).hexdigest()


def new(kind: Kind) -> tuple[str, str]:
    """The nonce and the digest of a new key."""
    nonce = new_nonce()
    return nonce, digest(kind, _made(kind, nonce, settings.SECRET_KEY))


def told(kind: Kind, nonce: str, kept: str) -> str:
    """The key of that nonce again; "" where the site's own key was replaced since."""
    return next((key for key in _every(kind, nonce) if digest(kind, key) == kept), "")


def spaced(key: str) -> str:
    """A key to read aloud: "K7QM-2XRT-9PAB"."""
    return "-".join(key[place : place + 4] for place in range(0, len(key), 4))


def _every(kind: Kind, nonce: str) -> Iterator[str]:
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        yield _made(kind, nonce, secret)


def _made(kind: Kind, nonce: str, secret: str) -> str:
    raw = salted_hmac(kind.purpose, nonce, secret=secret, algorithm="sha256").digest()
    number = int.from_bytes(raw)
    return "".join(LETTERS[number >> 5 * place & 31] for place in range(kind.length))
