"""The second screen of a party, for a television, and what its game master shows there."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sheets import access, form_data, portraits, rate_limits, responses, virus_scan
from sheets.access import Request
from sheets.encounters import screen
from sheets.encounters.forms import ScreenForm
from sheets.errors import Refused
from sheets.models import Identity
from sheets.rate_limits import RateLimited

NOTHING_NEW = 204


@require_safe
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """The screen, for any member: it shows nobody more than everybody may see."""
    party = access.get_membership(request, id).party
    return render(request, "encounters/screen.html", screen.context(_who(request), party))


@require_safe
def news(request: Request, id: uuid.UUID) -> HttpResponse:
    """The screen as it is now; 204 if the viewer has seen it."""
    party = access.get_membership(request, id).party
    if request.GET.get("seen") == screen.state(_who(request), party):
        return HttpResponse(status=NOTHING_NEW)
    context = screen.context(_who(request), party)
    return render(request, "encounters/_screen_new.html", {**context, "oob": True})


@require_safe
def picture(request: Request, id: uuid.UUID) -> HttpResponse:
    """The picture that is shown. Its address with the digest (`v`) may be cached forever."""
    party = access.get_membership(request, id).party
    shown = screen.screen_of(party)
    if shown is None or not shown.digest:
        raise Http404
    return responses.picture(request, lambda: shown.picture, digest=shown.digest)


@require_http_methods(["GET", "HEAD", "POST"])
def show(request: Request, id: uuid.UUID) -> HttpResponse:
    """The form for what is shown; POST shows it."""
    membership = access.get_leading_membership(request, id)
    shown = screen.screen_of(membership.party)
    initial = {"text": shown.text, "alt": shown.alt, "kept": True} if shown else {}
    form = ScreenForm(request.POST if request.method == "POST" else None, initial=initial)
    wrong = ""
    if form.is_valid():
        try:
            _show(request, id, form)
        except (Refused, RateLimited) as fault:
            errors = {"picture": str(fault)} if isinstance(fault, RateLimited) else fault.errors
            wrong = errors.get("picture", "")
            form.refuse(Refused({name: text for name, text in errors.items() if name != "picture"}))
        else:
            messages.success(request, "On the screen.")
            return redirect("screen_show", id)
    context = {
        "membership": membership,
        "form": form,
        "screen": shown,
        "wrong": wrong,
        "key": form_data.new_key,
    }
    return render(request, "encounters/screen_show.html", context, status=form.status)


def _show(request: Request, id: uuid.UUID, form: ScreenForm) -> None:
    file = request.FILES.get("picture")
    content = bytes(file.read(portraits.MAX_BYTES + 1)) if file else b""
    if content:
        rate_limits.count(request, "portrait")
        virus_scan.check(request, content, field="picture")
    key = form_data.key(request.POST)
    leading = access.leading_access(request, id)
    screen.Show(leading, picture=content, key=key, **form.cleaned_data).run()


@require_POST
def clear(request: Request, id: uuid.UUID) -> HttpResponse:
    """Shows the fight alone."""
    access.get_leading_membership(request, id)
    key = form_data.key(request.POST)
    screen.Clear(access.leading_access(request, id), key=key).run()
    return redirect("screen_show", id)


def _who(request: Request) -> Identity:
    return request.visitor.identity
