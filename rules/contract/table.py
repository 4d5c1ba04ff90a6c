"""Play: rolls of what stands on the sheet, and actions with what comes of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from rules.character import Character
from rules.contract.subject import Check, Subject
from rules.game import Game
from rules.opponents import WHO, OpponentRules
from rules.play import NO_ACTIONS, Outcome, RollForm, shifted
from rules.problems import RuleViolation

ROLLS = 3


def every_pool_can_be_rolled(subject: Subject) -> Iterator[str]:
    """Each roll in play has a form, and falls as the form says."""
    for document in subject.finished[:4]:
        character = subject.opened(document)
        for key in character.play_state({}).pools:
            form = _form(character, key)
            if form is None:
                continue
            if form.action.id != key:
                yield f"{key}: its form is that of {form.action.id}"
            if form.barred:
                continue
            for seed in range(ROLLS):
                outcome = _done(subject, character, key, seed)
                if outcome is None:
                    yield f"{key}: its form is open, and the roll is refused"
                    break
                yield from _fell(key, form.target.value if form.target else None, outcome)


def _form(character: Character, action: str) -> RollForm | None:
    try:
        return character.roll_form({}, action, {})
    except RuleViolation:
        return None  # a number that is shown and not rolled


def _done(subject: Subject, character: Character, action: str, seed: int) -> Outcome | None:
    try:
        return character.resolve({}, action, {}, subject.chance(seed))
    except RuleViolation:
        return None


def _fell(key: str, target: int | None, outcome: Outcome) -> Iterator[str]:
    if not outcome.name:
        yield f"{key}: its outcome has no name"
    if target is None or outcome.each or outcome.kind == "damage":
        return
    if outcome.success is None:
        yield f"{key}: there is a number to reach, and the outcome doesn't say if it was"
    if outcome.target not in (None, target):
        yield f"{key}: the form says {target} is to be reached, the outcome {outcome.target}"


def every_action_is_named_and_done(subject: Subject) -> Iterator[str]:
    """An action has a form, and an outcome or a reason against it, and its marks exist."""
    for document in subject.finished[:4]:
        character = subject.opened(document)
        ids: set[str] = set()
        for group in character.actions({}):
            for action in group.actions:
                if action.id in ids:
                    yield f"two actions have the id {action.id}"
                ids.add(action.id)
                if not action.name:
                    yield f"action {action.id} has no name"
                form = character.roll_form({}, action.id, {})
                if action.barred and not form.barred:
                    yield f"action {action.id} is blocked, and its form is open"
                if not form.barred:
                    outcome = _done(subject, character, action.id, 1)
                    yield from _saved(character, action.id, outcome) if outcome else ()


def _saved(character: Character, action: str, outcome: Outcome) -> Iterator[str]:
    """Every change of an outcome can be saved."""
    marks = msgspec.structs.asdict(character.document.marks) if character.document.marks else {}
    for shift in outcome.shifts:
        if shift.mark not in marks:
            yield f"action {action}: there is no mark {shift.mark} among the marks of the game"
            continue
        marks[shift.mark] = shifted(marks, shift)
    after = character.marked(type(character.document.marks)(**marks)) if marks else character
    for problem in after.problems:
        yield f"action {action} leaves a problem: {problem.message}"
    for entry in outcome.entries:
        after = after.enter(entry)


def an_unknown_action_is_refused(subject: Subject) -> Iterator[str]:
    """With a sentence, not a crash."""
    character = subject.opened(subject.game.empty())
    for action in ("nothing", "skills.nothing", "__class__", ""):
        if _form(character, action) is not None:
            yield f"there is no action {action!r}, and yet it has a form"


def a_fight_has_its_actions(subject: Subject) -> Iterator[str]:
    """Initiative and harm are actions of every character."""
    fight = subject.game.fight
    if fight is None:
        return
    for document in subject.finished[:2]:
        for action in (fight.initiative, fight.harm):
            if action and _form(subject.opened(document), action) is None:
                yield f"fight: there is no action {action}, which Game.fight names"


def listed_opponents_go_by_their_names(subject: Subject) -> Iterator[str]:
    """An opponent or craft of a list is called what the list calls it."""
    for game, rules in _lists(subject.game):
        for row in rules.listed():
            try:
                document = rules.document({WHO: (row.id,)})
            except RuleViolation as refused:
                yield f"{row.name} is in a list, and refused: {refused}"
                continue
            name = Character(game, document).sheet.name
            if name != row.name:
                yield f"the list says {row.name}, and the sheet {name}: one name for both"


def _lists(game: Game) -> list[tuple[Game[Any], OpponentRules]]:
    """The lists of a game, with the rules for what is in them."""
    found = ((game, game.opponents), (game.others.get("craft", game), game.craft))
    return [(of, rules) for of, rules in found if rules is not None]


def _plays(subject: Subject) -> bool:
    return subject.game.play.actions is not NO_ACTIONS


CHECKS = (
    Check("Every pool at the table can be rolled.", every_pool_can_be_rolled, _plays),
    Check(
        "Every action is done or says what is against it.", every_action_is_named_and_done, _plays
    ),
    Check("An unknown action is refused.", an_unknown_action_is_refused),
    Check(
        "A fight has its actions.",
        a_fight_has_its_actions,
        lambda subject: subject.game.fight is not None,
    ),
    Check(
        "Opponents and craft go by the names of their list.",
        listed_opponents_go_by_their_names,
        lambda subject: bool(_lists(subject.game)),
    ),
)
