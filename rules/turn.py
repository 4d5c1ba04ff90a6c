"""The account of a turn: the numbers that a game keeps of it, the actions that were done in it, and
the effects that last.

A `Turn` reads as a mapping of its numbers, so what a game keeps is `turn.get("actions", 1)`. An
outcome says what changes (`Turn.after`), and the number of its log entry is kept with each action
and each effect, so that undoing the entry takes them out again (`Turn.undone`).
"""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

import msgspec
from msgspec.structs import replace

from rules.dice.codes import signed
from rules.problems import InvalidDocument

# What an effect changes: every check, attacks alone, or damage.
Scope = Literal["checks", "attacks", "damage"]
# Dice gained or lost as a game writes them: "−2D", "−2 dice".
DiceText = Callable[[int], str]
# The number that says whether turns are played at all: outside of rounds no action is counted.
ROUNDS = "rounds"
# The number of actions that are declared for a turn.
ACTIONS = "actions"
# The number of actions that are held for later.
HELD = "held"
# The number that says that a turn has ended and the next one has not begun.
TURN_OVER = "turn_over"
TAKEN, EFFECTS = "taken", "effects"
# The action with which a game master begins an effect, in every game.
EFFECT = "effect"
# The field of a roll form that says whether a check takes an action; and its value for a check that
# a game master asks for, which takes none.
FREE = "free"
TAKES_NO_ACTION: Mapping[str, tuple[str, ...]] = {FREE: ("yes",)}


