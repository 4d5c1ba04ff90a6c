"""What leaves the site as a file."""

import re
from collections.abc import Iterator

from django.http import HttpResponse, StreamingHttpResponse
from django.utils.http import content_disposition_header

from sheets.models import Character

# What some system takes for a path, a wildcard or a command; what turns the reading direction.
_UNSAFE = re.compile(r'[\x00-\x1f\x7f-\x9f/\\:*?"<>|%\u200b-\u200f\u202a-\u202e\u2066-\u2069]+')
_LONGEST = 80


def file(
    character: Character, content: bytes, *, extension: str, kind: str, attached: bool
) -> HttpResponse:
    """The content under a file name made from the character's name."""
    disposition = content_disposition_header(
        as_attachment=attached, filename=f"{file_name(character.name)}.{extension}"
    )
    return HttpResponse(
        content, content_type=kind, headers={"Content-Disposition": disposition or "attachment"}
    )


def stream(
    character: Character, pieces: Iterator[str], *, extension: str, kind: str
) -> StreamingHttpResponse:
    """As `file`, attached, but made while it is sent: for what may be long."""
    disposition = content_disposition_header(
        as_attachment=True, filename=f"{file_name(character.name)}.{extension}"
    )
    return StreamingHttpResponse(
        pieces, content_type=kind, headers={"Content-Disposition": disposition or "attachment"}
    )


def file_name(name: str) -> str:
    """A name that every system can keep a file under; "character" where nothing is left of it."""
    plain = " ".join(_UNSAFE.sub(" ", name).split())
    return plain[:_LONGEST].strip(" .") or "character"
