"""Turning off the tips for a first character."""

from django.http import HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_POST

from sheets import responses
from sheets.access import Request
from sheets.creation import tips

ONE_YEAR = 365 * 24 * 60 * 60


@require_POST
def off(request: Request) -> HttpResponse:
    """Shows this browser no more tips, and goes back to the page."""
    answer: HttpResponse = HttpResponse()
    if not request.htmx:
        answer = HttpResponseRedirect(responses.next_url(request, "/"))
    answer.set_cookie(
        tips.COOKIE,
        tips.OFF,
        max_age=ONE_YEAR,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return answer
