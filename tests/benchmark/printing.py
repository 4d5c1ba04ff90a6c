"""The printed sheet: a fresh one beside the same in flexbox, and those that are kept."""

import itertools
import time
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
from rules.character import Character
from rules.document import Document
from rules.game import Game
from sheets.print_pages.cache import WIDTH
from sheets.printing import PrintOptions, page_pictures, sheet_pdf, styles, warm_up
from sheets.printing.pdf.fetcher import LocalFiles
from sheets.printing.pdf.pool import pool
from sheets.printing.sheet.first_page import fit_first_page
from sheets.printing.sheet.sections import print_sections
from sheets.printing.type import fonts as faces
from tests.benchmark.measure import Press, best, made, median, show

FLEXBOX = Path(__file__).parents[1] / "flexbox"
# What is asked of each edition, as a part of the same content in flexbox, and of files, in KiB.
EDITIONS = {
    "classic": (PrintOptions(), 0.2),
    "fillable": (PrintOptions(fillable=True), 0.25),
    "color": (PrintOptions(colour=True), 0.2),
    "full": (PrintOptions(kind="full"), 0.4),
    "cards": (PrintOptions(kind="cards"), 0.2),
}
SIZES = {"classic": 35, "fillable": 60}
# So many sheets are printed before time is taken: a worker lives for hundreds.
WARM = 40
SEEDS = range(1000, 1_000_000)


def paper() -> None:
    """The printed sheet: a fresh one, in a warm process, beside the same content in flexbox with
    everything parsed anew."""
    print("\nPaper")
    system = next(iter(registry.all_systems().values()))

    def turn(make: Callable[[Document], object]) -> Press:
        fresh = random_characters(system)
        return lambda: make(next(fresh))

    presses = {
        name: turn(partial(sheet_pdf, options=edition)) for name, (edition, _) in EDITIONS.items()
    }
    presses["flexbox"] = turn(in_flexbox)
    pdf = sheet_pdf(next(random_characters(system)))
    presses["picture"] = lambda: page_pictures(pdf, width=WIDTH)
    for name in EDITIONS:
        for _ in range(WARM):
            presses[name]()
    spent = best(presses)
    whole = spent["flexbox"]
    show("the same content in flexbox", f"{whole * 1000:.0f} ms")
    for name, (_, most) in EDITIONS.items():
        share = spent[name] / whole
        shown = f"{share:6.1%} of that {spent[name] * 1000:6.1f} ms"
        show(name, shown, f"at most {most:.0%}", met=share <= most)
    shown = f"{spent['picture'] * 1000:.0f} ms"
    show("the picture of a page", shown, "at most 30 ms", met=spent["picture"] <= 0.03)
    for name, most in SIZES.items():
        size = max(
            len(sheet_pdf(document, EDITIONS[name][0]))
            for document in itertools.islice(random_characters(system), 10)
        )
        shown = f"{size / 1024:.1f} KiB"
        show(f"{name}, largest of ten", shown, f"at most {most} KiB", met=size <= most * 1024)


def random_characters(system: Game) -> Iterator[Document]:
    """Characters made by chance, none of them twice."""
    return (system.random(Random(seed)) for seed in SEEDS)


def first_page() -> None:
    """The first sheet after the start, in a process that was warmed up, and in one that was not."""
    system = next(iter(registry.all_systems().values()))
    found: dict[bool, float] = {}
    for warm in (False, True):
        pool().close()
        if warm:
            warm_up()
        document = next(random_characters(system))
        start = time.perf_counter()
        sheet_pdf(document)
        found[warm] = time.perf_counter() - start
    shown = f"{found[True] * 1000:.0f} ms, unprepared {found[False] * 1000:.0f} ms"
    met = found[True] <= found[False] / 4
    show("the first page after the start", shown, "at most 1/4 of unprepared", met=met)


def in_flexbox(document: Document) -> bytes:
    """A sheet as one would write it without thinking of the time: nothing is kept from the last."""
    sheet = Character(registry.get(document.system), document).sheet
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
