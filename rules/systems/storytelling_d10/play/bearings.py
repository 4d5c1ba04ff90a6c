"""What merits and flaws add to rolls: offered where they bear on one, and chosen by the player."""

from __future__ import annotations

from collections.abc import Container, Iterator

import msgspec

from rules.figures import Figure, bonus
from rules.forms.fields import Field, Option
from rules.kit import answers
from rules.kit.answers import Answers
from rules.systems.storytelling_d10.character.character import Character
from rules.systems.storytelling_d10.play.rollables import ATTACK, DAMAGE, FORCE, Rollable
from rules.systems.storytelling_d10.rulebook import Bearing, rulebook

RESIST, DETAIL = "resist-force", "detail"


class Offered(msgspec.Struct, frozen=True, gc=False):
    """One effect: what it is called, and what it does."""

    name: str
    effect: Bearing

    @property
    def description(self) -> str:
        """In words: "Acute Senses: −2 difficulty (noticing with this sense)"."""
        one, parts = self.effect, []
        if one.dice:
            parts.append(f"{one.dice:+} dice".replace("-", "−"))
        if one.difficulty:
            parts.append(f"{one.difficulty:+} difficulty".replace("-", "−"))
        if one.reroll:
            parts.append(f"roll twice, keep the {'better' if one.reroll == 'best' else 'second'}")
        when = f" ({one.when})" if one.when else ""
        return f"{self.name}: {', '.join(parts)}{when}"


class Bearings:
    """The effects that bear on a roll, and those that were chosen."""

    __slots__ = ("chosen", "ids", "offered")

    def __init__(
        self, character: Character, answers: Answers, on: Container[str], detail: str = ""
    ) -> None:
        self.offered = dict(_offers(character, on, detail))
        self.ids = answers.options("bearing", self.offered)
        self.chosen = [self.offered[id] for id in self.ids]

    def has(self, id: str) -> bool:
        """Whether that one was chosen."""
        return id in self.ids

    def dice(self) -> Iterator[Figure]:
        """What they add to the dice."""
        return (bonus(one.name, one.effect.dice) for one in self.chosen if one.effect.dice)

    def difficulty(self) -> Iterator[Figure]:
        """What they add to the difficulty."""
        chosen = (one for one in self.chosen if one.effect.difficulty)
        return (bonus(one.name, one.effect.difficulty) for one in chosen)

    @property
    def reroll(self) -> str:
        """Which of two rolls counts, "" where there is one."""
        return next((one.effect.reroll for one in self.chosen if one.effect.reroll), "")

    def fields(self) -> Iterator[Field]:
        """The field to choose them, if there are any."""
        if self.offered:
            offered = self.offered.items()
            options = (
                Option(id, one.description, chosen=one in self.chosen) for id, one in offered
            )
            yield answers.pick("bearing", "Merits and flaws", tuple(options))


def _offers(character: Character, on: Container[str], detail: str) -> Iterator[tuple[str, Offered]]:
    ids = set[str]()
    for owned in (*character.merits, *character.flaws):
        for effect in owned.row.bearings:
            named = DETAIL in effect.on and detail and owned.detail == detail
            if not named and not any(word in on for word in effect.on):
                continue
            id = owned.row.id if owned.row.id not in ids else f"{owned.row.id}-{len(ids)}"
            ids.add(id)
            yield id, Offered(owned.name, effect)


def words(rolled: Rollable) -> set[str]:
    """What a merit or flaw names where it bears on this roll."""
    if rolled.kind == DAMAGE:
        return {DAMAGE}
    names = {"any", rolled.attribute, rolled.ability} - {""}
    if rolled.kind in (ATTACK, FORCE):
        return {*names, rolled.kind}
    row = rulebook().traits.attributes.get(rolled.attribute)
    return {*names, RESIST, *({"social"} if row and row.group == "social" else ())}
