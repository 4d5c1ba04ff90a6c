"""`python -m rules stream`: a request a line in, an answer a line out."""

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules import document as documents
from rules import stream, verbs
from rules.__main__ import main
from rules.character import Character
from rules.document import Document
from rules.fight import first_roll
from rules.game import Game
from rules.play import NO_ACTIONS
from tests.rules.commands.calls import AWARD, SCOUNDREL
from tests.rules.contract.systems import EARNING, having

ROOT = Path(__file__).parents[3]
LEGAL_CHECK = {"verb": "check", "document": SCOUNDREL}
ILLEGAL = {**SCOUNDREL, "build": {**SCOUNDREL["build"], "species": "gungan"}}
Call = Callable[..., tuple[int, str]]


def answers_to(*lines: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.answers(io.BytesIO(b"".join(lines)))]


def asked(request: dict[str, Any]) -> dict[str, Any]:
    (answer,) = answers_to(json.dumps(request).encode() + b"\n")
    return answer


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    """A command, with its status and what it prints."""

    def called(*arguments: str) -> tuple[int, str]:
        status = main(arguments)
        return status, capsys.readouterr().out

    return called


def as_one_answer(ended: tuple[int, str], *, is_document: bool = False) -> dict[str, Any]:
    """The stream's answer to a command that ended so."""
    status, out = ended
    shown = json.loads(out) if out else {}
    return {"status": status, **({"document": shown} if is_document else shown)}


def several(system: Game) -> list[Document]:
    """A finished character, and an empty one."""
    return [system.random(Random(3)), system.empty()]


@EARNING
def test_each_verb_answers_what_its_command_prints(
    system: Game, call: Call, tmp_path: Path
) -> None:
    file = str(tmp_path / "character.json")
    for document in several(system):
        plain = documents.write(document)
        Path(file).write_text(json.dumps(plain), encoding="utf-8")
        given = {"document": plain}
        assert asked({"verb": "sheet", **given}) == as_one_answer(call("sheet", file))
        why = asked({"verb": "sheet", "why": True, **given})
        assert why == as_one_answer(call("sheet", file, "--why"))
        assert "why" in why
        assert asked({"verb": "check", **given}) == as_one_answer(call("check", file))
        entered = call("enter", file, '{"kind": "session"}')
        assert asked({"verb": "enter", "entry": {"kind": "session"}, **given}) == as_one_answer(
            entered, is_document=entered[0] == 0
        )
    made = asked({"verb": "random", "system": system.slug, "seed": 7})
    printed = call("random", system.slug, "--seed", "7")
    assert made == as_one_answer(printed, is_document=True)


@having(lambda system: system.play.actions is not NO_ACTIONS)
def test_an_action_answers_what_its_command_prints(
    system: Game, call: Call, tmp_path: Path
) -> None:
    document = system.random(Random(3))
    file = tmp_path / "character.json"
    file.write_text(json.dumps(documents.write(document)), encoding="utf-8")
    roll = first_roll(Character(system, document).play_state({}))
    given = {"verb": "act", "document": documents.write(document), "action": roll}
    assert asked(given) == as_one_answer(call("act", str(file), roll))
    rolled = asked({**given, "seed": 5, "turn": {"actions": 2}})
    turn = ("--turn", '{"actions": 2}')
    assert rolled == as_one_answer(call("act", str(file), roll, *turn, "--seed", "5"))
    assert rolled["outcome"]["dice"]
    faces = ",".join(map(str, rolled["outcome"]["dice"]))
    again = asked({**given, "dice": rolled["outcome"]["dice"], "turn": {"actions": 2}})
    assert again == as_one_answer(call("act", str(file), roll, *turn, "--dice", faces))
    assert again["outcome"]["dice"] == rolled["outcome"]["dice"]


@having(lambda system: system.fight)
def test_a_fight_answers_what_its_command_prints(system: Game, call: Call, tmp_path: Path) -> None:
    sides = [
        [documents.write(system.random(Random(seed))) for seed in two] for two in ((1, 2), (3, 4))
    ]
    files = [str(tmp_path / f"{number}.json") for number in range(4)]
    for file, plain in zip(files, [*sides[0], *sides[1]], strict=True):
        Path(file).write_text(json.dumps(plain), encoding="utf-8")
    answer = asked({"verb": "fight", "sides": sides, "seed": 11})
    printed = call("fight", *files[:2], "--against", *files[2:], "--seed", "11")
    assert answer == as_one_answer(printed)
    assert answer["status"] == 0
    # The same dice are the same fight.
    dice = ",".join(map(str, answer["dice"]))
    assert asked({"verb": "fight", "sides": sides, "dice": dice}) == answer


