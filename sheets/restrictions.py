"""Refuses pages that are off, and requests of owners whom the operator has frozen."""

import logging
from collections.abc import Callable
from contextlib import suppress
from typing import cast

from django.db import DatabaseError, InterfaceError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import resolve

from sheets import responses
from sheets.access import Request
from sheets.errors import OwnerFrozen
from sheets.guard import deaths, state, watch
from sheets.page_cache.middleware import KNOWN

LOG = logging.getLogger(__name__)
RETRY_AFTER = 60 * 60
# What a frozen owner can still do: read what is everybody's, see the list of their characters,
# export their files, and look after their account. The rest changes something or costs.
READS = frozenset(
    {
        "landing",
        "credits",
        "help",
        "help_guide",
        "manifest",
        "worker",
        "offline",
        "rules",
        "reference",
        "reference_chapter",
        "characters",
        "characters_deleted",
        "character_document",
        "account",
        "account_second_factor",
        "account_inactive",
        "account_sessions",
        "account_reset_password_done",
        "account_email_verification_sent",
        "api",
        "api_document",
        "api_systems",
        "api_system",
        "api_chapter",
        "api_characters",
        "api_parties",
        "mfa_index",
        "mfa_list_webauthn",
    }
)
# These also take forms.
FORMS = frozenset(
    {
        "theme",
        "site_status",
        "site_freeze",
        "site_release",
        "account_sessions",
        "account_export",
        "account_erase",
        "account_codes",
        "account_codes_file",
        "account_change_password",
        "account_set_password",
        "account_email",
        "account_login",
        "account_logout",
        "account_recover",
        "account_reauthenticate",
        "account_reset_password",
        "account_reset_password_from_key",
        "account_confirm_email",
    }
)
SIGNS = "mfa_"


class PagesOffMiddleware:
    """Answers 503 for pages that are off, before anything is read for them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response to one request."""
        if not state.is_current():
            with suppress(DatabaseError, InterfaceError):  # as it was known, until it answers
                watch.look()
        request.META[KNOWN] = state.digest()
        known = state.current()
        if not (known.off or known.suspected):
            return self.get_response(request)
        page = deaths.page_of(request.method or "", request.path_info)
        if page in known.off and not _is_always_on(request):
            return responses.page_off(request, RETRY_AFTER)
        response = self.get_response(request)
        if page in known.suspected and _is_answer(request, response):
            with suppress(DatabaseError, InterfaceError):
                deaths.answered(page)
        return response


class FrozenOwnersMiddleware:
    """Refuses what frozen owners may not do. Needs to know who asks."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response to one request."""
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., object], args: object, kwargs: object
    ) -> HttpResponse | None:
        """423 for a frozen owner; None to go on. No query while nobody is frozen."""
        del view, args, kwargs
        try:
            check(cast(Request, request))
        except OwnerFrozen as error:
            return responses.error_page(request, error)
        return None


def check(request: Request) -> None:
    """OwnerFrozen for what a frozen owner may not do. No query while nobody is frozen."""
    if state.is_anybody_frozen() and not is_open_to_frozen(request):
        state.check(request.visitor.identity)


def is_frozen(request: Request) -> bool:
    """True if the operator has frozen the visitor. While anybody is frozen, the database is asked,
    so that a cached page notices (`page_cache`); otherwise not.
    """
    owner = request.visitor.owner if state.is_anybody_frozen() else None
    return owner is not None and owner.frozen_at is not None


def is_open_to_frozen(request: HttpRequest) -> bool:
    """True if frozen owners may use that page, too."""
    match = request.resolver_match
    name = (match.url_name if match else "") or ""
    if name in FORMS or name.startswith(SIGNS):
        return True
    return name in READS and request.method in ("GET", "HEAD", "OPTIONS")


def _is_always_on(request: HttpRequest) -> bool:
    try:
        return resolve(request.path_info).url_name in deaths.ALWAYS_ON
    except Http404:
        return False


def _is_answer(request: HttpRequest, response: HttpResponseBase) -> bool:
    """True if the response is a page: a redirect answers a form only."""
    last = 300 if request.method in ("GET", "HEAD") else 400
    return 200 <= response.status_code < last
