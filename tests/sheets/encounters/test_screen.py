"""The second screen: the fight as everybody may see it, and what a game master shows beside it."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from sheets.models import Screen
from tests.sheets.encounters.conftest import Ambush, started


def page(ambush: Ambush, who: str) -> str:
    answer = ambush.people[who].client.get(f"/parties/{ambush.party.public_id}/screen/")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def show(ambush: Ambush, **sent: object) -> int:
    where = f"/parties/{ambush.party.public_id}/screen/show/"
    return ambush.people["greta"].client.post(where, sent).status_code


def picture(color: str = "navy") -> SimpleUploadedFile:
    made = BytesIO()
    Image.new("RGB", (400, 300), color).save(made, "PNG")
    return SimpleUploadedFile("map.png", made.getvalue(), "image/png")


def test_it_shows_order_conditions_and_round_and_nothing_hidden_even_to_a_game_master(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    zin = ambush.combatant("Zin Tavik")
    ambush.post("greta", f"combatants/{zin.pk}/describe/", name="", hidden="yes")
    ambush.post("greta", f"combatants/{ambush.combatant('Captain Dresk').pk}/turn/")
    for who in ("greta", "ines"):
        told = page(ambush, who)
        assert "Ambush at the gate" in told
        assert re.search(r"Round <b[^>]*>1</b>", told)
        assert re.search(r'aria-current="true"><b>Captain Dresk</b> <span>Unhurt</span>', told)
        assert "Zin Tavik" not in told
    assert (
        ambush.people["sam"].client.get(f"/parties/{ambush.party.public_id}/screen/").status_code
        == 404
    )


def test_a_poll_tells_of_a_turn_and_of_nothing_that_somebody_hidden_does(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    zin = ambush.combatant("Zin Tavik")
    ambush.post("greta", f"combatants/{zin.pk}/describe/", name="", hidden="yes")
    client, base = ambush.people["greta"].client, f"/parties/{ambush.party.public_id}/screen/"
    (seen,) = re.findall(r'name="seen" value="([^"]+)"', client.get(base).content.decode()) or [""]
    if not seen:
        seen = client.get(base).context["seen"]
    assert client.get(f"{base}live/", {"seen": seen}).status_code == 204
    ambush.post("greta", f"combatants/{zin.pk}/put/", place="1")
    assert client.get(f"{base}live/", {"seen": seen}).status_code == 204
    ambush.post("greta", f"combatants/{ambush.combatant('Orrin').pk}/turn/")
    news = client.get(f"{base}live/", {"seen": seen})
    assert news.status_code == 200
    assert 'id="screen"' in news.content.decode()


def test_a_text_and_a_picture_are_shown_kept_replaced_and_cleared(ambush: Ambush) -> None:
    assert show(ambush, text="", alt="") == 422
    assert show(ambush, text="The door is <open>.", alt="A map", picture=picture()) == 302
    told = page(ambush, "ines")
    assert "The door is &lt;open&gt;." in told
    (address,) = re.findall(r'<img src="([^"]+)" alt="A map"', told)
    image = ambush.people["ines"].client.get(address)
    assert (image.status_code, image["Content-Type"]) == (200, "image/webp")
    assert Image.open(BytesIO(image.content)).size == (400, 300)
    assert ambush.people["sam"].client.get(address).status_code == 404
    # Another text; the picture stays where it is kept, and goes where it is not.
    assert show(ambush, text="It closes.", alt="A map", kept="on") == 302
    assert "<img" in page(ambush, "ines")
    assert show(ambush, text="It closes.", alt="") == 302
    assert "<img" not in page(ambush, "ines")
    assert show(ambush, text="", alt="", picture=picture("red")) == 302
    where = f"/parties/{ambush.party.public_id}/screen/clear/"
    assert ambush.people["ines"].client.post(where).status_code == 404
    assert ambush.people["greta"].client.post(where).status_code == 302
    assert not Screen.objects.exists()
    assert "Nothing is shown yet." in page(ambush, "ines")


def test_a_file_that_is_no_picture_is_refused_and_the_text_stays_typed(ambush: Ambush) -> None:
    where = f"/parties/{ambush.party.public_id}/screen/show/"
    broken = SimpleUploadedFile("map.png", b"no picture", "image/png")
    sent = {"text": "The door is open.", "alt": "", "picture": broken}
    answer = ambush.people["greta"].client.post(where, sent)
    assert answer.status_code == 422
    assert "The door is open." in answer.content.decode()
    assert re.search(r'id="error-picture" role="alert">[^<]+<', answer.content.decode())
    assert not Screen.objects.exists()
