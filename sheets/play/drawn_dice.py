"""Dice that fell on a player's device before the roll was sent: the engine resolves with their
faces, and with the site's own dice where it asks for more.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random, SystemRandom

import msgspec

from rules.phrases import counted
from rules.play import Outcome
from sheets.errors import Conflict, Refused

# More faces than any roll has, and more sides than any die.
MOST_FACES, MOST_SIDES = 1000, 100
OFFLINE = "Rolled offline"
IMPOSSIBLE = "No die falls like this: {face} on {sides} sides. Nothing was rolled."
TOO_MANY = f"A roll has at most {MOST_FACES:,} dice. Nothing was rolled."


class OtherTotal(Conflict):
    """The dice of a device come to something else by now than it showed; `now` says to what."""

    def __init__(self, shown: int, now: str) -> None:
        self.now = f"The same dice come to {now}."
        super().__init__(
            f"Your dice came to {shown} on this device, but something has changed since. "
            "Nothing was sent."
        )


@dataclass(frozen=True)
class Drawn:
    """The dice rolled on a device: each face with the sides of its die, in the order they fell, and
    the `total` shown there; None if it showed none.
    """

    faces: tuple[tuple[int, int], ...]
    total: int | None = None

    def check(self) -> None:
        """Refused if dice can't fall like this."""
        if len(self.faces) > MOST_FACES:
            raise Refused({"dice": TOO_MANY})
        for face, sides in self.faces:
            if not (2 <= sides <= MOST_SIDES and 1 <= face <= sides):
                raise Refused({"dice": IMPOSSIBLE.format(face=face, sides=sides)})

    def texts(self) -> tuple[str, ...]:
        """The faces as part of what a form sends: sent again, they have to be the same."""
        return tuple(f"{face} of {sides}" for face, sides in self.faces)


class DrawnDice(SystemRandom):
    """Dice with faces that fell before, for dice of as many sides each; when they run out, or other
    dice are asked for, those of `more`.
    """

    def __init__(self, faces: Iterable[tuple[int, int]], more: Random) -> None:
        super().__init__()
        self.more = more
        self.left: dict[int, deque[int]] = {}
        for face, sides in faces:
            self.left.setdefault(sides, deque()).append(face)
        self.rolled_now = 0

    def randint(self, a: int, b: int) -> int:
        """The next face that fell on a die with `b` sides."""
        faces = self.left.get(b)
        if a == 1 and faces:
            return faces.popleft()
        self.rolled_now += 1
        return self.more.randint(a, b)

    @property
    def mark(self) -> str:
        """The log's remark about such a roll, with its differences from the roll on the device."""
        unused = sum(map(len, self.left.values()))
        now = f"{counted(self.rolled_now, 'more die', 'more dice')} rolled when it was sent"
        spare = f"{counted(unused, 'die', 'dice')} not needed"
        notes = [text for text, count in ((now, self.rolled_now), (spare, unused)) if count]
        return f"{OFFLINE}{', with ' if notes else ''}{' and '.join(notes)}."


def marked(outcome: Outcome, drawn: Drawn, dice: DrawnDice) -> Outcome:
    """The outcome with a sentence that its dice fell offline. OtherTotal where it comes to
    something else than the player saw.
    """
    if drawn.total is not None and drawn.total != outcome.total:
        raise OtherTotal(drawn.total, f"{outcome.total} {outcome.unit}".rstrip())
    return msgspec.structs.replace(outcome, said=(*outcome.said, dice.mark))


def still_marked(outcome: Outcome, seen: Outcome) -> Outcome:
    """An outcome that a point was added to, with what the roll before it said of its dice."""
    sentences = tuple(
        text for text in seen.said if text.startswith(OFFLINE) and text not in outcome.said
    )
    return (
        msgspec.structs.replace(outcome, said=(*outcome.said, *sentences)) if sentences else outcome
    )
