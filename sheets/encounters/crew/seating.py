"""The best seats aboard a craft: each station goes to whoever rolls most dice there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rules.craft import CrewRules, Station
from rules.problems import RuleViolation
from sheets.encounters.crew.posts import stations
from sheets.play.pilots import attempt
from sheets.storage import StoredCharacter

# Somebody by their row id, with their character.
Person = tuple[int, StoredCharacter]
Weight = int | Fraction


def best_seats(
    rules: CrewRules,
    craft: StoredCharacter,
    people: Sequence[Person],
    taken: Sequence[str] = (),
) -> Iterator[tuple[int, Station]]:
    """A station for each of these people, by row id, in the order of the stations, beside those
    that are `taken`. Stations where nothing is rolled are for whoever is left over.
    """
    left, places = list(people), stations(rules, craft)
    full = list(taken)
    everywhere = frozenset(place.id for place in places)
    for station in places:
        while left and _is_free(station, full):
            rolled = [(_most(rules, craft, person, station, everywhere), person) for person in left]
            most, person = max(rolled, key=lambda each: each[0])
            if not most and station.places is not None:
                break
            left.remove(person)
            full.append(station.id)
            yield person[0], station


def _is_free(station: Station, full: Sequence[str]) -> bool:
    return station.places is None or full.count(station.id) < station.places


def _most(
    rules: CrewRules,
    craft: StoredCharacter,
    person: Person,
    station: Station,
    held: frozenset[str],
) -> Weight:
    """The largest pool that somebody rolls at a station, 0 where they roll nothing."""
    stored = person[1]
    pools: list[Weight] = [0]
    for action in rules.actions(attempt(craft), station.id, held):
        if action.by_craft:
            continue
        try:
            form = stored.opened.roll_form(stored.situation, action.action, action.values)
        except RuleViolation:
            continue
        pools.append(form.pool.weight if form.pool and not form.barred else 0)
    return max(pools)
