"""What the type checker refuses: `warn_unused_ignores` fails for an ignore that nothing needs."""

import pytest

from rules import registry
from rules.document import Document
from rules.systems.hyperspace_d6.document.build import Build, Marks
from rules.systems.hyperspace_d6.document.house import House
from rules.systems.hyperspace_d6.ledger.kinds import LEDGER_RULES

DOCUMENT = Document("hyperspace-d6", "Ada", Build(), marks=Marks(), house=House())


def test_the_parts_of_a_game_take_a_replayed_character_and_no_document() -> None:
    game = registry.get("hyperspace-d6")
    assert game.problems(game.ledger_rules.replay(DOCUMENT))
    with pytest.raises(AttributeError):
        game.problems(DOCUMENT)  # type: ignore[arg-type]  # not replayed


def test_a_ledger_prices_entries_of_its_own_game() -> None:
    character = LEDGER_RULES.replay(DOCUMENT)
    assert LEDGER_RULES.price(character, "raise").value == 0  # type: ignore[arg-type]  # no entry
