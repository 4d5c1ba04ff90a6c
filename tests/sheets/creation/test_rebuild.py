"""Building a finished character anew: the sheet stays until it is finished, which is one entry."""

import json
from collections.abc import Callable
from typing import Any

from django.test import Client
from pytest_django import DjangoAssertNumQueries

from sheets import form_data
from sheets.models import Character

StepOf = Callable[[Character, str], str]
FieldOf = Callable[..., dict[str, Any]]
MakeCharacter = Callable[..., Character]
HTMX = {"HX-Request": "true"}


def url(character: Character, rest: str = "") -> str:
    return f"/characters/{character.public_id}/{rest}"


def row(character: Character) -> Character:
    return Character.objects.get(pk=character.pk)


def document(client: Client, character: Character) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(client.get(url(character, "document.json")).content)
    return found


def finish(client: Client, character: Character, **sent: Any) -> Any:
    form = {"key": form_data.new_key(), "version": row(character).version, **sent}
    return client.post(url(character, "rebuild/finish/"), form)


Choose = Callable[..., None]


def test_a_rebuild_begins_with_what_counts_and_the_sheet_stays_as_it_was(
    ines: Client, played: Character, choose: Choose
) -> None:
    before = document(ines, played), ines.get(url(played)).context["sheet"]
    assert ines.post(url(played, "rebuild/"))["Location"] == url(played, "build/")
    first = ines.get(ines.get(url(played, "build/"))["Location"])
    assert first.status_code == 200
    assert "A rebuild" in first.content.decode()
    choose(played, "species", "species", "bith", was="twilek")
    choose(played, "concept", "name", "Vessa the Second", was="Vessa Korr")
    assert (document(ines, played), ines.get(url(played)).context["sheet"]) == before
    page = ines.get(url(played)).content.decode()
    assert "A rebuild is in progress" in page
    kept = row(played)
    assert kept.name == "Vessa Korr"
    assert kept.build["species"] == "twilek"
    assert kept.rebuilding is not None
    assert kept.rebuilding["build"]["species"] == "bith"


def test_the_last_step_shows_the_difference_with_all_that_came_since(
    ines: Client, played: Character, choose: Choose, step_of: StepOf
) -> None:
    ines.post(url(played, "rebuild/"))
    review = ines.get(step_of(played, "review"))
    assert review.context["groups"] == ()
    assert "The build is unchanged" in review.content.decode()
    choose(
        played,
        "skills",
        "skills",
        "stealth",
        "deceive",
        "brawl",
        was=("blasters", "deceive", "stealth"),
    )
    groups = ines.get(step_of(played, "review")).context["groups"]
    found = {one.label: (one.before, one.after) for g in groups for one in g.differences}
    assert found["Brawl"] == ("2D", "3D")
    assert "Stealth" not in found
    assert "Character Points" not in found


def test_finishing_is_one_entry_and_what_came_since_stays(
    ines: Client, played: Character, choose: Choose
) -> None:
    ines.post(url(played, "rebuild/"))
    choose(played, "concept", "name", "Vessa the Second", was="Vessa Korr")
    choose(played, "species", "species", "bith", was="twilek")
    assert finish(ines, played)["Location"] == url(played)
    kept = row(played)
    assert kept.rebuilding is None
    assert kept.aside == {}
    assert kept.name == "Vessa the Second"
    assert kept.build["species"] == "twilek"
    assert [one.content["kind"] for one in kept.entries.all()] == [
        "award",
        "raise-skill",
        "rebuild",
    ]
    entry = kept.entries.all()[2].content
    assert entry["build"]["species"] == "bith"
    assert entry["by"] == "Ines"
    assert entry["at"]
    sheet = ines.get(url(played)).context["sheet"]
    assert dict(sheet.facts)["Species"] == "Bith"
    assert sheet.figures["character_points"].value == 3
    ines.post(url(played, "rebuild/"))
    begun = row(played).rebuilding
    assert begun is not None
    assert begun["build"]["species"] == "bith"


def test_a_rebuild_that_is_undone_leaves_nothing_behind(
    ines: Client, played: Character, choose: Choose
) -> None:
    before = ines.get(url(played)).context["sheet"]
    ines.post(url(played, "rebuild/"))
    choose(played, "species", "species", "bith", was="twilek")
    finish(ines, played)
    assert ines.get(url(played)).context["sheet"] != before
    sent = {"key": form_data.new_key(), "version": row(played).version, "positions": "2"}
    assert ines.post(url(played, "history/2/take-back/"), sent).status_code == 302
    assert ines.get(url(played)).context["sheet"] == before
    ines.post(url(played, "rebuild/"))
    begun = row(played).rebuilding
    assert begun is not None
    assert begun["build"]["species"] == "twilek"


