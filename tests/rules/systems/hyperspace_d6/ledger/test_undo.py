"""Taking entries back, with what depends on them; going back to a moment; the ledger told."""

import json
from typing import Any

import pytest

from rules import registry
from rules.character import Character
from rules.document import Document
from rules.game import Game
from rules.ledger.history import HistoryEvent
from rules.problems import RuleViolation
from tests.rules.systems.hyperspace_d6.conftest import AGILITY, AWARD, SCOUNDREL, UNLOCK, somebody


@pytest.fixture
def system() -> Game:
    return registry.get("hyperspace-d6")


def points(system: Game, document: Document) -> int:
    return Character(system, document).sheet.figures["character_points"].value


def test_what_is_taken_back_leaves_nothing_behind(system: Game) -> None:
    before = somebody(AWARD)
    after = Character(system, somebody(AWARD, AGILITY)).undo(1)
    assert after.positions == (1,)
    assert after.refusal == ""
    assert Character(system, after.document).sheet == Character(system, before).sheet


def test_a_later_raise_of_the_same_skill_goes_with_an_earlier_one(system: Game) -> None:
    document = somebody(AWARD, AGILITY, {"kind": "raise-skill", "skill": "pilot"}, AGILITY)
    after = Character(system, document).undo(1)
    assert after.positions == (3, 1)
    # 5 + 30, less 6 for Pilot, which was picked and went to 2D.
    assert points(system, after.document) == 29


def test_what_needs_the_force_goes_with_it(system: Game) -> None:
    document = somebody(AWARD, UNLOCK, {"kind": "raise-skill", "skill": "alter"}, AGILITY)
    after = Character(system, document).undo(1)
    assert after.positions == (2, 1)
    assert "skills.alter" not in Character(system, after.document).sheet.figures
    assert points(system, after.document) == 32


def test_what_could_no_longer_be_paid_goes_with_a_sale(system: Game) -> None:
    document = somebody(
        {"kind": "sell", "item": "blaster-pistol", "credits": 400},
        {"kind": "buy", "item": "light-armor"},
        {"kind": "buy", "item": "medpac"},
    )
    after = Character(system, document).undo(0)
    # 250 credits pay the medpac of 100, and not the armor of 500.
    assert after.positions == (1, 0)
    assert Character(system, after.document).sheet.figures["credits"].value == 150


def test_what_is_improved_is_not_unbought_alone(system: Game) -> None:
    upgrade = {"kind": "upgrade", "item": "combat-knife", "aspect": "damage"}
    document = somebody(AWARD, {"kind": "buy", "item": "combat-knife"}, upgrade)
    assert Character(system, document).undo(1).positions == (2, 1)


def test_undoing_an_undo_brings_the_entry_back(system: Game) -> None:
    document = somebody(AWARD, AGILITY)
    undone = Character(system, document).undo(1).document
    redone = Character(system, undone).undo(2)
    assert redone.positions == (2,)
    assert Character(system, redone.document).sheet == Character(system, document).sheet


def test_what_was_taken_back_is_not_taken_back_twice(system: Game) -> None:
    undone = Character(system, somebody(AWARD, AGILITY)).undo(1).document
    again = Character(system, undone).undo(1)
    assert again.refusal == "This was already undone."
    assert again.document == undone


@pytest.mark.parametrize(
    "entry", [AWARD, {"kind": "spend", "cp": 1}, {"kind": "grant", "item": "medpac"}]
)
def test_a_player_takes_back_neither_gifts_nor_rolls(system: Game, entry: dict[str, Any]) -> None:
    document = somebody(entry)
    kept = Character(system, document).undo(0)
    assert kept.refusal.startswith("Only your GM can undo this")
    assert kept.document == document


def test_an_undo_of_nothing_is_nobodys_to_take_back(system: Game) -> None:
    plain = {**SCOUNDREL, "ledger": [{"kind": "undo", "entry": 0}, {"kind": "award", "cp": 1}]}
    document = registry.read(json.dumps(plain))
    assert Character(system, document).undo(0).refusal == (
        "Only your GM can undo this: it was an award, or was spent on a roll."
    )
    assert not Character(system, document).history((0,))[0].undoable


def test_nothing_is_taken_back_from_under_a_roll(system: Game) -> None:
    undone = Character(system, somebody(AGILITY)).undo(0).document  # 5 points again
    spent = (
        Character(system, undone)
        .enter(system.ledger_rules.entry({"kind": "spend", "cp": "4"}))
        .document
    )
    redo = Character(system, spent).undo(1)
    assert redo.refusal == (
        "4 Character Points spent came later and depends on this. Only your GM can undo it."
    )


def test_there_is_nothing_to_take_back_where_there_is_no_entry(system: Game) -> None:
    for position in (-1, 1, 10**12):
        with pytest.raises(IndexError):
            Character(system, somebody(AWARD)).undo(position)
    for moment in (-1, 2):
        with pytest.raises(IndexError):
            Character(system, somebody(AWARD)).restore_to(moment)


def test_going_back_restores_the_sheet_and_erases_nothing(system: Game) -> None:
    then = somebody(AWARD, AGILITY)
    document = somebody(
        AWARD,
        AGILITY,
        AGILITY,
        {"kind": "buy", "item": "medpac"},
        {"kind": "lose", "item": "medpac"},
    )
    back = Character(system, document).restore_to(2)
    assert back.positions == (4, 3, 2)
    assert Character(system, back.document).sheet == Character(system, then).sheet
    assert len(back.document.ledger) == 8


def test_going_back_brings_back_what_was_undone_since(system: Game) -> None:
    then = somebody(AWARD, AGILITY)
    undone = Character(system, then).undo(1).document
    back = Character(system, undone).restore_to(2)
    assert Character(system, back.document).sheet == Character(system, then).sheet


