"""Helpers for roll requests and their answers."""

from typing import Any

from sheets.models import Character, RollRequestTarget
from tests.sheets.cast import Person
from tests.sheets.parties.pages import play

STEALTH = "skills.stealth"
PLAIN = {"action": STEALTH, "helps": False}


def of(character: Character) -> RollRequestTarget:
    return RollRequestTarget.objects.get(character=character)


def answers(page: Any) -> dict[str, tuple[int | None, bool | None]]:
    """The answers to the newest request on the board, by name: the total, and True for a
    success.
    """
    (shown, *_) = page.context["calls"]
    return {one.who: (one.outcome and one.outcome.total, one.success) for one in shown.answers}


def roll(who: Person, character: Character, number: int = 1, action: str = STEALTH) -> Any:
    return play(who, character, f"do/{action}/", call=number)
