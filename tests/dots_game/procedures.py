"""Procedures of games of tests, which declare them in Python: the same for every character."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeVar

import msgspec

from rules.kit.play.procedures import Procedure
from rules.play import Action, Attempt, Outcome, RollForm

C = TypeVar("C")


def plain_form(_attempt: object, action: Action) -> RollForm:
    """The roll form of an action without fields."""
    return RollForm(action, (), barred=action.barred)


def fixed(
    action: Action,
    barred: Callable[[Attempt[C]], str],
    resolve: Callable[[Attempt[C], Random], Outcome],
    form: Callable[[Attempt[C], Action], RollForm] = plain_form,
) -> Procedure[C]:
    """A procedure with the same action for every character; `barred` says why it is barred now, ""
    if it is not.
    """

    def offer(attempt: Attempt[C]) -> Action:
        return msgspec.structs.replace(action, barred=barred(attempt))

    return Procedure(action.id, offer, form, resolve)
