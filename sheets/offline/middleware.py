"""Tells the browser's worker which pages a device may keep, and to forget them at sign-out."""

from collections.abc import Callable

from django.http.response import HttpResponseBase

from sheets.access import Request

# The pages that can be read without a connection.
KEPT = frozenset(
    {"character", "character_table", "character_table_panel", "character_words", "characters"}
)
HEADER = "X-Kept-For"


def offline(
    get_response: Callable[[Request], HttpResponseBase],
) -> Callable[[Request], HttpResponseBase]:
    """Names in a header whose page it is; parts of pages are never kept."""

    def middleware(request: Request) -> HttpResponseBase:
        response = get_response(request)
        match = request.resolver_match
        name = match.url_name if match else None
        is_page = response.status_code == 200 and "HX-Request" not in request.headers
        if name in KEPT and is_page and (key := request.visitor.device_key):
            response[HEADER] = key
        if name == "account_logout" and request.method == "POST":
            response["Clear-Site-Data"] = '"cache", "storage"'
        return response

    return middleware
