"""A fight asks for initiative like a game master for a roll: on every open page of a player, with
what they roll; and a late roll finds its place.
"""

import re

import pytest
from django.http import HttpResponse
from django.utils import timezone

from sheets import storage
from sheets.models import Character, Combatant, Encounter, Party
from tests.sheets.cast import Person
from tests.sheets.encounters.conftest import Ambush, dice
from tests.sheets.every_game.characters import EVERY, by_chance

CARD = re.compile(r'<section class="called-for initiative".*?</section>', re.DOTALL)
LIST = re.compile(r'<ul class="waiting-for">.*?</ul>', re.DOTALL)


def words(page: str) -> str:
    """The text of a part of a page."""
    return " ".join(re.sub("<[^>]+>", " ", page).split())


def get(ambush: Ambush, who: str, address: str) -> str:
    answer = ambush.people[who].client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def asked(page: str) -> list[str]:
    """The rolls that a page asks for."""
    return [words(card) for card in CARD.findall(page)]


ASKED = (
    "Initiative Vessa Korr, for Ambush at the gate: PER 5D Roll 5D for Vessa Korr Points, modifiers"
)


def places(ambush: Ambush) -> dict[str, tuple[str, str]]:
    """The pages on which Vessa's player may be, each with how it hears of news."""
    vessa = f"/characters/{ambush.combatant('Vessa Korr').character.public_id}/"
    party = f"/parties/{ambush.party.public_id}/"
    return {
        "sheet": (vessa, f"{vessa}live/?part=sheet&seen=-"),
        "play": (f"{vessa}table/", f"{vessa}live/?part=table&seen=-"),
        "notes": (f"{vessa}words/", f"{party}live/?part=fighting"),
        "advance": (f"{vessa}advance/", f"{party}live/?part=fighting"),
        "board": (party, f"{party}live/?part=board"),
        "log": (f"{party}log/", f"{party}live/?part=log"),
        "stash": (f"{party}stash/", f"{party}live/?part=stash"),
    }


