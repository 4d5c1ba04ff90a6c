"""An answer to a call stands: only who leads has it rolled again. A closed call reopens."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from sheets import form_data
from sheets.models import Character, LedgerEntry, Party, RollRequest, RollRequestTarget
from sheets.parties.roll_requests.operations import MOST_OPEN
from sheets.parties.roll_requests.queries import Answer
from tests.sheets.cast import Person
from tests.sheets.parties.pages import HTMX, call, get, play, text, url
from tests.sheets.parties.roll_requests.pages import STEALTH, answers, of, roll

People = dict[str, Person]
STANDS = "This roll answers a request of your game master, so it stands."


def press(who: Person, party: Party, path: str, *, line: int = 0, **headers: str) -> Any:
    """A button of a call."""
    form = {"key": form_data.new_key(), "line": str(line)}
    return who.client.post(url(party, f"calls/{path}/"), form, headers=headers)


def again(who: Person, party: Party, character: Character, *, line: int = 1) -> Any:
    return press(who, party, f"1/again/{character.public_id}", line=line)


def test_a_player_takes_no_answer_back_and_rolls_no_second_time(
    people: People, party: Party, vessa: Character, called: RollRequest, falls: Callable[..., None]
) -> None:
    falls(2, 3, 3, 3, 3, 3)
    roll(people["ines"], vessa)
    answer = play(people["ines"], vessa, "take-back/1/")
    assert answer.status_code == 422
    assert STANDS in text(answer)
    assert roll(people["ines"], vessa).status_code == 409
    assert vessa.play_log.count() == 1
    assert answers(get(people["greta"], party))["Vessa Korr"] == (17, True)


def test_neither_is_a_point_on_an_answer_taken_back(
    people: People, party: Party, vessa: Character, called: RollRequest, falls: Callable[..., None]
) -> None:
    falls(2, 2, 2, 2, 2, 2, 6, 6)
    roll(people["ines"], vessa)
    play(people["ines"], vessa, "point/1/")
    answer = play(people["ines"], vessa, "take-back/2/")
    assert answer.status_code == 422
    assert STANDS in text(answer)
    assert answers(get(people["greta"], party))["Vessa Korr"] == (24, True)


def test_the_table_and_the_log_offer_no_way_back_to_a_player(
    people: People, vessa: Character, called: RollRequest
) -> None:
    roll(people["ines"], vessa)
    for page in ("table/", "log/"):
        for who, offered in (("ines", False), ("greta", page == "table/")):
            answer = people[who].client.get(f"/characters/{vessa.public_id}/{page}")
            assert ("take-back/1/" in answer.content.decode()) == offered, (page, who)
        mine = people["ines"].client.get(f"/characters/{vessa.public_id}/{page}")
        assert "It answers a roll request. Only your game master can undo it." in text(mine)


def test_a_game_master_allows_a_reroll_and_everybody_sees_that_it_is_the_second_try(
    people: People, party: Party, vessa: Character, called: RollRequest, falls: Callable[..., None]
) -> None:
    falls(2, 3, 3, 3, 3, 3)
    roll(people["ines"], vessa, number=1)
    assert again(people["cora"], party, vessa).status_code == 302
    assert of(vessa).tries == 2
    page = get(people["femi"], party)
    assert answers(page)["Vessa Korr"] == (None, None)
    assert "Vessa Korr 2nd try" in text(page)
    mine = people["ines"].client.get(f"/characters/{vessa.public_id}/table/")
    assert "Your GM requests, 2nd try: The guards come" in text(mine)
    # The first roll stays in the log, and is no answer any more.
    (line,) = mine.context["lines"]
    assert (line.stands, line.is_answer) == (True, False)
    falls(6, 6, 6, 6, 6, 6)
    assert roll(people["ines"], vessa).status_code == 200
    page = get(people["greta"], party)
    assert answers(page)["Vessa Korr"] == (36, True)
    assert "36 Vessa Korr 2nd try" in text(page)


def test_what_was_spent_on_the_first_try_stays_spent(
    people: People, party: Party, vessa: Character, called: RollRequest
) -> None:
    play(people["ines"], vessa, f"do/{STEALTH}/", call=1, points="character-point")
    again(people["greta"], party, vessa)
    assert [row.content["kind"] for row in LedgerEntry.objects.filter(character=vessa)] == ["spend"]


def test_an_answer_that_a_game_master_takes_back_is_asked_again_too(
    people: People, party: Party, vessa: Character, called: RollRequest
) -> None:
    roll(people["ines"], vessa)
    assert play(people["greta"], vessa, "take-back/1/").status_code == 200
    assert (of(vessa).entry, of(vessa).tries) == (None, 2)
    assert roll(people["ines"], vessa).status_code == 200


def test_a_game_master_takes_a_point_on_an_answer_back_and_the_roll_below_is_the_answer(
    people: People, party: Party, vessa: Character, called: RollRequest, falls: Callable[..., None]
) -> None:
    falls(2, 2, 2, 2, 2, 2, 6, 6)
    roll(people["ines"], vessa)
    play(people["ines"], vessa, "point/1/")
    play(people["greta"], vessa, "take-back/2/")
    assert answers(get(people["greta"], party))["Vessa Korr"] == (12, False)
    assert of(vessa).tries == 1


def test_who_leads_and_plays_has_the_say_over_their_own_character(
    people: People, party: Party, in_party: Callable[..., Character]
) -> None:
    own = in_party("Hers", of="greta")
    call(people["greta"], party, roll=STEALTH, everybody="yes")
    roll(people["greta"], own)
    assert play(people["greta"], own, "take-back/1/").status_code == 200


def test_a_roll_is_allowed_again_once_and_only_while_the_call_is_open(
    people: People, party: Party, vessa: Character, brakka: Character, called: RollRequest
) -> None:
    roll(people["ines"], vessa)
    for _ in range(2):
        assert again(people["greta"], party, vessa).status_code == 302
    assert of(vessa).tries == 2
    # Who has not rolled is asked as before.
    assert again(people["greta"], party, brakka).status_code == 302
    assert of(brakka).tries == 1
    roll(people["ines"], vessa)
    # A page that shows the first roll has nothing to say about the second.
    assert again(people["greta"], party, vessa).status_code == 302
    assert of(vessa).tries == 2
    press(people["greta"], party, "1/close")
    answer = again(people["greta"], party, vessa, line=2)
    assert answer.status_code == 409
    assert "This request is closed. Reopen it to allow a reroll." in text(answer)
    assert of(vessa).entry is not None


def keep(who: Person, party: Party, character: Character) -> Any:
    return press(who, party, f"1/keep/{character.public_id}")


def test_the_earlier_roll_may_stand_after_all(
    people: People, party: Party, vessa: Character, called: RollRequest, falls: Callable[..., None]
) -> None:
    falls(2, 3, 3, 3, 3, 3)
    roll(people["ines"], vessa)
    assert "Keep earlier roll" not in text(get(people["greta"], party))
    again(people["greta"], party, vessa)
    assert "Keep earlier roll" in text(get(people["greta"], party))
    assert "Keep earlier roll" not in text(get(people["ines"], party))
    for _ in range(2):
        assert keep(people["cora"], party, vessa).status_code == 302
    assert (of(vessa).tries, of(vessa).earlier) == (1, None)
    assert answers(get(people["greta"], party))["Vessa Korr"] == (17, True)
    assert roll(people["ines"], vessa).status_code == 409
    for who in ("ines", "femi", "otto"):
        assert keep(people[who], party, vessa).status_code == 404


def test_the_earlier_roll_is_gone_once_there_is_a_second_or_it_was_taken_back(
    people: People, party: Party, vessa: Character, brakka: Character, called: RollRequest
) -> None:
    roll(people["ines"], vessa)
    again(people["greta"], party, vessa)
    second = roll(people["ines"], vessa)
    assert second.status_code == 200
    keep(people["greta"], party, vessa)
    line = of(vessa).entry
    assert line
    assert (line.number, of(vessa).earlier, of(vessa).tries) == (2, None, 2)
    roll(people["femi"], brakka)
    again(people["greta"], party, brakka)
    play(people["femi"], brakka, "take-back/1/")
    assert "Keep earlier roll" not in text(get(people["greta"], party))
    keep(people["greta"], party, brakka)
    assert (of(brakka).entry, of(brakka).tries) == (None, 2)


def test_a_point_that_went_on_the_earlier_roll_stays_on_it(
    people: People, party: Party, vessa: Character, called: RollRequest, falls: Callable[..., None]
) -> None:
    falls(2, 2, 2, 2, 2, 2, 6, 6)
    roll(people["ines"], vessa)
    again(people["greta"], party, vessa)
    assert play(people["ines"], vessa, "point/1/").status_code == 200
    keep(people["greta"], party, vessa)
    assert answers(get(people["greta"], party))["Vessa Korr"] == (24, True)


def test_of_three_tries_the_second_is_kept(
    people: People, party: Party, vessa: Character, called: RollRequest
) -> None:
    roll(people["ines"], vessa)
    again(people["greta"], party, vessa)
    roll(people["ines"], vessa)
    again(people["greta"], party, vessa, line=2)
    assert "Vessa Korr 3rd try" in text(get(people["greta"], party))
    keep(people["greta"], party, vessa)
    line = of(vessa).entry
    assert line
    assert (line.number, of(vessa).tries) == (2, 2)


def test_nobody_else_is_asked_again(
    people: People, party: Party, vessa: Character, brakka: Character, called: RollRequest
) -> None:
    roll(people["ines"], vessa)
    for who in ("ines", "femi", "otto", "xeno"):
        assert again(people[who], party, vessa).status_code == 404
    away = RollRequestTarget.objects.get(character=brakka)
    away.delete()
    assert again(people["greta"], party, brakka).status_code == 404
    assert of(vessa).entry is not None


def test_a_closed_call_reopens_with_one_press_on_the_board(
    people: People, party: Party, vessa: Character, called: RollRequest
) -> None:
    closed = press(people["greta"], party, "1/close", **HTMX)
    assert "Stealth is closed. Reopen" in text(closed)
    assert "Stealth is closed" in text(get(people["cora"], party))
    # To a player it is simply gone.
    assert "is closed" not in text(get(people["ines"], party))
    opened = press(people["greta"], party, "1/reopen", **HTMX)
    assert opened.status_code == 200
    assert "Stealth against 15" in text(opened)
    assert "is closed" not in text(opened)
    assert roll(people["ines"], vessa).status_code == 200


def test_one_that_was_closed_long_ago_reopens_from_the_list_of_calls(
    people: People, party: Party, called: RollRequest
) -> None:
    long_ago = timezone.now() - timedelta(minutes=11)
    RollRequest.objects.update(closed_at=long_ago)
    assert "is closed" not in text(get(people["greta"], party))
    page = get(people["greta"], party, "calls/").content.decode()
    assert re.search(r'action="/parties/[^"]+/calls/1/reopen/"', page)
    for _ in range(2):
        assert press(people["greta"], party, "1/reopen").status_code == 302
    assert RollRequest.objects.get().closed_at is None


def test_no_more_are_reopened_than_may_be_open(
    people: People, party: Party, called: RollRequest
) -> None:
    press(people["greta"], party, "1/close")
    for number in range(2, MOST_OPEN + 2):
        RollRequest.objects.create(party=party, number=number, kind="check", name="Search")
    answer = press(people["greta"], party, "1/reopen")
    assert answer.status_code == 422
    assert "12 requests are open already. Close one first." in text(answer)


@pytest.mark.parametrize(
    ("tries", "said"),
    [(1, ""), (2, "2nd try"), (3, "3rd try"), (4, "4th try"), (11, "11th try"), (22, "22nd try")],
)
def test_a_try_has_a_place(tries: int, said: str) -> None:
    assert Answer(RollRequestTarget(tries=tries)).tried == said


def test_the_number_of_a_call_is_no_field_to_be_filled_in(
    people: People, party: Party, vessa: Character, brakka: Character, called: RollRequest
) -> None:
    address = f"/characters/{vessa.public_id}/table/panel/{STEALTH}/"
    free = people["ines"].client.get(address).content.decode()
    page = people["ines"].client.get(address, {"call": "1"})
    for name in ("ladder", "target", "opposed"):
        assert f'name="{name}"' in free
        assert f'name="{name}"' not in page.content.decode()
    assert "Target number 15 set by your GM" in text(page)
    # Nothing that is sent all the same stands in its place.
    wanted = {"kind": "combined", "roll": STEALTH, "to": str(vessa.public_id)}
    call(people["greta"], party, **wanted, helpers=str(brakka.public_id))
    helped = people["ines"].client.get(address, {"call": "2"})
    assert "Helpers 1 set by your GM" in text(helped)
    assert 'name="helpers"' not in helped.content.decode()
    assert 'name="target"' in helped.content.decode()
