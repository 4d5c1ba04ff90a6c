"""The Star Wars D6 rules sheet by Bill Slavicsek."""

from rules.systems.rules_sheet_d6.system import SYSTEM

__all__ = ["SYSTEM"]
