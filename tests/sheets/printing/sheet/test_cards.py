"""Weapons, gear, powers, and traits as cards to cut out."""

import re
from collections.abc import Iterator

import pymupdf
import pytest
from pypdf import PdfReader

from rules import registry
from rules.document import Document
from rules.opponents import WHO
from rules.reference.chapters import Paragraphs
from sheets import printing
from sheets.demo import all_pregens
from sheets.printing import PrintOptions, styles
from sheets.printing.sheet.card_pools import Number, named_in, pools, rule_texts
from sheets.printing.sheet.cards import Card, all_cards, sides
from sheets.printing.sheet.stations import stations
from tests.sheets.every_game.characters import EVERY, by_chance
from tests.sheets.printing import mupdf, pdf_readers
from tests.sheets.printing.conftest import SLUG, document

MM = 72 / 25.4
CARDS = PrintOptions(kind="cards")
PAPERS = pytest.mark.parametrize("paper", ["a4", "letter"])


@pytest.mark.parametrize(("paper", "fitting"), [("a4", 9), ("letter", 8)])
def test_they_are_accessible_and_fill_a_page(hoarder: Document, paper: str, fitting: int):
    pdf = printing.sheet_pdf(hoarder, PrintOptions(kind="cards", paper=paper))
    # Each card says whose it is, also those at the top of a page.
    complaints = [it for it in pdf_readers.complaints(pdf) if not it.startswith("PAG-001")]
    assert complaints == []
    pages = mupdf.pages(pdf)
    assert mupdf.out_of_place(pages) == []
    assert mupdf.outside_cards(pages) == []
    # Twenty knives, bare hands, and the cards that all things share.
    assert [len(page.cards) for page in pages[:-1]] == [fitting] * (len(pages) - 1)
    text = " ".join(page.text for page in pages)
    assert all(f"Thing {number:02}! ×{number + 1}" in text for number in range(1, 40))


@PAPERS
def test_a_card_is_as_large_as_another(scoundrel: Document, paper: str):
    pages = mupdf.pages(printing.sheet_pdf(scoundrel, PrintOptions(kind="cards", paper=paper)))
    sizes = {(round(card.width), round(card.height)) for page in pages for card in page.cards}
    assert sizes == {(179, 249)}  # points: 63 by 88 millimeters, as playing cards


def test_a_card_says_everything_of_its_thing(scoundrel: Document):
    text = pdf_readers.text(printing.sheet_pdf(scoundrel, CARDS))
    for said in (
        "Blaster Pistol", "ATTACK 5D Blasters DEX 4D + Blasters 1D", "DAMAGE 3D", "Unarmed",
        "Medpac ×2", "Marked sabacc deck", "Dask Orrin, cards to cut out", "Matt Click",
    ):  # fmt: skip
        assert said in text, said


def test_armor_shows_its_soak():
    build = {"gear": [{"id": "heavy-armor", "quantity": 1}]}
    text = pdf_readers.text(printing.sheet_pdf(document("Oz", build), CARDS))
    assert "Heavy Armor Soak +4, Dodge −2" in text
    assert "Not worn" in text


def test_a_stack_is_one_card_with_boxes_to_tick(scoundrel: Document):
    (page,) = mupdf.pages(printing.sheet_pdf(scoundrel, CARDS))
    assert len(page.cards) == 9
    assert page.text.count("Medpac") == 1


def test_what_does_not_fit_on_a_card_continues_on_another():
    name = " ".join(f"word{n:03}" for n in range(400))
    build = {"gear": [{"name": name, "quantity": 1}]}
    pages = mupdf.pages(printing.sheet_pdf(document("Long", build), CARDS))
    text = " ".join(page.text for page in pages)
    assert all(f"word{n:03}" in text for n in range(400))
    assert "2 OF" in text
    assert mupdf.outside_cards(pages) == []
    assert mupdf.out_of_place(pages) == []


