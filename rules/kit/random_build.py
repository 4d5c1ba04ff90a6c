"""Random characters, in every game: what is empty is decided step by step, and cleared first where
a player asks for something new. What a game decides is its own taste.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random

import msgspec

from rules.creation import Binding
from rules.document import Document


def always(document: Document, step: str) -> bool:
    """A step that fills only what is empty can be decided at any time."""
    del document, step
    return True


class RandomBuild(msgspec.Struct, frozen=True):
    """How a game fills a build. `steps` are those that can be filled, in their order, each with the
    fields that it clears first; `also_cleared` are fields that only a whole new build clears.

    `decide(rng, document, step)` fills what is empty in a step. `is_open(document, step)` says
    whether a step waits for a decision. `order(document)` gives the steps in the order in which a
    whole build is filled up.
    """

    fields: Binding
    steps: Mapping[str, tuple[str, ...]]
    decide: Callable[[Random, Document, str], Document]
    is_open: Callable[[Document, str], bool] = always
    order: Callable[[Document], Iterable[str]] | None = None
    also_cleared: tuple[str, ...] = ()

    def fill(self, rng: Random, document: Document, *, step: str, anew: bool) -> Document:
        """Fill one step, or all that are open where `step` is "". What is decided stays; with
        `anew` it is cleared first. An unknown step changes nothing.
        """
        if step and step not in self.steps:
            return document
        chosen: Iterable[str] = (step,) if step else tuple(self.steps)
        if anew:
            # From the last to the first: what a later step needs goes with that step.
            for one in reversed(tuple(chosen)):
                document = self.fields.cleared(document, self.steps[one])
            if not step:
                document = self.fields.cleared(document, self.also_cleared)
        elif not step and self.order:
            chosen = self.order(document)
        for one in chosen:
            if step or self.is_open(document, one):
                document = self.decide(rng, document, one)
        return document
