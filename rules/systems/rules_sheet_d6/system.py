"""The Star Wars D6 rules sheet behind the one interface: its tables, and its reference."""

from rules.declared.load import game
from rules.systems.rules_sheet_d6.reference import chapters
from rules.systems.rules_sheet_d6.rulebook import RULES

# The rules sheet: dice codes with pips, one Defense, four boxes for damage.
SYSTEM = game(RULES, reference=chapters.chapters)
