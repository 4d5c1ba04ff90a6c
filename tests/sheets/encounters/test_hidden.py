"""Players are told nothing of whoever is hidden, not even that there is anybody: whatever they can
read is the same, to the letter, before and after somebody hidden joins, acts, is hurt, and leaves.
"""

import re
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import pytest
from django.db.models import F
from django.urls import NoReverseMatch, reverse

from sheets.api import tokens
from sheets.models import Attack, Character, Combatant, CrewPost, Encounter
from sheets.writes import Mine
from tests.sheets.access_rows import READ
from tests.sheets.access_table import TABLE
from tests.sheets.encounters.conftest import Ambush, dice, opponent, started
from tests.sheets.encounters.test_crew import dogfight, take  # noqa: F401 (fixture)
from tests.sheets.encounters.test_secrets import text_of

# What every answer has anew: the key of a form, and its token.
NONCES = re.compile(r'(?<=name="key")\s+value="[^"]*"|[A-Za-z0-9]{64}')
SEEN = re.compile(
    r'<input type="hidden" id="(seen|ticker-seen)" name="(seen|ticker)" value="([^"]+)"'
)
# What has nothing of a fight: paper, files, and the wizard.
APART = re.compile(
    "pdf|print|picture|export|exchange|pack|convention|convert|copy|advance|gear|plan|why|price"
    "|document|review|share|delete|homebrew|rules|tool|chat|guests|dissolve|members|hand_out|brief"
)
LEAST_READ = 30
# All of it is read when most has happened and at the end; at each step what is about the fight.
THROUGHOUT = ("is hurt", "leaves")
OFTEN = re.compile("/fight/|/attack/|/combatants/|/play/$|/log/$|^/parties/[^/]*/$")


def addresses(ambush: Ambush) -> list[str]:
    """All that can be read of the party, its fight, and a character."""
    ids: dict[str, dict[str, Any]] = {
        "party": {"id": ambush.party.public_id},
        "battle": {"id": ambush.party.public_id, "encounter": ambush.encounter.public_id},
        "finished": {"id": ambush.combatant("Vessa Korr").character.public_id},
    }
    found = [reverse("characters"), reverse("parties"), reverse("api_parties")]
    for name, row in TABLE.items():
        if row.methods & READ and row.on in ids and not APART.search(name):
            with suppress(NoReverseMatch):
                found.append(reverse(name, kwargs={**ids[row.on], **row.arguments}))
    vessa = ambush.combatant("Vessa Korr")
    for name in ("combatant_deeds", "combatant_attack"):
        found.append(reverse(name, kwargs={**ids["battle"], "combatant": vessa.pk}))
    return list(dict.fromkeys(found))


def read(ambush: Ambush, among: Iterable[str]) -> dict[str, str]:
    """A player's pages by address, each with the tag that tells a cache if it has changed."""
    client, told = ambush.people["ines"].client, {}
    for address in among:
        answer = client.get(address)
        if answer.status_code == 200:
            told[address] = f"{answer.get('ETag', '')} {NONCES.sub('', text_of(answer))}"
    return told


def polls(ambush: Ambush, told: dict[str, str]) -> list[str]:
    """The addresses at which open pages ask for news, with what they have seen."""
    party = f"/parties/{ambush.party.public_id}/"
    table = reverse("character_table", args=[ambush.combatant("Vessa Korr").character.public_id])
    live = reverse("character_live", args=[ambush.combatant("Vessa Korr").character.public_id])
    asking = {party: f"{party}live/?", f"{party}fight/": f"{party}fight/live/?"}
    asking[table] = f"{live}?part=table&"
    asking[table.removesuffix("table/")] = f"{live}?part=sheet&"
    return [
        there + "&".join(f"{name}={value}" for _, name, value in SEEN.findall(told[page]))
        for page, there in asking.items()
    ]


