"""Tells the operator what went wrong, by mail or webhook, where `HYPERSPACE_ALERT` names one."""

import http.client
import json
import logging
import urllib.request

from django.conf import settings
from django.core.mail import send_mail

LOG = logging.getLogger(__name__)
SECONDS = 10


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """An address that sends on is an address that is wrong: the operator named another host."""

    def redirect_request(self, *_: object) -> None:
        """Nowhere; the redirect counts as an error."""


_OPENER = urllib.request.build_opener(_NoRedirects)


def send(problem: str) -> None:
    """Sends the problem to every address of `HYPERSPACE_ALERT`, and logs it.

    An address that cannot be reached is logged; nothing is raised.
    """
    LOG.error("%s", problem)
    text = f"{settings.SITE_URL or 'Hyperspace'}: {problem}"
    for address in settings.ALERTS:
        try:
            if address.startswith("mailto:"):
                to = address.removeprefix("mailto:")
                send_mail("Hyperspace needs attention", text, None, [to])
            else:
                _post(address, text)
        except (OSError, http.client.HTTPException) as error:  # SMTP's are OSErrors
            # The address may hold a secret.
            LOG.error("The alert could not be sent: %s", type(error).__name__)


def _post(address: str, text: str) -> None:
    """Posts the text as JSON, under the two names that chats read."""
    request = urllib.request.Request(  # noqa: S310 (settings take http and https only)
        address,
        json.dumps({"text": text, "content": text}).encode(),
        {"Content-Type": "application/json", "User-Agent": "Hyperspace"},
    )
    with _OPENER.open(request, timeout=SECONDS) as response:
        response.read(1024)
