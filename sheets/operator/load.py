"""Requests on the operator's page: the expensive owners, the freezes, the pages that are off, and
the requests that ended a worker.
"""

from dataclasses import dataclass
from datetime import datetime

from sheets.guard import costs, deaths, freezes
from sheets.guard.costs import Spender
from sheets.guard.deaths import PageOff
from sheets.models import WorkerDeath

MOST_DEATHS = 20


@dataclass(frozen=True)
class Span:
    """The costs of a span of time: of who asked, and of characters."""

    name: str
    owners: list[Spender]
    characters: list[Spender]


@dataclass(frozen=True)
class Load:
    """All of it."""

    spans: list[Span]
    frozen: list[freezes.FrozenName]
    off: list[PageOff]
    deaths: list[WorkerDeath]

    @property
    def problems(self) -> list[str]:
        """The findings that need attention."""
        return [f"Turned off: {page.method} {page.route}" for page in self.off]


def load(now: datetime) -> Load:
    """The load at this time, with the costs that this process has not written yet."""
    costs.flush()
    spans = [Span(name, *costs.spenders(now, span)) for name, span in costs.SPANS.items()]
    return Load(spans, freezes.frozen(), deaths.pages_off(), deaths.latest(MOST_DEATHS))
