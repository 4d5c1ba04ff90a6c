"""The game master's brief: one page, whatever has to go onto it."""

from io import BytesIO
from random import Random

import msgspec
import pytest
from pypdf import PdfReader

from sheets import printing
from sheets.markdown import safe_html
from sheets.printing.briefing.characters import character_row, figure_columns
from sheets.printing.briefing.content import Briefing, BriefingCharacter, Hook, TrackBoxes, TraitRow
from sheets.printing.briefing.layout import DENSITIES
from sheets.printing.briefing.notes import blocks
from sheets.printing.briefing.pdf import _styles, briefing_job
from sheets.printing.briefing.skill_table import skill_tables
from sheets.printing.options import PAPERS
from sheets.printing.pdf import worker
from sheets.printing.pdf.messages import Job
from sheets.printing.pdf.pool import Pool
from sheets.printing.type.measure import BOLD, width
from tests.sampling import draw, sample
from tests.sheets.printing import mupdf, pdf_readers
from tests.sheets.printing.hostile_characters import Writer

CREDIT = "HyperspaceD6 by Matt Click, additional design by Michael Barker, CC BY-NC-SA"
HEADS = ("Dodge", "Parry", "Block", "Soak", "Character Points", "Force Points", "Credits")
TRAITS = ("Dexterity", "Knowledge", "Mechanical", "Perception", "Strength", "Technical")
NAMES = (
    *("Vessa Korr", "Brakka", "Dask Orrin", "Neesha Vaanik", "Orssk Tornhide", "Kilo-12"),
    *("Murgha Longtusk", "Haasa Seetu", "Pramar Lammorin", "Ressk Urssk", "Grawwa", "Oz"),
)
NOTES = (
    "# The hold\n\nThe crew owes **Mother Sool**.\n\n- A false wall\n- A droid\n\n1. Dock\n2. Run"
)


def who(name: str, number: int = 0) -> BriefingCharacter:
    return BriefingCharacter(
        name=name,
        about="Twilek Spy",
        player="Ines",
        figures=("13", "14", "12", "6", "7", "1", "1,250"),
        state=("1 wound: −1D",),
        boxes=(TrackBoxes("Wounded", 4, number % 4),),
        hooks=(
            Hook("Luck", "Edge", "“It never asked.” Once a session you may roll again."),
            Hook("Debt", "Burden", "“To a Hutt.” You owe a great many credits to somebody."),
        ),
        changes=("Skill raised: Stealth 4D → 5D", "Award: 4 Character Points (The heist)"),
    )


def pools(people: int) -> tuple[TraitRow, ...]:
    """Six heads with five skills each; the second one is best, the first trained none."""
    found = []
    for trait in TRAITS:
        for number in range(6):
            codes = tuple(f"{1 + (place + number) % 5}D" for place in range(people))
            best = tuple(place == 1 for place in range(people))
            own = tuple(number > 2 and place > 0 for place in range(people))
            name = trait if number == 0 else f"{trait[:4]} skill {number}"
            found.append(TraitRow(name, codes, best, own, heads=number == 0))
    return tuple(found)


def briefing(names: tuple[str, ...], **others: object) -> Briefing:
    said: dict[str, object] = {
        "slug": "hyperspace-d6",
        "party": "The Long Watch",
        "game": "HyperspaceD6",
        "credit": CREDIT,
        "about": "For the game master · last session on November 13, 2026",
        "since": "Since 13 Nov",
        "date": "November 22, 2026",
        "heads": HEADS,
        "people": tuple(who(name, number) for number, name in enumerate(names)),
        "pools": pools(len(names)),
        "notes": safe_html(NOTES) + "",
    }
    return Briefing(**{**said, **others})  # type: ignore[arg-type]


def made(content: Briefing, paper: str = "a4", less: float = 0) -> bytes:
    """Made here, not in a worker: this is about the page, and a busy machine may take its time."""
    return worker.make_pdf(briefing_job(content, paper=paper, less=less))


def check(pdf: bytes) -> str:
    """The text of the one page; fails where a word lies on another or outside, or is a box."""
    pages = mupdf.pages(pdf)
    assert len(pages) == 1
    assert mupdf.undefined_glyphs(pages) == 0
    assert pdf_readers.out_of_place(pdf) == []
    return pages[0].text


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("count", sample([0, 1, 2, 3, 6, 12], every=2, first=draw() % 2))
def test_everybody_stands_on_one_accessible_page_whatever_the_paper(count: int, paper: str) -> None:
    pdf = made(briefing(NAMES[:count]), paper)
    text = check(pdf)
    for name in NAMES[:count]:
        assert text.count(name.split()[0]) > 1
        assert "Not on this page" not in text
    assert text.count("Wounded") == count
    assert text.count("Since 13 Nov") == count
    assert "Mother Sool" in text
    assert CREDIT in text
    assert "The Long Watch · November 22, 2026" in text
    assert pdf_readers.complaints(pdf) == []
    particulars = pdf_readers.information(pdf)
    assert particulars["Title"] == "The Long Watch: GM briefing – HyperspaceD6"
    assert particulars["Author"] == CREDIT
    assert particulars["Tagged"] == "yes"


