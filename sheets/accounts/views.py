"""The account pages: overview, sessions, recovery codes, export, deletion."""

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
from sheets.accounts import second_factor as factors
from sheets.accounts.forms import EraseForm, RecoverForm
from sheets.accounts.sign_in import apps_enabled, passkeys_enabled
from sheets.characters import cards
from sheets.models import Character
from sheets.writes import Mine


@dataclass(frozen=True)
class SignInMethods:
    """Recovery codes, e-mail address, and second factors of a user."""

    codes_left: int
    address: EmailAddress | None
    has_app: bool
    passkeys: int


def sign_in_methods(user: User) -> SignInMethods:
    """The sign-in methods of a user."""
    kinds = list(Authenticator.objects.filter(user=user).values_list("type", flat=True))
    return SignInMethods(
        codes_left=recovery_codes.remaining(user),
        address=EmailAddress.objects.filter(user=user).order_by("-verified", "pk").first(),
        has_app=Authenticator.Type.TOTP in kinds,
        passkeys=kinds.count(Authenticator.Type.WEBAUTHN),
    )


MAX_CARDS = 50


@require_safe
@login_required
def index(request: Request) -> HttpResponse:
    """The account page."""
    user = cast(User, request.user)
    context = {
        "waiting": access.visitors_characters(request).count(),
        "ways_in": sign_in_methods(user),
        "by_mail": settings.SENDS_MAIL,
        "sessions": len(sessions.signed_in_browsers(user, here=request.session.session_key)),
        "takes_apps": apps_enabled(),
        "takes_passkeys": passkeys_enabled(),
    }
    return render(request, "account/index.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def sessions_page(request: Request) -> HttpResponse:
    """The signed-in browsers; POST signs out one of them, or all but this one."""
    if request.method == "POST":
        response: HttpResponse = _end_sessions(request)
        return response
    user, here = cast(User, request.user), request.session.session_key
    context = {"sessions": sessions.signed_in_browsers(user, here=here)}
    return render(request, "account/sessions.html", context)


@reauthentication_required(app="allauth.mfa")  # type: ignore[untyped-decorator]  # allauth's is
def _end_sessions(request: Request) -> HttpResponse:
    """Signs out one browser, or all others, after the password was asked for again: whoever took
    over a browser doesn't lock its owner out.
    """
    user, here = cast(User, request.user), request.session.session_key
    number = form_data.number(request.POST.get("session", ""))
    if ended := operations.end_sessions(user, keep=here, number=number):
        messages.success(request, f"Signed out there: {ended}.")
    return redirect("account_sessions")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def take_over(request: Request) -> HttpResponse:
    """Offers this browser's characters to the account; POST takes them all."""
    onward = responses.next_url(request, reverse("characters"))
    if request.method == "POST":
        owner, browser = Mine(request.visitor.become_owner()), request.visitor.browser.visitor_hash
        key = form_data.key(request.POST)
        taken = operations.TakeOver(owner, visitor_hash=browser, key=key).run()
        messages.success(request, f"Characters added to your account: {taken}.")
        return redirect(onward)
    left = access.visitors_characters(request).order_by("-updated_at", "-pk")
    context = {
        "cards": [cards.shelf_card(character) for character in left.whole()[:MAX_CARDS]],
        "count": left.count(),
        "onward": onward,
        "key": form_data.new_key,
    }
    return render(request, "account/take_over.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("code", "password1", "password2")
def recover(request: Request) -> HttpResponse:
    """Account recovery with a recovery code and a new password."""
    if request.user.is_authenticated:
        return redirect("account")
    form = RecoverForm(request.POST if request.method == "POST" else None, request=request)
    if not form.is_valid():
        limited = form.has_error(NON_FIELD_ERRORS, "too_many_login_attempts")
        status = 429 if limited else 422 if form.is_bound else 200
        context = {"form": form, "by_mail": settings.SENDS_MAIL}
        return render(request, "account/recover.html", context, status=status)
    user = cast(User, form.user)
    left = recovery_codes.remaining(user)
    messages.success(request, f"Your password is changed. Recovery codes left: {left}.")
    return perform_password_reset_login(request, user)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def codes(request: Request) -> HttpResponse:
    """The number of recovery codes left; POST makes new ones and shows them once."""
    if request.method == "POST":
        response: HttpResponse = _create_codes(request)
        return response
    return render(
        request, "account/codes.html", {"left": recovery_codes.remaining(cast(User, request.user))}
    )


@reauthentication_required(app="allauth.mfa")  # type: ignore[untyped-decorator]  # allauth's is
def _create_codes(request: Request) -> HttpResponse:
    """New codes, after the password was asked for again."""
    codes = recovery_codes.create(cast(User, request.user))
    context = {"codes": codes, "onward": reverse("account"), "again": True}
    return render(request, "account/codes_made.html", context)


@require_POST
@login_required
def codes_file(request: Request) -> HttpResponse:
    """The codes that the page has just shown, as a text file."""
    user, codes = (
        cast(User, request.user),
        request.POST.getlist("code")[: recovery_codes.CODE_COUNT],
    )
    if not recovery_codes.are_valid(user, codes):
        return HttpResponseBadRequest(
            "These aren't unused codes of your account.\n", content_type="text/plain"
        )
    context = {"codes": codes, "address": site.address(request, reverse("account_recover"))}
    response = render(request, "account/codes.txt", context, content_type="text/plain")
    response["Content-Disposition"] = 'attachment; filename="hyperspace-recovery-codes.txt"'
    return response


@require_safe
@login_required
def second_factor(request: Request) -> HttpResponse:
    """The way to a second factor, for whoever must have one."""
    if not factors.is_missing(request):
        return redirect("account")
    context = {
        "who": "all accounts" if settings.FACTORS_FOR == factors.EVERYONE else "staff accounts",
        "takes_apps": apps_enabled(),
        "takes_passkeys": passkeys_enabled(),
    }
    return render(request, "account/second_factor.html", context)


IN_MEMORY = 8 * 1024 * 1024


@require_POST
@login_required
def download_export(request: Request) -> HttpResponseBase:
    """Everything of the user's, as a ZIP."""
    user = cast(User, request.user)
    if not ratelimit.consume(request, action="export"):
        return responses.too_many_requests(request)
    file: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 (the answer closes it)
    export.write(user, file)
    file.seek(0)
    name = f"hyperspace-{user.get_username()}.zip"
    return FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@sensitive_post_parameters("password")
def erase(request: Request) -> HttpResponseBase:
    """Says what will be deleted, asks for the name and the password, and deletes the account."""
    user = cast(User, request.user)
    form = EraseForm(request.POST if request.method == "POST" else None, request=request)
    in_the_way = operations.led_parties(user)
    if form.is_bound and not in_the_way and form.is_valid():
        operations.erase(user)
        logout(request, show_message=False)
        messages.success(request, "Your account and everything in it was deleted.")
        return redirect("landing")
    context = {
        "form": form,
        "in_the_way": in_the_way,
        "characters": Character.objects.belonging_to(request.visitor.identity).count(),
    }
    return render(request, "account/erase.html", context, status=422 if form.is_bound else 200)
