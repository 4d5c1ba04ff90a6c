"""Offers of the next change: for any game, every offer keeps what it promises."""

import json
from functools import cache
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

import msgspec
import pytest

from rules import registry
from rules.character import Character
from rules.document import Document
from rules.game import Game
from rules.ledger.offers import PARTS, Offer
from rules.problems import RuleViolation
from rules.sheet.diff import differences
from rules.sheet.sections import Figures
from tests.rules.contract.systems import EARNING, points, priced
from tests.rules.systems.hyperspace_d6.conftest import SCOUNDREL, somebody
from tests.sampling import Drawn

READY_MADE = Path(__file__).parents[3] / "fixtures" / "ready-made"


@cache
def every_character(system: Game) -> tuple[Character, ...]:
    """Ready-made ones and some made by chance, each poor and rich."""
    found = [registry.read(file.read_bytes()) for file in sorted(READY_MADE.glob("*.json"))]
    poor = [document for document in found if document.system == system.slug]
    poor += [system.random(Random(seed)) for seed in range(8)]
    poor += [
        priced(system, document) for document in poor if not Character(system, document).is_priced
    ]
    award = system.ledger_rules.entry(
        {"kind": "award", **points(system, "200"), "credits": "20000"}
    )
    opened = [Character(system, document) for document in poor]
    return (*opened, *(Character(system, one.enter(award).document) for one in opened))


@pytest.fixture(name="characters")
def _characters(system: Game, drawn: Drawn) -> list[Character]:
    """Some of them: every test asks the same ones, and each keeps its offers."""
    return drawn(every_character(system), every=3)


def offers(character: Character, part: str) -> list[Offer]:
    return [offer for group in character.offers(part) for offer in group.offers]


@EARNING
def test_every_offer_is_found_by_an_id_of_its_own(
    system: Game, characters: list[Character]
) -> None:
    for character in characters:
        ids = [offer.id for part in PARTS for offer in offers(character, part)]
        assert len(ids) == len(set(ids))


@EARNING
def test_an_offer_among_others_says_what_it_is(system: Game, characters: list[Character]) -> None:
    unsaid = {
        offer.id
        for character in characters
        for group in character.offers("market")
        if len(group.offers) > 1
        for offer in group.offers
        if offer.name in ("", group.name)  # a row has no name where it is the group's
    }
    assert unsaid == set()


@EARNING
def test_a_button_names_what_it_does_without_a_pronoun(
    system: Game, characters: list[Character]
) -> None:
    buttons = {
        offer.act for character in characters for part in PARTS for offer in offers(character, part)
    }
    assert {"Award points", "Use up"} & buttons or system.slug not in registry.built_in()
    assert [act for act in buttons if {"it", "its", "one", "them"} & set(act.split())] == []


@EARNING
def test_an_open_offer_can_be_entered_and_a_barred_one_cannot(
    system: Game, characters: list[Character]
) -> None:
    for character in characters:
        for offer in (*offers(character, "advance"), *offers(character, "market")):
            if offer.fields and not offer.id.startswith("buy."):
                continue
            if offer.open:
                after = character.enter(offer.entry).document
                assert offer.price is not None
                assert after.ledger[-1].paid == offer.price.value
            else:
                with pytest.raises(RuleViolation) as caught:
                    character.enter(offer.entry)
                assert caught.value.problems[0].message == offer.barred


@EARNING
def test_an_offer_announces_what_it_changes(system: Game, characters: list[Character]) -> None:
    for character in characters:
        before = character.sheet
        figures = {one.name for one in before.sections if isinstance(one, Figures)}
        for offer in offers(character, "advance"):
            if not offer.open or offer.fields:
                continue
            after = Character(system, character.enter(offer.entry).document).sheet
            changed = {
                (one.label, one.before, one.after)
                for one in differences(before, after)
                if one.section in figures and one.label.casefold() != offer.currency.casefold()
            }
            said = {(one.label, one.before, one.after) for one in offer.changes}
            assert changed <= said


@EARNING
def test_the_members_of_an_offer_make_its_entry_again(system: Game) -> None:
    character = every_character(system)[-1]
    for part in PARTS:
        for offer in offers(character, part):
            if offer.fields:
                continue
            members = msgspec.to_builtins(offer.entry)
            sent = {name: "" if value is None else str(value) for name, value in members.items()}
            assert system.ledger_rules.entry(sent) == offer.entry


@EARNING
def test_whatever_a_player_does_can_be_taken_back_and_leaves_nothing_behind(
    system: Game,
) -> None:
    for character in every_character(system)[::4]:
        before = character.sheet
        for part in ("advance", "carried"):
            for offer in offers(character, part):
                if offer.open and not offer.fields:
                    after = character.enter(offer.entry).document
                    back = Character(system, after).undo(len(character.document.ledger))
                    assert back.positions == (len(character.document.ledger),)
                    assert Character(system, back.document).sheet == before, offer.id


