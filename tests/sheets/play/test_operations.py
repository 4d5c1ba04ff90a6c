"""Actions at the table: their lines in the log, and their refusals."""

from collections.abc import Callable

import pytest
from django.http import Http404
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from sheets import form_data
from sheets.access import CharacterAccess
from sheets.errors import Conflict, NotEditable, Refused
from sheets.models import Character, Identity, LedgerEntry, PlayLogEntry
from sheets.play import operations
from tests.sheets.play.examples import access_to, act, add_point, line, row, take_back

# Vessa Korr: Blasters 4D, Medicine 2D, Soak 2, Luck, a Force Point and 5 Character Points. Of what
# gets through, up to 2 stuns her and 3 wound her; the third wound puts her down.


def test_a_roll_is_a_line_with_its_dice_and_changes_nothing_else(
    finished: Character, falls: Callable[..., None]
) -> None:
    falls(2, 4, 5, 3)
    number = act(finished, "skills.blasters", ladder="15")
    kept = line(finished, number)
    assert number == 1
    assert [(die.face, die.kind) for die in kept.outcome.dice] == [
        (2, "destiny"),
        (4, ""),
        (5, ""),
        (3, ""),
    ]
    assert (kept.outcome.total, kept.outcome.target, kept.outcome.success) == (14, 15, False)
    assert (kept.kind, kept.by, kept.moves) == ("check", "Ines", ())
    assert (row(finished).version, row(finished).marks, row(finished).situation) == (1, {}, {})
    assert not LedgerEntry.objects.exists()


def test_damage_moves_marks_by_what_it_did_and_not_the_version(finished: Character) -> None:
    numbers = [act(finished, "harm", damage="5") for _ in range(3)]
    kept = [line(finished, number) for number in numbers]
    assert [one.outcome.said[0] for one in kept] == ["3 gets through: wounded."] * 3
    assert (row(finished).marks, row(finished).version) == ({"wounds": 3, "unconscious": 1}, 1)
    assert [[(move.label, move.value) for move in one.moves] for one in kept] == [
        [("Wounds", 1)],
        [("Wounds", 1)],
        [("Wounds", 1), ("Unconscious", 1)],
    ]


def test_the_same_form_is_one_roll(finished: Character) -> None:
    key = form_data.new_key()
    sent: dict[str, tuple[str, ...]] = {"ladder": ("15",)}
    numbers = [
        operations.Act(access_to(finished), action="skills.blasters", values=sent, key=key).run()
        for _ in "ab"
    ]
    assert numbers == [1, 1]
    assert PlayLogEntry.objects.count() == 1
    with pytest.raises(Conflict):
        operations.Act(access_to(finished), action="skills.blasters", values={}, key=key).run()


def test_a_point_spent_with_a_roll_is_an_entry_and_a_new_version(
    finished: Character, falls: Callable[..., None]
) -> None:
    act(finished, "round")
    falls(2, 4, 5, 3, 6, 6)  # Luck: a Character Point is two dice
    act(finished, "skills.blasters", points="character-point")
    entry = LedgerEntry.objects.get().content
    assert (entry["kind"], entry["cp"], entry["note"], entry["by"]) == (
        "spend",
        1,
        "Blasters",
        "Ines",
    )
    assert (row(finished).version, row(finished).situation["character_point"]) == (2, 1)
    with pytest.raises(Refused) as refused:
        act(finished, "skills.blasters", points="character-point")
    assert str(refused.value) == (
        "You already spent a Character Point this round. Begin a new round, or end the fight."
    )
    assert PlayLogEntry.objects.count() == 2


def test_outside_of_rounds_a_point_goes_on_each_check(
    finished: Character, falls: Callable[..., None]
) -> None:
    falls(*[2, 4, 5, 3, 6, 6] * 3)
    for _ in range(2):
        act(finished, "skills.blasters", points="character-point")
    seen = act(finished, "skills.blasters")
    add_point(finished, seen)
    assert row(finished).situation == {}
    assert LedgerEntry.objects.count() == 3


def test_a_point_goes_on_the_newest_roll_as_a_line_of_its_own(
    finished: Character, falls: Callable[..., None]
) -> None:
    falls(1, 4, 5, 3, 2, 2)
    roll = act(finished, "skills.blasters", ladder="15")
    assert line(finished, roll).may_take_point
    number = add_point(finished, roll)
    kept = line(finished, number)
    assert (number, kept.kind, kept.point_on) == (2, "point", 1)
    assert (kept.outcome.total, kept.outcome.success, kept.outcome.asks) == (17, True, "")
    assert line(finished, roll).outcome.total == 13
    assert line(finished, roll).open_question == "What goes wrong?"
    assert not line(finished, roll).may_take_point
    assert row(finished).situation == {}
    with pytest.raises(Conflict):
        add_point(finished, roll)


def test_a_point_is_too_late_once_something_else_has_come(
    finished: Character, falls: Callable[..., None]
) -> None:
    falls(2, 4, 5, 3)
    roll = act(finished, "skills.blasters", ladder="15")
    harm = act(finished, "harm", damage="5")
    with pytest.raises(Conflict) as late:
        add_point(finished, roll)
    assert str(late.value) == operations.NOT_NEWEST
    take_back(finished, harm)  # which makes the roll the newest that stands
    assert line(finished, roll).may_take_point
    falls(2, 2)
    assert add_point(finished, roll) == 4


def test_what_cannot_be_done_is_refused_by_field_and_nothing_is_written(
    finished: Character,
) -> None:
    for action, values, where in (
        ("skills.juggling", {}, "skills.juggling"),
        ("skills.blasters", {"ladder": "many"}, "ladder"),
        ("skills.blasters", {"bonus": "9" * 5000}, "bonus"),
        ("harm", {}, "damage"),
        ("medpac", {}, "medpac"),
        ("feat", {"note": "\x00"}, "note"),
        ("no\x00such", {}, "no\x00such"),
    ):
        with pytest.raises(Refused) as refused:
            act(finished, action, **values)
        assert list(refused.value.errors) == [where]
    with pytest.raises(Refused) as refused:
        operations.Declare(access_to(finished), values={"actions": ("99",)}).run()
    assert list(refused.value.errors) == ["actions"]
    assert not PlayLogEntry.objects.exists()
    assert (row(finished).situation, row(finished).updated_at) == ({}, finished.updated_at)


def test_who_is_no_owner_or_not_finished_or_put_away_does_nothing(
    finished: Character, draft: Character, archived: Character
) -> None:
    for character in (draft, archived):
        with pytest.raises(NotEditable):
            act(character, "turn")
    stranger = CharacterAccess(Identity(visitor_hash="f" * 64), finished.public_id)
    with pytest.raises(Http404):
        operations.Act(stranger, action="turn", values={}).run()
    assert not PlayLogEntry.objects.exists()


@pytest.mark.parametrize("length", [0, 300])
def test_a_roll_asks_the_same_however_long_the_log(
    length: int, finished: Character, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    line = {"character": finished, "kind": "check", "content": {}, "at": timezone.now()}
    PlayLogEntry.objects.bulk_create(
        PlayLogEntry(**line, number=number) for number in range(1, length + 1)
    )
    # The row, whether the form was sent before, the ledger; begin, the row locked,
    # the last number, the character as it is then, the line, the form's receipt, commit.
    mine = access_to(finished)
    with django_assert_num_queries(10):
        operations.Act(mine, action="skills.blasters", values={}, key=form_data.new_key()).run()
