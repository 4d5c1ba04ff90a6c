"""What lets a user in, as their account page tells it."""

import tempfile
from dataclasses import dataclass
from typing import IO, cast

from allauth.account.decorators import reauthentication_required
from allauth.account.internal.flows.logout import logout
from allauth.account.internal.flows.password_reset import perform_password_reset_login
from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import FileResponse, HttpResponse, HttpResponseBadRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sheets import access, form_data, responses, site
from sheets.access import Request
from sheets.accounts import export, operations, recovery_codes, sessions
from sheets.accounts.forms import EraseForm, RecoverForm
from sheets.characters import cards
from sheets.models import Character


@dataclass(frozen=True)
class WaysIn:
    """Recovery codes, an address for a link, and what is asked for besides the password."""

    codes_left: int
    address: EmailAddress | None
    has_app: bool
    passkeys: int


def of(user: User) -> WaysIn:
    """Those of a user."""
    kinds = list(Authenticator.objects.filter(user=user).values_list("type", flat=True))
    return WaysIn(
        codes_left=recovery_codes.left(user),
        address=EmailAddress.objects.filter(user=user).order_by("-verified", "pk").first(),
        has_app=Authenticator.Type.TOTP in kinds,
        passkeys=kinds.count(Authenticator.Type.WEBAUTHN),
    )


SHOWN = 50


@require_safe
@login_required
def index(request: Request) -> HttpResponse:
    """All that an account has, each with where it is changed."""
    user = cast(User, request.user)
    context = {
        "waiting": access.visitors_characters(request).count(),
        "ways_in": of(user),
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
        number = form_data.number(request.POST.get("session", ""))
        ended = operations.end_sessions(user, keep=here, number=number)
        if ended:
            messages.success(request, f"Signed out there: {ended}.")
        return redirect("account_sessions")
    context = {"sessions": sessions.signed_in(user, here=here)}
    return render(request, "account/sessions.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def take_over(request: Request) -> HttpResponse:
    """Offers the characters that this browser has from before; one press takes all of them."""
    onward = responses.next_url(request, reverse("characters"))
    if request.method == "POST":
        owner, browser = request.visitor.become_owner(), request.visitor.browser
        taken = operations.take_over(owner, browser, key=form_data.key(request.POST))
        messages.success(request, f"Yours now, on every device: {taken}.")
        return redirect(onward)
    left = access.visitors_characters(request).order_by("-updated_at", "-pk")
    context = {
        "cards": [cards.shelf_card(character) for character in left.whole()[:SHOWN]],
        "count": left.count(),
        "onward": onward,
        "key": form_data.new_key,
    }
    return render(request, "account/take_over.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("code", "password1", "password2")
def recover(request: Request) -> HttpResponse:
    """Lets in who forgot the password and has a code left, with a new password."""
    if request.user.is_authenticated:
        return redirect("account")
    form = RecoverForm(request.POST if request.method == "POST" else None, request=request)
    if not form.is_valid():
        limited = form.has_error(NON_FIELD_ERRORS, "too_many_login_attempts")
        status = 429 if limited else 422 if form.is_bound else 200
        context = {"form": form, "by_mail": settings.SENDS_MAIL}
        return render(request, "account/recover.html", context, status=status)
    user = cast(User, form.user)
    left = recovery_codes.left(user)
    messages.success(request, f"You have a new password. Recovery codes left: {left}.")
    return perform_password_reset_login(request, user)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def codes(request: Request) -> HttpResponse:
    """Says how many are left; makes new ones and tells them, once."""
    if request.method == "POST":
        made: HttpResponse = _make(request)
        return made
    return render(
        request, "account/codes.html", {"left": recovery_codes.left(cast(User, request.user))}
    )


@reauthentication_required(app="allauth.mfa")  # type: ignore[untyped-decorator]  # allauth's is
def _make(request: Request) -> HttpResponse:
    """New ones, after the password was asked for once more."""
    made = recovery_codes.make(cast(User, request.user))
    context = {"codes": made, "onward": reverse("account"), "again": True}
    return render(request, "account/codes_made.html", context)


@require_POST
@login_required
def codes_file(request: Request) -> HttpResponse:
    """The codes that the page has just told, as a file. What is no code of theirs is not taken."""
    user, told = cast(User, request.user), request.POST.getlist("code")[: recovery_codes.HOW_MANY]
    if not recovery_codes.are_good(user, told):
        return HttpResponseBadRequest(
            "These are no codes of yours that are still good.\n", content_type="text/plain"
        )
    context = {"codes": told, "address": site.address(request, reverse("account_recover"))}
    response = render(request, "account/codes.txt", context, content_type="text/plain")
    response["Content-Disposition"] = 'attachment; filename="hyperspace-recovery-codes.txt"'
    return response


IN_MEMORY = 8 * 1024 * 1024


@require_POST
@login_required
def take_along(request: Request) -> HttpResponseBase:
    """All that is the user's, as one file."""
    user = cast(User, request.user)
    if not ratelimit.consume(request, action="export"):
        return responses.too_many(request)
    file: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 (the answer closes it)
    export.write(user, file)
    file.seek(0)
    name = f"hyperspace-{user.get_username()}.zip"
    return FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@sensitive_post_parameters("password")
def erase(request: Request) -> HttpResponseBase:
    """Says what would go, asks for the name and the password, and deletes the account."""
    user = cast(User, request.user)
    form = EraseForm(request.POST if request.method == "POST" else None, request=request)
    in_the_way = operations.in_the_way(user)
    if form.is_bound and not in_the_way and form.is_valid():
        operations.erase(user)
        logout(request, show_message=False)
        messages.success(request, "Your account is gone, and all that was in it.")
        return redirect("landing")
    context = {
        "form": form,
        "in_the_way": in_the_way,
        "characters": Character.objects.belonging_to(request.visitor.identity).count(),
    }
    return render(request, "account/erase.html", context, status=422 if form.is_bound else 200)
