"""Everything that is wrong with a folder, and everything that is still to be written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

from rules.character import Character
from rules.declared import files, load
from rules.declared.dots.character import DotRules
from rules.declared.expressions import names
from rules.declared.faults import Fault, GameError
from rules.declared.files import FIGHT
from rules.declared.ranges import Initiative
from rules.declared.ruleset import Ruleset
from rules.game import Game
from rules.kit import starters
from rules.opponents import WHO
from rules.problems import RuleViolation

Chance = Callable[[int], Random]
# So many characters are made by chance.
MADE = 12


def lint(folder: Path, chance: Chance) -> tuple[tuple[Fault, ...], tuple[Fault, ...]]:
    """The faults of a folder's tables, and what is due: sentences that are missing, rows that
    nothing uses. `chance(seed)` makes dice.
    """
    try:
        rules = load.tables(folder)
        game = load.game(rules)
    except GameError as error:
        return error.faults, ()
    due = (*_unsaid(game, rules), *_unused(rules))
    return tuple(_unplayable(game, chance)), tuple(sorted(due))


def _unplayable(game: Game, chance: Chance) -> Iterator[Fault]:
    """The characters that chance and templates make, and the opponents, which the rules refuse."""
    for seed in range(MADE):
        document = game.random(chance(seed))
        for problem in Character(game, document).problems:
            yield Fault("chance.toml", "", "", f"a character by chance: {problem.message}")
            return
    for idea in game.ideas.list():
        for problem in Character(game, game.from_idea(idea.id, chance(1))).problems:
            if problem.where != "name":
                yield Fault("chance.toml", idea.id, "", problem.message)
    if game.opponents is None:
        return
    for row in game.opponents.listed():
        try:
            game.opponents.document({WHO: (row.id,)})
        except RuleViolation as refused:
            for problem in refused.problems:
                yield Fault(starters.OPPONENTS, row.id, f"form.{problem.where}", problem.message)


def _unsaid(game: Game, rules: Ruleset | DotRules) -> Iterator[Fault]:
    """Sentences that are missing, and files that a game can have."""
    for member in ("edition", "about", "license"):
        if not getattr(game, member):
            yield Fault("game.toml", "", member, "is empty")
    for file, rows in _described(rules):
        for id, row in rows.items():
            if not row.does:
                yield Fault(file, id, "does", "say in a sentence what it does")
    if game.fight and game.opponents is None:
        yield Fault("starter_opponents.toml", "", "", "no opponents to fight yet")
    if isinstance(rules, Ruleset) and game.convention is None:
        yield Fault("convention.toml", "", "", "no table for a convention yet")


def _described(rules: Ruleset | DotRules) -> tuple[tuple[str, Mapping[str, Any]], ...]:
    """The rows that say what they do, by file."""
    traits, figures = rules.book.traits, rules.book.figures
    shared = (
        ("traits.toml", traits.attributes),
        ("traits.toml", traits.skills),
        ("figures.toml", figures),
    )
    if isinstance(rules, DotRules):
        health, fight = rules.book.health.levels, rules.book.fight
        things = ((FIGHT, fight.weapons), (FIGHT, fight.armor))
        own = rules.book.powers.powers if rules.book.powers else {}
        ideas = ("chance.toml", rules.book.chance.templates)
        return (*shared, ("health.toml", health), *things, (files.POWERS, own), ideas)
    levels, templates = rules.book.defense.levels, rules.book.templates.rows
    powers = rules.book.powers
    of_powers = ((files.POWERS, powers.skills), (files.POWERS, powers.powers)) if powers else ()
    return (*shared, ("defense.toml", levels), ("chance.toml", templates), *of_powers)


def _unused(rules: Ruleset | DotRules) -> Iterator[Fault]:
    """Rows that nothing uses: attributes without a skill, figures that stand nowhere, things that
    no template carries.
    """
    book = rules.book
    under = {row.attribute for row in book.traits.skills.values()}
    for id in book.traits.attributes:
        if id not in under:
            yield Fault(files.TRAITS, id, "", "no skill stands under it")
    used = {name for term in rules.terms.values() for name in names(term)}
    used |= _of_harm(rules)
    for id, row in book.figures.items():
        if not row.on_sheet and id not in used:
            yield Fault(files.FIGURES, id, "", "nothing uses it, and it isn't on the sheet")
    if isinstance(rules, DotRules):
        file, listed, templates = FIGHT, rules.book.fight, rules.book.chance.templates
        things = (*listed.weapons, *listed.armor)
        carried = {id for row in templates.values() for id in (*row.weapons, *row.armor)}
    else:
        file, own = files.TEMPLATES, rules.book.templates
        things = (*own.weapons, *own.armor)
        carried = {id for row in own.templates.values() for id in (*row.weapons, *row.armor)}
    for id in things:
        if id not in carried:
            yield Fault(file, id, "", "no template carries it")


def _of_harm(rules: Ruleset | DotRules) -> set[str]:
    """The figures that attacks, hits, and points stand on."""
    if isinstance(rules, DotRules):
        fight, points = rules.book.fight, rules.book.points.values()
        of_points = (row.figure for row in points)
        return {fight.defense, fight.soak, _added(fight.initiative), *of_points}
    defense = rules.book.defense
    return {
        *(defense.target, defense.base, defense.boxes, defense.armor.figure),
        _added(rules.book.fight.initiative),
    }


def _added(rolled: Initiative | None) -> str:
    """The figure that initiative adds, "" for none."""
    return rolled.adds if rolled else ""
