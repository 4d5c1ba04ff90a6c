"""Phrases that pages and messages no longer use, since players had to stop and think at them."""

import re
from collections.abc import Iterable
from pathlib import Path

from tests.sources import texts

ROOT = Path(__file__).parents[3]
RETIRED = (
    "A game played by post",
    "A word, or how it begins",
    "Add one of yours",
    "Add somebody",
    "All picked",
    "As it comes out",
    "As numbered here",
    "Bring one in",
    "Buy what your points reach",
    "By chance",
    "Each rolls",
    "For all who see the sheet",
    "From an empty page",
    "How hard is",
    "Go on building",
    "Go on playing",
    "has nothing to say against",
    "is no longer good",
    "Is this your address?",
    "Keep the file",
    "Lately",
    "Licences and credits",
    "Name, or what somebody is",
    "Nobody here is called that",
    "Nobody yet",
    "No account here",
    "Nothing is open",
    "Nothing is that old",
    "On the screen you have all of it",
    "Open it alone",
    "Or take one of ours",
    "Put away",
    "Raise to +",
    "Show this part",
    "*slanted*",
    "Take it back",
    "Taken back",
    "That cannot be",
    "The sheet of today",
    "This happened to your account",
    "This is not yours to change",
    "Two moments",
    "What is what",
    "What you decide otherwise",
    "When its cookies go",
    "Who fights",
    "Worked out anew",
    "Write down a session",
    "Your wishes",
)


def test_pages_do_not_use_them() -> None:
    templates = [path for path in (ROOT / "templates").rglob("*") if path.is_file()]
    assert templates
    assert using(RETIRED, templates) == []


RETIRED_MESSAGES = (
    "a thing of the tables",
    "all that it does",
    "and it is spent",
    "are counted from 0",
    "as if it were one",
    "at the most",
    "both stay: the name",
    "can stand as many",
    "cannot be kept",
    "combat scene ends",
    "come to together",
    "counts along",
    "credits to begin with",
    "eat up all",
    "everything at once, before",
    "flies among the stars",
    "further action",
    "halves go down",
    "he new build leaves out",
    "held against",
    "hold it against",
    "hold what is left",
    "how hard is it",
    "in your turn",
    "is expected here, not",
    "is no check",
    "is no whole number",
    "is none of",
    "is there already: one",
    "it does not help",
    "it is one of the",
    "it speaks for",
    "let you go",
    "may be had again",
    "no upper limit",
    "nobody of the group",
    "nobody’s concern",
    "none of the squad is",
    "nothing is mended",
    "nothing reduces it",
    "of somebody else",
    "of your own naming",
    "one die more",
    "optional preset",
    "put right.",
    "puts you down",
    "rests on it",
    "runs through to death",
    "settle together",
    "soak off the damage",
    "take that back first",
    "taken back",
    "that there is none of",
    "the brief –",
    "the preset's, which is",
    "the worst they have",
    "there is no such",
    "there is nothing like",
    "to take back",
    "told apart: attributes",
    "told, not counted",
    "type what was rolled",
    "under the number of rounds",
    "what a hit does to a",
    "what heals",
    "what the story changed",
    "what weighs on",
    "where nothing is said",
    "who has the force",
    "who is mortally",
    "who this is",
    "whoever steers",
    "with its like",
    "would sooner",
    "write it down",
    "yours no longer",
)


def test_messages_and_tables_do_not_use_them() -> None:
    files = [
        path for name in ("rules", "sheets", "hyperspace") for path in (ROOT / name).rglob("*")
    ]
    told = [path for path in files if path.suffix in (".py", ".toml")]
    assert told
    assert using(RETIRED_MESSAGES, told, re.IGNORECASE) == []


def using(phrases: Iterable[str], files: Iterable[Path], flags: int = 0) -> list[str]:
    """The files with one of these phrases outside of docstrings and comments."""
    any_of = re.compile("|".join(map(re.escape, phrases)), flags)
    found = []
    for path in files:
        text = path.read_text(encoding="utf-8")
        text = texts(text) if path.suffix in (".py", ".toml") else text
        found += [
            f"{path.relative_to(ROOT)}: {phrase}"
            for phrase in any_of.findall(" ".join(text.split()))
        ]
    return found
