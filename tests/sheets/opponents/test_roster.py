"""The roster of a party: who is added to it how, and that no player learns of it."""

import json
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.http import HttpResponse

from rules import registry
from rules.character import Character as OpenCharacter
from rules.opponents import WHO
from sheets.models import Character, Encounter, Member, Party
from sheets.opponents.rosters import roster
from tests.sheets.cast import Person
from tests.sheets.opponents.files import arrived
from tests.sheets.pages import words
from tests.sheets.toasts import toast_of

People = dict[str, Person]
SLUGS = sorted(registry.built_in())


@pytest.fixture
def send(party: Party, people: People) -> Callable[..., HttpResponse]:
    """The answer to Greta's form of the roster."""

    def post(where: str = "", *, of: str = "greta", **sent: Any) -> HttpResponse:
        return people[of].client.post(f"/parties/{party.public_id}/roster/{where}", sent)

    return post


def names(party: Party) -> list[str]:
    rows = Character.documents.filter(roster=party).order_by("pk")
    return [OpenCharacter(registry.get(row.system), document(row)).sheet.name for row in rows]


def document(row: Character) -> Any:
    from sheets import storage  # noqa: PLC0415

    return storage.read(row)[1]


def test_opponents_of_the_book_are_added_with_one_press(
    send: Callable[..., HttpResponse], party: Party
) -> None:
    for one in registry.get(party.system).opponents.listed():  # type: ignore[union-attr]
        assert send("add/listed/", who=one.id).status_code == 302, one.id
    assert len(names(party)) == 18
    assert send("add/listed/", who="stormtrooper", members="5").status_code == 302
    assert Character.documents.filter(roster=party).last().marks == {"members": 5}  # type: ignore[union-attr]
    for bad in ({"who": "nobody"}, {"who": "stormtrooper", "members": "1"}, {}):
        assert send("add/listed/", **bad).status_code == 422, bad
    assert len(names(party)) == 19


def test_whoever_adds_one_of_a_search_stays_there_and_can_take_it_back(
    people: People, send: Callable[..., HttpResponse], party: Party
) -> None:
    answer = send("add/listed/", who="thug", q="a thug")
    base = f"/parties/{party.public_id}/roster/"
    assert answer["Location"] == f"{base}?q=a+thug#listed-thug"
    page = people["greta"].client.get(base)
    assert 'id="listed-thug"' in page.content.decode()
    toast = toast_of(page)
    assert toast
    assert toast.text == "Thug is in the roster."
    assert people["greta"].client.post(toast.address, toast.fields).status_code == 302
    assert names(party) == []
    assert send("add/listed/", who="thug", q=100_000 * "x")["Location"] == (
        f"{base}?q={60 * 'x'}#listed-thug"
    )


@pytest.mark.all_games
@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_lists_opponents_and_craft_to_add_with_one_press(
    people: People, slug: str
) -> None:
    party = Party.objects.create(name="The Long Watch", system=slug)
    Member.objects.create(party=party, owner=people["greta"].owner, role=Member.Role.GM)
    client, game = people["greta"].client, registry.get(slug)
    for room, rules in (("roster", game.opponents), ("ships", game.craft)):
        if rules is None:
            continue
        address = f"/parties/{party.public_id}/{room}/"
        page = client.get(address).content.decode()
        assert f"<h2>{rules.heading}</h2>" in page
        assert rules.whose in page
        assert ('name="members" min=' in page) is bool(rules.group)
        for one in rules.listed():
            assert client.post(f"{address}add/listed/", {"who": one.id}).status_code == 302, one.id
        page = client.get(address, {"q": rules.listed()[0].name}).content.decode()
        assert f"<b>{rules.listed()[0].name}</b></a>" in page
        nothing = client.get(address, {"q": "zzz"}).content.decode()
        assert f"<b>{rules.listed()[0].name}</b></a>" not in nothing
    strongest = Character.documents.filter(roster=party, kind="opponent").last()
    assert strongest
    sheet = client.get(f"/characters/{strongest.public_id}/").content.decode()
    assert "GM accepts" not in sheet
    assert (
        Character.documents.filter(roster=party).count()
        == {
            "hyperspace-d6": 18 + 27,
            "rules-sheet-d6": 18,
            "empire-ascendant": 18 + 8,
            "storytelling-d10": 18 + 8,
        }[slug]
    )


