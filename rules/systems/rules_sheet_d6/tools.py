"""What Medicine is used with: a medpac or a medkit, one's own or somebody else's."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules.options import Option
from rules.problems import Problem, RuleViolation
from rules.steps import Choice
from rules.systems.rules_sheet_d6 import build as entries
from rules.systems.rules_sheet_d6.asked import Values
from rules.systems.rules_sheet_d6.book import Healing, book
from rules.systems.rules_sheet_d6.character import Character

# What is used up by one attempt.
USED_UP = ("medpac",)


class Tool(msgspec.Struct, frozen=True, gc=False):
    """Something to heal with: which of the tools it is, and what is carried of it, "" for nothing:
    then it is somebody else's.
    """

    id: str
    name: str
    tool: str
    carried: str = ""

    @property
    def used(self) -> tuple[entries.Use, ...]:
        """The entry of one that is used up, where one is."""
        if not self.carried or self.tool not in USED_UP:
            return ()
        return (entries.Use(item=self.carried, note="Medicine"),)

    @property
    def said(self) -> tuple[str, ...]:
        """That one is used up, whatever comes of it."""
        return (f"One {self.carried} is used up. {_used_up()}",) if self.used else ()


def _used_up() -> str:
    return book().play.rulings["used_up"]


def tools(character: Character, row: Healing, *, own_first: bool) -> tuple[Tool, ...]:
    """What can be used for this: what is carried, known by its name, and somebody else's."""
    own, others = tuple(_carried(character, row)), tuple(_others(row))
    return (*own, *others) if own_first else (*others, *own)


def _carried(character: Character, row: Healing) -> Iterator[Tool]:
    for held in character.carried:
        words = f"-{held.item.key}"
        for tool in row.tools:
            if any(f"-{name}" in words for name in book().play.tools[tool]):
                name = held.item.name
                yield Tool(f"own-{held.item.key}", f"{name}, {held.quantity}", tool, name)
                break


def _others(row: Healing) -> Iterator[Tool]:
    for tool in row.tools:
        yield Tool(f"other-{tool}", f"Somebody else's {tool}", tool)


def chosen(character: Character, row: Healing, values: Values, *, own_first: bool) -> Tool:
    """The tool that was chosen, the first where none was; RuleViolation for what is none here."""
    found = tools(character, row, own_first=own_first)
    id = "".join(values.get("tool", ()))
    for tool in found if id else found[:1]:
        if id in ("", tool.id):
            return tool
    said = f"This takes a {' or a '.join(row.tools)}: choose one of those that are named."
    raise RuleViolation([Problem("bad-value", "tool", said)])


def field(character: Character, row: Healing, tool: Tool, *, own_first: bool) -> Choice:
    """A menu of what can be used, with what was chosen."""
    options = tuple(
        Option(one.id, one.name, chosen=one.id == tool.id)
        for one in tools(character, row, own_first=own_first)
    )
    return Choice("tool", "With", (tool.id,), options, look="menu")
