"""The page of a party's stash follows what others do there."""

import pytest
from playwright.sync_api import Page, expect

from sheets.models import Party, StashItem
from tests.browser.test_parties import cookie, greta, party, people
from tests.sheets.cast import Person
from tests.sheets.every_game.characters import by_chance, plain
from tests.sheets.example_characters import store
from tests.sheets.parties.stash.stashes import send

pytestmark = pytest.mark.browser
__all__ = ("cookie", "greta", "party", "people")


def test_what_others_put_in_appears_and_what_is_being_typed_stays(
    greta: Page, party: Party, people: dict[str, Person]
) -> None:
    for name in ("Vessa", "Brakka"):
        document = {**plain(by_chance("hyperspace-d6")), "name": name}
        row = store(people["greta"].owner, document, finished=True)
        row.party = party
        row.save()
    for amount in (30, 500):
        send(people["greta"], party, "add/", money="yes", **{"add-money": str(amount)})
    greta.goto(f"/parties/{party.public_id}/stash/")
    greta.get_by_label("Take for").select_option(label="Vessa")
    credits = StashItem.objects.get(party=party, name="credits")
    field = greta.locator(f"#take-{credits.pk}")
    field.fill("17")
    send(people["greta"], party, "add/", money="yes", **{"add-money": "70"})
    expect(greta.locator("#stash")).to_contain_text("600 credits")
    expect(greta.locator("#acts")).to_contain_text("70 credits")
    expect(field).to_have_value("17")
    expect(field).to_be_focused()
    expect(greta.get_by_label("Take for").locator("option:checked")).to_have_text("Vessa")
