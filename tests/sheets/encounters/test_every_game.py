"""A fight in each game: its page opens, also when nobody is left to attack."""

from random import Random

import pytest
from django.utils import timezone

from rules import registry
from sheets import storage
from sheets.models import Character, Combatant, Encounter, Party
from tests.sheets.cast import Person

SLUGS = sorted(slug for slug, game in registry.all_systems().items() if game.fight)


@pytest.mark.all_games
@pytest.mark.parametrize("slug", SLUGS)
def test_the_page_opens_when_nobody_is_left_to_attack(
    slug: str, party: Party, people: dict[str, Person]
) -> None:
    Party.objects.filter(pk=party.pk).update(system=slug, fighting=True)
    ines = Character(owner=people["ines"].owner, party=party, finished_at=timezone.now())
    storage.fill_row(ines, registry.get(slug).random(Random(8)))
    ines.save()
    encounter = Encounter.objects.create(party=party, name="Over", state="running")
    row = Combatant.objects.create(encounter=encounter, character=ines, side="party", rank=0)
    encounter.begin_turn(row, round=1)
    for who in ("greta", "ines"):
        page = people[who].client.get(f"/parties/{party.public_id}/fight/")
        assert page.status_code == 200
        assert "Nobody on the other side can still fight." in page.content.decode()
        assert 'id="attack-roll"' not in page.content.decode()
