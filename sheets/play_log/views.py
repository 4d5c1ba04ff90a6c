"""The log of the table: what was rolled and what befell, a page at a time, and all of it as a file.

Nothing in it can be changed here or elsewhere.
"""

import json
import uuid
from collections.abc import Iterator

from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sheets import access, form_data, responses, storage
from sheets.access import Request
from sheets.models import Character
from sheets.page_cache.declaration import cached_page
from sheets.play_log import log, text
from sheets.play_log.refusals import with_refusals


@cached_page
@require_safe
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """The log, newest first; `before` is the number of a line that is too new to be shown."""
    character, is_owner = access.get_with_ownership(request, id)
    plays = is_owner and not character.is_draft and not character.is_archived
    page = log.page(character, form_data.number(request.GET.get("before", "")))
    lines = list(page.lines)
    if plays:
        lines = with_refusals(character, lines, request.visitor.identity)
    context = {
        "character": character,
        "name": storage.load(character).opened.summary.name,
        "mine": is_owner,
        "plays": plays,
        "page": page,
        "lines": lines,
        "key": form_data.new_key,
    }
    return render(request, "play_log/index.html", context)


@require_safe
def as_json(request: Request, id: uuid.UUID) -> StreamingHttpResponse:
    """All of it as it is stored, oldest first."""
    character = access.get_character(request, id)
    return responses.stream(
        character, _json(character), extension="log.json", kind="application/json"
    )


@require_safe
def as_text(request: Request, id: uuid.UUID) -> StreamingHttpResponse:
    """All of it in words, oldest first."""
    character = access.get_character(request, id)
    kind = "text/plain; charset=utf-8"
    return responses.stream(character, _text(character), extension="log.txt", kind=kind)


def _json(character: Character) -> Iterator[str]:
    named = json.dumps({"character": character.name, "system": character.system})
    yield f'{{"format": "hyperspace-log/1", {named[1:-1]}, "lines": ['
    separator = "\n"
    for line in log.every(character):
        yield separator + json.dumps(line.plain(), ensure_ascii=False)
        separator = ",\n"
    yield "\n]}\n"


def _text(character: Character) -> Iterator[str]:
    yield text.heading(character.name)
    kinds: dict[str, None] = {}
    for line in log.every(character):
        kinds |= dict.fromkeys(die.kind for die in line.outcome.dice)
        yield text.as_plain_line(line)
    yield text.legend(kinds)
