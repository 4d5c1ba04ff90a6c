"""Portraits: many of the largest at once, and what memory that takes."""

import io
import resource
import time
from concurrent.futures import ThreadPoolExecutor

from PIL import Image

from sheets.portraits import process
from tests.benchmark.measure import show
from tests.sheets.portraits.watch import Watch

AT_ONCE, LARGEST = 8, (4600, 3450)
MIB = 1024 * 1024


def portraits() -> None:
    """Eight pictures of 16 megapixels with transparency, all at once."""
    print("\nPortraits")
    written = io.BytesIO()
    Image.new("RGBA", LARGEST, (20, 40, 60, 80)).save(written, "PNG")
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.perf_counter()
    with Watch() as watch, ThreadPoolExecutor(AT_ONCE) as threads:
        list(threads.map(process.process_upload, [written.getvalue()] * AT_ONCE))
    spent = time.perf_counter() - began
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - own
    measured = f"{watch.peak / MIB:.0f} MiB in {watch.most} process, {spent:.1f} s for all"
    show(
        f"{AT_ONCE} of 16 megapixels at once", measured, "under 300 MiB", met=watch.peak < 300 * MIB
    )
    show("the process that asks grows by", f"{grown / 1024:.0f} MiB")