def test_an_illegal_character_has_status_1_as_its_command() -> None:
    answer = asked({"verb": "check", "document": ILLEGAL})
    assert answer["status"] == 1
    assert [problem["code"] for problem in answer["problems"]] == ["unknown-species"]
    assert asked({"verb": "sheet", "document": ILLEGAL})["status"] == 1
    refused = asked({"verb": "enter", "document": SCOUNDREL, "entry": {"kind": "unlock-force"}})
    assert (refused["status"], list(refused)) == (1, ["status", "problems"])


def test_a_document_of_an_answer_can_be_sent_as_it_is() -> None:
    entered = asked({"verb": "enter", "document": SCOUNDREL, "entry": AWARD})
    rolled = asked(
        {
            "verb": "act",
            "document": entered["document"],
            "action": "skills.blasters",
            "fields": {"target": 15},
            "dice": [4, 6, 2, 3, 5],
        }
    )
    assert rolled["outcome"]["total"] == 20
    assert rolled["outcome"]["success"] is True
    assert rolled["document"]["ledger"] == [AWARD]


@pytest.mark.parametrize(
    "fields", [{"ways": ["auto-fire"], "defense": 14, "defense-2": "12"},
               ["ways=auto-fire", "defense=14", "defense-2=12"]]
)  # fmt: skip
def test_fields_are_an_object_or_texts_as_in_a_command(fields: Any) -> None:
    hunter = {**SCOUNDREL, "build": {"opponent": {"id": "bounty-hunter"}}}
    action = "weapons.heavy-blaster-rifle.attack"
    request = {"verb": "act", "document": hunter, "action": action, "fields": fields}
    answer = asked({**request, "dice": "5,3,3,2"})
    assert answer["outcome"]["messages"][0] == "13 hits 1 of 2"


@pytest.mark.parametrize("id", [7, "the ninth", -1, ""])
def test_the_id_of_a_request_stands_in_its_answer(id: object) -> None:
    assert asked({**LEGAL_CHECK, "id": id}) == {"id": id, "status": 0}
    assert asked({"verb": "dance", "id": id})["id"] == id
    assert asked({"verb": "check", "document": 3, "id": id})["id"] == id
    assert "id" not in asked(LEGAL_CHECK)


DEEP = b"[" * 100_000


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"", "not JSON"),
        (b"   ", "not JSON"),
        (b"{", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b"\x00", "not JSON"),
        (b"[]", "an object is expected, not a list"),
        (b"null", "an object is expected, not nothing"),
        (b"{}", "verb: name one of sheet, check, random, act, enter, fight"),
        (b'{"verb": "systems"}', "verb: name one of"),
        (b'{"verb": ["check"]}', "verb: a text is expected"),
        (b'{"verb": "check"}', "'document' is missing"),
        (b'{"verb": "check", "document": {}, "why": true}', "unknown member 'why'"),
        (b'{"verb": "check", "id": {"a": 1}}', "id: "),
        (b'{"verb": "check", "id": "\\ud800"}', "not JSON"),
        (b'{"verb": "check", "document": "\xff"}', "document: byte 1 is not UTF-8"),
        (b'{"verb": "check", "document": {"a": 1, "a": 2}}', "document: a: this member appears"),
        (b'{"verb": "check", "document": NaN}', "not JSON"),
        (b'{"verb": "check", "document": ' + DEEP + b"}", "not JSON"),
        (b'{"verb": "check", "document": ' + b"[" * 400 + b"]" * 400 + b"}", "levels deep"),
        (DEEP, "an object is expected"),
        (b'{"verb": "random", "system": "chess"}', "system: no game system of that name"),
        (b'{"verb": "random", "system": "hyperspace-d6", "seed": 1.5}', "seed: "),
        (b'{"verb": "random", "system": "hyperspace-d6", "seed": ' + b"9" * 5000 + b"}", "seed: "),
        (b'{"verb": "fight", "sides": []}', "sides: name two sides"),
        (b'{"verb": "fight", "sides": {"a": []}}', "sides: a list is expected"),
        (b'{"verb": "fight", "sides": [[1], [2]]}', "sides[0][0]: a character document is"),
    ],
)
def test_a_line_that_cannot_be_read_is_answered_with_2_and_a_sentence(
    line: bytes, said: str
) -> None:
    wrong, right = answers_to(line + b"\n", json.dumps(LEGAL_CHECK).encode())
    assert wrong["status"] == 2
    assert said in wrong["error"]
    assert wrong["error"].isprintable()
    assert set(wrong) == {"status", "error"}
    assert right == {"status": 0}


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ({"action": "chess"}, "chess"),
        ({"action": "skills.blasters", "dice": "1,1"}, "dice: too few dice"),
        ({"action": "skills.blasters", "dice": [1] * 9}, "dice: too many dice"),
        ({"action": "skills.blasters", "dice": [7, 1, 1, 1, 1]}, "dice: die 1 shows 7"),
        ({"action": "skills.blasters", "dice": "six"}, "dice: 'six' isn't a die face"),
        ({"action": "skills.blasters", "dice": "1", "seed": 1}, "dice: name dice or a seed"),
        ({"action": "skills.blasters", "turn": [1]}, "turn: write an object"),
        ({"action": "skills.blasters", "turn": {"actions": "3"}}, "turn: 'actions' has to be"),
        ({"action": "skills.blasters", "fields": {"luck": 1}}, "luck: skills.blasters has no such"),
        ({"action": "skills.blasters", "fields": {"target": "\x01"}}, "control character"),
        ({"action": "skills.blasters", "fields": {"target": None}}, "fields"),
    ],
)
def test_an_action_that_is_wrongly_called_is_answered_with_2_and_a_sentence(
    members: dict[str, Any], said: str
) -> None:
    answer = asked({"verb": "act", "document": SCOUNDREL, **members})
    assert (answer["status"], set(answer)) == (2, {"status", "error"})
    assert said in answer["error"]


