"""The context of every page."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from rules import registry
from sheets import nonces, release

THEMES = ("system", "night", "paper")
THEME_COOKIE = "theme"


def site(request: HttpRequest) -> dict[str, object]:
    """The theme that this browser chose, whose device it is, the games, whose credit stands under
    every page, and the version of the site.
    """
    theme = request.COOKIES.get(THEME_COOKIE, "")
    return {
        "theme": theme if theme in THEMES else THEMES[0],
        # As Django's own, and noted for the page cache.
        "csrf_token": SimpleLazyObject(
            lambda: nonces.note(nonces.csrf_token(request), nonces.csrf_token)
        ),
        "device_key": SimpleLazyObject(lambda: _device_key(request)),
        "version": release.VERSION,
        "systems": list(registry.all_systems().values()),
    }


def _device_key(request: HttpRequest) -> str:
    visitor = getattr(request, "visitor", None)
    return visitor.device_key if visitor else ""
