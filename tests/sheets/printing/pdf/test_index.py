"""The numbers of pages in an index, each once."""

from io import BytesIO

from pypdf import PdfReader

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
    assert "Spine 1, 2, 3" in " ".join(pdf_readers.text(pdf).split())
    last = PdfReader(BytesIO(pdf)).pages[2]
    assert len(last["/Annots"]) == 6  # each link, and its number
