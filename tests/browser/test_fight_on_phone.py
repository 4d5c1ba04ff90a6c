"""A fight on a phone: what is pressed next lies under the thumb, the page stays where it is
read, and a choice is kept as long as it holds.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from sheets.models import Combatant
from sheets.play import operations
from tests.browser.evening import HEROES, SEEN, Evening, evening
from tests.browser.ship_evening import CRAFT, dogfight
from tests.browser.test_evening_of_every_game import Seat, hero, seated
from tests.dice import Fixed

__all__ = ("seated",)
pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("transactional_db")]
# So far apart are two presses of one thumb, in pixels.
NEAR = 16


def on_phone(made: Evening, row: Combatant, seated: Callable[..., Seat]) -> Page:
    """The Play page of a player."""
    player = made.players[row.character.owner_id]
    page = seated(player, f"/characters/{row.character.public_id}/table/").page
    page.wait_for_load_state("networkidle")
    return page


def piloting(slug: str, seated: Callable[..., Seat]) -> Page:
    """The Play page of a pilot, whose craft's turn it is."""
    made = dogfight(slug)
    ship = made.encounter.combatants.get(character__party=made.party, character__kind="craft")
    made.post(f"combatants/{ship.pk}/turn/")
    return on_phone(made, hero(made, HEROES[0]), seated)


def acting(made: Evening) -> Combatant:
    """The first of the characters, in reach of everybody, whose turn it is."""
    made.encounter.combatants.update(place=0)
    row = hero(made, HEROES[0])
    made.post(f"combatants/{row.pk}/turn/")
    return row


def top(page: Page, selector: str) -> float:
    """Where something is on the screen."""
    return float(page.evaluate(f"document.querySelector('{selector}').getBoundingClientRect().top"))