def test_an_elite_and_one_of_a_level_are_made_with_a_form(
    send: Callable[..., HttpResponse], party: Party
) -> None:
    assert send(who="thug", elite=["DEX", "STR"], weapons=["vibroblade"]).status_code == 302
    level = {"who": "level.proficient", "name": "Deck officer", "spread": "DEX 4, str 2D"}
    assert (
        send(**level, skills=["blasters", "stealth"], weapons=["blaster-rifle"]).status_code == 302
    )
    assert names(party) == ["Elite Thug", "Deck officer"]
    refused = send(**level, skills=["blasters"])
    assert refused.status_code == 422
    assert "Choose 1 more skill" in refused.content.decode()
    assert "Deck officer" in refused.content.decode()  # nothing typed is lost
    for bad in (
        {"who": "thug", "weapons": ["vibroblade"]},
        {"who": "level.proficient", "spread": "LUCK 4"},
        {"who": ""},
        {"who": "thug", "elite": ["DEX"]},
        {"who": "thug", "elite": ["DEX", "FOR"]},
        {"who": "thug", "elite": ["DEX", "STR"], "gear": "2 Teapot"},
        {"who": "thug", "crystal": "red"},
    ):
        answer = send(**bad)
        assert answer.status_code == 422, bad
        page = answer.content.decode()
        assert 'class="notice of-harm" role="alert"' in page
        for typed in ("LUCK 4", "2 Teapot"):
            assert (f'value="{typed}"' in page) is (typed in bad.values())
    assert len(names(party)) == 2


@pytest.mark.all_games
@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_has_opponents(people: People, slug: str) -> None:
    party = Party.objects.create(name="The Long Watch", system=slug)
    Member.objects.create(party=party, owner=people["greta"].owner, role=Member.Role.GM)
    client = people["greta"].client
    base = f"/parties/{party.public_id}/roster/"
    assert client.post(f"{base}add/random/").status_code == 302
    row = Character.documents.get(roster=party)
    exported = client.get(f"/characters/{row.public_id}/document.json").content
    text = json.dumps(json.loads(exported) | {"name": "Somebody else"})
    sent = {"game": slug, "party": str(party.public_id)}
    assert arrived(client, text.encode(), **sent)["Location"] == base
    page = client.get(base).content.decode()
    assert "Somebody else" in page
    for address in (f"/characters/{row.public_id}/", f"/characters/{row.public_id}/table/"):
        shown = client.get(address).content.decode()
        assert "/advance/" not in shown
        assert "/share/" not in shown
    for where in ("advance", "history/take-back/1", "share", "words", "rebuild"):
        assert client.get(f"/characters/{row.public_id}/{where}/").status_code in (403, 404, 405), (
            where
        )


def test_an_opponent_is_typed_where_the_book_lists_none(people: People) -> None:
    party = Party.objects.create(name="The Long Watch", system="storytelling-d10")
    Member.objects.create(party=party, owner=people["greta"].owner, role=Member.Role.GM)
    client, base = people["greta"].client, f"/parties/{party.public_id}/"
    typed = {"name": "Trooper 7", "attributes": "Dexterity 7", "skills": "Firearms 5, Zork 2"}
    refused = client.post(f"{base}roster/", typed)
    assert refused.status_code == 422
    assert "“Zork” isn&#x27;t an ability of this game." in refused.content.decode()
    assert "Firearms 5, Zork 2" in refused.content.decode()  # nothing typed is lost
    typed |= {"skills": "Firearms 5", "weapons": "Rifle 7 (Firearms)"}
    assert client.post(f"{base}roster/", typed).status_code == 302
    client.post(f"{base}encounters/", {"name": "Ambush"})
    encounter, row = Encounter.objects.get(), Character.documents.get()
    prepare = f"{base}encounters/{encounter.public_id}/"
    client.post(f"{prepare}add/", {"characters": str(row.public_id)})
    for one in Character.documents.all():  # what players may not have counts, in the copy too
        numbers = OpenCharacter(registry.get(one.system), document(one)).numbers
        assert numbers["weapons"][0]["attack"] == 12
    assert Character.documents.count() == 2


