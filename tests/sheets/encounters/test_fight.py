"""A fight from the prepared encounter to its end."""

import pytest

from sheets.models import (
    Attack,
    Character,
)
from tests.sheets.encounters.conftest import Ambush, dice


def test_an_ambush_is_fought_from_one_page(ambush: Ambush, monkeypatch: pytest.MonkeyPatch) -> None:
    names = sorted(row.called or row.character.name for row in ambush.encounter.combatants.all())
    assert names == ["Captain Dresk", "Orrin", "Stormtrooper", "Vessa Korr", "Zin Tavik"]
    assert Character.documents.filter(roster=ambush.party).count() == 6  # three, and three copies
    dice(monkeypatch)
    starter = ambush.combatant("Zin Tavik").pk
    ambush.post("greta", "start/", starts=str(starter))
    assert ambush.now().is_running
    # The opponents have rolled; the players roll on their phones.
    assert ambush.combatant("Stormtrooper").score is not None
    assert ambush.combatant("Zin Tavik").score is None
    vessa = ambush.combatant("Vessa Korr")
    assert "has to roll" in ambush.fight("ines")
    ambush.post("ines", f"combatants/{vessa.pk}/do/initiative/")
    ambush.post("femi", f"combatants/{ambush.combatant('Orrin').pk}/do/initiative/")
    order = [row.called for row in ambush.encounter.combatants.in_order()]
    assert order[0] == "Zin Tavik"
    assert order.index("Vessa Korr") < order.index("Stormtrooper")
    # The first turn is Zin's, who shoots at Vessa; a hit rolls its damage at once.
    ambush.post("greta", "next/", after="")
    assert (ambush.now().round, ambush.now().turn) == (1, starter)
    dice(monkeypatch, *[6] * 5)
    ambush.post(
        "greta",
        f"combatants/{starter}/attack/",
        attack="weapons.heavy-blaster-rifle",
        target=str(vessa.pk),
    )
    attack = Attack.objects.get()
    harm = {"damage": ["10"], "scale": ["character"]}
    assert (attack.state, attack.total, attack.harm) == ("damaged", 30, harm)
    page = ambush.fight("greta")
    assert "To decide" in page
    assert "10 damage" in ambush.fight("ines")
    ambush.post("greta", f"attacks/{attack.pk}/take/", damage="6")
    assert ambush.marks("Vessa Korr")["wounds"] == 1
    attack.refresh_from_db()
    assert attack.state == Attack.State.TAKEN
    # Pressed again it does nothing more.
    again = ambush.post("greta", f"attacks/{attack.pk}/take/", damage="6")
    assert again.status_code == 409
    assert ambush.marks("Vessa Korr")["wounds"] == 1
