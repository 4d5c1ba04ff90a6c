"""Games in folders pass the tests that every game of the program passes."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from rules.declared import starter
from rules.game_folders import VARIABLE
from tests.lantern_deep import FOLDER

ROOT = Path(__file__).parents[3]
CONTRACT = "tests/rules/contract"
# Other tests hold the promises against these games, and the two longest draw what these draw.
ELSEWHERE = ("test_contract.py", "test_random_histories.py", "test_character.py")


def test_an_example_and_a_new_game_of_dots_pass_what_is_asked_of_every_game(tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path / FOLDER.name)
    dotted = starter.write("sea-of-ash", "dotted", tmp_path)
    command = [
        *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"),
        *(f"--ignore={CONTRACT}/{name}" for name in ELSEWHERE),
        *("-k", f"{FOLDER.name} or {dotted.name}", CONTRACT, "tests/rules/test_typed_opponents.py"),
    ]
    environment = {**os.environ, VARIABLE: str(tmp_path)}
    run = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    passed = re.search(r"^(\d+) passed, \d+ deselected", run.stdout, re.MULTILINE)
    assert passed, run.stdout
    assert int(passed[1]) > 200
