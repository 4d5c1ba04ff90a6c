"""Calls: the game master asks, players roll, and everybody sees what came of it."""

from collections.abc import Callable
from typing import Any

import pytest

from sheets import forms
from sheets.models import Call, Called, Character, LedgerEntry, Party, TableLine
from sheets.operations import table
from tests.dice import Fixed
from tests.sheets.cast import Person
from tests.sheets.parties.asking import HTMX, SCOUNDREL, call, get, play, text, url

People = dict[str, Person]
Make = Callable[..., Character]
STEALTH = "skills.stealth"
PLAIN = {"action": STEALTH, "helps": False}


@pytest.fixture
def falls(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """The next dice fall so."""
    dice = Fixed()
    monkeypatch.setattr(table, "DICE", dice)
    return lambda *faces: setattr(dice, "faces", list(faces))


@pytest.fixture
def vessa(in_party: Make) -> Character:
    """Ines's spy: Stealth 6D, PER 5D."""
    return in_party()


@pytest.fixture
def brakka(in_party: Make) -> Character:
    """Femi's scoundrel: PER 3D, and so Stealth and Search."""
    return in_party("Brakka", of="femi", document=SCOUNDREL)


@pytest.fixture
def called(people: People, party: Party, vessa: Character, brakka: Character) -> Call:
    """Both are called to roll Stealth against 15."""
    call(people["greta"], party, roll=STEALTH, everybody="yes", target="15", note="The guards come")
    return Call.objects.get()


def of(character: Character) -> Called:
    return Called.objects.get(character=character)


def answers(page: Any) -> dict[str, tuple[int | None, bool | None]]:
    """What came of the newest call on the board, by name: the total, and whether it came off."""
    (shown, *_) = page.context["calls"]
    return {one.who: (one.outcome and one.outcome.total, one.success) for one in shown.answers}


def roll(who: Person, character: Character, number: int = 1, action: str = STEALTH) -> Any:
    return play(who, character, f"do/{action}/", call=number)


def test_a_call_names_all_that_can_play(
    people: People, party: Party, vessa: Character, brakka: Character, in_party: Make
) -> None:
    in_party("Half Made", finished=False)
    in_party("Retired", archived=True)
    in_party("Torn", document={"build": {"species": 7}})
    answer = call(people["cora"], party, roll=STEALTH, everybody="yes", target="15")
    assert (answer.status_code, answer["Location"]) == (302, url(party))
    made = Call.objects.get()
    assert (made.number, made.kind, made.name, made.target) == (1, "check", "Stealth", 15)
    assert {row.character.name: row.action for row in Called.objects.all()} == {
        "Vessa Korr": STEALTH,
        "Brakka": STEALTH,
    }


def test_a_call_names_those_that_are_chosen(
    people: People, party: Party, vessa: Character, brakka: Character
) -> None:
    call(people["greta"], party, roll="attributes.PER", to=[str(brakka.public_id)])
    assert (of(brakka).action, of(brakka).name) == ("attributes.PER", "Perception")
    assert not Called.objects.filter(character=vessa).exists()


def test_who_has_no_such_skill_is_not_asked_for_it(
    people: People, party: Party, vessa: Character, in_party: Make
) -> None:
    build = {**SCOUNDREL["build"], "profession": "jedi-padawan"}
    padawan = in_party("Sera", of="femi", document={"build": build})
    call(people["greta"], party, roll="skills.sense", everybody="yes")
    assert [row.character for row in Called.objects.all()] == [padawan]


def test_who_cannot_act_is_not_asked_with_all_and_that_is_said(
    people: People, party: Party, vessa: Character, brakka: Character
) -> None:
    Character.objects.filter(pk=brakka.pk).update(marks={"unconscious": 1})
    answer = call(people["greta"], party, roll=STEALTH, everybody="yes")
    assert [row.character for row in Called.objects.all()] == [vessa]
    said = "Not asked, because they cannot: Brakka ("
    assert said in text(people["greta"].client.get(answer["Location"]))
    form = {"key": forms.new_key(), "kind": "check", "roll": STEALTH, "everybody": "yes"}
    asked = {**HTMX, "HX-Target": "call"}
    answer = people["greta"].client.post(url(party, "calls/"), form, headers=asked)
    assert said in text(answer)
    call(people["greta"], party, roll=STEALTH, to=[str(brakka.public_id)])
    assert Called.objects.filter(character=brakka).count() == 1


def test_where_nobody_can_act_nobody_is_called(
    people: People, party: Party, vessa: Character
) -> None:
    Character.objects.filter(pk=vessa.pk).update(marks={"unconscious": 1})
    answer = call(people["greta"], party, roll=STEALTH, everybody="yes")
    assert answer.status_code == 422
    assert "Nobody at the table can do that now" in text(answer)
    assert not Call.objects.exists()


def test_calls_stand_newest_first_on_the_board_and_on_the_sheet(
    people: People, party: Party, vessa: Character
) -> None:
    for roll in (STEALTH, "skills.search", "attributes.PER"):
        call(people["greta"], party, roll=roll, everybody="yes")
    board = get(people["ines"], party).context
    assert [one.row.number for one in board["calls"]] == [3, 2, 1]
    sheet = people["ines"].client.get(f"/characters/{vessa.public_id}/").context
    for waiting in (board["waiting"], sheet["waiting"]):
        assert [answer.row.call.number for answer in waiting] == [3, 2, 1]


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"everybody": "yes"}, "Choose what is rolled."),
        ({"roll": "skills.juggling", "everybody": "yes"}, "Nobody at the table has that."),
        ({"roll": STEALTH}, "Choose at least one character."),
        ({"roll": STEALTH, "to": "6ba7b810-9dad-41d1-80b4-00c04fd430c8"}, "not on the board"),
        ({"roll": STEALTH, "everybody": "yes", "target": "many"}, "a whole number, or nothing"),
        ({"roll": STEALTH, "everybody": "yes", "target": "-1"}, "a whole number, or nothing"),
        ({"roll": STEALTH, "everybody": "yes", "target": "201"}, "from 0 to 200"),
        ({"roll": STEALTH, "everybody": "yes", "target": "９"}, "a whole number, or nothing"),
        ({"roll": STEALTH, "everybody": "yes", "note": "x" * 201}, "At most 200 characters"),
        ({"roll": STEALTH, "everybody": "yes", "note": "\x00"}, "cannot be kept"),
        ({"roll": STEALTH, "everybody": "yes", "kind": "duel"}, "no such call"),
        ({"roll": STEALTH, "kind": "opposed"}, "two different characters"),
        ({"roll": STEALTH, "kind": "combined"}, "Choose who rolls."),
    ],
)
def test_what_cannot_be_called_for_says_what_would_be_right(
    people: People, party: Party, vessa: Character, sent: dict[str, str], said: str
) -> None:
    answer = call(people["greta"], party, **sent)
    assert answer.status_code == 422
    assert said in text(answer)
    assert not Call.objects.exists()


