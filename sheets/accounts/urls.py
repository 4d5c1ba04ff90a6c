"""Account pages, under `/account/`. The URL names are allauth's."""

from allauth.account import views as account
from allauth.mfa.base import views as factors
from allauth.mfa.totp import views as apps
from allauth.mfa.webauthn import views as passkeys
from django.contrib.auth.decorators import login_required
from django.urls import URLPattern, path, re_path
from django.views.generic import RedirectView

from sheets.accounts import views
from sheets.accounts import views as own
from sheets.accounts.sign_in import (
    RemoveApp,
    RemovePasskey,
    SignUp,
    allow_methods,
    apps_enabled,
    mail_enabled,
    passkeys_enabled,
)

BOTH = ("GET", "POST")
to_account = login_required(RedirectView.as_view(pattern_name="account"))

ACCOUNT: list[URLPattern] = [
    path("", own.index, name="account"),
    path("sessions/", own.sessions_page, name="account_sessions"),
    path("take-over/", own.take_over, name="account_take_over"),
    path("export/", views.download_export, name="account_export"),
    path("erase/", views.erase, name="account_erase"),
]
SIGN_IN: list[URLPattern] = [
    path("signup/", allow_methods(SignUp.as_view(), *BOTH), name="account_signup"),
    path("login/", allow_methods(account.login, *BOTH), name="account_login"),
    path("logout/", allow_methods(account.logout, *BOTH), name="account_logout"),
    path("inactive/", allow_methods(account.account_inactive, "GET"), name="account_inactive"),
    path(
        "reauthenticate/",
        allow_methods(account.reauthenticate, *BOTH),
        name="account_reauthenticate",
    ),
    path("recover/", views.recover, name="account_recover"),
    path(
        "password/", allow_methods(account.password_change, *BOTH), name="account_change_password"
    ),
    path("password/set/", allow_methods(account.password_set, *BOTH), name="account_set_password"),
    re_path(
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>[^/]+)/$",
        allow_methods(account.password_reset_from_key, *BOTH),
        name="account_reset_password_from_key",
    ),
    path("codes/", views.codes, name="account_codes"),
    path("codes/file/", views.codes_file, name="account_codes_file"),
]
BY_MAIL: list[URLPattern] = [
    path("email/", allow_methods(account.email, *BOTH, where=mail_enabled), name="account_email"),
    path(
        "email/sent/",
        allow_methods(account.email_verification_sent, "GET", where=mail_enabled),
        name="account_email_verification_sent",
    ),
    re_path(
        r"^email/confirm/(?P<key>[-:\w]+)/$",
        allow_methods(account.confirm_email, *BOTH, where=mail_enabled),
        name="account_confirm_email",
    ),
    path(
        "password/reset/",
        allow_methods(account.password_reset, *BOTH, where=mail_enabled),
        name="account_reset_password",
    ),
    path(
        "password/reset/sent/",
        allow_methods(account.password_reset_done, "GET", where=mail_enabled),
        name="account_reset_password_done",
    ),
]
FACTORS: list[URLPattern] = [
    path("factors/missing/", own.second_factor, name="account_second_factor"),
    path("factors/", allow_methods(to_account, "GET"), name="mfa_index"),
    # An existing factor is asked for even if new ones are switched off.
    path("factors/code/", allow_methods(factors.authenticate, *BOTH), name="mfa_authenticate"),
    path("factors/again/", allow_methods(factors.reauthenticate, *BOTH), name="mfa_reauthenticate"),
    path(
        "factors/app/",
        allow_methods(apps.activate_totp, *BOTH, where=apps_enabled),
        name="mfa_activate_totp",
    ),
    path(
        "factors/app/remove/", allow_methods(RemoveApp.as_view(), *BOTH), name="mfa_deactivate_totp"
    ),
    path(
        "factors/passkeys/", allow_methods(passkeys.list_webauthn, "GET"), name="mfa_list_webauthn"
    ),
    path(
        "factors/passkeys/add/",
        allow_methods(passkeys.add_webauthn, *BOTH, where=passkeys_enabled),
        name="mfa_add_webauthn",
    ),
    path(
        "factors/passkeys/sign-in/",
        allow_methods(passkeys.login_webauthn, *BOTH, where=passkeys_enabled),
        name="mfa_login_webauthn",
    ),
    path(
        "factors/passkeys/again/",
        allow_methods(passkeys.reauthenticate_webauthn, *BOTH),
        name="mfa_reauthenticate_webauthn",
    ),
    path(
        "factors/passkeys/<int:pk>/",
        allow_methods(passkeys.edit_webauthn, *BOTH),
        name="mfa_edit_webauthn",
    ),
    path(
        "factors/passkeys/<int:pk>/remove/",
        allow_methods(RemovePasskey.as_view(), *BOTH),
        name="mfa_remove_webauthn",
    ),
]
urlpatterns: list[URLPattern] = [*ACCOUNT, *SIGN_IN, *BY_MAIL, *FACTORS]