def test_it_is_told_person_by_person_and_trait_by_trait() -> None:
    told = pdf_readers.told(made(briefing(NAMES[:3])))
    assert "Dexterity 1D •2D 3D" in told
    assert (
        "Vessa Korr Twilek Spy · Ines 13 14 12 6 7 1 1,250 Wounded , 1 wound: −1D"
        " Luck Edge “It never asked.” Once a session you may roll again."
        " Debt Burden “To a Hutt.” You owe a great many credits to somebody."
        " Since 13 Nov Skill raised: Stealth 4D → 5D; Award: 4 Character Points (The heist)"
    ) in told
    assert "Wounded 1 of 4, 1 wound: −1D" in told
    assert "– A false wall – A droid 1. Dock 2. Run" in told


def test_of_many_people_the_last_ones_are_counted() -> None:
    text = check(made(briefing(tuple(f"Number{n:02}" for n in range(20))), "letter"))
    assert "Number00" in text
    assert "Not on this page: Number" in text
    beyond = text.partition("Not on this page: ")[2].partition(" Notes")[0]
    assert "Number19" in beyond or " more" in beyond


def test_of_much_that_changed_the_rest_is_counted() -> None:
    changes = tuple(f"Award: {n} Character Points (Session {n})" for n in range(1, 201))
    one = msgspec.structs.replace(who("Vessa Korr"), changes=changes)
    text = check(made(briefing((), people=(one,), pools=pools(1))))
    count = text.count("Award: ")
    assert 10 < count < 60
    assert f"and {200 - count} more" in text
    assert "Award: 1 Character Points" in text


def test_a_long_group_of_traits_is_divided_over_the_tables() -> None:
    """Else one table would be long and the other short, and others would find no room."""
    rows = tuple(
        TraitRow(f"Trait{n:02}", ("3",) * 6, (False,) * 6, (True,) * 6, heads=n in (0, 9))
        for n in range(41)
    )
    pdf = made(briefing(NAMES[:6], pools=rows))
    (page,) = mupdf.pages(pdf)
    tops = {word[4]: round(word[1]) for word in page.words if word[4].startswith("Trait")}
    assert len(tops) == 41
    assert max(tops.values()) - min(tops.values()) < 21 * 10.2
    assert pdf_readers.complaints(pdf) == []


@pytest.mark.parametrize("paper", PAPERS)
def test_words_of_six_characters_are_kept_whole(paper: str) -> None:
    words = "“It has been mine since the war.” " + "Once a session you may roll again. " * 5
    people = tuple(
        msgspec.structs.replace(who(name), hooks=(Hook("Luck", "Edge", words.strip()),) * 2)
        for name in NAMES[:6]
    )
    assert "…" not in check(made(briefing(NAMES[:6], people=people, notes=""), paper))


def test_a_long_name_leaves_room_for_the_date_at_the_foot() -> None:
    text = check(made(briefing(NAMES[:1], party="The Watch of the Outer Ring " * 4)))
    assert "… · November 22, 2026" in text
    assert text.startswith("The Watch of the Outer Ring The Watch")


def test_long_notes_end_where_the_page_ends_and_say_so() -> None:
    words = "\n\n".join(f"Paragraph {n}: " + "many words of it " * 12 for n in range(80))
    text = check(made(briefing(NAMES[:6], notes=safe_html(words) + "")))
    assert "Paragraph 0:" in text
    assert "Paragraph 79:" not in text
    assert "The rest is on screen." in text


def test_short_notes_leave_lines_to_write_on_and_no_word_about_more() -> None:
    text = check(made(briefing(NAMES[:6], notes="")))
    assert "More of them" not in text
    assert "Notes" in text.title()


