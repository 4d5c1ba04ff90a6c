"""A character's sheet as text."""

import uuid
from collections.abc import Callable

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rules.sheet.sections import Sheet
from sheets import access, responses, storage
from sheets.access import Request
from sheets.text_export import as_markdown, as_plain


@require_safe
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """Both text formats, each with a Copy button."""
    character = access.get_character(request, id)
    context = {"character": character, "sheet": storage.load(character).opened.sheet}
    return render(request, "text_export/index.html", context)


@require_safe
def markdown(request: Request, id: uuid.UUID) -> HttpResponse:
    """The sheet as Markdown."""
    return _text(request, id, as_markdown, extension="md", kind="text/markdown")


@require_safe
def plain(request: Request, id: uuid.UUID) -> HttpResponse:
    """The sheet as plain text."""
    return _text(request, id, as_plain, extension="txt", kind="text/plain")


def _text(
    request: Request, id: uuid.UUID, write: Callable[[Sheet], str], *, extension: str, kind: str
) -> HttpResponse:
    character = access.get_character(request, id)
    content = write(storage.load(character).opened.sheet).encode()
    kind = f"{kind}; charset=utf-8"
    return responses.file(character, content, extension=extension, kind=kind, attached=False)
