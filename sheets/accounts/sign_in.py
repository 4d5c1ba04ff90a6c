"""Signing up, in and out: allauth's views, each with the methods that it has and no others."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from allauth.account import views as account_views
from allauth.account.adapter import get_adapter
from allauth.account.forms import SignupForm
from allauth.mfa.totp.views import DeactivateTOTPView
from allauth.mfa.webauthn.views import RemoveWebAuthnView
from django.conf import settings
from django.contrib.auth.models import User
from django.db import IntegrityError
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_http_methods

from sheets.accounts import recovery_codes

View = Callable[..., HttpResponseBase]


class SignUp(account_views.SignupView):
    """An account for whoever wants one."""

    def form_valid(self, form: SignupForm) -> HttpResponse:
        """Of two that take the same name at the same moment, the second one is told so."""
        try:
            return super().form_valid(form)
        except IntegrityError:
            form.add_error("username", get_adapter().validation_error("username_taken"))
            return cast(HttpResponse, self.form_invalid(form))


class RemoveApp(DeactivateTOTPView):
    """Asks for no codes of an app any more. With the last factor allauth lets the recovery codes
    go; here they stay."""

    def form_valid(self, form: Form) -> HttpResponse:
        """Removes it."""
        with recovery_codes.kept(cast(User, self.request.user)):
            return super().form_valid(form)


class RemovePasskey(RemoveWebAuthnView):
    """Removes a passkey, and lets the recovery codes stay."""

    def form_valid(self, form: Form) -> HttpResponse:
        """Removes it."""
        with recovery_codes.kept(cast(User, self.request.user)):
            return super().form_valid(form)


def only(view: View, *methods: str, where: Callable[[], bool] = lambda: True) -> View:
    """The view with these methods (HEAD comes with GET), 405 for others; 404 unless `where`."""
    allowed = [*methods, "HEAD"] if "GET" in methods else list(methods)

    @require_http_methods(allowed)
    @wraps(view)
    def answer(request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponseBase:
        if not where():
            raise Http404
        return view(request, *arguments, **named)

    return answer


def sends_mail() -> bool:
    """Whether mail is sent here."""
    return bool(settings.SENDS_MAIL)


def takes_apps() -> bool:
    """Whether codes of authenticator apps may be asked for."""
    return "totp" in settings.MFA_SUPPORTED_TYPES


def takes_passkeys() -> bool:
    """Whether one signs in with passkeys here."""
    return "webauthn" in settings.MFA_SUPPORTED_TYPES
