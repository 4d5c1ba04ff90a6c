"""A crew in browsers: the pilot and the one at the shields on phones."""

from collections.abc import Callable

import pytest
from django.db.models import F
from django.utils import timezone
from playwright.sync_api import Page, expect

from sheets.models import Character, Combatant, CrewPost, Encounter, Party
from tests.browser.board.conftest import greta, ines, party, people
from tests.sheets.cast import Person
from tests.sheets.encounters.test_crew import PILOT, ship

pytestmark = pytest.mark.browser
__all__ = ("greta", "ines", "party", "people")


@pytest.fixture
def chased(party: Party, people: dict[str, Person]) -> Combatant:
    """The party's YT-1300, whose turn it is, and a TIE fighter behind it; Vessa is aboard."""
    vessa = Character.objects.get(name="Vessa Korr")
    Character.objects.filter(pk=vessa.pk).update(build=PILOT)
    falcon = ship(people["greta"], "yt-1300", name="Lucky Strike", party=party)
    tie = ship(people["greta"], "tie-fighter", roster=party, name="Black 1")
    encounter = Encounter.objects.create(
        party=party, name="Above Kessel", state="running", round=1, started_at=timezone.now()
    )
    party.fighting = True
    party.save()
    side = Combatant.Side
    rows = [
        Combatant.objects.create(encounter=encounter, character=row, side=whose, score=9, rank=rank)
        for rank, (row, whose) in enumerate(((falcon, side.PARTY), (tie, side.OPPONENTS)))
    ]
    Combatant.objects.create(encounter=encounter, character=vessa, side=side.PARTY)
    encounter.begin_turn(rows[0], round=1)
    return rows[0]


def test_a_player_takes_the_shields_whose_sliders_give_way_then_flies_and_opens_the_guns(
    ines: Page, party: Party, chased: Combatant, people: dict[str, Person]
) -> None:
    second = ship(people["greta"], "tie-interceptor", roster=party, name="Black 2")
    Combatant.objects.create(
        encounter=chased.encounter,
        character=second,
        side=Combatant.Side.OPPONENTS,
        score=8,
        rank=2,
    )
    ines.goto(f"/parties/{party.public_id}/fight/")
    ines.get_by_role("button", name="Take Shields").click()
    expect(ines.get_by_role("heading", name="Angle the shields")).to_be_visible()
    # What can be done there is in view, though it stands far above the seat.
    expect(ines.locator(".station .entry-head")).to_be_in_viewport()
    sliders = {
        name: ines.get_by_role("slider", name=name) for name in ("Fore", "Aft", "Port", "Starboard")
    }
    assert [one.input_value() for one in sliders.values()] == ["2", "2", "1", "1"]
    sliders["Aft"].focus()
    for _ in range(3):
        ines.keyboard.press("ArrowRight")
    # The largest gives first: fore, then whichever is left.
    assert [one.input_value() for one in sliders.values()] == ["0", "5", "0", "1"]
    ines.get_by_role("button", name="Angle the shields").dblclick()
    expect(ines.locator(".station .craft-state")).to_contain_text("Aft 5")
    expect(ines.get_by_text("Not applied")).not_to_be_visible()
    chased.character.refresh_from_db()
    assert chased.character.marks == {"fore": 0, "aft": 5, "port": 0}
    # At another station there is other work, and the target stays as it was chosen.
    ines.get_by_role("button", name="Take Pilot").click()
    expect(ines.get_by_role("heading", name="Outmaneuver")).to_be_visible()
    assert CrewPost.objects.get().station == "pilot"
    expect(ines.locator(".station .craft-state")).to_contain_text("Evade 14")
    assert ines.evaluate("document.documentElement.scrollWidth") <= 390
    # All that a pilot does for others is a line each: the end of the turn is two screens away.
    assert ines.locator(".station").bounding_box()["height"] < 2 * 844  # type: ignore[index]
    shot = ines.get_by_role("heading", name="Fire Quad Laser Turrets")
    expect(shot).not_to_be_visible()
    gunner = ines.locator("details.other-station").filter(has_text="Gunner")
    line = gunner.locator("summary")
    line.tap()
    expect(shot).to_be_visible()
    odds = gunner.locator("li").filter(has=shot).locator(".target-chance")
    was = odds.inner_text()
    expect(line).to_contain_text(f"Fire Quad Laser Turrets {was}")
    ines.get_by_role("radio", name="Black 2").check()
    expect(odds).not_to_have_text(was)
    expect(shot).to_be_visible()
    expect(line).to_contain_text(f"Fire Quad Laser Turrets {odds.inner_text()}")


