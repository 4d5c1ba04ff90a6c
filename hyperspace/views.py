"""Responses to requests that are refused before they reach a view."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseForbidden
from django.views.defaults import permission_denied


def csrf_failure(
    request: HttpRequest,
    reason: str = "",  # noqa: ARG001 (Django passes it; it is for developers)
) -> HttpResponseForbidden:
    """403 for a form without a valid CSRF token."""
    message = (
        "This form has expired or cookies are blocked. Allow cookies, reload the page, and send it"
        " again."
    )
    return permission_denied(request, PermissionDenied(message))
