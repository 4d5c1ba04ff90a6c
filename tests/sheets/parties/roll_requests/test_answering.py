"""Calls as they are answered: once, by those they name, for what they ask."""

from collections.abc import Callable

from sheets import form_data
from sheets.models import Character, LedgerEntry, Party, PlayLogEntry, RollRequest
from tests.sheets.cast import Person
from tests.sheets.parties.pages import call, get, play, text, url
from tests.sheets.parties.roll_requests.pages import STEALTH, answers, of, roll

People = dict[str, Person]
Make = Callable[..., Character]


def test_who_is_called_sees_it_on_the_board_at_the_table_and_on_the_sheet(
    people: People, party: Party, vessa: Character, brakka: Character, called: RollRequest
) -> None:
    panel = f"/characters/{vessa.public_id}/table/panel/{STEALTH}/?call=1"
    for path in ("table/", ""):
        page = people["ines"].client.get(f"/characters/{vessa.public_id}/{path}")
        assert "Stealth against 15 Your GM requests: The guards come" in text(page)
        assert f'hx-get="{panel}"' in page.content.decode()
    board = get(people["ines"], party).content.decode()
    assert f'hx-get="{panel}"' in board
    assert f"/characters/{brakka.public_id}/table/panel/" not in board


def test_a_press_opens_the_panel_with_what_the_call_lays_down(
    people: People, vessa: Character, called: RollRequest
) -> None:
    address = f"/characters/{vessa.public_id}/table/panel/{STEALTH}/"
    page = people["ines"].client.get(address, {"call": "1"})
    assert page.status_code == 200
    assert "Requested by your GM . The guards come Target number 15 set by your GM" in text(page)
    # 6D: 43,821 of 46,656 ways to roll 15 or more.
    assert "94% chance" in text(page)
    shown = " ".join(page.content.decode().split())
    assert '<input type="hidden" name="call" value="1">' in shown


def test_an_answer_comes_with_the_roll(
    people: People,
    party: Party,
    vessa: Character,
    brakka: Character,
    called: RollRequest,
    falls: Callable[..., None],
) -> None:
    falls(2, 3, 3, 3, 3, 3)
    # Another number than the call's does not count.
    answer = play(people["ines"], vessa, f"do/{STEALTH}/", call=1, target="30", ladder="25")
    assert answer.status_code == 200
    assert "17 against" in text(answer)
    line = vessa.play_log.get()
    assert of(vessa).entry == line
    assert answers(get(people["greta"], party)) == {
        "Vessa Korr": (17, True),
        "Brakka": (None, None),
    }
    falls(2, 3, 3)
    roll(people["femi"], brakka)
    assert answers(get(people["ines"], party))["Brakka"] == (8, False)
    words = text(get(people["greta"], party))
    assert "17 Vessa Korr ✓ success" in words
    assert "8 Brakka failure" in words
    # What is answered asks nobody any more.
    assert "Your GM requests" not in text(get(people["ines"], party))


def test_a_call_is_answered_once(
    people: People, party: Party, vessa: Character, called: RollRequest
) -> None:
    roll(people["ines"], vessa)
    first = of(vessa).entry
    answer = roll(people["ines"], vessa)
    assert answer.status_code == 409
    assert "answered already, in log entry 1. Nothing was rolled." in text(answer)
    # The panel that comes with it asks for nobody's call.
    assert 'name="call"' not in answer.content.decode()
    assert of(vessa).entry == first
    assert vessa.play_log.count() == 1


def test_a_closed_call_is_409_and_one_can_still_roll_for_oneself(
    people: People, party: Party, vessa: Character, called: RollRequest
) -> None:
    form = {"key": form_data.new_key()}
    assert people["greta"].client.post(url(party, "calls/1/close/"), form).status_code == 302
    address = f"/characters/{vessa.public_id}/table/panel/{STEALTH}/"
    page = people["ines"].client.get(address, {"call": "1"})
    assert page.status_code == 409
    assert "closed or answered in the meantime" in text(page)
    answer = roll(people["ines"], vessa)
    assert answer.status_code == 409
    assert "This request is closed. Nothing was rolled." in text(answer)
    assert not vessa.play_log.exists()
    assert play(people["ines"], vessa, f"do/{STEALTH}/").status_code == 200


def test_closing_twice_stays_closed_and_one_that_is_not_there_is_404(
    people: People, party: Party, called: RollRequest
) -> None:
    for number, status in ((1, 302), (1, 302), (2, 404), (10**12, 404)):
        form = {"key": form_data.new_key()}
        answer = people["greta"].client.post(url(party, f"calls/{number}/close/"), form)
        assert answer.status_code == status
    assert RollRequest.objects.get().closed_at