def test_notes_keep_their_lists_lines_and_bold_words() -> None:
    words = (
        "- **Sool** waits\n  - in the dark\n  - *armed*\n- then\n\n  two\n\n3. third\n4. fourth\n\n"
        "a line\nand another\n\n> said\n\n```\nx = 1\ny = 2\n```\n\n| a | b |\n|---|---|\n| c | d |"
    )
    found = [(one.kind, one.mark, one.text) for one in blocks(safe_html(words) + "")]
    assert found == [
        ("item", "–", "Sool waits"),
        ("item", "–", "in the\u00a0dark"),
        ("item", "–", "armed"),
        ("item", "–", "then"),
        ("item", "", "two"),
        ("item", "3.", "third"),
        ("item", "4.", "fourth"),
        ("words", "", "a line\nand another"),
        ("words", "", "said"),
        ("code", "", "x = 1\ny = 2"),
        ("words", "", "a · b"),
        ("words", "", "c · d"),
    ]
    text = check(made(briefing(NAMES[:2], notes=safe_html(words) + "")))
    assert "– Sool waits – in the dark" in text
    assert "x = 1 y = 2" in text


def test_a_game_of_many_traits_and_figures_has_one_page_too() -> None:
    many = tuple(
        TraitRow(
            f"Trait{n:03}", ("●●●●●",) * 12, (False,) * 12, (n % 2 == 0,) * 12, heads=n % 50 == 0
        )
        for n in range(200)
    )
    people = tuple(
        msgspec.structs.replace(who(name), figures=tuple(str(n + 1) for n in range(12)))
        for name in NAMES
    )
    heads = tuple(f"Head{n}" for n in range(12))
    text = check(made(briefing((), people=people, pools=many, heads=heads), "letter"))
    assert "Left out: Trait001" in text
    assert "Traits not on this page: Trait" in text
    # Traits go before a character does.
    assert "Not on this page" not in text
    assert [name for name in NAMES if name not in text] == []
    assert "1 2 3 4 5 6 7 8 9 10 11 12" in text


def test_the_names_of_traits_take_what_the_codes_can_spare() -> None:
    name = "Computer Programming/Repair"
    for people, shown in ((3, "Computer Programm…"), (5, name), (12, name)):
        row = TraitRow(name, ("4D+1",) * people, (False,) * people, (True,) * people, heads=True)
        tables = skill_tables([row] * 4, ["Kel"] * people, _styles(), step=1)
        assert {row.name for table in tables.tables for row in table.rows} == {shown}
        assert tables.label > 27


def test_the_names_of_traits_leave_room_for_each_word_of_the_names_of_characters() -> None:
    rows = [
        TraitRow(
            "Computer Programming/Repair", ("4D+1",) * 2, (False,) * 2, (True,) * 2, heads=True
        )
    ] * 3
    tables = skill_tables(rows, ["Dax Penhallow", "Emmer Quarr"], _styles(), step=1)
    assert tables.kind.startswith("of-3")
    column = tables.upright[1] - 1  # without the space beside it
    assert width("Penhallow", 7, BOLD) < column


@pytest.mark.parametrize("seed", sample(range(8), every=3))
def test_nothing_that_can_be_written_makes_a_second_page(seed: int) -> None:
    rng = Random(seed)
    writer = Writer(rng)
    text, count = writer.text, rng.choice((1, 2, 5, 9, 12, 14, 17))
    people = tuple(
        BriefingCharacter(
            name=text(120),
            about=text(80),
            player=text(60),
            figures=tuple(str(writer.number()) for _ in HEADS),
            state=(text(60),) * rng.randint(0, 3),
            boxes=(TrackBoxes(text(30), rng.choice((0, 1, 6, 9, 400)), rng.choice((0, 1))),),
            hooks=tuple(Hook(text(60), text(20), text(500)) for _ in range(rng.randint(0, 5))),
            changes=tuple(text(90) for _ in range(rng.choice((0, 1, 30)))),
        )
        for _ in range(count)
    )
    found = tuple(
        TraitRow(
            text(40),
            tuple(f"{writer.number()}D" for _ in people),
            tuple(rng.random() < 0.3 for _ in people),
            tuple(rng.random() < 0.5 for _ in people),
            heads=number % 6 == 0,
        )
        for number in range(40)
    )
    notes = safe_html("\n\n".join(f"{mark}{text(200)}" for mark in ("# ", "- ", "1. ", "> ", "")))
    content = briefing((), party=text(120), people=people, pools=found, notes=notes + "")
    check(made(content, PAPERS[seed % 2]))


