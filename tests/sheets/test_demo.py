"""The demo: ready-made characters and a party, as rows that everybody may look at."""

from io import StringIO

from django.core.management import call_command
from django.test import Client

from rules import registry
from rules.character import Character as OpenCharacter
from sheets import storage
from sheets.demo import all_pregens, demo_party, group_by_game
from sheets.models import Character, Party


def loaded() -> str:
    out = StringIO()
    call_command("load_demo", stdout=out)
    return out.getvalue()


def test_there_are_several_of_each_game_and_all_are_legal_and_different() -> None:
    found = list(all_pregens().values())
    assert [len(one.pregens) for one in group_by_game(found)] == [8, 6, 5, 6]
    assert len({one.kind for one in found}) == 25
    loaded()
    for row in Character.objects.all():
        system, document = storage.read(row)
        assert OpenCharacter(system, document).problems == ()


def test_loading_twice_changes_nothing(nobody: Client) -> None:
    assert loaded().endswith(": 31.\n")
    before = list(Character.objects.values())
    assert loaded().endswith(": 0.\n")
    assert list(Character.objects.values()) == before


def test_a_row_that_is_not_what_it_should_be_is_put_right() -> None:
    loaded()
    Character.objects.filter(pk=Character.objects.earliest("pk").pk).update(build={"x": 1})
    Character.objects.latest("pk").delete()
    assert loaded().endswith(": 2.\n")
    assert loaded().endswith(": 0.\n")
    assert Character.objects.count() == 31


def test_everybody_finds_them_and_can_take_one(nobody: Client) -> None:
    for shown in nobody.get("/").context["pregen_groups"]:
        assert all(one.public_id is None for one in shown.pregens)
    loaded()
    offered = [
        one
        for slug in registry.all_systems()
        for shown in nobody.get(f"/characters/new/?game={slug}").context["pregen_groups"]
        for one in shown.pregens
    ]
    assert len(offered) == 25
    for one in offered:
        page = nobody.get(f"/characters/{one.public_id}/")
        assert page.context["sheet"].name == one.name
        assert page.context["start"] == one.slug
    form = {"start": offered[0].slug}
    taken = nobody.post("/characters/new/", form, follow=True).context["character"]
    assert (taken.name, taken.is_draft) == (offered[0].name, True)
    assert taken.public_id != offered[0].public_id


def test_a_party_of_six_shows_its_board_to_everybody_and_lets_nobody_in(nobody: Client) -> None:
    loaded()
    party = Party.objects.get()
    assert (party.characters.count(), party.sessions) == (6, 3)
    at = f"/parties/{party.public_id}/"
    assert f'href="{at}"' in nobody.get("/").content.decode()
    page = nobody.get(at).content.decode()
    assert "Two Days Out of Kessra" in page
    assert "Grawwa" in page
    assert "the governor has put" not in page.casefold()
    for leading in ("hand-out/", "dissolve/", "rules/species/"):
        assert nobody.get(f"{at}{leading}").status_code == 404
    for write in ("bring/", "leave/", "invitations/", "options/", "session/"):
        assert nobody.post(f"{at}{write}").status_code == 404


def test_who_looks_at_the_demos_party_is_offered_nothing_they_may_not_do(nobody: Client) -> None:
    loaded()
    at = f"/parties/{Party.objects.get().public_id}/"
    board = nobody.get(at).content.decode()
    assert "This is the demo party." in board
    assert "/table/" not in board
    members = nobody.get(f"{at}members/").content.decode()
    assert "Grawwa" in members
    for offered in ("Leave the party", "Build one for this party", "Take out"):
        assert offered not in members


def test_the_partys_characters_grew_and_are_legal() -> None:
    for one in demo_party().characters.values():
        assert len(one.document.ledger) == 7
        assert OpenCharacter(registry.get(one.document.system), one.document).problems == ()
