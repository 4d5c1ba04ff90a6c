"""Where the numbers of a party's characters say why, and where their pools are rolled."""

import uuid
from functools import cache
from html import escape
from urllib.parse import quote

from django.urls import reverse

from rules.sheet import Line
from sheets.party_rows import Row
from sheets.templatetags.marks import code, shown, slot
from sheets.templatetags.rolling import pips_now

_ANYBODY, _KEY = uuid.UUID(int=0), "KEY"
NOTHING = '<span class="soft none-such">–</span>'


class Places:
    """Knows the addresses of one character, whose parts have ids that begin with its own."""

    def __init__(self, row: Row) -> None:
        self.row = row
        self.keys = {id(figure): key for key, figure in row.sheet.figures.items()}
        self.id = str(row.character.public_id)
        self.base_why = self.address("character_why", _KEY).removesuffix(f"{_KEY}/")
        self.base_panel = self.address("character_table_panel", _KEY).removesuffix(f"{_KEY}/")

    def address(self, name: str, *more: str) -> str:
        """Where one of the character's pages is."""
        return self.id.join(_around(name, *more))

    def why(self, key: str, words: str, name: str = "") -> str:
        """Words that lead to how a number comes about as it is just now."""
        return (
            f'<a class="explains" id="{self.row.slot}-{name or slot(key)}"'
            f' href="{self.base_why}{quote(key, safe="")}/?now=1" data-why>{words}</a>'
        )

    def roll(self, line: Line, name: str = "roll") -> str:
        """A dice code as it is just now: one to press, where whoever looks plays the character."""
        now = self.row.stands(line)
        inner = f"{pips_now(line.figure, now)}{code(now)}"
        if not self.row.plays:
            return f'<span class="dice still">{inner}</span>'
        address = self.panel(line.key)
        said = escape(f"Roll {line.name} for {self.row.sheet.name}: {shown(now.code)}")
        return (
            f'<a class="rolls dice" id="{self.row.slot}-{name}-{slot(line.key)}" href="{address}"'
            f' hx-get="{address}" aria-label="{said}">{inner}</a>'
        )

    def panel(self, action: str) -> str:
        """Where what comes before an action is decided."""
        return f"{self.base_panel}{quote(action, safe='')}/"


@cache
def _around(name: str, *more: str) -> tuple[str, str]:
    """What stands before and after the character in an address."""
    before, _, after = reverse(name, args=[_ANYBODY, *more]).partition(str(_ANYBODY))
    return before, after
