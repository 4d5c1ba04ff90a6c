"""Calls of one against another, and of one whom others help."""

from collections.abc import Callable

import pytest

from sheets.models import Character, Party, RollRequest
from tests.sheets.cast import Person
from tests.sheets.parties.pages import call, get, text
from tests.sheets.parties.roll_requests.pages import STEALTH, answers, of, roll

People = dict[str, Person]
Make = Callable[..., Character]


def test_two_against_each_other_and_the_better_one_wins(
    people: People,
    party: Party,
    vessa: Character,
    brakka: Character,
    falls: Callable[..., None],
) -> None:
    both = [str(vessa.public_id), str(brakka.public_id)]
    call(people["greta"], party, kind="opposed", roll=STEALTH, other="skills.search", to=both)
    made = RollRequest.objects.get()
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
    assert RollRequest.objects.get().name == "Stealth"
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
    assert "Your GM requests" not in text(get(people["ines"], party))
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
    assert "at least one helper" in text(answer)
