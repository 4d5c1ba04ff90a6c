"""A character on the shelf: what its card shows, worked out from its document."""

from dataclasses import dataclass

from rules.character import Character as OpenCharacter
from rules.problems import Problem
from rules.sheet.sections import Sheet
from sheets import problems, storage
from sheets.errors import OWNER_FROZEN
from sheets.models import Character


@dataclass(frozen=True)
class ShelfCard:
    """One card; `remarks` are the conditions that weigh on whoever plays. `damage` says that a
    character cannot be read, or not be worked out.
    """

    character: Character
    sheet: Sheet | None = None
    remarks: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    damage: str = ""


def closed_card(character: Character) -> ShelfCard:
    """The card of a character whose owner the operator has frozen: it is not worked out."""
    return ShelfCard(character, damage=OWNER_FROZEN)


def shelf_card(character: Character) -> ShelfCard:
    """The card of a character that was fetched with its ledger; never fails."""

    def card(opened: OpenCharacter) -> ShelfCard:
        open_problems, _ = problems.problems_of(opened)
        steps = opened.steps() if character.is_draft else ()
        return ShelfCard(
            character,
            sheet=opened.summary,
            remarks=_remarks(character, opened),
            open=tuple(step.name for step in steps if step.open),
            problems=open_problems,
        )

    try:
        return storage.worked_out(character, card)
    except storage.CorruptRow as damaged:
        return ShelfCard(character, damage=damaged.told)


def _remarks(character: Character, opened: OpenCharacter) -> tuple[str, ...]:
    """The character's conditions and penalties at the table; () without a look at the rules if
    nothing is marked.
    """
    if character.is_draft or not any(character.marks.values()):
        return ()
    return opened.play_state(storage.situation(character)).remarks
