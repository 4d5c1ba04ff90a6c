"""Fields that are placed like the first of their kind lie where a whole layout puts them."""

import xml.etree.ElementTree as ET
from io import BytesIO

import pytest
from pypdf import PdfReader

from sheets.printing import PrintOptions
from sheets.printing.api import sheet_job
from sheets.printing.pdf import markup, worker
from sheets.printing.pdf.light_fields import TakenOut, take_out
from sheets.printing.pdf.messages import Job
from tests.sheets.every_game.characters import EVERY, by_chance
from tests.sheets.printing.pdf_readers import complaints

FILLABLE = PrintOptions(fillable=True)


def _fields(job: Job) -> list[tuple[str, str, list[float]]]:
    """The name, the text, and the place of each field, page by page in the order of the file."""
    pages = PdfReader(BytesIO(worker.make_pdf(job))).pages
    fields = [note.get_object() for page in pages for note in page["/Annots"]]
    return [
        (str(it["/T"]), str(it.get("/V")), [float(side) for side in it["/Rect"]]) for it in fields
    ]


@EVERY
@pytest.mark.all_games
def test_a_field_lies_where_a_whole_layout_puts_it(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = sheet_job(by_chance(slug), FILLABLE)
    light = _fields(job)
    monkeypatch.setattr(markup, "take_out", lambda _: TakenOut())
    whole = _fields(job)
    assert len(light) > 60
    assert [it[:2] for it in light] == [it[:2] for it in whole]
    for (name, _, placed), (_, _, laid_out) in zip(light, whole, strict=True):
        assert placed == pytest.approx(laid_out, abs=2), name


@EVERY
@pytest.mark.all_games
def test_most_fields_of_a_form_are_not_laid_out(slug: str) -> None:
    root = ET.fromstring(sheet_job(by_chance(slug), FILLABLE).html)
    taken = take_out(root)
    left = [it for it in root.iter() if it.tag in ("input", "textarea")]
    assert len(left) + len(taken.fields) == len(taken.order)
    assert len(left) <= 0.4 * len(taken.order)


def test_the_text_after_a_field_that_is_taken_out_stays() -> None:
    field = '<input type="text" class="of-it"/>'
    holders = f'<li class="holder">before{field}after</li>' * 2
    root = ET.fromstring(f"<ul>{holders}</ul>")
    taken = take_out(root)
    assert len(taken.fields) == 1
    assert "".join(root.itertext()) == "beforeafterbeforeafter"


def test_a_form_with_placed_fields_is_accessible() -> None:
    assert complaints(worker.make_pdf(sheet_job(by_chance("hyperspace-d6"), FILLABLE))) == []
