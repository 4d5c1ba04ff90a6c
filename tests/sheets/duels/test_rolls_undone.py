"""The rolls of a duel in the logs of whoever made them: undone, or with a point more."""

from sheets.models import Exchange, PlayLogEntry
from tests.sheets.duels.test_duel import Stage, exchange, stage, started

__all__ = ("stage",)

STANDS = "This roll decided a turn of the duel, so it stands."
MELEE = "skills.melee"


def press(stage: Stage, who: str, name: str, what: str) -> tuple[int, str]:
    """The answer to what somebody does with the newest roll of a fighter's log."""
    character = stage.duelist(name).character
    number = PlayLogEntry.objects.filter(character=character).latest("number").number
    address = f"/characters/{character.public_id}/table/{what}/{number}/"
    answer = stage.people[who].client.post(address)
    return answer.status_code, answer.content.decode()


def test_a_check_that_is_undone_before_its_answer_is_made_again(stage: Stage) -> None:
    started(stage)
    stage.dice(*[5] * 12)
    assert stage.roll("ines", "check", "Vessa Korr", skill=MELEE).status_code == 302
    assert press(stage, "ines", "Vessa Korr", "take-back")[0] == 302
    assert not Exchange.objects.exists()
    assert stage.roll("greta", "answer", "The Inquisitor", skill=MELEE).status_code == 409
    assert stage.roll("ines", "check", "Vessa Korr", skill=MELEE).status_code == 302
    assert stage.roll("greta", "answer", "The Inquisitor", skill=MELEE).status_code == 302


def test_a_point_on_a_check_counts_against_its_answer(stage: Stage) -> None:
    started(stage)
    stage.dice(*[3] * 12)
    assert stage.roll("ines", "check", "Vessa Korr", skill=MELEE).status_code == 302
    total = Exchange.objects.get().total
    assert total
    stage.dice(5)
    assert press(stage, "ines", "Vessa Korr", "point")[0] == 302
    row = Exchange.objects.get()
    assert (row.total, row.entry == PlayLogEntry.objects.latest("pk")) == (total + 8, True)
    assert press(stage, "ines", "Vessa Korr", "take-back")[0] == 302
    assert Exchange.objects.get().total == total


def test_a_roll_that_decided_a_turn_stands_and_says_who_can_change_the_dice(stage: Stage) -> None:
    started(stage)
    exchange(stage, 5, 2)
    before = stage.pools(), stage.duel.turn
    rolls = {"Vessa Korr": ("ines", "greta"), "The Inquisitor": ("greta",)}
    for name, whoever in rolls.items():
        for who in whoever:
            status, page = press(stage, who, name, "take-back")
            assert (status, STANDS in page) == (422, True), (name, who)
    status, page = press(stage, "ines", "Vessa Korr", "point")
    assert (status, STANDS in page) == (422, True)
    assert (stage.pools(), stage.duel.turn) == before
    assert not PlayLogEntry.objects.exclude(takes_back=None).exists()
    # With the duel over, its rolls are like any others.
    stage.post("greta", "lead/close/")
    assert press(stage, "ines", "Vessa Korr", "take-back")[0] == 302
