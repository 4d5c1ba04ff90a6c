"""Where a form leads on to once it was answered."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.http import HttpResponseClientRedirect

from sheets.access import Request


def on_to(request: Request, address: str) -> HttpResponse:
    """On to another page, whether a page or a fragment was asked for."""
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def asked_for(request: Request, default: str) -> str:
    """The page that the form named as `next`, where it is one of ours."""
    wanted = request.POST.get("next", "")
    ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if ours else default
