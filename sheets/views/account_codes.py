"""Recovery codes: how many are left, new ones, and the way in with one of them."""

from typing import cast

from allauth.account.decorators import reauthentication_required
from allauth.account.internal.flows.password_reset import perform_password_reset_login
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from sheets import site
from sheets.access import Request
from sheets.accounts.forms import RecoverForm
from sheets.operations import recovery


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
    left = recovery.left(user)
    messages.success(request, f"You have a new password. Recovery codes left: {left}.")
    return perform_password_reset_login(request, user)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def codes(request: Request) -> HttpResponse:
    """Says how many are left; makes new ones and tells them, once."""
    if request.method == "POST":
        made: HttpResponse = _make(request)
        return made
    return render(request, "account/codes.html", {"left": recovery.left(cast(User, request.user))})


@reauthentication_required(app="allauth.mfa")  # type: ignore[untyped-decorator]  # allauth's is
def _make(request: Request) -> HttpResponse:
    """New ones, after the password was asked for once more."""
    made = recovery.make(cast(User, request.user))
    context = {"codes": made, "onward": reverse("account"), "again": True}
    return render(request, "account/codes_made.html", context)


@require_POST
@login_required
def codes_file(request: Request) -> HttpResponse:
    """The codes that the page has just told, as a file. What is no code of theirs is not taken."""
    user, told = cast(User, request.user), request.POST.getlist("code")[: recovery.HOW_MANY]
    if not recovery.are_good(user, told):
        return HttpResponseBadRequest(
            "These are no codes of yours that are still good.\n", content_type="text/plain"
        )
    context = {"codes": told, "address": site.address(request, reverse("account_recover"))}
    response = render(request, "account/codes.txt", context, content_type="text/plain")
    response["Content-Disposition"] = 'attachment; filename="hyperspace-recovery-codes.txt"'
    return response
