"""Names, words and gear by chance, with archetypes of no game."""

from collections.abc import Mapping
from random import Random

import msgspec
import pytest

from rules.document import Document
from rules.kit.coded.archetypes import Archetype, Archetypes, things
from rules.kit.ideas import Variant

PILOT = Archetype(
    id="pilot",
    name="Star pilot",
    source="Ours",
    leans=("MEC",),
    skills={"Fly": "MEC"},
    weapons=(),
    armor=(),
    gear=("Helmet", "Map", "Map"),
    variants=(Variant("Duros", ("Bril Thull",)),),
    story="You fly.",
)


class Build(msgspec.Struct, frozen=True):
    template: str = ""
    description: str = ""


class Ours(Archetypes, frozen=True, kw_only=True):
    templates: dict[str, Archetype]

    @property
    def rows(self) -> Mapping[str, Archetype]:
        return self.templates


TABLE = Ours(
    first=("Ada",),
    last=("Vey",),
    looks=("Tall.",),
    wants=("Wants out.",),
    templates={"pilot": PILOT, "guard": msgspec.structs.replace(PILOT, id="guard", name="Guard")},
)


def test_what_is_written_stays_and_the_rest_is_made_up() -> None:
    written = Document(system="", name="Mira", build=Build(template="Cook"))
    found = TABLE.who(Random(0), written)
    assert (found.name, found.build) == ("Mira", Build("Cook", "Tall. Wants out."))
    made = TABLE.who(Random(0), Document(system="", name=" ", build=Build()))
    assert made.name == "Ada Vey"
    assert TABLE.named(made.build.template) is not None


@pytest.mark.parametrize(("name", "found"), [(" star PILOT ", PILOT), ("Cook", None)])
def test_an_archetype_goes_by_its_name(name: str, found: Archetype | None) -> None:
    assert TABLE.named(name) is found
    assert TABLE.named_or_any(Random(0), name) in TABLE.rows.values()


@pytest.mark.parametrize(("often", "medpacs"), [(0, 0), (1, 1)])
def test_two_of_what_is_usual_or_more_are_carried(often: float, medpacs: int) -> None:
    for seed in range(5):
        found = things(Random(seed), PILOT, "Medpac", often)
        carried = {thing.name: thing.quantity for thing in found}
        assert carried.pop("Medpac", 0) == medpacs
        assert 2 <= sum(carried.values()) <= 3
