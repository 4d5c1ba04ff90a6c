"""The work of a print is counted, not timed: a sheet that prints on one machine prints on each,
however slow it is.
"""

import logging
from dataclasses import replace
from pathlib import Path

import pytest
import weasyprint.layout

from rules import registry
from rules.document import Document
from sheets.markdown import safe_html
from sheets.printing import PAPERS, Extras, Note, PrintOptions, booklet, sheet_job
from sheets.printing.pdf import lines, worker
from sheets.printing.pdf.messages import MOST_WORK, Job
from sheets.printing.pdf.work import WORK, TooMuchWork
from sheets.printing.pdf.writing_space import LEFT_OUT
from tests.sampling import draw, sample
from tests.sheets.printing import pdf_readers
from tests.sheets.printing.conftest import document

FOLDER = Path(__file__).parents[3] / "fixtures" / "ready-made"
EDITIONS = {
    "classic": PrintOptions(),
    "fillable": PrintOptions(fillable=True),
    "full": PrintOptions(kind="full"),
    "full and fillable": PrintOptions(kind="full", fillable=True),
    "cards": PrintOptions(kind="cards", backs=True),
    "large": PrintOptions(kind="large"),
    "frame": PrintOptions(kind="frame"),
    "tent": PrintOptions(kind="tent"),
}
QUARTER = 30_000 / 4
WORDS = {
    "letters": "abcdefghij",
    "combining marks": "e\u0301\u0302\u0303",
    "heaps of combining marks": "e" + "\u0301\u0302" * 20,
    "spaces that do not break": "\u00a0ab",
    "soft hyphens": "ab\u00ad",
    "joiners": "ab\u200d",
    "heaps of joiners": "ab" + "\u200d" * 40,
    "right to left": "שלום",
    "right to left, joined": "العربية",
}


