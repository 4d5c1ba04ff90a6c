"""Actor files of Foundry: what we wrote comes back, and what is none is refused with its place."""

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rules import registry
from rules.character import Character
from rules.exchange import actors, od6s, starwarsd6
from rules.exchange.outline import ATTRIBUTES, Outline
from rules.problems import InvalidDocument
from tests.rules.contract.systems import characters
from tests.rules.exchange.test_conversion import D6, again, converted
from tests.rules.exchange.test_writers import example, outline_of, ready_made

WRITERS = pytest.mark.parametrize("writer", [od6s, starwarsd6], ids=lambda one: one.NAME)


def written(file: Any) -> bytes:
    return json.dumps(file).encode()


@WRITERS
def test_what_we_wrote_comes_back(writer: Any) -> None:
    for system in D6:
        for document in characters(system)[1:]:
            before = outline_of(document)
            actor = actors.read(written(writer.write(before)))
            after = actor.outline
            assert actor.game == system.slug
            assert after.name == (before.name.strip() or "Unnamed character")
            assert [after.attribute(id) for id in ATTRIBUTES] == [
                before.attribute(id) for id in ATTRIBUTES
            ]
            ours = {
                trait.id: trait.total
                for trait in before.skills
                if writer is od6s or before.own(trait) >= 0
            }
            theirs = {trait.id: trait.total for trait in after.skills}
            assert {id: theirs[id] for id in ours} == ours
            if before.has_force:
                assert [(one.id, one.total) for one in sorted_force(after)] == [
                    (one.id, one.total) for one in sorted_force(before)
                ]
            assert after.points.character == before.points.character
            assert [one.name for one in after.armor] == [one.name for one in before.armor]
            assert [one.name for one in after.things] == [one.name for one in before.things]


def sorted_force(outline: Outline) -> Any:
    return sorted((one for one in outline.force_skills if one.total), key=lambda one: one.id)


def test_a_file_of_the_examples_becomes_a_character() -> None:
    for kind in ("od6s", "starwarsd6"):
        actor = actors.read(written(example(f"neesha-vaanik.{kind}")))
        for system in D6:
            document = again(converted(actor.outline, system).document)
            assert document.name == "Neesha Vaanik"
    actor = actors.read(written(example("neesha-vaanik.od6s")))
    assert actor.outline.species == "Rodian"
    assert "Burden: Wanted." in actor.outline.extras[0]
    assert [feature.name for feature in actor.outline.features] == ["Favors", "Wanted"]


def test_what_a_character_has_no_room_for_is_named() -> None:
    file = example("caldo-morrun.od6s")
    file["items"] += [
        {"name": "Lucky number", "type": "action", "system": {}},
        {"name": "Odd", "type": "skill", "system": {"attribute": "ca1", "base": 4}},
        {"name": "Pistols", "type": "specialization",
         "system": {"attribute": "agi", "skill": "Blaster", "base": 7}},
    ]  # fmt: skip
    file["system"]["wounds"] = {"value": 2}
    actor = actors.read(written(file))
    assert actor.report.lost == [
        "Odd +1D+1: no attribute that is known here.",
        "Items of the kind “action”: Lucky number.",
        "Wounds: a new character is unhurt.",
    ]
    assert ("Blaster: Pistols", 17) in [(one.name, one.total) for one in actor.outline.skills]


@pytest.mark.parametrize(
    ("change", "message", "where"),
    [
        (lambda file: file["_stats"].update(systemId="dnd5e"), "for 'dnd5e'", "_stats.systemId"),
        (lambda file: file.update(type="container"), "'container'", "type"),
        (lambda file: file.update(items=3), "list", "items"),
        (lambda file: file["items"].insert(0, []), "object", "items[0]"),
        (lambda file: file["system"]["attributes"]["agi"].update(base="x"), "number",
         "system.attributes.agi.base"),
        (lambda file: file["items"][0]["system"].update(attribute=[]), "text",
         "items[0].system.attribute"),
        (lambda file: file.update(items=[{}] * 501), "at most 500", "items"),
    ],
)  # fmt: skip
def test_what_is_no_actor_is_refused_with_its_place(change: Any, message: str, where: str) -> None:
    file = example("caldo-morrun.od6s")
    change(file)
    with pytest.raises(InvalidDocument, match=message) as refused:
        actors.read(written(file))
    assert refused.value.where == where


@pytest.mark.parametrize(
    "content", [b"", b"[]", b'{"a": 1', b"\xff\xfe", b"3", b"[" * 5000, b"1" * 6000]
)
def test_what_is_no_json_is_refused(content: bytes) -> None:
    with pytest.raises(InvalidDocument):
        actors.read(content)
    assert not actors.is_actor(content)


def places(plain: Any) -> Iterator[tuple[Any, Any]]:
    """Every member and row: what holds it, and its key."""
    pairs = plain.items() if isinstance(plain, dict) else enumerate(plain)
    for key, value in list(pairs):
        yield plain, key
        if isinstance(value, dict | list):
            yield from places(value)


@WRITERS
def test_hostile_members_are_read_or_refused(writer: Any) -> None:
    rng, whole = Random(5), writer.write(ready_made("neesha-vaanik"))
    odd = [None, -7, 1e300, "", "\x00\u202e<script>", [], {}, True, "9" * 300, -0.5, 10**40]
    read = 0
    for _ in range(150):
        file = copy.deepcopy(whole)
        for holder, key in rng.sample(list(places(file)), 3):
            holder[key] = rng.choice(odd)
        try:
            actor = actors.read(written(file))
        except InvalidDocument:
            continue
        read += 1
        for system in D6:
            made = again(converted(actor.outline, system).document)
            assert Character(registry.get(made.system), made).sheet
    assert read > 20
