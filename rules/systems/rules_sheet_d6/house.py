"""The house rules of a party: optional rules, each on or off."""

from __future__ import annotations

from functools import cache

from rules.kit import house_switches
from rules.kit.house_switches import HouseOptions, Switch
from rules.systems.rules_sheet_d6.document import House
from rules.systems.rules_sheet_d6.rulebook import FOLDER


@cache
def switches() -> tuple[Switch, ...]:
    """The optional rules; each is a member of the house rules."""
    return house_switches.read(FOLDER, "party.toml", House)


OPTIONS = HouseOptions(switches)
