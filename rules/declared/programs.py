"""The names by which other programs and games know the parts of a game of codes: `exchange.toml`. A
game with the six attributes of the original game has its way there and back by that table.
"""

from __future__ import annotations

from collections.abc import Container, Mapping

import msgspec

from rules.declared.files import EXCHANGE as FILE
from rules.declared.folder import Folder
from rules.exchange.outline import ATTRIBUTES

HARM = ("stunned", "wounded", "severe", "incapacitated", "mortal", "dead")


class Marked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The mark that stands for a degree of harm: its number, at `most` so many, or whether it is
    `at` that number.
    """

    mark: str
    at: int = 0
    most: int = 99

    def of(self, marks: object) -> int:
        """The number of marks of that degree."""
        value = int(getattr(marks, self.mark))
        return int(value == self.at) if self.at else min(value, self.most)


class Programs(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The parts of a character as other programs and games know them. `names` are those of skills
    in the original game, by id, and `starwarsd6` those of one program alone; `scores` are figures
    to show, of which others work out the `common` ones themselves; `move` is the figure of it.
    `harm` has the mark of each degree, `boxed` where these are boxes with several marks. With
    `wild_die` one die of each roll is another.
    """

    names: dict[str, str] = {}
    starwarsd6: dict[str, str] = {}
    scores: tuple[str, ...] = ()
    common: tuple[str, ...] = ()
    move: str = ""
    wild_die: bool = False
    boxed: bool = False
    harm: dict[str, Marked] = {}

    @property
    def original(self) -> Mapping[str, str]:
        """The ids of skills by their names in the original game, in small letters."""
        return {name.casefold(): id for id, name in self.names.items()}


def check(
    folder: Folder,
    found: Programs,
    *,
    attributes: Container[str],
    figures: Container[str],
    marks: Container[str],
) -> None:
    """Note a fault for every name that stands for nothing, and for an attribute that is missing."""
    if missing := [id for id in ATTRIBUTES if id not in attributes]:
        text = f"only with the six attributes of the original game; missing: {', '.join(missing)}"
        folder.fault(FILE, "", "", text)
    folder.known(FILE, "", "scores", (*found.scores, *filter(None, (found.move,))), figures)
    folder.known(FILE, "", "common", found.common, found.scores)
    folder.known(FILE, "", "harm", found.harm, HARM)
    for degree, one in found.harm.items():
        folder.known(FILE, degree, "mark", one.mark, marks)
