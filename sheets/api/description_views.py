"""The description of the API: for programs, and as a page."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rules.document import MAX_BYTES
from sheets import site
from sheets.access import Request
from sheets.api import schema
from sheets.api.resource import JSON
from sheets.api.resources import resources
from sheets.api.tokens import MOST

ONE_HOUR = "public, max-age=3600"


@require_safe
def document(request: Request) -> HttpResponse:
    """The OpenAPI document."""
    del request  # it is the same for everybody
    return HttpResponse(schema.document(), content_type=JSON, headers={"Cache-Control": ONE_HOUR})


@require_safe
def index(request: Request) -> HttpResponse:
    """The API to read: every operation, how to sign in, errors, and limits."""
    context = {
        "routes": list(schema.routes(resources)),
        "address": site.address(request, "/api/1/"),
        "most": MOST,
        "kib": MAX_BYTES // 1024,
    }
    return render(request, "api/index.html", context)
