"""`python -m rules`: what it prints, and its exit status."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules.__main__ import main
from tests.rules.commands.calls import SCOUNDREL

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def ran(*arguments: str) -> tuple[int, str, str]:
        try:
            status = main(arguments)
        except SystemExit as ended:
            status = int(ended.code or 0)
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return ran


@pytest.fixture
def write(tmp_path: Path) -> Callable[[Any], str]:
    def written(data: Any) -> str:
        file = tmp_path / "character.json"
        file.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
        return str(file)

    return written


def test_systems_are_listed_a_line_each(run: Run) -> None:
    status, out, err = run("systems")
    assert status == 0
    assert out.splitlines()[0].startswith("hyperspace-d6")
    assert err == ""


def test_a_sheet_is_printed_as_json(run: Run, write: Callable[[Any], str]) -> None:
    status, out, err = run("sheet", write(SCOUNDREL))
    assert (status, err) == (0, "")
    shown = json.loads(out)
    assert shown["attributes"] == {
        "DEX": 4, "KNO": 2, "MEC": 3, "PER": 3, "STR": 2, "TEC": 3, "FOR": 0
    }  # fmt: skip
    assert len(shown["skills"]) == 30
    assert shown["skills"]["agility"] == {"dice": 0, "total": 4}
    assert shown["skills"]["blasters"] == {"dice": 1, "total": 5}
    assert shown["defenses"] == {"dodge": 14, "parry": 14, "block": 12, "soak": 2}
    assert (shown["credits"], shown["character_points"], shown["force_points"]) == (250, 5, 1)
    assert shown["actions"] == 5
    assert shown["thresholds"] == {"stunned": 2, "unconscious": 6, "dead": 12, "wounds": 2}
    assert shown["weapons"] == [{"item": "blaster-pistol", "attack": 5, "damage": 3}]
    assert shown["conditional"] == {}
    assert "problems" not in shown
    assert "why" not in shown


def test_those_with_the_force_have_33_skills(run: Run, write: Callable[[Any], str]) -> None:
    jedi = {**SCOUNDREL, "build": {**SCOUNDREL["build"], "profession": "jedi-padawan"}}
    shown = json.loads(run("sheet", write(jedi))[1])
    assert len(shown["skills"]) == 33


def test_why_says_how_each_number_comes_about(run: Run, write: Callable[[Any], str]) -> None:
    status, out, _ = run("sheet", write(SCOUNDREL), "--why")
    why = json.loads(out)["why"]
    assert status == 0
    assert why["dodge"] == "10 + DEX 4D"
    assert why["blasters"] == "DEX 4D + Blasters 1D"
    assert why["DEX"] == "Human 2D + Scoundrel 2D"
    assert why["force_points"] == "FOR 0, at least 1"


def test_an_illegal_sheet_is_printed_with_its_problems(
    run: Run, write: Callable[[Any], str]
) -> None:
    build = {**SCOUNDREL["build"], "species": "gungan"}
    status, out, err = run("sheet", write({**SCOUNDREL, "build": build}))
    shown = json.loads(out)
    assert (status, err) == (1, "")
    assert shown["attributes"]["DEX"] == 2
    assert [(found["code"], found["where"]) for found in shown["problems"]] == [
        ("unknown-species", "build.species")
    ]


def test_a_legal_document_is_checked_in_silence(run: Run, write: Callable[[Any], str]) -> None:
    assert run("check", write(SCOUNDREL)) == (0, "", "")


def test_the_problems_of_an_illegal_one_are_printed(run: Run, write: Callable[[Any], str]) -> None:
    build = {**SCOUNDREL["build"], "skills": ["blasters", "juggling", "pilot"]}
    status, out, err = run("check", write({**SCOUNDREL, "build": build}))
    shown = json.loads(out)
    assert (status, err) == (1, "")
    assert set(shown) == {"problems"}
    assert all(set(found) == {"code", "where", "message"} for found in shown["problems"])
    assert shown["problems"][0]["code"] == "unknown-skill"
    assert shown["problems"][0]["where"] == "build.skills[1]"


def test_an_unfinished_one_is_not_legal(run: Run, write: Callable[[Any], str]) -> None:
    assert run("check", write({**SCOUNDREL, "build": {}}))[0] == 1


@pytest.mark.parametrize("command", ["sheet", "check"])
@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"format": 1}', json.dumps({**SCOUNDREL, "system": "chess"}), "\ud800"],
    ids=["empty", "broken", "a list", "no document", "another game", "half a character"],
)
def test_what_cannot_be_read_ends_with_2_and_one_line(
    command: str, text: str, run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "character.json"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    status, out, err = run(command, str(file))
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert "Traceback" not in err


def test_a_file_that_is_not_there_ends_with_2_and_one_line(run: Run) -> None:
    status, out, err = run("check", "nowhere.json")
    assert (status, out) == (2, "")
    assert err.splitlines() == ["nowhere.json: No such file or directory"]


def test_a_folder_ends_with_2_and_one_line(run: Run, tmp_path: Path) -> None:
    status, out, err = run("check", str(tmp_path))
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("dance",),
        ("sheet",),
        ("check", "a", "b"),
        ("sheet", "a", "--how"),
        ("random",),
        ("random", "chess"),
        ("random", "hyperspace-d6", "--seed", "x"),
    ],
)
def test_a_wrong_call_ends_with_2_and_one_line(arguments: tuple[str, ...], run: Run) -> None:
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1


def test_a_random_character_is_legal(run: Run, write: Callable[[Any], str]) -> None:
    status, out, err = run("random", "hyperspace-d6", "--seed", "7")
    assert (status, err) == (0, "")
    assert run("check", write(out)) == (0, "", "")


def test_the_same_seed_prints_the_same_character(run: Run) -> None:
    first = run("random", "hyperspace-d6", "--seed", "7")
    assert run("random", "hyperspace-d6", "--seed", "7") == first
    assert run("random", "hyperspace-d6", "--seed", "8") != first


def test_without_a_seed_characters_differ(run: Run) -> None:
    assert len({run("random", "hyperspace-d6")[1] for _ in range(5)}) > 1


@pytest.fixture
def send(run: Run, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str, str]]:
    """Runs a command that reads these bytes from its standard input."""

    def sent(*arguments: str, given: bytes) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        return run(*arguments)

    return sent


def test_a_document_comes_from_standard_input(send: Run) -> None:
    status, out, _ = send("sheet", "-", given=json.dumps(SCOUNDREL).encode())
    assert status == 0
    assert json.loads(out)["defenses"]["dodge"] == 14


def test_more_than_256_kib_are_not_read(send: Run) -> None:
    given = b" " * 300_000 + json.dumps(SCOUNDREL).encode()
    status, _, err = send("check", "-", given=given)
    assert status == 2
    assert "262,144" in err
