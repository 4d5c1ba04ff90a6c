"""A table of option and state × place for each game: in which places each is told, and why not in
the others. Whoever adds an option, a mark or a circumstance adds a row; an empty cell fails.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

from rules import registry
from tests.sampling import draw
from tests.sheets.cast import Person
from tests.sheets.places.places import PLACES, Looked, role_in, texts
from tests.sheets.places.world import CRAFT, World, rows_of

SLUGS = sorted(registry.built_in())
HERE = Path(__file__).parent
STRUCK = "damage=9"


@cache
def table(slug: str) -> dict[str, Any]:
    """The table of a game."""
    return tomllib.loads((HERE / f"{slug}.toml").read_text())


def told(slug: str, name: str) -> list[str]:
    """The places in which a row is told."""
    return str(table(slug)["rows"].get(name, {}).get("told", "")).split()


def reasons(slug: str, name: str) -> dict[str, str]:
    """Why a row is not told in the other places."""
    why = table(slug)["rows"].get(name, {}).get("not", {})
    by_place = {place: reason for places, reason in why.items() for place in places.split()}
    return {**table(slug).get("nowhere", {}), **by_place}


class Worlds:
    """The worlds of a game, made when a row asks for one, and what a place tells of each."""

    def __init__(self, slug: str, place: str, people: dict[str, Person]) -> None:
        self.slug, self.place, self.people = slug, place, people
        self.known: dict[str, World] = {}
        self.usual: dict[str, list[str]] = {}

    def difference(self, name: str) -> str:
        """The first text of the place that is another one in this state, "" for none."""
        spec = table(self.slug)["rows"].get(name, {})
        return next(filter(None, (self._of(role, name, spec) for role in self._roles(name))), "")

    def _roles(self, name: str) -> Iterator[str]:
        kind = name.partition(" ")[0]
        for is_craft in (False, True):
            role = role_in(self.place, craft=is_craft, slug=self.slug)
            about_craft = kind == "craft" or (self.place == "craft" and kind in ("in", "hidden"))
            if role and (kind == "option" or is_craft == about_craft):
                yield role

    def _of(self, role: str, name: str, spec: dict[str, Any]) -> str:
        kind, given, struck = name.partition(" ")[0], spec.get("given", {}), spec.get("struck", "")
        about = f"{given} {struck}"
        if about not in self.known:
            harm = [one.split("=") for one in (struck or STRUCK).split("&")]
            cast = table(self.slug)["world"]
            values = {name: [value] for name, value in harm}
            self.known[about] = World(self.slug, cast, self.people, values, given)
        world = self.known[about]
        forms = spec.get("craft_forms" if role in CRAFT else "forms", ())
        looked = Looked(world, kind, tuple(forms), role)
        key = f"{about} {role} {kind == 'option'} {forms}"
        if key not in self.usual:
            self.usual[key] = list(texts(looked, self.place))
        world.begin(name, spec, role)
        try:
            for before, after in zip_longest(self.usual[key], texts(looked, self.place)):
                if before != after:
                    return f"{before}\n→ {after}"
        finally:
            world.end()
        return ""


@pytest.mark.parametrize("game", SLUGS)
def test_every_option_and_state_has_a_row_with_every_place(game: str) -> None:
    rows = table(game)["rows"]
    assert list(rows) == rows_of(game)
    for name in rows:
        cells = [*told(game, name), *reasons(game, name)]
        assert sorted(cells) == sorted(PLACES), name
        assert all(why.endswith(".") for why in reasons(game, name).values()), name


@pytest.mark.looks
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("slug", SLUGS)
def test_a_place_tells_of_the_states_that_its_row_says_and_of_no_other(
    slug: str, place: str, people: dict[str, Person], pytestconfig: pytest.Config
) -> None:
    """Daily every third of them, in each place others, and others after another commit."""
    share = 1 if pytestconfig.getoption("--soak") else 3
    names = rows_of(slug)[(draw() + list(PLACES).index(place)) % share :: share]
    worlds = Worlds(slug, place, people)
    found = {name: bool(worlds.difference(name)) for name in names}
    assert found == {name: place in told(slug, name) for name in names}
