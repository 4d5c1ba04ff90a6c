"""PDFs are made in processes apart, each with so much memory and processor time and no more: here
jobs go in, and what goes wrong is said in words for whoever asked.
"""

from __future__ import annotations

import msgspec

from sheets.printing.pdf.messages import Answer, Job, Pack, PageImages, PrintJob
from sheets.processes.pool import (
    JOBS_A_PROCESS,
    Busy,
    Ended,
    Kind,
    NotStarted,
    OfThisProcess,
    TooSlow,
)
from sheets.processes.pool import Pool as Processes

SIZE = 2
SECONDS = 5.0
MEMORY = 1024**3
WORKER = "sheets.printing.pdf.worker"


class PrintingFailed(Exception):
    """A sheet could not be printed. The message is for the person who asked."""


class NotNow(PrintingFailed):
    """It could not be printed just now, for no fault of its own: later it may."""


class Pool(Processes):
    """Processes that make PDFs, at most `size` at a time."""

    def __init__(
        self,
        *,
        size: int = SIZE,
        seconds: float = SECONDS,
        memory: int = MEMORY,
        jobs: int = JOBS_A_PROCESS,
    ) -> None:
        super().__init__(Kind(WORKER, memory, seconds), size=size, jobs=jobs)

    def render(self, job: Job) -> bytes:
        """The PDF of a job; PrintingFailed where it takes too long, too much, or breaks."""
        return self._answer(job, what="This", advice=job.advice).pdf

    def pictures(self, pdf: bytes, *, width: int, most: int) -> list[bytes]:
        """The first pages of a PDF as PNGs; PrintingFailed as above."""
        look = PageImages(pdf, width, most)
        advice = "Fetch the PDF instead."
        return list(self._answer(look, what="A picture of this", advice=advice).pictures)

    def join(self, pack: Pack) -> bytes:
        """The sheets of a pack in one file; PrintingFailed as above."""
        advice = "Print fewer of them together."
        return self._answer(pack, what="This pack", advice=advice).pdf

    def _answer(self, job: PrintJob, *, what: str, advice: str) -> Answer:
        try:
            reply = self.ask(msgspec.msgpack.encode(job))
        except Busy:
            message = "Too much is being printed just now. Try again in a minute."
            raise NotNow(message) from None
        except NotStarted as error:
            raise NotNow("Printing could not be started; see the server's log.") from error
        except TooSlow:
            fault = f"{what} takes longer than {self.kind.seconds:g} seconds to print."
            raise PrintingFailed(f"{fault} {advice}".strip()) from None
        except Ended:
            fault = f"{what} takes more memory to print than is allowed."
            raise PrintingFailed(f"{fault} {advice}".strip()) from None
        answer = msgspec.msgpack.decode(reply, type=Answer)
        if answer.fault:
            fault = f"{what} could not be printed: {answer.fault}."
            raise PrintingFailed(f"{fault} {advice}".strip())
        return answer


pool = OfThisProcess(Pool)
