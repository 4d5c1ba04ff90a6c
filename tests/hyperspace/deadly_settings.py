"""The settings of a site that has pages which end their worker."""

from hyperspace.settings import *  # noqa: F403 (all of them)

ROOT_URLCONF = "tests.hyperspace.deadly_urls"
