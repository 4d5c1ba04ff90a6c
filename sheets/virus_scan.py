"""Scans files that people send for viruses, by the program that the site's operator chose."""

import logging
import os
import subprocess

from django.conf import settings
from django.http import HttpRequest

from sheets import rate_limits
from sheets.errors import Refused
from sheets.rate_limits import Busy

LOG = logging.getLogger(__name__)
INFECTED = "The virus scanner found something in this file, so it wasn't read. Send another one."
CLEAN_STATUS, INFECTED_STATUS = 0, 1
SECONDS = 30


class ScannerUnavailable(Busy):
    """The scanner gave no verdict. Without one no file is read."""

    def __init__(self) -> None:
        super().__init__()
        self.wait = 3 * 60
        self.args = ("Files can't be scanned for viruses right now. Try again in a few minutes.",)


def check(request: HttpRequest, content: bytes, *, field: str) -> None:
    """Refused, at the form's field, if the file is infected; ScannerUnavailable if nobody can say.
    Where there is a scanner, the request goes on in the lane for heavy work.

    The scanner reads the file on its standard input and gets none of the site's secrets.
    """
    command: list[str] = settings.VIRUS_SCANNER
    if not command or not content:
        return
    rate_limits.enter_lane(request)
    try:
        ended = subprocess.run(  # noqa: S603 (the operator's command, without a shell)
            command,
            input=content,
            env={"PATH": os.environ.get("PATH", os.defpath)},
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        LOG.error("The virus scanner gave no verdict: %s", error)
        raise ScannerUnavailable from None
    if ended.returncode == INFECTED_STATUS:
        LOG.warning("The virus scanner refused a file of %s bytes", len(content))
        raise Refused({field: INFECTED})
    if ended.returncode != CLEAN_STATUS:
        LOG.error("The virus scanner ended with status %s", ended.returncode)
        raise ScannerUnavailable