def test_a_fight_without_a_connection_names_what_was_not_sent_and_keeps_what_was_typed(
    ines: Page, party: Party, chased: Combatant
) -> None:
    unsent = ines.get_by_role("alert", name="Not sent")
    ines.goto(f"/parties/{party.public_id}/fight/")
    # The names stay through a reload, and go with a press.
    ines.context.set_offline(True)
    ines.get_by_role("button", name="Take Pilot").click()
    expect(unsent).to_contain_text("Not sent: Take Pilot")
    ines.context.set_offline(False)
    ines.reload()
    expect(unsent).to_contain_text("Not sent: Take Pilot")
    unsent.get_by_role("button", name="Dismiss").click()
    ines.reload()
    expect(ines.get_by_role("button", name="Take Pilot")).to_be_visible()
    expect(unsent).to_have_count(0)
    assert not CrewPost.objects.exists()
    ines.get_by_role("button", name="Take Pilot").click()
    expect(ines.get_by_role("heading", name="Outmaneuver")).to_be_visible()
    actions = ines.get_by_role("group", name="Actions this turn")
    side = ines.get_by_label("Get on their")
    ines.context.set_offline(True)
    expect(unsent).to_contain_text("No connection.")
    side.select_option(label="Port")
    actions.get_by_role("button", name="3").click()
    expect(unsent).to_contain_text("Not sent: Actions this turn: 3")  # the page below moves by that
    ines.get_by_role("button", name="Take Shields").click()
    expect(unsent).to_contain_text("Not sent: Take Shields")
    assert ines.evaluate("document.documentElement.scrollWidth") <= 390
    ines.context.set_offline(False)
    ines.evaluate("dispatchEvent(new Event('online'))")
    expect(unsent).to_contain_text("These were not sent. Press again what still holds.")
    expect(side).to_have_value("port")
    ines.get_by_role("button", name="Take Shields").click()
    expect(ines.get_by_role("heading", name="Angle the shields")).to_be_visible()
    expect(unsent).not_to_contain_text("Take Shields")
    assert CrewPost.objects.get().station == "shields"
    unsent.get_by_role("button", name="Dismiss").click()
    expect(unsent).to_have_count(0)


