"""The settings of a site that is killed, or under load: without limits, with answers that are on
the disk, as on a real site, and with a clock that is wrong by as many seconds as the file `clock`
says.
"""

import time
from datetime import UTC, datetime, timedelta

from django.utils import timezone

from hyperspace.settings import *  # noqa: F403 (all of them)
from hyperspace.settings import DATABASES, QUOTAS, RATES, VAR_DIR

RATES.update(dict.fromkeys(RATES, ()))
QUOTAS.update(dict.fromkeys(QUOTAS, (1_000_000_000, 1_000_000_000)))
ACCOUNT_RATE_LIMITS = False
if "postgresql" in DATABASES["default"]["ENGINE"]:
    DATABASES["default"]["OPTIONS"]["options"] = "-c synchronous_commit=on"

_CLOCK, _time = VAR_DIR / "clock", time.time


def wrong_time() -> float:
    """The seconds since 1970, as this site sees them."""
    try:
        return _time() + float(_CLOCK.read_text() or 0)
    except OSError:
        return _time()


time.time = wrong_time
timezone.now = lambda: datetime.now(tz=UTC) + timedelta(seconds=wrong_time() - _time())