def test_a_line_has_a_bound_and_the_next_one_is_read_from_its_start() -> None:
    long = b'{"verb": "check", "document": "' + b"x" * 3_000_000 + b'"}\n'
    next_one = json.dumps(LEGAL_CHECK).encode() + b"\n"
    assert answers_to(long, next_one) == [
        {"status": 2, "error": "a line has at most 1,048,576 bytes"},
        {"status": 0},
    ]
    large = json.dumps({**LEGAL_CHECK, "document": {**SCOUNDREL, "player": "x" * 300_000}})
    (answer,) = answers_to(large.encode())
    assert answer["status"] == 2
    assert "at most 262,144 are read" in answer["error"]


def test_what_makes_the_engine_fail_does_not_end_the_stream(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(_: Document) -> verbs.Answer:
        raise ZeroDivisionError

    monkeypatch.setattr(verbs, "check", fails)
    failed, made = answers_to(
        json.dumps({**LEGAL_CHECK, "id": 1}).encode() + b"\n",
        json.dumps({"verb": "sheet", "document": SCOUNDREL}).encode(),
    )
    assert (failed["id"], failed["status"]) == (1, 2)
    assert "ZeroDivisionError" in capsys.readouterr().err
    assert made["status"] == 0


def test_an_answer_is_one_line_of_ascii_whatever_the_character_is_called() -> None:
    named = {**SCOUNDREL, "name": "Zoë\u2028\u0085the\nFirst"}
    request = {
        "verb": "enter",
        "document": {**named, "name": "Zoë\u2028the\nFirst"},
        "entry": AWARD,
    }
    (line,) = stream.answers(io.BytesIO(json.dumps(request).encode()))
    assert line.isascii()
    assert line.count("\n") == 1
    assert json.loads(line)["document"]["name"] == "Zoë\u2028the\nFirst"


def started() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "rules", "stream"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )


def test_each_answer_comes_before_the_next_request() -> None:
    with started() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for id in (1, 2, 3):
            process.stdin.write(json.dumps({**LEGAL_CHECK, "id": id}).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline()) == {"id": id, "status": 0}
        process.stdin.close()
        assert process.stdout.read() == b""
        assert process.wait() == 0


def test_one_process_answers_two_thousand_requests_in_their_order() -> None:
    kinds: list[dict[str, Any]] = [
        LEGAL_CHECK,
        {"verb": "act", "document": SCOUNDREL, "action": "skills.blasters", "seed": 3},
        {"verb": "enter", "document": SCOUNDREL, "entry": AWARD},
        {"verb": "dance"},
    ]
    lines = "".join(json.dumps({**kinds[id % 4], "id": id}) + "\n" for id in range(2000))
    with started() as process:
        out, _ = process.communicate(lines.encode())
    answers = [json.loads(line) for line in out.splitlines()]
    assert process.returncode == 0
    assert [answer["id"] for answer in answers] == list(range(2000))
    assert [answer["status"] for answer in answers] == [0, 0, 0, 2] * 500
    # What was asked before changes nothing of an answer.
    for kind in range(4):
        assert len({json.dumps({**one, "id": 0}) for one in answers[kind::4]}) == 1


def test_a_stream_without_requests_answers_nothing() -> None:
    assert answers_to() == []
