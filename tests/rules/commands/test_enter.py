"""`python -m rules enter`: the ledger by script, in every game."""

import json
from typing import Any

import pytest

from rules import document as documents
from rules import registry
from tests.rules.commands.calls import AWARD, SCOUNDREL, SOLDIER, Run


@pytest.mark.parametrize(
    ("document", "entry", "written"),
    [
        (SCOUNDREL, AWARD, AWARD),
        (SOLDIER, AWARD, AWARD),
        # Stealth is DEX 4D: the first die of a skill costs 3 of the 5 points to begin with.
        (
            SCOUNDREL,
            {"kind": "raise-skill", "skill": "stealth"},
            {"kind": "raise-skill", "paid": 3, "skill": "stealth"},
        ),
        (
            SCOUNDREL,
            {"kind": "buy", "item": "medpac", "quantity": 2, "by": "Ann", "note": "for Kell"},
            {
                "kind": "buy",
                "by": "Ann",
                "note": "for Kell",
                "paid": 200,
                "item": "medpac",
                "quantity": 2,
            },
        ),
        (
            SOLDIER,
            {"kind": "use", "item": "Medpac", "quantity": 1},
            {"kind": "use", "item": "Medpac"},
        ),
    ],
)
def test_an_entry_is_appended_and_priced(
    document: dict[str, Any], entry: dict[str, Any], written: dict[str, Any], run: Run
) -> None:
    ended = run("enter", document, json.dumps(entry))
    assert (ended.status, ended.err) == (0, "")
    assert ended.shown["ledger"] == [written]
    assert registry.read(ended.out).build == registry.read(json.dumps(document)).build


