"""Responses for prints: the PDF, a page image, and the preview.

Every request for a print uses one of these; a print that is not cached is made then.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header

from sheets import outage, printing, rate_limits, responses
from sheets.access import Request
from sheets.print_pages.cache import CachedPrint
from sheets.printing.api import MOST_PAGES

PRIVATE, PUBLIC = "private, no-cache", "public, no-cache"
# In how many seconds a busy printer may be free.
RETRY_SECONDS = 60


def preview_context(
    request: Request, print: CachedPrint, picture: Callable[[int], str]
) -> dict[str, object]:
    """The template context of a preview: the pages with their image URLs, and whether there may be
    `more`; or (`failure`) why there are none; or (`late`) a rate limit.
    """
    try:
        _count(request, print, is_made=print.has_images)
        pages = [(page, picture(page.number)) for page in print.pages()]
        return {"pages": pages, "more": len(pages) >= MOST_PAGES}
    except rate_limits.RateLimited as late:
        return {"pages": [], "late": late}
    except printing.PrintingFailed as failed:
        return {"pages": [], "failure": str(failed)}


def render_page(request: Request, template: str, context: Mapping[str, Any]) -> HttpResponse:
    """A page with a preview."""
    response = render(request, template, dict(context))
    late = context.get("late")
    return responses.retry_later(response, late) if late else response


def not_printed(
    request: Request, template: str, context: Mapping[str, Any], error: printing.PrintingFailed
) -> HttpResponse:
    """The page of a print that failed, a 503; it says when to try again if the printer is busy."""
    response = render(request, template, {**context, "message": str(error)}, status=503)
    return _retry_if_busy(response, error)


def _retry_if_busy(response: HttpResponse, error: printing.PrintingFailed) -> HttpResponse:
    if isinstance(error, printing.PrinterBusy):
        response["Retry-After"] = str(RETRY_SECONDS)
    return response


def file(
    request: Request, print: CachedPrint, *, name: str, control: str = PRIVATE
) -> HttpResponse:
    """The PDF under that file name, as a download with `as=file`; PrintingFailed, or RateLimited if
    it had to be made.

    A browser that has it cached gets 304.
    """
    etag = f'"{print.key}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        _count(request, print, is_made=print.is_cached)
        response = HttpResponse(print.pdf(), content_type="application/pdf")
    attached = request.GET.get("as") == "file"
    disposition = content_disposition_header(as_attachment=attached, filename=name)
    response["Content-Disposition"] = disposition or "inline"
    return _with_headers(response, etag, control)


def picture(
    request: Request, print: CachedPrint, number: int, *, control: str = PRIVATE
) -> HttpResponse:
    """One page as a PNG; 404 if there is no such page, 503 in plain text if it cannot be made."""
    etag = f'"{print.key}-{number}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        _count(request, print, is_made=print.has_images)
        try:
            png = print.picture(number)
        except printing.PrintingFailed as failed:
            kind = "text/plain; charset=utf-8"
            return _retry_if_busy(
                HttpResponse(f"{failed}\n", status=503, content_type=kind), failed
            )
        if png is None:
            raise Http404
        response = HttpResponse(png, content_type="image/png")
    return _with_headers(response, etag, control)


def _count(request: Request, print: CachedPrint, *, is_made: bool) -> None:
    """Counts a print that has to be made; RateLimited if there were too many. A known failure is
    free, and a broken database does not stop printing.
    """
    if is_made or print.failure:
        return
    try:
        rate_limits.count(request, "print")
    except Exception as error:
        if not outage.cause(error):
            raise


def _with_headers(response: HttpResponse, etag: str, control: str) -> HttpResponse:
    response["ETag"] = etag
    response["Cache-Control"] = control
    return response
