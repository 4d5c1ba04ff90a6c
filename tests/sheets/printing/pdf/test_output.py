"""Files are written whole however large they are."""

from io import BytesIO

import pydyf
from pypdf import PdfReader

from sheets.printing.pdf.output import _data, to_bytes, without_gaps


def test_a_file_of_large_pictures_has_every_object():
    pdf = pydyf.PDF()
    pdf.add_object(pydyf.Stream([bytes(17 << 20)]))  # what follows is beyond three bytes
    content = pydyf.Stream([b"BT ET"])
    pdf.add_object(content)
    page = {"Type": "/Page", "Parent": pdf.pages.reference, "MediaBox": pydyf.Array([0, 0, 9, 9])}
    pdf.add_page(pydyf.Dictionary({**page, "Contents": content.reference}))
    (read,) = PdfReader(BytesIO(to_bytes(without_gaps(pdf)))).pages
    assert read.get_contents().get_data() == b"BT ET"


def test_objects_are_written_as_they_are_by_pydyf():
    values = pydyf.Dictionary(
        {
            "Name": "/Widget",
            "Text": pydyf.String(r"a (b) \ c"),
            "Sides": pydyf.Array([0, 1.0, -2.5, 0.125, b"7 0 R", pydyf.Array(), True]),
            "Inside": pydyf.Dictionary({"N": b"8 0 R", "Size": pydyf.Dictionary()}),
        }
    )
    assert (
        _data(values)
        == values.data
        == (
            rb"<</Name /Widget/Text (a \(b\) \\ c)/Sides [0 1 -2.5 0.125 7 0 R [] True]"
            rb"/Inside <</N 8 0 R/Size <<>>>>>>"
        )
    )
