"""The codes by which printed sheets come back: one for each state that a character was printed in.

A code is made when its sheet is first printed. It is no secret: it opens nothing for whoever may
not play the character.
"""

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Self

import msgspec
from django.db import DatabaseError, transaction
from django.db.models import Count
from django.urls import reverse

from rules.document import Document
from sheets import outage, secret_codes, site
from sheets.access import Request
from sheets.models import Character, ConventionSeat, PaperCode

LENGTH, MOST_EACH, ATTEMPTS = 7, 60, 5
# Stands in an address for any code.
_ANY = "-" * LENGTH


@dataclass(frozen=True)
class ReturnCode:
    """A code as it is printed, and its address."""

    code: str
    address: str


@dataclass(frozen=True)
class PaperState:
    """The state of a character that a sheet shows, as a row keeps it."""

    moment: int
    marks: Mapping[str, object]

    @classmethod
    def of(cls, document: Document) -> Self:
        """The state that a document is in."""
        marks = msgspec.to_builtins(document.marks) if document.marks is not None else {}
        return cls(len(document.ledger), marks)

    @cached_property
    def digest(self) -> str:
        """Tells this state from any other."""
        state = msgspec.json.encode((self.moment, sorted(self.marks.items())))
        return blake2b(state, digest_size=16).hexdigest()

    @property
    def values(self) -> dict[str, object]:
        """The fields of its row."""
        return {"moment": self.moment, "marks": dict(self.marks), "digest": self.digest}


def can_return(character: Character) -> bool:
    """True if a page takes the paper back: that of characters in play, not of opponents or
    craft.
    """
    return character.kind == Character.Kind.CHARACTER and character.is_in_play


def return_codes(request: Request, states: Mapping[int, PaperState]) -> dict[int, ReturnCode]:
    """The codes of characters that `can_return`, by row id, for what is printed of them now. One
    query where all were printed before.
    """
    codes = _known(states)
    for _ in range(ATTEMPTS):
        if not (missing := states.keys() - codes.keys()):
            break
        # Another request may be quicker, or a code be given already: then it is asked once more.
        if not _made({pk: states[pk] for pk in sorted(missing)}):
            break
        codes = _known(states)
    return dict(zip(codes, _as_printed(request, codes.values()), strict=True))


def return_code(request: Request, character: Character, document: Document) -> ReturnCode | None:
    """The code of one character; None where it cannot return."""
    if not can_return(character):
        return None
    return return_codes(request, {character.pk: PaperState.of(document)}).get(character.pk)


def seat_codes(request: Request, seats: Iterable[ConventionSeat]) -> dict[int, ReturnCode]:
    """The codes of seats at a convention, by row id: their paper is printed before anyone has their
    characters.
    """
    codes = {row.pk: row.code for row in seats if row.code}
    return dict(zip(codes, _as_printed(request, codes.values()), strict=True))


def hand_over(seat: ConventionSeat, character: Character, document: Document) -> None:
    """Makes the code of a seat that of the character which was just made of it. Part of an
    operation.
    """
    if not seat.code:
        return
    values = PaperState.of(document).values
    former = PaperCode.objects.filter(code=seat.code, character=seat.character_id)
    if not former.update(character=character, **values):
        row = PaperCode(code=seat.code, character=character, **values)
        PaperCode.objects.bulk_create([row], ignore_conflicts=True)


def new_code() -> str:
    """A code that nothing has yet, most likely."""
    return "".join(secrets.choice(secret_codes.LETTERS) for _ in range(LENGTH))


def read(typed: str) -> str:
    """A code as it is stored, however it was typed."""
    return secret_codes.letters(typed)[: LENGTH + 1]


def _as_printed(request: Request, codes: Iterable[str]) -> list[ReturnCode]:
    """The codes with their addresses, of which only one is worked out: they differ in the code."""
    path = reverse("paper_return", args=[_ANY])
    before, _, after = site.address(request, path).rpartition(_ANY)
    return [ReturnCode(f"{code[:3]}-{code[3:]}", f"{before}{code}{after}") for code in codes]


def _known(states: Mapping[int, PaperState]) -> dict[int, str]:
    """The stored codes, by character."""
    if not states:
        return {}
    digests = {pk: state.digest for pk, state in states.items()}
    rows = PaperCode.objects.filter(character__in=digests, digest__in=set(digests.values()))
    return {row.character_id: row.code for row in rows if digests[row.character_id] == row.digest}


def _made(states: Mapping[int, PaperState]) -> bool:
    """Makes the codes; False during an outage, when nothing can be saved. Paper then has none."""
    rows = [
        PaperCode(character_id=pk, code=new_code(), **state.values) for pk, state in states.items()
    ]
    try:
        with transaction.atomic():
            PaperCode.objects.bulk_create(rows, ignore_conflicts=True)
            _forget_oldest(states)
    except DatabaseError as error:
        if outage.cause(error) is None:
            raise
        return False
    return True


def _forget_oldest(characters: Iterable[int]) -> None:
    """Keeps the newest codes of each character."""
    many = PaperCode.objects.filter(character__in=list(characters)).values("character")
    for row in many.annotate(count=Count("pk")).filter(count__gt=MOST_EACH):
        rows = PaperCode.objects.filter(character=row["character"])
        kept = rows.order_by("-pk")[:MOST_EACH].values_list("pk", flat=True)
        rows.exclude(pk__in=list(kept)).delete()
