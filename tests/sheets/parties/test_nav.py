"""The bar of a party's pages: what stands in it, and what in its menu."""

import pytest

from sheets.models import Member, Party
from sheets.parties.nav import party_bar

pytestmark = pytest.mark.django_db


def names(
    party: Party, role: Member.Role, path: str = ""
) -> tuple[list[str], dict[str, list[str]]]:
    """The pages in the bar on every screen, and those in the menu of a phone."""
    bar = party_bar(Member(party=party, role=role), path)
    menu = {group: [link.page.name for link in links] for group, links in bar.menu.items()}
    return [link.page.name for link in bar.links if link.is_in_bar], menu


def test_a_phone_has_four_pages_in_one_line_and_the_rest_in_a_menu(party: Party) -> None:
    bar, menu = names(party, Member.Role.PLAYER)
    assert bar == ["Board", "Fight", "Log", "Sessions"]
    assert menu == {
        "At the table": ["Duel", "Crew", "Stash", "Skills"],
        "Party": ["Rules", "Members"],
    }
    assert "Encounters" in names(party, Member.Role.GM)[1]["Prepare"]
    party.dueling = True
    assert "Duel" in names(party, Member.Role.PLAYER)[0]


def test_the_menu_is_named_after_the_page_that_it_hides(party: Party) -> None:
    member = Member(party=party, role=Member.Role.GM)
    address = f"/parties/{party.public_id}/"
    assert party_bar(member, address).hidden is None
    hidden = party_bar(member, f"{address}encounters/new/").hidden
    assert hidden
    assert (hidden.page.name, hidden.current) == ("Encounters", "true")
