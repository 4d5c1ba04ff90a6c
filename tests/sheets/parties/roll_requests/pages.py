"""What is asked of calls, and what came of them."""

from typing import Any

from sheets.models import Character, RollRequestTarget
from tests.sheets.cast import Person
from tests.sheets.parties.pages import play

STEALTH = "skills.stealth"
PLAIN = {"action": STEALTH, "helps": False}


def of(character: Character) -> RollRequestTarget:
    return RollRequestTarget.objects.get(character=character)


def answers(page: Any) -> dict[str, tuple[int | None, bool | None]]:
    """What came of the newest call on the board, by name: the total, and whether it came off."""
    (shown, *_) = page.context["calls"]
    return {one.who: (one.outcome and one.outcome.total, one.success) for one in shown.answers}


def roll(who: Person, character: Character, number: int = 1, action: str = STEALTH) -> Any:
    return play(who, character, f"do/{action}/", call=number)
