"""Reading and writing documents: what is refused, with its place, and what is read as it stands."""

import json
import time
from typing import Any

import msgspec
import pytest

from rules import document as documents
from rules import registry
from rules.character import Character
from rules.problems import InvalidDocument

WHOLE: dict[str, Any] = {
    "format": "hyperspace-character/1",
    "system": "hyperspace-d6",
    "name": "Vessa Korr",
    "player": "Somebody",
    "build": {
        "concept": "Eyes in every cantina",
        "pronouns": "she/her",
        "appearance": "Blue,\n\tunhurried. 漢 🚀",
        "personality": "Never asks twice.",
        "species": "twilek",
        "profession": "spy",
        "skills": ["stealth", "deceive", "blasters"],
        "edge": {"id": "trained", "skill": "search", "note": "By the best."},
        "burden": {"id": "wounded", "attribute": "STR", "note": "A fall."},
        "gear": [
            {"id": "blaster-pistol", "quantity": 2},
            {"id": "light-armor", "quantity": 1, "as": "Mother's vest"},
            {
                "id": "lightsaber",
                "quantity": 1,
                "granted": True,
                "design": "dueling-lightsaber",
                "features": ["disguised"],
                "crystal": "red",
            },
            {"name": "A holocron that hums", "quantity": 1},
        ],
        "worn": "light-armor",
        "starting_credits": 8000,
    },
    "ledger": [
        {"kind": "award", "cp": 60, "credits": 900, "by": "GM", "at": "2026-01-09", "note": "!"},
        {"kind": "raise-skill", "skill": "stealth", "paid": 6},
        {"kind": "raise-attribute", "attribute": "KNO"},
        {"kind": "unlock-force"},
        {"kind": "upgrade", "item": "lightsaber", "aspect": "damage"},
        {"kind": "upgrade", "item": "light-armor", "aspect": "soak"},
        {"kind": "upgrade", "item": "lightsaber", "aspect": "feature", "feature": "Hums", "cp": 4},
        {"kind": "buy", "item": "medpac", "quantity": 2},
        {"kind": "sell", "item": "medpac", "quantity": 1, "credits": 60},
        {"kind": "grant", "item": "datapad", "quantity": 1},
        {"kind": "use", "item": "medpac", "quantity": 1},
        {"kind": "lose", "item": "datapad", "quantity": 1},
        {"kind": "wear", "item": None},
        {"kind": "wear", "item": "light-armor"},
        {"kind": "spend", "cp": 1},
        {"kind": "session"},
        {"kind": "rebuild", "build": {"species": "human"}},
        {"kind": "adjust", "cp": 1, "credits": -1, "reason": "Counted wrong."},
        {"kind": "undo", "entry": 16},
    ],
    "marks": {"wounds": 1, "stunned": 1, "force_points": 1, "haunted": 1, "old_wound": 1},
    "house": {"accepted": [{"code": "overspent", "where": "build.gear", "reason": "A gift."}]},
}


def changed(**members: Any) -> str:
    return json.dumps({**WHOLE, **members})


def refusal(text: str | bytes) -> InvalidDocument:
    with pytest.raises(InvalidDocument) as caught:
        registry.read(text)
    return caught.value


def test_a_document_is_written_as_it_was_read() -> None:
    document = registry.read(json.dumps(WHOLE))
    written = json.loads(documents.dump(document))
    assert list(written) == list(WHOLE)
    assert without_ones(written) == without_ones(WHOLE)
    assert registry.read(documents.dump(document)) == document


def without_ones(data: Any) -> Any:
    """The same with a quantity of 1 left out: it is what is meant where none is said."""
    if isinstance(data, dict):
        return {k: without_ones(v) for k, v in data.items() if (k, v) != ("quantity", 1)}
    return [without_ones(one) for one in data] if isinstance(data, list) else data


def test_all_kinds_of_entry_are_read() -> None:
    document = registry.read(json.dumps(WHOLE))
    kinds = [type(entry).__struct_config__.tag for entry in document.ledger]
    assert kinds == [entry["kind"] for entry in WHOLE["ledger"]]


