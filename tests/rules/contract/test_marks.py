"""Marks at the table follow the changes of the character: a rebuild, a decision of its party, an
undo.
"""

import json
from typing import Any

import msgspec
import pytest

from rules import registry
from rules.character import Character
from rules.document import Document
from rules.systems.hyperspace_d6.document.build import Burden

HYPERSPACE = registry.get("hyperspace-d6")
SHEET = registry.get("rules-sheet-d6")
# A human scout: DEX 4D, STR 3D.
SCOUT: dict[str, Any] = {
    "species": "human",
    "profession": "scout",
    "skills": ["stealth", "search", "agility"],
    "edge": {"id": "fame"},
    "burden": {"id": "haunted"},
}
BURDENS = {
    "haunted": {"id": "haunted"},
    "old_wound": {"id": "wounded", "attribute": "DEX"},
    "craving": {"id": "addiction"},
}
CODES = {"DEX": "3D", "KNO": "2D", "MEC": "2D", "PER": "3D", "STR": "2D+2", "TEC": "2D"}


def scout(ledger: list[dict[str, Any]] | None = None, **marks: int) -> Document:
    return made("hyperspace-d6", SCOUT, ledger or [], marks)


def made(
    slug: str, build: dict[str, Any], ledger: list[dict[str, Any]], marks: dict[str, int]
) -> Document:
    plain = {"format": "hyperspace-character/1", "system": slug, "name": "Somebody"}
    return registry.read(json.dumps({**plain, "build": build, "ledger": ledger, "marks": marks}))


def with_burden(document: Document, burden: Burden) -> Document:
    anew = Character(HYPERSPACE, document).build_now()
    return msgspec.structs.replace(anew, build=msgspec.structs.replace(anew.build, burden=burden))


@pytest.mark.parametrize("mark", BURDENS)
def test_a_rebuild_that_leaves_a_burden_out_clears_its_mark(mark: str) -> None:
    before = made("hyperspace-d6", {**SCOUT, "burden": BURDENS[mark]}, [], {mark: 1, "wounds": 1})
    after = Character(HYPERSPACE, before).rebuilt(with_burden(before, Burden(id="code"))).document
    assert getattr(after.marks, mark) == 0
    assert after.marks.wounds == 1


@pytest.mark.parametrize("mark", BURDENS)
def test_what_a_rebuild_keeps_stays_marked(mark: str) -> None:
    before = made("hyperspace-d6", {**SCOUT, "burden": BURDENS[mark]}, [], {mark: 1})
    anew = HYPERSPACE.fields.write(before, "concept", ("Older now",))
    assert getattr(Character(HYPERSPACE, before).rebuilt(anew).document.marks, mark) == 1


@pytest.mark.parametrize("mark", BURDENS)
def test_a_party_that_plays_quickly_clears_the_marks_of_burdens(mark: str) -> None:
    before = made("hyperspace-d6", {**SCOUT, "burden": BURDENS[mark]}, [], {mark: 1, "stunned": 1})
    house = HYPERSPACE.house.set_field(
        HYPERSPACE.house.type(), field="rules", values=("quickplay",)
    )
    after = HYPERSPACE.house.moved(before, house)
    assert getattr(after.marks, mark) == 0
    assert after.marks.stunned == 1


@pytest.mark.parametrize("mark", BURDENS)
def test_a_mark_of_a_burden_that_nobody_has_is_readable_legal_and_never_lasts(mark: str) -> None:
    document = made("hyperspace-d6", {**SCOUT, "burden": {"id": "debt"}}, [], {mark: 1})
    assert Character(HYPERSPACE, document).problems == ()
    assert Character(HYPERSPACE, document).play_state({}).remarks == ()
    award = HYPERSPACE.ledger_rules.entry({"kind": "award", "cp": "1"})
    assert getattr(Character(HYPERSPACE, document).enter(award).document.marks, mark) == 0
    assert getattr(Character(HYPERSPACE, document).settled().document.marks, mark) == 0


