"""Lines of text as WeasyPrint sets them here."""

from sheets.printing.pdf import worker
from sheets.printing.pdf.messages import Job
from tests.sampling import draw
from tests.sheets.printing import mupdf

TEXT = "You: a defensive action that works with any other weapon <b>Disarming</b> slash"


def test_a_text_that_fits_but_for_its_last_space_is_not_cut_after_its_first_word():
    """At whichever width: the space hangs over the edge."""
    widths = [60 + step / 5 for step in range(draw() % 3, 300, 3)]
    paragraphs = "".join(f'<p style="width: {width}mm">{TEXT}</p>' for width in widths)
    css = "@page { size: 200mm 250mm } p { font: 9pt sans-serif; overflow-wrap: anywhere }"
    pages = mupdf.pages(worker.lay_out(Job(f"<title>t</title>{paragraphs}", (css,))))
    firsts = [word for page in pages for word in page.words if word[4].startswith("You:")]
    assert len(firsts) == len(widths)
    assert [word[4] for word in firsts if word[4] == "You:"] == []
