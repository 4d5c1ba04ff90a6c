"""The pages that are nobody's: the first one, the credits, and the choice of a theme."""

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from sheets import demo, form_data, responses
from sheets.access import Request
from sheets.context_processors import THEME_COOKIE, THEMES

ONE_YEAR = 365 * 24 * 60 * 60


@require_safe
def landing(request: Request) -> HttpResponse:
    """What this is, and every way to begin."""
    offered = demo.on_show()
    context = {
        "casts": demo.by_game(offered),
        "party": demo.party_on_show(offered),
        "key": form_data.new_key,
    }
    return render(request, "home/index.html", context)


@require_safe
def thanks(request: Request) -> HttpResponse:
    """Whose rules, typefaces and icons these are, and under which licences."""
    return render(request, "home/credits.html")


@require_POST
def theme(request: Request) -> HttpResponse:
    """Keeps the theme in a cookie of this browser, and goes back to where it was chosen."""
    response = HttpResponseRedirect(responses.next_url(request, "/"))
    chosen = request.POST.get("theme", "")
    if chosen in THEMES:
        response.set_cookie(
            THEME_COOKIE,
            chosen,
            max_age=ONE_YEAR,
            httponly=True,
            samesite="Lax",
            secure=request.is_secure(),
        )
    return response
