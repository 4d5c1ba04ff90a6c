"""Pregenerated characters for a table: legal ones by chance, who complement each other.

They are made one after the other. Each is the one of several by chance that adds most to what the
group before it can do; when every important trait is somebody's, a new group begins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any

import msgspec

from rules.character import Character
from rules.convention import READY_MADE, Convention, Theme
from rules.document import Document
from rules.figures import Figure
from rules.game import Game
from rules.ledger.entries import Entry
from rules.problems import InvalidDocument, Problem, RuleViolation
from rules.sheet.sections import Line, Sheet, Traits

MOST_PLAYERS = 40
# How many candidates each character is chosen from, and how often chance is asked for one.
CANDIDATES, ATTEMPTS = 16, 60
# How likely points are spent on what the group needs first, on what the character is trained in
# (more if it is important), and on anything else that is important; and by how much less after
# each purchase, so that they are shared out.
FIRST, STRONG, TRAINED, OTHER, LESS = 400.0, 8.0, 1.0, 0.25, 0.5
NONE_LEGAL = Problem(
    "none-legal",
    "theme",
    "No legal character came of this theme under the party's house rules. Choose another theme.",
)


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """An order of characters: their number, a theme and a level by their ids. `house` are the
    party's rules.
    """

    players: int
    theme: str
    level: str
    house: Any = None


class Pregen(msgspec.Struct, frozen=True):
    """A pregenerated character, and the id of the idea it was made from, "" for none."""

    idea: str
    document: Document


class BestAt(msgspec.Struct, frozen=True):
    """An important trait: its name, the highest figure in it, and the positions of the characters
    who have that. `is_trained` says whether anyone has dice of their own in it.
    """

    name: str
    figure: Figure | None
    positions: tuple[int, ...]
    is_trained: bool


def next_pregen(
    system: Game,
    order: Order,
    made: Sequence[Pregen],
    rng: Random,
    ready_made: Sequence[Document] = (),
) -> Pregen:
    """The character after those that were made.

    With the theme READY_MADE these documents come first. RuleViolation where the party's rules let
    none be legal; KeyError for an unknown theme or level.
    """
    convention = _convention(system)
    needed = _needed(system, convention, made)
    # The present group shares out what it lacks among those who are still to come.
    share = -(-len(needed) // max(1, order.players - len(made)))
    if order.theme == READY_MADE and len(made) < len(ready_made):
        chosen = Pregen("", _in_house(system, ready_made[len(made)], order))
    else:
        chosen = _best_of(system, convention, order, made, needed, rng)
        chosen = Pregen(chosen.idea, _picked(system, convention, chosen.document, needed, share))
    points = convention.levels[order.level].points
    if not points:
        return chosen
    opened = Character(system, _set(system, convention, chosen.document))
    opened = opened.enter(
        system.ledger_rules.entry({"kind": "award", convention.award: str(points)})
    )
    return Pregen(chosen.idea, _spent(opened, convention, needed, share, rng).document)


def best_at(system: Game, documents: Iterable[Document]) -> tuple[BestAt, ...]:
    """The best character of each important trait."""
    lines = [trait_lines(Character(system, document).sheet) for document in documents]
    return tuple(_best(lines, key, name) for key, name in _convention(system).important.items())


def strengths(system: Game, document: Document) -> list[tuple[str, Figure]]:
    """The important traits that a character is trained in, with their figures, the highest
    first.
    """
    lines = trait_lines(Character(system, document).sheet)
    important = _convention(system).important.items()
    known = ((name, lines[key]) for key, name in important if key in lines)
    trained = [(name, line.figure) for name, line in known if line.trained]
    return sorted(trained, key=lambda trait: trait[1].weight, reverse=True)


def trait_lines(sheet: Sheet) -> dict[str, Line]:
    """Every trait of a sheet below the head of its column, by key."""
    return {
        line.key: line
        for section in sheet.sections
        if isinstance(section, Traits)
        for column in (*section.columns, *((section.row,) if section.row else ()))
        for line in column.lines
    }


def _best(lines: Sequence[Mapping[str, Line]], key: str, name: str) -> BestAt:
    those = [(position, each[key]) for position, each in enumerate(lines) if key in each]
    if not those:
        return BestAt(name, None, (), is_trained=False)
    # Of equal figures, dice of one's own count more.
    top = max((line.figure.weight, line.trained) for _, line in those)
    best = [(at, line) for at, line in those if (line.figure.weight, line.trained) == top]
    is_trained = any(line.trained for _, line in those)
    return BestAt(name, best[0][1].figure, tuple(at for at, _ in best), is_trained=is_trained)


def _convention(system: Game) -> Convention:
    if system.convention is None:
        raise KeyError(system.slug)
    return system.convention


def _needed(system: Game, convention: Convention, made: Sequence[Pregen]) -> frozenset[str]:
    """The important traits that nobody of the present group is trained in."""
    everything = frozenset(convention.important)
    needed = everything
    for one in made:
        needed -= _trained(trait_lines(Character(system, one.document).sheet))
        needed = needed or everything
    return needed


def _trained(lines: Mapping[str, Line]) -> frozenset[str]:
    return frozenset(key for key, line in lines.items() if line.trained)


def _best_of(
    system: Game,
    convention: Convention,
    order: Order,
    made: Sequence[Pregen],
    needed: frozenset[str],
    rng: Random,
) -> Pregen:
    """The candidate that is trained in most of what is needed, then with the highest figures."""
    ideas = _open_ideas(system, convention.themes.get(order.theme), made)
    ideas = rng.sample(ideas, len(ideas))
    names = {one.document.name.casefold() for one in made}
    best: tuple[tuple[int, int | Fraction], Pregen] | None = None
    found = 0
    for attempt in range(ATTEMPTS):
        one = _candidate(system, order, ideas[attempt % len(ideas)] if ideas else "", rng)
        is_new = one is not None and one.document.name.casefold() not in names
        if one is None or not is_new:
            continue
        lines = trait_lines(Character(system, one.document).sheet)
        sums = sum(lines[key].figure.weight for key in convention.important if key in lines)
        worth = (len(_trained(lines) & needed), sums)
        if best is None or worth > best[0]:
            best = worth, one
        found += 1
        if found >= CANDIDATES:
            break
    if best is None:
        raise RuleViolation([NONE_LEGAL])
    return best[1]


def _open_ideas(system: Game, theme: Theme | None, made: Sequence[Pregen]) -> list[str]:
    """The ideas of the theme, within its limits, that were used least."""
    ids = (theme.ideas if theme else ()) or tuple(idea.id for idea in system.ideas.list())
    used = Counter(one.idea for one in made)
    full = {
        idea
        for limit in (theme.limits if theme else ())
        if sum(used[one] for one in limit.ideas) >= limit.most
        for idea in limit.ideas
    }
    left = [id for id in ids if id not in full] or list(ids)
    fewest = min((used[id] for id in left), default=0)
    return [id for id in left if used[id] == fewest]


def _candidate(system: Game, order: Order, idea: str, rng: Random) -> Pregen | None:
    """A whole character from an idea; None where the party's rules do not allow it."""
    begun = system.from_idea(idea, rng) if idea else system.empty()
    document = _in_house(system, system.random(rng, begun), order)
    return None if Character(system, document).problems else Pregen(idea, document)


