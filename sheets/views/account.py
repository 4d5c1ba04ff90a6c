"""An account: what it has, where it is signed in, and the characters that a browser still has."""

from typing import cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from sheets import access, cards, forms
from sheets.access import Request
from sheets.accounts import sessions, ways_in
from sheets.operations import accounts
from sheets.views import ways

SHOWN = 50


@require_safe
@login_required
def index(request: Request) -> HttpResponse:
    """All that an account has, each with where it is changed."""
    user = cast(User, request.user)
    context = {
        "waiting": access.left_in_browser(request).count(),
        "ways_in": ways_in.of(user),
        "by_mail": settings.SENDS_MAIL,
        "sessions": len(sessions.signed_in(user, here=request.session.session_key)),
        "takes_apps": "totp" in settings.MFA_SUPPORTED_TYPES,
        "takes_passkeys": "webauthn" in settings.MFA_SUPPORTED_TYPES,
    }
    return render(request, "account/index.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def signed_in(request: Request) -> HttpResponse:
    """Where the account is signed in; signs out one browser, or all but this one."""
    user, here = cast(User, request.user), request.session.session_key
    if request.method == "POST":
        number = forms.number(request.POST.get("session", ""))
        ended = accounts.end_sessions(user, keep=here, number=number)
        if ended:
            messages.success(request, f"Signed out there: {ended}.")
        return redirect("account_sessions")
    context = {"sessions": sessions.signed_in(user, here=here)}
    return render(request, "account/sessions.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def take_over(request: Request) -> HttpResponse:
    """Offers the characters that this browser has from before; one press takes all of them."""
    onward = ways.asked_for(request, reverse("characters"))
    if request.method == "POST":
        owner, browser = request.visitor.become_owner(), request.visitor.browser
        taken = accounts.take_over(owner, browser, key=forms.key(request.POST))
        messages.success(request, f"Yours now, on every device: {taken}.")
        return redirect(onward)
    left = access.left_in_browser(request).order_by("-updated_at", "-pk")
    context = {
        "cards": [cards.card(character) for character in left.whole()[:SHOWN]],
        "count": left.count(),
        "onward": onward,
        "key": forms.new_key,
    }
    return render(request, "account/take_over.html", context)
