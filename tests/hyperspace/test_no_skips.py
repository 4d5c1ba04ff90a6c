"""In a full run, a test that is skipped has failed."""

import subprocess
import sys
from pathlib import Path

from tests.hyperspace.conftest import ROOT

TESTS = """
import pytest

def test_skips_itself():
    pytest.skip("no time")

@pytest.mark.skip(reason="no mood")
def test_is_skipped():
    pass

@pytest.mark.xfail(strict=True)
def test_fails_as_expected():
    assert False

@pytest.mark.soak
def test_takes_minutes():
    pass

def test_passes():
    pass
"""
MODULE = """
import pytest
pytest.importorskip("no_such_module")
"""


def outcome(folder: Path, environment: dict[str, str], *arguments: str) -> str:
    """The output of a run of those tests and of a module that cannot be imported."""
    (folder / "test_some.py").write_text(TESTS)
    (folder / "test_other.py").write_text(MODULE)
    (folder / "pytest.ini").write_text("[pytest]")
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider"]
    return subprocess.run(
        [*command, "--rootdir", str(folder), str(folder), *arguments],
        cwd=ROOT,
        env={**environment, "DJANGO_SETTINGS_MODULE": "tests.settings"},
        capture_output=True,
        text=True,
        check=False,
    ).stdout


def test_otherwise_a_skip_is_a_skip_and_what_takes_minutes_is_left_out(tmp_path, bare):
    output = outcome(tmp_path, bare)
    assert "tests marked soak: left out, as daily; --soak runs them" in output
    assert "1 passed, 3 skipped, 1 deselected, 1 xfailed" in output


def test_with_no_skips_a_skip_is_a_failure_that_says_why(tmp_path, bare):
    output = outcome(tmp_path, bare, "--no-skips", "--soak", "--continue-on-collection-errors")
    assert "tests marked soak: run too" in output
    # The module that cannot be imported, and the test that is marked to be skipped.
    assert "1 failed, 2 passed, 1 xfailed" in output
    assert "2 errors in" in output
    assert "test_skips_itself was skipped, and here nothing may be: Skipped: no time" in output