def test_one_is_renamed_copied_and_deleted(
    send: Callable[..., HttpResponse], party: Party, people: People, in_party: Any
) -> None:
    send("add/listed/", who="bounty-hunter")
    row = Character.documents.get(roster=party)
    send(f"{row.public_id}/rename/", name="Zin")
    send(f"{row.public_id}/duplicate/")
    assert names(party) == ["Zin", "Zin (copy)"]
    other = Party.objects.create(name="Elsewhere", system=party.system)
    refused = send(f"{row.public_id}/copy/", party=str(other.public_id))
    assert refused.status_code == 422
    Member.objects.create(party=other, owner=people["greta"].owner, role=Member.Role.GM)
    send(f"{row.public_id}/copy/", party=str(other.public_id))
    assert names(other) == ["Zin"]
    # And from there it comes back, as long as one leads both.
    (there,) = Character.documents.filter(roster=other)
    send(f"{row.public_id}/rename/", name="Zin the First")
    page = people["greta"].client.get(f"/parties/{party.public_id}/roster/").content.decode()
    assert re.search(r'<optgroup label="Elsewhere">\s*<option value="[^"]+">Zin</option>', page)
    assert send("add/party/", opponent=str(row.public_id)).status_code == 422  # it is here
    assert send("add/party/", opponent=str(there.public_id)).status_code == 302
    assert names(party) == ["Zin the First", "Zin (copy)", "Zin"]
    Member.objects.filter(party=other).update(role=Member.Role.PLAYER)
    assert send("add/party/", opponent=str(there.public_id)).status_code == 422
    encounter = Encounter.objects.create(party=party, name="Ambush")
    client = people["greta"].client
    add = f"/parties/{party.public_id}/encounters/{encounter.public_id}/add/"
    client.post(add, {"characters": str(row.public_id), "count": "2"})
    for _ in range(2):  # pressed twice
        assert send(f"{row.public_id}/delete/").status_code in (302, 404)
    assert encounter.combatants.count() == 2
    # It is deleted for a month, in no list of the game master's, and one press restores it.
    assert [one.name for one in roster(party)] == ["Zin", "Zin (copy)"]
    toast = toast_of(client.get(f"/parties/{party.public_id}/roster/"))
    assert toast.text == "Deleted Zin the First."
    assert "Zin the First" not in client.get("/characters/deleted/").content.decode()
    stranger = people["ines"].client
    assert stranger.post(toast.address, toast.fields).status_code in (403, 404)
    for _ in range(2):  # pressed twice
        assert client.post(toast.address, toast.fields).status_code == 302
    assert [one.name for one in roster(party)] == ["Zin", "Zin (copy)", "Zin the First"]
    assert encounter.combatants.count() == 2
    Character.documents.filter(pk=row.pk).delete()
    assert client.post(toast.address, {"key": "f" * 32}).status_code == 404
    own = in_party("Hers", of="greta")
    send("add/character/", character=str(own.public_id))
    theirs = in_party("Not hers")
    assert send("add/character/", character=str(theirs.public_id)).status_code == 422


