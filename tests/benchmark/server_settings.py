"""The settings of a site that also has the empty view, which pages are measured by."""

from hyperspace.settings import *  # noqa: F403 (all of them)

ROOT_URLCONF = "tests.benchmark.pages"