def test_nobody_answers_for_somebody_else(
    people: People, vessa: Character, brakka: Character, called: RollRequest
) -> None:
    assert roll(people["femi"], vessa).status_code == 403
    assert roll(people["xeno"], vessa).status_code == 404
    assert not PlayLogEntry.objects.exists()


def test_a_call_answers_for_those_it_names_and_for_what_it_asks(
    people: People, party: Party, vessa: Character, brakka: Character
) -> None:
    call(people["greta"], party, roll=STEALTH, to=[str(brakka.public_id)])
    assert roll(people["ines"], vessa).status_code == 404
    assert roll(people["femi"], brakka, number=7).status_code == 404
    answer = roll(people["femi"], brakka, action="skills.search")
    assert answer.status_code == 409
    assert "is for another roll" in text(answer)
    assert not PlayLogEntry.objects.exists()


def test_who_has_left_the_party_answers_no_more(
    people: People, party: Party, vessa: Character, brakka: Character, called: RollRequest
) -> None:
    Character.objects.filter(pk=vessa.pk).update(party=None)
    assert roll(people["ines"], vessa).status_code == 404
    assert list(answers(get(people["greta"], party))) == ["Brakka"]


def test_a_point_on_a_roll_counts_in_the_answer(
    people: People, party: Party, vessa: Character, called: RollRequest, falls: Callable[..., None]
) -> None:
    falls(2, 2, 2, 2, 2, 2)
    roll(people["ines"], vessa)
    assert answers(get(people["greta"], party))["Vessa Korr"] == (12, False)
    falls(6, 6)  # Luck: a point is two dice
    play(people["ines"], vessa, "point/1/")
    assert answers(get(people["greta"], party))["Vessa Korr"] == (24, True)


def test_a_game_master_rolls_for_who_is_absent(
    people: People, party: Party, vessa: Character, called: RollRequest
) -> None:
    panel = f"/characters/{vessa.public_id}/table/panel/{STEALTH}/?call=1"
    assert panel in get(people["cora"], party).content.decode()
    assert roll(people["cora"], vessa).status_code == 200
    line = vessa.play_log.get()
    assert of(vessa).entry == line
    assert (line.author, line.by) == (people["cora"].owner, "cora")


def test_a_call_from_the_board_answers_with_the_board(
    people: People, party: Party, vessa: Character
) -> None:
    headers = {"HX-Request": "true", "HX-Target": "call"}
    form = {"kind": "check", "everybody": "yes", "roll": STEALTH, "target": "many"}
    send = people["greta"].client.post
    wrong = send(url(party, "calls/"), {**form, "key": form_data.new_key()}, headers=headers)
    assert wrong.status_code == 422
    assert "Enter a whole number as the target" in text(wrong)
    right = send(
        url(party, "calls/"), {**form, "target": "15", "key": form_data.new_key()}, headers=headers
    )
    page = " ".join(right.content.decode().split())
    assert right.status_code == 200
    assert 'id="calls" hx-target="#panel-place" hx-swap="innerHTML" hx-swap-oob="true"' in page
    assert "Stealth against 15" in text(right)
    assert 'value="15"' not in page


def test_what_came_of_earlier_calls_is_told_again(
    people: People, party: Party, vessa: Character, called: RollRequest, falls: Callable[..., None]
) -> None:
    falls(2, 3, 3, 3, 3, 3)
    roll(people["ines"], vessa)
    people["greta"].client.post(url(party, "calls/1/close/"), {"key": form_data.new_key()})
    words = text(get(people["greta"], party, "calls/"))
    assert "Earlier" in words
    assert "17 Vessa Korr ✓ success" in words
    assert "Brakka didn't roll" in words
    assert get(people["greta"], party).context["calls"] == []


def test_without_scripts_the_odds_of_a_call_keep_the_call(
    people: People, vessa: Character, called: RollRequest
) -> None:
    answer = play(people["ines"], vessa, f"do/{STEALTH}/", call=1, ask="ask", helpers="1")
    assert answer.status_code == 302
    page = people["ines"].client.get(answer["Location"])
    assert 'name="call" value="1"' in " ".join(page.content.decode().split())
    assert "7D" in text(page)


def test_a_point_spent_with_an_answer_is_the_game_masters_doing_where_they_roll(
    people: People, vessa: Character, called: RollRequest
) -> None:
    play(people["greta"], vessa, f"do/{STEALTH}/", call=1, points="character-point")
    entry = LedgerEntry.objects.get(character=vessa)
    assert (entry.author, entry.content["by"]) == (people["greta"].owner, "greta")
