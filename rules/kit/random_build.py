"""Random characters: empty steps are filled one by one, and cleared first if a player asks for new
choices. The choices themselves are each game's own.
"""

from collections.abc import Callable, Iterable, Mapping
from random import Random

import msgspec

from rules.creation import NO_FIELDS, Binding
from rules.document import Document


def always(_document: Document, _step: str) -> bool:
    """For steps that can be filled at any time."""
    return True


class RandomBuild(msgspec.Struct, frozen=True):
    """The random choices of a build. `steps` are those that it fills, in order, each with the
    fields to clear first; `also_cleared` are fields that only a whole new build clears.

    `decide(rng, document, step)` fills the empty fields of a step. `is_open(document, step)` says
    whether a step is incomplete. `order(document)` returns the steps in the order in which a whole
    build is filled.
    """

    fields: Binding
    steps: Mapping[str, tuple[str, ...]]
    decide: Callable[[Random, Document, str], Document]
    is_open: Callable[[Document, str], bool] = always
    order: Callable[[Document], Iterable[str]] | None = None
    also_cleared: tuple[str, ...] = ()

    def fill(self, rng: Random, document: Document, *, step: str, anew: bool) -> Document:
        """Fill one step, or all incomplete ones if `step` is "". Existing choices stay; with `anew`
        they are cleared first. An unknown step changes nothing.
        """
        if step and step not in self.steps:
            return document
        chosen: Iterable[str] = (step,) if step else tuple(self.steps)
        if anew:
            # From the last to the first: later steps depend on earlier ones.
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


NOTHING_RANDOM = RandomBuild(NO_FIELDS, {}, lambda _rng, document, _step: document)
