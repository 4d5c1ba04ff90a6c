"""Accounts, under `/account/`. The names that allauth asks for are allauth's."""

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
    only,
    sends_mail,
    takes_apps,
    takes_passkeys,
)

BOTH = ("GET", "POST")
to_account = login_required(RedirectView.as_view(pattern_name="account"))

OWN: list[URLPattern] = [
    path("", own.index, name="account"),
    path("sessions/", own.signed_in, name="account_sessions"),
    path("take-over/", own.take_over, name="account_take_over"),
    path("export/", views.take_along, name="account_export"),
    path("erase/", views.erase, name="account_erase"),
]
ENTRANCE: list[URLPattern] = [
    path("signup/", only(SignUp.as_view(), *BOTH), name="account_signup"),
    path("login/", only(account.login, *BOTH), name="account_login"),
    path("logout/", only(account.logout, *BOTH), name="account_logout"),
    path("inactive/", only(account.account_inactive, "GET"), name="account_inactive"),
    path("reauthenticate/", only(account.reauthenticate, *BOTH), name="account_reauthenticate"),
    path("recover/", views.recover, name="account_recover"),
    path("password/", only(account.password_change, *BOTH), name="account_change_password"),
    path("password/set/", only(account.password_set, *BOTH), name="account_set_password"),
    re_path(
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>[^/]+)/$",
        only(account.password_reset_from_key, *BOTH),
        name="account_reset_password_from_key",
    ),
    path("codes/", views.codes, name="account_codes"),
    path("codes/file/", views.codes_file, name="account_codes_file"),
]
BY_MAIL: list[URLPattern] = [
    path("email/", only(account.email, *BOTH, where=sends_mail), name="account_email"),
    path(
        "email/sent/",
        only(account.email_verification_sent, "GET", where=sends_mail),
        name="account_email_verification_sent",
    ),
    re_path(
        r"^email/confirm/(?P<key>[-:\w]+)/$",
        only(account.confirm_email, *BOTH, where=sends_mail),
        name="account_confirm_email",
    ),
    path(
        "password/reset/",
        only(account.password_reset, *BOTH, where=sends_mail),
        name="account_reset_password",
    ),
    path(
        "password/reset/sent/",
        only(account.password_reset_done, "GET", where=sends_mail),
        name="account_reset_password_done",
    ),
]
FACTORS: list[URLPattern] = [
    path("factors/", only(to_account, "GET"), name="mfa_index"),
    # Who has a factor is asked for it, also where no new ones are taken any more.
    path("factors/code/", only(factors.authenticate, *BOTH), name="mfa_authenticate"),
    path("factors/again/", only(factors.reauthenticate, *BOTH), name="mfa_reauthenticate"),
    path(
        "factors/app/",
        only(apps.activate_totp, *BOTH, where=takes_apps),
        name="mfa_activate_totp",
    ),
    path("factors/app/remove/", only(RemoveApp.as_view(), *BOTH), name="mfa_deactivate_totp"),
    path("factors/passkeys/", only(passkeys.list_webauthn, "GET"), name="mfa_list_webauthn"),
    path(
        "factors/passkeys/add/",
        only(passkeys.add_webauthn, *BOTH, where=takes_passkeys),
        name="mfa_add_webauthn",
    ),
    path(
        "factors/passkeys/sign-in/",
        only(passkeys.login_webauthn, *BOTH, where=takes_passkeys),
        name="mfa_login_webauthn",
    ),
    path(
        "factors/passkeys/again/",
        only(passkeys.reauthenticate_webauthn, *BOTH),
        name="mfa_reauthenticate_webauthn",
    ),
    path(
        "factors/passkeys/<int:pk>/",
        only(passkeys.edit_webauthn, *BOTH),
        name="mfa_edit_webauthn",
    ),
    path(
        "factors/passkeys/<int:pk>/remove/",
        only(RemovePasskey.as_view(), *BOTH),
        name="mfa_remove_webauthn",
    ),
]
urlpatterns: list[URLPattern] = [*OWN, *ENTRANCE, *BY_MAIL, *FACTORS]
