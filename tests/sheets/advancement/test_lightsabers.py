"""A lightsaber that is found, or handed out, with the design, features and crystal it has."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from sheets.models import Character, Party
from tests.sheets.advancement.pages import entries, text
from tests.sheets.cast import Person
from tests.sheets.parties.pages import confirm

SABER = {"design": "great-saber", "features": ["disguised", "socket-hilt"], "crystal": "red"}


def form(offer: str, **said: Any) -> dict[str, Any]:
    return {
        "entry": f"offer={offer}&kind=grant&item=lightsaber",
        **{f"{offer}.{name}": values for name, values in said.items()},
        f"{offer}.quantity": "1",
    }


def test_a_lightsaber_is_found_as_it_was_made(
    ines: Client, post: Callable[..., Any], rich: Character
) -> None:
    page = ines.get(f"/characters/{rich.public_id}/gear/").content.decode()
    for name in ("design", "features", "crystal"):
        assert f'name="grant-lightsaber.{name}"' in page
    assert post(rich, "gear/", **form("grant-lightsaber", **SABER)).status_code == 302
    found = entries(rich)[-1]
    assert {name: found[name] for name in ("item", *SABER)} == {"item": "lightsaber", **SABER}
    sheet = text(ines.get(f"/characters/{rich.public_id}/"))
    assert "Great Saber" in sheet
    assert "Disguised" in sheet
    history = text(ines.get(f"/characters/{rich.public_id}/history/"))
    assert "Lightsaber: Great Saber, Disguised, Socket Hilt, Red crystal" in history


@pytest.mark.parametrize(
    ("member", "said"),
    [
        ("design", "The rules have no lightsaber design &#x27;umbrella&#x27;."),
        ("features", "The rules have no lightsaber feature &#x27;umbrella&#x27;."),
        ("crystal", "The rules have no crystal of the color &#x27;umbrella&#x27;."),
    ],
)
def test_what_no_workshop_has_is_refused_and_what_was_typed_stays(
    member: str, said: str, post: Callable[..., Any], rich: Character
) -> None:
    sent = {**SABER, member: ["umbrella"]}
    answer = post(rich, "gear/", **form("grant-lightsaber", **sent))
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert [entry["kind"] for entry in entries(rich)] == ["award"]
    kept = 'id="grant-lightsaber-features-socket-hilt" checked'
    assert (kept in answer.content.decode()) is (member != "features")


def test_a_game_master_hands_one_out_as_it_was_made(
    people: dict[str, Person], party: Party, in_party: Callable[..., Character]
) -> None:
    vessa, greta = in_party(), people["greta"].client
    url = f"/parties/{party.public_id}/hand-out/"
    assert 'name="given.grant-lightsaber.crystal"' in greta.get(url).content.decode()
    sent = form("given.grant-lightsaber", **SABER)
    sent |= {"to": [str(vessa.public_id)], "key": uuid.uuid4().hex}
    assert confirm(greta, url, sent).status_code == 302
    (given,) = entries(vessa)
    assert {name: given[name] for name in SABER} == SABER
