"""Printing a pack, step by step, for the pages that show how far it is."""

from dataclasses import dataclass

from sheets import rate_limits
from sheets.access import Request
from sheets.batches import operations as batches
from sheets.batches.operations import Canceled, Progress
from sheets.parties.pack.pack import Pack, Unprintable
from sheets.rate_limits import RateLimited

# For how many seconds one request prints, and how many times as long one does whose page is there
# already, or that nobody looks at: each look costs as much as a tenth of a sheet. A sheet that was
# begun is finished.
SECONDS, LONGER = 0.8, 2.5
CANCELED = "It was canceled."


@dataclass(frozen=True)
class PrintingState:
    """The state of a pack's printing: it `waits` for another pack, or is `stuck` for a reason,
    which passes if it is `late`.
    """

    pack: Pack
    making: bool = True
    waits: bool = False
    stuck: Unprintable | None = None
    late: RateLimited | None = None

    @property
    def context(self) -> dict[str, object]:
        """The context of a pack's page."""
        leaves = [(leaf, self.pack.is_printed(leaf)) for leaf in self.pack.items]
        return {
            "pack": self.pack,
            "leaves": leaves,
            "done": sum(printed for _, printed in leaves),
            "ready": self.making and not self.stuck and self.pack.is_ready,
            "making": self.making,
            "waits": self.waits,
            "stuck": self.stuck,
        }


def print_more(request: Request, place: str, pack: Pack) -> PrintingState:
    """Does a step of the batch at this address, which prints the pack."""
    try:
        return PrintingState(pack, waits=not _go_on(request, place, pack))
    except Canceled:
        return PrintingState(pack, stuck=Unprintable(CANCELED))
    except Unprintable as fault:
        return PrintingState(pack, stuck=fault)
    except RateLimited as fault:
        return PrintingState(pack, stuck=Unprintable(str(fault)), late=fault)


def _go_on(request: Request, place: str, pack: Pack) -> bool:
    """Does a step. False if another pack is being printed, or another process prints this
    one.
    """
    if pack.is_ready:
        batches.end(request, place)
        return True
    went_on = False

    def work() -> Progress:
        nonlocal went_on
        went_on = print_next(request, pack, seconds=SECONDS * (LONGER if request.htmx else 1))
        return pack.progress

    batches.step(batches.begin(request, place, resumes=not request.htmx), work)
    return went_on


def print_next(request: Request, pack: Pack, *, seconds: float | None = None) -> bool:
    """Prints the next sheets for so many seconds, counted against the rate limit. False if another
    pack is being printed, which is not counted.
    """
    seconds = SECONDS * LONGER if seconds is None else seconds
    if pack.is_ready:
        return pack.print_next(seconds=seconds)
    rate_limits.check(request, "print")
    went_on = pack.print_next(seconds=seconds)
    if went_on:
        rate_limits.count(request, "print")
    return went_on