def test_roll_damage_and_the_end_of_the_turn_lie_under_the_thumb_and_count_once_they_were_seen(
    seated: Callable[..., Seat], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = evening("hyperspace-d6")
    row = acting(made)
    page = on_phone(made, row, seated)
    monkeypatch.setattr(operations, "DICE", Fixed(*[6] * 60))
    pressed = top(page, "#attack-roll")
    # The second half of a double click on the button that comes: it asks for another press.
    page.evaluate(
        """() => new MutationObserver((_, watching) => {
          const next = document.querySelector('[id^="roll-damage"]');
          if (!next) return;
          watching.disconnect();
          const second = { bubbles: true, cancelable: true, detail: 2 };
          next.dispatchEvent(new MouseEvent('click', second));
        }).observe(document.body, { childList: true, subtree: true })"""
    )
    page.locator("#attack-roll").tap()
    damage = page.get_by_role("button", name="Roll damage")
    expect(damage).to_be_visible()
    expect(damage).to_have_attribute("data-waits", "")
    expect(
        page.locator("#fight .open-attacks .dice, #fight .open-attacks .line-dice")
    ).to_be_in_viewport()
    assert abs(top(page, '[id^="roll-damage"]') - pressed) < NEAR
    assert made.encounter.attacks.get().state == "hit"
    page.wait_for_timeout(SEEN)
    damage.dispatch_event("click", {"detail": 2})
    expect(damage).to_have_count(0)
    assert made.encounter.attacks.get().state == "damaged"
    expect(page.locator("#end-turn")).to_be_in_viewport(ratio=1)
    assert abs(top(page, "#end-turn") - pressed) < NEAR
    page.wait_for_timeout(SEEN)
    page.locator("#end-turn").tap()
    expect(page.locator("#end-turn")).to_have_count(0)


def test_what_others_wait_for_stands_below_ones_own_attack(
    seated: Callable[..., Seat], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = evening("hyperspace-d6")
    made.encounter.combatants.update(place=0)
    trooper, other = made.named("Stormtrooper 1"), hero(made, HEROES[1])
    made.post(f"combatants/{trooper.pk}/turn/")
    monkeypatch.setattr(operations, "DICE", Fixed(*[6] * 60))
    attack = {"attack": "weapons.blaster-rifle", "target": str(other.pk)}
    made.post(f"combatants/{trooper.pk}/attack/", **attack)
    page = on_phone(made, acting(made), seated)
    expect(page.locator(".waits-elsewhere")).to_contain_text(HEROES[1])
    assert top(page, ".waits-elsewhere") > top(page, "#attack-place")
    struck = on_phone(made, other, seated)
    expect(struck.locator(".waits-elsewhere")).to_contain_text("Against you")


def test_the_page_stays_where_it_is_read_when_others_act(seated: Callable[..., Seat]) -> None:
    made = evening("hyperspace-d6")
    row = acting(made)
    page = on_phone(made, row, seated)
    for scrolled in (0, 5000):
        made.post(f"combatants/{row.pk}/turn/")
        expect(page.locator("#attack-place")).to_be_visible()
        page.evaluate(f"scrollTo(0, {scrolled})")
        place = "#fighting" if scrolled == 0 else "#table .groups, #table"
        before = top(page, place)
        made.post(f"combatants/{hero(made, HEROES[1]).pk}/turn/")
        expect(page.locator("#attack-place")).to_have_count(0)
        assert abs(top(page, place) - before) < NEAR, scrolled


def test_a_target_that_has_fallen_is_let_go(seated: Callable[..., Seat]) -> None:
    made = evening("hyperspace-d6")
    page = on_phone(made, acting(made), seated)
    foe = made.named("Stormtrooper 3")
    page.locator(f"#target-{foe.pk}").check()
    expect(page.locator(".attack-form[data-chosen]")).to_be_visible()
    made.post(f"combatants/{foe.pk}/do/harm/", damage="60")
    expect(page.locator(".targets label.out").filter(has_text=foe.called)).to_have_count(1)
    expect(page.locator(f"#target-{foe.pk}")).not_to_be_checked()
    expect(page.locator(".targets input:checked")).to_have_count(1)
    # Somebody down can still be attacked, where that is what is wanted.
    # Their fold is open already if the odds against them came in after their fall.
    page.locator("#targets-more").evaluate("fold => { fold.open = true; }")
    page.locator(f"#target-{foe.pk}").check()
    made.post(f"combatants/{made.named('Stormtrooper 4').pk}/do/harm/", damage="60")
    expect(page.locator(".targets label.out")).to_have_count(2)
    expect(page.locator(f"#target-{foe.pk}")).to_be_checked()


def test_a_station_keeps_its_target_until_that_is_out(seated: Callable[..., Seat]) -> None:
    made = dogfight("empire-ascendant")
    page = on_phone(made, hero(made, HEROES[1]), seated)
    first, second = made.encounter.combatants.filter(side="opponents").order_by("pk")
    aim = page.locator(".station-aim :checked")
    page.locator(".aim", has_text=second.called).click()
    expect(page.locator(".offers")).to_contain_text(f"at {second.called}")
    made.post(f"combatants/{first.pk}/do/harm/", damage="1")
    expect(page.locator(".offers")).to_contain_text(f"at {second.called}")
    expect(aim).to_have_value(str(second.pk))
    made.post(f"combatants/{second.pk}/do/harm/", damage="200")
    expect(page.locator(".offers")).to_contain_text(f"at {first.called}")
    expect(aim).to_have_value(str(first.pk))


def test_what_a_pilot_does_with_the_craft_is_shown_like_a_roll(
    seated: Callable[..., Seat],
) -> None:
    page = piloting("empire-ascendant", seated)
    expect(page.locator(".station-last")).to_have_count(0)
    page.locator(".offers li").filter(has_text="Evade").locator(".press").first.tap()
    expect(page.locator(".station-last")).to_contain_text("on top of every shot")
    expect(page.locator(".station-last")).to_be_in_viewport()


@pytest.mark.parametrize("slug", list(CRAFT))
def test_what_a_pilot_does_stands_on_one_screen(slug: str, seated: Callable[..., Seat]) -> None:
    page = piloting(slug, seated)
    offers = page.locator(".station > .offers > li")
    assert offers.count() > 1
    nav = page.locator(".character-nav, .tabs").last.bounding_box()
    last = offers.last.bounding_box()
    assert nav
    assert last
    assert last["y"] + last["height"] <= nav["y"] + 1


def test_a_folded_action_opens_where_it_stands_or_is_done_at_once(
    seated: Callable[..., Seat],
) -> None:
    page = piloting("storytelling-d10", seated)
    expect(page.get_by_label("Angle of a quick turn")).to_have_count(0)
    page.get_by_label("Open Maneuver").tap()
    page.get_by_label("Angle of a quick turn").select_option(label="90 degrees")
    page.get_by_role("button", name="Maneuver", exact=True).tap()
    expect(page.locator(".station-last")).to_contain_text("Maneuver")


def test_where_nobody_is_in_reach_the_move_closer_is_on_the_screen(
    seated: Callable[..., Seat],
) -> None:
    made = evening("empire-ascendant")
    row = hero(made, HEROES[0])
    made.post(f"combatants/{row.pk}/turn/")
    page = on_phone(made, row, seated)
    closer = page.get_by_role("button", name="Move closer")
    expect(closer).to_be_in_viewport(ratio=1)
    nav, box = page.locator(".character-nav").bounding_box(), closer.bounding_box()
    assert nav
    assert box
    assert box["y"] + box["height"] <= nav["y"]


# A chip that does not stand in the line of its name: in the bar, and in the order.
BROKEN = """() => [".fight-turn", ".fighter[aria-current] .fighter-head"].filter((line) => {
  const found = ["b", ".of-turn"].map((one) => document.querySelector(`${line} ${one}`));
  const [name, chip] = found.map((one) => one.getBoundingClientRect());
  return chip.top >= name.bottom || chip.left < name.right - 1 || chip.right > innerWidth;
})"""


@pytest.mark.parametrize("name", ["Vessa Korr", "Vessa Alexandra Korr of Coruscant"])
def test_whose_turn_it_is_stands_in_one_line(name: str, seated: Callable[..., Seat]) -> None:
    made = evening("hyperspace-d6")
    row = acting(made)
    Combatant.objects.filter(pk=row.pk).update(name=name)
    page = seated(made.players[row.character.owner_id], made.address).page
    for width in (320, 360, 390, 412, 430):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(BROKEN) == [], width
