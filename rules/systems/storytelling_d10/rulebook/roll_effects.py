"""Dice and difficulty that traits of a character add to rolls: offered where they bear on one, and
chosen by the player.
"""

from collections.abc import Container, Iterable, Iterator
from typing import Literal, Protocol

import msgspec

from rules.figures import Figure, bonus
from rules.forms.fields import Field, Option
from rules.kit.play import answers
from rules.kit.play.answers import Answers
from rules.kit.play.success_checks import BEST

# The word of an effect on the trait that its owner's detail names.
DETAIL = "detail"


class Effect(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An addition to rolls `on` these traits, or on those that a word of the game means, in one
    case (`when`). `reroll` keeps the best or the second of two rolls.
    """

    on: tuple[str, ...]
    dice: int = 0
    difficulty: int = 0
    reroll: Literal["", "best", "second"] = ""
    when: str = ""


class EffectRow(Protocol):
    """A row of the rules with effects."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def bearings(self) -> tuple[Effect, ...]:
        """The additions to rolls."""


class Bearer(Protocol):
    """Something that a character has, with its row and its detail."""

    @property
    def row(self) -> EffectRow:
        """Its row."""

    @property
    def name(self) -> str:
        """The name of the trait."""

    @property
    def detail(self) -> str:
        """The subject of the trait, "" for none."""


class Offered(msgspec.Struct, frozen=True, gc=False):
    """One effect: what it is called, and what it does."""

    name: str
    effect: Effect

    @property
    def description(self) -> str:
        """In words: "Acute Senses: −2 difficulty (noticing with this sense)"."""
        one, parts = self.effect, []
        if one.dice:
            parts.append(
                f"{one.dice:+} {'die' if abs(one.dice) == 1 else 'dice'}".replace("-", "−")
            )
        if one.difficulty:
            parts.append(f"{one.difficulty:+} difficulty".replace("-", "−"))
        if one.reroll:
            parts.append(f"roll twice, keep the {'better' if one.reroll == BEST else 'second'}")
        when = f" ({one.when})" if one.when else ""
        return f"{self.name}: {', '.join(parts)}{when}"


class Bearings:
    """The effects that bear on a roll, and those that were chosen. A roll is about traits and words
    (`on`); `detail` is the trait that an effect of its owner's detail bears on.
    """

    __slots__ = ("chosen", "ids", "offered")

    def __init__(
        self, owned: Iterable[Bearer], answers: Answers, on: Container[str], detail: str = ""
    ) -> None:
        self.offered = dict(_offers(owned, on, detail))
        self.ids = answers.options("bearing", self.offered)
        self.chosen = [self.offered[id] for id in self.ids]

    def has(self, id: str) -> bool:
        """True if that one was chosen."""
        return id in self.ids

    def dice(self) -> Iterator[Figure]:
        """The dice that the chosen ones add."""
        return (bonus(one.name, one.effect.dice) for one in self.chosen if one.effect.dice)

    def difficulty(self) -> Iterator[Figure]:
        """The numbers that the chosen ones add to the difficulty."""
        chosen = (one for one in self.chosen if one.effect.difficulty)
        return (bonus(one.name, one.effect.difficulty) for one in chosen)

    @property
    def reroll(self) -> str:
        """Which of two rolls counts, "" where there is one."""
        return next((one.effect.reroll for one in self.chosen if one.effect.reroll), "")

    def fields(self, label: str) -> Iterator[Field]:
        """The field to choose them, if there are any."""
        if self.offered:
            offered = self.offered.items()
            options = (
                Option(id, one.description, chosen=one in self.chosen) for id, one in offered
            )
            yield answers.pick("bearing", label, tuple(options))


def _offers(
    owned: Iterable[Bearer], on: Container[str], detail: str
) -> Iterator[tuple[str, Offered]]:
    ids = set[str]()
    for one in owned:
        for effect in one.row.bearings:
            named = DETAIL in effect.on and detail and one.detail == detail
            if not named and not any(word in on for word in effect.on):
                continue
            id = one.row.id if one.row.id not in ids else f"{one.row.id}-{len(ids)}"
            ids.add(id)
            yield id, Offered(one.name, effect)