def test_no_list_and_no_player_shows_an_opponent(
    send: Callable[..., HttpResponse], party: Party, people: People
) -> None:
    send("add/listed/", who="bounty-hunter")
    row = Character.documents.get(roster=party)
    greta, ines = people["greta"].client, people["ines"].client
    assert toast_of(greta.get(f"/parties/{party.public_id}/roster/"))  # said once, with an Undo
    for client in (greta, ines):
        for address in ("/characters/", f"/parties/{party.public_id}/"):
            assert str(row.public_id) not in client.get(address).content.decode()
    for address in ("", "table/", "document.json", "print/", "log/", "live/"):
        got = ines.get(f"/characters/{row.public_id}/{address}").status_code
        assert got == 404, address
    assert ines.get(f"/parties/{party.public_id}/roster/").status_code == 404
    harm = {"damage": "6"}
    assert greta.post(f"/characters/{row.public_id}/table/do/harm/", harm).status_code == 302
    assert people["cora"].client.get(f"/characters/{row.public_id}/table/").status_code == 200


def test_an_opponent_that_was_made_is_edited_in_the_form_that_made_it(
    send: Callable[..., HttpResponse], party: Party, people: People
) -> None:
    assert send("add/listed/", who="stormtrooper", members="5").status_code == 302
    row = Character.documents.get(roster=party)
    Character.documents.filter(pk=row.pk).update(marks={"members": 5, "stunned": 1})
    page = people["greta"].client.get(f"/parties/{party.public_id}/roster/{row.public_id}/")
    assert 'name="members" value="5"' in " ".join(page.content.decode().split())
    where, version = f"{row.public_id}/edit/", str(row.version)
    knight = {"who": "knight", "name": "Tavi Senn", "elite": ["DEX", "FOR"], "members": "3"}
    assert send(where, **knight, version=version, of="ines").status_code == 404
    wrong = send(where, **knight, version=version, gear="Nothing of the kind")
    assert wrong.status_code == 422
    assert "Nothing of the kind" in wrong.content.decode()
    assert send(where, **knight, version=version, gear="Medpac").status_code == 302
    row.refresh_from_db()
    assert (row.name, row.build["opponent"]["id"]) == ("Tavi Senn", "knight")
    assert row.build["opponent"]["elite"]["gear"] == ["medpac"]
    assert row.marks == {"members": 3, "stunned": 1}
    # Another page has changed it meanwhile.
    assert send(where, **knight, version=version).status_code == 409
    row.refresh_from_db()
    assert row.build["opponent"]["elite"]["gear"] == ["medpac"]


@pytest.mark.all_games
@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_edits_an_opponent_with_its_harm_and_keeps_what_another_page_saved(
    people: People, slug: str
) -> None:
    party = Party.objects.create(name="The Long Watch", system=slug)
    Member.objects.create(party=party, owner=people["greta"].owner, role=Member.Role.GM)
    client, rules = people["greta"].client, registry.get(slug).opponents
    assert rules
    address = f"/parties/{party.public_id}/roster/"
    listed = rules.listed()[-1].id
    assert client.post(f"{address}add/listed/", {"who": listed}).status_code == 302
    row = Character.documents.get(roster=party)
    harm = {
        "hyperspace-d6": {"wounds": 1},
        "rules-sheet-d6": {"stuns": 1},
        "empire-ascendant": {"wound": 1},
        "storytelling-d10": {"lethal": 2},
    }[slug]
    Character.documents.filter(pk=row.pk).update(marks=harm)
    page = client.get(f"{address}{row.public_id}/").content.decode()
    assert 'id="edit-opponent"' in page
    before = document(row)
    filled = rules.filled(before)
    assert filled
    sent = {field: list(texts) for field, texts in filled.values.items()}
    assert (WHO in sent) == rules.is_bound
    edit = f"{address}{row.public_id}/edit/"
    renamed = {**sent, "name": "Ruk Tallo"}
    assert client.post(edit, {**renamed, "version": row.version}).status_code == 302
    row.refresh_from_db()
    after = document(row)
    assert (after.name, after.build, after.house) == ("Ruk Tallo", before.build, before.house)
    assert row.marks == harm
    # Everything that a game master can accept is accepted where opponents are bound by nothing.
    if not rules.is_bound:
        strong = {"attributes": {"storytelling-d10": "Strength 9"}.get(slug, "Strength 12D")}
        sent = {**renamed, **strong, "version": row.version}
        assert client.post(edit, sent).status_code == 302
        row.refresh_from_db()
        sheet = client.get(f"/characters/{row.public_id}/").content.decode()
        assert "GM accepts" not in sheet
        value = {"storytelling-d10": 9}.get(slug, "12D")
        attributes = document(row).build.attributes
        assert value in (attributes.get("STR"), attributes.get("strength"))
    assert client.post(edit, {**renamed, "version": 1}).status_code == 409