def test_a_press_waits_on_a_device_that_keeps_characters_and_never_wins_over_others(
    ines: Page, party: Party, chased: Combatant
) -> None:
    fight = f"/parties/{party.public_id}/fight/"
    vessa = Combatant.objects.get(character__name="Vessa Korr")
    outbox = ines.get_by_role("region", name="Changes on this device")

    def take(station: str) -> None:
        ines.context.set_offline(True)
        button = ines.get_by_role("button", name=f"Take {station}")
        if not button.is_visible():  # folded away for one who has a station
            ines.locator("summary", has_text="Seats").click()
        button.click()
        expect(outbox).to_contain_text("1 change waits to be sent")

    def back() -> None:
        ines.context.set_offline(False)
        ines.evaluate("dispatchEvent(new Event('online'))")

    ines.set_viewport_size({"width": 390, "height": 844})
    ines.goto("/characters/")
    ines.get_by_label("Keep my characters on this device").check()
    expect(ines.get_by_text("You can read them without a connection.")).to_be_visible()
    ines.goto(fight)
    take("Pilot")
    outbox.get_by_text("1 change waits").click()
    expect(outbox).to_contain_text("Take Pilot")
    # Kept through a reload, which has no page to show; and sent once, when all is as it was.
    ines.goto(fight)
    expect(ines.get_by_role("heading", name="No connection")).to_be_visible()
    expect(outbox).to_contain_text("1 change waits to be sent")
    back()
    expect(outbox).to_have_count(0)
    assert CrewPost.objects.get(member=vessa).station == "pilot"
    ines.goto(fight)
    # Another press, dropped; and one that others came before.
    take("Shields")
    outbox.get_by_text("1 change waits").click()
    outbox.get_by_role("button", name="Discard Take Shields").click()
    expect(outbox).to_have_count(0)
    take("Shields")
    CrewPost.objects.all().delete()
    Encounter.objects.update(version=F("version") + 1)
    back()
    expect(outbox).to_contain_text("1 change not saved")
    expect(outbox).to_contain_text(
        "Above Kessel has changed since you made this. Nothing was sent."
    )
    expect(outbox).to_contain_text("Round 1: Lucky Strike’s turn")
    expect(outbox.get_by_role("button", name="Send anyway")).to_have_count(0)
    assert ines.evaluate("document.documentElement.scrollWidth") <= 390
    ines.goto("/characters/")
    expect(outbox.get_by_role("link", name="Open the fight")).to_have_attribute("href", fight)
    outbox.get_by_role("button", name="Discard Take Shields").click()
    expect(outbox).to_have_count(0)
    assert not CrewPost.objects.exists()


@pytest.mark.looks
def test_axe_finds_nothing_on_the_page_on_which_a_craft_is_edited(
    greta: Page, party: Party, people: dict[str, Person], accessible: Callable[..., None]
) -> None:
    sent = {"name": "Gannet", "scale": "starship", "hull": "6", "weapons": "Laser cannons 4D"}
    people["greta"].client.post(f"/parties/{party.public_id}/ships/", sent)
    row = Character.documents.get(kind="craft")
    where = f"/parties/{party.public_id}/ships/{row.public_id}/edit/"
    greta.goto(where)
    other = greta.context.new_page()
    other.goto(where)
    for page, hull in ((greta, "7"), (other, "8")):
        page.locator("#hull").fill(hull)
        page.get_by_role("button", name="Save").click()
    expect(other.get_by_role("alert")).to_contain_text("Hull 7 → 8")
    other.close()
    expect(greta.get_by_text("Hull 6 → 7").first).to_be_visible()
    accessible()
    greta.get_by_role("button", name="Undo").first.click()
    expect(greta.get_by_text("Undone: Hull 6 → 7.")).to_be_visible()


@pytest.mark.looks
def test_axe_finds_nothing_on_the_page_of_a_crew(
    greta: Page, party: Party, chased: Combatant, accessible: Callable[..., None]
) -> None:
    member = chased.encounter.combatants.get(character__kind="character")
    CrewPost.objects.create(craft=chased, member=member, station="pilot")
    greta.goto(
        f"/parties/{party.public_id}/encounters/{chased.encounter.public_id}/crew/{member.pk}/"
    )
    accessible()


@pytest.mark.looks
def test_axe_finds_nothing_on_the_page_of_the_ship_outside_of_a_fight(
    greta: Page,
    ines: Page,
    party: Party,
    people: dict[str, Person],
    accessible: Callable[..., None],
) -> None:
    Character.objects.filter(name="Vessa Korr").update(build=PILOT)
    ship(people["greta"], "yt-1300", name="Lucky Strike", party=party)
    ines.goto(f"/parties/{party.public_id}/crew/")
    ines.get_by_role("button", name="Take Pilot").click()
    expect(ines.get_by_role("heading", name="Fly through a hazard")).to_be_visible()
    vessa = Character.objects.get(name="Vessa Korr")
    for page, heading in (("", "For the game master"), (f"{vessa.public_id}/", "Pilot")):
        greta.goto(f"/parties/{party.public_id}/crew/{page}")
        expect(greta.get_by_role("heading", name=heading, exact=True)).to_be_visible()
        accessible()
