"""What forms send, read into plain values. Whether a value is right is for the rules to say."""

from __future__ import annotations

import hashlib
import re
import uuid
from collections.abc import Iterable
from dataclasses import dataclass

from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from rules.document import MAX_BYTES
from rules.problems import Unreadable

_KEY = re.compile(r"[0-9a-f]{32}")
_WAS = "was."


def new_key() -> str:
    """A key for a form: sent twice, it is answered once. Pages get the function, for each a key."""
    return uuid.uuid4().hex


def key(posted: QueryDict) -> str:
    """The key that the form carried, "" for none or one that is not of our making."""
    sent = posted.get("key", "")
    return sent if _KEY.fullmatch(sent) else ""


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


def document_text(posted: QueryDict, files: MultiValueDict[str, UploadedFile[bytes]]) -> bytes:
    """The document that was sent as a file or pasted; Unreadable where there is none.

    Of a file too large to be a document no more is read than is needed to say so.
    """
    if uploaded := files.get("document"):
        return bytes(uploaded.read(MAX_BYTES + 1))
    pasted = posted.get("pasted", "")
    if not pasted.strip():
        raise Unreadable("choose a file, or paste the text of a document")
    return pasted.encode("utf-8", "surrogatepass")


def _lines(value: str) -> str:
    """Line breaks as we keep them: browsers send them their own way."""
    return value.replace("\r\n", "\n").replace("\r", "\n")
