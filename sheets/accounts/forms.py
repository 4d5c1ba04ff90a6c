"""The account forms that differ from allauth's."""

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

from rules import plain_text
from sheets import network_address
from sheets.accounts import recovery_codes, usernames

LOG = logging.getLogger(__name__)


class SignupForm(account_forms.SignupForm):
    """A name, and a password twice."""

    def save(self, request: HttpRequest) -> User:
        """The new account, all of it or nothing; IntegrityError if the name was taken meanwhile."""
        with transaction.atomic():
            return cast(User, super().save(request))


class LoginForm(account_forms.LoginForm):
    """A name and a password."""

    def clean_login(self) -> str:
        """The name as it is stored."""
        return usernames.meant(super().clean_login())


class _CodeForm:
    """A code from an app, or a recovery code instead."""

    user: User
    cleaned_data: dict[str, Any]

    def clean_code(self) -> str:
        """The code, if it is either."""
        self.cleaned_data["code"] = plain_text.plain(self.cleaned_data["code"]).replace(" ", "")
        try:
            return super().clean_code()  # type: ignore[misc,no-any-return]  # the method of the form it is mixed into
        except ValidationError as error:
            if error.code != "incorrect_code":
                raise
            code: str = self.cleaned_data["code"]
            row = recovery_codes.redeem(self.user, code)
            if row is None:
                raise
            self.authenticator = row
            return code


class AuthenticateForm(_CodeForm, mfa_forms.AuthenticateForm):
    """The second factor after the password."""


class ReauthenticateForm(_CodeForm, mfa_forms.ReauthenticateForm):
    """The second factor before a sensitive action."""


class _Passkey:
    """A passkey's answer from the browser. Any error in it is a wrong code."""

    def _checked(self, check: Callable[[], object]) -> Any:
        try:
            return check()
        except ValidationError:
            raise
        except Exception as error:  # the decoder raises errors of every kind
            LOG.warning("A passkey was refused: %r", error)
            raise mfa_adapter().validation_error("incorrect_code") from None


class AddPasskeyForm(_Passkey, passkey_forms.AddWebAuthnForm):
    """A new passkey."""

    def clean(self) -> dict[str, Any]:
        """The browser's answer."""
        cleaned: dict[str, object] = self._checked(super().clean)
        return cleaned


class AuthenticatePasskeyForm(_Passkey, passkey_forms.AuthenticateWebAuthnForm):
    """A passkey after the password."""

    def clean_credential(self) -> Authenticator:
        """The passkey's row."""
        row: Authenticator = self._checked(super().clean_credential)
        return row


class SignInPasskeyForm(_Passkey, passkey_forms.LoginWebAuthnForm):
    """A passkey instead of the password."""

    def clean_credential(self) -> Authenticator:
        """The passkey's row."""
        row: Authenticator = self._checked(super().clean_credential)
        return row


class ReauthenticatePasskeyForm(_Passkey, passkey_forms.ReauthenticateWebAuthnForm):
    """A passkey before a sensitive action."""

    def clean_credential(self) -> Authenticator:
        """The passkey's row."""
        row: Authenticator = self._checked(super().clean_credential)
        return row


class RecoverForm(forms.Form):
    """Account recovery: the name, a recovery code, and a new password."""

    username = forms.CharField(max_length=150)
    code = forms.CharField(max_length=60)
    password1 = forms.CharField(max_length=4096, strip=False)
    password2 = forms.CharField(max_length=4096, strip=False)

    MISMATCH = (
        "This name and code don't match, or the code was used before. Check both: I and L are read"
        " as 1, and O as 0."
    )

    def __init__(self, *arguments: Any, request: HttpRequest, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.request = request
        self.user: User | None = None

    def clean_password1(self) -> str:
        """A valid password, which must not resemble the typed name."""
        password: str = self.cleaned_data["password1"]
        validate_password(password, User(username=self.cleaned_data.get("username", "")))
        return password

    def clean(self) -> dict[str, object]:
        """Checks everything before it redeems the code."""
        cleaned = super().clean() or {}
        passwords = {cleaned[name] for name in ("password1", "password2") if name in cleaned}
        if len(passwords) == 2:
            self.add_error("password2", "Type the same password in both places.")
        if self.errors:
            return cleaned
        name = usernames.meant(cleaned["username"])
        key = f"{name}:{network_address.client_network(self.request)}"
        if not ratelimit.consume(self.request, action="recover", key=key):
            raise get_adapter().validation_error("too_many_login_attempts")
        self.user = recovery_codes.reset_password(
            name=name, code=cleaned["code"], password=cleaned["password1"]
        )
        if self.user is None:
            raise ValidationError(self.MISMATCH)
        return cleaned


class EraseForm(forms.Form):
    """The user name and the password, so nobody deletes an account by accident."""

    name = forms.CharField(max_length=150)
    password = forms.CharField(max_length=4096, strip=False)

    def __init__(self, *arguments: Any, request: HttpRequest, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.request = request

    def clean_name(self) -> str:
        """The account's name, in any spelling that normalizes to it."""
        name: str = self.cleaned_data["name"]
        if usernames.meant(name) != self.request.user.get_username():
            raise ValidationError("This isn't the name of your account.")
        return name

    def clean_password(self) -> str:
        """The account's password, rate-limited."""
        password: str = self.cleaned_data["password"]
        if not ratelimit.consume(self.request, action="erase"):
            raise get_adapter().validation_error("too_many_login_attempts")
        if not self.request.user.check_password(password):
            raise get_adapter().validation_error("incorrect_password")
        return password