def test_a_card_is_heard_whole_before_the_next(scoundrel: Document):
    told = pdf_readers.told(printing.sheet_pdf(scoundrel, CARDS))
    order = [
        "cards to cut out", "Blaster Pistol", "5D Blasters", "3D", "Unarmed", "Medpac",
        "Marked sabacc deck",
    ]  # fmt: skip
    places = [told.index(word) for word in order]
    assert places == sorted(places)


def test_every_card_has_a_bookmark(scoundrel: Document, tmp_path):
    file = tmp_path / "cards.pdf"
    file.write_bytes(printing.sheet_pdf(scoundrel, CARDS))
    whole, cards = PdfReader(file).outline
    assert whole.title == "Dask Orrin, cards to cut out"
    assert [mark.title for mark in cards] == [
        "Blaster Pistol", "Unarmed", "Medpac ×2", "Marked sabacc deck", "Luck", "Debt",
        "Attributes and skills", "Defenses", "Harm",
    ]  # fmt: skip


def test_the_places_that_are_left_have_what_one_looks_up_and_are_to_write_on(scoundrel: Document):
    (page,) = mupdf.pages(printing.sheet_pdf(scoundrel, CARDS))
    for said in ("DEX 4D: Blasters 5D", "Dodge 14", "Wounded 3–5: −1D to checks for each wound."):
        assert said in page.text.replace("\u00a0", " "), said
    lone = document("Oz", {"gear": []})
    (page,) = mupdf.pages(printing.sheet_pdf(lone, PrintOptions(kind="cards", paper="letter")))
    assert len(page.cards) == 8
    assert page.wide > page.high  # two rows of four, where three of three are too high
    assert page.text.count("CARD") == page.text.count("NAME") == 4


@EVERY
def test_what_one_looks_up_stands_after_all_else_and_takes_no_further_page(slug: str):
    opened = registry.open(by_chance(slug))
    look = styles.for_game(slug, kind="cards")
    cards = all_cards(opened.sheet, look)
    faces = sides(opened.sheet, look, paper="a4", backs=False)
    placed = [card for side in faces for row in side.rows for card in row if card]
    assert placed[: len(cards)] == cards
    assert len(placed) == len(faces) * 9 < len(cards) + 9
    added = [card for card in placed[len(cards) :] if not card.asks]
    for card in added:
        assert {card.label, card.owner} == {"In play", cards[0].owner}
        assert card.said


def test_lines_to_write_on_stand_in_line_from_card_to_card(scoundrel: Document):
    """Five millimeters apart up from four above the cut, whatever stands above them."""
    (page,) = mupdf.pages(printing.sheet_pdf(scoundrel, CARDS))
    places: dict[float, set[float]] = {}
    for card in page.cards:
        # Without the marks to cut at.
        inside = pymupdf.Rect(card.x0, card.y0, card.x1, card.y1 - MM)
        lines = [rule for rule in page.rules if pymupdf.Point(rule[:2]) in inside]
        lowest = max(rule[1] for rule in lines)
        places.setdefault(round(card.y1), set()).add(round(lowest, 1))
        assert (card.y1 - lowest) / MM == pytest.approx(4, abs=0.5)
    assert [len(found) for found in places.values()] == [1, 1, 1]


def test_few_words_on_a_card_are_large_and_a_thrown_weapon_is_one_card():
    sheet = registry.open(all_pregens()["bomolo-tamoor"].document).sheet
    found = all_cards(sheet, styles.for_game(SLUG, kind="cards"))
    letters = {card.name: card.letters for card in found}
    assert letters["Medpac"] == "large"
    assert letters["Also carried"] == "usual"
    assert [card.label for card in found if card.name == "Stun Grenade"] == ["Attacks"]
    (carried,) = (card for card in found if card.name == "Also carried")
    assert not any("Stun Grenade" in text for text in carried.said)


def test_a_power_is_a_card_with_the_pool_that_it_is_rolled_with():
    text = pdf_readers.text(printing.sheet_pdf(all_pregens()["tamsel-okara"].document, CARDS))
    assert "FORCE ABILITIES TAMSEL OKARA Deflect SWORDPLAY 6" in text
    assert "FLAW, 1 POINT TAMSEL OKARA Enemy Someone is out to get you" in text
    text = pdf_readers.text(printing.sheet_pdf(all_pregens()["fyra-lorrimar"].document, CARDS))
    assert "Lightsaber Combat CONTROL 2D" in text
    assert "SENSE 1D+1" in text
    assert "Moderate · learned at 5" in text


