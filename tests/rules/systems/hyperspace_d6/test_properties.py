"""No document, however broken, makes the engine raise anything but its own errors."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import document as documents
from rules import registry
from rules.character import Character
from rules.creation import inputs
from rules.document import Document, convert
from rules.problems import InvalidDocument, RuleViolation
from rules.systems.hyperspace_d6.rulebook.book import book

SYSTEM = registry.get("hyperspace-d6")
READY_MADE = Path(__file__).parents[4] / "fixtures" / "ready-made"
LEGAL: list[dict[str, Any]] = [
    documents.write(SYSTEM.random(Random(seed))) for seed in range(20)
] + [json.loads(file.read_bytes()) for file in sorted(READY_MADE.glob("*.json"))]

plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)


def ids(*tables: Any) -> Any:
    """Ids of these tables, and now and then something else."""
    known = sorted({id for table in tables for id in table})
    return st.sampled_from(known) | st.sampled_from(["", "nothing", "FOR", "Ω"])


BOOK = book()
skills = ids(BOOK.skills)
traits = ids(BOOK.attributes)
things = ids(BOOK.weapons, BOOK.armor, BOOK.items)
small = st.integers(-3, 60) | st.integers(-(2**31) + 1, 2**31 - 1)
words = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=12)


def members(required: dict[str, Any] | None = None, **optional: Any) -> Any:
    return st.fixed_dictionaries(required or {}, optional=optional)


gear = members(
    id=things,
    name=words,
    quantity=small,
    granted=st.booleans(),
    design=ids(BOOK.designs),
    features=st.lists(ids(BOOK.features), max_size=3),
    crystal=ids(BOOK.crystals),
    **{"as": words},
)
build = members(
    concept=words,
    species=ids(BOOK.species)
    | members(
        name=words,
        attributes=st.dictionaries(traits, small, max_size=8),
        focus=skills,
        force_sensitive=st.booleans(),
    ),
    profession=ids(BOOK.professions)
    | members(
        name=words, bonuses=st.dictionaries(traits, small, max_size=8), force_user=st.booleans()
    ),
    skills=st.lists(skills, max_size=5),
    edge=members({"id": ids(BOOK.edges)}, skill=skills, note=words),
    burden=members({"id": ids(BOOK.burdens)}, attribute=traits, note=words),
    gear=st.lists(gear, max_size=5),
    worn=st.none() | things | words,
    starting_credits=st.none() | small,
)


def kind(name: str, required: dict[str, Any] | None = None, **optional: Any) -> Any:
    return members({"kind": st.just(name), **(required or {})}, paid=st.none() | small, **optional)


entry = st.one_of(
    kind("award", cp=small, credits=small),
    kind("raise-skill", {"skill": skills}),
    kind("raise-attribute", {"attribute": traits}),
    kind("unlock-force"),
    kind(
        "upgrade",
        {"item": things, "aspect": st.sampled_from(["damage", "soak", "dice", "feature", ""])},
        feature=words,
        cp=st.none() | small,
    ),
    kind("buy", {"item": things}, quantity=small),
    kind("sell", {"item": things, "credits": small}, quantity=small),
    kind("grant", {"item": things}, quantity=small),
    kind("use", {"item": things}, quantity=small),
    kind("lose", {"item": things}, quantity=small),
    kind("wear", {"item": st.none() | things}),
    kind("spend", {"cp": small}),
    kind("session"),
    kind("rebuild", {"build": build}),
    kind("adjust", cp=small, credits=small, reason=words),
    kind("undo", {"entry": st.integers(-2, 12)}),
)
marks = members(
    wounds=small,
    stunned=small,
    unconscious=small,
    dead=small,
    force_points=st.none() | small,
    haunted=small,
    old_wound=small,
    craving=small,
)
readable = st.fixed_dictionaries(
    {
        "format": st.just(documents.FORMAT),
        "system": st.just(SYSTEM.slug),
        "name": words,
        "build": build,
    },
    optional={"ledger": st.lists(entry, max_size=10), "marks": marks},
)


def answers(document: Document) -> None:
    """Everything that is asked of a readable document."""
    system = registry.get(document.system)
    for problem in Character(system, document).problems:
        assert problem.code
        assert problem.where
        assert problem.message
    assert Character(system, document).sheet.figures
    for figure in Character(system, document).sheet.figures.values():
        assert figure.text
        figure.rows()
    _ = Character(system, document).summary
    json.dumps(Character(system, document).numbers, allow_nan=False)
    for position, step in enumerate(Character(system, document).steps()):
        inputs(Character(system, document).steps(only=step.id)[position])
    assert registry.read(documents.dump(document)) == document


@given(st.binary(max_size=400))
def test_no_bytes_raise_anything_but_unreadable(text: bytes) -> None:
    with pytest.raises(InvalidDocument):
        registry.read(text)


@given(plain)
def test_no_json_raises_anything_but_unreadable(data: Any) -> None:
    with pytest.raises(InvalidDocument):
        registry.read(json.dumps(data))


@given(st.sampled_from(LEGAL), st.lists(st.integers(0, 2**32), min_size=1, max_size=6), plain)
def test_a_legal_document_with_one_thing_changed_answers_or_is_unreadable(
    legal: dict[str, Any], path: list[int], value: Any
) -> None:
    broken = json.loads(json.dumps(legal))
    at = broken
    for step in path:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        if not keys:
            break
        key = keys[step % len(keys)]
        if step == path[-1] or not isinstance(at[key], dict | list):
            at[key] = value
            break
        at = at[key]
    try:
        document = registry.read(json.dumps(broken))
    except InvalidDocument:
        return
    answers(document)


@given(st.sampled_from(LEGAL), st.integers(0, 2**32), st.binary(max_size=3))
def test_a_legal_document_with_bytes_changed_answers_or_is_unreadable(
    legal: dict[str, Any], place: int, patch: bytes
) -> None:
    text = json.dumps(legal).encode()
    place %= len(text)
    try:
        document = registry.read(text[:place] + patch + text[place + len(patch) :])
    except InvalidDocument:
        return
    answers(document)


@given(readable)
def test_every_readable_document_has_a_sheet_and_steps(data: dict[str, Any]) -> None:
    answers(registry.read(json.dumps(data)))


@given(readable, entry)
def test_an_entry_is_kept_or_refused_and_never_makes_more_wrong(
    data: dict[str, Any], given: dict[str, Any]
) -> None:
    document = registry.read(json.dumps(data))
    before = set(Character(SYSTEM, document).problems)
    made = convert(given, SYSTEM.entry_type, where="entry")
    assert Character(SYSTEM, document).price(made).text
    try:
        after = Character(SYSTEM, document).enter(made).document
    except RuleViolation:
        return
    if given["kind"] not in ("rebuild", "undo"):
        assert {
            found for found in Character(SYSTEM, after).problems if found.where[:6] == "ledger"
        } <= before
    assert after.ledger[: len(document.ledger)] == document.ledger


@given(readable, st.text(max_size=24), st.lists(st.text(max_size=12), max_size=8))
def test_any_field_with_any_values_is_taken_or_refused(
    data: dict[str, Any], field: str, values: list[str]
) -> None:
    document = registry.read(json.dumps(data))
    known = [
        id
        for position, step in enumerate(Character(SYSTEM, document).steps())
        for id in inputs(Character(SYSTEM, document).steps(only=step.id)[position])
    ]
    for id in (field, *known):
        try:
            after = SYSTEM.fields.write(document, id, tuple(values))
        except RuleViolation:
            continue
        assert registry.read(documents.dump(after)) == after
        _ = Character(SYSTEM, after).numbers
        _ = Character(SYSTEM, after).problems


@given(readable, st.integers(0, 2**32))
def test_chance_answers_for_every_readable_document(data: dict[str, Any], seed: int) -> None:
    """An illegal decision may stay; the part that chance adds never raises."""
    document = registry.read(json.dumps(data))
    answers(SYSTEM.random(Random(seed), document))
    for step in Character(SYSTEM, document).steps():
        if step.can_surprise:
            _ = Character(SYSTEM, SYSTEM.random(Random(seed), document, step=step.id)).problems
