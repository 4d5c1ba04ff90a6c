"""All that a player reads is said as a player would say it: sentences that nobody says across a
table are on no page, in no panel, on no paper, and in no table of the rules.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sources import texts

ROOT = Path(__file__).parent.parent
# Each with what stands for it.
SENTENCES = {
    "into one file, and import reads it back": "nothing: the button says it",
    "the character file (json) is for other tools": "nothing: its link says it",
    "copy more": "Copy as text",
    "spelling of the dice": "Copy as text",
    'label = "their {0}, {1}"': "Parry (lightsaber)",
    "still open <": "All done, or what is left",
    "lost just now": "only where something is lost",
    "use fewer words": "No match for “x”",
    "both stay: the name is half the character": "nothing",
    "gives spy and entertainer the same dice": "nothing",
    "free.</p><button>take it": "Take item",
    "nothing reduces it": "Damage (no Soak in this game)",
    "the combat scene ends": "End of the fight",
    "get woken up": "Wake up",
    "medicine on someone": "Treat someone",
    "optional preset, not the source's": "Count dice for me",
    "takes the sums that most tables": "Count dice for me: 18D attributes, 7D skills",
    "is the finished character,": "two lists to choose from",
    ">from number": "two lists to choose from",
    ">to number": "two lists to choose from",
    "--host 0.0.0.0": "This link works on this computer only.",
    "hyperspace_site_url": "This link works on this computer only.",
    "are sent in order when": "Changes wait here and are sent when you're back online.",
    "dots and pools of ten-sided dice": "Dramatic: fill in dots, roll pools of d10",
    "merits paid for with flaws": "pay for gifts with flaws",
    "one {name} less": "Remove one",
    "over 99 %": "over 99%",
    "a character point 9": "with a Character Point",
    "everything at once, before it is final": "Look it over, then finish.",
    "account pages open only while": "Nothing here. Sign in, or open it where it was made.",
    "our tables are made from theirs": "Credits and licenses",
    "you can no longer act": "Can no longer act",
    "call for one act": "Request roll",
    "ask all</button>": "Request roll",
    ">no</button>": "Cancel",
    "by chance</button>": "Random",
    "bring one in": "Import",
    "put away</button>": "Archive",
    "the rules have nothing to say against it": "Your character is legal.",
    "not from the shelf": "Custom items",
    "nothing but what is in the hands": "No other gear.",
    "the way back": "If this browser's data is cleared, the character is lost.",
    "treated by somebody": "Get treated",
    "a day goes by": "Rest a day",
    "do it</button>": "Apply",
    "what is what": "Help",
    "for nothing.": "free.",
    "your gm gives or takes": "GM modifier",
    "nobody here is called": "No characters match.",
    "as it comes out": "Preview",
    "what can be had": "Shop",
    "how things stand": "the thing itself",
    "who this is": "the name of it",
    "what it comes to": "Total",
    "one of yours": "your",
    "somebody by name": "someone",
    "somebody else's": "someone else's",
    "somebody has": "someone has",
    "somebody still": "someone still",
}
# For operators: they set what these sentences name.
OPERATORS = ("sheets/operator", "templates/operator", "sheets/management", "sheets/help/operators")


def told(path: Path) -> str:
    """What of a file a player may read: of Python, all but docstrings and comments."""
    text = path.read_text()
    if path.suffix == ".py":
        return texts(text)
    return re.sub(r"\{#.*?#\}|\{% comment.*?endcomment %\}|^\s*(#|//).*$", "", text, flags=re.M)


def files() -> Iterator[Path]:
    for folder, patterns in {
        "templates": ("*.html", "*.txt", "*.md", "*.js"),
        "rules": ("*.toml", "*.py"),
        "sheets": ("*.toml", "*.py", "*.md"),
        "static/js": ("*.js",),
    }.items():
        for pattern in patterns:
            for path in sorted((ROOT / folder).rglob(pattern)):
                name = path.relative_to(ROOT).as_posix()
                if "min.js" not in name and not name.startswith(OPERATORS):
                    yield path


@pytest.mark.looks
def test_no_page_says_what_no_player_would_say() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {sentence!r}, better: {better}"
        for path in files()
        for text in [" ".join(told(path).casefold().split())]
        for sentence, better in SENTENCES.items()
        if sentence in text
    ]
    assert not found, "\n".join(found)
