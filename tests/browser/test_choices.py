"""Live pages keep every text, tick, and choice when others bring something new."""

import itertools
from collections.abc import Callable

import pytest
from django.db.models import F
from playwright.sync_api import Error, Page, expect

from sheets.models import Character, Combatant, Party
from tests.browser.evening import HEROES, Evening, at_the_table, evening
from tests.browser.ship_evening import CRAFT, dogfight
from tests.browser.test_evening_of_every_game import Seat, hero, seated
from tests.sheets.every_game.characters import EVERY
from tests.sheets.parties.stash.stashes import send

__all__ = ("seated",)
pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("transactional_db")]

# Chooses something else in each field of the page that was not tried yet; answers with their names.
CHOOSE = """() => {
  window.tried ??= new Set();
  const chosen = [];
  for (const [name, one] of Object.entries(window.fields())) {
    if (window.tried.has(name) || one.disabled) continue;
    window.tried.add(name);
    if (one.type === 'radio' && one.checked) continue;
    if (['checkbox', 'radio'].includes(one.type)) one.checked = !one.checked;
    else if (one.options) {
      const others = [...one.options].filter(option => !option.selected && !option.disabled);
      if (!others.length) continue;
      one.value = others.at(-1).value;
    } else if (one.type === 'number') one.value = Number(one.value || one.min || 0) + 1;
    else one.value = 'Kept ' + name.length;
    for (const kind of ['input', 'change']) {
      one.dispatchEvent(new Event(kind, { bubbles: true }));
    }
    chosen.push(name);
  }
  return chosen;
}"""
# The fields that can be seen, by the form that they stand in; not those that are sent as soon as
# they change.
FIELDS = """() => { window.fields = () => {
  const found = {}, hidden = ':is([name=action], [name=who], [name=wave])[type=hidden]';
  for (const form of document.querySelectorAll('main form:not(.control, [role=search], .themes)')) {
    const own = [...form.querySelectorAll(hidden)].map(one => one.value);
    for (const one of form.elements) {
      if (!one.matches('input:not([type=hidden], [type=file]), select, textarea')) continue;
      if (!one.checkVisibility() || one.closest('#panel')) continue;
      const tick = ['checkbox', 'radio'].includes(one.type) ? one.value : '';
      found[[form.getAttribute('action'), ...own, one.name, tick].join(' ')] = one;
    }
  }
  return found;
} }"""
STATES = """() => Object.fromEntries(Object.entries(window.fields()).map(
  ([name, one]) => [name, ['checkbox', 'radio'].includes(one.type) ? one.checked : one.value]))"""


def unfold(page: Page) -> None:
    """Opens every fold of the page, and the points and modifiers of each action."""
    more = page.locator('main a[aria-label^="Points, modifiers"]')
    while count := more.count():
        more.first.dispatch_event("click")
        expect(more).to_have_count(count - 1)
    page.evaluate("document.querySelectorAll('main details').forEach(one => { one.open = true; })")


def kept(page: Page, part: str, news: Callable[[], None], least: int = 1) -> None:
    """Chooses something else in each field, lets the news come, and looks whether it stands."""
    page.wait_for_load_state("networkidle")
    page.evaluate(FIELDS)
    unfold(page)
    chosen = []
    while names := page.evaluate(CHOOSE):  # what is chosen may bring more fields
        chosen += names
        page.wait_for_timeout(250)  # so long a form waits before it works out what is chosen
        expect(page.locator(".htmx-request")).to_have_count(0)
    assert len(chosen) >= least, chosen
    was = page.evaluate(STATES)
    assert set(chosen) & set(was)
    every = "Object.keys(was).every(name => now[name] === was[name])"
    stands = f"was => {{ const now = ({STATES})(); return {every}; }}"
    for _ in range(2):
        page.evaluate(f"document.querySelector('{part}').dataset.old = 'yes'")
        news()
        expect(page.locator(f"{part}[data-old]")).to_have_count(0)
        try:
            page.wait_for_function(stands, arg=was, polling=100)  # not with each frame
        except Error:
            now = page.evaluate(STATES)
            assert {name: now.get(name) for name in was} == was
            raise


def renamed(made: Evening, row: Combatant) -> Callable[[], None]:
    """A combatant under another name, which every page of the fight shows."""
    names = itertools.cycle(("Now so", "And now so"))
    return lambda: made.post(f"combatants/{row.pk}/describe/", name=next(names))


