"""Every list that a step offers, of every game and of one of tables alone: each thing has a line
and says what it is good for; its numbers, orders and Compare are one tap away.
"""

import re
from html import escape
from pathlib import Path

import pytest
from django.test import Client

from rules import registry
from rules.declared import starter
from rules.forms.fields import Option
from sheets import storage
from sheets.creation.search import lists
from sheets.models import Character
from sheets.ui.option_cards import line
from tests.games.registered import FolderNames, with_folders

__all__ = ("with_folders",)

# A line is two rows of a phone at most; what something is good for is one.
LONGEST, LONGEST_GOOD = 84, 36
# The lists of each game, by step and field, and how many things each has at least.
LISTS = {
    "hyperspace-d6": {
        "species.species": 22,
        "profession.profession": 18,
        "edge-and-burden.edge": 10,
        "edge-and-burden.burden": 10,
    },
    "storytelling-d10": {"merits.balance": 101, "force.force_abilities": 72},
    "night-watch": {"powers.powers": 2},
    "empire-ascendant": {},
    "rules-sheet-d6": {},
}
PRAISES = ("Best at", "Good for", "Hurts")
# Nothing else to put in order by.
UNORDERED = {"edge", "burden", "powers"}
ROW = re.compile(r"<tr>\s*<th scope=\"row\">([^<]*)</th>(.*?)</tr>", re.DOTALL)

pytestmark = pytest.mark.django_db


@pytest.fixture
def _declared(tmp_path: Path, with_folders: FolderNames) -> None:
    """A game of tables alone with powers, among the games of the site."""
    with_folders(starter.write("night-watch", "dotted", tmp_path))


def started(client: Client, slug: str) -> Character:
    """A new character, who may have some of the Force."""
    address = client.post("/characters/new/", {"system": slug})["Location"]
    row = Character.objects.get(public_id=address.split("/")[2])
    row.house = {"force_at_creation": True} if slug == "storytelling-d10" else {}
    row.save()
    return row


@pytest.mark.usefixtures("_declared")
def test_every_list_has_a_line_a_praise_orders_and_comparison(ines: Client) -> None:
    assert set(registry.all_systems()) == set(LISTS)
    for slug, known in LISTS.items():
        row = started(ines, slug)
        opened = storage.open_being_built(row)
        found = {}
        for place, step in enumerate(opened.steps()):
            whole = opened.steps(step.id)[place]
            address = f"/characters/{row.public_id}/build/{step.id}/"
            for one in lists(whole):
                found[f"{step.id}.{one.id}"] = len(one.options)
                assert [said for option in one.options if (said := amiss(option))] == []
                assert bool(one.sorts) is (one.id not in UNORDERED)
                assert_compares(ines, address, one.options)
        assert found == known, slug


def assert_compares(client: Client, address: str, options: tuple[Option, ...]) -> None:
    """Fails unless the page of a step has every option as a tile, with numbers one tap away as a
    card that can be compared; and two side by side with what they are good for.
    """
    short = client.get(address).content.decode()
    assert 'href="' + address + '?numbers=yes"' in short
    assert 'name="compare"' not in short
    cards = client.get(f"{address}?numbers=yes").content.decode()
    boxes = re.findall(r'name="compare" value="([^"]*)"', cards)
    assert {option.id for option in options} <= set(boxes)
    one, other = options[:2]
    page = client.get(f"{address}?compare={one.id}&compare={other.id}").content.decode()
    told = {label: texts(row) for label, row in ROW.findall(page)}
    praised = next(told[label] for label in PRAISES if label in told)
    assert praised == [escape(one.best), escape(other.best)]
    assert len(told) > 1


def amiss(option: Option) -> str:
    """The lack of an option that is chosen by a glance; "" for none."""
    said = line(option.flavor or option.detail)
    if not said or len(said) > LONGEST or not said.endswith((".", "!", "?", "”")):
        return f"{option.name}: the line {said!r}"
    if not option.best or len(option.best) > LONGEST_GOOD:
        return f"{option.name}: good for {option.best!r}"
    return ""


def texts(row: str) -> list[str]:
    """The texts of a row's cells."""
    cells = re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL)
    return [re.sub(r"<[^>]*>", "", cell).strip() for cell in cells]
