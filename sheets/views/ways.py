"""Where somebody is sent: on to another page once a form was answered, or away from one that is not
theirs to use yet.
"""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.http import HttpResponseClientRedirect

from sheets.access import Request
from sheets.models import Character


def on_to(request: Request, address: str) -> HttpResponse:
    """On to another page, whether a page or a fragment was asked for."""
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def asked_for(request: Request, default: str) -> str:
    """The page that the form or the address named as `next`, where it is one of ours."""
    wanted = request.POST.get("next") or request.GET.get("next", "")
    ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if ours else default


def not_yet(request: Request, character: Character, then: str) -> HttpResponse | None:
    """Where somebody is sent whose character is a draft, or put away; None where it can be used.

    `then` is what a draft can once it is finished: "it can play". Only its owner finishes it.
    """
    owner = request.visitor.owner if character.is_draft else None
    if owner and owner.pk == character.owner_id:
        messages.info(request, f"Finish this character first: then {then}.")
        return redirect("character_build", character.public_id)
    if character.is_draft:
        messages.info(request, f"Once this character is finished, {then}.")
        return redirect("character", character.public_id)
    return redirect("character", character.public_id) if character.is_archived else None
