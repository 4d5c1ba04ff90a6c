"""`bin/release`: what it refuses, and what comes of it."""

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tests.hyperspace.conftest import ROOT

# Stand for scripts that have tests of their own.
CALLED = '#!/bin/sh\necho "$(basename "$0") $*" >>"$CALLS"\n'
DOCS = f'{CALLED}mkdir -p "$1/.doctrees"\necho docs >"$1/index.html"\n'
FILES = (
    *("CHANGELOG.md", "CODE_OF_CONDUCT.md", "SECURITY.md", "pyproject.toml", ".gitignore"),
    *("news", "bin/release", "bin/usage", "docs/index.md"),
)


class Project:
    """A repository with what a release takes."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.calls = folder / "project", folder / "calls"
        for name in FILES:
            source, target = ROOT / name, self.folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("+*"))
            else:
                shutil.copy(source, target)
        for name, text in (("setup", CALLED), ("test", CALLED), ("docs", DOCS)):
            script = self.folder / "bin" / name
            script.write_text(text)
            script.chmod(0o755)
        (self.folder / ".venv").mkdir()
        (self.folder / ".venv/bin").symlink_to(Path(sys.executable).parent)
        self.git("init", "--quiet", "--initial-branch", "main")
        project = self.folder / "pyproject.toml"
        text = project.read_text()
        project.write_text(text.replace(f'version = "{version_of(text)}"', 'version = "3.1.0"', 1))
        self.commit("This version")

    def git(self, *words: str) -> str:
        who = ("-c", "user.name=Ines", "-c", "user.email=ines@hyperspace.example")
        return subprocess.run(
            ["git", *who, *words], cwd=self.folder, check=True, capture_output=True, text=True
        ).stdout.strip()

    def commit(self, message: str) -> None:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", message)

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text)

    def release(self, *words: str) -> "subprocess.CompletedProcess[str]":
        names = {
            f"GIT_{role}_{what}": value
            for role in ("AUTHOR", "COMMITTER")
            for what, value in (("NAME", "Ines"), ("EMAIL", "ines@hyperspace.example"))
        }
        return subprocess.run(
            ["bin/release", *words],
            cwd=self.folder,
            env={**os.environ, **names, "CALLS": str(self.calls)},
            capture_output=True,
            text=True,
            check=False,
        )


def version_of(project: str) -> str:
    return project.split('\nversion = "', 1)[1].split('"', 1)[0]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def unpacked(archive: Path, name: str) -> str:
    with tarfile.open(archive) as packed:
        member = packed.extractfile(name)
        assert member
        return member.read().decode()


def names(archive: Path) -> set[str]:
    with tarfile.open(archive) as packed:
        return set(packed.getnames())


def test_a_dry_run_packs_the_next_version_and_leaves_the_tree_as_it_is(project: Project) -> None:
    project.write("news/+plurals.fixed.md", "Search in the shop finds plurals.\n")
    project.commit("Find plurals")
    before = project.git("log", "--oneline", "--all")
    run = project.release("3.2.0", "--dry-run")
    assert run.returncode == 0, run.stderr
    archive = project.folder / "var/release/dry-run/hyperspace-3.2.0.tar.gz"
    project_file = unpacked(archive, "hyperspace-3.2.0/pyproject.toml")
    assert version_of(project_file) == "3.2.0"
    changelog = unpacked(archive, "hyperspace-3.2.0/CHANGELOG.md")
    section = changelog.split("\n## 3.2.0 – ", 1)[1].split("\n## ", 1)[0]
    assert section[10:].strip() == "### Fixed\n\n- Search in the shop finds plurals."
    assert "hyperspace-3.2.0/news/README.md" in names(archive)
    assert "hyperspace-3.2.0/news/+plurals.fixed.md" not in names(archive)
    docs = archive.with_name("hyperspace-3.2.0-docs.tar.gz")
    assert names(docs) == {"hyperspace-3.2.0-docs", "hyperspace-3.2.0-docs/index.html"}
    check = ["sha256sum", "--check", "--quiet", "SHA256SUMS"]
    assert subprocess.run(check, cwd=archive.parent, check=False).returncode == 0
    assert project.git("log", "--oneline", "--all") == before
    assert project.git("status", "--porcelain") == ""
    assert [line.split()[0] for line in project.calls.read_text().splitlines()] == ["setup", "docs"]


def test_a_release_is_tested_committed_tagged_and_packed(project: Project) -> None:
    project.write("news/+plurals.fixed.md", "Search in the shop finds plurals.\n")
    project.commit("Find plurals")
    run = project.release("3.2.0")
    assert run.returncode == 0, run.stderr
    called = [line.split()[0] for line in project.calls.read_text().splitlines()]
    assert called == ["setup", "test", "docs"]
    assert project.git("log", "-1", "--format=%s") == "Release 3.2.0"
    assert project.git("describe") == "v3.2.0"
    assert project.git("status", "--porcelain") == ""
    assert version_of((project.folder / "pyproject.toml").read_text()) == "3.2.0"
    assert (project.folder / "var/release/hyperspace-3.2.0.tar.gz").is_file()
    assert project.release("3.2.0").stderr == "bin/release: v3.2.0 is there already\n"


def test_a_version_that_the_changelog_has_needs_no_news_and_gets_its_date(project: Project) -> None:
    changelog = project.folder / "CHANGELOG.md"
    text = changelog.read_text()
    changelog.write_text(
        text.replace("\n## 1.0.0 – ", "\n## 3.1.0 – 2001-01-01\n\nAll.\n\n## 1.0.0 – ", 1)
    )
    project.commit("Say what 3.1.0 is")
    run = project.release("3.1.0")
    assert run.returncode == 0, run.stderr
    assert "2001-01-01" not in changelog.read_text()
    assert "\n## 3.1.0 – " in changelog.read_text()


def test_tests_that_fail_make_no_release(project: Project) -> None:
    project.write("news/+plurals.fixed.md", "Search in the shop finds plurals.\n")
    project.write("bin/test", "#!/bin/sh\nexit 1\n")
    project.commit("Break a test")
    assert project.release("3.2.0").returncode == 1
    assert project.git("log", "-1", "--format=%s") == "Break a test"
    assert project.git("tag") == ""
    assert not (project.folder / "var").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "give a version, such as 1.2.0, and --dry-run to try it"),
        (["next"], "give a version, such as 1.2.0, and --dry-run to try it"),
        (["3.2.0", "--now"], "give a version, such as 1.2.0, and --dry-run to try it"),
        (["3.0.9"], "3.0.9 is older than 3.1.0"),
        (["3.10.0"], "there is no news, and CHANGELOG.md says nothing of 3.10.0"),
    ],
)
def test_it_says_why_it_makes_no_release(project: Project, words: list[str], said: str) -> None:
    run = project.release(*words)
    assert (run.returncode, run.stderr.splitlines()[-1]) == (1, f"bin/release: {said}")
    assert project.git("tag") == ""


def test_what_is_not_committed_is_in_no_release(project: Project) -> None:
    project.write("news/+plurals.fixed.md", "Search in the shop finds plurals.\n")
    run = project.release("3.2.0", "--dry-run")
    assert run.stderr == "bin/release: there are changes that are not committed\n"


def test_news_of_a_version_that_the_changelog_has_is_moved_by_hand(project: Project) -> None:
    project.write("news/+plurals.fixed.md", "Search in the shop finds plurals.\n")
    changelog = project.folder / "CHANGELOG.md"
    changelog.write_text(changelog.read_text() + "\n## 3.2.0 – 2001-01-01\n")
    project.commit("Say what 3.2.0 is")
    run = project.release("3.2.0", "--dry-run")
    assert run.stderr == "bin/release: CHANGELOG.md has 3.2.0 already: move the news into it\n"
