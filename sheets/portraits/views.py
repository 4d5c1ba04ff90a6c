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
from sheets.portraits.forms import AltForm
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
    form = AltForm(request.POST)
    try:
        rate_limits.count(request, "portrait")
        if form.is_valid():
            operations.put(access.character_access(request, id), sent, **form.cleaned_data)
            return redirect("character_portrait", id)
    except (Refused, TooOften) as fault:
        return _refused(request, id, form, fault)
    return _page(request, id, form)


@require_POST
def show(request: Request, id: uuid.UUID) -> HttpResponse:
    """Shows another part of the picture."""
    names = ("shape", "place", "left", "top", "across")
    wanted = operations.CropInput(**{name: request.POST.get(name, "") for name in names})
    form, was = AltForm(request.POST), request.POST.get("was", "")
    try:
        rate_limits.count(request, "portrait")
        if form.is_valid():
            claim = access.character_access(request, id)
            operations.show(claim, wanted=wanted, **form.cleaned_data, was=was)
            return redirect("character_portrait", id)
    except (Refused, TooOften) as fault:
        return _refused(request, id, form, fault)
    return _page(request, id, form)


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


def _refused(
    request: Request, id: uuid.UUID, form: AltForm, fault: Refused | TooOften
) -> HttpResponse:
    """The page with what was refused on it, so that nothing typed is lost."""
    if isinstance(fault, TooOften):
        return responses.wait(_page(request, id, form, errors={"late": str(fault)}), fault)
    return _page(request, id, form, errors=fault.errors, status=fault.status)


def _page(
    request: Request,
    id: uuid.UUID,
    sent: AltForm | None = None,
    *,
    errors: Mapping[str, str] | None = None,
    status: int = 0,
) -> HttpResponse:
    character = access.get_own_character(request, id)
    portrait = operations.of(character)
    form = sent or AltForm(initial={"alt": portrait.alt if portrait else ""})
    context = {
        "character": character,
        "portrait": portrait,
        "form": form,
        "errors": errors or {},
        "typed": request.POST if sent else None,
    }
    return render(request, "portraits/index.html", context, status=status or form.status)
