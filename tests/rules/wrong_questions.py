"""Wrong questions to a game, each of which the type checker has to refuse: it reads this file with
the program, and an ignored error that is none is one itself.
"""

from rules import registry
from rules.document import Document
from rules.systems.hyperspace_d6.ledger.kinds import LEDGER_RULES
from rules.systems.storytelling_d10.document.entries import Story


def ask(document: Document) -> None:
    """Parts take a replayed character, and a ledger the entries of its game."""
    game = registry.get("hyperspace-d6")
    game.problems(game.ledger_rules.replay(document))
    game.problems(document)  # type: ignore[arg-type] # a document is not replayed
    LEDGER_RULES.price(LEDGER_RULES.replay(document), Story())  # type: ignore[arg-type] # another game's
