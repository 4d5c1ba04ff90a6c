"""The head and the foot of every page: links to its main places, and the themes. They are the same
on page after page.
"""

from django.template import Context
from django.utils.safestring import SafeString

from sheets.ui.addresses import address
from sheets.ui.fragments import fragment

# The main places by URL name: those that are one page, and those with further pages below them.
PAGES = ("characters", "character_new")
SECTIONS = ("parties", "rules", "account")


def masthead(context: Context) -> SafeString:
    """The head of a page, with the place marked that it belongs to, and the name of who is signed
    in.
    """
    request = context.get("request")
    user = getattr(request, "user", None)
    name = user.get_username() if user is not None and user.is_authenticated else None
    here = _place(request.path) if request is not None else ""
    return fragment(context, "ui/_masthead.html", (here, name), {"here": here, "who": name})


def theme_buttons(context: Context) -> SafeString:
    """The choice of a theme, with the present one pressed."""
    theme = context["theme"]
    return fragment(context, "ui/_theme_buttons.html", theme, {"theme": theme})


def _place(path: str) -> str:
    """The main place that an address belongs to; "" for none."""
    for name in PAGES:
        if path == address(name):
            return name
    for name in SECTIONS:
        if path.startswith(address(name)):
            return name
    return ""
