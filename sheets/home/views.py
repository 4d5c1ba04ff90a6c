"""The landing page, the credits, and the choice of a theme."""

from collections.abc import Sequence

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from rules import registry
from rules.creation import Idea
from sheets import access, demo, form_data, responses
from sheets.access import Request
from sheets.context_processors import THEME_COOKIE, THEMES
from sheets.page_cache.declaration import cached_page

# So many ideas stand on the landing page.
IDEAS = 6
ONE_YEAR = 365 * 24 * 60 * 60


@cached_page
@require_safe
def landing(request: Request) -> HttpResponse:
    """The landing page: the site in short, and every way to start a character."""
    pregens = demo.visible_pregens()
    context = {
        "pregen_groups": demo.group_by_game(pregens),
        "party": demo.visible_party(pregens),
        "ideas": _some_ideas(),
        "latest": access.own_characters(request).shelf(archived=False).first(),
        "key": form_data.new_key,
    }
    return render(request, "home/index.html", context)


def _some_ideas() -> Sequence[Idea]:
    """A few ideas of the first game, as different as they come."""
    ideas = next(iter(registry.all_systems().values())).ideas.list()
    return ideas[:: max(1, len(ideas) // IDEAS)][:IDEAS]


@cached_page
@require_safe
def credits_page(request: Request) -> HttpResponse:
    """Authors and licenses of the rules, fonts and icons."""
    return render(request, "home/credits.html")


@require_POST
def theme(request: Request) -> HttpResponse:
    """Stores the theme in a cookie and goes back to the page."""
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
