"""A sheet of dots: all of a usual character on one page, and a blank that is complete."""

import pytest

from rules import registry
from rules.sheet.sections import Prose
from sheets import printing
from sheets.demo import all_pregens
from sheets.printing import Extras, PrintOptions
from sheets.printing.type.glyphs import typographic
from tests.sampling import draw, sample
from tests.sheets.printing import mupdf, pdf_readers
from tests.sheets.printing.pdf_readers import complaints, pages

DOTTED = "storytelling-d10"


# Ready-made characters that have all there is, among them those with the Force.
USUAL = [slug for slug, it in all_pregens().items() if it.document.system == DOTTED]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("slug", sample(USUAL, every=3, first=draw() % 3))
def test_a_usual_character_fits_on_one_page_with_every_text(slug: str, paper: str) -> None:
    document = all_pregens()[slug].document
    (page,) = pages(printing.sheet_pdf(document, PrintOptions(paper=paper)))
    text = " ".join(page.split())
    for section in registry.open(document).sheet.sections:
        for passage in section.passages if isinstance(section, Prose) else ():
            assert passage.name in text
            assert typographic(passage.text)[-20:] in text


def test_the_attribute_stands_beside_each_total() -> None:
    (page,) = pages(printing.sheet_pdf(all_pregens()["tamsel-okara"].document))
    text = " ".join(page.split())
    for row in ("Disguise 3 Wit", "Acrobatics 7 Dex", "Stealth 6 Dex", "Lore: Jedi 3 Int"):
        assert row in text


def test_a_total_stands_apart_from_its_attribute() -> None:
    """Also from the widest of them, and of totals of two digits."""
    pdf = printing.sheet_pdf(all_pregens()["tamsel-okara"].document)
    ((_, _, words),) = pdf_readers.words(pdf)
    wide = [word for word in words if word[4] == "Man"]
    assert len(wide) > 2
    for left, top, _, _, _ in wide:
        (total,) = [
            right for _, above, right, _, word in words
            if word.isdigit() and abs(above - top) < 1 and 0 < left - right < 15
        ]  # fmt: skip
        assert left - total > 2.5


def test_two_lines_of_a_health_level_stay_clear_of_the_rule_below() -> None:
    """Levels are 5.8 mm apart; in points, with what the boxes of words have above and below."""
    ((_, _, words),) = pdf_readers.words(printing.blank_pdf(DOTTED))
    tops = {word: top for _, top, _, _, word in reversed(words)}
    bottoms = {word: bottom for _, _, _, bottom, word in reversed(words)}
    assert tops["Hurt"] - tops["Bruised"] == pytest.approx(5.8 / 25.4 * 72, abs=0.2)
    assert bottoms["lost."] - tops["Bruised"] < 19.2


def test_a_knowledge_without_dots_names_no_attribute_as_it_is_not_rolled() -> None:
    (page,) = pages(printing.sheet_pdf(all_pregens()["tamsel-okara"].document))
    assert "Business 0 Engineering 0 History 2 Int" in " ".join(page.split())


def test_health_and_willpower_stand_in_the_head() -> None:
    (page,) = mupdf.pages(printing.sheet_pdf(all_pregens()["tamsel-okara"].document))
    tops = {word[4]: word[1] for word in reversed(page.words)}
    in_head = ("Bruised", "Incapacitated", "Willpower")
    assert max(tops[it] for it in in_head) < tops["Strength"]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_blank_asks_who_one_is_and_has_lines_for_lore_languages_and_experience(
    paper: str,
) -> None:
    pdf = printing.blank_pdf(DOTTED, PrintOptions(paper=paper))
    (text,) = pages(pdf)
    for name in (
        "WILDERNESS", "TELEKINETIC", "SWORDPLAY", "WILLPOWER", "ARMOR SOAK", "ATTACKS",
        "FORCE ABILITIES", "MERITS AND FLAWS", "LANGUAGES", "GEAR", "EXPERIENCE", "NOTES",
    ):  # fmt: skip
        assert name in text.upper(), name
    for note in ("from 0", "none worn", "0 now"):
        assert note not in text
    words = text.split()
    assert words.count("Lore:") == 5 + 3
    assert (words.count("R"), words.count("W")) == (3, 3)
    (page,) = mupdf.pages(pdf)
    assert {"PASSION", "VIRTUE", "DESTINY", "PLAYER"} <= {word[4] for word in page.words}
    assert len(_lines_for_experience(page)) >= 2


def test_a_sheet_is_set_closer_before_it_loses_its_lines_for_experience() -> None:
    (page,) = mupdf.pages(printing.sheet_pdf(all_pregens()["tamsel-okara"].document))
    assert len(_lines_for_experience(page)) >= 1


def _lines_for_experience(page: mupdf.Page) -> list[float]:
    """Where the lines below its heading are, without the one of the heading itself."""
    (head,) = (word for word in page.words if word[4] == "EXPERIENCE")
    below = {round(rule[1]) for rule in page.rules if rule[1] > head[3] + 8 and rule[0] < head[2]}
    return sorted(below)


@pytest.mark.parametrize("slug", registry.all_systems())
def test_the_concept_of_a_blank_has_a_line_to_write_on(slug: str) -> None:
    (page,) = mupdf.pages(printing.blank_pdf(slug))[:1]
    labels = [word for word in page.words if word[4] == "CONCEPT"]
    for word in labels:
        assert any(word[3] <= rule[1] + 4 < word[3] + 12 for rule in page.rules)


def test_each_page_after_the_first_tells_whose_it_is_and_which() -> None:
    document = all_pregens()["rook-t9"].document
    _, *others = pages(printing.sheet_pdf(document, PrintOptions(kind="full")))
    for number, page in enumerate(others, start=2):
        assert "\nRook T9\n" in page
        assert page.rstrip().endswith(f" {number} / {len(others) + 1}")


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_experience_and_notes_share_the_foot_of_the_page(paper: str) -> None:
    pdf = printing.sheet_pdf(all_pregens()["sennet-denn"].document, PrintOptions(paper=paper))
    (page,) = mupdf.pages(pdf)
    assert complaints(pdf) == []
    tops = {word[4]: word[1] for word in page.words}
    below = max(tops["EXPERIENCE"], tops["NOTES"])
    lines = [rule for rule in page.rules if rule[1] > below + 12 and rule[2] - rule[0] > 50]
    left = sorted(round(rule[1]) for rule in lines if rule[0] < page.wide / 2)
    right = sorted(round(rule[1]) for rule in lines if rule[0] > page.wide / 2)
    assert len(left) >= 1
    assert left == right


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_power_or_a_merit_is_never_parted_between_two_pages(paper: str) -> None:
    made = all_pregens()["tamsel-okara"].document
    extras = Extras(accepted=(("Two professions.", "The table asked nicely, and often."),) * 40)
    pages = pdf_readers.pages(printing.sheet_pdf(made, PrintOptions(paper=paper), extras))
    assert len(pages) == 2
    assert "Tamsel Okara, continued" in pages[1]
    for begin, end in (("Move object", "a new roll each round."), ("Enemy", "An old friend")):
        assert [begin in page for page in pages] == [
            end in " ".join(page.split()) for page in pages
        ]
