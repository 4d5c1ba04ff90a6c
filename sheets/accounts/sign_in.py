"""allauth's views for signing up, in and out, each limited to the HTTP methods it needs."""

from collections.abc import Callable
from functools import wraps
from typing import cast

from allauth.account import views as account_views
from allauth.account.adapter import get_adapter
from allauth.account.forms import SignupForm
from allauth.mfa.totp.views import DeactivateTOTPView
from allauth.mfa.webauthn.views import RemoveWebAuthnView
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.db import IntegrityError
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from sheets.accounts import recovery_codes, second_factor

View = Callable[..., HttpResponseBase]


class SignUp(account_views.SignupView):
    """The sign-up page."""

    def form_valid(self, form: SignupForm) -> HttpResponse:
        """Of two users who take the same name at once, the second sees an error."""
        try:
            return super().form_valid(form)
        except IntegrityError:
            form.add_error("username", get_adapter().validation_error("username_taken"))
            return cast(HttpResponse, self.form_invalid(form))


class RemoveApp(DeactivateTOTPView):
    """Removes the authenticator app. allauth also removes the recovery codes with the last factor;
    here they stay.
    """

    def form_valid(self, form: Form) -> HttpResponse:
        """Removes the app."""
        if second_factor.is_last(cast(User, self.request.user)):
            return _keep_last(self.request)
        with recovery_codes.preserved(cast(User, self.request.user)):
            return super().form_valid(form)


class RemovePasskey(RemoveWebAuthnView):
    """Removes a passkey; the recovery codes stay."""

    def form_valid(self, form: Form) -> HttpResponse:
        """Removes the passkey."""
        if second_factor.is_last(cast(User, self.request.user)):
            return _keep_last(self.request)
        with recovery_codes.preserved(cast(User, self.request.user)):
            return super().form_valid(form)


def _keep_last(request: HttpRequest) -> HttpResponse:
    """Says why the only second factor stays."""
    messages.error(
        request, "Your account needs a second factor. Add another one first, then remove this one."
    )
    return redirect("account")


def allow_methods(view: View, *methods: str, where: Callable[[], bool] = lambda: True) -> View:
    """The view for these methods (HEAD comes with GET), 405 for others; 404 unless `where()`."""
    allowed = [*methods, "HEAD"] if "GET" in methods else list(methods)

    @require_http_methods(allowed)
    @wraps(view)
    def answer(request: HttpRequest, *arguments: object, **named: object) -> HttpResponseBase:
        if not where():
            raise Http404
        return view(request, *arguments, **named)

    return answer


def mail_enabled() -> bool:
    """True if mail is configured."""
    return bool(settings.SENDS_MAIL)


def apps_enabled() -> bool:
    """True if authenticator apps are switched on."""
    return "totp" in settings.MFA_SUPPORTED_TYPES


def passkeys_enabled() -> bool:
    """True if passkeys are switched on."""
    return "webauthn" in settings.MFA_SUPPORTED_TYPES
