"""Whoever chooses a species or a profession sees people, not signs."""

import re

import pytest
from django.test import Client

from sheets.models import Character


@pytest.mark.parametrize(("step", "least"), [("species", 22), ("profession", 16)])
def test_a_species_and_a_profession_are_shown_as_people_who_differ(
    step: str, least: int, ines: Client, draft: Character
) -> None:
    page = ines.get(f"/characters/{draft.public_id}/build/{step}/").content.decode()
    tiles = page.partition('<ol class="card-list in-short">')[2].partition("</ol>")[0]
    people = re.findall(r'<span class="card-person">(<svg class="likeness".*?</svg>)', tiles)
    assert len(people) == tiles.count('<li class="card"')
    assert len(set(people)) >= least
