"""Undo at the table, and answers to questions: each once."""

from collections.abc import Callable
from typing import Any

import pytest

from sheets.errors import Conflict, NoSuchLogEntry, Refused
from sheets.models import Character, LedgerEntry
from sheets.play import operations
from sheets.storage import situation
from tests.sheets.play.examples import access_to, act, add_point, answer, line, row, take_back

# Vessa Korr: Blasters 4D, Medicine 2D, Soak 2, Luck, a Force Point and 5 Character Points. Of what
# gets through, up to 2 stuns her and 3 wound her; the third wound puts her down.


def test_no_point_goes_on_harm_nor_on_what_was_taken_back(finished: Character) -> None:
    harm = act(finished, "harm", damage="5")
    with pytest.raises(Refused):
        add_point(finished, harm)
    roll = act(finished, "skills.blasters")
    take_back(finished, roll)
    with pytest.raises(Conflict):
        add_point(finished, roll)
    with pytest.raises(NoSuchLogEntry):
        add_point(finished, 99)


def test_a_line_is_taken_back_once_by_a_line_that_says_so(finished: Character) -> None:
    harm = act(finished, "harm", damage="5")
    assert row(finished).marks == {"wounds": 1}
    back = take_back(finished, harm)
    assert row(finished).marks == {}
    assert (line(finished, back).kind, line(finished, back).takes_back) == ("back", harm)
    assert [(move.label, move.value) for move in line(finished, back).moves] == [("Wounds", -1)]
    assert (line(finished, harm).taken_back_by, line(finished, harm).stands) == (back, False)
    for number, fault in ((harm, Conflict), (back, Refused), (99, NoSuchLogEntry)):
        with pytest.raises(fault):
            take_back(finished, number)


def test_what_is_taken_back_goes_back_by_what_it_moved_and_never_past_the_bounds(
    finished: Character,
) -> None:
    first = act(finished, "harm", damage="5")
    act(finished, "day")
    act(finished, "harm", damage="5")
    take_back(finished, first)
    assert row(finished).marks == {}
    take_back(finished, 3)
    assert row(finished).marks == {}
    assert line(finished, 5).moves == ()


def test_more_wounds_than_strength_and_awake_cannot_be_though_the_hit_is_taken_back(
    finished: Character,
) -> None:
    hits = [act(finished, "harm", damage="5") for _ in range(4)]
    # STR 2D: the third put her down, the fourth found her there. Without the third she has three.
    take_back(finished, hits[2])
    assert row(finished).marks == {"wounds": 3}
    with pytest.raises(Refused) as refused:
        act(finished, "skills.blasters")
    assert str(refused.value) == "Unconscious: can't act until a wound is healed."
    # Healed down to two she wakes, and back at four she is out again.
    healed = act(finished, "treated", total="10")
    act(finished, "hold")
    take_back(finished, healed)
    with pytest.raises(Refused):
        act(finished, "hold")


def test_the_turn_goes_back_where_it_is_as_that_line_left_it(
    finished: Character, falls: Callable[..., None]
) -> None:
    operations.Declare(access_to(finished), values={"actions": ("2",)}).run()
    assert row(finished).situation == {"actions": 2}
    turn = act(finished, "turn")
    anew = {"actions": 1, "bands": 0, "held": 0, "rounds": 1}
    assert row(finished).situation == anew
    take_back(finished, turn)
    assert row(finished).situation == {"actions": 2}
    turn = act(finished, "turn")
    operations.Declare(access_to(finished), values={"actions": ("3",)}).run()
    take_back(finished, turn)
    assert row(finished).situation == {"actions": 3}


def test_an_action_that_is_taken_back_was_not_done(
    finished: Character, falls: Callable[..., None]
) -> None:
    act(finished, "turn")
    falls(*[3] * 20)
    first, second = act(finished, "skills.blasters"), act(finished, "skills.deceive")
    assert [one.entry for one in situation(row(finished)).taken] == [first, second]
    take_back(finished, first)
    assert [one.entry for one in situation(row(finished)).taken] == [second]
    anew = act(finished, "turn")
    assert situation(row(finished)).taken == ()
    take_back(finished, anew)
    assert [one.entry for one in situation(row(finished)).taken] == [second]


