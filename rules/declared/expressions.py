"""The closed vocabulary of figures: what a table writes is read into a tree of known operators, and
a character's figure is made of the functions of `rules.figures`. Nothing is run as code.

A term is a number, the id of an attribute, a skill or another figure, the word "armor", or a table
with one operator:

    total = [10, "swim", "armor"]       the sum
    times = [2, "toughness"]            a number of times
    average = "dodge"                   3½ for each die, rounded down, and the pips
    dice = "body"                       the number of whole dice
    each = [3, "body"]                  so many for each die, and the pips
    best = ["wits", "grit"]             the highest
    at_least = [1, "luck"]              with a minimum
    halved = "speed"                    half, rounded down
    divided = [3, "speed"]              divided, exactly
    number = 10                         a number alone, or one in a sum with a source of its own
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

import msgspec

from rules import figures
from rules.declared.faults import Fault
from rules.figures import Figure
from rules.kit.coded.character import for_each_die

# The budget: figures of a game, and terms of one with those of every figure in it; and the average
# of a die in halves.
MOST_FIGURES, MOST_TERMS, HALVES = 60, 120, 7
ARMOR, ENTERED = "armor", "Entered"
LISTS, PAIRS, SINGLE = ("total", "best"), ("times", "each", "at_least", "divided"), "number"
NAMED = ("average", "dice")
OPERATORS = ("total", "times", "average", "dice", "each", "best", "at_least", "halved")
ALL = (*OPERATORS, "divided", SINGLE)
CITED = ("label", "source", "ruling")


class Term(msgspec.Struct, frozen=True):
    """A term: its operator ("" for a name, "number" for a number), what it works on, its number,
    and how it is named and cited; `bare` is its ruling for whoever has no code in the skill that it
    rests on.
    """

    operator: str
    terms: tuple[Term, ...] = ()
    number: int = 0
    name: str = ""
    label: str = ""
    source: str = ""
    ruling: str = ""
    bare: str = ""


class Source(msgspec.Struct, frozen=True):
    """The meaning of the names in a character's terms: whether one is a trait, its code, another
    figure, what worn armor adds, if any is worn, and whether a skill has a code of its own.
    """

    is_trait: Callable[[Any, str], bool]
    trait: Callable[[Any, str], Figure]
    figure: Callable[[Any, str], Figure]
    armor: Callable[[Any], Figure | None]
    has_own: Callable[[Any, str], bool]


class Parser:
    """Reads the figures of a file. `traits` are the ids of attributes and skills, `rows` the
    figures, each a mapping with one operator.
    """

    def __init__(self, file: str, traits: Collection[str], rows: Mapping[str, object]) -> None:
        self.file, self.traits, self.rows = file, traits, rows
        self.faults: list[Fault] = []

    def read(self) -> dict[str, Term]:
        """Every figure by its id; what is wrong with one is among the `faults`."""
        if len(self.rows) > MOST_FIGURES:
            self._fault("figure", "", f"at most {MOST_FIGURES} figures make a game")
            return {}
        found = {id: self._row(id, row) for id, row in self.rows.items()}
        for id in found:
            self._measure(id, found, ())
        return found

    def _fault(self, row: str, member: str, message: str) -> Term:
        self.faults.append(Fault(self.file, row, member, message))
        return Term(SINGLE)

    def _row(self, id: str, row: Any) -> Term:
        used = {name: value for name in ALL if (value := getattr(row, name)) is not None}
        cited = {"label": row.name, "source": row.source, "ruling": row.ruling, "bare": row.bare}
        found = self._operator(id, "", used, cited)
        if row.bare and (found.operator != "each" or found.terms[0].name not in self.traits):
            return self._fault(id, "bare", "it goes with each die of a skill")
        return found

    def _operator(self, row: str, place: str, used: dict[str, Any], cited: dict[str, Any]) -> Term:
        if len(used) != 1:
            return self._fault(row, place, f"give exactly one of {', '.join(ALL)}")
        ((name, value),) = used.items()
        member = f"{place}.{name}".lstrip(".")
        if name in LISTS and isinstance(value, list) and value:
            terms = tuple(
                self._term(row, f"{member}[{at + 1}]", one) for at, one in enumerate(value)
            )
            return Term(name, terms, **cited)
        if name in PAIRS and _is_pair(value):
            if name == "divided" and value[0] < 1:
                return self._fault(row, member, "divide by 1 or more")
            return Term(name, (self._term(row, member, value[1]),), value[0], **cited)
        if name in NAMED and isinstance(value, str) and value in self.traits:
            return Term(name, (self._term(row, member, value),), **cited)
        if name == SINGLE and type(value) is int:
            return Term(SINGLE, number=value, **cited)
        if name == "halved" and not isinstance(value, list):
            return Term(name, (self._term(row, member, value),), **cited)
        return self._fault(row, member, f"write it like {EXAMPLES[name]}")

    def _term(self, row: str, place: str, value: object) -> Term:
        match value:
            case bool():
                pass
            case int():
                return Term(SINGLE, number=value)
            case str() if value == ARMOR or value in self.traits or value in self.rows:
                return Term("", name=value)
            case str():
                text = f"“{value[:60]}” is no attribute, skill, or figure{self._near(value)}"
                return self._fault(row, place, text)
            case dict():
                cited = {name: text for name, text in value.items() if name in CITED}
                if not all(isinstance(text, str) for text in cited.values()):
                    return self._fault(row, place, "label, source, and ruling are texts")
                used = {name: one for name, one in value.items() if name not in CITED}
                if unknown := [name for name in used if name not in ALL]:
                    text = f"there is no operator {unknown[0]}; known are {', '.join(ALL)}"
                    return self._fault(row, place, text)
                return self._operator(row, place, used, cited)
        return self._fault(row, place, "a term is a number, a name, or a table with one operator")

    def _near(self, name: str) -> str:
        """The name that may be meant."""
        known = [*self.traits, *self.rows]
        close = difflib.get_close_matches(name[:60], known, 1)
        return f"; did you mean {close[0]}?" if close else ""

    def _measure(self, id: str, found: Mapping[str, Term], above: tuple[str, ...]) -> int:
        """The number of terms of a figure; a fault where it needs itself, or has too many."""
        if id in above:
            if above[0] == id:
                self._fault(id, "", f"it needs itself: {' → '.join((*above, id))}")
            return MOST_TERMS + 1
        size, pending = 0, [found[id]]
        while pending and size <= MOST_TERMS:
            term = pending.pop()
            size += 1
            pending += term.terms
            if not term.operator and term.name in found:
                size += self._measure(term.name, found, (*above, id))
        if size > MOST_TERMS and not above and not self.faults:
            self._fault(id, "", f"at most {MOST_TERMS} terms, with those of the figures in it")
        return size


EXAMPLES = {
    "total": 'total = [10, "swim", "armor"]',
    "times": 'times = [2, "toughness"]',
    "average": 'average = "dodge", an attribute or a skill',
    "dice": 'dice = "body", an attribute or a skill',
    "each": 'each = [3, "body"]',
    "best": 'best = ["wits", "grit"]',
    "at_least": 'at_least = [1, "luck"]',
    "halved": 'halved = "speed"',
    "divided": 'divided = [3, "speed"]',
    SINGLE: "number = 10",
}


def names(term: Term) -> Iterator[str]:
    """The names in a term: of traits, of figures, and "armor"."""
    if term.name:
        yield term.name
    for one in term.terms:
        yield from names(one)


def traits_in(terms: Mapping[str, Term], id: str) -> Iterator[str]:
    """The ids of the attributes and skills that a figure rests on, with those of figures in it."""
    for name in names(terms[id]):
        if name in terms:
            yield from traits_in(terms, name)
        elif name != ARMOR:
            yield name


def figures_in(terms: Mapping[str, Term], id: str) -> Iterator[str]:
    """The id of a figure, and those of the figures in it."""
    yield id
    for name in names(terms[id]):
        if name in terms:
            yield from figures_in(terms, name)


def _is_pair(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and type(value[0]) is int


def figure(term: Term, character: object, source: Source, more: tuple[Figure, ...] = ()) -> Figure:
    """The figure of a whole row, with `more` that is added to it."""
    found = _figure(term, character, source)
    if not more:
        return found
    terms = (*found.terms, *more) if term.operator == "total" else (found, *more)
    return figures.total(
        found.label, *terms, unit=found.unit, source=found.source, ruling=found.ruling
    )


def _figure(term: Term, character: object, source: Source) -> Figure:
    is_bare = term.bare and not source.has_own(character, term.terms[0].name)
    cited = {"source": term.source, "ruling": term.bare if is_bare else term.ruling}
    inner = [found for one in term.terms for found in _terms(one, character, source)]
    first = inner[0] if inner else figures.number(term.label, 0)
    label = term.label or _usual_label(term, first)
    match term.operator:
        case "total":
            unit = "D" if inner and all(one.unit == "D" for one in inner) else ""
            return figures.total(label, *inner, unit=unit, **cited)
        case "best":
            return figures.best(label, inner or [first], **cited)
        case "times":
            factor = figures.constant("", term.number, source=term.source)
            return figures.times(label, factor, first, unit=first.unit, **cited)
        case "each":
            return for_each_die(label, first, term.number, **cited)
        case "dice":
            return figures.bonus(label, first.value, **cited)
        case "average":
            return figures.total(label, *_average(first, term), **cited)
        case "at_least":
            return figures.at_least(label, first, term.number, **cited)
        case "halved":
            return figures.halved(label, first, **cited)
        case "divided":
            return figures.divided(label, first, term.number, **cited)
    single = figures.number if label else figures.constant
    return single(label, term.number, **cited)


def _usual_label(term: Term, first: Figure) -> str:
    """The label of a term that has none: "2 × Toughness", "dice of BODY"."""
    match term.operator:
        case "times":
            return f"{term.number} × {first.label}"
        case "divided":
            return f"{first.label} ÷ {term.number}"
        case "halved":
            return f"half of {first.label}"
        case "dice":
            return f"dice of {first.label}"
        case "each" | "at_least" | "best":
            return first.label
    return ""


def _terms(term: Term, character: object, source: Source) -> Iterator[Figure]:
    """A term as it stands in a sum: an average with its pips beside it, and no armor where none is
    worn.
    """
    if term.operator == "average":
        pool = source.trait(character, term.terms[0].name)
        yield from _average(pool, term)
    elif term.operator:
        yield _figure(term, character, source)
    elif term.name == ARMOR:
        worn = source.armor(character)
        yield from (worn,) if worn else ()
    elif source.is_trait(character, term.name):
        yield source.trait(character, term.name)
    else:
        yield source.figure(character, term.name)


def _average(pool: Figure, term: Term) -> Iterator[Figure]:
    """The average of a code's dice, rounded down, and its pips (with the ruling)."""
    label = f"from {pool.label} {pool.value}D"
    yield figures.average(label, pool, halves=HALVES, source=term.source)
    if pool.pips:
        label = "pip" if pool.pips == 1 else "pips"
        yield figures.bonus(label, pool.pips, source=term.source, ruling=term.ruling)