def test_what_was_typed_stays_where_a_call_is_refused(
    people: People, party: Party, vessa: Character
) -> None:
    page = call(people["greta"], party, roll=STEALTH, target="many", note="The guards").content
    assert b'value="many"' in page
    assert b'value="The guards"' in page
    assert b'<option value="skills.stealth" selected>' in page


def test_a_call_sent_twice_is_one(people: People, party: Party, vessa: Character) -> None:
    form = {"roll": STEALTH, "everybody": "yes", "key": forms.new_key()}
    assert [call(people["greta"], party, **form).status_code for _ in range(2)] == [302, 302]
    assert Call.objects.count() == 1


def test_only_so_many_calls_are_open_at_once(
    people: People, party: Party, vessa: Character
) -> None:
    for _ in range(12):
        call(people["greta"], party, roll=STEALTH, everybody="yes")
    answer = call(people["greta"], party, roll=STEALTH, everybody="yes")
    assert answer.status_code == 422
    assert "Close one of them first." in text(answer)
    people["greta"].client.post(url(party, "calls/3/close/"), {"key": forms.new_key()})
    assert call(people["greta"], party, roll=STEALTH, everybody="yes").status_code == 302
    assert Call.objects.latest("number").number == 13


def test_who_is_called_sees_it_on_the_board_at_the_table_and_on_the_sheet(
    people: People, party: Party, vessa: Character, brakka: Character, called: Call
) -> None:
    panel = f"/characters/{vessa.public_id}/table/panel/{STEALTH}/?call=1"
    for path in ("table/", ""):
        page = people["ines"].client.get(f"/characters/{vessa.public_id}/{path}")
        assert "Stealth against 15 The GM calls: The guards come" in text(page)
        assert f'hx-get="{panel}"' in page.content.decode()
    board = get(people["ines"], party).content.decode()
    assert f'hx-get="{panel}"' in board
    assert f"/characters/{brakka.public_id}/table/panel/" not in board


