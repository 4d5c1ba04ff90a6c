"""The type checker's refusals of wrong questions to a game."""

from pathlib import Path

from mypy import api

# What was checked is kept from run to run: the engine is checked anew only where it has changed.
KEPT = Path(__file__).parents[2] / ".pytest_cache" / "typing"
ASKED = """
from rules import registry
from rules.document import Document
from rules.systems.hyperspace_d6.ledger.kinds import LEDGER_RULES
from rules.systems.storytelling_d10.document.entries import Story

def ask(document: Document) -> None:
    game = registry.get("hyperspace-d6")
    game.problems(game.ledger_rules.replay(document))
    game.problems(document)
    LEDGER_RULES.price(LEDGER_RULES.replay(document), Story())
"""


def test_parts_take_a_replayed_character_and_a_ledger_the_entries_of_its_game() -> None:
    options = ("--config-file=", "--strict", "--cache-dir", str(KEPT))
    told, _, _ = api.run([*options, "-c", ASKED])
    lines = [line.removeprefix("<string>:").partition(":")[0] for line in told.splitlines()[:-1]]
    assert lines == ["10", "11"]
    assert 'incompatible type "Document[Any]"; expected "LedgerState"' in told
