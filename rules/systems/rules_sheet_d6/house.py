"""What a party decides: the rules that it may choose, each on or off."""

from __future__ import annotations

from functools import cache

from rules.kit import house_switches
from rules.kit.house_switches import HouseOptions, Switch
from rules.systems.rules_sheet_d6.document import House
from rules.systems.rules_sheet_d6.rulebook import FOLDER


@cache
def switches() -> tuple[Switch, ...]:
    """The rules that a party may choose; each is a member of a house."""
    return house_switches.read(FOLDER, "party.toml", House)


OPTIONS = HouseOptions(switches)
