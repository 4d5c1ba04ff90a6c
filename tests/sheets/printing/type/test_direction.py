"""Paragraphs of both directions on one sheet: each begins at its own side and ends at the other."""

from itertools import pairwise

import pymupdf
import pytest

from sheets import printing
from sheets.markdown import safe_html
from sheets.printing import Extras, Note, PrintOptions
from sheets.printing.briefing.notes import blocks
from sheets.printing.chronicle import Chronicle, ChronicleSession
from sheets.printing.sheet.notes import turned
from sheets.printing.statblocks import Encounter
from sheets.printing.type.direction import by_line
from tests.sheets.printing.conftest import SLUG, document

HEBREW, ENGLISH = "היא טסה לבדה, בלילות.", "She flies alone, over quartz."
BOTH = f"{ENGLISH}\n\n{HEBREW}\n{ENGLISH}"
# A line ends with its full stop, after these letters.
LAST = {"ת": HEBREW, "z": ENGLISH}
Letter = tuple[float, float, float, str]


def _lines(pdf: bytes) -> list[list[Letter]]:
    """The letters of each line of a PDF from left to right: their sides, height, and sign."""
    lines: dict[tuple[int, int], list[Letter]] = {}
    with pymupdf.open(stream=pdf) as read:
        for page in read:
            for span in page.get_texttrace():
                for char in span["chars"]:
                    left, _, right, _ = char[3]
                    key = page.number, round(char[2][1])
                    lines.setdefault(key, []).append((left, right, char[2][1], chr(char[0])))
    return [sorted(line) for line in lines.values()]


def _ends(pdf: bytes) -> dict[str, list[float]]:
    """Where the full stops of the sentences stand, seen from the letter before them: 1 to the right
    of it, -1 to its left.
    """
    found: dict[str, list[float]] = {sentence: [] for sentence in LAST.values()}
    for line in _lines(pdf):
        for one, other in pairwise(line):
            if other[3] == "." and one[3] == "z":
                found[ENGLISH].append(1)
            elif one[3] == "." and other[3] == "ת":
                found[HEBREW].append(-1)
            elif "." in (one[3], other[3]) and {one[3], other[3]} & set(LAST):
                found[HEBREW if "ת" in (one[3], other[3]) else ENGLISH].append(0)
    return found


def _sheet(kind: str) -> bytes:
    build = {
        "concept": "Pilot",
        "appearance": BOTH,
        "personality": f"{HEBREW}\n{ENGLISH}",
        "edge": {"id": "luck", "note": BOTH},
        "burden": {"id": "debt", "note": HEBREW},
    }
    notes = Note("Notes", safe_html(f"{BOTH}\n\n- {HEBREW}\n  {ENGLISH}\n\n> {HEBREW}"))
    return printing.sheet_pdf(
        document("Noa", build), PrintOptions(kind=kind), Extras(notes=(notes,))
    )


@pytest.mark.parametrize(("kind", "hebrew", "english"), [("classic", 4, 5), ("full", 7, 8)])
def test_full_stops_stand_where_their_script_ends(kind: str, hebrew: int, english: int):
    assert _ends(_sheet(kind)) == {HEBREW: [-1] * hebrew, ENGLISH: [1] * english}


@pytest.mark.parametrize("kind", ["large", "cards"])
def test_they_do_in_large_print_and_on_cards(kind: str):
    ends = _ends(_sheet(kind))
    assert set(ends[HEBREW]) == {-1}
    assert set(ends[ENGLISH]) == {1}


def test_a_hebrew_paragraph_begins_at_the_right_and_english_at_the_left():
    lines = _lines(_sheet("classic"))
    # The notes at the foot are as wide as the page: 210 mm less margins of 12 mm.
    hebrew = max(line[-1][1] for line in lines if line[-1][3] == "ה" and line[0][3] == ".")
    english = min(line[0][0] for line in lines if line[0][3] == "S" and line[-1][3] == ".")
    assert hebrew == pytest.approx((210 - 12) / 25.4 * 72, abs=1)
    assert english == pytest.approx(12 / 25.4 * 72, abs=1)


def test_the_notes_of_a_chronicle_and_of_an_encounter_do_too():
    session = ChronicleSession("One", notes=safe_html(f"{BOTH}\n\n{HEBREW}"))
    chronicle = Chronicle(SLUG, "Party", "Any", "By us", "", (), (session,))
    ends = _ends(printing.chronicle_pdf(chronicle))
    assert ends == {HEBREW: [-1, -1], ENGLISH: [1, 1]}
    encounter = Encounter(
        slug=SLUG, name="Raid", game="", credit="", place="", notes=BOTH, date="", opponents=()
    )
    ends = _ends(printing.statblocks_pdf(encounter))
    assert ends[HEBREW] == [-1]
    assert set(ends[ENGLISH]) == {1}


def test_a_text_of_one_direction_is_left_alone():
    assert by_line("One & thousands\nthree") == "One &amp; thousands\nthree"
    assert turned("<p>One<br>two</p>") == "<p>One<br />two</p>"


def test_each_line_of_a_text_of_two_has_its_own():
    assert by_line("One\n\nאחת.", "<b>Name</b> ") == (
        '<span class="line ltr"><b>Name</b> One</span><span class="line ">&#160;</span>'
        '<span class="line rtl">אחת.</span>'
    )


def test_english_in_a_hebrew_item_turns_back():
    assert turned("<ul><li>אחת.<ul><li>Two.</li></ul></li></ul>") == (
        '<ul><li class="rtl">אחת.<ul><li class="ltr">Two.</li></ul></li></ul>'
    )


def test_the_blocks_of_a_briefing_keep_their_line_breaks():
    (block,) = blocks(safe_html(f"{ENGLISH}\n{HEBREW}"))
    assert block.text == f"{ENGLISH}\n{HEBREW}"


@pytest.mark.parametrize("kind", ["classic", "large"])
def test_a_name_turns_no_figures_beside_it_and_keeps_its_own(kind: str):
    build: dict[str, object] = {"gear": [{"name": f"Thing {n}", "quantity": 1} for n in range(40)]}
    build["appearance"] = "Quartz. " * 300
    lines = _lines(printing.sheet_pdf(document("רותם 2", build), PrintOptions(kind=kind)))
    feet = ["".join(letter for *_, letter in line) for line in lines]
    assert any(foot.endswith("2 םתור · 2 / 2") for foot in feet)
