"""Our adapters for allauth: names, redirects, messages and mail."""

import base64
import hashlib
import logging
from collections.abc import Iterable
from typing import Any, cast
from urllib.parse import urlsplit

import segno
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailConfirmation
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode

from sheets import access, site
from sheets.accounts import recovery_codes, sessions, sign_in_log, usernames
from sheets.network_address import client_address, client_network

MAX_ADDRESS_LENGTH = 254
LOG = logging.getLogger(__name__)
MISMATCH = "This name and password don't match. Check both."
# The sentence of a notification mail, by allauth's template name.
CHANGES = {
    "email_changed": "Its e-mail address was changed.",
    "email_confirm": "Its e-mail address was confirmed.",
    "email_deleted": "This e-mail address was removed.",
    "password_changed": "Its password was changed.",
    "password_reset": "Its password was reset with a link.",
    "password_set": "A password was set.",
    "totp_activated": "An authenticator app was added.",
    "totp_deactivated": "The authenticator app was removed.",
    "webauthn_added": "A passkey was added.",
    "webauthn_removed": "A passkey was removed.",
}


class AccountAdapter(DefaultAccountAdapter):
    """Names, passwords, and redirects after signing in."""

    error_messages = {  # noqa: RUF012 (as allauth declares it)
        **DefaultAccountAdapter.error_messages,
        "enter_current_password": "This isn't your current password.",
        "incorrect_password": "This isn't your password.",
        "too_many_login_attempts": "Too many failed tries. Wait five minutes, then try again.",
        "username_password_mismatch": MISMATCH,
        "username_alike": "This name looks like one that's taken. Choose another one.",
        "username_taken": "This name is taken. Choose another one.",
    }

    def get_client_ip(self, request: HttpRequest) -> str:
        """The address whose attempts are counted together."""
        return client_address(request)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """The key that failed sign-ins are counted by: name and network.

        allauth counts by the name alone, so anyone could lock its owner out.
        """
        name = usernames.normalize(credentials.get("username") or "")
        return f"sign-in:{name}:{client_network(request)}"

    def pre_authenticate(self, request: HttpRequest, **credentials: object) -> None:
        """ValidationError, which is logged, if too many tries failed."""
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError:
            sign_in_log.refused(request, str(credentials.get("username") or ""))
            raise

    def is_open_for_signup(self, request: HttpRequest) -> bool:  # noqa: ARG002 (nobody is excepted)
        """True while the site lets people make accounts (`SIGN_UP`)."""
        return bool(settings.SIGN_UP)

    def clean_username(self, username: str, shallow: bool = False) -> str:  # noqa: FBT001, FBT002 (as allauth calls it)
        """The normalized name; ValidationError if it is invalid or taken."""
        cleaned: str = super().clean_username(usernames.normalize(username), shallow)
        if not shallow and usernames.looks_taken(cleaned):
            raise self.validation_error("username_alike")
        return cleaned

    def clean_email(self, email: str) -> str:
        """The address, if it fits its column."""
        if len(email) > MAX_ADDRESS_LENGTH:
            raise ValidationError(f"An address has at most {MAX_ADDRESS_LENGTH} characters.")
        return email

    def is_safe_url(self, url: str | None) -> bool:
        """True if a `next` URL leads to this site."""
        request = self.request
        hosts = {request.get_host()}
        return url_has_allowed_host_and_scheme(url, hosts, require_https=request.is_secure())

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:  # noqa: ARG002 (it is the same for all)
        """The account page."""
        return reverse("account")

    def post_login(
        self, request: HttpRequest, user: AbstractBaseUser, *, signup: bool, **more: Any
    ) -> HttpResponse:
        """Redirects to the next page; before it, to new recovery codes and to characters to take
        over.

        A new account's codes are shown in the response to the sign-up form and are stored nowhere.
        """
        onward: str = super().post_login(request, user, signup=signup, **more)["Location"]
        if access.visitors_characters(cast(access.Request, request)).exists():
            onward = f"{reverse('account_take_over')}?{urlencode({'next': onward})}"
        if not signup:
            return redirect(onward)
        codes = recovery_codes.create(cast(User, user))
        return render(request, "account/codes_made.html", {"codes": codes, "onward": onward})

    def get_reset_password_from_key_url(self, key: str) -> str:
        """The password reset link, at the site's own host name."""
        return self._on_site(super().get_reset_password_from_key_url(key))

    def get_email_confirmation_url(
        self, request: HttpRequest, emailconfirmation: EmailConfirmation
    ) -> str:
        """The link that confirms an address, at the site's own host name."""
        return self._on_site(super().get_email_confirmation_url(request, emailconfirmation))

    def _on_site(self, url: str) -> str:
        return site.address(self.request, urlsplit(url).path)

    def send_notification_mail(
        self,
        template_prefix: str,
        user: AbstractBaseUser,
        context: dict[str, object] | None = None,
        email: str | None = None,
    ) -> None:
        """Tells the user by mail what was changed, if mail is configured."""
        change = CHANGES.get(template_prefix.rpartition("/")[2])
        if settings.SENDS_MAIL and change:
            browser = sessions.describe_browser(self.get_http_user_agent(self.request))
            details = {**(context or {}), "what": change, "browser": browser}
            super().send_notification_mail("account/email/changed", user, details, email)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, object]) -> None:
        """Sends a mail in the site's name. A failure is logged; nobody waits for it."""
        context = {**context, "site": site.name(self.request)}
        try:
            super().send_mail(template_prefix, email, context)
        except OSError:  # SMTP errors are OSErrors
            LOG.exception("No mail could be sent (%s)", template_prefix)


class FactorsAdapter(DefaultMFAAdapter):
    """Authenticator apps and passkeys."""

    error_messages = {  # noqa: RUF012 (as allauth declares it)
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": "This code isn't right. An app's code counts while the app shows it:"
        " try the next one, and check your device's clock.",
    }

    def is_mfa_enabled(self, user: AbstractBaseUser, types: Iterable[str] | None = None) -> bool:
        """True if the user has a second factor. Recovery codes alone don't count."""
        kinds = set(types or Authenticator.Type) - {Authenticator.Type.RECOVERY_CODES}
        return bool(super().is_mfa_enabled(user, kinds))

    def build_totp_svg(self, url: str) -> str:
        """The QR code for an authenticator app."""
        return segno.make(url, error="m").svg_inline(
            scale=5, border=3, dark="#000", light="#fff", svgclass=None, lineclass=None
        )

    def generate_authenticator_name(self, user: AbstractBaseUser, type: str) -> str:
        """The default name of a new passkey: "Passkey 2"."""
        count = Authenticator.objects.filter(user=user, type=type).count()
        return f"Passkey {count + 1}"

    def encrypt(self, text: str) -> str:
        """The secret, encrypted with the site's key before it is stored."""
        return _ciphers().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """The secret again, even if the site's key was replaced since."""
        return _ciphers().decrypt(encrypted_text.encode()).decode()


def _ciphers() -> MultiFernet:
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    digests = (hashlib.sha256(f"sheets.factors:{secret}".encode()).digest() for secret in secrets)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])
