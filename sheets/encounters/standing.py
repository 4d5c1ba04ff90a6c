"""The state of a character in a fight, the same for every viewer: condition, and who is out."""

from __future__ import annotations

from dataclasses import dataclass

from rules import fight
from rules.character import Character as OpenCharacter
from rules.play import PlayState
from rules.sheet.sections import Sheet
from rules.turn import Turn
from sheets.play.pilots import attempt
from sheets.remembered import Remembered
from sheets.storage import StoredCharacter
from sheets.ui.busts import drawn_bust


def is_out(stored: StoredCharacter, state: PlayState | None = None) -> bool:
    """True if a combatant can't act: no member of its group is left, its game says so, or its rolls
    are blocked. `state` saves working its state out again.
    """
    if members_of(stored) == 0:
        return True
    opened, situation = stored.opened, stored.situation
    rules = stored.system.fight
    if rules and rules.out:
        return rules.out(attempt(stored))
    if situation.taken:
        # Who has done all that a turn allows can act again on the next.
        situation, state = Turn(situation.numbers), None
    state = state or opened.play_state(situation)
    if not state.remarks:
        return False
    roll = fight.first_roll(state)
    return not roll or bool(opened.roll_form(situation, roll, {}).barred)


def members_of(stored: StoredCharacter) -> int | None:
    """The number of members left in a group; None for a single combatant."""
    return fight.members_left(stored.system.fight, stored.document.marks)


@dataclass(frozen=True)
class Standing:
    """A character's state in a fight, the same for every viewer. `lasting` are its penalties but
    for those of what it has done in its turn.
    """

    opened: OpenCharacter
    state: PlayState
    sheet: Sheet
    condition: str
    out: bool
    members: int | None
    lasting: tuple[str, ...] = ()
    face: str = ""


def _standing(stored: StoredCharacter) -> Standing:
    state, members = stored.opened.play_state(stored.situation), members_of(stored)
    sheet = stored.opened.summary
    return Standing(
        opened=stored.opened,
        state=state,
        sheet=sheet,
        # What is declared for the turn is no condition.
        condition=_condition(stored.opened.play_state({}), members),
        out=is_out(stored, state),
        members=members,
        lasting=_lasting(stored, state),
        face=drawn_bust(sheet),
    )


def _lasting(stored: StoredCharacter, state: PlayState) -> tuple[str, ...]:
    turn = stored.situation
    if not turn.taken:
        return state.remarks
    return stored.opened.play_state(Turn(turn.numbers, effects=turn.effects)).remarks


def _condition(state: PlayState, members: int | None) -> str:
    """A combatant's condition as everyone sees it, for a group with the members left: "3 left,
    stunned".
    """
    word = fight.condition(state)
    if members is None:
        return word
    left = f"{members} left"
    return left if word == fight.UNHURT else f"{left}, {word.lower()}"


STANDING = Remembered(_standing)
