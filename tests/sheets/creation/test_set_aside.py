"""Details of a choice are set aside with it, and come back with it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from sheets.models import Character

Saves = Callable[..., None]


@pytest.fixture
def save(
    ines: Client,
    draft: Character,
    step_of: Callable[[Character, str], str],
    field: Callable[..., dict[str, Any]],
) -> Saves:
    def send(step: str, name: str, *values: str, was: tuple[str, ...] = ()) -> None:
        response = ines.post(step_of(draft, step), field(name, *values, was=was))
        assert response.status_code in (200, 302), response.content[:400]

    return send


def build(draft: Character) -> dict[str, Any]:
    stored: dict[str, Any] = Character.objects.get(pk=draft.pk).build
    return stored


def test_a_species_of_ones_own_comes_back_as_it_was(draft: Character, save: Saves) -> None:
    start = build(draft).get("species", "")
    save("species", "species", "own", was=(start,))
    save("species", "species.name", "Marsh folk", was=("",))
    save("species", "species.attributes", *"211222", was=tuple("111111"))
    save("species", "species.focus", "swim", was=("",))
    save("species", "species", "twilek", was=("own",))
    assert build(draft)["species"] == "twilek"
    save("species", "species", "own", was=("twilek",))
    assert build(draft)["species"] == {
        "name": "Marsh folk",
        "attributes": {"DEX": 2, "KNO": 1, "MEC": 1, "PER": 2, "STR": 2, "TEC": 2},
        "focus": "swim",
    }


def test_the_skill_of_an_edge_comes_back_with_the_edge(draft: Character, save: Saves) -> None:
    before = build(draft).get("edge", {}).get("id", "")
    save("edge-and-burden", "edge", "trained", was=(before,))
    save("edge-and-burden", "edge.skill", "search", was=("",))
    save("edge-and-burden", "edge", "luck", was=("trained",))
    assert "skill" not in build(draft)["edge"]
    save("edge-and-burden", "edge", "trained", was=("luck",))
    assert build(draft)["edge"]["skill"] == "search"


def test_a_lightsaber_put_back_keeps_its_design(draft: Character, save: Saves) -> None:
    save("gear", "gear.lightsaber", "1", was=("0",))
    save("gear", "gear_design.lightsaber", "great-saber", was=("",))
    save("gear", "gear.lightsaber", "0", was=("1",))
    save("gear", "gear.lightsaber", "1", was=("0",))
    saber = next(row for row in build(draft)["gear"] if row.get("id") == "lightsaber")
    assert saber["design"] == "great-saber"


def test_what_does_not_fit_any_more_stays_out(draft: Character, save: Saves) -> None:
    Character.objects.filter(pk=draft.pk).update(aside={"species.attributes": ["9", "9"]})
    save("species", "species", "own", was=(build(draft).get("species", ""),))
    assert set(build(draft)["species"]["attributes"].values()) == {1}
