"""What the story changes of a character, and nothing buys: traits from 0 to a most, the first of
which is the most of the others.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from rules.forms.fields import Number, Text
from rules.ledger.entries import LINE, NO_REASON
from rules.ledger.offers import Offer
from rules.ledger.rules import EntryKind
from rules.problems import EntryRefused, Problem
from rules.systems.storytelling_d10.character.dotted import DottedCharacter


class StoryTraits(msgspec.Struct, frozen=True):
    """The traits that a story changes (names by id), members of its `entry`, each at most `most`.
    A character has `chosen_value(trait)`, and `changed`, what the story did since.
    """

    names: Mapping[str, str]
    most: int
    entry: type[Any]

    @property
    def cap(self) -> str:
        """The trait that the others may not pass."""
        return next(iter(self.names))

    @property
    def kind(self) -> EntryKind:
        """The entry that changes them."""
        return EntryKind("The story", self._title, self._check, self._change)

    def _title(self, _character: DottedCharacter, entry: Any) -> str:
        changes = ((name, getattr(entry, id)) for id, name in self.names.items())
        title = ", ".join(f"{name} {by:+}" for name, by in changes if by).replace("-", "−")
        return ": ".join(filter(None, (entry.reason, title))) or "Nothing"

    def _check(self, character: DottedCharacter, entry: Any) -> None:
        after = {
            id: character.chosen_value(id) + character.changed.get(id, 0) + getattr(entry, id)
            for id in self.names
        }
        cap = after[self.cap]
        for id, value in after.items():
            name = self.names[id]
            if not 0 <= value <= self.most:
                message = f"{name} would be {value}: it is 0 to {self.most}."
                raise EntryRefused("bad-amount", message)
            if id != self.cap and getattr(entry, id) > 0 and value > cap:
                message = f"{name} would be {value}, above {self.names[self.cap]} {cap}."
                character.deviation(id.replace("_", "-"), message)

    def _change(self, character: DottedCharacter, entry: Any) -> None:
        for id in self.names:
            character.changed[id] = character.changed.get(id, 0) + getattr(entry, id)

    def input_problems(self, entry: Any) -> Iterable[Problem]:
        """Something changes, and for a reason."""
        if isinstance(entry, self.entry):
            if not entry.reason.strip():
                yield NO_REASON
            if not any(getattr(entry, id) for id in self.names):
                yield Problem("missing", self.cap, "Enter what the story changed.")

    @property
    def offer(self) -> Offer:
        """What a game master writes down."""
        fields = (
            Number(id, name, ("",), lowest=-self.most, highest=self.most)
            for id, name in self.names.items()
        )
        return Offer(
            "story",
            self.entry(),
            "What the story changed",
            "Write it down",
            fields=(*fields, Text("reason", "Why", ("",), limit=LINE)),
            note="Use a minus sign to take away.",
        )