def test_a_press_opens_the_panel_with_what_the_call_lays_down(
    people: People, vessa: Character, called: Call
) -> None:
    address = f"/characters/{vessa.public_id}/table/panel/{STEALTH}/"
    page = people["ines"].client.get(address, {"call": "1"})
    assert page.status_code == 200
    assert "The GM calls for this , against 15. The guards come" in text(page)
    # 6D: 43,821 of 46,656 ways to roll 15 or more.
    assert "94 % chance" in text(page)
    assert '<input type="hidden" name="call" value="1">' in page.content.decode()


def test_an_answer_comes_with_the_roll(
    people: People,
    party: Party,
    vessa: Character,
    brakka: Character,
    called: Call,
    falls: Callable[..., None],
) -> None:
    falls(2, 3, 3, 3, 3, 3)
    # Another number than the call's does not count.
    answer = play(people["ines"], vessa, f"do/{STEALTH}/", call=1, target="30", ladder="25")
    assert answer.status_code == 200
    assert "17 against" in text(answer)
    line = vessa.lines.get()
    assert of(vessa).line == line
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
    assert "The GM calls" not in text(get(people["ines"], party))


def test_a_call_is_answered_once(
    people: People, party: Party, vessa: Character, called: Call
) -> None:
    roll(people["ines"], vessa)
    first = of(vessa).line
    answer = roll(people["ines"], vessa)
    assert answer.status_code == 409
    assert "answered already, as number 1 of the log. Nothing was rolled." in text(answer)
    # The panel that comes with it asks for nobody's call.
    assert 'name="call"' not in answer.content.decode()
    assert of(vessa).line == first
    assert vessa.lines.count() == 1


def test_a_closed_call_is_409_and_one_can_still_roll_for_oneself(
    people: People, party: Party, vessa: Character, called: Call
) -> None:
    form = {"key": forms.new_key()}
    assert people["greta"].client.post(url(party, "calls/1/close/"), form).status_code == 302
    address = f"/characters/{vessa.public_id}/table/panel/{STEALTH}/"
    page = people["ines"].client.get(address, {"call": "1"})
    assert page.status_code == 409
    assert "closed or answered in the meantime" in text(page)
    answer = roll(people["ines"], vessa)
    assert answer.status_code == 409
    assert "This call is closed. Nothing was rolled." in text(answer)
    assert not vessa.lines.exists()
    assert play(people["ines"], vessa, f"do/{STEALTH}/").status_code == 200


def test_closing_twice_stays_closed_and_one_that_is_not_there_is_404(
    people: People, party: Party, called: Call
) -> None:
    for number, status in ((1, 302), (1, 302), (2, 404), (10**12, 404)):
        form = {"key": forms.new_key()}
        answer = people["greta"].client.post(url(party, f"calls/{number}/close/"), form)
        assert answer.status_code == status
    assert Call.objects.get().closed_at


def test_nobody_answers_for_somebody_else(
    people: People, vessa: Character, brakka: Character, called: Call
) -> None:
    assert roll(people["femi"], vessa).status_code == 403
    assert roll(people["xeno"], vessa).status_code == 404
    assert not TableLine.objects.exists()


def test_a_call_answers_for_those_it_names_and_for_what_it_asks(
    people: People, party: Party, vessa: Character, brakka: Character
) -> None:
    call(people["greta"], party, roll=STEALTH, to=[str(brakka.public_id)])
    assert roll(people["ines"], vessa).status_code == 404
    assert roll(people["femi"], brakka, number=7).status_code == 404
    answer = roll(people["femi"], brakka, action="skills.search")
    assert answer.status_code == 409
    assert "asks for another roll" in text(answer)
    assert not TableLine.objects.exists()


