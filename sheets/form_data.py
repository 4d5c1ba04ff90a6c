"""What forms send, read into plain values. Whether a value is right is for the rules to say."""

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

from rules.problems import InvalidDocument

_KEY = re.compile(r"[0-9a-f]{32}")
_WAS = "was."
OFFER = "offer"
_NUMBER = re.compile(r"[0-9]{1,9}")
# What a form at the table sends besides what is decided.
_NO_ANSWERS = {"csrfmiddlewaretoken", "key", "ask", "call"}


def new_key() -> str:
    """A key for a form: sent twice, it is answered once. Pages get the function, for each a key."""
    return uuid.uuid4().hex


def key(posted: QueryDict) -> str:
    """The key that the form carried, "" for none or one that is not of our making."""
    sent = posted.get("key", "")
    return sent if _KEY.fullmatch(sent) else ""


def version(posted: QueryDict) -> int:
    """The version of the character that the form was made from; 0, which none has, without."""
    return number(posted.get("version", "")) or 0


def positions(posted: QueryDict) -> tuple[int, ...]:
    """The entries that a form was shown with; none where it does not say so properly."""
    found = [number(part) for part in posted.get("positions", "").split(",")]
    return tuple(one for one in found if one is not None) if None not in found else ()


def number(sent: str) -> int | None:
    """A whole number as it stands in a form or an address, None where it is no such thing."""
    return int(sent) if _NUMBER.fullmatch(sent) else None


def id_of(posted: QueryDict, name: str) -> uuid.UUID | None:
    """What is chosen by its public id, None where nothing is, or no such thing."""
    return next(iter(ids_of(posted, name)), None)


def ids_of(posted: QueryDict, name: str) -> list[uuid.UUID]:
    """All that are chosen by their public ids; what is none is left out."""
    found = []
    for sent in posted.getlist(name):
        with suppress(ValueError):
            found.append(uuid.UUID(sent))
    return found


def token(values: Iterable[str]) -> str:
    """A short name for the values of a field: the same for the same values, and no others."""
    written = "\x1f".join(_lines(value) for value in values)
    return hashlib.blake2b(written.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


@dataclass(frozen=True)
class Sent:
    """One field as a form sent it: the token of what it showed at first, and what it holds now."""

    was: str
    values: tuple[str, ...]

    @property
    def touched(self) -> bool:
        """Whether it holds something else than it showed at first."""
        return token(self.values) != self.was


def sent_fields(posted: QueryDict) -> dict[str, Sent]:
    """Every field of a step that the form had, by its id, in the form's order."""
    return {
        name.removeprefix(_WAS): Sent(
            was=posted.get(name) or "",
            values=tuple(_lines(value) for value in posted.getlist(name.removeprefix(_WAS))),
        )
        for name in posted
        if name.startswith(_WAS)
    }


def entry_members(posted: QueryDict) -> dict[str, str]:
    """What a form says of an entry of the ledger, all of it as texts.

    What the offer has settled stands in `entry`, put down like the parameters of an address; what
    it asked is in fields named after the offer ("sell.medpac.credits").
    """
    try:
        settled = dict(
            parse_qsl(posted.get("entry", ""), keep_blank_values=True, max_num_fields=20)
        )
    except ValueError:
        return {}
    offer = settled.pop(OFFER, "")
    return {**settled, **offer_fields(posted, offer)}


def offer_fields(posted: QueryDict, offer: str) -> dict[str, str]:
    """What was typed in the fields of one offer, by the names of the entry's members; several
    values of a field each on a line.
    """
    return {name: "\n".join(values) for name, values in offer_values(posted, offer).items()}


def offer_values(posted: QueryDict, offer: str) -> dict[str, tuple[str, ...]]:
    """The same with every value of a field by itself."""
    return {
        name.removeprefix(f"{offer}."): tuple(map(_lines, posted.getlist(name)))
        for name in posted
        if offer and name.startswith(f"{offer}.")
    }


def offer_of(posted: QueryDict) -> str:
    """The id of the offer that was pressed, "" for none."""
    try:
        return dict(parse_qsl(posted.get("entry", ""), max_num_fields=20)).get(OFFER, "")
    except ValueError:
        return ""


def asked(sent: QueryDict) -> dict[str, tuple[str, ...]]:
    """What was decided before something at the table, by the names of the fields."""
    return {
        name: tuple(_lines(value) for value in sent.getlist(name))
        for name in sent
        if name not in _NO_ANSWERS and not name.startswith(_WAS)
    }


def call(sent: QueryDict) -> int | None:
    """The number of the call that a roll answers, None where it answers none."""
    return number(sent.get("call", ""))


def words(posted: QueryDict, name: str) -> str:
    """The words in one field."""
    return _lines(posted.get(name) or "")


def character_file(
    posted: QueryDict, files: MultiValueDict[str, UploadedFile[bytes]], *, most: int
) -> bytes:
    """The character that was sent as a file, or pasted; InvalidDocument where there is none.

    Of a file of more than `most` bytes no more is read than is needed to say so.
    """
    if uploaded := files.get("document"):
        return bytes(uploaded.read(most + 1))
    pasted = posted.get("pasted", "")
    if not pasted.strip():
        raise InvalidDocument("choose a file, or paste the text of a character file")
    return pasted.encode("utf-8", "surrogatepass")


def _lines(value: str) -> str:
    """Line breaks as we keep them: browsers send them their own way."""
    return value.replace("\r\n", "\n").replace("\r", "\n")
