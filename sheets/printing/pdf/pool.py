"""The worker processes that make PDFs; turns their failures into messages for the user."""

from __future__ import annotations

import logging
from collections.abc import Iterable

import msgspec

from sheets.printing.pdf.messages import Job, Pack, PageImages, PrintJob, PrintResult
from sheets.processes.pool import (
    JOBS_PER_WORKER,
    CpuLimitExceeded,
    PerProcess,
    PoolBusy,
    WorkerDied,
    WorkerNotStarted,
    WorkerSpec,
)
from sheets.processes.pool import Pool as Processes

SIZE = 2
# Processor seconds, for what is not counted as work, and wall-clock seconds, after which a worker
# hangs. Both are many times what a print takes on a quiet machine.
SECONDS, WALL = 100.0, 120.0
MEMORY = 1024**3
WORKER = "sheets.printing.pdf.worker"


class PrintingFailed(Exception):
    """A sheet could not be printed. The message is for the user."""


class PrinterBusy(PrintingFailed):
    """The printer is busy; a later try may work."""


class PrinterNotStarted(PrinterBusy):
    """No worker could be started; a later try may work, if the server has memory again."""


class Pool(Processes):
    """At most `size` workers that make PDFs."""

    def __init__(
        self,
        *,
        size: int = SIZE,
        seconds: float = SECONDS,
        wall: float = WALL,
        memory: int = MEMORY,
        jobs: int = JOBS_PER_WORKER,
    ) -> None:
        super().__init__(WorkerSpec(WORKER, memory, seconds, wall), size=size, jobs=jobs)

    def render(self, job: Job) -> bytes:
        """The PDF of a job; PrintingFailed if it takes too long, too much memory, or fails."""
        return self._answer(job, what="This", advice=job.advice).pdf

    def pictures(self, pdf: bytes, *, width: int, most: int) -> list[bytes]:
        """The first pages of a PDF as PNGs; PrintingFailed."""
        look = PageImages(pdf, width, most)
        advice = "Fetch the PDF instead."
        return list(self._answer(look, what="A picture of this", advice=advice).pictures)

    def join(self, pack: Pack) -> bytes:
        """The sheets of a pack in one PDF; PrintingFailed."""
        advice = "Print fewer of them together."
        return self._answer(pack, what="This pack", advice=advice).pdf

    def warm_up(self, jobs: Iterable[Job]) -> None:
        """Starts a worker before one is needed, and prints jobs: what they read and measure (fonts,
        stylesheets, words) is kept for the next ones. On a busy machine the first request does it
        instead; any other failure is logged.
        """
        try:
            for job in jobs:
                self.render(job)
        except PrinterBusy as busy:
            logging.getLogger(__name__).info("Printing is started when it is needed: %s", busy)
        except PrintingFailed:
            logging.getLogger(__name__).exception("Printing could not be started in advance")

    def _answer(self, job: PrintJob, *, what: str, advice: str) -> PrintResult:
        try:
            reply = self.ask(msgspec.msgpack.encode(job))
        except PoolBusy:
            message = "Too much is being printed just now. Try again in a minute."
            raise PrinterBusy(message) from None
        except WorkerNotStarted as error:
            raise PrinterNotStarted(
                "Printing could not be started; see the server's log."
            ) from error
        except CpuLimitExceeded:
            fault = f"{what} takes longer than {self.spec.seconds:g} seconds to print."
            raise PrintingFailed(f"{fault} {advice}".strip()) from None
        except WorkerDied:
            fault = f"{what} takes more memory to print than is allowed."
            raise PrintingFailed(f"{fault} {advice}".strip()) from None
        answer = msgspec.msgpack.decode(reply, type=PrintResult)
        if answer.too_long:
            raise PrintingFailed(f"{what} is longer than can be printed. {advice}".strip())
        if answer.error:
            fault = f"{what} could not be printed: {answer.error}."
            raise PrintingFailed(f"{fault} {advice}".strip())
        return answer


pool = PerProcess(Pool)