def test_who_has_left_the_party_answers_no_more(
    people: People, party: Party, vessa: Character, brakka: Character, called: Call
) -> None:
    Character.objects.filter(pk=vessa.pk).update(party=None)
    assert roll(people["ines"], vessa).status_code == 404
    assert list(answers(get(people["greta"], party))) == ["Brakka"]


def test_a_roll_taken_back_frees_the_call(
    people: People, party: Party, vessa: Character, called: Call, falls: Callable[..., None]
) -> None:
    falls(2, 3, 3, 3, 3, 3, 6, 6, 6, 6, 6, 6)
    roll(people["ines"], vessa)
    play(people["ines"], vessa, "take-back/1/")
    assert of(vessa).line is None
    assert answers(get(people["greta"], party))["Vessa Korr"] == (None, None)
    assert roll(people["ines"], vessa).status_code == 200
    assert answers(get(people["greta"], party))["Vessa Korr"] == (36, True)


def test_a_point_on_a_roll_counts_in_the_answer_until_it_is_taken_back(
    people: People, party: Party, vessa: Character, called: Call, falls: Callable[..., None]
) -> None:
    falls(2, 2, 2, 2, 2, 2)
    roll(people["ines"], vessa)
    assert answers(get(people["greta"], party))["Vessa Korr"] == (12, False)
    falls(6, 6)  # Luck: a point is two dice
    play(people["ines"], vessa, "point/1/")
    assert answers(get(people["greta"], party))["Vessa Korr"] == (24, True)
    play(people["ines"], vessa, "take-back/2/")
    assert answers(get(people["greta"], party))["Vessa Korr"] == (12, False)
    play(people["ines"], vessa, "take-back/1/")
    assert of(vessa).line is None


def test_two_against_each_other_and_the_better_one_wins(
    people: People,
    party: Party,
    vessa: Character,
    brakka: Character,
    falls: Callable[..., None],
) -> None:
    both = [str(vessa.public_id), str(brakka.public_id)]
    call(people["greta"], party, kind="opposed", roll=STEALTH, other="skills.search", to=both)
    made = Call.objects.get()
    assert (made.name, made.target) == ("Stealth against Search", None)
    falls(4, 4, 4, 4, 4, 4, 5, 5, 5)
    roll(people["ines"], vessa)
    page = get(people["greta"], party)
    assert answers(page) == {"Vessa Korr": (24, None), "Brakka": (None, None)}
    roll(people["femi"], brakka, action="skills.search")
    page = get(people["femi"], party)
    assert answers(page) == {"Vessa Korr": (24, True), "Brakka": (15, False)}
    assert "Vessa Korr 24 beats Brakka 15 by 9." in text(page)
    assert "✓ wins" in text(page)


def test_a_tie_of_two_has_no_winner(
    people: People, party: Party, vessa: Character, brakka: Character, falls: Callable[..., None]
) -> None:
    both = [str(vessa.public_id), str(brakka.public_id)]
    call(people["greta"], party, kind="opposed", roll=STEALTH, to=both)
    assert Call.objects.get().name == "Stealth"
    falls(1, 1, 1, 1, 1, 5, 3, 3, 4)
    roll(people["ines"], vessa)
    roll(people["femi"], brakka)
    page = get(people["greta"], party)
    assert answers(page) == {"Vessa Korr": (10, None), "Brakka": (10, None)}
    assert "10 each." in text(page)


def test_the_same_one_twice_is_no_contest(people: People, party: Party, vessa: Character) -> None:
    twice = [str(vessa.public_id)] * 2
    answer = call(people["greta"], party, kind="opposed", roll=STEALTH, to=twice)
    assert answer.status_code == 422
    assert "two different characters" in text(answer)


