"""Somebody who grows, for all tests of that."""

from typing import Any

from rules.character import Character
from rules.document import Document
from rules.ledger.offers import Offer
from tests.rules.systems.rules_sheet_d6.examples import SYSTEM, soldier

PRESET: dict[str, Any] = {"preset": True}
DODGE = {"kind": "raise", "trait": "Dodge"}


def grown(document: Document, *ledger: dict[str, Any]) -> Document:
    """The document with these entered, as forms send them."""
    for members in ledger:
        sent = {name: str(value) for name, value in members.items()}
        document = Character(SYSTEM, document).enter(SYSTEM.ledger_rules.entry(sent)).document
    return document


def rich(*ledger: dict[str, Any]) -> Document:
    """The soldier in a party that keeps to the preset, with 100 Character Points."""
    return grown(soldier(house=PRESET), {"kind": "award", "cp": 100}, *ledger)


def offers(document: Document, part: str) -> dict[str, Offer]:
    return {
        offer.id: offer
        for group in Character(SYSTEM, document).offers(part)
        for offer in group.offers
    }


def changes(offer: Offer) -> list[tuple[str, str, str]]:
    return [(one.label, one.before, one.after) for one in offer.changes]
