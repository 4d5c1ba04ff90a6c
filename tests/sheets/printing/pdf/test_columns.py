"""Balanced columns: as low as WeasyPrint makes them, in a few layouts instead of one a pixel."""

import pytest
from weasyprint.layout import block, column

from sheets.printing.pdf import columns, markup, worker
from sheets.printing.pdf.messages import Job
from sheets.printing.pdf.work import WORK
from tests.sampling import with_another_each

TEXT = "A blade of light that hums, and cuts what it meets. "
STYLE = "body, p, li { margin: 0; font: 9pt/4mm sans-serif } .c { columns: 2; column-gap: 4mm }"
# The lines of each passage; None for columns of a list.
CONTENT = {
    "passages": [5, 3, 6, 2, 5, 9, 4],
    "one passage": [12],
    "short ones": [1, 1, 1, 1, 1],
    "a long one last": [1, 2, 14],
    "a long one first": [14, 2, 1],
}
RULES = {
    "loosely": "",
    "four lines together": "p { orphans: 4; widows: 4 }",
    "whole": "p { break-inside: avoid }",
    "in three columns": ".c { columns: 3 }",
    "with air and rules": "p { padding: 1mm 0 2mm; border-top: 1pt solid }",
    "in a frame": ".c { padding: 3mm; border: 2pt solid; margin: 5mm 0 }",
}


def _page(content: str, rule: str, *, inside: str = "columns") -> Job:
    passages = "".join(f"<p>{TEXT * count}</p>" for count in CONTENT[content])
    style = STYLE + RULES[rule] + (".c { columns: auto }" if inside == "one column" else "")
    return Job(f'<title>t</title><div class="c">{passages}</div>', (style,))


def _columns(job: Job) -> list[tuple[float, float]]:
    """Where each column begins, and its height, in CSS pixels."""
    document = worker._laid_out(
        markup.read(job.html, worker.FETCHER),
        [worker._stylesheet(text) for text in job.css],
        worker.DEFAULT_OPTIONS,
    )
    boxes = document.pages[0]._page_box.descendants()
    return [(box.position_x, box.height) for box in boxes if getattr(box, "is_column", False)]


@pytest.mark.parametrize(("content", "rule"), with_another_each(CONTENT, RULES))
def test_columns_are_as_low_as_where_each_pixel_is_tried(
    content: str, rule: str, monkeypatch: pytest.MonkeyPatch
):
    job = _page(content, rule)
    ours = _columns(job)
    monkeypatch.setattr(block, "columns_layout", column.columns_layout)
    theirs = _columns(job)
    assert len(ours) == len(theirs)
    assert max(height for _, height in ours) <= max(height for _, height in theirs) + 1


@pytest.mark.parametrize(("content", "rule"), with_another_each(CONTENT, RULES))
def test_columns_take_no_more_than_twelve_times_the_work_of_one(content: str, rule: str):
    work = []
    for inside in ("columns", "one column"):
        before = WORK.done
        _columns(_page(content, rule, inside=inside))
        work.append(WORK.done - before)
    assert work[0] <= 12 * work[1]


def test_columns_that_do_not_fit_on_a_page_go_on_on_the_next():
    passages = f"<p>{TEXT * 6}</p>" * 50
    job = Job(f'<title>t</title><div class="c">{passages}</div>', (STYLE,))
    html = markup.read(job.html, worker.FETCHER)
    document = worker._laid_out(html, [worker._stylesheet(STYLE)], worker.DEFAULT_OPTIONS)
    heights = [
        [
            round(box.height)
            for box in page._page_box.descendants()
            if getattr(box, "is_column", False)
        ]
        for page in document.pages
    ]
    assert heights == [[973, 973]] * 2 + [[334, 334]]


def test_a_column_is_filled_by_whole_parts():
    assert columns._least([10, 10, 10], 2) == 20
    assert columns._least([30, 5, 5], 2) == 30
    assert columns._least([], 2) == 0
