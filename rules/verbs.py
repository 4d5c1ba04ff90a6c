"""The work of each command, from its input to its answer: one function for each, which the command
line (`__main__`) and the stream of requests (`stream`) both call.

Nothing is read or printed here. InvalidDocument is a wrong call.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from rules import commands, fight, registry, skirmish
from rules.combat import Entrant
from rules.commands import FixedDice, SeededDice, Values
from rules.craft import CRAFT
from rules.document import Document
from rules.figures import Figure
from rules.problems import InvalidDocument, Problem, RuleViolation
from rules.skirmish import Fighter, Skirmish
from rules.turn import Turn

LEGAL, ILLEGAL, UNREADABLE = 0, 1, 2
MOST_FIGHTERS = 30
# The seed of the dice that choose weapons: none of those that a fight is told.
CHOICE = 0


class Answer(msgspec.Struct, frozen=True):
    """An answer: its status, and its members or a whole document; neither where a legal character
    was checked.
    """

    status: int = LEGAL
    shown: dict[str, Any] = {}
    document: Document | None = None


Dice = FixedDice | SeededDice


def dice_of(faces: str | None, seed: int | None) -> Dice | None:
    """The dice of a call: faces ("6,1,3") or those of a seed; None where it names neither."""
    if faces is not None:
        return FixedDice(commands.parse_faces(faces))
    return None if seed is None else SeededDice(seed)


def sheet(document: Document, *, why: bool) -> Answer:
    """The sheet, with its problems if it has any; `why` adds how each number comes about."""
    character = registry.open(document)
    shown = dict(character.numbers)
    if why:
        shown["why"] = explanations(character.sheet.figures)
    if character.problems:
        shown["problems"] = _plain(character.problems)
    return Answer(ILLEGAL if character.problems else LEGAL, shown)


def check(document: Document) -> Answer:
    """The problems of a character; nothing where it has none."""
    problems = registry.open(document).problems
    return _refused(problems) if problems else Answer()


def random(system: str, seed: int | None) -> Answer:
    """A legal character by chance, the same for the same seed."""
    return Answer(document=registry.get(system).random(SeededDice(seed)))


def act(
    document: Document, action: str, fields: Values, *, turn: Turn, dice: Dice | None
) -> Answer:
    """A roll or an action at the table; without dice only its form."""
    system = registry.rules_of(document)
    call = commands.new_call(document, action, fields, system=system, turn=turn)
    shown = commands.act(call, dice)
    return Answer(ILLEGAL if shown["form"]["blocked"] else LEGAL, shown)


def enter(document: Document, entry: str) -> Answer:
    """The character with one more entry of its ledger, or the problems of that."""
    try:
        after = commands.enter(registry.rules_of(document), document, entry)
    except RuleViolation as refused:
        return _refused(refused.problems)
    return Answer(document=after)


def fight_out(sides: Sequence[Sequence[Document]], dice: Dice) -> Answer:
    """A fight between two sides: its order, what happened in each round, the side that won (1 or 2,
    None for neither), everyone as they are afterwards, and the dice as they fell.
    """
    _check_sides(sides)
    entrants = [[_entrant(one) for one in side] for side in sides]
    names = _names(one for side in entrants for one in side)
    entered = [[(next(names), one) for one in side] for side in entrants]
    craft = registry.get(sides[0][0].system).craft
    chosen = SeededDice(CHOICE)
    fought = skirmish.skirmish(entered, dice, choice=chosen, crews=craft.crew if craft else None)
    if isinstance(dice, FixedDice):
        dice.check()
    return Answer(shown=_told(fought, dice))


def _told(fought: Skirmish, dice: Dice) -> dict[str, object]:
    winner = fought.winner
    fallen = dice.rolled if isinstance(dice, SeededDice) else dice.faces
    return {
        "order": [one.name for one in fought.order],
        "rounds": fought.rounds,
        "winner": None if winner is None else winner + 1,
        "sides": [[_fighter(one) for one in fought.fighters if one.side == at] for at in (0, 1)],
        "dice": list(fallen),
    }


def _fighter(one: Fighter) -> dict[str, object]:
    opened = one.entrant.opened
    return {
        "name": one.name,
        "standing": not one.is_out,
        "condition": fight.condition(opened.play_state({})),
        "turn": one.entrant.turn.plain(),
        "document": json.loads(commands.to_text(opened.document)),
    }


def _check_sides(sides: Sequence[Sequence[Document]]) -> None:
    """InvalidDocument unless two sides of one game can fight each other."""
    if len(sides) != 2 or not all(sides):
        raise InvalidDocument("name two sides, each with at least one character", where="sides")
    if max(map(len, sides)) > MOST_FIGHTERS:
        message = f"at most {MOST_FIGHTERS} can be on one side; use groups for more"
        raise InvalidDocument(message, where="sides")
    documents = [one for side in sides for one in side]
    if len({one.system for one in documents}) > 1:
        raise InvalidDocument("everyone in a fight has to be of one game", where="sides")
    if any(registry.rules_of(one).fight is None for one in documents):
        raise InvalidDocument("this game has no rules for fights", where="sides")


def _entrant(document: Document) -> Entrant:
    opened = registry.open(document).settled()
    return Entrant(opened, is_craft=registry.held_in(document) == CRAFT)


def _names(entrants: Iterable[Entrant]) -> Iterator[str]:
    """The name of each on its sheet; of several with one name the second is "Trooper 2"."""
    seen: Counter[str] = Counter()
    for entrant in entrants:
        name = entrant.opened.sheet.name
        seen[name] += 1
        yield name if seen[name] == 1 else f"{name} {seen[name]}"


def explanations(figures: dict[str, Figure]) -> dict[str, object]:
    """The computation of each figure, by its short name: `dodge`, `stealth`, `DEX`.

    Figures that have a name only within their group (a weapon's attack and damage) stay in the
    group.
    """
    texts: dict[str, Any] = {}
    for key, figure in figures.items():
        group, _, rest = key.partition(".")
        middle, _, last = rest.rpartition(".")
        if middle:
            texts.setdefault(group, {}).setdefault(middle, {})[last] = figure.why
        else:
            texts[last or group] = figure.why
    return texts


def _refused(problems: Iterable[Problem]) -> Answer:
    return Answer(ILLEGAL, {"problems": _plain(problems)})


def _plain(problems: Iterable[Problem]) -> list[dict[str, str]]:
    return [problem.plain() for problem in problems]
