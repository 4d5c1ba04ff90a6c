"""Long choices: a tile each, searched, ordered, and compared side by side."""

import re

import pytest
from django.test import Client

from sheets import form_data
from sheets.models import Character
from tests.sheets.creation.test_views import StepOf


def test_merits_are_a_line_each_and_many_out_of_reach_only_a_number(ines: Client) -> None:
    url = f"{ines.post('/characters/new/', {'system': 'storytelling-d10'})['Location']}merits/"
    page = ines.get(url).content.decode()
    assert 'href="?numbers=yes">Show all</a>' in page
    assert ">Left hand, right hand.</span>" in page
    assert "For 3 points, all five are" not in page
    assert 'name="merits.attuned-to-the-force"' not in page
    for query in ("?numbers=yes", "?q=attuned"):
        assert 'name="merits.attuned-to-the-force"' in ines.get(url + query).content.decode()
    assert "For 3 points, all five are" in ines.get(f"{url}?numbers=yes").content.decode()
    # What is had shows all of it, and what it asks further.
    taken = ines.post(
        url,
        {"was.merits.acute-senses": form_data.token(()), "merits.acute-senses": "yes"},
        headers={"HX-Request": "true"},
    ).content.decode()
    assert "For 3 points, all five are" in taken
    assert 'class="card owned"' in taken


def test_options_are_compared_side_by_side(ines: Client, draft: Character, step_of: StepOf) -> None:
    query = "?compare=wookiee&compare=bith&compare=wookiee&compare=nobody"
    compared = ines.get(step_of(draft, "species") + query).context["compared"]
    assert [option.id for option in compared["species"]] == ["wookiee", "bith"]


@pytest.mark.parametrize(
    ("slug", "step", "query", "rows"),
    [
        (
            "hyperspace-d6",
            "edge-and-burden",
            "?compare=luck&compare=fortune",
            [
                ["Good for", "the roll that counts", "better gear"],
                ["Dice of a Character Point", "2 (most)", "1"],
                ["Credits", "750", "1,200 (most)"],
            ],
        ),
        (
            "storytelling-d10",
            "merits",
            "?compare=merits.giant&compare=merits.toughness&show=mental",
            [["Points", "4", "1"], ["Health levels", "8 (most)", "7"]],
        ),
    ],
)
def test_edges_and_merits_are_compared_like_species(
    slug: str, step: str, query: str, rows: list[list[str]], ines: Client
) -> None:
    page = ines.get(f"{started(ines, slug)}{step}/{query}").content.decode()
    table = page.split("<tbody>")[1].split("</tbody>")[0]
    told = [texts(row) for row in table.split("<tr>")[1:]]
    assert [row for row in told if row in rows] == rows


def test_merits_are_put_in_order_by_their_points(ines: Client) -> None:
    base = started(ines, "storytelling-d10")
    for order, first in (
        ("", ["Acute Senses", "Ambidextrous", "Attentive"]),
        ("fewest", ["Acute Senses", "Ambidextrous", "Cat-like balance"]),
        ("most", ["Pain Resistance", "Giant", "Night vision"]),
    ):
        page = ines.get(f"{base}merits/?numbers=yes&show=physical&sort={order}").content.decode()
        cards = [texts(card) for card in page.split('<li class="card">')[1:4]]
        assert [card[0] for card in cards] == first


def test_a_tile_says_what_an_option_is_good_for_unless_its_sentence_does(ines: Client) -> None:
    page = ines.get(f"{started(ines, 'storytelling-d10')}merits/").content.decode()
    tiles = {texts(tile)[0]: texts(tile) for tile in page.split('<li class="card">')[1:]}
    assert tiles["Cat-like balance"][-1] == "keeping your balance"
    assert tiles["Night vision"][-1] == "You see in pitch darkness."
    assert tiles["Deaf"][-1] == "hearing, noticing"
    assert '<span class="card-best of-sign">keeping your balance</span>' in page
    assert '<span class="card-best of-sign hurts">hearing, noticing</span>' in page
    page = ines.get(f"{started(ines, 'hyperspace-d6')}species/").content.decode()
    tiles = {texts(tile)[0]: texts(tile) for tile in page.split('<li class="card">')[1:]}
    assert tiles["Rodian"][1].endswith("half of every bargain.")
    assert tiles["Rodian"][-1] == "Best at Bargain, Dexterity"


def test_no_list_of_more_than_a_dozen_is_without_a_search(ines: Client) -> None:
    for slug, steps in (
        ("hyperspace-d6", ("species", "profession", "skills", "edge-and-burden", "gear")),
        ("storytelling-d10", ("abilities", "merits")),
    ):
        base = started(ines, slug)
        for step in steps:
            page = ines.get(f"{base}{step}/").content.decode()
            assert page.count('id="q"') == 1, step


def test_a_search_hides_dots_and_keeps_them_in_the_form(ines: Client) -> None:
    base = started(ines, "storytelling-d10")
    page = ines.get(f"{base}abilities/?q=lockpick").content.decode()
    assert page.count('name="skills"') == 22
    shown = [row for row in page.split("<li>")[1:] if 'name="skills"' in row.split("</li>")[0]]
    assert [texts(row)[0] for row in shown] == ["Security"]
    assert "1 found." in page


def started(client: Client, slug: str) -> str:
    """The address of a new character's steps."""
    return str(client.post("/characters/new/", {"system": slug})["Location"])


def texts(html: str) -> list[str]:
    """The texts of a piece of HTML, up to the end of its list item."""
    inner = re.sub(r"</?(?:b|i|svg|path|use|g)\b[^>]*>", "", html.partition("</li>")[0])
    inner = re.sub(r'<span class="unseen">([^<]*)</span>', r"\1", inner)
    inner = re.sub(r'<span class="(?:most|card-name|dice|code|pips)[^>]*>', "", inner)
    return [text.strip() for text in re.split(r"<[^>]*>", inner) if text.strip()]
