"""Rows of dots on a form: fields to choose a number in, which readers show as dots."""

import subprocess
from io import BytesIO

import pytest
from pypdf import PdfReader, PdfWriter

from sheets import printing
from sheets.demo import all_pregens
from sheets.printing import PrintOptions
from tests.sheets.printing.pdf_readers import complaints

FILLABLE = PrintOptions(fillable=True)
DOTTED = "storytelling-d10"


def _form() -> bytes:
    return printing.sheet_pdf(all_pregens()["tamsel-okara"].document, FILLABLE)


def _choices(pdf: bytes) -> dict[str, dict[str, str]]:
    """The rows of dots by name: each number that can be chosen, and how it is shown."""
    fields = PdfReader(BytesIO(pdf)).get_fields() or {}
    return {
        name: {str(number): str(dots) for number, dots in field["/_States_"]}
        for name, field in fields.items()
        if field.field_type == "/Ch"
    }


def _row(pdf: bytes, name: str) -> str:
    """The text that Poppler shows in the row of a trait."""
    text = subprocess.run(
        ["pdftotext", "-layout", "-", "-"], input=pdf, capture_output=True, check=True
    ).stdout.decode()
    (line,) = [line for line in text.splitlines() if line.startswith(name)]
    return " ".join(line.split()[:4])


def _filled(pdf: bytes, values: dict[str, str]) -> bytes:
    """The form as pypdf saves it with these values."""
    writer = PdfWriter(clone_from=BytesIO(pdf))
    writer.update_page_form_field_values(writer.pages[0], values)
    buffer = BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


def test_each_trait_is_a_list_of_numbers_shown_as_dots() -> None:
    choices = _choices(_form())
    assert choices["attributes-wits"] == {
        "0": "○○○○○", "1": "●○○○○", "2": "●●○○○", "3": "●●●○○", "4": "●●●●○", "5": "●●●●●",
    }  # fmt: skip
    assert choices["willpower"]["7"] == "●●●●●●●○○○"
    attributes = [name for name in choices if name.startswith("attributes-")]
    abilities = [name for name in choices if name.startswith("abilities-")]
    assert (len(attributes), len(abilities)) == (9, 46)


def test_a_form_shows_the_dots_of_its_character() -> None:
    form = _form()
    values = {name: it.value for name, it in (PdfReader(BytesIO(form)).get_fields() or {}).items()}
    assert values["abilities-acrobatics-dots"] == "3"
    assert _row(form, "Acrobatics") == "Acrobatics ●●●○○ 7 Dex"
    assert _row(form, "Dodge") == "Dodge ○○○○○ 4 Dex"
    assert complaints(form) == []


def test_chosen_dots_are_read_back_and_shown() -> None:
    chosen = {"abilities-dodge-dots": "3", "abilities-dodge": "7", "attributes-strength": "5"}
    saved = _filled(_form(), chosen)
    fields = PdfReader(BytesIO(saved)).get_fields() or {}
    assert {name: fields[name].value for name in chosen} == chosen
    assert _row(saved, "Dodge") == "Dodge ●●●○○ 7 Dex"
    assert _row(saved, "Strength").startswith("Strength ●●●●● ")


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_blank_form_has_empty_dots_to_choose_and_lines_for_lore(paper: str) -> None:
    blank = printing.blank_pdf(DOTTED, PrintOptions(fillable=True, paper=paper))
    assert complaints(blank) == []
    assert _row(blank, "Athletics") == "Athletics ○○○○○ Dex Appraise"
    assert {"own-1-dots", "own-2-dots", "own-3-dots"} <= _choices(blank).keys()
    named = _filled(blank, {"own-1-name": "Droids", "own-1-dots": "2"})
    fields = PdfReader(BytesIO(named)).get_fields() or {}
    assert (fields["own-1-name"].value, fields["own-1-dots"].value) == ("Droids", "2")
