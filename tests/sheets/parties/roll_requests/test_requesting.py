"""Calls as a game master makes them: who is asked, for what, and what is refused."""

from collections.abc import Callable

import pytest

from sheets import form_data
from sheets.models import Character, Party, RollRequest, RollRequestTarget
from tests.sheets.cast import Person
from tests.sheets.parties.pages import HTMX, SCOUNDREL, call, get, text, url
from tests.sheets.parties.roll_requests.pages import STEALTH, of

People = dict[str, Person]
Make = Callable[..., Character]


def test_a_call_names_all_that_can_play(
    people: People, party: Party, vessa: Character, brakka: Character, in_party: Make
) -> None:
    in_party("Half Made", finished=False)
    in_party("Retired", archived=True)
    in_party("Torn", document={"build": {"species": 7}})
    answer = call(people["cora"], party, roll=STEALTH, everybody="yes", target="15")
    assert (answer.status_code, answer["Location"]) == (302, url(party))
    made = RollRequest.objects.get()
    assert (made.number, made.kind, made.name, made.target) == (1, "check", "Stealth", 15)
    assert {row.character.name: row.action for row in RollRequestTarget.objects.all()} == {
        "Vessa Korr": STEALTH,
        "Brakka": STEALTH,
    }


def test_a_call_names_those_that_are_chosen(
    people: People, party: Party, vessa: Character, brakka: Character
) -> None:
    call(people["greta"], party, roll="attributes.PER", to=[str(brakka.public_id)])
    assert (of(brakka).action, of(brakka).name) == ("attributes.PER", "Perception")
    assert not RollRequestTarget.objects.filter(character=vessa).exists()


def test_who_has_no_such_skill_is_not_asked_for_it(
    people: People, party: Party, vessa: Character, in_party: Make
) -> None:
    build = {**SCOUNDREL["build"], "profession": "jedi-padawan"}
    padawan = in_party("Sera", of="femi", document={"build": build})
    call(people["greta"], party, roll="skills.sense", everybody="yes")
    assert [row.character for row in RollRequestTarget.objects.all()] == [padawan]


def test_who_cannot_act_is_not_asked_with_all_and_that_is_said(
    people: People, party: Party, vessa: Character, brakka: Character
) -> None:
    Character.objects.filter(pk=brakka.pk).update(marks={"unconscious": 1})
    answer = call(people["greta"], party, roll=STEALTH, everybody="yes")
    assert [row.character for row in RollRequestTarget.objects.all()] == [vessa]
    said = "Not asked, because they cannot: Brakka ("
    assert said in text(people["greta"].client.get(answer["Location"]))
    form = {"key": form_data.new_key(), "kind": "check", "roll": STEALTH, "everybody": "yes"}
    asked = {**HTMX, "HX-Target": "call"}
    answer = people["greta"].client.post(url(party, "calls/"), form, headers=asked)
    assert said in text(answer)
    call(people["greta"], party, roll=STEALTH, to=[str(brakka.public_id)])
    assert RollRequestTarget.objects.filter(character=brakka).count() == 1


def test_where_nobody_can_act_nobody_is_called(
    people: People, party: Party, vessa: Character
) -> None:
    Character.objects.filter(pk=vessa.pk).update(marks={"unconscious": 1})
    answer = call(people["greta"], party, roll=STEALTH, everybody="yes")
    assert answer.status_code == 422
    assert "No character can roll that now" in text(answer)
    assert not RollRequest.objects.exists()


def test_calls_stand_newest_first_on_the_board_and_on_the_sheet(
    people: People, party: Party, vessa: Character
) -> None:
    for roll in (STEALTH, "skills.search", "attributes.PER"):
        call(people["greta"], party, roll=roll, everybody="yes")
    board = get(people["ines"], party).context
    assert [one.row.number for one in board["calls"]] == [3, 2, 1]
    sheet = people["ines"].client.get(f"/characters/{vessa.public_id}/").context
    for waiting in (board["waiting"], sheet["waiting"]):
        assert [answer.row.request.number for answer in waiting] == [3, 2, 1]


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"everybody": "yes"}, "Choose a skill or attribute to roll."),
        ({"roll": "skills.juggling", "everybody": "yes"}, "No character in play has that skill."),
        ({"roll": STEALTH}, "Choose at least one character."),
        ({"roll": STEALTH, "to": "6ba7b810-9dad-41d1-80b4-00c04fd430c8"}, "no longer on the board"),
        (
            {"roll": STEALTH, "everybody": "yes", "target": "many"},
            "Enter a whole number as the target",
        ),
        (
            {"roll": STEALTH, "everybody": "yes", "target": "-1"},
            "Enter a whole number as the target",
        ),
        ({"roll": STEALTH, "everybody": "yes", "target": "201"}, "from 0 to 200"),
        (
            {"roll": STEALTH, "everybody": "yes", "target": "½"},
            "Enter a whole number as the target",
        ),
        ({"roll": STEALTH, "everybody": "yes", "note": "x" * 201}, "Use at most 200 characters"),
        ({"roll": STEALTH, "everybody": "yes", "note": "\x00"}, "be saved: "),
        ({"roll": STEALTH, "everybody": "yes", "kind": "duel"}, "no such kind of roll"),
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
    assert not RollRequest.objects.exists()


def test_what_was_typed_stays_where_a_call_is_refused(
    people: People, party: Party, vessa: Character
) -> None:
    page = call(people["greta"], party, roll=STEALTH, target="many", note="The guards").content
    assert b'value="many"' in page
    assert b'value="The guards"' in page
    assert b'<option value="skills.stealth" selected>' in page


def test_a_call_sent_twice_is_one(people: People, party: Party, vessa: Character) -> None:
    form = {"roll": STEALTH, "everybody": "yes", "key": form_data.new_key()}
    assert [call(people["greta"], party, **form).status_code for _ in range(2)] == [302, 302]
    assert RollRequest.objects.count() == 1


def test_only_so_many_calls_are_open_at_once(
    people: People, party: Party, vessa: Character
) -> None:
    for _ in range(12):
        call(people["greta"], party, roll=STEALTH, everybody="yes")
    answer = call(people["greta"], party, roll=STEALTH, everybody="yes")
    assert answer.status_code == 422
    assert "Close one first." in text(answer)
    people["greta"].client.post(url(party, "calls/3/close/"), {"key": form_data.new_key()})
    assert call(people["greta"], party, roll=STEALTH, everybody="yes").status_code == 302
    assert RollRequest.objects.latest("number").number == 13


def test_a_link_may_begin_a_call(people: People, party: Party, vessa: Character) -> None:
    page = get(people["greta"], party, "calls/", roll=STEALTH)
    assert page.content.decode().count('<option value="skills.stealth" selected>') == 1


def test_a_player_calls_for_nothing(people: People, party: Party, vessa: Character) -> None:
    assert call(people["ines"], party, roll=STEALTH, everybody="yes").status_code == 404
    assert not RollRequest.objects.exists()
