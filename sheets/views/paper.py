"""A character on paper."""

import uuid

from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from sheets import access, bridge, printing
from sheets.access import Request
from sheets.views import downloads


@require_safe
def pdf(request: Request, id: uuid.UUID) -> HttpResponse:
    """The sheet as a PDF. A browser that has it already is told so, without rendering."""
    character = access.get_character(request, id)
    paper = request.GET.get("paper", printing.PAPERS[0])
    if paper not in printing.PAPERS:
        raise BadRequest(f"The paper is one of {', '.join(printing.PAPERS)}.")
    _, document = bridge.read(character)
    etag = f'"{printing.content_key(document, paper)}"'
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return unchanged
    try:
        content = printing.sheet_pdf(document, paper=paper)
    except printing.PrintingFailed as failed:
        context = {"character": character, "message": str(failed)}
        return render(request, "faults/unprinted.html", context, status=503)
    response = downloads.file(
        character, content, extension="pdf", kind="application/pdf", attached=False
    )
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    return response
