"""A fight by programs: two players and a game master, from its preparation to its end."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from rules import registry
from sheets.api import fight_messages as messages
from sheets.models import Attack, Character, Encounter, Party
from sheets.play import operations
from tests.dice import Fixed
from tests.sheets.api.conftest import Program
from tests.sheets.encounters.conftest import Ambush, dice, started
from tests.sheets.encounters.conftest import ambush as ambush_fixture
from tests.sheets.encounters.test_crew import dogfight as dogfight_fixture
from tests.sheets.encounters.test_grenades import give
from tests.sheets.every_game.characters import EVERY

pytestmark = pytest.mark.usefixtures("unlimited")
ambush, dogfight = ambush_fixture, dogfight_fixture


class Field:
    """The fights of a party, as each program reads them."""

    def __init__(self, party: Party, program: Callable[..., Program]) -> None:
        self.path = f"parties/{party.public_id}"
        self.programs = {name: program(name) for name in ("greta", "ines", "femi", "sam")}

    def send(self, who: str, method: str, where: str, body: Any = None) -> tuple[int, Any]:
        """The status and the content of an answer."""
        answer = self.programs[who].send(method, f"{self.path}/{where}", body or {})
        return answer.status_code, answer.json()

    def post(self, who: str, where: str, **body: Any) -> messages.EncounterAnswer:
        """The encounter after a step that is taken."""
        status, plain = self.send(who, "POST", where, body)
        assert status in (200, 201), plain
        return msgspec.convert(plain, messages.EncounterAnswer)

    def now(self, who: str) -> messages.EncounterAnswer:
        """The fight as it is now."""
        answer = self.programs[who].get(f"{self.path}/fight")
        assert answer.status_code == 200
        return msgspec.json.decode(answer.content, type=messages.EncounterAnswer)


@pytest.fixture
def field(party: Party, program: Callable[..., Program]) -> Field:
    return Field(party, program)


def one(fight: messages.EncounterAnswer, name: str) -> messages.Combatant:
    """A combatant by name."""
    return next(row for row in fight.combatants if row.name == name)


def test_a_game_master_prepares_and_starts_a_fight(
    field: Field, in_party: Callable[..., Character], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operations, "DICE", Fixed(*[3] * 200))
    in_party("Vessa Korr")
    assert field.send("greta", "GET", "fight")[0] == 404
    status, roster = field.send("greta", "GET", "roster")
    assert (status, roster["kept"]) == (200, [])
    listed = {"id": "stormtrooper", "name": "Stormtrooper", "kind": "opponent", "folder": ""}
    assert listed in roster["listed"]
    assert field.send("greta", "POST", "roster", {"listed": "nobody"})[0] == 422
    status, trooper = field.send("greta", "POST", "roster", {"listed": "stormtrooper"})
    assert (status, trooper["name"]) == (201, "Stormtrooper")
    made = field.post("greta", "encounters", name="Ambush", place="Docking bay 12", folder="Act 1")
    assert field.send("greta", "GET", "encounters")[1]["encounters"][0]["folder"] == "Act 1"
    assert (made.state, [row.name for row in made.combatants]) == ("prepared", ["Vessa Korr"])
    where = f"encounters/{made.id}"
    # Of one that is prepared no player knows.
    assert field.send("ines", "GET", where)[0] == 404
    assert field.send("ines", "GET", "encounters") == (200, {"encounters": []})
    assert field.send("ines", "POST", "encounters", {"name": "Mine"})[0] == 404
    added = field.post("greta", f"{where}/lead/add", characters=[trooper["id"]], count=2)
    assert [row.side for row in added.combatants] == ["party", "opponents", "opponents"]
    running = field.post("greta", f"{where}/lead/start")
    assert (running.state, one(running, "Vessa Korr").score) == ("running", None)
    vessa = one(running, "Vessa Korr")
    # Initiative is asked for, with the dice of whoever reads it.
    asked = field.now("ines")
    assert (asked.waiting, one(asked, "Vessa Korr").rolls) == ([vessa.id], "5D")
    assert field.post("greta", f"{where}/lead/roll", side="opponents").waiting == [vessa.id]
    assert field.send("greta", "POST", f"{where}/lead/roll", {"side": "both"})[0] == 422
    rolled = field.post("ines", f"{where}/combatants/{vessa.id}/initiative")
    assert one(rolled, "Vessa Korr").score is not None
    assert (rolled.waiting, one(rolled, "Vessa Korr").rolls) == ([], "")
    begun = field.post("greta", f"{where}/lead/next")
    assert begun.round == 1
    assert begun.turn in [row.id for row in begun.combatants]
    assert field.post("greta", f"{where}/lead/defend-all").turn == begun.turn
    assert field.send("ines", "POST", f"{where}/lead/defend-all")[0] == 404
    over = field.post("greta", f"{where}/lead/end")
    assert over.state == "over"
    assert field.send("greta", "POST", f"{where}/lead/nothing")[0] == 404
    assert field.post("greta", f"{where}/lead/resume").state == "running"


@pytest.mark.all_games
@EVERY
def test_the_roster_of_every_game_is_read_and_added_to(
    field: Field, party: Party, slug: str
) -> None:
    party.system = slug
    party.save()
    listed = field.send("greta", "GET", "roster")[1]["listed"]
    game = registry.get(slug)
    assert game.opponents
    assert {one["kind"] for one in listed} == {"opponent", *(["craft"] if game.craft else [])}
    status, added = field.send("greta", "POST", "roster", {"listed": listed[0]["id"]})
    assert (status, added["name"]) == (201, listed[0]["name"])
    assert field.send("greta", "GET", "roster")[1]["kept"] == [added]


def test_opponents_and_craft_are_put_in_folders(field: Field) -> None:
    rows = [
        field.send("greta", "POST", "roster", {"listed": one})[1]
        for one in ("stormtrooper", "tie-fighter")
    ]
    for row in rows:
        where = f"roster/{row['id']}/folder"
        assert field.send("greta", "PUT", where, {"folder": " Garrison "}) == (
            200,
            {**row, "folder": "Garrison"},
        )
        assert field.send("greta", "PUT", where, {"folder": "x" * 81})[0] == 422
        assert field.send("ines", "PUT", where, {"folder": "Mine"})[0] == 404
    kept = field.send("greta", "GET", "roster")[1]["kept"]
    assert [row["folder"] for row in kept] == ["Garrison", "Garrison"]
    where = f"roster/{rows[0]['id']}/folder"
    assert field.send("greta", "PUT", where, {"folder": ""})[1]["folder"] == ""


def test_an_attack_goes_from_the_roll_to_the_harm(
    ambush: Ambush, field: Field, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    where = f"encounters/{ambush.encounter.public_id}"
    vessa, dresk = (ambush.combatant(name) for name in ("Vessa Korr", "Captain Dresk"))
    at = f"{where}/combatants/{vessa.pk}/attack"
    status, form = field.send("ines", "GET", f"{at}?attack=weapons.blaster-pistol")
    (target,) = (row for row in form["targets"] if row["combatant"] == dresk.pk)
    assert status == 200
    assert form["form"]["code"] == "4D"
    assert target["number"] is not None
    assert target["chance"].endswith("%")
    asked = {"attack": "weapons.blaster-pistol", "targets": [dresk.pk]}
    # Nobody attacks with another's combatant, or with what it hasn't.
    assert field.send("femi", "POST", at, asked)[0] == 404
    refused = field.send("ines", "POST", at, {**asked, "attack": "weapons.bowcaster"})
    assert (refused[0], refused[1]["errors"][0]["where"]) == (422, "attack")
    dice(monkeypatch, *[6] * 4)
    hit = field.post("ines", at, **asked)
    (attack,) = hit.attacks
    assert (attack.attacker, attack.target, attack.steps) == (vessa.pk, dresk.pk, ["damage"])
    hurt = field.post("ines", f"{where}/attacks/{attack.id}/damage").attacks[0]
    assert (hurt.state, hurt.steps) == ("damaged", [])
    # The game master decides.
    assert field.send("ines", "POST", f"{where}/attacks/{attack.id}/take")[0] == 404
    assert field.now("greta").attacks[0].steps == ["take", "waive", "undo"]
    taken = field.post("greta", f"{where}/attacks/{attack.id}/take", fields={"damage": "60"})
    assert "60 taken" in taken.attacks[0].result
    assert one(taken, "Captain Dresk").is_out
    assert Attack.objects.get().state == "taken"
    undone = field.post("greta", f"{where}/attacks/{attack.id}/undo")
    assert undone.attacks[0].is_undone
    assert not one(undone, "Captain Dresk").is_out


def test_a_player_reads_of_others_what_the_page_shows_and_nothing_of_who_is_hidden(
    ambush: Ambush, field: Field, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    zin = ambush.combatant("Zin Tavik")
    where = f"encounters/{ambush.encounter.public_id}/combatants/{zin.pk}/lead/describe"
    field.post("greta", where, name="", hidden=True)
    ambush.post("greta", "numbers/", hide="yes")
    mine, hers = field.now("ines"), field.now("greta")
    assert "Zin Tavik" not in [row.name for row in mine.combatants]
    assert one(hers, "Zin Tavik").is_hidden
    own, dresk = one(mine, "Vessa Korr"), one(mine, "Captain Dresk")
    assert own.is_own
    assert own.character == str(ambush.combatant("Vessa Korr").character.public_id)
    assert "weapons.blaster-pistol" in [weapon.id for weapon in own.attacks]
    assert (dresk.is_own, dresk.character, dresk.attacks, dresk.remarks) == (False, None, [], [])
    at = f"encounters/{ambush.encounter.public_id}/combatants/{own.id}/attack"
    form = field.send("ines", "GET", at)[1]
    assert {row["number"] for row in form["targets"]} == {None}
    assert field.send("sam", "GET", "fight")[0] == 404


def test_who_plays_a_combatant_moves_it_and_ends_its_turn(
    ambush: Ambush, field: Field, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    where = f"encounters/{ambush.encounter.public_id}"
    vessa = ambush.combatant("Vessa Korr")
    field.post("greta", f"{where}/combatants/{vessa.pk}/lead/turn")
    at = f"{where}/combatants/{vessa.pk}"
    before = one(field.now("ines"), "Vessa Korr").place
    assert one(field.post("ines", f"{at}/forward"), "Vessa Korr").place == before + 1
    held = field.post("ines", f"{at}/hold", fields={"trigger": "When the door opens"})
    assert one(held, "Vessa Korr").holds == "When the door opens"
    assert field.send("femi", "POST", f"{at}/end")[0] == 404
    assert field.send("ines", "POST", f"{at}/dance")[0] == 404
    assert field.post("ines", f"{at}/end").turn != vessa.pk
    put = field.post("greta", f"{at}/lead/put", place=0, circumstances=[])
    assert one(put, "Vessa Korr").place == 0


def test_a_poll_with_nothing_new_is_304_and_a_step_sent_twice_is_taken_once(
    ambush: Ambush, field: Field, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    bot = field.programs["greta"]
    first = bot.get(f"{field.path}/fight")
    again = bot.get(f"{field.path}/fight", **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    turn = ambush.now().turn
    where = f"{field.path}/encounters/{ambush.encounter.public_id}/lead/next"
    key = {"Idempotency_Key": "once"}
    answers = [bot.post(where, {"after": turn}, **key) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert len({answer.json()["turn"] for answer in answers}) == 1
    stale = bot.post(where, {"after": turn})
    assert stale.status_code == 409
    fresh = bot.get(f"{field.path}/fight", **{"If-None-Match": first["ETag"]})
    assert fresh.status_code == 200
    assert Encounter.objects.count() == 1


def test_a_person_boards_a_craft_and_acts_at_its_station(
    dogfight: Ambush, field: Field, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice(monkeypatch)
    dogfight.post("greta", "start/")
    where = f"encounters/{dogfight.encounter.public_id}"
    ship, orrin = (dogfight.combatant(name).pk for name in ("Lucky Strike", "Orrin"))
    at, aboard = f"{where}/combatants/{orrin}", {"craft": str(ship), "station": "gunner"}
    assert field.send("ines", "POST", f"{at}/station", {"fields": {"action": "x"}})[0] == 404
    assert field.send("femi", "POST", f"{at}/station", {"fields": {"action": "x"}})[0] == 409
    seated = one(field.post("femi", f"{at}/board", fields=aboard), "Orrin")
    assert seated.craft == ship
    shot = next(row for row in seated.station if row.name.startswith("Fire "))
    # Whoever is aboard plays the craft too.
    field.post("femi", f"{where}/combatants/{ship}/initiative")
    field.post("greta", f"{where}/lead/roll")
    while (turn := field.now("greta").turn) != ship:
        field.post("greta", f"{where}/lead/next", after=turn)
    target = dogfight.combatant("TIE Fighter 1").pk
    dice(monkeypatch, *[6] * 8)
    sent = {"action": shot.id, "target_of": str(target)}
    fired = field.post("femi", f"{at}/station", fields=sent)
    (attack,) = fired.attacks
    assert (attack.attacker, attack.target, attack.steps) == (orrin, target, ["damage"])
    assert one(fired, "Orrin").account.taken
    assert one(field.post("femi", f"{at}/leave"), "Orrin").craft is None


def test_a_game_master_gives_an_effect_as_the_combatants_character(
    ambush: Ambush, field: Field, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    dresk = one(field.now("greta"), "Captain Dresk")
    sent = {"fields": {"name": "Blinded", "dice": "-2", "on": "attacks", "turns": "2"}}
    bot = field.programs["greta"]
    assert bot.post(f"characters/{dresk.character}/actions/effect", sent).status_code == 201
    (effect,) = one(field.now("greta"), "Captain Dresk").account.effects
    assert (effect.dice, effect.on, effect.turns) == (-2, "attacks", 2)
    assert one(field.now("ines"), "Captain Dresk").account.effects == []


def test_a_place_that_smoke_fills_is_read_of_whoever_stands_there_and_cleared(
    ambush: Ambush, field: Field, monkeypatch: pytest.MonkeyPatch
) -> None:
    give(ambush, "smoke-grenade", 1)
    started(ambush, monkeypatch)
    vessa, dresk = (ambush.combatant(name).pk for name in ("Vessa Korr", "Captain Dresk"))
    where = f"encounters/{ambush.encounter.public_id}/combatants"
    for pk, place in ((vessa, 0), (dresk, 2)):
        field.post("greta", f"{where}/{pk}/lead/put", place=place)
    field.post("greta", f"{where}/{vessa}/lead/turn")
    smoky = field.post("ines", f"{where}/{vessa}/fill", fields={"place": "medium"})
    assert one(smoky, "Captain Dresk").circumstances == ["smoke"]
    assert one(smoky, "Vessa Korr").circumstances == []
    (effect,) = one(smoky, "Vessa Korr").account.effects
    sent = {"effect": effect.id}
    assert field.send("ines", "POST", f"{where}/{vessa}/clear", {"fields": sent})[0] == 404
    cleared = field.post("greta", f"{where}/{vessa}/clear", fields=sent)
    assert one(cleared, "Captain Dresk").circumstances == []
