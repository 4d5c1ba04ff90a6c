"""The page on which an encounter is built: who can be added, both sides, and how hard it is."""

import re

import msgspec
import pytest

from rules import registry
from rules.opponents import WHO
from sheets import storage
from sheets.encounters import candidates, forecast, worker
from sheets.encounters.forecast import Entered
from sheets.models import Character, Combatant, Encounter, Owner, Party
from tests.sheets.cast import Person
from tests.sheets.encounters.conftest import Ambush
from tests.sheets.every_game.characters import EVERY
from tests.sheets.pages import words

HTMX = {"HX-Request": "true", "HX-Target": "sides"}


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of fights fought before each step: fifty a step, fifty of each fight."""
    asked: list[int] = []

    class InThisProcess:
        def ask(self, message: bytes) -> bytes:
            asked.append(msgspec.msgpack.decode(message, type=worker.ForecastJob).fought)
            return worker.handle(message)[0]

    monkeypatch.setattr(forecast, "_pool", InThisProcess)
    monkeypatch.setattr(forecast, "FIGHTS", 50)
    for name, number in (("SECONDS", 0), ("AT_ONCE", 50), ("FIGHTS", 50), ("FIGHTS_MORE", 50)):
        monkeypatch.setattr(worker, name, number)
    return asked


def pressed(ambush: Ambush, where: str, **sent: str) -> tuple[int, str]:
    """The answer to a press on the page: its status, and its words."""
    client = ambush.people["greta"].client
    answer = client.post(f"{ambush.address}{where}", sent, headers=HTMX)
    return answer.status_code, words(answer.content.decode())


def searched(ambush: Ambush, q: str) -> str:
    """The words of those whom a search finds."""
    client = ambush.people["greta"].client
    answer = client.get(ambush.address, {"q": q}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    return words(answer.content.decode())


def ambush_of(slug: str, people: dict[str, Person], party: Party) -> Ambush:
    """An encounter with nobody yet of a party of that game."""
    party.system = slug
    party.save()
    return Ambush(party, Encounter.objects.create(party=party, name="Ambush"), people)


def names(ambush: Ambush) -> list[str]:
    """Those in the encounter."""
    rows = ambush.encounter.combatants.select_related("character").order_by("pk")
    return [row.called for row in rows]


@EVERY
def test_one_press_adds_whom_the_game_lists_as_often_as_it_is_asked(
    slug: str, people: dict[str, Person], party: Party
) -> None:
    ambush = ambush_of(slug, people, party)
    rules = registry.get(slug).opponents
    assert rules
    listed = rules.listed()[0]
    status, page = pressed(ambush, "add/", listed=listed.id, count="2")
    assert status == 200
    assert names(ambush) == [f"{listed.name} 1", f"{listed.name} 2"]
    assert f"{listed.name} 2" in page
    assert not Character.documents.filter(roster=party, combatants=None).exists()
    document = storage.read(ambush.encounter.combatants.all()[0].character)[1]
    assert document.build == rules.document({WHO: (listed.id,)}).build


@EVERY
def test_whoever_a_game_lists_stands_alone_on_the_party_s_side(
    slug: str, people: dict[str, Person], party: Party
) -> None:
    ambush = ambush_of(slug, people, party)
    game = registry.get(slug)
    found = {"listed": game.opponents, "craft": game.craft}
    listed = {field: rules.listed()[0] for field, rules in found.items() if rules}
    for field, one in listed.items():
        assert pressed(ambush, "add/", **{field: one.id}, count="1", ally="yes")[0] == 200
    rows = list(ambush.encounter.combatants.order_by("pk"))
    assert names(ambush) == [one.name for one in listed.values()]
    assert {(row.side, row.home_id) for row in rows} == {(Combatant.Side.PARTY, None)}


def test_one_press_adds_a_group(ambush: Ambush) -> None:
    status, _ = pressed(ambush, "add/", group="thug", members="6", count="3")
    assert status == 200
    thugs = [row for row in ambush.encounter.combatants.all() if row.called.startswith("Thug")]
    assert [row.character.marks for row in thugs] == [{"members": 6}]


def test_craft_of_the_book_join_with_their_usual_crew(ambush: Ambush) -> None:
    craft = registry.get("hyperspace-d6").craft
    assert craft
    listed = craft.listed()[0]
    assert pressed(ambush, "add/", craft=listed.id)[0] == 200
    row = ambush.combatant(listed.name)
    assert row.character.kind == Character.Kind.CRAFT
    assert row.is_opponent
    assert row.character.situation != {}


def test_ones_own_opponents_join_and_nobody_elses(ambush: Ambush) -> None:
    def own(owner: Owner) -> Character:
        build = {"opponent": {"id": "thug"}}
        row = Character(owner=owner, kind="opponent", system="hyperspace-d6", build=build)
        row.name = "Grub Nizz"
        row.save()
        return row

    mine, another = own(ambush.people["greta"].owner), own(ambush.people["femi"].owner)
    assert "Your own Grub Nizz" in searched(ambush, "nizz")
    assert pressed(ambush, "add/", characters=str(mine.public_id))[0] == 200
    assert names(ambush)[-1] == "Grub Nizz"
    status, page = pressed(ambush, "add/", characters=str(another.public_id))
    assert status == 422
    assert "One of these is no longer there. Choose again." in page


def test_a_search_finds_them_by_name_side_and_skill_in_all_sources(ambush: Ambush) -> None:
    assert "Imperial Officer" in searched(ambush, "officer")
    assert "Stormtrooper" not in searched(ambush, "officer")
    assert "The roster Captain Dresk" in searched(ambush, "dresk")
    assert "Ships and vehicles" in searched(ambush, "fighter")
    assert searched(ambush, "xyzzy").strip() == "No matches. Try fewer words."


@EVERY
def test_opponents_of_the_roster_stand_in_their_folders(
    slug: str, people: dict[str, Person], party: Party
) -> None:
    party.system = slug
    party.save()
    ambush = Ambush(party, Encounter.objects.create(party=party, name="Ambush"), people)
    rules, owner = registry.get(slug).opponents, people["greta"].owner
    assert rules
    build = storage.exported(rules.document({WHO: (rules.listed()[0].id,)}))
    for name, folder in (("Grub", ""), ("Nizz", "The docks"), ("Zat", "the cantina")):
        row = Character(owner=owner, kind="opponent", system=slug, roster=party, folder=folder)
        row.name, row.build = name, msgspec.json.decode(build)["build"]
        row.save()
    page = searched(ambush, "")
    order = ("The roster Grub", "The roster the cantina Zat", "The roster The docks Nizz")
    places = [page.index(text) for text in order]
    assert places == sorted(places)
    assert "Zat" in searched(ambush, "cantina")
    assert "Nizz" not in searched(ambush, "cantina")


def test_a_source_shows_so_many_and_says_how_many_more(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(candidates, "MOST_SHOWN", 2)
    assert "16 more. Search for them." in searched(ambush, "")


def test_both_sides_stand_side_by_side_with_their_numbers(ambush: Ambush) -> None:
    page = words(ambush.people["greta"].client.get(ambush.address).content.decode())
    ours, theirs = page.index("The party 2"), page.index("Opponents 3")
    assert (
        page.index("Start the fight")
        < ours
        < page.index("Orrin", ours)
        < theirs
        < page.index("Zin Tavik", theirs)
    )
    assert "Captain Dresk Dodge 12 Parry 12 Block 12 Soak 2 Blaster Pistol 3D damage 3D" in page


def test_a_press_takes_somebody_out_and_a_refusal_is_said_where_it_was_pressed(
    ambush: Ambush,
) -> None:
    where = f"combatants/{ambush.combatant('Zin Tavik').pk}/remove/"
    status, page = pressed(ambush, where)
    assert status == 200
    assert "Zin Tavik" not in page
    status, page = pressed(ambush, "add/", listed="nobody")
    assert status == 422
    assert "One of these is no longer there. Choose again." in page
    assert "Opponents 2" in page
    assert pressed(ambush, "add/", group="thug", members="77")[0] == 422


def test_each_press_has_a_key_of_its_own(ambush: Ambush) -> None:
    client = ambush.people["greta"].client
    for _ in range(2):
        answer = client.post(f"{ambush.address}add/", {"listed": "thug"}, headers=HTMX)
        assert 'id="adding-key"' in answer.content.decode()
    assert names(ambush)[-2:] == ["Thug 1", "Thug 2"]


def test_the_forecast_counts_again_by_itself_once_the_sides_change(
    ambush: Ambush, counted: list[int]
) -> None:
    client, again = ambush.people["greta"].client, 'hx-trigger="load delay:800ms"'
    assert again in client.get(ambush.address).content.decode()
    ambush.difficulty()
    assert counted == [0, 50, 100, 150]
    page = client.get(ambush.address).content.decode()
    assert again not in page
    assert "Your party wins" in page
    answer = client.post(f"{ambush.address}add/", {"listed": "thug"}, headers=HTMX)
    page = answer.content.decode()
    assert again in page
    assert "The sides have changed since. Counting again …" in words(page)
    # Where one side is empty there is nothing to count.
    ambush.encounter.combatants.filter(side=Combatant.Side.OPPONENTS).delete()
    assert again not in client.get(ambush.address).content.decode()


def test_the_forecast_says_what_one_more_of_each_kind_changes(
    ambush: Ambush, counted: list[int]
) -> None:
    pressed(ambush, "add/", listed="bounty-hunter", count="2")
    page = words(ambush.difficulty())
    kept = forecast.kept_difficulty(ambush.now())
    assert kept
    assert kept.is_done
    more = kept.difficulty.more
    assert [one.name for one in more] == ["Captain Dresk", "Stormtrooper", "Bounty Hunter"] or more
    for one in more:
        assert f"One more {one.name}: {kept.difficulty.won} → {one.won}" in page
        assert one.won <= kept.difficulty.won


def test_one_more_of_a_group_is_a_member_and_nobody_is_asked_twice(ambush: Ambush) -> None:
    pressed(ambush, "add/", listed="thug", count="2")
    entered = Entered(ambush.now())
    job = entered.job()
    more = dict(zip(entered.kinds, job.one_more, strict=True))
    assert set(more) == {"Stormtrooper", "Captain Dresk", "Zin Tavik", "Thug"}
    group = registry.read(more["Stormtrooper"].entrant.document)
    assert group.marks.members == 6
    assert more["Stormtrooper"].instead is not None
    assert more["Thug"].instead is None
    assert len(job.shares) == 5


def test_a_player_sees_nothing_of_it(ambush: Ambush) -> None:
    for name in ("ines", "femi"):
        client = ambush.people[name].client
        for query in ({}, {"q": "officer"}):
            answer = client.get(ambush.address, query, headers={"HX-Request": "true"})
            assert answer.status_code == 404
        answer = client.post(f"{ambush.address}add/", {"listed": "thug"}, headers=HTMX)
        assert answer.status_code == 404


def test_a_tab_that_was_open_before_takes_nothing_back_that_another_one_saved(
    ambush: Ambush,
) -> None:
    greta, rows = ambush.people["greta"].client, Encounter.objects.filter(pk=ambush.encounter.pk)
    page = greta.get(ambush.address).content.decode()
    shown = dict(re.findall(r'name="(was\.\w+)" value="(\w+)"', page))
    said = {"name": "Ambush at the gate", "place": "Docking bay 12", "folder": "", "notes": ""}
    assert sorted(shown) == sorted(f"was.{name}" for name in (*said, "hides_numbers"))
    greta.post(ambush.address, {**said, **shown, "notes": "Two more behind the door."})
    # The other tab changes another field, and then the same.
    assert greta.post(ambush.address, {**said, **shown, "place": "Docks"}).status_code == 302
    assert rows.values_list("place", "notes").get() == ("Docks", "Two more behind the door.")
    answer = greta.post(ambush.address, {**said, **shown, "notes": "They flee."})
    assert answer.status_code == 409
    said_of_it = "Another page changed this to “Two more behind the door.” – save again"
    assert said_of_it in words(answer.content.decode())
    assert "They flee.</textarea>" in answer.content.decode()
    assert rows.get().notes == "Two more behind the door."
    shown = dict(re.findall(r'name="(was\.\w+)" value="(\w+)"', answer.content.decode()))
    greta.post(ambush.address, {**said, **shown, "place": "Docks", "notes": "They flee."})
    assert rows.get().notes == "They flee."


def test_nor_does_it_take_back_what_another_said_of_a_combatant(ambush: Ambush) -> None:
    greta, zin = ambush.people["greta"].client, ambush.combatant("Zin Tavik")
    rows = Combatant.objects.filter(pk=zin.pk)
    page = greta.get(f"{ambush.address}combatants/{zin.pk}/").content.decode()
    was = dict(re.findall(r'name="(was\.\w+)"\s+value="(\w+)"', page))
    assert len(was) == 4

    forms = {"describe": ("name", "hidden"), "put": ("place", "circumstances")}

    def send(verb: str, **said: str) -> int:
        shown = {f"was.{name}": was[f"was.{name}"] for name in forms[verb]}
        where = f"{ambush.address}combatants/{zin.pk}/{verb}/"
        return greta.post(where, {**shown, **said}).status_code

    assert send("describe", name="Zin the Silent", hidden="yes") == 302
    # Another tab, which shows it as it was, hides nobody and renames nobody anew.
    assert send("describe", name=zin.name) == 302
    assert rows.values_list("name", "hidden").get() == ("Zin the Silent", True)
    assert send("describe", name="Zin the Loud") == 409
    assert rows.get().name == "Zin the Silent"
    here, there = sorted({0, 1, 2} - {zin.place})
    assert send("put", place=str(there), **{"in": "yes"}) == 302
    assert send("put", place=str(zin.place), **{"in": "yes"}) == 302
    assert send("put", place=str(here), **{"in": "yes"}) == 409
    assert rows.get().place == there
