"""In a full run, a test that is skipped has failed."""

import subprocess
import sys

import pytest

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

def test_passes():
    pass
"""
MODULE = """
import pytest
pytest.importorskip("no_such_module")
"""


@pytest.fixture
def outcome(tmp_path, bare):
    """The closing lines of a run of a few tests, with the arguments given."""

    def run(text: str, *arguments: str) -> str:
        (tmp_path / "test_some.py").write_text(text)
        (tmp_path / "pytest.ini").write_text("[pytest]")
        command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider"]
        return subprocess.run(
            [*command, "--rootdir", str(tmp_path), str(tmp_path), *arguments],
            cwd=ROOT,
            env={**bare, "DJANGO_SETTINGS_MODULE": "tests.settings"},
            capture_output=True,
            text=True,
            check=False,
        ).stdout

    return run


def test_otherwise_a_skip_is_a_skip(outcome):
    assert "1 passed, 2 skipped, 1 xfailed" in outcome(TESTS)


def test_with_no_skips_it_is_a_failure_and_says_why(outcome):
    output = outcome(TESTS, "--no-skips")
    assert "1 failed, 1 passed, 1 xfailed, 1 error" in output
    assert "test_skips_itself was skipped, and here nothing may be: Skipped: no time" in output


def test_so_is_a_module_that_cannot_be_imported(outcome):
    assert "1 error" in outcome(MODULE, "--no-skips")


SOAKING = """
import pytest

@pytest.mark.soak
def test_takes_minutes():
    pass

def test_takes_none():
    pass
"""


def test_what_takes_minutes_is_left_out_daily_and_counted(outcome):
    output = outcome(SOAKING, "--no-skips")
    assert "tests marked soak: left out, as daily; --soak runs them" in output
    assert "1 passed, 1 deselected" in output


def test_with_soak_it_runs_too(outcome):
    output = outcome(SOAKING, "--no-skips", "--soak")
    assert "tests marked soak: run too" in output
    assert "2 passed" in output
