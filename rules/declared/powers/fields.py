"""The fields with which a player picks, learns, and makes typed powers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from rules.creation import Bound
from rules.declared.powers.document import (
    LINE,
    MOST_PREREQUISITES,
    Coded,
    HousePower,
    Learn,
    Pick,
    Power,
    PowerRules,
)
from rules.document import Document
from rules.figures import Figure
from rules.forms.fields import Cell, Choice, Field, Number, Text, options
from rules.kit import typed
from rules.kit.bound_fields import codes_field, rows_field
from rules.kit.currency import CHARACTER_POINTS, MOST_POINTS, Currency
from rules.kit.homebrew import HomebrewRows, RowProblem, name_problems
from rules.kit.typed.document import MANY, NAME
from rules.ledger import entries
from rules.ledger.offers import Offer, OfferGroup
from rules.tables import Citation


def _fields(character: Coded, skills: Mapping[str, str]) -> tuple[Field, ...]:
    menu = options(skills, none="Choose")
    ours = tuple(power.name for power in character.house.powers)
    return (
        Text("name", "Power", ("",), limit=entries.LINE, suggestions=ours),
        Choice("skills", character.power_rules.called, ("",), menu, look="menu"),
        Text("difficulty", "Difficulty", ("",), limit=entries.LINE),
        Text("does", "Effect", ("",), limit=entries.LINE),
    )


def pick_offer(character: Coded, cited: Citation) -> Offer:
    """A power for nothing, of a skill that has picks left."""
    left = {id: character.full_name(id) for id, many in character.picks_left().items() if many}
    return Offer(
        "pick",
        Pick(name=""),
        "Pick a power",
        "Pick power",
        fields=_fields(character, left),
        note="Costs nothing.",
        **cited,
    )


def learn_offer(character: Coded, price: int, cited: Citation, points: Currency) -> Offer:
    """A power for points, once the learning roll came off."""
    rules, trained = character.power_rules, character.power_skills
    joins = {
        row.id: row.name
        for row in rules.joins.values()
        if all(id in trained for id in rules.joined(row.id))
    }
    return Offer(
        "learn-power",
        Learn(name=""),
        "Learn a power",
        "Learn power",
        fields=(
            *_fields(character, joins),
            Number("prerequisites", "Prerequisites", ("",), highest=MOST_PREREQUISITES),
            Number("cp", points.label, ("",), highest=MOST_POINTS),
        ),
        note=f"{points.counted(price)} unless your GM names another number.",
        **cited,
    )


def skills_field(rules: PowerRules, figure: Callable[[Any, str], Figure], *, hint: str) -> Bound:
    """The codes of the skills of powers, typed by hand."""
    return codes_field(rules.member, rules.called, rules.names, figure, hint=hint)


def powers_hint(character: Coded, ruling: str, learned: Callable[[int], Figure]) -> str:
    """The ruling on powers, the picks that are left, and at which number those are learned that
    need others.
    """
    numbers = [
        f"{power.name} is learned at {learned(power.prerequisites).value}"
        for power in character.powers.values()
        if power.prerequisites
    ]
    left = character.picks_text()
    picks = f" Picks left: {left}." if left else ""
    more = f" {'; '.join(numbers)}." if numbers else ""
    return f"{ruling}{picks}{more}"


def named(character: Coded, figure: Callable[[Any, str], Figure]) -> str:
    """The skills of powers that have dice, and the powers, in one line."""
    skills = [
        f"{character.full_name(id)} {figure(character, id).code}" for id in character.power_skills
    ]
    return ", ".join((*skills, *(power.name for power in character.powers.values())))


class PowerOffers(msgspec.Struct, frozen=True):
    """The offers of advancement that are about powers: their part of the page (`id` and `name`),
    the price of one, and where picks and prices stand.
    """

    id: str
    name: str
    price: int
    picks: Citation
    prices: Citation

    def group(
        self,
        character: Coded,
        skill: Callable[[Any, str], Offer],
        points: Currency = CHARACTER_POINTS,
    ) -> OfferGroup:
        """The skills of powers, powers to pick while there are picks, and powers to learn."""
        offers = [skill(character, id) for id in character.power_rules.names]
        picks = character.picks_text()
        if picks:
            offers.append(pick_offer(character, self.picks))
        if character.power_skills:
            offers.append(learn_offer(character, self.price, self.prices, points))
        note = f"Picks left: {picks}." if picks else ""
        return OfferGroup(self.id, self.name, tuple(offers), note=note)


def powers_field(
    rules: PowerRules,
    known: Iterable[str],
    difficulties: tuple[str, ...],
    *,
    hint: Callable[[Any], str],
) -> Bound:
    """The powers of a build, typed by hand. The party's and the `known` ones are suggested."""
    usual = tuple(known)

    def names(character: Coded) -> dict[str, tuple[str, ...]]:
        ours = [power.name for power in character.house.powers]
        return {"name": tuple(dict.fromkeys((*ours, *usual)))}

    cells = (
        Cell("name", "Power", limit=NAME),
        Cell("skills", "Skills", "menu", options=options(rules.joins, none="Skills")),
        Cell("prerequisites", "Prerequisites", "number", lowest=0, highest=MOST_PREREQUISITES),
        Cell("difficulty", "Difficulty", limit=NAME, suggestions=difficulties),
        Cell("does", "Effect", limit=LINE),
    )
    return rows_field("powers", "Powers", Power, cells, limit=MANY, hint=hint, suggest=names)


def used(document: Document) -> set[str]:
    """The powers that a document names, by the keys of their names."""
    names = [power.name for power in document.build.powers]
    names += [getattr(entry, "name", "") for entry in document.ledger]
    return {typed.key(name) for name in names}


def homebrew(rules: PowerRules, difficulties: tuple[str, ...], harder: str) -> HomebrewRows:
    """The powers of a party's own; `harder` says what prerequisites do."""

    def wrong(
        power: HousePower, others: Iterable[HousePower], _house: object
    ) -> Iterator[RowProblem]:
        yield from name_problems(power, others, "power")
        if power.skills and not rules.joined(power.skills):
            yield "skills", f"{power.skills!r} are no {rules.called} of {power.name}."
        if not 0 <= power.prerequisites <= MOST_PREREQUISITES:
            yield "prerequisites", f"A power has 0 to {MOST_PREREQUISITES} prerequisites."

    def fields(power: HousePower, _house: object) -> tuple[Field, ...]:
        skills = options(rules.joins, power.skills, none="Each player says")
        before, count = "prerequisites", (str(power.prerequisites),)
        return (
            Text("name", "Name", (power.name,), limit=NAME),
            Choice("skills", rules.called, (power.skills,), skills, look="menu"),
            Number(before, "Prerequisites", count, harder, highest=MOST_PREREQUISITES),
            Text(
                "difficulty",
                "Difficulty",
                (power.difficulty,),
                limit=NAME,
                suggestions=difficulties,
            ),
            Text("does", "Effect", (power.does,), lines=3, limit=LINE),
        )

    def about(power: HousePower, _house: object) -> str:
        names = rules.named(rules.joined(power.skills))
        return " · ".join(filter(None, (names, power.difficulty, power.does)))

    return HomebrewRows(
        "powers",
        HousePower(id=""),
        fields,
        wrong,
        about,
        named=lambda row: typed.key(row.name),
        one="power",
    )