def test_an_old_wound_without_an_attribute_takes_no_page_with_it() -> None:
    document = made("hyperspace-d6", {**SCOUT, "burden": {"id": "wounded"}}, [], {"old_wound": 1})
    assert Character(HYPERSPACE, document).play_state({}).remarks == ()
    assert Character(HYPERSPACE, document).play_state({}).pools["attributes.DEX"].code == "4D"


def test_who_loses_the_strength_to_stand_so_many_wounds_goes_down_and_gets_up_with_it() -> None:
    award, raised = {"kind": "award", "cp": 40}, {"kind": "raise-attribute", "attribute": "STR"}
    hurt = scout([award, raised], wounds=4)
    assert hurt.marks.unconscious == 0
    weaker = Character(HYPERSPACE, hurt).undo(1).document
    assert weaker.marks.unconscious == 1
    assert Character(HYPERSPACE, weaker).play_state({}).remarks[0] == (
        "Unconscious: can't act until a wound is healed."
    )
    assert Character(HYPERSPACE, weaker).undo(2).document.marks.unconscious == 0
    assert Character(HYPERSPACE, hurt).restore_to(0).document.marks.unconscious == 1


def test_who_stands_their_wounds_either_way_is_neither_knocked_out_nor_woken() -> None:
    award, raised = {"kind": "award", "cp": 40}, {"kind": "raise-attribute", "attribute": "STR"}
    for unconscious in (0, 1):
        hurt = scout([award, raised], wounds=3, unconscious=unconscious)
        assert Character(HYPERSPACE, hurt).undo(1).document.marks.unconscious == unconscious


def test_a_rebuild_without_the_force_leaves_no_more_force_points_than_it_has() -> None:
    jedi = {**SCOUT, "profession": "jedi-padawan", "edge": {"id": "force-sensitivity"}}
    before = made("hyperspace-d6", jedi, [], {"force_points": 2})
    after = Character(HYPERSPACE, before).rebuilt(scout()).document
    assert after.marks.force_points == 1
    assert Character(HYPERSPACE, after).problems == ()


def test_force_points_that_cannot_be_are_flagged_and_not_there_to_be_spent() -> None:
    document = scout(force_points=5)
    (problem,) = Character(HYPERSPACE, document).problems
    assert (problem.code, problem.where) == ("bad-mark", "marks.force_points")
    assert Character(HYPERSPACE, document).play_state({}).pools["force_points"].value == 1
    assert Character(HYPERSPACE, document).settled().document.marks.force_points == 1


def test_played_quickly_the_force_points_of_the_other_way_to_play_are_no_fault() -> None:
    quick = {"plus_two": "DEX", "plus_one": ["STR", "PER"]}
    jedi = {**SCOUT, "profession": "jedi-padawan", "edge": {"id": "force-sensitivity"}}
    before = made("hyperspace-d6", {**jedi, "quickplay": quick}, [], {"force_points": 2})
    house = msgspec.structs.replace(before.house, quickplay=True)
    document = msgspec.structs.replace(before, house=house)
    assert Character(HYPERSPACE, document).problems == ()
    assert Character(HYPERSPACE, document).play_state({}).pools["force_points"].value == 1


def test_marks_that_strength_no_longer_holds_pass_on_when_it_is_taken_back() -> None:
    stronger = {"kind": "correct", "trait": "STR", "code": "3D", "reason": "Trained"}
    before = made("rules-sheet-d6", {"attributes": CODES}, [stronger], {"wounds": 3, "stuns": 3})
    after = Character(SHEET, before).undo(0).document
    marks = after.marks
    # Boxes of two: the third wound is an incapacitated mark, the third stun puts out.
    assert (marks.wounds, marks.incapacitated, marks.mortal) == (2, 1, 0)
    assert (marks.stuns, marks.unconscious) == (2, 1)
    assert [one.code for one in Character(SHEET, after).problems] == []


def test_what_is_left_of_force_points_follows_a_correction() -> None:
    before = made(
        "rules-sheet-d6", {"attributes": CODES, "force_points": 2}, [], {"force_spent": 2}
    )
    members = {"kind": "adjust", "force_points": "-1", "reason": "Miscounted"}
    after = Character(SHEET, before).enter(SHEET.ledger_rules.entry(members)).document
    assert after.marks.force_spent == 1
    assert Character(SHEET, after).problems == ()
