"""The demo: the ready-made characters as rows that everybody may look at."""

from io import StringIO

from django.core.management import call_command
from django.test import Client

from sheets import bridge
from sheets.models import Character
from sheets.ready_made import all_ready_made


def loaded() -> str:
    out = StringIO()
    call_command("load_demo", stdout=out)
    return out.getvalue()


def test_there_are_eight_and_all_are_legal_and_different() -> None:
    found = list(all_ready_made().values())
    assert len(found) == 8
    assert len({one.kind for one in found}) == 8
    loaded()
    for row in Character.objects.all():
        system, document = bridge.read(row)
        assert system.problems(document) == ()


def test_loading_twice_changes_nothing(nobody: Client) -> None:
    assert loaded().startswith("8 ")
    before = list(Character.objects.values())
    assert loaded().startswith("0 ")
    assert list(Character.objects.values()) == before


def test_a_row_that_is_not_what_it_should_be_is_put_right() -> None:
    loaded()
    Character.objects.filter(name=Character.objects.earliest("pk").name).update(build={"x": 1})
    Character.objects.latest("pk").delete()
    assert loaded().startswith("2 ")
    assert loaded().startswith("0 ")
    assert Character.objects.count() == 8


def test_everybody_finds_them_and_can_take_one(nobody: Client) -> None:
    assert all(one.public_id is None for one in nobody.get("/").context["ready_made"])
    loaded()
    offered = nobody.get("/characters/new/").context["ready_made"]
    assert len(offered) == 8
    for one in offered:
        page = nobody.get(f"/characters/{one.public_id}/")
        assert page.context["sheet"].name == one.name
        assert page.context["start"] == one.slug
    form = {"start": offered[0].slug}
    taken = nobody.post("/characters/new/", form, follow=True).context["character"]
    assert (taken.name, taken.is_draft) == (offered[0].name, True)
    assert taken.public_id != offered[0].public_id