def does(ambush: Ambush, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    """Something that somebody hidden does, or that is done to them."""
    hidden = {row.called: row for row in ambush.encounter.combatants.filter(hidden=True)}
    scout = next((row for name, row in hidden.items() if name.startswith("Scout")), None)
    officer = next((row for name, row in hidden.items() if "Dresk" in name), None)
    if step == "joins":
        rows = Character.documents.filter(roster=ambush.party, name__in=("Scout", "Captain Dresk"))
        rows = rows.filter(combatants=None)
        ids = [str(row.public_id) for row in rows]
        ambush.post("greta", "add/", characters=ids, count="1", hidden="yes")
        return
    assert scout
    assert officer
    if step.startswith("begins"):
        begins(ambush, scout, officer, step)
        return
    dice(monkeypatch, *[6] * 40)
    at = f"combatants/{scout.pk}/"
    pistol = {"attack": "weapons.blaster-pistol", "target": str(scout.pk)}
    asked: dict[str, tuple[str, dict[str, str]]] = {
        "rolls initiative": ("roll/", {}),
        "moves": (f"{at}put/", {"place": "0"}),
        "is moved in the order": (f"{at}up/", {}),
        "is renamed": (f"{at}describe/", {"name": "Scout in the dark", "hidden": "yes"}),
    }
    if step in asked:
        where, sent = asked[step]
        ambush.post("greta", where, **sent)
    match step:
        case "shoots at another":
            ambush.post("greta", f"combatants/{officer.pk}/attack/", **pistol)
            assert Attack.objects.filter(attacker=officer).exists()
        case "shoots at a character":
            target = str(ambush.combatant("Vessa Korr").pk)
            ambush.post("greta", f"combatants/{officer.pk}/attack/", **{**pistol, "target": target})
            assert Attack.objects.filter(attacker=officer, target=target).exists()
        case "is hurt":
            hit = Attack.objects.get(attacker=officer, target=scout)
            ambush.post("greta", f"attacks/{hit.pk}/take/", damage="12")
        case "leaves":
            for row in hidden.values():
                ambush.post("greta", f"combatants/{row.pk}/remove/")


def begins(ambush: Ambush, scout: Combatant, officer: Combatant, step: str) -> None:
    """It is the scout's turn: after the one whom players know of, and as the first of a round."""
    rows, now = Combatant.objects, ambush.now()
    if step == "begins its turn":
        last = rows.get(pk=now.turn)
        assert not last.hidden
        assert last.rank is not None
        rows.filter(rank__gt=last.rank).update(rank=F("rank") + 2)
        rows.filter(pk=scout.pk).update(rank=last.rank + 1)
    else:
        last = officer
        rows.update(rank=F("rank") + 1)
        rows.filter(pk=scout.pk).update(rank=0)
        rows.filter(pk=officer.pk).update(rank=99)
        ambush.post("greta", f"combatants/{officer.pk}/turn/")
    ambush.post("greta", "next/", after=str(last.pk))
    round_ = now.round if step == "begins its turn" else now.round + 1
    assert (ambush.now().turn, ambush.now().round) == (scout.pk, round_)


STEPS = (
    "joins", "rolls initiative", "begins its turn", "moves", "is moved in the order", "is renamed",
    "shoots at another", "shoots at a character", "begins the next round", "is hurt", "leaves",
)  # fmt: skip


def test_whatever_players_can_read_is_the_same_whoever_hidden_comes_acts_and_goes(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    greta = ambush.people["greta"].owner
    scout = {"opponent": {"id": "thug"}}
    opponent(greta, ambush.party, scout, name="Scout")
    seen = Character.documents.get(roster=ambush.party, name="Scout")
    ambush.post("greta", "add/", characters=[str(seen.public_id)], count="1")
    started(ambush, monkeypatch)
    person = ambush.people["ines"]
    sent = tokens.Create(
        Mine(person.owner), name="All", can_write=False, lasts="never", character=None
    ).run()
    person.client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {sent}"
    read(ambush, addresses(ambush))
    before, versions = read(ambush, addresses(ambush)), [Encounter.objects.get().version]
    assert len(before) > LEAST_READ
    asked = polls(ambush, before)
    assert all("seen=" in address for address in asked)
    for step in STEPS:
        does(ambush, monkeypatch, step)
        versions.append(Encounter.objects.get().version)
        among = before if step in THROUGHOUT else [one for one in before if OFTEN.search(one)]
        after = read(ambush, among)
        assert [*after] == [*among], step
        for address, text in after.items():
            assert text == before[address], f"{step}: {address}"
        assert {person.client.get(address).status_code for address in asked} == {204}, step
    # All of it happened.
    assert versions == sorted(set(versions))


def names(ambush: Ambush, *, hidden: bool) -> list[str]:
    rows = ambush.encounter.combatants.filter(hidden=hidden, character__name="Scout")
    return sorted(rows.values_list("name", flat=True))


@pytest.fixture
def scouts(ambush: Ambush) -> Any:
    """Adds one more scout of the roster."""
    row = opponent(
        ambush.people["greta"].owner, ambush.party, {"opponent": {"id": "thug"}}, name="Scout"
    )

    def add(**fields: str) -> None:
        ambush.post("greta", "add/", characters=[str(row.public_id)], count="1", **fields)

    return add


def test_the_numbers_that_players_see_have_no_gaps_for_who_is_hidden(
    ambush: Ambush, scouts: Any
) -> None:
    scouts()
    scouts(hidden="yes")
    assert (names(ambush, hidden=False), names(ambush, hidden=True)) == (["Scout"], ["Scout 2"])
    scouts()
    assert names(ambush, hidden=False) == ["Scout 1", "Scout 2"]
    assert names(ambush, hidden=True) == ["Scout 3"]
    scouts(hidden="yes")
    assert names(ambush, hidden=True) == ["Scout 3", "Scout 4"]
    last = Combatant.objects.get(name="Scout 4")
    ambush.post("greta", f"combatants/{last.pk}/reveal/")
    assert names(ambush, hidden=False) == ["Scout 1", "Scout 2", "Scout 3"]
    assert names(ambush, hidden=True) == ["Scout 4"]
    ambush.post("greta", "reveal/")
    assert names(ambush, hidden=False) == ["Scout 1", "Scout 2", "Scout 3", "Scout 4"]


def test_one_who_was_hidden_alone_leaves_the_name_to_the_first_whom_players_see(
    ambush: Ambush, scouts: Any
) -> None:
    scouts(hidden="yes")
    scouts()
    assert (names(ambush, hidden=False), names(ambush, hidden=True)) == (["Scout"], ["Scout 2"])
    ambush.post("greta", "reveal/")
    assert names(ambush, hidden=False) == ["Scout 1", "Scout 2"]


def test_a_name_that_the_game_master_has_typed_stays_when_it_is_shown(
    ambush: Ambush, scouts: Any
) -> None:
    scouts(hidden="yes")
    row = ambush.combatant("Scout")
    ambush.post("greta", f"combatants/{row.pk}/describe/", name="Shadow 7", hidden="yes")
    ambush.post("greta", f"combatants/{row.pk}/reveal/")
    assert names(ambush, hidden=False) == ["Shadow 7"]


def test_a_player_ends_a_turn_though_somebody_hidden_has_no_initiative_yet(
    ambush: Ambush, scouts: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    vessa = ambush.combatant("Vessa Korr")
    ambush.post("greta", f"combatants/{vessa.pk}/turn/")
    scouts(hidden="yes")
    assert ambush.post("ines", "next/", after=str(vessa.pk)).status_code == 302
    assert ambush.now().turn != vessa.pk


BARS = {
    "fight/": re.compile(r'<p class="fight-turn".*?</p>', re.DOTALL),
    "": re.compile(r'<div class="board-fight-head">.*?</p>\s*<p[^>]*>.*?</p>', re.DOTALL),
}


def turn_shown(ambush: Ambush, who: str) -> list[str]:
    """The round and whose turn it is, on the page of the fight and on the board."""
    told = []
    for where, bar in BARS.items():
        answer = ambush.people[who].client.get(f"/parties/{ambush.party.public_id}/{where}")
        found = bar.search(answer.content.decode())
        assert found
        told.append(" ".join(re.sub("<[^>]*>", " ", found[0]).split()))
    return told


@pytest.fixture
def in_turn(ambush: Ambush, scouts: Any, monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Vessa, a hidden scout, and Orrin are in the fight, in this order; it is Vessa's turn."""
    scouts(hidden="yes")
    started(ambush, monkeypatch)
    dice(monkeypatch)
    ids = {name: ambush.combatant(name).pk for name in ("Vessa Korr", "Scout", "Orrin")}
    for row in ambush.encounter.combatants.exclude(pk__in=ids.values()):
        ambush.post("greta", f"combatants/{row.pk}/remove/")
    for rank, pk in enumerate(ids.values()):
        Combatant.objects.filter(pk=pk).update(rank=rank)
    ambush.post("greta", f"combatants/{ids['Vessa Korr']}/turn/")
    return ids


def test_players_see_the_last_turn_they_know_of_until_the_next_one_of_those_begins(
    ambush: Ambush, in_turn: dict[str, int]
) -> None:
    vessa, scout, orrin = in_turn.values()
    hers = [
        "Round 1 Vessa Korr Your turn",
        "Ambush at the gate Round 1 Vessa Korr acts",
    ]
    his = ["Round 1 Orrin", "Ambush at the gate Round 1 Orrin acts"]
    assert turn_shown(ambush, "ines") == hers
    assert ambush.post("ines", "next/", after=str(vessa)).status_code == 302
    assert ambush.now().turn == scout
    assert turn_shown(ambush, "ines") == hers
    assert turn_shown(ambush, "greta")[0] == "Round 1 Scout"
    ambush.post("greta", "next/", after=str(scout))
    assert turn_shown(ambush, "ines") == his
    # In the next round somebody hidden acts first: for players it is still the one before.
    for rank, pk in enumerate((scout, vessa, orrin)):
        Combatant.objects.filter(pk=pk).update(rank=rank)
    ambush.post("greta", "next/", after=str(orrin))
    assert (ambush.now().turn, ambush.now().round) == (scout, 2)
    assert turn_shown(ambush, "ines") == his
    assert turn_shown(ambush, "greta")[0] == "Round 2 Scout"
    ambush.post("greta", "next/", after=str(scout))
    assert turn_shown(ambush, "ines")[0] == "Round 2 Vessa Korr Your turn"


def test_whoever_dies_on_their_own_turn_is_not_told_to_act(
    ambush: Ambush, in_turn: dict[str, int]
) -> None:
    vessa = Combatant.objects.get(pk=in_turn["Vessa Korr"])
    Character.documents.filter(pk=vessa.character_id).update(marks={"dead": 1})
    for who in ("ines", "greta"):
        assert turn_shown(ambush, who)[0] == "Round 1 Vessa Korr Dead"
    sheet = ambush.people["ines"].client.get(f"/characters/{vessa.character.public_id}/")
    assert "Your turn" not in sheet.content.decode()


def test_before_anybody_they_know_of_has_acted_players_see_no_turn(
    ambush: Ambush, in_turn: dict[str, int]
) -> None:
    scout = in_turn["Scout"]
    Encounter.objects.update(turn=None, round=0, shown_turn=None, shown_round=0)
    Combatant.objects.filter(pk=in_turn["Vessa Korr"]).update(rank=4)
    Combatant.objects.filter(pk=scout).update(rank=0)
    before = turn_shown(ambush, "ines")
    assert before[0] == "Before the first turn"
    ambush.post("greta", "next/", after="")
    assert ambush.now().turn == scout
    assert turn_shown(ambush, "ines") == before
    ambush.post("greta", f"combatants/{scout}/remove/")
    assert turn_shown(ambush, "ines") == before


def test_who_is_shown_during_their_turn_has_it_from_then_on_for_players_too(
    ambush: Ambush, in_turn: dict[str, int]
) -> None:
    scout = in_turn["Scout"]
    ambush.post("greta", f"combatants/{scout}/turn/")
    assert turn_shown(ambush, "ines")[0] == "Round 1 Vessa Korr Your turn"
    ambush.post("greta", f"combatants/{scout}/reveal/")
    assert turn_shown(ambush, "ines")[0] == "Round 1 Scout"


def test_a_player_who_ends_the_turn_that_is_shown_while_somebody_hidden_acts_is_told_nothing(
    ambush: Ambush, in_turn: dict[str, int]
) -> None:
    vessa, scout, _ = in_turn.values()
    ambush.post("greta", "next/", after=str(vessa))
    before = turn_shown(ambush, "ines")
    for _ in range(2):
        answer = ambush.post("ines", "next/", after=str(vessa))
        assert answer.status_code == 302
    assert ambush.now().turn == scout
    assert turn_shown(ambush, "ines") == before


def test_who_leaves_while_somebody_hidden_acts_has_no_turn_any_more(
    ambush: Ambush, in_turn: dict[str, int]
) -> None:
    vessa, scout, _ = in_turn.values()
    ambush.post("greta", "next/", after=str(vessa))
    ambush.post("greta", f"combatants/{vessa}/remove/")
    assert turn_shown(ambush, "ines")[0] == "Round 1"
    assert ambush.now().turn == scout


def test_a_station_that_somebody_hidden_holds_is_free_for_players(
    dogfight: Ambush,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    greta = dogfight.people["greta"].owner
    spy = opponent(greta, dogfight.party, {"opponent": {"id": "thug"}}, name="Spy")
    dogfight.post(
        "greta", "add/", characters=[str(spy.public_id)], count="1", hidden="yes", ally="yes"
    )
    dice(monkeypatch)
    dogfight.post("greta", "start/")
    before = NONCES.sub("", dogfight.fight("ines"))
    assert take(dogfight, "greta", "Spy", "pilot") == 302
    assert NONCES.sub("", dogfight.fight("ines")) == before
    sent = {"member": str(dogfight.combatant("Vessa Korr").pk), "station": "pilot"}
    craft = dogfight.combatant("Lucky Strike")
    answer = dogfight.post("ines", f"crew/{craft.pk}/take/", **sent)
    assert answer.status_code == 302
    assert CrewPost.objects.filter(craft=craft, station="pilot").count() == 2
    # The craft has the dice of the pilot whom players see.
    flown = dogfight.combatant("Lucky Strike").character.situation
    dogfight.post("greta", f"combatants/{dogfight.combatant('Spy').pk}/remove/")
    assert take(dogfight, "ines", "Vessa Korr", "pilot") == 302
    assert dogfight.combatant("Lucky Strike").character.situation == flown
    # Of those whom they see each station has as many as it has places.
    assert take(dogfight, "femi", "Orrin", "pilot") == 422
