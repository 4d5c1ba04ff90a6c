"""A fight of ships in any game that has them: a crew of three against two opponents' craft."""

from django.utils import timezone

from rules import registry
from rules.opponents import WHO
from sheets import storage
from sheets.models import Character, Encounter
from tests.browser.evening import HEROES, Evening, at_the_table

# The party's craft and its opponents' by game, and the stations of the three aboard.
CRAFT = {
    "hyperspace-d6": ("yt-1300", "tie-fighter", ("pilot", "gunner", "engineer")),
    "empire-ascendant": ("light-freighter", "interceptor", ("pilot", "gunner", "shields")),
    "storytelling-d10": ("light-freighter", "interceptor", ("pilot", "gunner", "copilot")),
}


def dogfight(slug: str) -> Evening:
    """Three characters of as many players aboard the party's craft, at a station each, against two
    craft; everyone has initiative, and the first turn has begun.
    """
    own, foe, stations = CRAFT[slug]
    gm, party, players = at_the_table(slug, HEROES[:3])
    rules = registry.get(slug).craft
    assert rules is not None
    ship = Character(owner=gm.owner, kind=Character.Kind.CRAFT, party=party)
    storage.fill_row(ship, rules.document({WHO: (own,)}))
    ship.name, ship.finished_at = "Lucky Strike", timezone.now()
    ship.save()
    where = f"/parties/{party.public_id}/encounters/"
    gm.client.post(where, {"name": "Above Kessel", "place": ""})
    made = Evening(gm, party, Encounter.objects.get(party=party), players)
    made.post("add/", characters=[str(ship.public_id)], count="1")
    made.post("add/", craft=foe, count="2")
    made.post("start/")
    craft = made.encounter.combatants.get(character=ship)
    for name, station in zip(HEROES, stations, strict=False):
        row = made.encounter.combatants.get(character__name=name)
        made.post(f"crew/{craft.pk}/take/", member=str(row.pk), station=station)
    made.encounter.combatants.update(place=0)  # in reach of any weapon
    made.post("roll/")
    made.post("next/", after="")
    return made