def test_the_entry_that_takes_armor_off_keeps_its_null() -> None:
    entries = [{"kind": "wear", "item": None}]
    document = registry.read(changed(ledger=entries))
    assert json.loads(documents.dump(document))["ledger"] == entries


def test_armor_that_is_taken_off_soaks_no_more() -> None:
    """HyperspaceD6, Soak: STR 2D, with and without the light armor's 2."""
    system = registry.get("hyperspace-d6")
    worn = registry.read(changed(ledger=[]))
    bare = registry.read(changed(ledger=[{"kind": "wear", "item": None}]))
    assert Character(system, worn).numbers["defenses"]["soak"] == 4
    assert Character(system, bare).numbers["defenses"]["soak"] == 2


def test_name_system_format_and_build_are_enough() -> None:
    text = (
        '{"format": "hyperspace-character/1", "system": "hyperspace-d6", "name": "", "build": {}}'
    )
    document = registry.read(text)
    assert (document.player, document.ledger) == ("", ())


def test_a_byte_order_mark_is_passed_over() -> None:
    assert registry.read(b"\xef\xbb\xbf" + json.dumps(WHOLE).encode()).name == "Vessa Korr"


def nested(levels: int) -> list[Any]:
    found: list[Any] = []
    for _ in range(levels - 1):
        found = [found]
    return found


HOSTILE = [
    ("nothing at all", "", "line 1"),
    ("no JSON", "{format", "line 1, column 2"),
    ("half a document", json.dumps(WHOLE)[:-5], "line 1"),
    ("a list", "[]", ""),
    ("a number", "7", ""),
    ("null", "null", ""),
    ("bytes that are no UTF-8", b'{"name": "\xff"}', ""),
    ("UTF-16", json.dumps(WHOLE).encode("utf-16"), ""),
    ("a member twice", '{"name": "a", "name": "b"}', "name"),
    (
        "a member twice, deep down",
        changed().replace('"id": "trained"', '"id": "a", "id": "b"'),
        "id",
    ),
    ("NaN", changed(marks={"wounds": float("nan")}), ""),
    ("infinity", changed(marks={"wounds": float("inf")}), ""),
    ("less than infinity", changed(marks={"wounds": float("-inf")}), ""),
    ("a fraction", changed(marks={"wounds": 1.5}), ""),
    ("an exponent", changed().replace('"wounds": 1', '"wounds": 1e400'), ""),
    ("an integer of 33 bits", changed(marks={"wounds": 2**31}), "marks.wounds"),
    ("a negative integer of 33 bits", changed(marks={"wounds": -(2**31) - 1}), "marks.wounds"),
    ("an integer of 5,000 digits", changed().replace('"wounds": 1', '"wounds": ' + "9" * 5000), ""),
    ("a NUL", changed(name="a\0b"), "name"),
    ("an escape character", changed(player="\x1b[31m"), "player"),
    ("a delete character", changed(name="a\x7f"), "name"),
    ("a carriage return", changed(name="a\rb"), "name"),
    ("half a surrogate pair", changed().replace("Vessa", "\\ud800"), "name"),
    ("a control character in a member's name", changed(build={"a\0": 1}), "build"),
    ("a control character deep down", changed(build={"skills": ["a", "b\x08"]}), "build.skills[1]"),
    ("17 levels", changed(build={"skills": nested(15)}), "build.skills"),
    ("100,000 levels", '{"format": ' + "[" * 100_000, ""),
    ("more than 256 KiB", changed(name="x" * 262_144), ""),
    ("another format", changed(format="hyperspace-character/2"), "format"),
    ("a format that is no text", changed(format=1), "format"),
    ("no format", json.dumps({k: v for k, v in WHOLE.items() if k != "format"}), "format"),
    ("no name", json.dumps({k: v for k, v in WHOLE.items() if k != "name"}), "name"),
    ("no build", json.dumps({k: v for k, v in WHOLE.items() if k != "build"}), "build"),
    ("no system", json.dumps({k: v for k, v in WHOLE.items() if k != "system"}), "system"),
    ("a system that there is not", changed(system="chess"), "system"),
    ("a name that is no text", changed(name=None), "name"),
    ("a build that is no object", changed(build=[]), "build"),
    ("a ledger that is no list", changed(ledger={}), "ledger"),
    ("an unknown member", changed(colour="blue"), "colour"),
    ("an unknown member of the build", changed(build={"colour": "blue"}), "build"),
    (
        "an unknown member of gear",
        changed(build={"gear": [{"id": "medpac", "x": 1}]}),
        "build.gear",
    ),
    ("a species that is a number", changed(build={"species": 3}), "build.species"),
    ("skills that are no list", changed(build={"skills": "stealth"}), "build.skills"),
    ("a quantity that is a text", changed(build={"gear": [{"quantity": "1"}]}), "build.gear"),
    ("a quantity that is true", changed(build={"gear": [{"quantity": True}]}), "build.gear"),
    ("an entry without a kind", changed(ledger=[{"cp": 1}]), "ledger[0]"),
    ("an entry of an unknown kind", changed(ledger=[{"kind": "bribe"}]), "ledger[0]"),
    ("an entry that is no object", changed(ledger=[{"kind": "session"}, 7]), "ledger[1]"),
    ("an unknown member of an entry", changed(ledger=[{"kind": "session", "cp": 1}]), "ledger[0]"),
    ("an entry without what it needs", changed(ledger=[{"kind": "raise-skill"}]), "ledger[0]"),
    ("an amount that is a text", changed(ledger=[{"kind": "award", "cp": "9"}]), "ledger[0].cp"),
    ("an unknown mark", changed(marks={"hunger": 1}), "marks"),
    ("a mark that is a text", changed(marks={"wounds": "two"}), "marks.wounds"),
    ("an unknown member of the house", changed(house={"roof": 1}), "house"),
]


