"""Games from folders of tables: each file is read within a budget, and what it declares becomes a
game like any other. No table is ever run as code.
"""

from rules.declared.faults import Fault, GameError
from rules.declared.lint import lint
from rules.declared.load import load_game

__all__ = ["Fault", "GameError", "lint", "load_game"]
