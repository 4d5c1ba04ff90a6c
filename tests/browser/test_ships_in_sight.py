"""Four craft and their crews on one screen, and on a phone the state of one's own with what can be
done there; a shot is one press, and by keyboard a key.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from sheets.models import Attack, Combatant
from tests.browser.evening import HEROES, Evening
from tests.browser.ship_evening import CRAFT, dogfight
from tests.browser.test_evening_of_every_game import Seat, hero, seated

__all__ = ("seated",)
pytestmark = [
    pytest.mark.browser,
    pytest.mark.usefixtures("transactional_db"),
    pytest.mark.parametrize("slug", list(CRAFT)),
]
IN_SIGHT = "(one) => { const box = one.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; }"  # noqa: E501 (script)


def two_a_side(slug: str) -> tuple[Evening, Combatant]:
    """Two craft a side, and the one whose turn it is, the party's."""
    made = dogfight(slug)
    made.post("add/", craft=CRAFT[slug][0], count="1", ally="yes")
    made.post("roll/")
    made.encounter.combatants.update(place=0)
    ship = made.encounter.combatants.get(character__party=made.party, character__kind="craft")
    made.post(f"combatants/{ship.pk}/turn/")
    return made, ship


def test_four_craft_are_in_sight_with_their_crews(slug: str, seated: Callable[..., Seat]) -> None:
    made, ship = two_a_side(slug)
    page = seated(made.gm, made.address, width=1280, height=800).page
    rows, own = page.locator(".battle-order .fighter"), page.locator(f"#f{ship.pk}")
    for width, height in ((1280, 800), (1024, 768), (820, 1180)):
        page.set_viewport_size({"width": width, "height": height})
        expect(rows).to_have_count(4)
        assert [row.evaluate(IN_SIGHT) for row in rows.all()] == [True] * 4, width
        for name in HEROES[:3]:
            expect(own.get_by_role("link", name=name)).to_be_visible()
        assert own.evaluate("(one) => one.scrollWidth <= one.clientWidth"), width


def test_a_gunner_on_a_phone_sees_the_craft_and_fires_with_one_press_at_the_same_target(
    slug: str, seated: Callable[..., Seat]
) -> None:
    made, ship = two_a_side(slug)
    gunner = hero(made, HEROES[1])
    foes = list(made.encounter.combatants.filter(side=Combatant.Side.OPPONENTS).order_by("pk"))
    second = foes[1]
    Attack.objects.create(
        encounter=made.encounter,
        attacker=gunner,
        target=second,
        action="aboard",
        weapon="Cannon",
        state=Attack.State.MISSED,
        total=1,
    )
    table = f"/characters/{gunner.character.public_id}/table/"
    page = seated(made.players[gunner.character.owner_id], table).page
    state = page.locator(".craft-state")
    for name in HEROES[:3]:
        expect(state).to_contain_text(name)
    shot = page.locator(".of-shot").first
    expect(page.locator(f'.aims [value="{second.pk}"]')).to_be_checked()
    expect(shot.locator(".target-chance")).to_be_visible()
    fires = shot.locator(".press")
    assert state.evaluate(IN_SIGHT)
    assert fires.evaluate(IN_SIGHT)
    fires.click()
    expect(page.locator("#fight .open-attacks, #fight .station-last").first).to_be_visible()
    newest = Attack.objects.filter(attacker=gunner).latest("pk")
    assert (newest.target_id, newest.craft_id) == (second.pk, ship.pk)


def test_a_station_is_worked_by_keyboard(slug: str, seated: Callable[..., Seat]) -> None:
    made, ship = two_a_side(slug)
    page = seated(made.gm, made.address, width=1280, height=800).page
    page.keyboard.press("s")
    expect(page.locator(".station .entry-head p").first).to_contain_text(HEROES[0])
    page.keyboard.press("s")
    expect(page.locator(".station .entry-head p").first).not_to_contain_text(HEROES[0])
    gunner = hero(made, HEROES[1])
    encounter = f"/parties/{made.party.public_id}/encounters/{made.encounter.public_id}"
    page.goto(f"{encounter}/crew/{gunner.pk}/")
    checked = page.locator('.aims [name="target_of"]:checked')
    first = checked.get_attribute("value")
    page.keyboard.press("2")
    expect(page.locator(f'.aims [value="{first}"]')).not_to_be_checked()
    page.wait_for_load_state("networkidle")
    page.keyboard.press("w")
    expect(page.locator(".station .offers .press").first).to_be_focused()
    page.keyboard.press("r")
    expect(page.locator(".ticker")).to_contain_text(gunner.called)
    assert Attack.objects.get().attacker_id == gunner.pk
    before = Combatant.objects.get(pk=ship.pk).place
    page.keyboard.press("o")
    expect(page.locator("#panel")).to_contain_text("Crew and position")
    assert Combatant.objects.get(pk=ship.pk).place == before
