"""Answers to requests that no view gets to see."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseForbidden
from django.views.defaults import permission_denied


def forged(
    request: HttpRequest,
    reason: str = "",  # noqa: ARG001 (Django gives it; it is for developers)
) -> HttpResponseForbidden:
    """403, as for anything forbidden, to a form without the token that proves it is ours."""
    advice = (
        "This form cannot be shown to be ours. Allow cookies, reload its page, and send it again."
    )
    return permission_denied(request, PermissionDenied(advice))