def test_leaving_drops_what_was_decided_anew(
    ines: Client, played: Character, choose: Choose
) -> None:
    before = document(ines, played)
    ines.post(url(played, "rebuild/"))
    choose(played, "species", "species", "bith", was="twilek")
    for _ in range(2):
        assert ines.post(url(played, "rebuild/leave/"))["Location"] == url(played)
    kept = row(played)
    assert (kept.rebuilding, kept.aside) == (None, {})
    assert document(ines, played) == before
    assert ines.get(url(played, "build/"))["Location"] == url(played)


def test_a_rebuild_that_changed_nothing_makes_no_entry(ines: Client, played: Character) -> None:
    ines.post(url(played, "rebuild/"))
    assert finish(ines, played).status_code == 302
    assert row(played).entries.count() == 2
    assert row(played).rebuilding is None


def test_a_new_name_alone_makes_no_entry(ines: Client, played: Character, choose: Choose) -> None:
    ines.post(url(played, "rebuild/"))
    choose(played, "concept", "name", "Vessa the Second", was="Vessa Korr")
    finish(ines, played)
    assert row(played).name == "Vessa the Second"
    assert row(played).entries.count() == 2


def test_beginning_twice_goes_on_with_what_was_decided(
    ines: Client, played: Character, choose: Choose
) -> None:
    ines.post(url(played, "rebuild/"))
    choose(played, "species", "species", "bith", was="twilek")
    ines.post(url(played, "rebuild/"))
    begun = row(played).rebuilding
    assert begun is not None
    assert begun["build"]["species"] == "bith"


def test_nothing_typed_is_lost_in_a_rebuild(
    ines: Client, played: Character, choose: Choose
) -> None:
    ines.post(url(played, "rebuild/"))
    choose(played, "edge-and-burden", "edge", "trained", was="luck")
    choose(played, "edge-and-burden", "edge.skill", "search", was="")
    choose(played, "edge-and-burden", "edge", "luck", was="trained")
    choose(played, "edge-and-burden", "edge", "trained", was="luck")
    begun = row(played).rebuilding
    assert begun is not None
    assert begun["build"]["edge"]["skill"] == "search"


def test_a_rebuild_asks_as_seldom_as_a_draft(
    ines: Client,
    rebuilding: Character,
    step_of: StepOf,
    field: FieldOf,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_num_queries(1):
        ines.get(step_of(rebuilding, "species"))
    with django_assert_num_queries(2):  # the ledger as well
        ines.get(step_of(rebuilding, "review"))
    with django_assert_num_queries(5):  # the row; begin, it with its lock, update, commit
        sent = field("species", "bith", was=("twilek",))
        assert ines.post(step_of(rebuilding, "species"), sent, headers=HTMX).status_code == 200


def test_chance_decides_in_a_rebuild_too(ines: Client, played: Character, step_of: StepOf) -> None:
    ines.post(url(played, "rebuild/"))
    answer = ines.post(step_of(played, "species") + "surprise/")
    assert answer["Location"] == f"{step_of(played, 'species')}?replace=species"
    assert row(played).build["species"] == "twilek"


def test_a_rebuild_is_no_part_of_the_document_nor_of_a_copy(
    ines: Client, played: Character, choose: Choose
) -> None:
    ines.post(url(played, "rebuild/"))
    choose(played, "species", "species", "bith", was="twilek")
    assert "rebuilding" not in document(ines, played)
    assert "bith" not in json.dumps(document(ines, played))
    copy = ines.post(url(played, "duplicate/"))["Location"]
    assert not ines.get(copy).context["character"].is_rebuilding
    taken = {"pasted": json.dumps(document(ines, played))}
    again = ines.post("/characters/import/", taken)["Location"]
    assert ines.get(again).context["character"].can_be_rebuilt


def test_a_number_beside_the_steps_explains_the_rebuild(
    ines: Client, rebuilding: Character, choose: Choose, step_of: StepOf
) -> None:
    choose(rebuilding, "species", "species", "bith", was="twilek")
    address = url(rebuilding, "rebuild/why/skills.stealth/")
    assert url(rebuilding, "rebuild/why/") in ines.get(step_of(rebuilding, "gear")).content.decode()
    assert "Bith" in ines.get(address).content.decode()
    assert ines.get(url(rebuilding, "rebuild/why/nothing/")).status_code == 404
    fragment = ines.get(address, headers=HTMX)
    assert fragment.templates[0].name == "ui/_why.html"
    ines.post(url(rebuilding, "rebuild/leave/"))
    assert ines.get(address).status_code == 404


def test_the_shelf_says_that_a_rebuild_is_under_way(ines: Client, rebuilding: Character) -> None:
    assert "A rebuild is in progress" in ines.get("/characters/").content.decode()