def test_going_back_and_forth_again_ends_where_it_began(system: Game) -> None:
    document = somebody(AWARD, AGILITY, UNLOCK)
    back = Character(system, document).restore_to(1).document
    forth = Character(system, back).restore_to(3).document
    assert Character(system, forth).sheet == Character(system, document).sheet


def test_going_back_leaves_what_was_given_since(system: Game) -> None:
    document = somebody(AGILITY, AWARD, {"kind": "spend", "cp": 2}, {"kind": "session"})
    back = Character(system, document).restore_to(0)
    assert back.positions == (0,)
    assert points(system, back.document) == 33


def test_the_ledger_tells_what_was_what(system: Game) -> None:
    document = somebody(AWARD, AGILITY, {"kind": "buy", "item": "medpac", "quantity": 2})
    told = Character(system, Character(system, document).undo(1).document).history()
    assert [(event.kind_name, event.title) for event in told] == [
        ("Award", "30 Character Points"),
        ("Skill raised", "Agility +0D → +1D"),
        ("Bought", "Medpac ×2"),
        ("Undone", "Agility +0D → +1D"),
    ]
    assert [[f"{moved.label} {moved.code}" for moved in event.moved] for event in told] == [
        ["Character Points 30"],
        ["Character Points -3"],
        ["Credits -200"],
        ["Character Points 3"],
    ]
    assert [tuple(balance.value for balance in event.balances) for event in told] == [
        (35, 250),
        (32, 250),
        (32, 50),
        (35, 50),
    ]
    assert [event.counts for event in told] == [True, False, True, True]
    assert (told[1].undone_by, told[3].undoes) == (3, 1)
    assert [event.undoable for event in told] == [False, True, True, True]


def test_an_entry_at_fault_says_so(system: Game) -> None:
    forged = {**SCOUNDREL, "ledger": [{"kind": "raise-skill", "skill": "blasters"}]}
    event: HistoryEvent = Character(system, registry.read(json.dumps(forged))).history()[0]
    assert event.fault == "This costs 6 Character Points. You have 5: 1 more is needed."
    assert event.moved == ()


def test_the_sheet_as_it_was_has_nothing_that_came_later(system: Game) -> None:
    document = somebody(AWARD, AGILITY, AGILITY)
    assert (
        Character(system, Character(system, document).as_of(2).document).sheet
        == Character(system, somebody(AWARD, AGILITY)).sheet
    )


def test_a_rebuild_is_one_entry_and_one_undo(system: Game) -> None:
    document = somebody(AWARD, AGILITY)
    wanted = system.fields.write(Character(system, document).build_now(), "species", ("twilek",))
    rebuilt = Character(system, document).rebuilt(wanted).document
    assert len(rebuilt.ledger) == 3
    assert Character(system, rebuilt).sheet.facts[0] == ("Species", "Twi'lek")
    assert rebuilt.build == document.build
    assert Character(system, rebuilt).build_now().build == wanted.build
    assert (
        Character(system, Character(system, rebuilt).undo(2).document).sheet
        == Character(system, document).sheet
    )


def test_an_unfinished_rebuild_is_refused_with_what_is_open(system: Game) -> None:
    document = somebody(AWARD)
    open_build = system.fields.write(Character(system, document).build_now(), "skills", ("pilot",))
    with pytest.raises(RuleViolation) as caught:
        Character(system, document).rebuilt(open_build)
    assert [problem.where for problem in caught.value.problems] == ["build.skills"]


def test_a_new_session_gives_the_force_points_back(system: Game) -> None:
    spent = {**SCOUNDREL, "marks": {"force_points": 0, "wounds": 1}}
    document = registry.read(json.dumps(spent))
    after = (
        Character(system, document).enter(system.ledger_rules.entry({"kind": "session"})).document
    )
    assert (after.marks.force_points, after.marks.wounds) == (None, 1)


SABER: dict[str, Any] = {"kind": "grant", "item": "lightsaber"}


def test_what_was_given_is_withdrawn_while_nothing_rests_on_it(system: Game) -> None:
    document = somebody(AWARD, SABER, AGILITY)
    after = Character(system, document).withdraw(1, by="Greta")
    assert (after.positions, after.refusal) == ((1,), "")
    assert after.document.ledger[-1].by == "Greta"
    assert (
        Character(system, after.document).sheet == Character(system, somebody(AWARD, AGILITY)).sheet
    )
    # Points that were not needed for anything since go, too: 5 are left of 35, less 30.
    award = Character(system, somebody(AWARD)).withdraw(0)
    assert (award.refusal, points(system, award.document)) == ("", 5)


def test_what_was_spent_or_used_since_is_not_withdrawn_and_says_on_what(
    system: Game,
) -> None:
    five = {"kind": "spend", "cp": 5, "note": "A roll"}
    assert (
        Character(system, somebody(AWARD, five, AGILITY)).withdraw(0).refusal.startswith("Agility")
    )
    sold = {"kind": "sell", "item": "lightsaber", "credits": 100}
    found = Character(system, somebody(SABER, sold)).withdraw(0)
    assert found.refusal.endswith("came later and depends on it.")
    assert found.document == somebody(SABER, sold)


def test_what_was_withdrawn_is_gone_and_no_player_brings_it_back(system: Game) -> None:
    after = Character(system, somebody(AWARD, SABER)).withdraw(1).document
    assert Character(system, after).withdraw(1).refusal == "This was already undone."
    assert Character(system, after).undo(2).refusal.startswith("Only your GM can undo this")
    with pytest.raises(IndexError):
        Character(system, after).withdraw(3)