def test_what_lasts_goes_and_comes_back_with_the_line_that_began_or_ended_it(
    finished: Character,
) -> None:
    blinded = {"name": "Blinded", "dice": "-2", "on": "attacks"}
    begun = act(finished, "effect", **blinded)
    (effect,) = situation(row(finished)).effects
    assert (effect.name, effect.dice, effect.on, effect.entry) == ("Blinded", -2, "attacks", begun)
    ended = act(finished, "effect-end", effect=effect.id)
    assert situation(row(finished)).effects == ()
    take_back(finished, ended)
    assert situation(row(finished)).effects == (effect,)
    take_back(finished, begun)
    assert situation(row(finished)).effects == ()


def test_a_force_point_comes_back_and_a_character_point_stays_spent(
    make_character: Callable[..., Character], vessa: dict[str, Any], falls: Callable[..., None]
) -> None:
    character = make_character(vessa, finished=True)
    act(character, "round")
    falls(*[3] * 8)
    roll = act(character, "skills.blasters", points="force-point")
    assert row(character).marks == {"force_points": 0}
    assert row(character).situation["force_point"] == 1
    take_back(character, roll)
    assert (row(character).marks, row(character).situation["force_point"]) == ({}, 0)
    falls(*[3] * 6)
    roll = act(character, "skills.blasters", points="character-point")
    back = take_back(character, roll)
    assert [(kept.kind, kept.moves) for kept in (line(character, back),)] == [("back", ())]
    assert line(character, back).outcome.said == (
        "1 Character Point spent stays. Only your GM can undo this: it was an "
        "award, or was spent on a roll.",
    )
    assert row(character).situation["character_point"] == 1
    assert LedgerEntry.objects.count() == 1


def test_a_medpac_that_is_taken_back_is_carried_again(
    make_character: Callable[..., Character], vessa: dict[str, Any], falls: Callable[..., None]
) -> None:
    vessa["build"]["gear"] = [{"id": "medpac"}]
    vessa["marks"] = {"wounds": 1}
    character = make_character(vessa, finished=True)
    falls(6, 6)
    used = act(character, "medpac", helpers="1")
    assert (row(character).marks, LedgerEntry.objects.count()) == ({}, 1)
    take_back(character, used)
    assert row(character).marks == {"wounds": 1}
    assert [entry.content["kind"] for entry in LedgerEntry.objects.all()] == ["use", "undo"]
    falls(1, 1)
    assert act(character, "medpac", helpers="1") == 3


def test_a_roll_that_a_point_rests_on_is_taken_back_after_the_point(
    finished: Character, falls: Callable[..., None]
) -> None:
    falls(2, 4, 5, 3, 2, 2)
    roll = act(finished, "skills.blasters")
    point = add_point(finished, roll)
    assert not line(finished, roll).may_be_taken_back
    with pytest.raises(Refused) as refused:
        take_back(finished, roll)
    assert str(refused.value) == "You spent a point on this roll (number 2). Undo that first."
    take_back(finished, point)
    assert line(finished, roll).may_be_taken_back
    take_back(finished, roll)
    with pytest.raises(Conflict):
        add_point(finished, roll)


def test_a_question_is_answered_once(finished: Character, falls: Callable[..., None]) -> None:
    falls(6, 4, 5, 3, 2, 4, 5, 3)
    asked, plain = act(finished, "skills.blasters"), act(finished, "skills.blasters")
    assert line(finished, asked).open_question == "What goes right?"
    answer(finished, asked, " They laugh. \n")
    answer(finished, asked, "They laugh.")
    assert (line(finished, asked).answer, line(finished, asked).open_question) == (
        "They laugh.",
        "",
    )
    with pytest.raises(Conflict):
        answer(finished, asked, "They weep.")
    with pytest.raises(Refused):
        answer(finished, plain, "Nothing.")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Say in a few words what happened."),
        ("x" * 2001, "Use at most 2,000 characters, not 2,001."),
        ("\x00", "This can't be saved: control character U+0000; only line breaks and tabs."),
    ],
)
def test_an_answer_that_cannot_be_kept_says_why(
    text: str, said: str, finished: Character, falls: Callable[..., None]
) -> None:
    falls(6, 4, 5, 3)
    asked = act(finished, "skills.blasters")
    with pytest.raises(Refused) as refused:
        answer(finished, asked, text)
    assert refused.value.errors == {"answer": said}