@pytest.mark.parametrize(
    ("text", "place"),
    [(text, place) for _, text, place in HOSTILE],
    ids=[name for name, _, _ in HOSTILE],
)
def test_what_cannot_be_read_is_refused_with_its_place(text: str | bytes, place: str) -> None:
    refused = refusal(text)
    assert refused.where.startswith(place) or place in str(refused)
    assert refused.message
    assert "\n" not in str(refused)
    assert len(str(refused)) < 300


def test_the_one_member_that_stands_twice_among_very_many_is_found_at_once() -> None:
    """Within a second of this processor's own time; each name counted for itself took twelve."""
    names = [f'"{number:05}":0' for number in range(26_000)]
    text = "{" + ",".join([*names, names[-1]]) + "}"
    begun = time.process_time()
    refused = refusal(text)
    assert time.process_time() - begun < 1
    assert (refused.where, refused.message) == ("25999", "this member appears twice")


def test_sixteen_levels_are_read() -> None:
    """They are within the limits; that no skill is a list is another matter."""
    documents.open_text(changed(build={"skills": nested(14)}))


def test_integers_within_32_bits_are_read() -> None:
    document = registry.read(
        changed(marks={"wounds": 2**31 - 1}, build={"starting_credits": -(2**31)})
    )
    assert document.marks.wounds == 2147483647
    assert document.build.starting_credits == -2147483648


def test_a_document_of_256_kib_is_read() -> None:
    text = changed(name="")
    room = 256 * 1024 - len(text.encode())
    assert len(registry.read(changed(name="x" * room)).name) == room


def test_what_is_empty_is_left_out_when_it_is_written() -> None:
    system = registry.get("hyperspace-d6")
    assert documents.write(system.empty()) == {
        "format": "hyperspace-character/1",
        "system": "hyperspace-d6",
        "name": "",
        "build": {},
    }


def test_a_document_stays_as_it_is() -> None:
    document = registry.read(json.dumps(WHOLE))
    with pytest.raises(AttributeError):
        document.name = "Another"
    with pytest.raises(AttributeError):
        document.build.species = "human"
    assert msgspec.structs.replace(document, name="Another").name == "Another"
