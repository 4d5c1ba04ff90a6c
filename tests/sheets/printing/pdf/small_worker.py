"""A worker that prints nothing, and so starts in a twentieth of the time of one that does: the HTML
of a job is how many seconds of processor time it takes.
"""

import time

import msgspec

from sheets.printing.pdf.messages import Job, PrintResult
from sheets.processes import child


def handle(message: bytes) -> tuple[bytes, bool]:
    """Works, then replies."""
    job = msgspec.msgpack.decode(message, type=Job)
    end = time.process_time() + float(job.html)
    while time.process_time() < end:
        pass
    return msgspec.msgpack.encode(PrintResult(pdf=b"%PDF of no page")), False


if __name__ == "__main__":
    child.main(handle)
