"""A character's portrait: upload, show, crop, remove."""

import uuid
from collections.abc import Mapping

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sheets import access, portraits, quotas, rate_limits, responses, virus_scan
from sheets.access import Request
from sheets.errors import Refused
from sheets.models import Character, Portrait
from sheets.portraits import operations
from sheets.portraits.forms import AltForm, CropForm
from sheets.rate_limits import RateLimited


@require_safe
def image(request: Request, id: uuid.UUID) -> HttpResponse:
    """The portrait. Its URL with the digest (`v`) may be cached forever: it never changes."""
    portrait = _portrait(access.get_character(request, id))
    return responses.picture(request, lambda: portrait.shown, digest=portrait.digest)


@require_safe
def small_image(request: Request, id: uuid.UUID) -> HttpResponse:
    """The portrait, small, for lists; it may be cached like the portrait."""
    portrait = _portrait(access.get_character(request, id))
    return responses.picture(request, lambda: portrait.small, digest=portrait.digest, part="small")


@require_safe
def full_image(request: Request, id: uuid.UUID) -> HttpResponse:
    """The whole stored image, for its owner, who crops it."""
    portrait = _portrait(access.get_own_character(request, id))
    return HttpResponse(bytes(portrait.picture), content_type=responses.WEBP)


@require_http_methods(["GET", "HEAD", "POST"])
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """Shows the portrait to its owner; POST uploads another one."""
    if request.method != "POST":
        return _page(request, id)
    file = request.FILES.get("picture")
    content = bytes(file.read(portraits.MAX_BYTES + 1)) if file else b""
    form = AltForm(request.POST)
    try:
        rate_limits.count(request, "portrait")
        virus_scan.check(request, content, field="picture")
        if form.is_valid():
            quota_access, alt = quotas.quota_access(request, id), form.cleaned_data["alt"]
            operations.Upload(quota_access, picture=content, alt=alt).run()
            return redirect("character_portrait", id)
    except (Refused, RateLimited) as fault:
        return _refused(request, id, form, fault)
    return _page(request, id, form)


@require_POST
def set_crop(request: Request, id: uuid.UUID) -> HttpResponse:
    """Shows another part of the image."""
    form, digest = CropForm(request.POST), request.POST.get("was", "")
    try:
        rate_limits.count(request, "portrait")
        if form.is_valid():
            character_access = access.character_access(request, id)
            operations.SetCrop(
                character_access,
                crop_input=form.crop,
                alt=form.cleaned_data["alt"],
                expected_digest=digest,
            ).run()
            return redirect("character_portrait", id)
    except (Refused, RateLimited) as fault:
        return _refused(request, id, form, fault)
    return _page(request, id, form)


@require_POST
def remove(request: Request, id: uuid.UUID) -> HttpResponse:
    """Removes the portrait."""
    operations.Remove(access.character_access(request, id)).run()
    return redirect("character_portrait", id)


def _portrait(character: Character) -> Portrait:
    portrait = operations.portrait_of(character)
    if portrait is None:
        raise Http404
    return portrait


def _refused(
    request: Request, id: uuid.UUID, form: AltForm, error: Refused | RateLimited
) -> HttpResponse:
    """The page with the error messages and everything that was typed."""
    if isinstance(error, RateLimited):
        return responses.retry_later(_page(request, id, form, errors={"late": str(error)}), error)
    return _page(request, id, form, errors=error.errors, status=error.status)


def _page(
    request: Request,
    id: uuid.UUID,
    bound: AltForm | None = None,
    *,
    errors: Mapping[str, str] | None = None,
    status: int = 0,
) -> HttpResponse:
    character = access.get_own_character(request, id)
    portrait = operations.portrait_of(character)
    form = bound or AltForm(initial={"alt": portrait.alt if portrait else ""})
    context = {
        "character": character,
        "portrait": portrait,
        "form": form,
        "errors": {**form.messages, **(errors or {})},
        "typed": request.POST if bound else None,
    }
    return render(request, "portraits/index.html", context, status=status or form.status)