def cards_of(name: str) -> list[Card]:
    """The cards of a pregenerated character."""
    opened = registry.open(all_pregens()[name].document)
    look = styles.for_game(opened.system.slug, kind="cards")
    return all_cards(opened.sheet, look, texts=rule_texts(opened))


def pools_on(name: str) -> dict[str, list[str]]:
    """The large numbers of each of these cards, by its name."""
    return {
        card.name: [f"{number.label} {number.code}" for number in card.numbers]
        for card in cards_of(name)
    }


def test_a_card_for_use_in_play_has_the_pools_that_its_rules_say_to_roll():
    assert pools_on("bomolo-tamoor")["Medpac"] == ["Medicine 4D"]
    found = pools_on("grawwa")
    assert found["Engineer Toolkit"] == ["Armament 4D", "Vehicles 5D"]
    assert found["Heirloom: Vehicles"] == ["Vehicles 5D"]
    assert found["Enslaved"] == []
    found = pools_on("ondo-teth")
    assert found["Force Sensitivity"] == ["Meditation 6"]
    assert found["Phobia"] == ["Willpower 5"]
    # The label of a power comes first, whatever its text says.
    assert found["Force grip"] == ["Telekinetic 6"]


def test_what_a_text_only_mentions_is_no_pool_of_its_card():
    known = pools(registry.open(all_pregens()["rook-t9"].document).sheet)
    assert {"Medicine", "Repair", "Athletics", "Stamina"} <= {*known}
    for text in (
        "Medicine doesn't heal you, and Repair does.",
        "Target: one enemy. Resisted: Stamina + Athletics. It flies.",
        "The dead resist with a Willpower of 10.",
        "You roll Stamina + Medicine.",  # Medicine is rolled with another attribute
        "",
    ):
        assert named_in(text, known) == (), text
    (number,) = named_in("A Repair check, and once more a Repair check.", known)
    assert number.label == "Repair"


# Rules of which a sentence has a roll and the name of a pool that nobody is told to roll there.
NO_POOL = {
    "hyperspace-d6": {"Dice code", "Using the Force", "A turn"},
    "empire-ascendant": {"The dark side's offer", "It still costs points"},
    "rules-sheet-d6": {"Attack"},
    "storytelling-d10": {
        "Force Intuition", "Power", "Certain success", "Corruption", "Turning",
    },
}  # fmt: skip


def test_a_rule_that_says_what_to_roll_is_understood():
    """One that is worded otherwise would have no number on any card."""
    assert {slug: {name for name, pool in rolls(slug) if not pool} for slug in NO_POOL} == NO_POOL
    assert all(len(list(rolls(slug))) > 5 for slug in NO_POOL)


def rolls(slug: str) -> Iterator[tuple[str, tuple[Number, ...]]]:
    """The name of each rule that says to roll one of the pools of a game's pregens, and the pools
    that its card would have.
    """
    documents = (pregen.document for pregen in all_pregens().values())
    opened = [registry.open(one) for one in documents if one.system == slug]
    known = {name: number for one in opened for name, number in pools(one.sheet).items()}
    names = "|".join(map(re.escape, known))
    says = re.compile(rf"(?=.*\b(?:[Rr]oll|checks?)\b)(?=.*\b(?:{names})\b)")
    for chapter in opened[0].system.reference():
        for part in chapter.parts:
            for term in () if isinstance(part, Paragraphs) else part.rows:
                for sentence in re.split(r"(?<=[.!?])\s+", term.text):
                    if says.match(sentence):
                        yield term.name, named_in(sentence, known)