def test_opponents_of_a_folder_stand_together_and_are_found_by_it(
    send: Callable[..., HttpResponse], party: Party, people: People
) -> None:
    for who in ("thug", "stormtrooper", "bounty-hunter"):
        assert send("add/listed/", who=who).status_code == 302
    trooper, hunter = (
        Character.documents.get(roster=party, name=name)
        for name in ("Stormtrooper", "Bounty Hunter")
    )
    for row, folder in ((trooper, "The garrison"), (hunter, "At the docks")):
        assert send(f"{row.public_id}/folder/", folder=folder).status_code == 302
    client, address = people["greta"].client, f"/parties/{party.public_id}/roster/"
    page = client.get(address).content.decode()
    order = ("<b>Thug</b></a>", "At the docks", "<b>Bounty Hunter</b></a>", "The garrison")
    places = [page.index(text) for text in (*order, "<b>Stormtrooper</b></a>")]
    assert places == sorted(places)
    found = client.get(address, {"q": "garrison"}).content.decode()
    assert "<b>Stormtrooper</b></a>" in found
    assert "<b>Bounty Hunter</b></a>" not in found
    assert send(f"{trooper.public_id}/duplicate/").status_code == 302
    copy = Character.documents.get(roster=party, name="Stormtrooper (copy)")
    assert copy.folder == "The garrison"
    assert send(f"{copy.public_id}/folder/", folder="").status_code == 302
    copy.refresh_from_db()
    assert copy.folder == ""
    assert send(f"{copy.public_id}/folder/", folder="x" * 81).status_code == 422
    assert send(f"{copy.public_id}/folder/", folder="Theirs", of="ines").status_code == 404


@pytest.mark.all_games
@pytest.mark.parametrize("slug", SLUGS)
def test_a_character_in_the_roster_is_edited_as_far_as_the_form_goes(
    people: People, slug: str
) -> None:
    party = Party.objects.create(name="The Long Watch", system=slug)
    Member.objects.create(party=party, owner=people["greta"].owner, role=Member.Role.GM)
    client, rules = people["greta"].client, registry.get(slug).opponents
    assert rules
    address = f"/parties/{party.public_id}/roster/"
    assert client.post(f"{address}add/random/").status_code == 302
    row = Character.documents.get(roster=party)
    page = words(client.get(f"{address}{row.public_id}/").content.decode())
    before = document(row)
    filled, edit = rules.filled(before), f"{address}{row.public_id}/edit/"
    if filled is None:
        assert "It was built as a character" in page
        assert client.post(edit, {WHO: "thug", "version": row.version}).status_code == 404
        answer = client.post(f"{address}{row.public_id}/character/")
        made = Character.documents.get(owner=people["greta"].owner, kind="character")
        assert answer.url == f"/characters/{made.public_id}/"
        assert document(made) == before
        assert "Rebuild" in client.get(answer.url).content.decode()
    else:
        assert client.post(f"{address}{row.public_id}/character/").status_code == 422
        assert all(part in page for part in filled.left_out)
        sent = {field: list(texts) for field, texts in filled.values.items()}
        sent |= {"concept": ["Warden of the gate"], "version": [str(row.version)]}
        assert client.post(edit, sent).status_code == 302
        row.refresh_from_db()
        after = document(row).build
        described = "concept" if hasattr(after, "concept") else "template"
        assert getattr(after, described) == "Warden of the gate"
        assert after == msgspec.structs.replace(before.build, **{described: "Warden of the gate"})
