"""A character's portrait: sent, shown, cropped, removed."""

import uuid
from collections.abc import Mapping

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sheets import access, portraits, rate_limits, responses
from sheets.access import Request
from sheets.errors import Refused
from sheets.models import Character, Portrait
from sheets.portraits import operations
from sheets.rate_limits import TooOften

WEBP = "image/webp"


@require_safe
def image(request: Request, id: uuid.UUID) -> HttpResponse:
    """The portrait. Asked for by its digest (`v`) it may be kept for good: it never changes."""
    portrait = _portrait(access.get_character(request, id))
    etag = f'"{portrait.digest}"'
    response = get_conditional_response(request, etag=etag) or HttpResponse(
        bytes(portrait.shown), content_type=WEBP
    )
    lasting = request.GET.get("v") == portrait.digest
    response["ETag"] = etag
    response["Cache-Control"] = (
        f"private, {'max-age=31536000, immutable' if lasting else 'no-cache'}"
    )
    return response


@require_safe
def whole(request: Request, id: uuid.UUID) -> HttpResponse:
    """All that was kept of the picture, to its owner, who chooses what to show of it."""
    portrait = _portrait(access.get_own_character(request, id))
    return HttpResponse(bytes(portrait.picture), content_type=WEBP)


@require_http_methods(["GET", "HEAD", "POST"])
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """Shows the portrait to its owner, and takes another picture."""
    if request.method != "POST":
        return _page(request, id)
    file = request.FILES.get("picture")
    sent = bytes(file.read(portraits.MAX_BYTES + 1)) if file else b""
    try:
        rate_limits.count(request, "portrait")
        operations.put(access.character_access(request, id), sent, alt=request.POST.get("alt", ""))
    except (Refused, TooOften) as fault:
        return _refused(request, id, fault)
    return redirect("character_portrait", id)


@require_POST
def show(request: Request, id: uuid.UUID) -> HttpResponse:
    """Shows another part of the picture."""
    names = ("shape", "place", "left", "top", "across")
    wanted = operations.CropInput(**{name: request.POST.get(name, "") for name in names})
    alt, was = (request.POST.get(name, "") for name in ("alt", "was"))
    try:
        rate_limits.count(request, "portrait")
        operations.show(access.character_access(request, id), wanted=wanted, alt=alt, was=was)
    except (Refused, TooOften) as fault:
        return _refused(request, id, fault)
    return redirect("character_portrait", id)


@require_POST
def remove(request: Request, id: uuid.UUID) -> HttpResponse:
    """Removes the portrait."""
    operations.remove(access.character_access(request, id))
    return redirect("character_portrait", id)


def _portrait(character: Character) -> Portrait:
    portrait = operations.of(character)
    if portrait is None:
        raise Http404
    return portrait


def _refused(request: Request, id: uuid.UUID, fault: Refused | TooOften) -> HttpResponse:
    """The page with what was refused on it, so that nothing typed is lost."""
    if isinstance(fault, TooOften):
        return responses.wait(_page(request, id, errors={"late": str(fault)}), fault)
    return _page(request, id, errors=fault.errors, status=fault.status)


def _page(
    request: Request,
    id: uuid.UUID,
    *,
    errors: Mapping[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    character = access.get_own_character(request, id)
    context = {
        "character": character,
        "portrait": operations.of(character),
        "errors": errors or {},
        "typed": request.POST if errors else None,
    }
    return render(request, "portraits/index.html", context, status=status)