def test_one_rolls_with_the_dice_of_those_who_help(
    people: People,
    party: Party,
    vessa: Character,
    brakka: Character,
    in_party: Make,
    falls: Callable[..., None],
) -> None:
    third = in_party("Nim")
    help_from = [str(vessa.public_id), str(third.public_id)]
    form = {"kind": "combined", "roll": STEALTH, "to": str(brakka.public_id), "target": "15"}
    call(people["greta"], party, **form, helpers=help_from)
    assert (of(brakka).helps, of(vessa).helps, of(third).helps) == (False, True, True)
    assert "Helped by Vessa Korr and Nim" in text(get(people["ines"], party))
    # Who helps has nothing to roll.
    assert "The GM calls" not in text(get(people["ines"], party))
    assert roll(people["ines"], vessa).status_code == 404
    # PER 3D and one die for each of the two.
    falls(3, 3, 3, 3, 3)
    assert "5D" in text(roll(people["femi"], brakka))
    assert answers(get(people["greta"], party))["Brakka"] == (15, True)


@pytest.mark.parametrize("helpers", [[], ["lead"]])
def test_nobody_helps_themselves(
    people: People, party: Party, vessa: Character, helpers: list[str]
) -> None:
    lead = str(vessa.public_id)
    form = {"kind": "combined", "roll": STEALTH, "to": lead, "helpers": [lead for _ in helpers]}
    answer = call(people["greta"], party, **form)
    assert answer.status_code == 422
    assert "at least one who helps" in text(answer)


def test_a_game_master_rolls_for_who_is_absent(
    people: People, party: Party, vessa: Character, called: Call
) -> None:
    panel = f"/characters/{vessa.public_id}/table/panel/{STEALTH}/?call=1"
    assert panel in get(people["cora"], party).content.decode()
    assert roll(people["cora"], vessa).status_code == 200
    line = vessa.lines.get()
    assert of(vessa).line == line
    assert (line.author, line.by) == (people["cora"].owner, "cora")


def test_a_call_from_the_board_answers_with_the_board(
    people: People, party: Party, vessa: Character
) -> None:
    headers = {"HX-Request": "true", "HX-Target": "call"}
    form = {"kind": "check", "everybody": "yes", "roll": STEALTH, "target": "many"}
    send = people["greta"].client.post
    wrong = send(url(party, "calls/"), {**form, "key": forms.new_key()}, headers=headers)
    assert wrong.status_code == 422
    assert "a whole number, or nothing" in text(wrong)
    right = send(
        url(party, "calls/"), {**form, "target": "15", "key": forms.new_key()}, headers=headers
    )
    page = right.content.decode()
    assert right.status_code == 200
    assert 'id="calls" hx-target="#panel-place" hx-swap="innerHTML" hx-swap-oob="true"' in page
    assert "Stealth against 15" in text(right)
    assert 'value="15"' not in page


def test_what_came_of_earlier_calls_is_told_again(
    people: People, party: Party, vessa: Character, called: Call, falls: Callable[..., None]
) -> None:
    falls(2, 3, 3, 3, 3, 3)
    roll(people["ines"], vessa)
    people["greta"].client.post(url(party, "calls/1/close/"), {"key": forms.new_key()})
    words = text(get(people["greta"], party, "calls/"))
    assert "Earlier" in words
    assert "17 Vessa Korr ✓ success" in words
    assert "Brakka did not roll" in words
    assert get(people["greta"], party).context["calls"] == []


def test_a_link_may_begin_a_call(people: People, party: Party, vessa: Character) -> None:
    page = get(people["greta"], party, "calls/", roll=STEALTH)
    assert page.content.decode().count('<option value="skills.stealth" selected>') == 1


def test_a_player_calls_for_nothing(people: People, party: Party, vessa: Character) -> None:
    assert call(people["ines"], party, roll=STEALTH, everybody="yes").status_code == 404
    assert not Call.objects.exists()


def test_without_scripts_the_odds_of_a_call_keep_the_call(
    people: People, vessa: Character, called: Call
) -> None:
    answer = play(people["ines"], vessa, f"do/{STEALTH}/", call=1, ask="ask", helpers="1")
    assert answer.status_code == 302
    page = people["ines"].client.get(answer["Location"])
    assert 'name="call" value="1"' in page.content.decode()
    assert "7D" in text(page)


def test_a_point_spent_with_an_answer_is_the_game_masters_doing_where_they_roll(
    people: People, vessa: Character, called: Call
) -> None:
    play(people["greta"], vessa, f"do/{STEALTH}/", call=1, points="character-point")
    entry = LedgerEntry.objects.get(character=vessa)
    assert (entry.author, entry.content["by"]) == (people["greta"].owner, "greta")
