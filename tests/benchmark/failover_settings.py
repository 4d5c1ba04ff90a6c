"""The settings of sites that are killed, which count failed sign-ins together."""

from hyperspace.settings import ACCOUNT_RATE_LIMITS as LIMITS
from tests.benchmark.kill_settings import *  # noqa: F403 (all of them)

ACCOUNT_RATE_LIMITS = dict.fromkeys((*LIMITS, "login"), "")
