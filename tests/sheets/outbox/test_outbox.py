"""Changes that waited on a device: each is saved once, and never over what others did since."""

import json
from collections.abc import Callable
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from sheets import form_data
from sheets.form_data import token
from sheets.models import Character, LedgerEntry, Notes, PlayLogEntry
from tests.sampling import sample
from tests.sheets.play.examples import act, add_point, line, row


class Device:
    """A device that made its changes when the log had `line` lines."""

    def __init__(self, client: Client, character: Character, line: int = 0) -> None:
        self.client, self.character, self.line = client, character, line
        self.sent: list[str] = []

    def send(self, path: str, *, key: str = "", **fields: Any) -> Any:
        """Sends one change; its answer with the status in it."""
        shown, more = fields.pop("shown", {}), fields.pop("change", {})
        change = {
            "account": self.client.get("/outbox/").json()["account"],
            "path": f"/characters/{self.character.public_id}/{path}",
            "body": urlencode({"key": key or form_data.new_key(), **fields}, doseq=True),
            "line": self.line,
            "sent": self.sent,
            "shown": shown,
            **more,
        }
        answer = self.client.post("/outbox/", json.dumps(change), content_type="application/json")
        return {**answer.json(), "status": answer.status_code}


@pytest.fixture
def device(ines: Client, finished: Character) -> Device:
    return Device(ines, finished)


def wounds(character: Character) -> int:
    return int(row(character).marks.get("wounds", 0))


def test_a_change_is_saved_once_however_often_it_is_sent(device: Device) -> None:
    # STR 2D: of 5 damage 3 gets through, one wound.
    key = form_data.new_key()
    first = device.send("table/do/harm/", key=key, damage="5")
    assert first == {"number": 1, "status": 200}
    # The answer was lost, and somebody else did something meanwhile: it is the same change still.
    act(device.character, "harm", damage="5")
    assert device.send("table/do/harm/", key=key, damage="5") == first
    assert wounds(device.character) == 2
    otherwise = device.send("table/do/harm/", key=key, damage="9")
    assert (otherwise["status"], wounds(device.character)) == (422, 2)
    assert "already sent with other content" in otherwise["message"]


def test_a_change_that_was_overtaken_is_sent_only_by_who_knows_what_happened(
    device: Device,
) -> None:
    act(device.character, "skills.blasters")  # a roll alone overtakes nothing
    assert device.send("table/do/harm/", damage="5")["status"] == 200
    device.sent = []
    asked = device.send("table/do/harm/", damage="4")
    assert (asked["status"], asked["newest"]) == (409, 2)
    assert asked["since"] == ["5 damage by Ines"]
    assert "Vessa Korr has changed since you made this." in asked["message"]
    assert wounds(device.character) == 1
    device.line = asked["newest"]
    assert device.send("table/do/harm/", damage="6")["status"] == 200
    assert wounds(device.character) == 2


def test_a_box_of_harm_on_the_sheet_waits_as_one_at_the_table_does(device: Device) -> None:
    key = form_data.new_key()
    first = device.send("press/box.2.1/", key=key)
    assert first == {"number": 1, "status": 200}
    assert device.send("press/box.2.1/", key=key) == first
    assert wounds(device.character) == 1
    device.sent = [key]
    assert device.send("press-undo/1/", key=form_data.new_key())["status"] == 200
    assert wounds(device.character) == 0
    # Nothing else is done there, and what others did since is not overwritten.
    assert device.send("press/harm/", damage="5")["status"] == 404
    act(device.character, "harm", damage="5")
    overtaken = device.send("press/box.2.1/")
    assert overtaken["status"] == 409
    assert wounds(device.character) == 1


def test_a_turn_is_declared_unless_it_was_declared_otherwise_meanwhile(device: Device) -> None:
    def declare(actions: str, shown: str) -> Any:
        return device.send("table/declare/", actions=actions, shown={"actions": [shown]})

    assert declare("3", shown="1")["status"] == 200
    asked = declare("2", shown="1")
    assert (asked["status"], asked["since"]) == (409, ["Actions this turn: 3"])
    assert row(device.character).situation == {"actions": 3}
    assert declare("9", shown="3")["status"] == 422


def test_dice_of_a_device_are_rolled_as_they_fell_and_never_others(device: Device) -> None:
    # Blasters 4D: a Destiny Die and three more.
    key, path = form_data.new_key(), "table/do/skills.blasters/"
    fell = {"dice": [[face, 6] for face in (6, 2, 3, 3)], "total": 14}
    first = device.send(path, key=key, change=fell)
    assert first == {"number": 1, "status": 200}
    outcome = line(device.character, first["number"]).outcome
    assert ([die.face for die in outcome.dice], outcome.total) == ([6, 2, 3, 3], 14)
    assert outcome.said == ("Rolled offline.",)
    assert device.send(path, key=key, change=fell) == first
    better = {**fell, "dice": [[6, 6]] * 4, "total": 24}
    assert device.send(path, key=key, change=better)["status"] == 422
    # What is added to it later doesn't hide how it was rolled.
    point = add_point(device.character, first["number"])
    assert line(device.character, point).outcome.said[-1] == "Rolled offline."

    impossible = device.send(path, change={"dice": [[7, 6]], "total": None})
    assert (impossible["status"], impossible["message"][:24]) == (422, "No die falls like this: ")
    # A wound since then takes a die: who saw 14 is asked, and the dice stay as they fell.
    act(device.character, "harm", damage="5")
    device.line = row(device.character).play_log.count()
    asked = device.send(path, key="a" * 32, change=fell)
    assert (asked["status"], asked["since"]) == (409, ["The same dice come to 11."])
    sent = device.send(path, key="a" * 32, change={**fell, "total": None})
    outcome = line(device.character, sent["number"]).outcome
    assert (outcome.total, outcome.said[-1]) == (11, "Rolled offline, with 1 die not needed.")


