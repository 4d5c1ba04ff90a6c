"""What every page is given."""

from typing import Any

from django.http import HttpRequest

from rules import registry

THEMES = ("system", "night", "paper")
THEME_COOKIE = "theme"


def site(request: HttpRequest) -> dict[str, Any]:
    """The theme that this browser chose, and the games, whose credit stands under every page."""
    theme = request.COOKIES.get(THEME_COOKIE, "")
    return {
        "theme": theme if theme in THEMES else THEMES[0],
        "systems": list(registry.all_systems().values()),
    }
