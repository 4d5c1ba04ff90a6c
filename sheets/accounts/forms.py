"""The forms of accounts, where they differ from allauth's."""

import logging
from collections.abc import Callable
from typing import Any, cast

from allauth.account import forms as account_forms
from allauth.account.adapter import get_adapter
from allauth.core import ratelimit
from allauth.mfa.adapter import get_adapter as mfa_adapter
from allauth.mfa.base import forms as mfa_forms
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import forms as passkey_forms
from django import forms
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest

from sheets import network_address
from sheets.accounts import recovery_codes, usernames

LOG = logging.getLogger(__name__)


class SignupForm(account_forms.SignupForm):
    """A name, and a password twice."""

    def save(self, request: HttpRequest) -> User:
        """The account, all of it or none; IntegrityError where somebody took the name meanwhile."""
        with transaction.atomic():
            return cast(User, super().save(request))


class _CodeForm:
    """A code from an app, or a recovery code in its place."""

    user: User
    cleaned_data: dict[str, Any]

    def clean_code(self) -> str:
        """The code that was typed, if it is either."""
        try:
            return super().clean_code()  # type: ignore[misc,no-any-return]  # of the form it is mixed into
        except ValidationError as error:
            if error.code != "incorrect_code":
                raise
            code: str = self.cleaned_data["code"]
            row = recovery_codes.spend(self.user, code)
            if row is None:
                raise
            self.authenticator = row
            return code


class AuthenticateForm(_CodeForm, mfa_forms.AuthenticateForm):
    """What is asked for after the password."""


class ReauthenticateForm(_CodeForm, mfa_forms.ReauthenticateForm):
    """What may be asked for before something that matters."""


class _Passkey:
    """What a browser says of a passkey. Whatever is wrong with it, it is not taken."""

    def _checked(self, check: Callable[[], Any]) -> Any:
        try:
            return check()
        except ValidationError:
            raise
        except Exception as error:  # the reader of these fails in as many ways as there are
            LOG.warning("A passkey was refused: %r", error)
            raise mfa_adapter().validation_error("incorrect_code") from None


class AddPasskeyForm(_Passkey, passkey_forms.AddWebAuthnForm):
    """A new one."""

    def clean(self) -> dict[str, Any]:
        """What the browser made."""
        given: dict[str, Any] = self._checked(super().clean)
        return given


class AuthenticatePasskeyForm(_Passkey, passkey_forms.AuthenticateWebAuthnForm):
    """One that is asked for after the password."""

    def clean_credential(self) -> Authenticator:
        """Whose it is."""
        row: Authenticator = self._checked(super().clean_credential)
        return row


class SignInPasskeyForm(_Passkey, passkey_forms.LoginWebAuthnForm):
    """One that signs in by itself."""

    def clean_credential(self) -> Authenticator:
        """Whose it is."""
        row: Authenticator = self._checked(super().clean_credential)
        return row


class ReauthenticatePasskeyForm(_Passkey, passkey_forms.ReauthenticateWebAuthnForm):
    """One that may be asked for before something that matters."""

    def clean_credential(self) -> Authenticator:
        """Whose it is."""
        row: Authenticator = self._checked(super().clean_credential)
        return row


class RecoverForm(forms.Form):
    """A way in without the password: the name, a recovery code, and a new password."""

    username = forms.CharField(max_length=150)
    code = forms.CharField(max_length=60)
    password1 = forms.CharField(max_length=4096, strip=False)
    password2 = forms.CharField(max_length=4096, strip=False)

    MISMATCH = (
        "This name and this code do not belong together, or the code was used before. Look at both"
        " once more: the letters I and L are read as 1, and O as 0."
    )

    def __init__(self, *arguments: Any, request: HttpRequest, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.request = request
        self.user: User | None = None

    def clean_password1(self) -> str:
        """A good password. What it must not resemble is the name as it was typed."""
        password: str = self.cleaned_data["password1"]
        validate_password(password, User(username=self.cleaned_data.get("username", "")))
        return password

    def clean(self) -> dict[str, Any]:
        """All is looked at before a code is spent."""
        given = super().clean() or {}
        if {"password1", "password2"} <= given.keys() and given["password1"] != given["password2"]:
            self.add_error("password2", "Type the same password in both places.")
        if self.errors:
            return given
        name = usernames.kept(given["username"])
        counted = f"{name}:{network_address.client_network(self.request)}"  # as wrong passwords are
        if not ratelimit.consume(self.request, action="recover", key=counted):
            raise get_adapter().validation_error("too_many_login_attempts")
        self.user = recovery_codes.reset_password(
            name=name, code=given["code"], password=given["password1"]
        )
        if self.user is None:
            raise ValidationError(self.MISMATCH)
        return given


class EraseForm(forms.Form):
    """The name, typed, and the password: so that nobody erases an account by accident."""

    name = forms.CharField(max_length=150)
    password = forms.CharField(max_length=4096, strip=False)

    def __init__(self, *arguments: Any, request: HttpRequest, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.request = request

    def clean_name(self) -> str:
        """The name of the account, however it is written."""
        name: str = self.cleaned_data["name"]
        if usernames.kept(name) != self.request.user.get_username():
            raise ValidationError("This is not the name of your account.")
        return name

    def clean_password(self) -> str:
        """The password of the account, tried only so often."""
        password: str = self.cleaned_data["password"]
        if not ratelimit.consume(self.request, action="erase"):
            raise get_adapter().validation_error("too_many_login_attempts")
        if not self.request.user.check_password(password):
            raise get_adapter().validation_error("incorrect_password")
        return password
