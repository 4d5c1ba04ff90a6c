"""What allauth asks of a site: how names are kept, where somebody is led to, what it says."""

import base64
import hashlib
import logging
from collections.abc import Iterable
from typing import Any, cast
from urllib.parse import urlsplit

import segno
from allauth.account.adapter import DefaultAccountAdapter
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
from sheets.accounts import recovery_codes, sessions, usernames
from sheets.network_address import client_address, client_network

LONGEST_ADDRESS = 254
LOG = logging.getLogger(__name__)
MISMATCH = "This name and this password do not belong together. Look at both once more."
# What a mail tells of, by allauth's names for it.
CHANGES = {
    "email_changed": "It has another e-mail address.",
    "email_confirm": "Its e-mail address was confirmed.",
    "email_deleted": "It has this e-mail address no more.",
    "password_changed": "It has another password.",
    "password_reset": "It has a new password, set with a link.",
    "password_set": "It has a password.",
    "totp_activated": "It asks for a code of an app.",
    "totp_deactivated": "It asks for no code of an app any more.",
    "webauthn_added": "It has one passkey more.",
    "webauthn_removed": "It has one passkey less.",
}


class AccountAdapter(DefaultAccountAdapter):
    """Names and passwords, and the ways of who has just signed in."""

    error_messages = {  # noqa: RUF012 (as allauth declares it)
        **DefaultAccountAdapter.error_messages,
        "enter_current_password": "This is not your password as it is now.",
        "incorrect_password": "This is not your password.",
        "too_many_login_attempts": "That was wrong too often. Wait five minutes, then try again.",
        "username_password_mismatch": MISMATCH,
        "username_alike": "This name looks like one that is taken. Choose another one.",
        "username_taken": "Somebody has this name already. Choose another one.",
    }

    def get_client_ip(self, request: HttpRequest) -> str:
        """Whose attempts are counted together."""
        return client_address(request)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """What wrong passwords are counted by: the name and the address.

        By the name alone (allauth's own way) anybody could keep its owner out, who may be anywhere.
        """
        return (
            f"sign-in:{usernames.kept(credentials.get('username') or '')}:{client_network(request)}"
        )

    def is_open_for_signup(self, request: HttpRequest) -> bool:  # noqa: ARG002 (nobody is excepted)
        """Whether anybody may have an account."""
        return bool(settings.SIGN_UP)

    def clean_username(self, username: str, shallow: bool = False) -> str:  # noqa: FBT001, FBT002 (as allauth calls it)
        """The name as it is kept; ValidationError where it cannot be one, or is taken."""
        cleaned: str = super().clean_username(usernames.kept(username), shallow)
        if not shallow and usernames.is_taken_by_look(cleaned):
            raise self.validation_error("username_alike")
        return cleaned

    def clean_email(self, email: str) -> str:
        """An address that fits into its column."""
        if len(email) > LONGEST_ADDRESS:
            raise ValidationError(f"An address has at most {LONGEST_ADDRESS} letters.")
        return email

    def is_safe_url(self, url: str | None) -> bool:
        """Whether a page named as the next one is one of ours."""
        request = self.request
        hosts = {request.get_host()}
        return url_has_allowed_host_and_scheme(url, hosts, require_https=request.is_secure())

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:  # noqa: ARG002 (it is the same for all)
        """Back to the account."""
        return reverse("account")

    def post_login(
        self, request: HttpRequest, user: AbstractBaseUser, *, signup: bool, **more: Any
    ) -> HttpResponse:
        """On to where they wanted to go; before that, to what is asked or told only now.

        Codes are told in the answer to the form that made the account, and are kept nowhere.
        """
        onward: str = super().post_login(request, user, signup=signup, **more)["Location"]
        if access.visitors_characters(cast(access.Request, request)).exists():
            onward = f"{reverse('account_take_over')}?{urlencode({'next': onward})}"
        if not signup:
            return redirect(onward)
        codes = recovery_codes.make(cast(User, user))
        return render(request, "account/codes_made.html", {"codes": codes, "onward": onward})

    def get_reset_password_from_key_url(self, key: str) -> str:
        """Where a new password is set: at the site's own name, whichever one was asked by."""
        return self._on_site(super().get_reset_password_from_key_url(key))

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        """Where an address is confirmed, likewise."""
        return self._on_site(super().get_email_confirmation_url(request, emailconfirmation))

    def _on_site(self, url: str) -> str:
        return site.address(self.request, urlsplit(url).path)

    def send_notification_mail(
        self,
        template_prefix: str,
        user: AbstractBaseUser,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Tells the user by mail what was changed, where mail is sent at all."""
        what = CHANGES.get(template_prefix.rpartition("/")[2])
        if settings.SENDS_MAIL and what:
            browser = sessions.described(self.get_http_user_agent(self.request))
            told = {**(context or {}), "what": what, "browser": browser}
            super().send_notification_mail("account/email/changed", user, told, email)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Sends it in the site's name. Where the server does not take it, that is ours to know, and
        nobody waits.
        """
        context = {**context, "site": site.name(self.request)}
        try:
            super().send_mail(template_prefix, email, context)
        except OSError:  # SMTP's own faults are among them
            LOG.exception("No mail could be sent (%s)", template_prefix)


class FactorsAdapter(DefaultMFAAdapter):
    """Authenticator apps and passkeys."""

    error_messages = {  # noqa: RUF012 (as allauth declares it)
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": "This code is not right. One from an app is good for half a minute.",
    }

    def is_mfa_enabled(self, user: Any, types: Iterable[str] | None = None) -> bool:
        """Whether something is asked for besides the password. Recovery codes alone are not."""
        kinds = set(types or Authenticator.Type) - {Authenticator.Type.RECOVERY_CODES}
        return bool(super().is_mfa_enabled(user, kinds))

    def build_totp_svg(self, url: str) -> str:
        """The picture that an app reads, in colours of ours."""
        return segno.make(url, error="m").svg_inline(
            scale=5, border=3, dark="#000", light="#fff", svgclass=None, lineclass=None
        )

    def generate_authenticator_name(self, user: Any, type: str) -> str:
        """What a new passkey is called until somebody knows better."""
        count = Authenticator.objects.filter(user=user, type=type).count()
        return f"Passkey {count + 1}"

    def encrypt(self, text: str) -> str:
        """A secret as it is kept: the database alone does not tell it."""
        return _locks().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """The secret again, also where the site's key was replaced since."""
        return _locks().decrypt(encrypted_text.encode()).decode()


def _locks() -> MultiFernet:
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    digests = (hashlib.sha256(f"sheets.factors:{one}".encode()).digest() for one in secrets)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])
