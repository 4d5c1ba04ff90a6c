"""Phrases that pages no longer use, since players had to stop and think at them."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
RETIRED = (
    "A word, or how it begins",
    "As it comes out",
    "As numbered here",
    "Bring one in",
    "Buy what your points reach",
    "By chance",
    "Each rolls",
    "For all who see the sheet",
    "From an empty page",
    "Go on building",
    "Go on playing",
    "has nothing to say against",
    "is no longer good",
    "Keep the file",
    "Lately",
    "Licences and credits",
    "Name, or what somebody is",
    "Nobody here is called that",
    "Nobody yet",
    "Nothing is open",
    "Nothing is that old",
    "On the screen you have all of it",
    "Or take one of ours",
    "Put away",
    "Show this part",
    "*slanted*",
    "Take it back",
    "Taken back",
    "That cannot be",
    "The sheet of today",
    "This is not yours to change",
    "Two moments",
    "What is what",
    "What you decide otherwise",
    "When its cookies go",
    "Write down a session",
    "Your wishes",
)


@pytest.mark.parametrize("phrase", RETIRED)
def test_pages_do_not_use_it(phrase: str) -> None:
    templates = [path for path in (ROOT / "templates").rglob("*") if path.is_file()]
    assert templates
    using = [
        str(path.relative_to(ROOT))
        for path in templates
        if phrase in " ".join(path.read_text(encoding="utf-8").split())
    ]
    assert not using, f"{phrase!r} is back in {', '.join(using)}"
