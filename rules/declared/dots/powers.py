"""Powers of a declared game of dots: a list to choose from, what each is rolled with, and what it
takes. Some are chosen at creation, and more are bought.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from rules.creation import Bound, StepSpec, of_build
from rules.declared.dots.character import DotCharacter, DotRules
from rules.declared.dots.checks import DotCheck, Play
from rules.declared.dots.document import POWERS, Learn
from rules.declared.dots.rulebook import Book, Power, Powers
from rules.document import Document
from rules.forms import parsing
from rules.forms.fields import Field, Option, Pick
from rules.kit.advancement_offers import priced_offer
from rules.kit.play.checks import shown
from rules.kit.play.outcomes import text
from rules.kit.play.procedures import Rollable
from rules.kit.play.success_checks import SuccessCheck
from rules.ledger.offers import OfferGroup
from rules.phrases import counted
from rules.play import Action, ActionGroup, Outcome
from rules.sheet.sections import Attack, Passage, Prose

PREFIX = f"{POWERS}."


# --- at the table


class PowerCheck(DotCheck):
    """A power: its trait, at the power's own difficulty and for the successes that it needs, for
    the points that it takes.
    """

    __slots__ = ("power",)

    def __init__(self, play: Play, rollable: Rollable, *, spends: bool | None = None) -> None:
        self.power = next(row for row in held(play.character) if row.id == _id(rollable.key))
        super().__init__(play, rollable, spends=spends)

    @property
    def usual(self) -> tuple[int, int]:
        """The difficulty and the successes of the power."""
        return self.power.difficulty or super().usual[0], self.power.needed

    @property
    def cost(self) -> int:
        """The points that it takes, with one that is spent on the roll."""
        return self.power.spends + super().cost

    def with_point(self) -> SuccessCheck:
        """The same with a point."""
        return PowerCheck(self.play, self.rollable, spends=True)

    def result(self, outcome: Outcome) -> Outcome:
        """The effect in words, and the points that were spent."""
        outcome = super().result(outcome)
        return text(outcome, self.power.does if outcome.success else f"{self.power.name} fails.")


def held(character: DotCharacter) -> list[Power]:
    """The powers of a character, in the order of the table."""
    powers = character.rules.book.powers
    rows = powers.powers.values() if powers else ()
    return [row for row in rows if row.id in character.powers]


def find(character: DotCharacter, key: str) -> Rollable | None:
    """The roll of a power that the character has, None for none."""
    power = next((row for row in held(character) if row.id == _id(key)), None)
    return _rollable(character, power, key) if power else None


def _id(key: str) -> str:
    return key.removeprefix(PREFIX).removesuffix(".attack")


def _rollable(character: DotCharacter, power: Power, key: str) -> Rollable:
    return Rollable(key, power.name, "check", character.now(power.trait), power.trait)


def listed(attempt: Play) -> tuple[ActionGroup, ...]:
    """Every power with its dice, as the play page offers it."""
    character, book = attempt.character, attempt.character.rules.book
    actions = []
    for power in held(character):
        key = f"{PREFIX}{power.id}"
        check = PowerCheck(attempt, _rollable(character, power, key))
        pool, barred = shown(check.pool), check.refusal()
        actions.append(Action(key, power.name, power.does, pool, barred, asks=True))
    return (ActionGroup(POWERS, book.powers.name, tuple(actions)),) if book.powers else ()


def attacks(attempt: Play) -> tuple[Attack, ...]:
    """The powers that reach others, as attacks in a fight. What one does the table decides."""
    character = attempt.character
    return tuple(
        Attack(
            f"{PREFIX}{power.id}",
            power.name,
            character.rules.names[power.trait],
            character.now(power.trait),
            None,
        )
        for power in held(character)
        if not power.inward
    )


# --- on the sheet, at creation, and later


def takes(book: Book, power: Power) -> str:
    """The difficulty and cost of a power: "Difficulty 7, 2 successes, 1 Resolve spent"."""
    point = book.point
    several = (
        f"Difficulty {power.difficulty or book.play.usual}",
        counted(power.needed, "success", "successes") if power.needed > 1 else "",
        f"{power.spends} {point.name} spent" if point and power.spends else "",
    )
    return ", ".join(filter(None, several))


def section(character: DotCharacter) -> Iterator[Prose]:
    """Each power: its trait, what it asks for, what it does; nothing without any."""
    book, names = character.rules.book, character.rules.names
    if book.powers and (rows := held(character)):
        passages = tuple(
            Passage(row.name, takes(book, row), names[row.trait], row.does) for row in rows
        )
        yield Prose(POWERS, book.powers.name, passages)


def facts(rules: DotRules, power: Power) -> Iterator[tuple[str, str]]:
    """The dice and the cost of a power, to compare it with others by."""
    point = rules.book.point
    yield "Roll", rules.names[power.trait]
    yield "Difficulty", str(power.difficulty or rules.book.play.usual)
    if power.needed > 1:
        yield "Successes", str(power.needed)
    if point and power.spends:
        yield "Costs", f"{power.spends} {point.name}"
    if power.inward:
        yield "Reaches", "Yourself"


def field(powers: Powers, rules: DotRules) -> Bound:
    """The powers of a new character, to choose from."""

    def show(character: DotCharacter) -> Iterable[Field]:
        chosen = tuple(character.build.powers)
        options = tuple(
            Option(
                row.id,
                row.name,
                row.does,
                chosen=row.id in chosen,
                source=row.source,
                ruling=row.ruling,
                term=f"power.{row.id}",
                best=row.good,
                facts=tuple(facts(rules, row)),
            )
            for row in powers.powers.values()
        )
        left = powers.picks - len(chosen)
        yield Pick(POWERS, powers.name, chosen, options, powers.picks, left, look="cards")

    return of_build(
        POWERS,
        lambda build: tuple(build.powers),
        lambda build, values: replace(build, powers=parsing.known(values, powers.powers)),
        empty=lambda build: replace(build, powers=()),
        show=show,
    )


def steps(rules: DotRules) -> Iterator[StepSpec[DotCharacter]]:
    """The step of powers, in a game that has some."""
    if powers := rules.book.powers:
        yield StepSpec(
            POWERS,
            powers.name,
            f"Choose {counted(powers.picks, powers.one.lower())}.",
            (field(powers, rules),),
            lambda one: ", ".join(row.name for row in held(one)),
            tip="Numbers and compare says what you roll for each.",
        )


def at_random(rules: DotRules, rng: Random, document: Document) -> Document:
    """The document with powers for every pick that is left."""
    powers, build = rules.book.powers, document.build
    if powers is None:
        return document
    left = [id for id in powers.powers if id not in build.powers]
    many = max(0, min(len(left), powers.picks - len(build.powers)))
    chosen = (*build.powers, *rng.sample(left, many))
    return replace(document, build=replace(build, powers=chosen))


def offers(ledger: Any, character: DotCharacter) -> Iterator[OfferGroup]:
    """The powers that can be bought."""
    powers = character.rules.book.powers
    if powers is None:
        return
    open_ = [row for row in powers.powers.values() if row.id not in character.powers]
    several = tuple(
        priced_offer(
            ledger,
            character,
            f"learn.{row.id}",
            Learn(power=row.id),
            name=row.name,
            act=f"Learn {row.name}",
            detail=row.does,
        )
        for row in open_
    )
    if several:
        yield OfferGroup(POWERS, powers.name, several)
