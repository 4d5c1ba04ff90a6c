"""Open pages of a player say that a fight has begun, and whose turn it is."""

import re

import pytest

from sheets.models import Attack
from tests.sheets.encounters.conftest import Ambush, dice

NOTICE = re.compile(r'<div id="fighting"[^>]*>(.*?)</div>', re.DOTALL)


def news(ambush: Ambush, part: str, seen: str, ticker: str = "") -> str:
    """The notice on an open page of Vessa after its next look; "" where nothing is new."""
    vessa = ambush.combatant("Vessa Korr").character
    asked = {"part": part, "seen": seen, "ticker": ticker}
    answer = ambush.people["ines"].client.get(f"/characters/{vessa.public_id}/live/", asked)
    if answer.status_code == 204:
        return ""
    (notice,) = NOTICE.findall(answer.content.decode())
    return " ".join(re.sub("<[^>]+>", " ", notice).split())


def seen(ambush: Ambush, where: str) -> dict[str, str]:
    vessa = ambush.combatant("Vessa Korr").character
    answer = ambush.people["ines"].client.get(f"/characters/{vessa.public_id}/{where}")
    assert NOTICE.findall(answer.content.decode()) == [""]
    found = re.findall(r'name="(seen|ticker)" value="([^"]*)"', answer.content.decode())
    return dict(found)


def test_an_open_page_says_that_a_fight_has_begun_and_whose_turn_it_is(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice(monkeypatch)
    play, sheet = seen(ambush, "table/"), seen(ambush, "")
    assert news(ambush, "table", **play) == ""
    assert news(ambush, "sheet", **sheet) == ""
    ambush.post("greta", "start/")
    told = news(ambush, "table", **play)
    assert told.startswith("Go to the fight: Ambush at the gate : roll initiative.")
    assert news(ambush, "sheet", **sheet).startswith("Your party is fighting.")
    ambush.post("greta", "roll/")
    assert "before the first turn." in news(ambush, "table", **play)
    ambush.post("greta", "next/", after="")
    ambush.post("greta", f"combatants/{ambush.combatant('Orrin').pk}/turn/")
    assert ", round 1: Orrin acts." in news(ambush, "table", **play)
    ambush.post("greta", f"combatants/{ambush.combatant('Vessa Korr').pk}/turn/")
    assert ", round 1: your turn." in news(ambush, "table", **play)
    ambush.post("greta", "end/")
    assert news(ambush, "table", **play) == ""


ASKS = re.compile(
    r'<div id="fight" class="called at-sheet"[^>]*>(.*?)(?=<div\s+class="called")', re.DOTALL
)


def asked(ambush: Ambush) -> str:
    """The fight on Vessa's open sheet after its next look; "" for nothing."""
    vessa = ambush.combatant("Vessa Korr").character
    client = ambush.people["ines"].client
    page = client.get(f"/characters/{vessa.public_id}/").content.decode()
    (now,) = re.findall(r'name="seen"\s+value="(\w+)"', page)
    address = f"/characters/{vessa.public_id}/live/"
    assert client.get(address, {"part": "sheet", "seen": now}).status_code == 204
    answer = client.get(address, {"part": "sheet", "seen": "other"}).content.decode()
    shown = {
        " ".join(re.sub("<[^>]+>", " ", ASKS.findall(one)[0]).split()) for one in (page, answer)
    }
    (text,) = shown
    return text


def is_new(ambush: Ambush, state: str) -> bool:
    """True if Vessa's open sheet, which has seen that state, has news."""
    vessa = ambush.combatant("Vessa Korr").character
    where = f"/characters/{vessa.public_id}/live/"
    answer = ambush.people["ines"].client.get(where, {"part": "sheet", "seen": state})
    return answer.status_code == 200


def sheet_state(ambush: Ambush) -> str:
    vessa = ambush.combatant("Vessa Korr").character
    page = ambush.people["ines"].client.get(f"/characters/{vessa.public_id}/").content.decode()
    (now,) = re.findall(r'name="seen"\s+value="(\w+)"', page)
    return str(now)


def test_an_open_sheet_asks_for_what_the_fight_waits_for(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice(monkeypatch)
    assert asked(ambush) == ""
    before = sheet_state(ambush)
    ambush.post("greta", "start/")
    assert is_new(ambush, before)
    rolls = "Initiative Vessa Korr, for Ambush at the gate: PER 5D Roll 5D for Vessa Korr"
    assert asked(ambush) == f"{rolls} Points, modifiers"
    ambush.post("greta", "roll/")
    ambush.post("greta", "next/", after="")
    vessa, zin = ambush.combatant("Vessa Korr"), ambush.combatant("Zin Tavik")
    ambush.post("greta", f"combatants/{zin.pk}/turn/")
    assert asked(ambush) == ""
    before = sheet_state(ambush)
    ambush.post("greta", f"combatants/{ambush.combatant('Orrin').pk}/turn/")
    # Another's turn asks nothing of her.
    assert not is_new(ambush, before)
    sent = {"attack": "weapons.heavy-blaster-rifle", "target": str(vessa.pk)}
    ambush.post("greta", f"combatants/{zin.pk}/attack/", **sent, hidden="yes")
    assert not is_new(ambush, before)
    attack = Attack.objects.get()
    Attack.objects.update(hidden=False, state=Attack.State.DEFENDING, number=None)
    assert is_new(ambush, before)
    # In this game a number stands for the defense: there is nothing to roll.
    assert asked(ambush) == ""
    ambush.post("greta", f"attacks/{attack.pk}/waive/")
    ambush.post("greta", f"combatants/{vessa.pk}/turn/")
    assert asked(ambush) == "Your turn Play it"
    ambush.post("greta", "end/")
    assert asked(ambush) == ""


def test_a_sheet_answers_what_a_fight_asks_where_it_stands(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice(monkeypatch)
    ambush.post("greta", "start/")
    vessa = ambush.combatant("Vessa Korr")
    here = f"http://testserver/characters/{vessa.character.public_id}/"
    headers = {"HX-Request": "true", "HX-Current-URL": here}
    where = f"{ambush.address}combatants/{vessa.pk}/do/initiative/"
    answer = ambush.people["ines"].client.post(where, {}, headers=headers)
    assert 'id="fight" class="called at-sheet"' in answer.content.decode()
    assert "Initiative" not in answer.content.decode()
    assert ambush.combatant("Vessa Korr").score is not None


def test_the_page_of_the_fight_waits_for_one_and_shows_it_as_it_begins(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice(monkeypatch)
    client, party = ambush.people["ines"].client, f"/parties/{ambush.party.public_id}/"
    page = client.get(f"{party}fight/").content.decode()
    (now,) = re.findall(r'name="seen"\s+value="(\w+)"', page)
    look = f"{party}fight/live/?part=fight&seen={now}"
    assert client.get(look).status_code == 204
    ambush.post("greta", "start/")
    assert client.get(look)["HX-Refresh"] == "true"
    assert "has to roll" in ambush.fight("ines")