def _in_house(system: Game, document: Document, order: Order) -> Document:
    return document if order.house is None else system.house.moved(document, order.house)


def _picked(
    system: Game,
    convention: Convention,
    document: Document,
    needed: frozenset[str],
    share: int,
) -> Document:
    """The document trained in a share of what the group needs, instead of what it has already. The
    first skill of the idea stays.
    """
    while convention.picks:
        lines = trait_lines(Character(system, document).sheet)
        trained = _trained(lines)
        missing = sorted(needed - trained, key=lambda one: (-_weight(lines, one), one))
        values = system.fields.values(document, convention.picks) or ()
        others = (_picked_instead(convention, values, key, needed) for key in missing)
        changed = next((other for other in others if other != values), values)
        if changed == values or len(needed & trained) >= share:
            break
        other = system.fields.write(document, convention.picks, changed)
        if Character(system, other).problems:
            break
        document = other
    return document


def _picked_instead(
    convention: Convention, values: tuple[str, ...], key: str, needed: frozenset[str]
) -> tuple[str, ...]:
    """The values of the picks with this trait in place of one that the group does not need; the
    same where none can go.
    """
    width = convention.columns
    ids = {convention.pick(one): one for one in convention.important}
    for start in range(len(values) - width, 0, -width):
        row = values[start : start + width]
        home = row[1] if width > 1 else ""
        if ids.get(row[0]) not in needed and home == convention.homes.get(key, ""):
            return (*values[:start], convention.pick(key), *values[start + 1 :])
    return values


def _set(system: Game, convention: Convention, document: Document) -> Document:
    """The document with the game's settings, without those that would make it illegal."""
    for field, value in convention.settings.items():
        changed = system.fields.write(document, field, (value,))
        if not Character(system, changed).problems:
            document = changed
    return document


def _spent(
    opened: Character,
    convention: Convention,
    needed: frozenset[str],
    share: int,
    rng: Random,
) -> Character:
    """The character after spending its points, until nothing more can be paid. A share of what the
    group needs comes first, that with the highest figures.
    """
    lines = trait_lines(opened.sheet)
    keys = {line.name.casefold(): key for key, line in lines.items()}
    trained = _trained(lines)
    missing = sorted(needed - trained, key=lambda one: (-_weight(lines, one), one))
    first = missing[: max(0, share - len(needed & trained))]
    wishes: list[Entry] = []
    weights: list[float] = []
    for group in opened.offers("advance"):
        for offer in group.offers:
            key = keys.get(offer.name.casefold())
            if key and offer.price and offer.price.value > 0 and not offer.fields:
                wishes.append(offer.entry)
                weights.append(_likely(key, convention, first, trained))
    while any(weights):
        (at,) = rng.choices(range(len(wishes)), weights)
        try:
            opened = opened.enter(wishes[at])
            weights[at] = min(weights[at], STRONG) * LESS
        except (RuleViolation, InvalidDocument):
            weights[at] = 0.0
    return opened


def _weight(lines: Mapping[str, Line], key: str) -> int | Fraction:
    return lines[key].figure.weight if key in lines else 0


def _likely(
    key: str, convention: Convention, first: Sequence[str], trained: frozenset[str]
) -> float:
    if key in first:
        return FIRST
    if key in trained:
        return STRONG if key in convention.important else TRAINED
    return OTHER if key in convention.important else 0.0
