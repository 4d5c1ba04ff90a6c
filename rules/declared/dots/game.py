"""A declared game of dots, assembled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec

from rules.creation import Binding
from rules.declared import lists, ranges
from rules.declared.dots import creation, fight, ledger, opponents, play, sheet
from rules.declared.dots.character import DotCharacter, DotRules, character_type
from rules.declared.dots.document import House, Marks
from rules.declared.dots.powers import takes
from rules.declared.dots.reading import Tables
from rules.declared.files import FIGHT
from rules.declared.folder import Folder
from rules.declared.identity import Identity
from rules.game import Game
from rules.house import HouseRules
from rules.kit import starters
from rules.kit.bound_fields import character_problems
from rules.kit.play.marks import out_of_bounds
from rules.kit.reference_tables import figure_term, skill_terms, term
from rules.ledger.entries import Entry
from rules.phrases import capitalized
from rules.problems import Problem
from rules.reference.chapters import Chapter, ChapterPart, Column, Table, Terms


def ruleset(folder: Folder, who: Identity) -> DotRules | None:
    """The tables of a folder; None with a fault for every fault."""
    found = Tables(folder, who).book()
    if found is None:
        return None
    member = found[0].growth.experience.member
    if not member.isidentifier() or member in Entry.__struct_fields__ or member == "reason":
        text = f"“{member}” is taken; choose another name"
        folder.fault("growth.toml", "experience", "member", text)
        return None
    book, terms = found
    return DotRules(reader=folder, identity=who, book=book, terms=terms)


def game(rules: DotRules) -> Game:
    """The game of these tables."""
    character, who = character_type(rules), rules.identity
    book, specs = ledger.DotLedger(rules, character), creation.steps(rules)
    fields = Binding(field for step in specs for field in step.fields)
    chance = creation.Chance(rules)
    build, has = chance.build(fields), rules.reader.has
    return Game[Any](
        slug=who.slug,
        name=who.name,
        edition=who.edition,
        about=who.about,
        credit=who.credit,
        license=who.license,
        rank=who.rank,
        build_type=rules.types.build,
        entry_type=rules.types.entry,
        marks_type=Marks,
        house=HouseRules(House),
        ledger_rules=book,
        problems=_problems,
        sheet=sheet.sheet,
        numbers=sheet.numbers,
        steps=lambda _character: specs,
        fields=fields,
        offers=ledger.offers(rules, book),
        random_build=lambda _document: build,
        ideas=chance.ideas(),
        play=play.parts(rules),
        calls=(),
        hit="harm",
        stash=rules.typed.stash,
        fight=fight.of(rules) if has(FIGHT) else None,
        opponents=opponents.of(rules) if has(starters.OPPONENTS) else None,
        reference=_reference(rules),
    )


def _problems(character: DotCharacter) -> tuple[Problem, ...]:
    point = character.rules.book.point
    bounds = {
        "hurt": len(character.rules.book.health.levels),
        "spent": max(0, character.figure(point.figure).value) if point else 0,
    }
    return character_problems(character, out_of_bounds(character.marked, bounds))


def _reference(rules: DotRules) -> Callable[[], tuple[Chapter, ...]]:
    @cache
    def chapters() -> tuple[Chapter, ...]:
        name = rules.identity.name
        about = "What a character is made of, and what happens at the table."
        return (Chapter("rules", "Rules", "Tables", about, name, tuple(_parts(rules))),)

    return chapters


def _parts(rules: DotRules) -> Iterator[ChapterPart]:
    book = rules.book
    traits = book.traits
    yield Terms(
        "attributes",
        "Attributes",
        tuple(term(row, "attributes") for row in traits.attributes.values()),
    )
    skills = skill_terms(traits.skills, traits.attributes)
    yield Table("skills", "Skills", skills, (Column("Rolled with"),), "Skill")
    figures = tuple(term(row, "figures", keys=(row.id,)) for row in book.figures.values())
    yield Terms("figures", "Figures", figures)
    levels = tuple(term(row, "health") for row in book.health.levels.values())
    yield Terms("health", "Health", levels)
    weapons = tuple(
        term(row, "weapons", traits.rows[row.skill].name, row.damage)
        for row in book.fight.weapons.values()
    )
    columns = (Column("Used with"), Column("Damage"))
    if weapons:
        yield Table("weapons", "Weapons", weapons, columns, "Weapon")
    armor = tuple(term(row, "armor", f"+{row.adds}") for row in book.fight.armor.values())
    if armor:
        yield Table("armor", "Armor", armor, (Column("Adds"),), "Armor")
    yield from lists.reference(book.lists)
    if powers := book.powers:
        known = tuple(
            term(row, "power", traits.rows[row.trait].name, takes(book, row))
            for row in powers.powers.values()
        )
        columns = (Column("Rolled with"), Column("Takes"))
        yield Table("powers", powers.name, known, columns, powers.one)
    yield from ranges.reference(book.fight)
    numbers = book.play.difficulties.values()
    rows = tuple(term(row, "difficulty", str(row.number)) for row in numbers)
    yield Table("difficulties", "Difficulties", rows, (Column("Number"),), "Difficulty")
    points = tuple(term(row, "points", keys=(f"points.{row.id}",)) for row in book.points.values())
    if points:
        yield Terms("points", "Points", points)
    costs, source = book.growth, rules.identity.name
    prices = tuple(
        figure_term("price", id, name, f"{factor} × the new dots", source=source)
        for id, name, factor in (
            ("attribute", "A dot of an attribute", costs.attribute),
            ("skill", "A dot of a skill", costs.skill),
        )
    )
    if powers := book.powers:
        learned = f"{powers.learn}"
        prices += (figure_term("price", "power", f"One more {powers.one}", learned, source=source),)
    own = costs.experience
    label = capitalized(own.name)
    earned = msgspec.structs.replace(
        figure_term("price", own.member, label, "", source=source),
        figures=("from your GM",),
        keys=("experience",),
    )
    yield Table("prices", "Advancement", (*prices, earned), (Column(label),), "You get")