def _ready_made() -> list[Document]:
    files = sorted(FOLDER.glob("*.json"))
    return [registry.read(file.read_bytes()) for file in files]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every character in each edition on each paper; daily another one of each game on another
    paper, and each edition of one of them.
    """
    soak = metafunc.config.getoption("--soak")
    if "paper" in metafunc.fixturenames:
        papers = list(PAPERS)
        metafunc.parametrize("paper", papers if soak else [papers[draw() % len(papers)]])
    if "ready_made" not in metafunc.fixturenames:
        return
    characters = _ready_made()
    if not soak:
        by_game = {
            slug: [it for it in characters if it.system == slug] for slug in registry.all_systems()
        }
        characters = [some[draw() % len(some)] for some in by_game.values()]
    if "edition" not in metafunc.fixturenames:
        metafunc.parametrize("ready_made", characters, ids=[it.name for it in characters])
        return
    turn = len(characters) if soak else 1
    pairs = [
        (characters[(number + draw() + step) % len(characters)], edition)
        for number, edition in enumerate(EDITIONS)
        for step in range(turn)
    ]
    ids = [f"{character.name}-{edition}" for character, edition in pairs]
    metafunc.parametrize(("ready_made", "edition"), pairs, ids=ids)


def _work(job: Job) -> float:
    before = WORK.done
    worker.lay_out(job)
    return WORK.done - before


def test_a_machine_of_a_quarter_of_the_speed_prints_each_ready_made_character_in_fewest_pages(
    ready_made: Document, edition: str, paper: str
):
    job = sheet_job(ready_made, replace(EDITIONS[edition], paper=paper))
    printed = worker.run(job)
    assert printed.work <= QUARTER
    pages = len(pdf_readers.pages(printed.pdf))
    all_tried = Job(job.html, job.css, job.fillable, tight=job.tight, pages=job.pages)
    assert pages == 1 or pages == len(pdf_readers.pages(worker.lay_out(all_tried)))


def test_a_print_may_take_thirty_thousand_units_of_work():
    assert Job("", ()).work == MOST_WORK == 30_000


@pytest.mark.soak
@pytest.mark.all_games
@pytest.mark.parametrize("slug", registry.all_systems())
def test_a_machine_of_a_quarter_of_the_speed_prints_each_booklet(slug: str, paper: str):
    job = booklet._job(slug, paper)
    assert _work(job) <= job.work / 4


@pytest.mark.parametrize("name", ["ondo-teth", "tamsel-okara"])
def test_pages_that_cannot_become_fewer_are_laid_out_once(
    name: str, monkeypatch: pytest.MonkeyPatch
):
    laid_out, lay_out = [], worker._laid_out

    def counted(*arguments: object, **options: object) -> object:
        laid_out.append(arguments)
        return lay_out(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(worker, "_laid_out", counted)
    character = registry.read((FOLDER / f"{name}.json").read_bytes())
    pdf = worker.lay_out(sheet_job(character, EDITIONS["full"]))
    assert len(pdf_readers.pages(pdf)) == 2
    assert len(laid_out) == 1


def test_a_page_with_nothing_but_room_to_write_on_is_left_out_of_the_first_layout(
    monkeypatch: pytest.MonkeyPatch,
):
    made, make = [], weasyprint.layout.make_all_pages

    def counted(*arguments: object) -> object:
        made.append(arguments)
        return make(*arguments)

    monkeypatch.setattr(weasyprint.layout, "make_all_pages", counted)
    character = registry.read((FOLDER / "ondo-teth.json").read_bytes())
    options = PrintOptions(kind="large", paper="letter")
    pages = pdf_readers.pages(worker.lay_out(sheet_job(character, options)))
    assert (len(made), LEFT_OUT.pages) == (1, 1)
    assert pages[-1].endswith(f"{len(pages)} / {len(pages)}")


@pytest.mark.parametrize("letters", sample(WORDS, every=3, first=draw() % 3))
def test_a_word_takes_work_in_proportion_to_its_length(letters: str):
    for about in ("appearance", "notes"):
        long, short = (
            _work(_with_text(about, (WORDS[letters] * 7000)[:length])) for length in (7000, 3500)
        )
        assert long <= 2.6 * short


def _with_text(about: str, text: str) -> Job:
    build = {"species": "human", "profession": "scoundrel"}
    build |= {"appearance": text} if about == "appearance" else {}
    return _with_note(safe_html(text) if about == "notes" else "", build)


def _with_note(html: str, build: dict[str, str] | None = None) -> Job:
    extras = Extras(notes=(Note("Notes", html),) if html else ())
    return sheet_job(document("Dask", build or {}), PrintOptions(kind="full"), extras)


def test_a_note_of_very_many_items_is_printed_as_one_text():
    pages = [_with_note("<ul>\n" + "<li>a</li>\n" * count + "</ul>") for count in (10, 5000)]
    assert [job.html.count("<li>a</li>") for job in pages] == [10, 0]
    assert pages[1].html.replace("\u00a0", " ").count(" · a") == 4999
    assert _work(pages[1]) <= MOST_WORK / 10


def test_the_notes_of_a_print_share_what_one_may_have():
    """However many notes there are."""
    shared, private = (Note(name, safe_html("- a\n" * 600)) for name in ("Notes", "Private"))
    extras = Extras(notes=(shared, private))
    job = sheet_job(document("Dask", {}), PrintOptions(kind="full"), extras)
    assert job.html.count("<li>a</li>") == 600
    assert job.html.replace("\u00a0", " ").count(" · a") == 599
    assert _work(job) <= MOST_WORK / 4


@pytest.mark.parametrize("letters", sample(WORDS, every=3, first=draw() % 3))
def test_lines_end_where_they_would_if_all_of_the_text_were_looked_at(
    letters: str, monkeypatch: pytest.MonkeyPatch
):
    job = _with_text("appearance", WORDS[letters] * 200 + " and more " * 40)
    briefly = worker.lay_out(job)
    monkeypatch.setattr(lines, "_lengths", lambda *_: ())
    assert worker.lay_out(job) == briefly


def test_what_is_set_closer_beyond_its_work_stays_as_it_was(monkeypatch: pytest.MonkeyPatch):
    whole = "<title>t</title>" + "<p>word</p>" * 120
    looser = Job(whole, ("p { height: 1cm }",))
    closer = Job(whole, looser.css, tight=("p { height: 9mm }",), pages=1)
    enough = _work(looser) * 1.5
    assert worker.run(Job(whole, looser.css, tight=closer.tight, work=int(enough))).pdf
    with WORK.at_most(enough):
        pdf = worker.lay_out(closer)
    assert len(pdf_readers.pages(pdf)) == len(pdf_readers.pages(worker.lay_out(looser)))


def test_what_is_too_long_is_told_and_the_worker_goes_on(caplog: pytest.LogCaptureFixture):
    long = Job("<title>Long</title>" + "<p>word</p>" * 3000, (), work=2000)
    with caplog.at_level(logging.ERROR):
        result = worker.run(long)
    assert (result.too_long, result.pdf, result.retiring) == (True, b"", False)
    assert caplog.records == []
    assert worker.run(Job("<title>Short</title><p>word", ())).pdf


def test_work_within_work_is_not_more():
    with WORK.at_most(5), WORK.at_most(100), pytest.raises(TooMuchWork):
        WORK.count(6)
    WORK.count(1000)
