"""A duel by programs: two players and a game master, from initiative to what the winner chooses."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from sheets.api import duel_messages as messages
from sheets.models import Character, Duel, Party
from sheets.play import operations
from tests.dice import Fixed
from tests.sheets.api.conftest import Program

pytestmark = pytest.mark.usefixtures("unlimited")


@pytest.fixture
def fighters(in_party: Callable[..., Character]) -> tuple[Character, Character]:
    """Vessa of Ines, and Orrin of Femi."""
    return in_party("Vessa Korr"), in_party("Orrin", of="femi")


class Arena:
    """The duel of a party, as each program reads it."""

    def __init__(self, party: Party, program: Callable[..., Program]) -> None:
        self.path = f"parties/{party.public_id}/duel"
        self.programs = {name: program(name) for name in ("greta", "ines", "femi", "sam")}

    def send(self, who: str, method: str, where: str = "", body: Any = None) -> tuple[int, Any]:
        """The status and the content of an answer."""
        answer = self.programs[who].send(method, f"{self.path}{where}", body or {})
        return answer.status_code, answer.json()

    def now(self, who: str) -> messages.DuelAnswer:
        """The duel as it is now."""
        answer = self.programs[who].get(self.path)
        assert answer.status_code == 200
        return msgspec.json.decode(answer.content, type=messages.DuelAnswer)


@pytest.fixture
def arena(
    party: Party, program: Callable[..., Program], fighters: tuple[Character, Character]
) -> Arena:
    return Arena(party, program)


def dice(monkeypatch: pytest.MonkeyPatch, *faces: int) -> None:
    monkeypatch.setattr(operations, "DICE", Fixed(*faces, *[3] * 200))


def test_a_duel_is_fought_by_programs(
    arena: Arena,
    fighters: tuple[Character, Character],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sides = dict(zip(("first", "second"), ([str(one.public_id)] for one in fighters), strict=True))
    assert arena.send("ines", "GET")[0] == 404
    assert arena.send("ines", "POST", "", {**sides, "place": "Bridge"})[0] == 404
    for second, told in (
        ([], "Choose a duelist for each side."),
        (sides["first"], "Nobody fights on both sides. Put each duelist on one."),
    ):
        refused = arena.send("greta", "POST", "", {"first": sides["first"], "second": second})
        assert (refused[0], told in str(refused[1])) == (422, True)
    status, begun = arena.send("greta", "POST", "", {**sides, "place": "Bridge"})
    assert (status, begun["state"], begun["place"]) == (201, "waiting", "Bridge")
    vessa, orrin = (side["fighters"][0]["id"] for side in begun["sides"])
    # Each rolls for their own alone, and a program of nobody here finds nothing.
    assert arena.send("femi", "POST", f"/fighters/{vessa}/initiative")[0] == 404
    assert arena.send("sam", "GET")[0] == 404
    dice(monkeypatch, *[5] * 12)
    assert arena.send("ines", "POST", f"/fighters/{vessa}/initiative")[0] == 200
    dice(monkeypatch, *[2] * 12)
    status, running = arena.send("femi", "POST", f"/fighters/{orrin}/initiative")
    assert (running["state"], running["turn"]) == ("running", vessa)
    assert [side.chance for side in arena.now("ines").sides] == [0.5, 0.5]
    skills = {one.id: one.code for one in arena.now("ines").sides[0].fighters[0].skills}
    assert "skills.melee" in skills
    assert arena.now("femi").sides[0].fighters[0].skills == []
    dice(monkeypatch, *[5] * 12)
    check = {"skill": "skills.melee"}
    assert arena.send("ines", "POST", f"/fighters/{vessa}/check", {"skill": "x"})[0] == 422
    status, waits = arena.send("ines", "POST", f"/fighters/{vessa}/check", check)
    assert (waits["exchange"]["actor"], waits["exchange"]["foe"]) == (vessa, orrin)
    assert arena.send("ines", "POST", f"/fighters/{vessa}/end")[0] == 409
    dice(monkeypatch, *[2] * 12)
    status, after = arena.send("femi", "POST", f"/fighters/{orrin}/answer", check)
    assert [side["dice"] for side in after["sides"]] == [2, 1]
    # Two dice against one, a tie rolled again: 1 - 21/216 - ties, of all that decide.
    assert after["sides"][0]["chance"] == pytest.approx(0.8978, abs=0.01)
    assert arena.send("greta", "POST", "/lead/more", {"side": 2})[1]["sides"][1]["dice"] == 2
    dice(monkeypatch, 1, 1, 6, 6)
    status, over = arena.send("femi", "POST", f"/fighters/{orrin}/end")
    assert (over["state"], over["winner"], over["rolls"]) == ("decided", 2, [[1, 1], [6, 6]])
    assert arena.send("ines", "PUT", f"/fighters/{vessa}/prize", {"prize": "wound"})[0] == 404
    assert arena.send("femi", "PUT", f"/fighters/{vessa}/prize", {"prize": "wound"})[0] == 200
    fighters[0].refresh_from_db()
    assert fighters[0].marks == {"wounds": 1}
    assert arena.send("greta", "DELETE")[1]["state"] == "over"
    assert arena.send("ines", "POST", f"/fighters/{vessa}/check", check)[0] == 409
    assert Duel.objects.get().state == "over"


def test_a_poll_with_nothing_new_answers_so(
    arena: Arena, fighters: tuple[Character, Character]
) -> None:
    sides = dict(zip(("first", "second"), ([str(one.public_id)] for one in fighters), strict=True))
    arena.send("greta", "POST", "", sides)
    bot = arena.programs["ines"]
    tag = bot.get(arena.path)["ETag"]
    assert bot.get(arena.path, if_none_match=tag).status_code in (200, 304)
    assert bot.client.get(f"/api/1/{arena.path}", headers={"If-None-Match": tag}).status_code == 304
    arena.send("greta", "POST", "/lead/start")
    assert bot.client.get(f"/api/1/{arena.path}", headers={"If-None-Match": tag}).status_code == 200
