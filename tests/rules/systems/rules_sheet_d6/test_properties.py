"""No document of the rules sheet, however broken, raises anything but the engine's own errors."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rules import document as documents
from rules import registry
from rules.character import Character
from rules.document import convert
from rules.ledger.offers import PARTS
from rules.problems import RuleViolation
from tests.rules.systems.hyperspace_d6.test_properties import answers, kind, members, small, words
from tests.rules.systems.rules_sheet_d6.examples import SYSTEM

CODES = ["3D", "4d+2", "0D", "50D", "D", "3D+9", "99D", "", "ten"]
NAMES = ["Dodge", "dodge", "STR", "Strength", "Archery", "Medpac", "Vest", "Ax", "", "漢字", "--"]
codes = st.sampled_from(CODES)
names = st.sampled_from(NAMES) | words
traits = st.sampled_from(["DEX", "KNO", "MEC", "PER", "STR", "TEC", "", "LUC"])
damages = codes | st.sampled_from(["STR", "STR+1D", "STR+2", "STR+9"])
armor = members({"name": names}, defense=small)
weapon = members({"name": names}, skill=names, damage=damages, quantity=small)
build = members(
    template=words,
    preset=st.booleans(),
    attributes=st.dictionaries(traits, codes, max_size=7),
    skills=st.lists(members({"name": names}, attribute=traits, code=codes), max_size=4),
    weapons=st.lists(weapon, max_size=3),
    armor=st.lists(armor, max_size=2),
    gear=st.lists(members({"name": names}, quantity=small), max_size=3),
    worn=names,
    force_points=st.none() | small,
)
entry = st.one_of(
    kind("award", cp=small, force_points=small),
    kind("adjust", cp=small, force_points=small, reason=words),
    kind("raise", {"trait": names}),
    kind("correct", {"trait": names, "code": codes}, attribute=traits | names, reason=words),
    kind(
        "gain",
        {"name": names},
        what=st.sampled_from(["weapon", "armor", "thing", ""]),
        quantity=small,
        skill=names,
        damage=damages,
        defense=small,
    ),
    kind("use", {"item": names}, quantity=small),
    kind("lose", {"item": names}, quantity=small),
    kind("wear", {"item": st.none() | names}),
    kind("session"),
    kind("rebuild", {"build": build}),
    kind("undo", {"entry": st.integers(-2, 12)}),
)
readable = st.fixed_dictionaries(
    {
        "format": st.just(documents.FORMAT),
        "system": st.just(SYSTEM.slug),
        "name": words,
        "build": build,
    },
    optional={
        "ledger": st.lists(entry, max_size=10),
        "marks": members(stuns=small, wounds=small, mortal=small, force_spent=small),
        "house": members(preset=st.booleans(), one_step_a_hit=st.booleans()),
    },
)


@given(readable)
def test_every_readable_document_has_a_sheet_offers_and_a_history(data: dict[str, Any]) -> None:
    document = registry.read(json.dumps(data))
    answers(document)
    for part in PARTS:
        Character(SYSTEM, document).offers(part)
    told = Character(SYSTEM, document).history()
    assert len(told) == len(document.ledger)
    for event in told:
        assert Character(SYSTEM, document).undo(event.position).positions
    Character(SYSTEM, document).build_now()


@given(readable, entry)
def test_an_entry_is_kept_or_refused_and_never_makes_more_wrong(
    data: dict[str, Any], given: dict[str, Any]
) -> None:
    document = registry.read(json.dumps(data))
    before = set(Character(SYSTEM, document).problems)
    made = convert(given, SYSTEM.entry_type, where="entry")
    assert Character(SYSTEM, document).price(made).text
    Character(SYSTEM, document).estimate((made,))
    try:
        after = Character(SYSTEM, document).enter(made).document
    except RuleViolation:
        return
    if given["kind"] not in ("rebuild", "undo"):
        assert {
            found for found in Character(SYSTEM, after).problems if found.where[:6] == "ledger"
        } <= before
    assert after.ledger[: len(document.ledger)] == document.ledger