def test_a_page_that_came_out_too_long_is_made_again_with_less(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[float] = []

    class Pool:
        def render(self, less: float) -> bytes:
            asked.append(less)
            return made(briefing(NAMES[:1])) if less == 30 else two

    page = '<p style="break-after: page">A</p><p>B</p>'
    html = f'<html lang="en"><head><title>T</title></head><body>{page}</body></html>'
    two = worker.make_pdf(Job(html, ()))
    monkeypatch.setattr("sheets.printing.briefing.pdf.pool", Pool)
    monkeypatch.setattr("sheets.printing.briefing.pdf.briefing_job", lambda _, *, less, **__: less)
    pdf = printing.briefing_pdf(briefing(()))
    assert asked == [0, 12, 30]
    assert len(PdfReader(BytesIO(pdf)).pages) == 1


def test_a_table_that_is_not_there_is_not_explained() -> None:
    for names, told in ((NAMES[:1], True), ((), False)):
        assert ("a dot marks" in briefing_job(briefing(names), paper="a4").html) is told


def test_its_key_is_another_one_for_whatever_is_said_and_each_paper() -> None:
    one, other = briefing(NAMES[:1]), briefing(NAMES[:1], notes="<p>Else</p>")
    keys = {
        printing.briefing_key(content, paper=paper) for content in (one, other) for paper in PAPERS
    }
    assert len(keys) == 4
    assert printing.briefing_key(briefing(NAMES[:1])) in keys


def test_there_are_two_papers() -> None:
    with pytest.raises(ValueError, match="a4, letter"):
        printing.briefing_pdf(briefing(()), paper="a5")


def test_a_worker_gets_ready_with_a_briefing_too(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs: list[Job] = []
    monkeypatch.setattr(Pool, "warm_up", lambda _pool, made: jobs.extend(made))
    printing.warm_up()
    assert "The Long Watch" in jobs[-1].html


def test_no_word_of_a_head_is_broken_however_many_figures_there_are() -> None:
    heads = (
        *("Initiative", "Move", "Run", "Stamina soak", "Armor soak", "Power", "Willpower"),
        *("Light side", "Dark side", "Destiny points", "Experience points"),
    )
    figures = ("5", "14½", "29", "3", "4", "1", "3", "0", "0", "2", "0")
    people = tuple(
        msgspec.structs.replace(who(name, number), figures=figures)
        for number, name in enumerate(NAMES[:6])
    )
    (page,) = mupdf.pages(made(briefing((), people=people, pools=pools(6), heads=heads)))
    words = {word[4] for word in page.words}
    # What nobody has is left out.
    assert {"Initiative", "Stamina", "Willpower", "Destiny", "14½"} <= words
    assert not {"Light", "Dark", "Experience"} & words
    assert mupdf.out_of_place([page]) == []


@pytest.mark.parametrize("count", [4, 10])  # names side by side, and set vertically
def test_a_long_name_shrinks_and_stands_whole_above_its_codes_too(count: int) -> None:
    names = ("Ximena Oyelaran-Vandermeulen", *NAMES[:9])
    text = check(made(briefing(names[:count])))
    assert "Ximena Oyelaran-Vandermeulen" in " ".join(text.split())
    assert "Ximena Oyelaran…" not in text
    assert "Ximena Oyelaran-V…" not in text


def test_hooks_side_by_side_take_the_one_line_that_they_were_cut_for() -> None:
    words = "I do as I do " * 20
    person = msgspec.structs.replace(who("Vessa"), hooks=(Hook("Luck", "Edge", words),) * 2)
    tightest = DENSITIES[-1]
    row = character_row(person, (), _styles(), tightest, since="Since 13 Nov")
    assert all(hook.words.endswith("…") for hook in row.hooks)
    # The name, a line of hooks, a line of changes, and the air below.
    assert row.height == pytest.approx(4.2 + 2.65 + 2.65 + 1.1)


def test_a_long_condition_in_a_tight_layout_is_one_line() -> None:
    """Else each character would take a line that is not there, and traits would be left out."""
    short = msgspec.structs.replace(who("Vessa Korr", 1), state=())
    long = msgspec.structs.replace(short, state=("Stunned until the end of the next turn",) * 3)
    content, tightest = briefing(NAMES[:6]), DENSITIES[-1]
    columns = figure_columns(content, _styles())
    rows = [
        character_row(person, columns, _styles(), tightest, since="Since 13 Nov")
        for person in (short, long)
    ]
    assert rows[1].state.endswith("…")
    assert rows[0].height == rows[1].height


def test_the_condition_keeps_to_its_line_beside_the_figures() -> None:
    long = ("Stunned until the end of the next turn", "1 wound: −1D to all checks")
    people = tuple(
        msgspec.structs.replace(who(name, number), state=long, changes=("A change of things",) * 9)
        for number, name in enumerate(NAMES)
    )
    (page,) = mupdf.pages(made(briefing(NAMES, people=people), "letter"))
    assert page.text.count("Stunned") == len(NAMES)
    rows = [place for place in page.words if place[4] == "Wounded"]
    cut = [place for place in page.words if place[4].endswith("…") and place[0] > rows[0][0]]
    for row in rows:
        assert [place for place in cut if abs(place[1] - row[1]) < 2]
