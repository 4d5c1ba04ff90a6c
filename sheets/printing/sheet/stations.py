"""The stations of a craft on paper: who can be where, with what the craft adds there."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules import registry
from rules.character import Character as OpenCharacter
from rules.craft import CRAFT, CrewRules, Station
from rules.play import Attempt
from rules.sheet.sections import Line

# Stations of more people than this have so many cards.
MOST_PLACES = 6
LEFT_OVER = "You also work any empty station."


class PrintedStation(msgspec.Struct, frozen=True, gc=False):
    """A station with the numbers of the craft that count there, what can be done, and the number of
    its cards.
    """

    name: str
    lines: tuple[Line, ...]
    said: tuple[str, ...]
    places: int

    @property
    def seats(self) -> range:
        """Its places, to count in a template."""
        return range(self.places)


def stations(opened: OpenCharacter) -> tuple[PrintedStation, ...]:
    """The stations of a craft; none for other documents."""
    document = opened.document
    rules = registry.get(document.system).craft
    if registry.held_in(document) != CRAFT or rules is None or rules.crew is None:
        return ()
    crew = rules.crew
    attempt = Attempt(opened.state, {})
    known = crew.stations(attempt.character)
    return tuple(_printed(crew, attempt, station, known) for station in known)


def _printed(
    crew: CrewRules, attempt: Attempt, station: Station, known: Sequence[Station]
) -> PrintedStation:
    own = crew.actions(attempt, station.id, {one.id for one in known})
    does_more = len(crew.actions(attempt, station.id, ())) > len(own)
    others = ", ".join(act.name for act in own if not act.card)
    said = (
        station.card or station.does,
        *(f"{act.name}: {act.card}" for act in own if act.card),
        *((f"Also: {others}.",) if others else ()),
        *((LEFT_OVER,) if does_more else ()),
    )
    return PrintedStation(
        station.one or station.name, station.lines, said, min(station.places or 1, MOST_PLACES)
    )
