"""The codes by which printed sheets come back: one for each state that a character was printed in.

A code is made when its sheet is first printed. It is no secret: it opens nothing for whoever may
not play the character.
"""

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b

import msgspec
from django.db import IntegrityError, transaction
from django.urls import reverse

from rules.document import Document
from sheets import secret_codes, site
from sheets.access import Request
from sheets.models import Character, PaperCode

LENGTH, MOST_EACH, ATTEMPTS = 7, 60, 5


@dataclass(frozen=True)
class ReturnCode:
    """A code as it is printed, and its address."""

    code: str
    address: str


def return_codes(
    request: Request, printed: Iterable[tuple[Character, Document]]
) -> dict[int, ReturnCode]:
    """The codes of characters in play, by row id, for what is printed of them now. One query where
    all were printed before.
    """
    digests = {one.pk: _digest(document) for one, document in printed if one.is_in_play}
    if not digests:
        return {}
    rows = PaperCode.objects.filter(character__in=digests, digest__in=set(digests.values()))
    codes = {row.character_id: row.code for row in rows if digests[row.character_id] == row.digest}
    documents = {one.pk: document for one, document in printed}
    for pk in digests.keys() - codes.keys():
        codes[pk] = _new(pk, documents[pk], digests[pk])
    return {pk: _as_printed(request, code) for pk, code in codes.items()}


def return_code(request: Request, character: Character, document: Document) -> ReturnCode | None:
    """The code of one character; None while it is not in play."""
    return return_codes(request, [(character, document)]).get(character.pk)


def read(typed: str) -> str:
    """A code as it is stored, however it was typed."""
    return secret_codes.letters(typed)[: LENGTH + 1]


def _as_printed(request: Request, code: str) -> ReturnCode:
    address = site.address(request, reverse("paper_return", args=[code]))
    return ReturnCode(f"{code[:3]}-{code[3:]}", address)


def _new(character: int, document: Document, digest: str) -> str:
    """A new code; that of another request where that was quicker."""
    for _ in range(ATTEMPTS):
        code = "".join(secrets.choice(secret_codes.LETTERS) for _ in range(LENGTH))
        values = {"code": code, "moment": len(document.ledger), "marks": _marks(document)}
        try:
            with transaction.atomic():
                row, _ = PaperCode.objects.get_or_create(
                    character_id=character, digest=digest, defaults=values
                )
        except IntegrityError:  # the code was given before
            continue
        _forget_oldest(character)
        return row.code
    raise RuntimeError("no free code was found")


def _forget_oldest(character: int) -> None:
    """Keeps the newest codes of a character."""
    kept = PaperCode.objects.filter(character=character).order_by("-pk")[:MOST_EACH]
    oldest = min(kept.values_list("pk", flat=True), default=0)
    PaperCode.objects.filter(character=character, pk__lt=oldest).delete()


def _marks(document: Document) -> Mapping[str, object]:
    return dict(msgspec.to_builtins(document.marks)) if document.marks is not None else {}


def _digest(document: Document) -> str:
    state = (len(document.ledger), sorted(_marks(document).items()))
    return blake2b(msgspec.json.encode(state), digest_size=16).hexdigest()
