"""The printed sheet: a fresh one beside the same in flexbox, and those that are kept."""

import itertools
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

from django.template import Context, Engine
from django.test import Client
from django.urls import reverse
from weasyprint import CSS, HTML
from weasyprint.text.fonts import FontConfiguration

from rules import registry
from rules.document import Document
from sheets.printing import KINDS, PrintOptions, page_pictures, sheet_pdf, styles
from sheets.printing.pdf.fetcher import LocalFiles
from sheets.printing.sheet.first_page import fit_first_page
from sheets.printing.sheet.view_models import print_sections
from sheets.printing.type import fonts as faces
from tests.benchmark.measure import Press, best, made, median, show

FLEXBOX = Path(__file__).parents[1] / "flexbox"


def paper() -> None:
    """The printed sheet: a fresh one, in a warm process, beside the same content in flexbox with
    everything parsed anew."""
    print("\nPaper")
    system = next(iter(registry.all_systems().values()))
    documents = [system.random(Random(seed)) for seed in range(6)]
    turns: dict[str, Iterator[Document]] = {}

    def turn(name: str, make: Callable[[Document], object]) -> Press:
        turns[name] = itertools.cycle(documents)
        return lambda: make(next(turns[name]))

    editions = {kind: PrintOptions(kind=kind) for kind in KINDS}
    presses = {
        f"{kind}, as PDF": turn(kind, partial(sheet_pdf, options=edition))
        for kind, edition in editions.items()
    }
    presses["classic, with fields"] = turn(
        "fields", partial(sheet_pdf, options=PrintOptions(fillable=True))
    )
    presses["the same in flexbox"] = turn("flexbox", in_flexbox)
    pdf = sheet_pdf(documents[0])
    presses["pictures of its pages"] = lambda: page_pictures(pdf, width=800)
    spent = best(presses)
    for name, seconds in spent.items():
        show(name, f"{seconds * 1000:.0f} ms")
    share = spent["classic, as PDF"] / spent["the same in flexbox"]
    show("one page, as a share of that", f"{share:.1%}", "at most 20%", met=share <= 0.2)


def in_flexbox(document: Document) -> bytes:
    """A sheet as one would write it without thinking of the time: nothing is kept from the last."""
    sheet = registry.get(document.system).sheet(document)
    look = styles.for_game(sheet.system)
    shown = print_sections(sheet, look, blank=False)
    fit_first_page(shown, look, paper="a4", head=30)
    markup = FLEXBOX.joinpath("sheet.html").read_text()
    named = {id.replace("-", "_"): part for id, part in shown.items()}
    html = Engine().from_string(markup).render(Context({"sheet": sheet, "parts": named}))
    fonts, fetcher = FontConfiguration(), LocalFiles()
    text = faces.RULES + FLEXBOX.joinpath("sheet.css").read_text()
    css = CSS(string=text, font_config=fonts, url_fetcher=fetcher)
    page = HTML(string=html, url_fetcher=fetcher)
    made = page.write_pdf(stylesheets=[css], font_config=fonts, pdf_variant="pdf/ua-1")
    return bytes(made)


def prints() -> None:
    """A character's PDF and the picture of its page, whole views: kept ones, and unchanged ones."""
    print("\nPrints that are kept, through the whole view")
    client = Client()
    character = made(client)
    for name, url in (
        ("PDF", reverse("character_pdf", args=[character.public_id])),
        ("picture", reverse("character_print_picture", args=[character.public_id, 1])),
    ):
        etag = client.get(url)["ETag"]
        for what, headers in (("kept", {}), ("unchanged", {"If-None-Match": etag})):
            spent = median(partial(client.get, url, headers=headers))
            show(f"{name}, {what}", f"{spent * 1000:.2f} ms", "under 5 ms", met=spent < 0.005)
