import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
TESTS = """
import os
import pytest

@pytest.mark.parametrize("number", range(8))
def test_number(number):
    print(f"{number} was here")
    if number == 1:
        os._exit(0)
    if number == 6:
        os.kill(os.getpid(), 9)
    if number == 3:
        pytest.skip("not today")
    assert number != 4
"""


def run(folder: Path, *options: str) -> str:
    file = folder / "test_numbers.py"
    file.write_text(TESTS)
    options = ("-p", "tests.conftest", "-p", "no:cacheprovider", "-rA", *options)
    command = [sys.executable, "-m", "pytest", f"--rootdir={ROOT}", *options, str(file)]
    environment = {**os.environ, "COLUMNS": "120"}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, check=False, capture_output=True, text=True
    )
    assert done.returncode == 1, done.stderr
    return done.stdout


def test_each_test_runs_once_and_fails_by_itself_or_with_its_worker(tmp_path: Path) -> None:
    output = run(tmp_path, "--workers", "3", "--no-skips")
    outcomes = re.findall(r"^(PASSED|FAILED) .*test_number\[(\d)\]", output, re.MULTILINE)
    failed = {"1", "3", "4", "6"}
    assert sorted((number, outcome) for outcome, number in outcomes) == [
        (str(number), "FAILED" if str(number) in failed else "PASSED") for number in range(8)
    ]
    assert "exit code 0" in output
    assert "exit code -9" in output
    assert "\n4 was here" in output


def test_no_more_tests_begin_when_one_has_failed_too_many(tmp_path: Path) -> None:
    output = run(tmp_path, "--workers", "1", "-x")
    assert "stopping after 1 failures" in output
    assert "1 failed, 1 passed" in output