@pytest.mark.parametrize(
    ("name", "pool", "said"),
    [
        ("emmer-quarr", "Medicine 6D", "Good for one Medicine roll."),
        ("ilmi-sarro", "Medicine 6D", "Lets you roll Medicine"),
    ],
)
def test_a_thing_that_says_nothing_has_what_the_rules_say_of_it(name: str, pool: str, said: str):
    (card,) = (card for card in cards_of(name) if card.name == "Medpac")
    assert [f"{number.label} {number.code}" for number in card.numbers] == [pool]
    assert card.said[0].startswith(said)
    assert card.boxes


@pytest.mark.parametrize("name", all_pregens())
def test_no_number_of_a_card_is_a_dash(name: str):
    cards = cards_of(name)
    assert all(number.code.strip("–") for card in cards for number in card.numbers)


def test_a_weapon_that_does_no_damage_has_its_attack_alone():
    assert pools_on("bomolo-tamoor")["Stun Grenade"] == ["Attack 3D"]


def test_what_is_done_at_a_station_stands_together_on_its_card():
    rules = registry.get("storytelling-d10").craft
    assert rules
    opened = registry.open(rules.document({WHO: ("light-freighter",)}))
    look = styles.for_game("storytelling-d10", kind="cards", held="craft")
    pilot, more, copilot, *_ = all_cards(opened.sheet, look, stations(opened))
    assert [card.name for card in (pilot, more, copilot)] == ["Pilot", "Pilot", "Copilot"]
    assert pilot.said[-1] == "Maneuver: Quick turns at 5 to 8, an about-face or a quick loop at 9."
    assert more.said[0] == "Pass an obstacle: A free roll; your Storyteller names the difficulty."
    assert more.said[-1].startswith("Also: Side bump, Land, Dock, ")
    (side,) = sides(opened.sheet, look, paper="a4", backs=False, stations=stations(opened))
    places = [card and card.name for row in side.rows for card in row]
    assert places[5:] == ["Numbers", "Health", "", ""]


def test_a_players_own_words_about_the_character_are_no_card(scoundrel: Document):
    text = pdf_readers.text(printing.sheet_pdf(scoundrel, CARDS))
    assert "EDGE DASK ORRIN Luck" in text
    assert "It never asked." in text
    assert "Quiet until the plan falls apart." not in text


def test_a_text_that_is_a_line_too_long_stays_on_its_card_in_small_letters():
    pdf = printing.sheet_pdf(all_pregens()["neesha-vaanik"].document, CARDS)
    text = pdf_readers.text(pdf)
    assert text.count("Teacher’s blade") == 1
    assert "Granted by your GM" in text
    assert " OF 2" not in text
    assert mupdf.outside_cards(mupdf.pages(pdf)) == []


@EVERY
def test_a_back_lies_behind_its_face(slug: str):
    character = by_chance(slug)
    faces, backs, *_ = mupdf.pages(
        printing.sheet_pdf(character, PrintOptions(kind="cards", backs=True))
    )
    wide = faces.wide
    assert len(faces.cards) == len(backs.cards) == 9
    assert sorted((round(card.x0), round(card.y0)) for card in faces.cards) == sorted(
        (round(wide - card.x1), round(card.y0)) for card in backs.cards
    )
    assert "continued" not in backs.text
    assert backs.text.count(character.name.upper()) == 9


@EVERY
def test_a_turned_page_has_its_backs_behind_its_faces_too(slug: str):
    """Turned over its long edge, its head comes to lie behind its foot."""
    options = PrintOptions(kind="cards", backs=True, paper="letter")
    pdf = printing.sheet_pdf(by_chance(slug), options)
    faces, backs, *_ = mupdf.pages(pdf)
    high = faces.high
    assert len(faces.cards) == len(backs.cards) == 8
    assert sorted((round(card.x0), round(card.y0)) for card in faces.cards) == sorted(
        (round(card.x0), round(high - card.y1)) for card in backs.cards
    )
    # What is upright behind its face stands on its head there.
    with pymupdf.open(stream=pdf) as opened:
        lines = [
            line["dir"]
            for block in opened[1].get_text("dict")["blocks"]
            for line in block.get("lines", ())
            if line["bbox"][3] < high - mupdf.FOOT
        ]
    assert [tuple(map(round, way)) for way in lines] == [(-1, 0)] * 8