@EARNING
def test_a_plan_of_one_wish_costs_what_the_offer_says(system: Game) -> None:
    character = every_character(system)[-1]
    found = [one for one in offers(character, "advance") if one.open and not one.fields]
    assert found
    for offer in found:
        [wish] = character.estimate((offer.entry,)).wishes
        assert wish.price is not None
        assert offer.price is not None
        assert (wish.price.value, wish.currency) == (offer.price.value, offer.currency)
        assert wish.barred == ""


def test_raising_agility_raises_dodge() -> None:
    system = registry.get("hyperspace-d6")
    offer = next(
        offer
        for offer in offers(Character(system, somebody()), "advance")
        if offer.id == "raise-skill.agility"
    )
    assert offer.act == "Raise to 5D"
    assert offer.price is not None
    assert offer.price.text == "cost 3 = 3 × new dice 1"
    assert [(one.label, one.before, one.after) for one in offer.changes] == [
        ("Agility", "4D", "5D"),
        ("Dodge", "14", "15"),
    ]


def test_raising_dexterity_raises_all_that_rests_on_it() -> None:
    system = registry.get("hyperspace-d6")
    offer = offers(Character(system, somebody()), "advance")[0]
    assert [(one.label, one.before, one.after) for one in offer.changes] == [
        ("Dexterity", "4D", "5D"),
        ("Blasters", "5D", "6D"),
        ("Dodge", "14", "15"),
        ("Parry", "14", "15"),
        ("Actions", "5", "6"),
    ]
    assert (offer.short, offer.barred) == (
        40,
        "This costs 45 Character Points. You have 5: 40 more are needed.",
    )


def test_strength_offers_what_harm_becomes() -> None:
    system = registry.get("hyperspace-d6")
    document = somebody({"kind": "award", "cp": 50}, {"kind": "buy", "item": "combat-knife"})
    offer = next(
        offer
        for offer in offers(Character(system, document), "advance")
        if offer.id == "raise-attribute.STR"
    )
    assert [(one.label, one.before, one.after) for one in offer.changes] == [
        ("Strength", "2D", "3D"),
        ("Block", "12", "13"),
        ("Soak", "2", "3"),
        ("Wounds", "2", "3"),
        ("Wounded from", "3", "4"),
        ("Unconscious from", "6", "9"),
        ("Dead from", "12", "18"),
        ("Combat Knife damage", "3D", "4D"),
    ]


def test_the_force_is_unlocked_before_its_skills() -> None:
    system = registry.get("hyperspace-d6")
    found = {offer.id: offer for offer in offers(Character(system, somebody()), "advance")}
    assert found["unlock-force"].price is not None
    assert found["unlock-force"].price.value == 20
    assert found["raise-skill.alter"].barred == "Alter needs the Force. Unlock it first."


def test_worn_armor_is_taken_off_and_the_other_put_on() -> None:
    system = registry.get("hyperspace-d6")
    worn = {**SCOUNDREL, "build": {**SCOUNDREL["build"], "gear": [], "starting_credits": 5000}}  # type: ignore[dict-item]  # a dict of plain members
    document = registry.read(json.dumps(worn))
    for members in (
        {"kind": "buy", "item": "medium-armor"},
        {"kind": "wear", "item": "medium-armor"},
    ):
        document = Character(system, document).enter(system.ledger_rules.entry(members)).document
    first = offers(Character(system, document), "carried")[0]
    assert (first.act, first.entry.item) == ("Take off", None)
    assert [(one.label, one.before, one.after) for one in first.changes] == [
        ("Dodge", "13", "14"),
        ("Soak", "5", "2"),
    ]


@EARNING
def test_a_correction_of_points_says_why(system: Game) -> None:
    with pytest.raises(RuleViolation) as caught:
        system.ledger_rules.entry({"kind": "adjust", **points(system, "2"), "reason": " "})
    (problem,) = caught.value.problems
    assert (problem.code, problem.where) == ("missing", "reason")


@EARNING
def test_an_offer_shows_what_it_would_change_without_changing_it(
    system: Game, characters: list[Character], monkeypatch: pytest.MonkeyPatch
) -> None:
    documents = [one.document for one in characters if not one.document.ledger]
    rules = type(system.ledger_rules)
    begin = rules.begin

    def unchangeable(rules: Any, document: Document) -> Any:
        character = begin(rules, document)

        class Unchangeable(type(character)):  # type: ignore[misc]
            def __setattr__(self, name: str, value: object) -> None:
                assert self is not character or name in ("at", "let_be"), f"{name} is set"
                super().__setattr__(name, value)

        grown = "raised" if hasattr(character, "raised") else "dots"
        setattr(character, grown, MappingProxyType(getattr(character, grown)))
        character.holdings = MappingProxyType(character.holdings)
        character.__class__ = Unchangeable
        return character

    monkeypatch.setattr(rules, "begin", unchangeable)
    shown = [
        change.label
        for document in documents
        for part in PARTS
        for offer in offers(Character(system, document), part)
        for change in offer.changes
    ]
    assert shown
    assert {"Dodge", "Defense", "Willpower"} & set(shown) or system.slug not in registry.built_in()
