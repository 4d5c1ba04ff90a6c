"""The numbers of pages in an index, each once."""

from sheets.printing.pdf import worker
from sheets.printing.pdf.messages import Job
from tests.sheets.printing import pdf_readers

CSS = (
    ".index a::after { content: target-counter(attr(href), page) }"
    " .index a:first-child::after { content: ' ' target-counter(attr(href), page) }"
    " .next { break-before: page }"
)


def test_a_page_that_several_links_lead_to_is_said_once() -> None:
    links = ", ".join(f'<a href="#{id}">{"Spine" if id == "a" else ""}</a>' for id in "abcde")
    pdf = worker.lay_out(
        Job(
            '<html lang="en"><head><title>Index</title></head><body>'
            '<p id="a">one</p><p id="b">two</p><p id="c" class="next">three</p><p id="d">four</p>'
            f'<p id="e" class="next">five</p><ul class="index"><li>{links}</li></ul></body></html>',
            (CSS,),
        )
    )
    told = " ".join(pdf_readers.told(pdf).split()).replace(" ,", ",")
    assert told.endswith("Spine 1, 2, 3")
    assert " ".join(pdf_readers.text(pdf).split()).endswith("Spine 1, 2, 3")
    assert pdf_readers.complaints(pdf) == []
