"""The reference of a declared game, derived from its tables: traits, lists, difficulties, harm,
healing, points, and prices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from rules.declared import lists, own_tables, ranges
from rules.declared.breakdown import SOAKED
from rules.declared.rulebook import Book, Level
from rules.declared.ruleset import Ruleset
from rules.declared.target_tables import TraitTable
from rules.kit import typed
from rules.kit.reference_tables import (
    NOTHING,
    figure_term,
    pip_prices,
    signed,
    skill_terms,
    span,
    term,
)
from rules.phrases import capitalized
from rules.reference.chapters import Chapter, ChapterPart, Column, Table, Term, Terms, anchor_id


def of(rules: Ruleset) -> Callable[[], tuple[Chapter, ...]]:
    """The chapters of a game, made once."""

    @cache
    def chapters() -> tuple[Chapter, ...]:
        source = rules.identity.source or rules.identity.name
        groups = (
            ("characters", "Characters", "What a character is made of.", _characters(rules)),
            ("play", "Play", "What happens at the table.", _play(rules)),
            ("tables", "More tables", "What only this game has.", _own(rules)),
        )
        whole = ((id, name, about, tuple(parts)) for id, name, about, parts in groups)
        return tuple(
            Chapter(id, name, "Tables", about, source, parts)
            for id, name, about, parts in whole
            if parts
        )

    return chapters


def _characters(rules: Ruleset) -> Iterator[ChapterPart]:
    book, experience = rules.book, rules.book.advancement.experience
    attributes = book.traits.attributes
    rows = tuple(term(row, "attributes", aliases=(id,)) for id, row in attributes.items())
    yield Terms("attributes", "Attributes", rows)
    skills = skill_terms(book.traits.skills, attributes)
    yield Table("skills", "Skills", skills, (Column("Under"),), "Skill")
    if powers := book.powers:
        rows = tuple(term(row, "powers", keys=(id,)) for id, row in powers.skills.items())
        yield Terms("power-skills", capitalized(powers.called), rows)
        usual = tuple(
            term(row, "power", powers.joins[row.skills].name, row.difficulty or NOTHING)
            for row in powers.powers.values()
        )
        if usual:
            columns = (Column("Skills"), Column("Difficulty"))
            yield Table("powers", powers.name, usual, columns, powers.one)
    yield from lists.reference(book.lists)
    figures = tuple(
        term(row, "figures", keys=tuple(dict.fromkeys((row.id, book.sheet_key(row.id)))))
        for row in book.figures.values()
    )
    figures += _soak(rules)
    yield Terms("figures", "Figures", figures)
    weapons = tuple(
        term(row, "weapons", row.skill, row.damage) for row in book.templates.weapons.values()
    )
    columns = (Column("Used with"), Column("Damage"))
    if weapons:
        yield Table("weapons", "Weapons", weapons, columns, "Weapon")
    armor = tuple(term(row, "armor", f"+{row.adds}") for row in book.templates.armor.values())
    if armor:
        yield Table("armor", "Armor", armor, (Column("Adds"),), "Armor")
    yield _prices(rules)
    yield Terms("experience", capitalized(experience.name), (_experience(rules),))


def _soak(rules: Ruleset) -> tuple[Term, ...]:
    """The roll against damage, in a game that has one."""
    own = rules.book.defense.soak
    if own is None:
        return ()
    trait = rules.book.traits.attributes.get(own.trait) or rules.book.traits.skills[own.trait]
    text = f"{trait.name} and the code of your armor, rolled against damage: {SOAKED}"
    source = own.source or rules.identity.source or rules.identity.name
    id = anchor_id("figures", "soak")
    return (
        Term(
            id,
            own.name,
            text,
            source=source,
            rulings=tuple(filter(None, (own.ruling,))),
            keys=("soak",),
        ),
    )


def _experience(rules: Ruleset) -> Term:
    """The points that buy raises."""
    costs = rules.book.advancement
    return Term(
        id=anchor_id("experience", costs.experience.member),
        name=capitalized(costs.experience.name),
        text="Your GM awards them. They buy pips.",
        source=costs.sources["award"],
        keys=("character_points",),
    )


def _prices(rules: Ruleset) -> Table:
    costs, experience = rules.book.advancement, rules.book.advancement.experience
    terms = pip_prices(skill=costs.skill, attribute=costs.attribute, source=costs.sources["pip"])
    return Table("prices", "Cost of a pip", terms, (Column(experience.name),), "You get")


def _play(rules: Ruleset) -> Iterator[ChapterPart]:
    book = rules.book
    ladder, columns = book.play.difficulties.values(), [Column("Number", "Target numbers")]
    if fits := any(row.dice_low for row in ladder):
        columns.append(Column("Up to it", "Dice codes that fit"))
    rungs = tuple(
        term(
            row,
            "difficulty",
            span(row.low, row.high),
            *((span(row.dice_low, row.dice_high, "D"),) if fits else ()),
        )
        for row in ladder
    )
    yield Table("difficulties", "Difficulties", rungs, tuple(columns), "Difficulty")
    yield from ranges.reference(book.fight)
    for table in book.targets.values():
        yield _numbers(table)
    levels = tuple(
        term(row, "harm", _begins(book, row), keys=(f"harm.{typed.key(row.name)}",))
        for row in book.defense.levels.values()
    )
    yield Table("levels", "Harm", levels, (Column("Damage", "Damage roll"),), "A mark in")
    if book.play.healing:
        heals = tuple(
            term(row, "healing", ", ".join(f"{one.low}+: {one.marks}" for one in row.rows))
            for row in book.play.healing.values()
        )
        yield Table("healing", "Healing", heals, (Column("Total: marks healed"),), "Rolled")
    if book.points:
        points = tuple(term(row, "points", keys=(row.id,)) for row in book.points.values())
        yield Terms("points", "Points", points)


def _own(rules: Ruleset) -> Iterator[ChapterPart]:
    """The rows with a name of tables that only this game has, by their totals where they have
    some.
    """
    for id, table in own_tables.declared(rules.reader).items():
        for rows in table.rows if id in rules.own else ():
            place, found = f"{id}-{rows.id}", getattr(rules.own[id], rows.id).values()
            if rows.name and rows.frame in ("span", "system"):
                totals = tuple(term(row, place, row.reach) for row in found)
                yield Table(place, rows.name, totals, (Column("Total"),), "Result")
            elif rows.name:
                yield Terms(place, rows.name, tuple(term(row, place) for row in found))


def _numbers(table: TraitTable) -> Table:
    """A table of numbers to reach: its rows, and what changes them."""
    prefix, source = f"targets-{table.id}", table.source
    numbers = [(row.id, row.name, str(row.number)) for row in table.rows]
    numbers += [
        (f"and-{row.id}", f"{row.name}{_nothing(row.otherwise)}", signed(row.number))
        for row in table.modifiers
    ]
    rows = [figure_term(prefix, id, name, more, source=source) for id, name, more in numbers]
    note = " ".join(filter(None, (table.does, table.ruling)))
    return Table(prefix, table.name, tuple(rows), (Column("Number"),), table.name, note)


def _nothing(otherwise: str) -> str:
    """The case that adds nothing, in a modifier's name: "Antagonistic (friendly: nothing)"."""
    return f" ({otherwise}: nothing)" if otherwise else ""


def _begins(book: Book, row: Level) -> str:
    """The damage at which a box begins: "2 × Toughness or more", "4 or more over Soak"."""
    if not row.reached:
        return f"one more than {book.defense.before(row).name} takes"
    if book.defense.soak:
        return f"{row.plus} or more over {book.defense.soak.name}"
    base = book.figures[book.defense.base].name
    if not row.times:
        return f"under {base}"
    more = f" {signed(row.plus)}" if row.plus else ""
    return f"{base if row.times == 1 else f'{row.times} × {base}'}{more} or more"
