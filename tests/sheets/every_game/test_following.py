"""The table and the sheet of a player follow what the game master does, whichever the game."""

import re
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from sheets import form_data
from sheets.models import Character, Member, Party
from tests.sheets.cast import Person
from tests.sheets.every_game.characters import EVERY, opens
from tests.sheets.every_game.pages import address, brass_key
from tests.sheets.parties.pages import call, confirm, play, text, url

People = dict[str, Person]
Playing = Callable[[str], tuple[Party, Character]]
PAGES = {"table": "table/", "sheet": ""}
PARTS = pytest.mark.parametrize("part", list(PAGES))
SHOWN_ANEW = {
    "table": ["table", "called", "seen", "ticker", "ticker-seen", "fighting", "fight"],
    "sheet": ["head", "sheet-notices", "rolling", "between", "fight", "called", "seen", "fighting"],
}


@pytest.fixture
def vessa(playing: Playing, slug: str, people: People) -> Character:
    """The character of Ines in Greta's party."""
    party, _ = playing(slug)
    return Character.objects.select_related("party").get(party=party, owner=people["ines"].owner)


@pytest.fixture
def party(vessa: Character) -> Party:
    assert vessa.party
    return vessa.party


def seen(who: Person, character: Character, part: str) -> str:
    return str(opens(who.client, address(character, PAGES[part])).context["seen"])


def look(who: Person, character: Character, part: str, seen: str = "") -> Any:
    return who.client.get(address(character, "live/"), {"part": part, "seen": seen})


def happen(change: str, people: People, party: Party, vessa: Character) -> str:
    """Greta does it; what is said of it on the page of Ines, "" for nothing in particular."""
    greta, key = people["greta"].client, {"key": form_data.new_key()}
    to = {"to": str(vessa.public_id), **key}
    match change:
        case "damage":
            assert play(people["greta"], vessa, "do/harm/", damage="60").status_code == 200
            return ""
        case "a hand-out":
            answer = confirm(greta, url(party, "hand-out/"), {**brass_key(party.system), **to})
            assert answer.status_code == 302
            return ""
        case "a called roll":
            board = opens(greta, url(party)).context["board"]
            assert (
                call(
                    people["greta"],
                    party,
                    roll=next(iter(board.rows[0].traits)),
                    everybody="yes",
                    note="The guards come",
                ).status_code
                == 302
            )
            return "The guards come"
        case "a new session":
            assert confirm(greta, url(party, "session/"), to).status_code == 302
            return ""
        case "a returned review":
            case = {"version": str(vessa.version), "seen": "", "answer": "Too rich.", **key}
            answer = greta.post(
                url(party, f"reviews/{vessa.public_id}/"), {**case, "decision": "return"}
            )
            assert answer.status_code == 302
            return "Too rich."
        case _:
            away = url(party, f"characters/{vessa.public_id}/send-away/")
            assert confirm(greta, away, key).status_code == 302
            return ""


CHANGES = (
    "damage", "a hand-out", "a called roll", "a new session", "a returned review", "sent away",
)  # fmt: skip


@EVERY
@PARTS
@pytest.mark.parametrize("change", CHANGES)
def test_what_the_game_master_does_is_new_on_the_players_pages_once(
    slug: str, part: str, change: str, people: People, party: Party, vessa: Character
) -> None:
    ines = people["ines"]
    before = seen(ines, vessa, part)
    assert look(ines, vessa, part, before).status_code == 204
    said = happen(change, people, party, vessa)
    answer = look(ines, vessa, part, before)
    assert answer.status_code == 200
    page = answer.content.decode()
    assert "<!doctype" not in page
    assert re.findall(r'<\w+ [^>]*id="([\w-]+)"[^>]* hx-swap-oob="true"', page) == SHOWN_ANEW[part]
    if part == "sheet" or change != "a returned review":
        assert said in text(answer)
    now = re.search(r'name="seen"\s+value="(\w+)"', page)
    assert now
    assert look(ines, vessa, part, now.group(1)).status_code == 204


@EVERY
@PARTS
def test_an_unchanged_look_asks_three_times_however_large_the_party(
    slug: str,
    part: str,
    people: People,
    vessa: Character,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    before = seen(people["ines"], vessa, part)
    look(people["ines"], vessa, part, before)  # from now on she is known to be here
    # Who asks (a session, a user), and how it stands.
    with django_assert_num_queries(3):
        assert look(people["ines"], vessa, part, before).status_code == 204


@EVERY
@PARTS
def test_what_others_roll_is_not_new_on_ones_own_pages(
    slug: str, part: str, people: People, party: Party, vessa: Character
) -> None:
    before = seen(people["ines"], vessa, part)
    other = party.characters.exclude(pk=vessa.pk).get()
    assert play(people["greta"], other, "do/harm/", damage="60").status_code == 200
    assert look(people["ines"], vessa, part, before).status_code == 204


@EVERY
def test_the_sheet_shows_what_was_handed_out_and_the_table_who_did_the_harm(
    slug: str, people: People, party: Party, vessa: Character
) -> None:
    happen("a hand-out", people, party, vessa)
    assert "Brass key" in text(look(people["ines"], vessa, "sheet"))
    happen("damage", people, party, vessa)
    line = vessa.play_log.get()
    words = text(look(people["ines"], vessa, "table"))
    # Where something was rolled, its code stands between the two.
    assert re.search(f"{line.content['name']}( [0-9D+]+)? greta GM", words)


@EVERY
def test_what_a_player_does_at_the_table_brings_how_it_stands_along(
    slug: str, people: People, vessa: Character
) -> None:
    ines = people["ines"]
    answer = play(ines, vessa, "do/harm/", damage="60")
    now = re.search(r'name="seen"\s+value="(\w+)"\s+hx-swap-oob', answer.content.decode())
    assert now
    assert look(ines, vessa, "table", now.group(1)).status_code == 204


@EVERY
def test_a_fellow_follows_the_sheet_and_plays_no_character_of_another(
    slug: str, people: People, party: Party, vessa: Character
) -> None:
    Member.objects.create(party=party, owner=people["femi"].owner, role=Member.Role.PLAYER)
    assert look(people["femi"], vessa, "sheet").status_code == 200
    assert look(people["femi"], vessa, "table").status_code == 403
    for part in PAGES:
        assert look(people["xeno"], vessa, part).status_code == 404
        nothing = people["ines"].client.get(f"/characters/{uuid.uuid4()}/live/", {"part": part})
        assert nothing.status_code == 404


@EVERY
def test_a_table_whose_character_was_put_away_is_loaded_anew(
    slug: str, people: People, vessa: Character
) -> None:
    key = {"key": form_data.new_key()}
    people["ines"].client.post(address(vessa, "archive/"), key)
    answer = look(people["ines"], vessa, "table")
    assert (answer.status_code, answer["HX-Refresh"]) == (200, "true")


@EVERY
def test_who_is_in_no_party_is_asked_nothing(
    slug: str, people: People, party: Party, vessa: Character
) -> None:
    pages = [opens(people["ines"].client, address(vessa, page)) for page in PAGES.values()]
    assert all('id="live"' in page.content.decode() for page in pages)
    Character.objects.filter(pk=vessa.pk).update(party=None)
    pages = [opens(people["ines"].client, address(vessa, page)) for page in PAGES.values()]
    assert not any('id="live"' in page.content.decode() for page in pages)
