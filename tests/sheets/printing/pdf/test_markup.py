"""A print looks and reads the same without the space and the styles that are left out before."""

import xml.etree.ElementTree as ET

import pymupdf
import pytest
from weasyprint import HTML

from sheets.markdown import safe_html
from sheets.printing import Extras, Note, PrintOptions
from sheets.printing.api import sheet_job
from sheets.printing.pdf import markup, worker
from tests.sheets.every_game.characters import EVERY, by_chance

NOTE = "# Head\n\n1. one\n2. two\n   - deep\n\n> quote\n\n| a | b |\n|---|---|\n| c | d |\n\n`code`"


def _seen(pdf: bytes) -> list[tuple[bytes, object]]:
    """The picture of each page, and its words with their places."""
    with pymupdf.open(stream=pdf) as document:
        return [(page.get_pixmap(dpi=100).samples, page.get_text("words")) for page in document]


@EVERY
@pytest.mark.parametrize("options", [PrintOptions(fillable=True), PrintOptions(kind="full")])
@pytest.mark.all_games
def test_a_print_looks_and_reads_the_same(
    slug: str, options: PrintOptions, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = sheet_job(by_chance(slug), options, Extras(notes=(Note("Session 1", safe_html(NOTE)),)))
    seen = _seen(worker.make_pdf(job))
    monkeypatch.setattr(markup, "_drop_space", lambda _: None)
    monkeypatch.setattr(markup.WellFormed, "_ua_stylesheets", HTML._ua_stylesheets)
    assert _seen(worker.make_pdf(job)) == seen


def test_space_is_dropped_at_the_ends_of_a_line_and_between_cells() -> None:
    root = ET.fromstring(
        "<body><li> a <b>b</b> c </li> <table> <tr> <td> d </td> </tr> </table></body>"
    )
    markup._drop_space(root)
    assert ET.tostring(root).decode() == (
        "<body><li>a <b>b</b> c</li> <table><tr><td>d</td></tr></table></body>"
    )


def test_no_rule_is_left_for_what_every_element_has() -> None:
    assert "\n::marker {" in markup.UA
    assert not markup._FOR_ALL.search(markup._FOR_ALL.sub("", markup.UA))
    assert not [selector for selector in markup._DEFAULTS.matcher.other_selectors if selector[3]]