class Interleaving:
    """Two devices and the game master, in an order by chance: what each was told, and what of it
    should be stored.
    """

    def __init__(self, client: Client, character: Character, chance: Random) -> None:
        self.character, self.chance = character, chance
        self.devices = [Device(client, character) for _ in range(2)]
        # The changes that wait on each device: key, path, fields.
        self.waiting: list[list[tuple[str, str, dict[str, str]]]] = [[], []]
        self.wounds = self.lines = self.points = 0

    def step(self) -> None:
        """Somebody does something, or a device is in reach for a moment."""
        at = self.chance.randrange(2)
        match self.chance.randrange(4):
            case 0:
                act(self.character, "harm", damage="5")
                self.wounds, self.lines = self.wounds + 1, self.lines + 1
            case 1 if self.waiting[at]:
                self.send(at, self.waiting[at].pop(0))
            case 2:
                harm = (form_data.new_key(), "table/do/harm/", {"damage": "5"})
                self.waiting[at].append(harm)
            case _:
                roll = (
                    form_data.new_key(),
                    "table/do/skills.blasters/",
                    {"points": "character-point"},
                )
                self.waiting[at].append(roll)

    def send(self, at: int, change: tuple[str, str, dict[str, str]]) -> None:
        """Sends a change once, or more often because an answer was lost; once more by who knows
        what happened, where it was overtaken.
        """
        key, path, fields = change
        device = self.devices[at]
        answer = device.send(path, key=key, **fields)
        if answer["status"] == 409:
            device.line = answer["newest"]
            answer = device.send(path, key=key, **fields)
        if answer["status"] == 200:
            device.sent.append(key)
            self.lines += 1
            self.wounds += path.endswith("harm/")
            self.points += path.endswith("blasters/")
        for _ in range(self.chance.randint(0, 2)):
            again = device.send(path, key=key, **fields)
            assert again == answer or again["status"] == answer["status"] == 422


@pytest.mark.parametrize("seed", sample(range(200), every=40))
def test_two_devices_and_the_table_lose_nothing_and_count_nothing_twice(
    ines: Client, finished: Character, seed: int
) -> None:
    table = Interleaving(ines, finished, Random(seed))
    for _ in range(12):
        table.step()
    while any(table.waiting):
        at = 0 if table.waiting[0] else 1
        table.send(at, table.waiting[at].pop(0))
    assert PlayLogEntry.objects.filter(character=finished).count() == table.lines
    assert wounds(finished) == table.wounds
    spent = LedgerEntry.objects.filter(character=finished, content__kind="spend").count()
    assert spent == table.points


def test_notes_are_saved_unless_others_changed_them(device: Device) -> None:
    def write(text: str, was: str) -> Any:
        sent = {"was.private": token((was,)), "private": text}
        return device.send("words/", **sent)

    assert write("The door code is 7.", "")["status"] == 200
    assert write("The door code is 7.", "")["status"] == 200
    asked = write("The door code is 8.", "")
    assert (asked["status"], asked["since"]) == (409, ["The door code is 7."])
    assert Notes.objects.get(character=device.character).private == "The door code is 7."


def test_nobody_sends_what_another_account_made_or_what_may_not_wait(
    device: Device, tom: Client, nobody: Client
) -> None:
    account = device.client.get("/outbox/").json()["account"]
    for client in (tom, nobody):
        other = Device(client, device.character)
        foreign = other.send("table/do/harm/", damage="5", change={"account": account})
        assert foreign["status"] == 401
    assert Device(tom, device.character).send("table/do/harm/", damage="5")["status"] == 404
    for path, status in (
        ("table/do/nothing/", 422),
        ("table/take-back/9/", 404),
        ("delete/", 400),
        ("nowhere", 400),
    ):
        assert device.send(path)["status"] == status, path
    assert device.send("table/do/harm/", damage="many")["status"] == 422
    assert device.send("table/do/harm/", key="1", damage="5")["status"] == 422
    for body in ("", "[]", '{"account": "a"}', "\ud800".encode("utf-8", "surrogatepass")):
        answer = device.client.post("/outbox/", body, content_type="application/json")
        assert answer.status_code == 400
    assert wounds(device.character) == 0


def test_the_page_names_the_newest_line_that_it_shows(
    ines: Client, finished: Character, shown_line: Callable[[str], str]
) -> None:
    pages = [f"/characters/{finished.public_id}/{page}" for page in ("", "table/")]
    assert [shown_line(ines.get(page).content.decode()) for page in pages] == ["0", "0"]
    act(finished, "harm", damage="5")
    assert [shown_line(ines.get(page).content.decode()) for page in pages] == ["1", "1"]


@pytest.fixture
def shown_line() -> Callable[[str], str]:
    return lambda page: page.split('data-line="')[1].split('"')[0]
