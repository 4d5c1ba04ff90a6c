"""Files are written whole however large they are."""

from io import BytesIO

import pydyf
from pypdf import PdfReader

from sheets.printing.pdf.output import to_bytes


def test_a_file_of_large_pictures_has_every_object():
    pdf = pydyf.PDF()
    pdf.add_object(pydyf.Stream([bytes(17 << 20)]))  # what follows is beyond three bytes
    content = pydyf.Stream([b"BT ET"])
    pdf.add_object(content)
    page = {"Type": "/Page", "Parent": pdf.pages.reference, "MediaBox": pydyf.Array([0, 0, 9, 9])}
    pdf.add_page(pydyf.Dictionary({**page, "Contents": content.reference}))
    (read,) = PdfReader(BytesIO(to_bytes(pdf))).pages
    assert read.get_contents().get_data() == b"BT ET"
