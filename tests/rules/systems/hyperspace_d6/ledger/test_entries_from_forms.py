"""Entries from what a form sends, and what a plan comes to."""

import json

import pytest

from rules import registry
from rules.character import Character
from rules.document import Document
from rules.game import Game
from rules.problems import RuleViolation
from rules.systems.hyperspace_d6.document.entries import Adjust, Award, Sell, Wear
from tests.rules.systems.hyperspace_d6.conftest import SCOUNDREL


@pytest.fixture
def system() -> Game:
    return registry.get("hyperspace-d6")


@pytest.fixture
def scoundrel() -> Document:
    return registry.read(json.dumps(SCOUNDREL))


def test_texts_become_an_entry(system: Game) -> None:
    sent = {"kind": "award", "cp": " 4 ", "credits": "1,200", "note": "The heist", "by": "Nobody"}
    assert system.ledger_rules.entry(sent) == Award(cp=4, credits=1200, note="The heist")
    assert system.ledger_rules.entry({"kind": "wear", "item": ""}) == Wear(item=None)
    sale = {"kind": "sell", "item": "medpac", "credits": "50"}
    assert system.ledger_rules.entry(sale) == Sell(item="medpac", credits=50)
    minus = {"kind": "adjust", "cp": "\u22122", "reason": "Counted twice"}
    assert system.ledger_rules.entry(minus) == Adjust(cp=-2, reason="Counted twice")


@pytest.mark.parametrize(
    ("sent", "where", "message"),
    [
        ({}, "kind", "An entry is one of award, "),
        ({"kind": "undo", "entry": "0"}, "kind", "An entry is one of award, "),
        ({"kind": "rebuild"}, "kind", "An entry is one of award, "),
        ({"kind": "award", "cp": "many"}, "cp", "Type a whole number, at most 1,000,000."),
        ({"kind": "award", "cp": "9" * 5000}, "cp", "Type a whole number, at most 1,000,000."),
        ({"kind": "award", "cp": "1.5"}, "cp", "Type a whole number, at most 1,000,000."),
        ({"kind": "raise-skill"}, "skill", "Fill this in."),
        ({"kind": "sell", "item": "medpac"}, "credits", "Fill this in."),
        ({"kind": "award", "note": "x" * 501}, "note", "Use at most 500 characters"),
        ({"kind": "raise-skill", "skill": "a\x00b"}, "skill", ""),
        ({"kind": "award", "cp": "0"}, "cp", "Enter Character Points, credits, or both."),
    ],
)
def test_what_cannot_be_read_is_said_member_by_member(
    system: Game, sent: dict[str, str], where: str, message: str
) -> None:
    with pytest.raises(RuleViolation) as caught:
        system.ledger_rules.entry(sent)
    assert [problem.where for problem in caught.value.problems] == [where]
    assert caught.value.problems[0].message.startswith(message)


def test_a_plan_is_priced_in_its_order(system: Game, scoundrel: Document) -> None:
    agility = system.ledger_rules.entry({"kind": "raise-skill", "skill": "agility"})
    dexterity = system.ledger_rules.entry({"kind": "raise-attribute", "attribute": "DEX"})
    plan = Character(system, scoundrel).estimate((agility, agility, dexterity))
    assert [wish.price.text for wish in plan.wishes if wish.price] == [
        "Agility +0D → +1D 3 = 3 × new dice 1",
        "Agility +1D → +2D 6 = 3 × new dice 2",
        "Dexterity 4D → 5D 45 = 9 × new dice 5",
    ]
    assert (plan.cost.value, plan.balance.value, plan.missing.value) == (54, 5, 49)
    # 49 at 4 a session are 13 sessions, at 2 a session 25.
    assert (plan.fewest_sessions, plan.most_sessions) == (13, 25)


def test_a_wish_that_cannot_come_true_says_why(system: Game, scoundrel: Document) -> None:
    alter = system.ledger_rules.entry({"kind": "raise-skill", "skill": "alter"})
    unlock = system.ledger_rules.entry({"kind": "unlock-force"})
    first, _, second = Character(system, scoundrel).estimate((alter, unlock, alter)).wishes
    assert first.barred == "Alter needs the Force. Unlock it first."
    assert second.barred == ""


def test_an_empty_plan_takes_no_session(system: Game, scoundrel: Document) -> None:
    plan = Character(system, scoundrel).estimate(())
    assert (plan.cost.value, plan.fewest_sessions, plan.most_sessions) == (0, 0, 0)