def test_every_kind_of_entry_is_entered_one_after_the_other(run: Run) -> None:
    build = {
        "concept": "…",
        "pronouns": "…",
        "appearance": "…",
        "personality": "…",
        "species": "twilek",
        "profession": "spy",
        "skills": ["stealth", "deceive", "blasters"],
        "edge": {"id": "trained", "skill": "search", "note": "…"},
        "burden": {"id": "wounded", "attribute": "STR", "note": "…"},
        "gear": [
            {"id": "blaster-pistol", "quantity": 1},
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
    }
    document = {**SCOUNDREL, "name": "Vessa Korr", "player": "…", "build": build}
    assert run("check", document).status == 0
    entries: list[dict[str, Any]] = [
        {"kind": "award", "cp": 200, "credits": 500},
        {"kind": "raise-skill", "skill": "stealth"},
        {"kind": "raise-attribute", "attribute": "DEX"},
        {"kind": "unlock-force"},
        {"kind": "upgrade", "item": "blaster-pistol", "aspect": "damage"},
        {"kind": "upgrade", "item": "Mother's vest", "aspect": "soak"},
        {"kind": "buy", "item": "medpac", "quantity": 2},
        {"kind": "sell", "item": "medpac", "quantity": 1, "credits": 50},
        {"kind": "use", "item": "medpac", "quantity": 1},
        {"kind": "grant", "item": "medpac", "quantity": 1},
        {"kind": "lose", "item": "medpac", "quantity": 1},
        {"kind": "wear", "item": None},
        {"kind": "spend", "cp": 1},
        {"kind": "session"},
        {"kind": "rebuild", "build": {**build, "concept": "A spy"}},
        {"kind": "adjust", "cp": 1, "credits": 2, "reason": "A mistake"},
        {"kind": "undo", "entry": 15},
    ]
    for entry in entries:
        ended = run("enter", document, json.dumps(entry))
        assert (entry, ended.status, ended.err) == (entry, 0, "")
        document = ended.shown
    kinds = [entry["kind"] for entry in document["ledger"]]
    assert kinds == [entry["kind"] for entry in entries]
    assert run("check", document).status == 0


def test_what_was_printed_is_entered_into_again(run: Run) -> None:
    first = run("enter", SOLDIER, json.dumps(AWARD)).shown
    second = run("enter", first, '{"kind": "undo", "entry": 0}').shown
    assert [entry["kind"] for entry in second["ledger"]] == ["award", "undo"]
    again = run("enter", second, '{"kind": "undo", "entry": 0}')
    assert again.status == 1
    assert [problem["code"] for problem in again.shown["problems"]] == ["bad-undo"]


@pytest.mark.parametrize(
    ("document", "entry", "code", "where"),
    [
        (SCOUNDREL, {"kind": "raise-skill", "skill": "chess"}, "unknown-skill", "ledger[0]"),
        (SCOUNDREL, {"kind": "raise-attribute", "attribute": "DEX"}, "cannot-afford", "ledger[0]"),
        (SCOUNDREL, {"kind": "wear", "item": "light-armor"}, "not-owned", "ledger[0]"),
        (SCOUNDREL, {"kind": "undo", "entry": 0}, "bad-undo", "ledger[0]"),
        (SOLDIER, {"kind": "undo", "entry": 0}, "bad-undo", "ledger[0]"),
        (SCOUNDREL, {"kind": "rebuild", "build": {}}, "missing", "ledger[0].build.species"),
    ],
)
def test_an_entry_that_may_not_be_made_prints_its_problems(
    document: dict[str, Any], entry: dict[str, Any], code: str, where: str, run: Run
) -> None:
    ended = run("enter", document, json.dumps(entry))
    assert (ended.status, ended.err) == (1, "")
    assert set(ended.shown) == {"problems"}
    first = ended.shown["problems"][0]
    assert set(first) == {"code", "where", "message"}
    assert (first["code"], first["where"]) == (code, where)


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("", "entry: line 1, column 1: not JSON: Expecting value"),
        ("[]", 'entry: write an object: {"kind": "session"}'),
        ('"award"', 'entry: write an object: {"kind": "session"}'),
        ("{}", "entry.kind: name one of award, "),
        ('{"kind": "dance"}', "entry.kind: name one of award, "),
        ('{"kind": ["award"]}', "entry.kind: name one of award, "),
        ('{"kind": "award", "cp": 3, "paid": 0}', "entry.paid: leave it out"),
        ('{"kind": "award", "xp": 3}', "entry.xp: unknown member; award has by, at, note, cp"),
        ('{"kind": "award", "cp": "3"}', "entry.cp: a whole number is expected, not a text"),
        ('{"kind": "award", "cp": 1.5}', "entry: 1.5 is a fraction; write a whole number"),
        ('{"kind": "award", "cp": 1e3}', "entry: 1e3 is a fraction; write a whole number"),
        ('{"kind": "award", "cp": 2147483648}', "entry: cp: an integer beyond 32 bits"),
        ('{"kind": "award", "cp": 1, "cp": 2}', "entry: cp: this member appears twice"),
        ('{"kind": "award", "note": "\\u0000"}', "entry: note: control character U+0000"),
        ("[" * 5000, "entry: "),
        (f'{{"kind": "award", "note": "{"x" * 262_144}"}}', "entry: at most 262,144 bytes"),
    ],
)
@pytest.mark.parametrize("document", [SCOUNDREL, SOLDIER], ids=["hyperspace-d6", "rules-sheet-d6"])
def test_an_entry_that_cannot_be_read_ends_with_2(
    document: dict[str, Any], entry: str, said: str, run: Run
) -> None:
    assert run("enter", document, entry).line.startswith(said)


def test_a_document_that_has_grown_too_large_is_not_printed(run: Run) -> None:
    full = {**SCOUNDREL, "ledger": [{"kind": "award", "cp": 1, "note": "x" * 1000}] * 240}
    entry = json.dumps({"kind": "award", "cp": 1, "note": "x" * 20_000})
    assert run("enter", full, entry).line.startswith("nothing was saved: the document has ")


def test_a_document_that_is_too_large_indented_is_printed_without(run: Run) -> None:
    full = {**SCOUNDREL, "ledger": [{"kind": "award", "cp": 1}] * 5000}
    ended = run("enter", full, json.dumps(AWARD))
    assert ended.status == 0
    assert len(ended.out) <= documents.MAX_BYTES
    assert len(registry.read(ended.out).ledger) == 5001


def test_an_illegal_document_takes_entries_all_the_same(run: Run) -> None:
    unfinished = {**SCOUNDREL, "build": {"species": "human"}}
    ended = run("enter", unfinished, json.dumps(AWARD))
    assert (ended.status, ended.shown["ledger"]) == (0, [AWARD])
