"""The messages between the pool and its workers, in MessagePack."""

from __future__ import annotations

import msgspec

# Four times what the longest ready-made character takes, and more than the longest texts and lists
# that forms accept. A worker does it in 12 seconds: half as long as a request waits for a print. So
# on a machine that keeps up, a print ends within its turn in the lane for heavy work, where
# networks take turns and none gets all threads: whoever sends the longest prints gains no worker by
# it, and makes nobody wait longer than a few of them take.
MOST_WORK = 30_000
# Between the names of two fields of which the better counts.
EITHER = "|"
# The kind of the number beside a row of dots.
DOTS = "dots"


class Total(msgspec.Struct, frozen=True):
    """A field that is the sum of others: each part with what a die of it counts and a pip. `plus`
    is added if nothing is printed in it. The better of two fields is a part, too: "head-a|head-b".
    Its `kind` is "D" for a code, "half" for a number with halves, "dots" for one beside a row of
    dots, its first part, "" for another whole one. If it `needs_first`, it is 0 while that is.
    """

    field: str
    parts: tuple[tuple[str, float, float], ...]
    plus: float = 0
    kind: str = ""
    needs_first: bool = False


class Job(msgspec.Struct, frozen=True, tag="job"):
    """Everything needed to make a PDF: HTML, stylesheets, whether it has form fields, and images by
    URL; `drawings` are printed pixel by pixel. `tight` are stylesheets to add, one after the
    other, if that saves one of more than `pages` pages; each makes room for the part of a page that
    its place in `reach` says, on each page. `totals` are fields that follow from others. `advice`
    helps the user if it cannot be printed. `work` is how much work it may take.
    """

    html: str
    css: tuple[str, ...]
    fillable: bool = False
    pictures: dict[str, bytes] = {}
    drawings: dict[str, bytes] = {}
    advice: str = ""
    tight: tuple[str, ...] = ()
    reach: tuple[float, ...] = ()
    pages: int = 1
    totals: tuple[Total, ...] = ()
    work: int = MOST_WORK


class PageImages(msgspec.Struct, frozen=True, tag="look"):
    """A PDF whose first pages are wanted as images of that width."""

    pdf: bytes
    width: int
    most: int


class PackSheet(msgspec.Struct, frozen=True):
    """A printed sheet and its character's name."""

    name: str
    pdf: bytes


class Pack(msgspec.Struct, frozen=True, tag="pack"):
    """Sheets to join into one PDF of that title. If it is `two_sided`, each begins on the front of
    a sheet of paper.
    """

    title: str
    author: str
    leaves: tuple[PackSheet, ...]
    two_sided: bool = False


PrintJob = Job | PageImages | Pack


class PrintResult(msgspec.Struct, frozen=True):
    """A PDF, or page images, or an error, or that it is `too_long`; `retiring` says that the worker
    takes no more jobs. `work` is what it took.
    """

    pdf: bytes = b""
    pictures: tuple[bytes, ...] = ()
    error: str = ""
    too_long: bool = False
    work: float = 0
    retiring: bool = False
