"""Names in braces in the texts of procedures: what they may name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from rules.declared.files import PROCEDURES, VEHICLE_PLAY
from rules.declared.folder import Folder

# What a text of a procedure may name in braces: a number of play.toml, and by its own name what was
# rolled.
_NAMED = r"\{{(?:{tables})(?:\.[a-z][a-z_]*(?:\[[a-z0-9]+(?:[-_][a-z0-9]+)*\])?)+\}}"
_ROLLED = {
    "said": re.compile(r"\{0\.(?:total|name)\}"),
    **dict.fromkeys(("onto", "won", "lost"), re.compile(r"\{[01]\}")),
}
_BRACES = (
    "braces name a number: {play.wake}, {play.healing[rest].does}; what was rolled is {0.total} and"
    " {0.name} in “said”, {0} and {1} in “onto”, “won”, and “lost”"
)


def has_others(text: str, *known: re.Pattern[str]) -> bool:
    """True if a text has braces beside those that are known."""
    for one in known:
        text = one.sub("", text)
    return bool(re.search(r"[{}]", text))


def _texts(row: Mapping[str, object]) -> Iterator[tuple[str, str, str]]:
    """Every text within a row, with the member that it stands in, and its own name there."""
    pending = [(str(key), str(key), one) for key, one in row.items()]
    while pending:
        member, name, one = pending.pop()
        if isinstance(one, str):
            yield member, name, one
        elif isinstance(one, dict):
            pending += [(member, str(key), inner) for key, inner in one.items()]
        elif isinstance(one, list):
            pending += [(member, name, inner) for inner in one]


def check_braces(folder: Folder, own: Iterable[str] = ()) -> None:
    """Names in braces: those of a closed list, which reach nothing but numbers and texts of the
    tables; in a game with files of its `own` also of these.
    """
    tables = "|".join(("play", *(re.escape(file.removesuffix(".toml")) for file in own)))
    named = re.compile(_NAMED.format(tables=tables))
    for file in (PROCEDURES, VEHICLE_PLAY):
        found = folder.members(file).get("procedure", ())
        for row in found if isinstance(found, list) else ():
            if not isinstance(row, dict):
                continue
            id = row.get("id", "")
            for member, name, text in _texts(row):
                if has_others(text, named, *filter(None, [_ROLLED.get(name)])):
                    folder.fault(file, str(id), member, _BRACES)
