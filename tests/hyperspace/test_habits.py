"""The checks before a commit are what `bin/test` checks first."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.hyperspace.conftest import ROOT

HOOKS: dict[str, Any] = {
    hook["id"]: hook
    for repository in yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
    for hook in repository["hooks"]
}
PRE_COMMIT = Path(sys.executable).with_name("pre-commit")


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True)


def test_each_style_step_of_the_tests_is_a_hook_with_the_same_options() -> None:
    script = (ROOT / "bin/test").read_text(encoding="utf-8")
    steps = [line.removeprefix("step ") for line in script.splitlines() if line.startswith("step ")]
    style = [step.replace('"$bin/', '"').replace('"', "") for step in steps]
    entries = [hook["entry"].replace(".venv/bin/", "") for hook in HOOKS.values()]
    for step in style[: style.index("mypy")]:
        plain = re.sub(r" (?:\.|templates)$", "", step)
        assert any(plain in entry for entry in entries), step
    assert any("shellcheck --external-sources" in entry for entry in entries)


def test_no_hook_is_fetched_from_anywhere() -> None:
    config = (ROOT / ".pre-commit-config.yaml").read_text()
    assert re.findall(r"- repo: (\S+)", config) == ["local"]
    assert "//" not in config


@pytest.mark.parametrize(
    ("subject", "passes"), [("Find plurals", True), ("x" * 72, True), ("x" * 73, False)]
)
def test_a_long_subject_is_refused(tmp_path: Path, subject: str, *, passes: bool) -> None:
    git(tmp_path, "init", "--quiet")
    (tmp_path / ".pre-commit-config.yaml").write_text(
        yaml.safe_dump({"repos": [{"repo": "local", "hooks": [HOOKS["subject"]]}]})
    )
    git(tmp_path, "add", "--all")
    message = tmp_path / "message"
    message.write_text(f"{subject}\n\n{'A body may have long lines. ' * 9}\n")
    command = [PRE_COMMIT, "run", "--hook-stage", "commit-msg", "--commit-msg-filename", message]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (run.returncode == 0) is passes, run.stdout + run.stderr


@pytest.mark.parametrize("page", ["SECURITY.md", "CODE_OF_CONDUCT.md"])
def test_whoever_has_something_to_report_reads_where_to_write(page: str) -> None:
    assert re.search(r"[Ww]rite to (?:\S+@\S+|ADDRESS-TO-BE-SET)", (ROOT / page).read_text())
