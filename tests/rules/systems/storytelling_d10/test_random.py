"""Random choices fit the character that a player has begun."""

from random import Random

import msgspec
import pytest

from rules import registry
from rules.systems.storytelling_d10.document.build import Build, Instance

GAME = registry.get("storytelling-d10")
DROID = {"species": "Droid", "is_droid": True}


def _made(seed: int, build: Build) -> dict[str, object]:
    """The species that chance leaves somebody with, and whether they are a droid by merit."""
    document = msgspec.structs.replace(GAME.empty(), build=build)
    after: Build = GAME.random(Random(seed), document).build
    return {"species": after.species, "is_droid": any(one.id == "droid" for one in after.merits)}


@pytest.mark.parametrize("species", ["Zabrak", "Ewok"])
def test_nobody_of_a_living_species_becomes_a_droid(species: str) -> None:
    begun = Build(species=species, concept="Lost heir")
    expected = {"species": species, "is_droid": False}
    assert [_made(seed, begun) for seed in range(12)] == [expected] * 12


def test_whoever_is_called_a_droid_has_the_merit_and_the_other_way_round() -> None:
    made = [_made(seed, Build(species="Droid", concept="Lost heir")) for seed in range(3)]
    bought = [_made(seed, Build(merits=(Instance(id="droid"),))) for seed in range(3)]
    assert made + bought == [DROID] * 6
