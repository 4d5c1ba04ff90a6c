"""The docs: they make a site whose links lead somewhere, and every command in them is there."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.core.management import get_commands

from tests.hyperspace.conftest import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "rules/README.md"])
RULES = (
    "systems", "sheet", "check", "random", "act", "enter", "fight", "stream", "new", "lint", "test"
)  # fmt: skip
_LINE = re.compile(
    r"^ {4}(?:[A-Z_]+=\S+ )*"
    r"(bin/[a-z-]+|(?:\.venv/bin/)?python (?:-m [a-z.]+|manage\.py)"
    r"|\.venv/bin/(?!python)[a-z-]+)(.*)$"
)


class Loaded(HTMLParser):
    """The addresses that a page loads by itself: not its links."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        name = {"script": "src", "img": "src", "iframe": "src", "link": "href"}.get(tag)
        if name and (address := values.get(name)):
            self.addresses.append(address)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs")
    made = subprocess.run(
        [ROOT / "bin/docs", folder], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (made.returncode, made.stderr) == (0, "")  # a warning, such as a broken link, fails it
    return folder


def test_every_page_of_the_docs_is_in_the_site_and_in_its_search(site: Path) -> None:
    index = (site / "searchindex.js").read_text(encoding="utf-8")
    names = [page.relative_to(ROOT / "docs").with_suffix("") for page in ROOT.glob("docs/**/*.md")]
    for name in names:
        if name.parts[0] != "examples":
            assert (site / f"{name}.html").is_file(), name
            assert f'"{name}"' in index, name
    assert len(names) > 25
    assert (site / "search.html").is_file()


def test_a_page_that_stands_for_a_file_of_the_project_has_its_text(site: Path) -> None:
    for name, words in {
        "contribute": "Imports go down only.",
        "formats/engine": "One JSON text, UTF-8, at most 256 KiB",
        "how/first-game": "begin with a press, and meet somebody",
        "play/players": "Every number answers",
        "run-a-game/game-masters": "opponents of ours from weak to strong",
        "changelog": "The first version",
    }.items():
        text = " ".join((site / f"{name}.html").read_text(encoding="utf-8").split())
        assert words in text, name
        assert "Its text is" not in text, name
    assert "_images/roll.webp" in (site / "play/players.html").read_text(encoding="utf-8")


def test_no_page_of_the_site_loads_anything_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        loaded = Loaded()
        loaded.feed(page.read_text(encoding="utf-8"))
        assert loaded.addresses, page
        for address in loaded.addresses:
            assert not re.match(r"(?:[a-z]+:)?//", address), (page, address)
    for style in site.rglob("*.css"):
        assert not re.search(r"url\(.?https?:|@import", style.read_text(encoding="utf-8")), style


def commands() -> Iterator[tuple[str, str, str]]:
    """Each command of ours in the code of a page: the page, the program, and what follows."""
    for page in PAGES:
        for line in page.read_text(encoding="utf-8").splitlines():
            if found := _LINE.match(line):
                said = re.split(r" {3,}", found[2])[0]
                yield str(page.relative_to(ROOT)), found[1], said.strip()


def test_every_command_in_a_text_is_there() -> None:
    told = list(commands())
    for page, program, words in told:
        first = words.split()[0] if words else ""
        if program.startswith("bin/"):
            assert os.access(ROOT / program, os.X_OK), (page, program)
        if program == "bin/manage" or program.endswith("manage.py"):
            assert first in get_commands() or first == "COMMAND", (page, words)
        elif program.startswith(".venv/bin/") and "python" not in program:
            assert (Path(sys.executable).parent / Path(program).name).exists(), (page, program)
        elif program.endswith("rules"):
            assert first in RULES, (page, words)
        elif "-m" in program:
            module = program.split()[-1].replace(".", "/")
            assert any((ROOT / f"{module}{end}").exists() for end in (".py", "/__init__.py"))
    assert len(told) > 60
    assert {page for page, _, _ in told} >= {"README.md", "CONTRIBUTING.md", "docs/host/home.md"}


@pytest.mark.parametrize(
    "words",
    sorted(
        {
            words
            for _, program, words in commands()
            if program.endswith("rules") and not re.search(r"[A-Z]{4}|[|…<>]", words)
        }
    ),
)
def test_a_command_on_a_file_that_is_there_runs(words: str) -> None:
    command = [sys.executable, "-m", "rules", *words.split()]
    run = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
    )
    assert (run.returncode, run.stderr) == (0, "")


def test_options_of_our_scripts_that_a_text_names_are_in_the_script() -> None:
    for page, program, words in commands():
        if program in ("bin/test", "bin/manage") or not program.startswith("bin/"):
            continue  # their arguments go to pytest and to Django
        script = (ROOT / program).read_text(encoding="utf-8")
        if program == "bin/run":
            script = (ROOT / "hyperspace/serve.py").read_text(encoding="utf-8")
        for option in re.findall(r"--[a-z-]+", words):
            assert option in script, (page, program, option)


def test_the_readme_is_a_front_door_and_the_changelog_short() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(readme.splitlines()) <= 150
    assert "\n    git clone … hyperspace && cd hyperspace\n    bin/run\n" in readme
    first = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split("\n## 1.0.0", 1)[1]
    assert len(first.split("\n## ")[0].splitlines()) <= 120
