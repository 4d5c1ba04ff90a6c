"""Long choices: a line each, and compared side by side."""

from django.test import Client

from sheets import form_data
from sheets.models import Character
from tests.sheets.creation.test_views import StepOf


def test_merits_are_a_line_each_and_many_out_of_reach_only_a_number(ines: Client) -> None:
    url = f"{ines.post('/characters/new/', {'system': 'storytelling-d10'})['Location']}merits/"
    page = ines.get(url).content.decode()
    assert 'href="?numbers=yes">Show all</a>' in page
    assert ">Left hand, right hand: no difference, no penalty.</span>" in page
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
    assert 'class="option balance-item owned"' in taken


def test_options_are_compared_side_by_side(ines: Client, draft: Character, step_of: StepOf) -> None:
    query = "?compare=wookiee&compare=bith&compare=wookiee&compare=nobody"
    compared = ines.get(step_of(draft, "species") + query).context["compared"]
    assert [option.id for option in compared] == ["wookiee", "bith"]
