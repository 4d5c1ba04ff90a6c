"""At whom somebody aims until they choose, and whose station a game master finds open."""

import re

import pytest

from sheets.models import Attack, Combatant
from sheets.play.fight_order import LAST
from tests.sheets.encounters.conftest import Ambush, dice, opponent
from tests.sheets.encounters.test_crew import dogfight, started, take

__all__ = ("dogfight", "started")


def chosen(page: str, field: str) -> list[int]:
    """Whom a page has chosen in a field, by row id."""
    inputs = re.findall(rf'<input[^>]*name="{field}"[^>]*>', page, re.DOTALL)
    return [
        int(re.search(r'value="(\d+)"', one)[1])  # type: ignore[index]
        for one in inputs
        if re.search(r"\schecked\b", one)
    ]


def fires(made: Ambush, who: str, member: str, at: Combatant, **sent: str) -> int:
    """Somebody at the guns fires; the status of the answer."""
    sent = {"action": "fire-quad-laser-turrets", "target_of": str(at.pk), **sent}
    return made.post(who, f"crew/{made.combatant(member).pk}/", **sent).status_code


def test_a_gunner_goes_on_firing_at_the_same_craft_as_long_as_it_flies(started: Ambush) -> None:
    first, second = (started.combatant(f"TIE Fighter {number}") for number in (1, 2))
    blue = started.combatant("Blue")
    assert chosen(started.fight("femi"), "target_of")[0] == blue.pk
    assert fires(started, "femi", "Orrin", second) == 302
    assert second.pk in chosen(started.fight("femi"), "target_of")
    # The nearest is whom a pilot who has not fired aims at.
    started.encounter.combatants.filter(pk=first.pk).update(place=2)
    started.encounter.combatants.filter(pk__in=(blue.pk, second.pk)).update(place=4)
    assert chosen(started.fight("ines"), "target_of") == [first.pk]
    assert second.pk in chosen(started.fight("femi"), "target_of")
    second.character.marks = {"destroyed": 1}
    second.character.save()
    assert second.pk not in chosen(started.fight("femi"), "target_of")


def test_an_attacker_goes_on_with_the_same_target_while_it_is_in_reach(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice(monkeypatch)
    ambush.post("greta", "start/")
    ambush.post("greta", "roll/")
    dresk, vessa, orrin = map(ambush.combatant, ("Captain Dresk", "Vessa Korr", "Orrin"))
    ambush.encounter.combatants.update(place=0)
    ambush.encounter.combatants.filter(pk=vessa.pk).update(place=1)
    ambush.post("greta", f"combatants/{dresk.pk}/turn/")
    assert chosen(ambush.fight("greta"), "target") == [orrin.pk]
    ambush.post(
        "greta",
        f"combatants/{dresk.pk}/attack/",
        attack="weapons.blaster-pistol",
        target=str(vessa.pk),
    )
    assert Attack.objects.get().target_id == vessa.pk
    assert chosen(ambush.fight("greta"), "target") == [vessa.pk]
    monkeypatch.setattr("sheets.encounters.attack_form._reaches", lambda *_: False)
    assert chosen(ambush.fight("greta"), "target") == [orrin.pk]


def test_a_game_master_finds_the_station_of_a_named_opponent_open_and_ends_the_turn_with_a_shot(
    dogfight: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    greta = dogfight.people["greta"].owner
    ace = opponent(greta, dogfight.party, {"opponent": {"id": "thug"}}, name="Baron Fel")
    dogfight.post("greta", "add/", characters=[str(ace.public_id)], count="1")
    dice(monkeypatch)
    dogfight.post("greta", "start/")
    assert take(dogfight, "ines", "Vessa Korr", "pilot") == 302
    assert take(dogfight, "greta", "Baron Fel", "pilot", craft="TIE Fighter 1") == 302
    tie, falcon = dogfight.combatant("TIE Fighter 1"), dogfight.combatant("Lucky Strike")
    dogfight.post("greta", "roll/")
    dogfight.encounter.combatants.update(place=0)
    dogfight.post("greta", f"combatants/{falcon.pk}/turn/")
    assert "Baron Fel</b> aboard" not in dogfight.fight("greta")
    dogfight.post("greta", f"combatants/{tie.pk}/turn/")
    page = dogfight.fight("greta")
    assert "Baron Fel</b> aboard TIE Fighter 1" in page
    assert chosen(page, "target_of") == [falcon.pk]
    action = re.search(r'name="action" value="(fire-[^"]*)"', page)
    assert action
    assert "Roll, then next turn" in page
    ace_row = dogfight.combatant("Baron Fel")
    sent = {"action": action[1], "target_of": str(falcon.pk), "then": "end"}
    assert dogfight.post("greta", f"crew/{ace_row.pk}/", **sent).status_code == 302
    assert Attack.objects.get().attacker_id == ace_row.pk
    assert dogfight.now().turn != tie.pk


def test_the_order_tells_of_each_craft_its_shields_and_who_is_where(started: Ambush) -> None:
    for who in ("greta", "ines"):
        page = started.fight(who)
        row = page[page.index(f'id="f{started.combatant("Lucky Strike").pk}"') :]
        words = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", row[: row.index("</li>")]))
        assert "Evade 14 Hull 8 Fore 2 " in words
        assert "Starboard 1" in words
        assert re.search(r"Pilot Vessa Korr\s+Gunners Orrin", words)


def test_a_press_that_goes_on_leaves_the_station_that_a_game_master_opened(
    started: Ambush,
) -> None:
    falcon, vessa = started.combatant("Lucky Strike"), started.combatant("Vessa Korr")
    started.post("greta", "roll/")
    started.post("greta", f"combatants/{falcon.pk}/turn/")
    greta, station = started.people["greta"].client, f"{started.address}crew/{vessa.pk}/"
    asked = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{station}"}
    moved = f"{started.address}combatants/{falcon.pk}/do/forward/"
    stays = greta.post(moved, headers=asked)
    assert "Vessa Korr</b> aboard" in stays.content.decode()
    assert "HX-Replace-Url" not in stays
    goes_on = greta.post(f"{started.address}next/", {"after": str(falcon.pk)}, headers=asked)
    assert "Vessa Korr</b> aboard" not in goes_on.content.decode()
    assert goes_on["HX-Replace-Url"] == f"/parties/{started.party.public_id}/fight/"


def test_the_order_tells_no_number_of_who_cannot_roll_for_it(started: Ambush) -> None:
    blue = started.combatant("Blue")
    for score, told in ((LAST, "–"), (0, "0")):
        Combatant.objects.filter(pk=blue.pk).update(score=score)
        shown = f'fighter-score">{told}</span>'
        row = started.fight("greta").split(f'id="f{blue.pk}"')[1]
        assert shown in row[: row.index("</li>")]
