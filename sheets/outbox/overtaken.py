"""The test of a change that waited on a device: does it still rest on what its player saw?"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from sheets import storage
from sheets.access import CharacterAccess
from sheets.errors import Conflict
from sheets.models import Character, PlayLogEntry, Receipt
from sheets.play_log import storage as log_storage

# How many lines of the log are looked through and told about.
MOST_LINES = 200
CHANGED = "{name} has changed since you made this. Nothing was sent."


class ChangedSince(Conflict):
    """Someone else changed the character after the page was loaded that a change was made on.

    `since` says what happened, a sentence each, and `newest` is the number of the newest line of
    the log: a change that names it was made knowing all this.
    """

    def __init__(self, name: str, since: Iterable[str], newest: int) -> None:
        self.since, self.newest = tuple(since), newest
        super().__init__(CHANGED.format(name=name))


@dataclass(frozen=True)
class OutboxAccess(CharacterAccess):
    """Access to play a character, for a change that waited on a device.

    `line` is the newest line of the log that the player saw, `key` the form's, and `sent` the keys
    of the changes that the same device has sent since. `shown` is what the page showed of the
    fields that a form of the turn sets, which leave no line in the log.
    """

    line: int = 0
    key: str = ""
    sent: tuple[str, ...] = ()
    shown: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    wanted: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def read(self) -> Character:
        """The character; ChangedSince where someone else changed it in the meantime.

        What is read here is still so when the change is written: a line of the log, like a field of
        the turn, changes the row, and that is compared under the lock (`writes.stored`). A form
        that was answered before is never refused for it: its own line is among the newer ones.
        """
        character = super().read()
        newest = character.play_log.newest_first().filter(number__gt=self.line)
        newer = list(newest[:MOST_LINES])[::-1]
        declared = self._declared(character)
        if not (newer or declared):
            return character
        keys = (self.key, *self.sent)
        receipts = Receipt.objects.filter(owner_id=character.owner_id, key__in=keys)
        outcomes = dict(receipts.values_list("key", "outcome"))
        if self.key in outcomes:
            return character
        own = set(outcomes.values())
        others = [line for line in newer if line.number not in own and _has_effect(line)]
        if others or declared:
            name = character.name or "This character"
            seen = newer[-1].number if newer else self.line
            raise ChangedSince(name, [*map(_in_words, others), *declared], seen)
        return character

    def _declared(self, character: Character) -> list[str]:
        """The fields of the turn that hold neither what the page showed nor what is wanted."""
        if not self.shown or not character.is_in_play:
            return []
        stored = storage.load(character)
        controls = stored.opened.play_state(stored.situation).controls
        current = {
            control.id: (control.label, getattr(control, "values", ())) for control in controls
        }
        return [
            f"{current[name][0]}: {', '.join(current[name][1]) or 'none'}"
            for name, values in self.shown.items()
            if name in current and current[name][1] not in (values, self.wanted.get(name))
        ]


def _has_effect(line: PlayLogEntry) -> bool:
    """True if it changed more than the log. A roll alone overtakes nothing."""
    effect = log_storage.effect(line)
    return bool(effect.moves or effect.entries or effect.turned)


def _in_words(line: PlayLogEntry) -> str:
    name = log_storage.outcome(line).name
    who = f" by {line.by}" if line.by else ""
    return f"Undone: {name}{who}" if line.takes_back else f"{name}{who}"
