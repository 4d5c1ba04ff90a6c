"""Modules as texts: their docstrings, and the rest without docstrings and comments.

Trees of all modules have a million nodes, and say the same after seconds.
"""

import re
from collections.abc import Iterator

# At the head of a module, or below the line that begins a class or a function.
_DOCSTRING = re.compile(r'(\A|:(?:  #[^\n]*)?\n+ *)r?"""(.*?)"""', re.DOTALL)
_REMARK = re.compile(r"(?:^|\s)# .*", re.MULTILINE)
# Between two parts of a text that are written on lines of their own.
_BREAK = re.compile(r"""["']\n\s*[a-z]?["']""")


def docstrings(source: str) -> Iterator[tuple[int, str]]:
    """The docstrings of a module, each with its line."""
    for found in _DOCSTRING.finditer(source):
        yield source.count("\n", 0, found.start(2)) + 1, found[2]


def code(source: str) -> str:
    """A module without docstrings and comments."""
    return _REMARK.sub("", _DOCSTRING.sub(r"\1", source))


def texts(source: str) -> str:
    """The code of a module, with each text of it in one piece."""
    return _BREAK.sub("", code(source))
