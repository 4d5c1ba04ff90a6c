"""Changes of a character by the story that nothing buys: Power, which is the most of the Light side
and the Dark side.
"""

from collections.abc import Iterator

from rules.forms.fields import Number, Text
from rules.ledger.entries import LINE, NO_REASON
from rules.ledger.offers import Offer
from rules.ledger.rules import EntryKind
from rules.problems import EntryRefused, Problem
from rules.systems.storytelling_d10.character.character import POWER, STORY_TRAITS, Character
from rules.systems.storytelling_d10.document.entries import Story
from rules.systems.storytelling_d10.rulebook.book import rulebook

MOST = rulebook().creation.numbers["power-most"].number


def _title(_character: Character, entry: Story) -> str:
    changes = ((name, getattr(entry, id)) for id, name in STORY_TRAITS.items())
    title = ", ".join(f"{name} {by:+}" for name, by in changes if by).replace("-", "−")
    return ": ".join(filter(None, (entry.reason, title))) or "Nothing"


def _check(character: Character, entry: Story) -> None:
    after = {
        id: character.chosen_value(id) + character.changed.get(id, 0) + getattr(entry, id)
        for id in STORY_TRAITS
    }
    power = after[POWER]
    for id, value in after.items():
        name = STORY_TRAITS[id]
        if not 0 <= value <= MOST:
            raise EntryRefused("bad-amount", f"{name} would be {value}: it is 0 to {MOST}.")
        if id != POWER and getattr(entry, id) > 0 and value > power:
            message = f"{name} would be {value}, above {STORY_TRAITS[POWER]} {power}."
            character.deviation(id.replace("_", "-"), message)


def _change(character: Character, entry: Story) -> None:
    for id in STORY_TRAITS:
        character.changed[id] = character.changed.get(id, 0) + getattr(entry, id)


KIND = EntryKind("The story", _title, _check, _change)


def input_problems(entry: Story) -> Iterator[Problem]:
    """Something changes, and for a reason."""
    if not entry.reason.strip():
        yield NO_REASON
    if not any(getattr(entry, id) for id in STORY_TRAITS):
        yield Problem("missing", POWER, "Enter how much one of them changes.")


def offer() -> Offer:
    """The offer of such a change, for the game master."""
    fields = (
        Number(id, name, ("",), lowest=-MOST, highest=MOST) for id, name in STORY_TRAITS.items()
    )
    return Offer(
        "story",
        Story(),
        "Change by the story",
        "Log the change",
        fields=(*fields, Text("reason", "Why", ("",), limit=LINE)),
        note="Use a minus sign to take away.",
    )
