"""Reads form data into plain values. The rules decide whether a value is legal."""

from __future__ import annotations

import hashlib
import re
import uuid
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import parse_qsl

from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from rules import plain_text
from rules.problems import InvalidDocument
from sheets import nonces

_KEY = re.compile(r"[0-9a-f]{32}")
_WAS = "was."
OFFER = "offer"
_NUMBER = re.compile(r"[0-9]{1,9}")
# What a roll form sends besides its fields.
_NOT_ROLL_FIELDS = {"csrfmiddlewaretoken", "key", "ask", "call"}


def new_key() -> str:
    """An idempotency key for a form, so sending it twice acts once. Templates call it once per
    form.
    """
    return nonces.note(uuid.uuid4().hex, lambda _: uuid.uuid4().hex)


def key(posted: QueryDict, name: str = "key") -> str:
    """The form's idempotency key; "" if it has none or a malformed one."""
    sent = posted.get(name, "")
    return sent if _KEY.fullmatch(sent) else ""


def key_of_part(key: str, part: object) -> str:
    """The idempotency key of one of several things that a form does, each a write of its own; ""
    for a form without a key.
    """
    digest = hashlib.blake2b(f"{key}/{part}".encode(), digest_size=16)
    return digest.hexdigest() if key else ""


def version(posted: QueryDict) -> int:
    """The character's version that the form was made from; 0, which no character has,
    without one.
    """
    return number(posted.get("version", "")) or 0


def since(posted: QueryDict) -> int | None:
    """The newest row that the page knew of when it was loaded; None from a form that does not
    say.
    """
    return number(posted.get("since", ""))


def positions(posted: QueryDict) -> tuple[int, ...]:
    """The ledger entries that a form was shown with; empty if they are missing or malformed."""
    numbers = [number(part) for part in posted.get("positions", "").split(",")]
    return tuple(place for place in numbers if place is not None) if None not in numbers else ()


def number(text: str) -> int | None:
    """A whole number of at most nine digits, or None."""
    digits = plain_text.straight(text)
    return int(digits) if _NUMBER.fullmatch(digits) else None


def quantity(text: str) -> int:
    """A number as people type it, "1,500"; -1 for what is none."""
    whole = number(text.replace(",", "").replace(" ", ""))
    return -1 if whole is None else whole


def quantities(posted: QueryDict, prefix: str) -> dict[str, int]:
    """The numbers in the fields that begin so, by the rest of their names; without zeros."""
    typed = {name: quantity(text) for name, text in prefixed(posted, prefix).items()}
    return {name: number for name, number in typed.items() if number}


def prefixed(posted: QueryDict, prefix: str) -> dict[str, str]:
    """The fields that begin so and are filled in, by the rest of their names."""
    names = [name for name in posted if name.startswith(prefix)]
    texts = {name.removeprefix(prefix): posted.get(name, "").strip() for name in names}
    return {name: text for name, text in texts.items() if text}


def id_of(posted: QueryDict, name: str) -> uuid.UUID | None:
    """The public id in a field; None if there is none or it is malformed."""
    return next(iter(ids_of(posted, name)), None)


def ids_of(posted: QueryDict, name: str) -> list[uuid.UUID]:
    """All public ids in a field; malformed ones are dropped."""
    ids = []
    for value in posted.getlist(name):
        with suppress(ValueError):
            ids.append(uuid.UUID(value))
    return ids


def token(values: Iterable[str]) -> str:
    """A short hash of the values of a field."""
    joined = "\x1f".join(_normalize_newlines(value) for value in values)
    return hashlib.blake2b(joined.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


@dataclass(frozen=True)
class SentField:
    """One field of a form: the token of what it showed at first, and its values now."""

    was: str
    values: tuple[str, ...]

    @property
    def touched(self) -> bool:
        """True if the user changed the field."""
        return token(self.values) != self.was


def sent_fields(posted: QueryDict) -> dict[str, SentField]:
    """Every field that the form sends with what it showed at first, by id, in the form's order."""
    return {
        name.removeprefix(_WAS): SentField(
            was=posted.get(name) or "",
            values=tuple(
                _normalize_newlines(value) for value in posted.getlist(name.removeprefix(_WAS))
            ),
        )
        for name in posted
        if name.startswith(_WAS)
    }


def entry_members(posted: QueryDict) -> dict[str, str]:
    """The members of a ledger entry, all as texts.

    Members that the offer fixes are in the field `entry`, encoded as a query string; members that
    the user fills in are in fields named after the offer ("sell.medpac.credits").
    """
    try:
        fixed = dict(parse_qsl(posted.get("entry", ""), keep_blank_values=True, max_num_fields=20))
    except ValueError:
        return {}
    offer = fixed.pop(OFFER, "")
    return {**fixed, **offer_fields(posted, offer)}


def offer_fields(posted: QueryDict, offer: str) -> dict[str, str]:
    """The fields of one offer by member name; several values of a field are joined by
    line breaks.
    """
    return {name: "\n".join(values) for name, values in offer_values(posted, offer).items()}


def offer_values(posted: QueryDict, offer: str) -> dict[str, tuple[str, ...]]:
    """The fields of one offer by member name, each with all its values."""
    return {
        name.removeprefix(f"{offer}."): tuple(map(_normalize_newlines, posted.getlist(name)))
        for name in posted
        if offer and name.startswith(f"{offer}.")
    }


def offer_of(posted: QueryDict) -> str:
    """The id of the submitted offer; "" for none."""
    try:
        return dict(parse_qsl(posted.get("entry", ""), max_num_fields=20)).get(OFFER, "")
    except ValueError:
        return ""


def roll_form_values(posted: QueryDict) -> dict[str, tuple[str, ...]]:
    """The values of a roll form by field id."""
    return {
        name: tuple(_normalize_newlines(value) for value in posted.getlist(name))
        for name in posted
        if name not in _NOT_ROLL_FIELDS and not name.startswith(_WAS)
    }


def roll_request_number(posted: QueryDict) -> int | None:
    """The number of the roll request that a roll answers, or None."""
    return number(posted.get("call", ""))


def text(posted: QueryDict, name: str) -> str:
    """The text of one field."""
    return _normalize_newlines(posted.get(name) or "")


def character_file(
    posted: QueryDict, files: MultiValueDict[str, UploadedFile[bytes]], *, max_bytes: int
) -> bytes:
    """The uploaded or pasted character file; InvalidDocument if there is none.

    Reads at most one byte more than `max_bytes`, enough to tell that a file is too large.
    """
    if uploaded := files.get("document"):
        return bytes(uploaded.read(max_bytes + 1))
    pasted = posted.get("pasted", "")
    if not pasted.strip():
        raise InvalidDocument("choose a file, or paste the text of a character file")
    return pasted.encode("utf-8", "surrogatepass")


def _normalize_newlines(value: str) -> str:
    """The text with \n for every line break; browsers send \r\n."""
    return value.replace("\r\n", "\n").replace("\r", "\n")
