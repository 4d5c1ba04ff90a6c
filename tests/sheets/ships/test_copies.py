"""The copies of a craft in an encounter are edited at once, and undone at once."""

import re

import pytest

from sheets.models import Character, Combatant, Encounter, LedgerEntry
from tests.sheets.cast import Person
from tests.sheets.encounters.test_declared_craft import EMPIRE, STORY
from tests.sheets.pages import words
from tests.sheets.ships.test_edits import (
    HYPER,
    NUMBERS,
    address,
    bigger,
    craft,
    form_of,
    numbers,
    save,
)

__all__ = ["craft"]


def flight(greta: Person, craft: Character) -> list[Character]:
    """Three copies of a craft in an encounter, and a craft of another make."""
    assert craft.roster is not None
    base = f"/parties/{craft.roster.public_id}/"
    greta.client.post(f"{base}ships/", {"name": "Petrel", **NUMBERS[craft.system]})
    petrel = Character.documents.latest("pk")
    greta.client.post(f"{base}encounters/", {"name": "Above", "place": ""})
    where = f"{base}encounters/{Encounter.objects.get().public_id}/add/"
    for row, count in ((petrel, "1"), (craft, "3")):
        greta.client.post(where, {"characters": [str(row.public_id)], "count": count})
    _petrel, *gannets = Character.documents.filter(combatants__isnull=False).order_by("pk")
    return gannets


def copies_of(page: str) -> str:
    found = re.search(r'name="copies" value="(\w+)"', page)
    return found[1] if found else ""


@pytest.mark.all_games
@pytest.mark.parametrize("slug", [EMPIRE, STORY, HYPER])
def test_the_copies_of_a_craft_are_edited_at_once_and_undone_at_once(
    people: dict[str, Person], craft: Character, slug: str
) -> None:
    greta = people["greta"]
    one, two, three = flight(greta, craft)
    before = numbers(one)
    assert save(greta, two, crew="4").status_code == 302
    page = greta.client.get(address(one)).content.decode()
    assert "Edit Gannet 1" in words(page)
    assert "the other copies too: Gannet 2, Gannet 3" in words(page)
    sent = {**bigger(slug), "copies": copies_of(page)}
    assert "(all 3 copies)" in words(
        greta.client.post(
            address(one), {**form_of(greta, address(one)), **sent}, follow=True
        ).content.decode()
    )
    after = numbers(one)
    assert after != before
    assert (numbers(two), numbers(three)) == ({**after, "crew": 4}, after)
    # The craft of the roster and those of another make stay as they were.
    others = Character.documents.exclude(pk__in=[one.pk, two.pk, three.pk])
    assert [numbers(row) for row in others] == [before, before, before]
    # A later edit of one of them has to be undone first; nothing is undone by halves.
    assert save(greta, three, crew="8").status_code == 302
    refused = greta.client.post(f"{address(one)}0/undo/")
    assert refused.status_code == 422
    assert "Gannet 3: It was edited again after that." in words(refused.content.decode())
    assert numbers(one) == after
    assert greta.client.post(f"{address(three)}1/undo/").status_code == 302
    # It is undone from any of them.
    assert greta.client.post(f"{address(two)}1/undo/").status_code == 302
    assert [numbers(row) for row in (one, two, three)] == [before, {**before, "crew": 4}, before]
    assert greta.client.post(f"{address(one)}0/undo/").status_code == 422


@pytest.mark.all_games
@pytest.mark.parametrize("slug", [EMPIRE, STORY, HYPER])
def test_a_stale_tab_never_wins_over_what_became_of_the_copies(
    people: dict[str, Person], craft: Character, slug: str
) -> None:
    greta = people["greta"]
    one, two, three = flight(greta, craft)
    page = greta.client.get(address(one)).content.decode()
    sent = {**form_of(greta, address(one)), "crew": "7", "copies": copies_of(page)}
    assert save(greta, two, crew="5").status_code == 302
    answer = greta.client.post(address(one), sent)
    assert answer.status_code == 409
    shown = answer.content.decode()
    assert "Its copies were edited, added, or removed" in words(shown)
    assert 'name="crew" value="7"' in shown
    assert re.search(r'name="copies" value="\w+" checked', shown)
    crew = int(NUMBERS[slug]["crew"])
    assert [numbers(row)["crew"] for row in (one, two, three)] == [crew, 5, crew]
    again = {**sent, "key": "", "copies": copies_of(shown)}
    assert greta.client.post(address(one), again).status_code == 302
    assert [numbers(row)["crew"] for row in (one, two, three)] == [7, 7, 7]


@pytest.mark.parametrize("slug", [HYPER])
def test_what_one_copy_refuses_changes_none_of_them(
    people: dict[str, Person], craft: Character, slug: str
) -> None:
    greta = people["greta"]
    one, two, three = flight(greta, craft)
    for position, content in enumerate(
        (
            {"kind": "award", "cp": 60},
            {"kind": "upgrade", "aspect": "damage", "weapon": "laser-cannons", "paid": 30},
        )
    ):
        LedgerEntry.objects.create(character=three, position=position, content=content)
    page = greta.client.get(address(one)).content.decode()
    sent = {"weapons": "Ion cannon 3D ion", "copies": copies_of(page)}
    refused = save(greta, one, **sent)
    assert refused.status_code == 422
    assert "Gannet 3: An upgrade improved Laser cannons" in words(refused.content.decode())
    assert numbers(one) == numbers(two) == numbers(craft)


@pytest.mark.parametrize("slug", [HYPER])
@pytest.mark.parametrize("length", [119, 120, 200])
def test_copies_of_a_craft_with_a_long_name_have_numbers_too(
    people: dict[str, Person], craft: Character, slug: str, length: int
) -> None:
    Character.documents.filter(pk=craft.pk).update(name=("Longwing" * 25)[:length])
    flight(people["greta"], craft)
    called = list(Combatant.objects.order_by("pk").values_list("name", flat=True))
    assert called == ["Petrel", *(f"{('Longwing' * 25)[:116]} {number}" for number in (1, 2, 3))]
