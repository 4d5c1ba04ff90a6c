"""Open pages of a player say that a fight has begun, and whose turn it is."""

import re

import pytest

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
    assert told.startswith("Ambush at the gate : roll initiative.")
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