@pytest.mark.parametrize("place", ["sheet", "play", "notes", "advance", "board", "log", "stash"])
def test_every_open_page_of_a_player_asks_for_initiative_with_what_they_roll(
    ambush: Ambush, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice(monkeypatch)
    here, news = places(ambush)[place]
    assert asked(get(ambush, "ines", here)) == asked(get(ambush, "ines", news)) == []
    ambush.post("greta", "start/")
    assert asked(get(ambush, "ines", news)) == [ASKED]
    # Orrin's player is asked for Orrin, and for nobody else.
    if place in ("board", "log", "stash"):
        (other,) = asked(get(ambush, "femi", here))
        assert other.startswith("Initiative Orrin, for Ambush at the gate")
    answer = rolled(ambush, here)
    assert answer.status_code == 200
    assert asked(answer.content.decode()) == []
    assert ambush.combatant("Vessa Korr").score is not None


def rolled(ambush: Ambush, here: str) -> HttpResponse:
    """The answer to Vessa's press on a page, as htmx gets it."""
    vessa = ambush.combatant("Vessa Korr")
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{here}"}
    where = f"{ambush.address}combatants/{vessa.pk}/do/initiative/"
    return ambush.people["ines"].client.post(where, {}, headers=headers, follow=True)


def test_the_board_of_the_game_master_lists_who_has_not_rolled_and_rolls_for_them(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice(monkeypatch)
    ambush.post("greta", "start/")
    board = f"/parties/{ambush.party.public_id}/"
    for page in (get(ambush, "greta", board), ambush.fight("greta")):
        (waiting,) = LIST.findall(page)
        assert words(waiting) == (
            "Vessa Korr PER Roll 5D for Vessa Korr Orrin PER Roll 5D for Orrin"
        )
    assert LIST.findall(get(ambush, "ines", board)) == []
    orrin = ambush.combatant("Orrin")
    assert ambush.post("greta", f"combatants/{orrin.pk}/do/initiative/").status_code == 302
    (waiting,) = LIST.findall(get(ambush, "greta", board))
    assert words(waiting) == "Vessa Korr PER Roll 5D for Vessa Korr"


def test_opponents_who_join_late_roll_with_one_press_and_players_still_for_themselves(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice(monkeypatch)
    ambush.post("greta", "start/")
    ambush.post("greta", "add/", listed="stormtrooper", count="2")
    page = ambush.fight("greta")
    assert "Roll for opponents" in page
    ambush.post("greta", "roll/", side="opponents")
    rows = ambush.encounter.combatants
    assert not rows.filter(side="opponents", score=None).exists()
    assert rows.filter(side="party", score=None).count() == 2
    assert "Roll for opponents" not in ambush.fight("greta")


def order(ambush: Ambush) -> list[str]:
    rows = ambush.encounter.combatants.exclude(rank=None).in_order()
    return [row.called for row in rows.select_related("character")]


def test_a_fight_begins_without_who_has_not_rolled_and_a_late_roll_finds_its_place(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice(monkeypatch)
    ambush.post("greta", "start/")
    assert "Begin without 2" in words(ambush.fight("greta"))
    assert ambush.post("greta", "next/", after="").status_code == 302
    first = ambush.now().turn
    assert first is not None
    # The game master has moved the last one to the front since.
    last = order(ambush)[-1]
    for _ in range(2):
        ambush.post("greta", f"combatants/{ambush.combatant(last).pk}/up/")
    assert order(ambush)[0] == last
    opponents = order(ambush)
    dice(monkeypatch, *[6, 5, 5, 4, 4])
    vessa = ambush.combatant("Vessa Korr")
    assert ambush.post("ines", f"combatants/{vessa.pk}/do/initiative/").status_code == 302
    # What the game master has moved stays as it was moved.
    assert order(ambush) == ["Vessa Korr", *opponents]
    assert ambush.now().turn == first


def test_a_fight_does_not_begin_while_nobody_is_in_order(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice(monkeypatch)
    for row in ambush.encounter.combatants.filter(side="opponents"):
        ambush.post("greta", f"combatants/{row.pk}/remove/")
    ambush.post("greta", "start/")
    answer = ambush.post("greta", "next/", after="")
    assert answer.status_code == 422
    assert "Nobody has a place in the order yet." in answer.content.decode()
    assert "Begin without" not in ambush.fight("greta")


def test_initiative_that_is_rolled_on_play_is_that_of_the_fight(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice(monkeypatch)
    vessa = ambush.combatant("Vessa Korr")
    table = f"/characters/{vessa.character.public_id}/table/do/initiative/"
    client = ambush.people["ines"].client
    assert client.post(table).status_code == 302
    assert ambush.combatant("Vessa Korr").score is None
    ambush.post("greta", "start/")
    version = ambush.now().version
    dice(monkeypatch, 5, 4, 4, 3, 3)
    assert client.post(table).status_code == 302
    vessa = ambush.combatant("Vessa Korr")
    assert (vessa.score, vessa.rank) == (19, 0)
    assert ambush.now().version == version + 1
    # Who has a place keeps it, whatever they roll again.
    dice(monkeypatch, *[1, 1, 1])
    assert client.post(table).status_code == 302
    assert ambush.combatant("Vessa Korr").score == 19


def test_who_comes_in_a_later_wave_keeps_the_board_waiting_for_nobody(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    dresk = ambush.combatant("Captain Dresk")
    ambush.post("greta", f"combatants/{dresk.pk}/wave/", wave="1")
    dice(monkeypatch)
    ambush.post("greta", "start/")
    ambush.post("greta", "roll/")
    board = get(ambush, "greta", f"/parties/{ambush.party.public_id}/")
    assert "still roll initiative" not in board
    assert "First turn" in board


# What each game asks of a player; one without initiative asks nothing.
RULES = {
    "hyperspace-d6": r"Initiative Ada, for Ambush: PER (\dD) Roll \1 for Ada Points, modifiers",
    "empire-ascendant": r"Initiative Ada, for Ambush Low numbers go first\. .* Roll 1D for Ada",
    "rules-sheet-d6": None,
    "storytelling-d10": (
        r"Initiative Ada, for Ambush On average \d\.\d; .* Roll \d+ for Ada Points, modifiers"
    ),
}


@pytest.mark.all_games
@EVERY
def test_each_game_asks_by_its_own_rule(slug: str, people: dict[str, Person]) -> None:
    party = Party.objects.create(name="The Slow Coin", system=slug)
    party.members.create(owner=people["greta"].owner, role="gm")
    party.members.create(owner=people["ines"].owner, role="player")
    ada = Character(owner=people["ines"].owner, party=party, finished_at=timezone.now())
    storage.fill_row(ada, by_chance(slug, 3))
    ada.name = "Ada"
    ada.save()
    base = f"/parties/{party.public_id}/"
    people["greta"].client.post(f"{base}encounters/", {"name": "Ambush", "place": ""})
    encounter = Encounter.objects.get(party=party)
    people["greta"].client.post(f"{base}encounters/{encounter.public_id}/start/")
    cards = asked(people["ines"].client.get(base).content.decode())
    rule = RULES[slug]
    if rule is None:
        assert cards == []
        assert Combatant.objects.get(character=ada).rank == 0
        return
    (card,) = cards
    assert re.fullmatch(rule, card), card
    assert (
        people["ines"]
        .client.post(
            f"{base}encounters/{encounter.public_id}/combatants/"
            f"{Combatant.objects.get(character=ada).pk}/do/initiative/"
        )
        .status_code
        == 302
    )
    assert Combatant.objects.get(character=ada).rank == 0


def test_who_came_dead_is_asked_nothing_and_folded_away_until_they_can_act(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice(monkeypatch)
    dead = ambush.combatant("Vessa Korr").character
    Character.documents.filter(pk=dead.pk).update(marks={"dead": 1})
    ambush.post("greta", "start/")
    pages = places(ambush)
    for name, (page, live) in pages.items():
        assert asked(get(ambush, "ines", page)) == [], name
        assert asked(get(ambush, "ines", live)) == [], name
    assert "roll initiative" not in words(get(ambush, "ines", pages["play"][0]))
    assert "1 still roll initiative" in words(get(ambush, "greta", pages["board"][0]))
    fight = words(ambush.fight("greta"))
    assert "Begin without 1" in fight
    assert "1 out: Vessa Korr" in fight
    assert "Vessa Korr" not in words("".join(LIST.findall(ambush.fight("greta"))))
    screen = get(ambush, "ines", f"/parties/{ambush.party.public_id}/screen/")
    assert "Vessa Korr Dead" in words(screen)
    assert 'class="fighter out"' in ambush.fight("ines")
    Character.documents.filter(pk=dead.pk).update(marks={}, updated_at=timezone.now())
    assert asked(get(ambush, "ines", pages["play"][0])) == [ASKED]
    assert "out:" not in words(ambush.fight("greta"))
