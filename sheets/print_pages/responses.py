"""What a print is answered with: its file, a picture of a page, what a page shows of all of it.

Whoever asks for a print of anything passes one of these three; what is not kept is made then.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header

from sheets import outage, printing, rate_limits, responses
from sheets.access import Request
from sheets.print_pages.cache import Print
from sheets.printing.api import MOST_PAGES

PRIVATE, PUBLIC = "private, no-cache", "public, no-cache"


def shown(request: Request, ordered: Print, picture: Callable[[int], str]) -> dict[str, Any]:
    """The pages of a print for a template, each with the address of its picture, and whether there
    may be `more` than are shown; or (`failure`) why there are none; or (`late`) that too many were
    made."""
    try:
        _count(request, ordered, is_made=ordered.is_shown)
        pages = [(page, picture(page.number)) for page in ordered.pages()]
        return {"pages": pages, "more": len(pages) >= MOST_PAGES}
    except rate_limits.TooOften as late:
        return {"pages": [], "late": late}
    except printing.PrintingFailed as failed:
        return {"pages": [], "failure": str(failed)}


def answer(request: Request, template: str, context: Mapping[str, Any]) -> HttpResponse:
    """A page with what `shown` found."""
    response = render(request, template, dict(context))
    late = context.get("late")
    return responses.wait(response, late) if late else response


def file(request: Request, ordered: Print, *, name: str, control: str = PRIVATE) -> HttpResponse:
    """The PDF under that file name, to keep where `as=file` asks for it; PrintingFailed, or
    TooOften where it had to be made.

    A browser that has it already is told so, without printing.
    """
    etag = f'"{ordered.key}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        _count(request, ordered, is_made=ordered.is_kept)
        response = HttpResponse(ordered.pdf(), content_type="application/pdf")
    attached = request.GET.get("as") == "file"
    disposition = content_disposition_header(as_attachment=attached, filename=name)
    response["Content-Disposition"] = disposition or "inline"
    return _named(response, etag, control)


def picture(
    request: Request, ordered: Print, number: int, *, control: str = PRIVATE
) -> HttpResponse:
    """One page as a PNG; 404 where there are not so many, 503 in plain words where there are none:
    nobody looks at this address but a page, which says so itself."""
    etag = f'"{ordered.key}-{number}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        _count(request, ordered, is_made=ordered.is_shown)
        try:
            png = ordered.picture(number)
        except printing.PrintingFailed as failed:
            return HttpResponse(f"{failed}\n", status=503, content_type="text/plain; charset=utf-8")
        if png is None:
            raise Http404
        response = HttpResponse(png, content_type="image/png")
    return _named(response, etag, control)


def _count(request: Request, ordered: Print, *, is_made: bool) -> None:
    """Counts what has to be made; TooOften where that was too much. What is known to fail costs
    nothing. Where nothing can be written, one can still read, and take a sheet along."""
    if is_made or ordered.failure:
        return
    try:
        rate_limits.count(request, "print")
    except Exception as fault:
        if not outage.cause(fault):
            raise


def _named(response: HttpResponse, etag: str, control: str) -> HttpResponse:
    response["ETag"] = etag
    response["Cache-Control"] = control
    return response