class Taken(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """An action that was done: its id, how many actions of the turn it took, and the number of its
    log entry, 0 where there is no log.
    """

    action: str
    cost: int = 1
    entry: int = 0


class Effect(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Something that lasts: "Blinded, −2D to attacks". `dice` are added to what it is `on`.

    It begins to count after `waits` more turns of its own begin, and then counts for so many
    `turns`; None until the scene ends. One that begins `between` turns counts at once, and the next
    turn is its first. `uses` is how many rolls it counts for, None for any number.
    `mark` is the mark of the document that goes with it, `source` is its place in the book, "" for
    the game master's own, `by` is whoever brought it, by a word of the site's, and `entry` the log
    entry with which it began. One that `fills` a `place`
    of a fight's strip, counted from 0, puts everybody there into that circumstance: "smoke".
    """

    id: str
    name: str
    dice: int = 0
    on: Scope = "checks"
    turns: int | None = 1
    waits: int = 0
    between: bool = False
    uses: int | None = None
    mark: str = ""
    source: str = ""
    by: str = ""
    entry: int = 0
    fills: str = ""
    place: int = 0

    def told(self, dice: DiceText = signed) -> str:
        """The effect in a line: "Blinded: −2D to attacks, 2 turns"."""
        changes = f"{dice(self.dice)} to {self.on}" if self.dice else ""
        when = "from the next turn" if self.waits else ""
        turns = f"{self.turns} turns" if self.turns and self.turns > 1 else ""
        rest = ", ".join(filter(None, (changes, when, turns)))
        return f"{self.name}: {rest}" if rest else self.name

    @property
    def counts(self) -> bool:
        """True from the turn on in which it begins to count."""
        return not self.waits

    def begun(self) -> Effect | None:
        """The effect as another turn begins; None if its last one is over."""
        if self.waits:
            return replace(self, waits=self.waits - 1)
        return self.ended()

    def ended(self) -> Effect | None:
        """The effect as a turn ends; None if that was its last one."""
        if self.waits or self.turns is None:
            return self
        if self.between:
            return replace(self, between=False)
        return replace(self, turns=self.turns - 1) if self.turns > 1 else None

    def used(self) -> Effect | None:
        """The effect after a roll that it counted for; None if that was its last one."""
        if self.uses is None:
            return self
        return replace(self, uses=self.uses - 1) if self.uses > 1 else None


class TurnChange(Protocol):
    """The changes of a turn by an outcome: its numbers, the actions that it takes, the next turn if
    it begins, and all effects that last then, None where none begins or ends.
    """

    @property
    def action(self) -> str:
        """The id of the action."""

    @property
    def situation(self) -> dict[str, int]:
        """The numbers that change."""

    @property
    def cost(self) -> int:
        """The actions that it takes."""

    @property
    def begins_turn(self) -> bool:
        """True for the start of a turn."""

    @property
    def effects(self) -> tuple[Effect, ...] | None:
        """The effects afterwards."""


class Removed(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The parts of the account that an outcome took out, to put back when it is undone."""

    taken: tuple[Taken, ...] = ()
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Turn(Mapping[str, int]):
    """The account of one character's turn. `numbers` are small whole numbers by name: what a name
    means is each game's own. `taken` are the actions done in this turn, and `effects` those that
    last, whether they count yet or not.
    """

    numbers: Mapping[str, int] = field(default_factory=dict)
    taken: tuple[Taken, ...] = ()
    effects: tuple[Effect, ...] = ()

    @staticmethod
    def of(numbers: Mapping[str, int]) -> Turn:
        """The account with these numbers; an account is itself."""
        return numbers if isinstance(numbers, Turn) else Turn(numbers)

    @staticmethod
    def read(plain: Mapping[str, Any], *, where: str = "") -> Turn:
        """The account from its plain form; InvalidDocument for anything else."""
        numbers = {name: plain[name] for name in plain if name not in (TAKEN, EFFECTS)}
        for name, value in numbers.items():
            if type(value) is not int:
                message = f"{name[:40]!r} has to be a whole number, like 3"
                raise InvalidDocument(message, where=where)
        try:
            taken = msgspec.convert(plain.get(TAKEN, ()), tuple[Taken, ...])
            effects = msgspec.convert(plain.get(EFFECTS, ()), tuple[Effect, ...])
        except msgspec.ValidationError as unreadable:
            raise InvalidDocument(str(unreadable), where=where) from None
        return Turn(numbers, taken, effects)

    def plain(self) -> dict[str, Any]:
        """The account as it is stored and printed; the numbers alone where there is no more."""
        more = {TAKEN: list(self.taken), EFFECTS: list(self.effects)}
        return {
            **self.numbers,
            **{name: msgspec.to_builtins(one) for name, one in more.items() if one},
        }

    # --- its numbers

    def __getitem__(self, name: str) -> int:
        return self.numbers[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.numbers)

    def __len__(self) -> int:
        return len(self.numbers)

    def __bool__(self) -> bool:
        return bool(self.numbers or self.taken or self.effects)

    def __contains__(self, name: object) -> bool:
        return name in self.numbers

    def get(self, name: str, default: Any = None) -> Any:
        """A number of the turn."""
        return self.numbers.get(name, default)

    def items(self) -> ItemsView[str, int]:
        """The numbers by name."""
        return self.numbers.items()

    @property
    def key(self) -> tuple[object, ...]:
        """The key of a cache, the same for equal accounts."""
        return tuple(sorted(self.numbers.items())), self.taken, self.effects

    # --- what was done, and what lasts

    @property
    def done(self) -> int:
        """The number of actions done in this turn."""
        return sum(one.cost for one in self.taken)

    @property
    def ends_something(self) -> bool:
        """True if the end of the turn changes something: effects end, or held actions wait."""
        return bool(self.get(HELD)) or any(one.ended() is not one for one in self.effects)

    def active(self, *scopes: Scope) -> tuple[Effect, ...]:
        """The effects that count now on one of these; of several with one id the first, since the
        same effect does not add up.
        """
        found: dict[str, Effect] = {}
        for effect in self.effects:
            if effect.counts and effect.on in scopes:
                found.setdefault(effect.id, effect)
        return tuple(found.values())

    # --- what changes

    def with_numbers(self, numbers: Mapping[str, int]) -> Turn:
        """The account with these numbers in place of its own."""
        return Turn(dict(numbers), self.taken, self.effects)

    def after(self, outcome: TurnChange) -> Turn:
        """The account after an outcome."""
        numbers = {**self.numbers, **outcome.situation}
        taken = () if outcome.begins_turn else self.taken
        if outcome.cost:
            taken = (*taken, Taken(outcome.action, outcome.cost))
        return Turn(numbers, taken, self.standing(outcome))

    def standing(self, outcome: TurnChange) -> tuple[Effect, ...]:
        """The effects that last after an outcome."""
        return self.effects if outcome.effects is None else outcome.effects

    def numbered(self, entry: int) -> Turn:
        """The account in which whatever has no log entry yet has this one."""
        taken = tuple(one if one.entry else replace(one, entry=entry) for one in self.taken)
        effects = tuple(one if one.entry else replace(one, entry=entry) for one in self.effects)
        return Turn(self.numbers, taken, effects)

    def removed(self, after: Turn) -> Removed:
        """The parts of this account that the one after it lacks."""
        return Removed(
            tuple(one for one in self.taken if one not in after.taken),
            tuple(one for one in self.effects if one not in after.effects),
        )

    def undone(self, entry: int, removed: Removed) -> Turn:
        """The account without what a log entry began, and with what it took out. The actions of an
        earlier turn come back only while nothing was done in this one.
        """
        taken = tuple(one for one in self.taken if one.entry != entry)
        back = {(one.id, one.entry) for one in removed.effects}
        effects = (one for one in self.effects if one.entry != entry)
        kept = tuple(one for one in effects if (one.id, one.entry) not in back)
        return Turn(self.numbers, taken or removed.taken, (*removed.effects, *kept))


def lasting(effects: Iterable[Effect | None]) -> tuple[Effect, ...]:
    """Those that are not over."""
    return tuple(one for one in effects if one is not None)
