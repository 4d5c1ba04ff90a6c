"""Several press at the same moment in a duel: nothing counts twice."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from sheets import form_data
from sheets.access import LEADING_ROLES, CharacterAccess, MemberAccess
from sheets.duels import operations, prize, turns
from sheets.errors import Conflict, Refused
from sheets.models import Character, Duel, Duelist, Exchange, Identity, Party
from sheets.play import operations as play
from tests.sheets.cast import Person
from tests.sheets.concurrency.in_step import one_meets_another
from tests.sheets.concurrency.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)
MELEE = "skills.melee"


@pytest.fixture
def leading(party: Party, people: dict[str, Person]) -> MemberAccess:
    who = Identity(user=people["greta"].owner.user_id)
    return MemberAccess(who, party.public_id, LEADING_ROLES)


@pytest.fixture
def duel(
    party: Party,
    people: dict[str, Person],
    in_party: Callable[..., Character],
    leading: MemberAccess,
) -> Duel:
    """Vessa against an opponent, at Vessa's turn."""
    vessa = in_party("Vessa Korr")
    foe = Character(
        owner=people["greta"].owner,
        kind=Character.Kind.OPPONENT,
        roster=party,
        system=party.system,
        name="Foe",
        build={"opponent": {"id": "bounty-hunter"}},
        finished_at=timezone.now(),
    )
    foe.save()
    sides = {"first": [vessa.public_id], "second": [foe.public_id]}
    operations.Begin(leading, place="", **sides).run()
    turns.StartWithout(leading).run()
    return Duel.objects.get()


def fighter(name: str) -> Duelist:
    rows = Duelist.objects.select_related("duel__party", "character")
    return rows.get(name=name)


def check(leading: MemberAccess) -> Callable[[], Any]:
    row, key = fighter("Vessa Korr"), form_data.new_key()
    return lambda: turns.check(leading.who, row, action=MELEE, foe=None, values={}, key=key)


def answer(leading: MemberAccess) -> Callable[[], Any]:
    row, key = fighter("Foe"), form_data.new_key()
    return lambda: turns.answer(leading.who, row, action=MELEE, values={}, key=key)


def end(leading: MemberAccess) -> Callable[[], Any]:
    row, key = fighter("Vessa Korr"), form_data.new_key()
    return prize.End(leading, duelist=row.pk, key=key).run


def conflicts(faults: list[Any]) -> int:
    assert all(fault is None or isinstance(fault, Conflict) for fault in faults), faults
    return sum(fault is not None for fault in faults)


def test_one_check_a_turn_and_one_answer_to_it(duel: Duel, leading: MemberAccess) -> None:
    assert conflicts(at_once(check(leading), check(leading), check(leading))) == 2
    assert Exchange.objects.count() == 1
    assert conflicts(at_once(answer(leading), answer(leading))) == 1
    duel.refresh_from_db()
    assert duel.first_dice + duel.second_dice == 3
    assert duel.turn == fighter("Foe").pk


@pytest.mark.parametrize("undone_first", [True, False])
def test_a_check_is_undone_or_answered(
    *, undone_first: bool, duel: Duel, leading: MemberAccess
) -> None:
    check(leading)()
    vessa = fighter("Vessa Korr").character
    access = CharacterAccess(leading.who, vessa.public_id, plays=True)
    number = vessa.play_log.latest("number").number

    def undo() -> None:
        play.TakeBack(access, number=number).run()

    both = (undo, answer(leading)) if undone_first else (answer(leading), undo)
    raised = one_meets_another(*both, table="sheets_duel")
    assert [type(error) for error in raised] in ([Conflict], [Refused])
    duel.refresh_from_db()
    is_undone = vessa.play_log.filter(takes_back=number).exists()
    assert (duel.first_dice + duel.second_dice, Exchange.objects.count()) == (
        (2, 0) if is_undone else (3, 1)
    )


def test_a_duel_ends_once(duel: Duel, leading: MemberAccess) -> None:
    assert conflicts(at_once(end(leading), end(leading), check(leading))) == 2
    duel.refresh_from_db()
    assert len(duel.rolls) + Exchange.objects.count() == 1


def test_a_loser_gets_one_prize(duel: Duel, leading: MemberAccess) -> None:
    prize.End(leading, duelist=fighter("Vessa Korr").pk).run()
    duel.refresh_from_db()
    loser = Duelist.objects.select_related("duel__party", "character").exclude(side=duel.winner)

    def choose() -> Callable[[], Any]:
        row, key = loser.get(), form_data.new_key()
        return lambda: prize.choose_prize(row, prize="wound", key=key)

    assert conflicts(at_once(choose(), choose())) == 1
    assert loser.get().character.marks.get("wounds") == 1
