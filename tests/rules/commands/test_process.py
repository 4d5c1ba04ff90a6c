"""Commands as processes: what they read and print, and how they end."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rules import registry, stream
from rules.__main__ import main
from tests.rules.commands.calls import SCOUNDREL

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("command", ["act", "enter"])
@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": 1}', "\ud800"])
def test_a_document_that_cannot_be_read_ends_with_2(
    command: str, text: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "character.json"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    assert main([command, str(file), "harm" if command == "act" else "{}"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    (line,) = printed.err.splitlines()
    assert line.startswith(f"{file}: ")


def process(*arguments: str, given: bytes = b"", **more: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "rules", *arguments],
        cwd=ROOT,
        input=given,
        capture_output=True,
        check=False,
        env={**os.environ, **more},
    )


def test_documents_come_from_standard_input_and_are_utf_8_whatever_the_terminal_is() -> None:
    given, award = json.dumps({**SCOUNDREL, "name": "Zoë"}).encode(), '{"kind": "award", "cp": 3}'
    entered = process("enter", "-", award, given=given, PYTHONIOENCODING="ascii")
    assert entered.returncode == 0
    assert json.loads(entered.stdout.decode())["name"] == "Zoë"
    acted = process("act", "-", "skills.blasters", "--dice", "1,1,1,1,1", given=entered.stdout)
    assert acted.returncode == 0
    assert json.loads(acted.stdout)["document"]["ledger"] == [{"kind": "award", "cp": 3}]


def test_statuses_are_those_of_the_process() -> None:
    given = json.dumps(SCOUNDREL).encode()
    assert process("act", "-", "medpac", "--seed", "1", given=given).returncode == 1
    ended = process("act", "-", "chess", "--seed", "1", given=given)
    assert (ended.returncode, ended.stdout, len(ended.stderr.splitlines())) == (2, b"", 1)


@pytest.mark.parametrize(
    ("redirected", "said"),
    [
        (">&-", "standard output is closed"),
        (">/dev/full", "standard output: No space left on device"),
        ("| true", "standard output: Broken pipe"),
        ("<&-", "-: standard input is closed"),
    ],
)
def test_streams_that_are_closed_or_full_end_with_one_line(redirected: str, said: str) -> None:
    file = "-" if redirected == "<&-" else "fixtures/ready-made/$(ls fixtures/ready-made | head -1)"
    called = f'{sys.executable} -m rules sheet "{file}" --why {redirected}'
    ended = subprocess.run(
        ["bash", "-o", "pipefail", "-c", called], cwd=ROOT, capture_output=True, check=False
    )
    assert (ended.returncode, ended.stdout) == (2, b"")
    assert ended.stderr.decode().splitlines() == [said]


def test_chance_does_not_depend_on_the_process() -> None:
    asked = [{"verb": "random", "system": system, "seed": 3} for system in registry.all_systems()]
    lines = b"".join(json.dumps(one).encode() + b"\n" for one in asked)
    # Their sets are in another order than ours.
    other = process("stream", given=lines, PYTHONHASHSEED="1").stdout.decode()
    assert other == "".join(stream.answers(io.BytesIO(lines)))
    answers = [json.loads(line) for line in other.splitlines()]
    assert [answer["document"]["system"] for answer in answers] == list(registry.all_systems())
