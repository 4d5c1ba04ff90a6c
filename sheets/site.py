"""Where the site is for everybody: what stands before the path of an address that is given away.

An address that is only followed from one page to the next needs none of this.
"""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

HERE_ONLY = ("localhost", "127.0.0.1", "[::1]")


def address(request: HttpRequest, path: str) -> str:
    """The whole address of a page, by the site's own name; where it has none, by the name that the
    request came to.
    """
    return f"{settings.SITE_URL or f'{request.scheme}://{request.get_host()}'}{path}"


def name(request: HttpRequest) -> str:
    """The site's name in an address: "hyperspace.example", "192.168.1.20:8000"."""
    return urlsplit(address(request, "/")).netloc


def is_here_only(request: HttpRequest) -> bool:
    """True if the site's links lead to it on this computer only."""
    return name(request).rpartition(":")[0] in HERE_ONLY or name(request) in HERE_ONLY
