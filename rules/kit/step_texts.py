"""The words of the steps of creation, as a game's `steps.toml` holds them: each becomes a step with
its fields.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from rules import tables
from rules.creation import Bound, StepSpec, no_advice
from rules.ledger.rules import C


class StepText(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A step but for its fields: its title, the sentence under it, the tip for a first character,
    the places of its problems where these are not its fields, and whether chance can fill it.
    """

    id: str
    name: str
    about: str
    tip: str
    places: tuple[str, ...] = ()
    can_surprise: bool = True

    def spec(
        self,
        fields: tuple[Bound, ...],
        state: Callable[[C], str],
        advice: Callable[[C], tuple[str, ...]] = no_advice,
    ) -> StepSpec[C]:
        """The step with its fields, a summary of its choices, and its advice."""
        return StepSpec(
            self.id,
            self.name,
            self.about,
            fields,
            state,
            advice,
            self.can_surprise,
            self.places,
            self.tip,
        )


def read(folder: Path, array: str = "step") -> Mapping[str, StepText]:
    """The steps in an array of a game's tables by id; TableError names the key of an error."""
    return tables.Reader(folder).entries("steps.toml", array, StepText)