@pytest.mark.all_games
@EVERY
def test_a_fight_keeps_what_is_chosen(slug: str, seated: Callable[..., Seat]) -> None:
    made = evening(slug)
    made.encounter.combatants.update(place=0)
    news, row = renamed(made, hero(made, HEROES[5])), hero(made, HEROES[0])
    made.post(f"combatants/{row.pk}/turn/")
    player = made.players[row.character.owner_id]
    play = f"/characters/{row.character.public_id}/table/"
    kept(seated(player, play).page, "#fight", news, 2)
    foe = made.encounter.combatants.filter(side="opponents").first()
    assert foe is not None
    made.post(f"combatants/{foe.pk}/turn/")
    kept(seated(made.gm, made.address, width=1280, height=800).page, "#fight", news, 10)


@pytest.mark.all_games
@pytest.mark.parametrize("slug", list(CRAFT))
def test_a_station_keeps_what_is_chosen(slug: str, seated: Callable[..., Seat]) -> None:
    made = dogfight(slug)
    ship = made.encounter.combatants.get(character__party=made.party, character__kind="craft")
    made.post(f"combatants/{ship.pk}/turn/")
    last = made.encounter.combatants.filter(side="opponents").order_by("pk").last()
    assert last is not None
    # An engineer has nothing to choose while nothing is damaged.
    for name in HEROES[:2]:
        row = hero(made, name)
        player = made.players[row.character.owner_id]
        page = seated(player, f"/characters/{row.character.public_id}/table/").page
        kept(page, "#fight", renamed(made, last))


@pytest.mark.parametrize("place", [0, 1])
def test_a_crew_outside_of_fights_keeps_what_is_chosen(
    place: int, seated: Callable[..., Seat]
) -> None:
    made = dogfight("hyperspace-d6")
    made.post("end/")
    base = f"/parties/{made.party.public_id}/crew/"
    row = made.party.characters.filter(kind="character").order_by("pk")[place]
    made.gm.client.post(f"{base}everyone/", {})
    page = seated(made.gm, f"{base}{row.public_id}/", width=1280, height=800).page
    kept(page, "#crew", lambda: changed(made))


def changed(made: Evening) -> None:
    """Tells every page of the party that there is something new."""
    Party.objects.filter(pk=made.party.pk).update(version=F("version") + 1)


def test_an_encounter_that_is_prepared_keeps_what_is_chosen(seated: Callable[..., Seat]) -> None:
    made = evening("hyperspace-d6")
    made.post("end/")
    where = f"/parties/{made.party.public_id}/encounters/"
    made.gm.client.post(where, {"name": "Second", "place": ""})
    second = made.party.encounters.latest("pk")
    added = {"characters": [str(Character.objects.filter(party=made.party)[0].public_id)]}
    made.gm.client.post(f"{where}{second.public_id}/add/", {**added, "count": "1"})
    page = seated(made.gm, f"{where}{second.public_id}/", width=1280, height=800).page
    kept(page, "#sides", page.locator(".candidates button").first.click, 8)


def test_a_duel_keeps_what_is_chosen(seated: Callable[..., Seat]) -> None:
    gm, party, _ = at_the_table("hyperspace-d6", HEROES[:2])
    first, second = Character.objects.filter(party=party).order_by("pk")
    place = f"/parties/{party.public_id}/duel/"
    sides = {f"side-{first.public_id}": "1", f"side-{second.public_id}": "2"}
    gm.client.post(f"{place}begin/", {"place": "Bridge", **sides})
    for row in party.duels.get().duelists.all():
        gm.client.post(f"{place}roll/initiative/", {"who": str(row.pk)})
    page = seated(gm, place, width=1280, height=800).page
    kept(page, "#duel", lambda: gm.client.post(f"{place}lead/more/", {"side": "1"}) and None, 2)


def test_a_stash_keeps_what_is_chosen(seated: Callable[..., Seat]) -> None:
    gm, party, _ = at_the_table("hyperspace-d6", HEROES[:2])
    add = {"money": "yes", "add-money": "500"}
    send(gm, party, "add/", **add)
    page = seated(gm, f"/parties/{party.public_id}/stash/", width=1280, height=800).page
    kept(page, "#stash", lambda: send(gm, party, "add/", **add) and None, 2)
