"""Roll requests of a game master, and opposed checks of two players."""

from random import Random

import pytest

from rules.character import Character
from rules.game import Game
from rules.play import NO_REQUESTS, Outcome
from rules.problems import RuleViolation
from rules.sheet.sections import Traits
from tests.rules.contract.systems import EVERY, characters, having
from tests.rules.systems.hyperspace_d6.play.examples import SYSTEM, somebody
from tests.sampling import Drawn


def rolled(name: str, total: int) -> Outcome:
    return Outcome("skills.x", name, "check", total=total)


@EVERY
def test_whatever_stands_among_the_traits_can_be_called_for(system: Game, drawn: Drawn) -> None:
    for document in drawn(characters(system), every=3):
        situation: dict[str, int] = {}
        character = Character(system, document)
        for section in character.sheet.sections:
            if not isinstance(section, Traits):
                continue
            for column in (*section.columns, *([section.row] if section.row else [])):
                head = (column.key,) if column.figure else ()
                for key in (*head, *(line.key for line in column.lines)):
                    helpers = 1 if "combined" in system.calls else 0
                    call = system.play.requests.fields(target=8, helpers=helpers)
                    panel = character.roll_form(situation, key, call)
                    assert panel.target is not None
                    assert panel.target.value == 8, key
                    if panel.pool and not panel.pool.value:
                        assert panel.barred, key
                        continue
                    outcome = character.resolve(situation, key, call, Random(1))
                    enough = 8 if panel.needed is None else panel.needed
                    assert outcome.success is (outcome.total >= enough), key


@having(lambda system: system.play.requests is not NO_REQUESTS)
def test_two_checks_have_one_winner_or_none(system: Game) -> None:
    for first, second, winner in ((17, 12, 0), (9, 10, 1), (14, 14, None)):
        contest = system.play.requests.opposed(rolled("Stealth", first), rolled("Search", second))
        assert contest.winner == winner
        assert contest.said


def test_a_call_stands_in_the_panel() -> None:
    call = SYSTEM.play.requests.fields(target=15, helpers=2)
    found = Character(SYSTEM, somebody()).roll_form({}, "skills.deceive", call)
    assert found.pool is not None
    assert found.pool.why == "PER 3D + Deceive 1D + 2 helpers 2D"
    assert found.target is not None
    assert found.target.text == "Moderate 15"
    fields = {field.id: field.values for field in found.fields}
    assert (fields["ladder"], fields["helpers"]) == (("15",), ("2",))


def test_a_call_may_be_against_somebodys_dice_or_against_nothing() -> None:
    against = SYSTEM.play.requests.fields(opposed_by=3)
    found = Character(SYSTEM, somebody(house={"quickplay": True})).roll_form(
        {}, "attributes.PER", against
    )
    assert (found.target, against) == (None, {"opposed": ("3",)})
    assert SYSTEM.play.requests.fields() == {}


def test_a_call_against_another_player_has_no_number_to_reach() -> None:
    quick = somebody(house={"quickplay": True})
    for call, target in (({}, "Easy 10"), (SYSTEM.play.requests.fields(opposed_by=0), "")):
        found = Character(SYSTEM, quick).roll_form({}, "attributes.PER", call)
        assert (found.target.text if found.target else "") == target
        # PER 2D: 6 of 36 ways to show 10 or more.
        assert found.chance == ("17%" if target else "")


def test_a_call_of_0_is_a_number_to_reach_and_the_only_one() -> None:
    assert SYSTEM.play.requests.fields(target=0) == {
        "target": ("0",),
        "ladder": ("",),
        "opposed": ("",),
    }


@pytest.mark.parametrize(
    ("call", "where"),
    [
        ({"target": 201}, "target"),
        ({"target": -1}, "target"),
        ({"helpers": -1}, "helpers"),
        ({"helpers": 31}, "helpers"),
        ({"opposed_by": 31}, "opposed"),
    ],
)
def test_a_call_that_no_panel_could_hold_is_refused(call: dict[str, int], where: str) -> None:
    with pytest.raises(RuleViolation) as caught:
        SYSTEM.play.requests.fields(**call)
    assert [problem.where for problem in caught.value.problems] == [where]


def test_the_higher_total_wins_by_so_much() -> None:
    contest = SYSTEM.play.requests.opposed(rolled("Stealth", 12), rolled("Search", 17))
    assert (contest.winner, contest.said) == (1, "Search 17 beats Stealth 12 by 5.")


def test_a_tie_between_two_players_has_no_winner() -> None:
    contest = SYSTEM.play.requests.opposed(rolled("Stealth", 12), rolled("Search", 12))
    assert contest.winner is None
    assert contest.said.startswith("12 each. A tie between two players")
    assert contest.said.endswith("Our ruling.")
