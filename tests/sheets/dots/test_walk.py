"""A game of dots on every page of the site, from an empty sheet to its print."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.test import Client

from rules.character import Character as OpenCharacter
from rules.decisions import decisions_by_step
from rules.document import Document
from sheets import form_data, storage
from sheets.models import Character, Member, Owner, Party
from tests.dots_game.game import DUSK
from tests.dots_game.registered import dusk
from tests.sheets.cast import Person
from tests.sheets.every_game.characters import filled, opens, plain, retyped, unchanged
from tests.sheets.every_game.pages import address
from tests.sheets.example_characters import store

__all__ = ("dusk",)
pytestmark = pytest.mark.usefixtures("dusk")
HTMX = {"HX-Request": "true"}


def somebody() -> Document:
    document = DUSK.random(Random(3))
    for field, value in (
        ("merits.acute-sense", "yes"),
        ("merits.acute-sense.detail", "sight"),
        ("merits.acute-sense.note", "<b>Eagle</b>"),
        ("flaws.debt", "yes"),
    ):
        document = DUSK.fields.write(document, field, (value,))
    return document


@pytest.fixture
def draft(ines_owner: Owner) -> Character:
    return store(ines_owner, plain(DUSK.empty()))


@pytest.fixture
def finished(ines_owner: Owner) -> Character:
    return store(ines_owner, plain(somebody()), finished=True)


@pytest.fixture
def party(people: dict[str, Person]) -> Party:
    party = Party.objects.create(name="The Long Watch", system=DUSK.slug)
    for name, role in (("greta", Member.Role.GM), ("ines", Member.Role.PLAYER)):
        Member.objects.create(party=party, owner=people[name].owner, role=role)
        row = store(people[name].owner, plain(somebody()), finished=True)
        Character.objects.filter(pk=row.pk).update(party=party)
    return party


def save(client: Client, character: Character, step: str, **headers: str) -> Callable[..., Any]:
    """Sends fields of a step as they were shown and with what is typed in them."""

    def send(**fields: Any) -> Any:
        held = storage.read(character)[1]
        sent: dict[str, Any] = {}
        for id, values in fields.items():
            now = DUSK.fields.values(held, id.replace("__", "."))
            sent |= {f"was.{id}": form_data.token(now or ()), id: values}
        answer = client.post(address(character, f"build/{step}/"), sent, headers=headers)
        character.refresh_from_db()
        return answer

    return send


def build(character: Character) -> Any:
    return storage.read(character)[1].build


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_groups_are_put_in_order_and_dots_given(
    ines: Client, draft: Character, headers: dict[str, str]
) -> None:
    send = save(ines, draft, "attributes", **headers)
    assert send(order=["mind", "body", "heart"]).status_code in (200, 302)
    assert build(draft).order == ("mind", "body", "heart")
    # Whoever moves one group swaps two.
    send(order=["heart", "body", "heart"])
    assert build(draft).order == ("heart", "body", "mind")
    send(heart=["4", "2"])
    assert build(draft).attributes == {"charm": 4, "nerve": 2}
    page = " ".join(opens(ines, address(draft, "build/attributes/")).content.decode().split())
    assert "<b>First</b>" in page
    assert '<option value="heart" selected>Heart (all spent)</option>' in page
    assert '<b class="amber">0 dots</b> left of 4 dots' in page
    assert '<span class="unseen">4 of 5</span>' in page
    answer = send(order=["heart", "body"])
    assert answer.status_code == 422
    assert "An option for each of 3 places is expected." in answer.content.decode()


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_merits_are_paid_with_flaws_and_each_detail_is_one_more(
    ines: Client, draft: Character, headers: dict[str, str]
) -> None:
    send = save(ines, draft, "merits", **headers)
    page = opens(ines, address(draft, "build/merits/")).content.decode()
    assert "2 points left" in page
    assert "Needs Strength 3 (you have 1)" in page
    send(**{"merits.acute-sense": ["yes"]})
    send(**{"merits.acute-sense.points": ["2"], "merits.acute-sense.detail": ["sight"]})
    send(**{"merits.acute-sense.note": ["<b>Eagle</b>"], "merits.acute-sense~2": ["yes"]})
    held = build(draft).merits
    assert [(one.id, one.points, one.detail, one.note) for one in held] == [
        ("acute-sense", 2, "sight", "<b>Eagle</b>"),
        ("acute-sense", None, "", ""),
    ]
    page = opens(ines, address(draft, "build/merits/")).content.decode()
    assert "1 point too many" in page
    assert "Acute sense: Sight" in page
    assert "&lt;b&gt;Eagle&lt;/b&gt;" in page
    send(**{"flaws.debt": ["yes"]})
    page = opens(ines, address(draft, "build/merits/")).content.decode()
    assert "0 points left" in page
    assert "Points 3 = 2 + flaws 1" in page
    send(**{"merits.acute-sense": []})
    assert [one.id for one in build(draft).merits] == ["acute-sense"]
    assert send(**{"merits.acute-sense.points": ["9"]}).status_code == 422


def test_every_step_is_saved_as_it_stands_and_the_character_finished(
    ines: Client, ines_owner: Owner
) -> None:
    draft = store(ines_owner, plain(somebody()))
    before = plain(storage.read(draft)[1])
    for step in filled(DUSK, somebody()):
        at = address(draft, f"build/{step.id}/")
        opens(ines, at)
        for sent in (unchanged(step), retyped(step)):
            for headers in ({}, HTMX):
                assert ines.post(at, sent, headers=headers).status_code in (200, 302), step.id
    draft.refresh_from_db()
    assert plain(storage.read(draft)[1]) == before
    ines.post(address(draft, "finish/"), {"key": form_data.new_key()})
    draft.refresh_from_db()
    assert not draft.is_draft


def test_a_draft_is_filled_by_chance(ines: Client, draft: Character) -> None:
    assert ines.post(
        address(draft, "build/attributes/surprise/"), {"key": form_data.new_key()}
    ).status_code in (200, 302)
    draft.refresh_from_db()
    assert build(draft).order == ("body", "heart", "mind")


PAGES = (
    "", "table/", "history/", "history/0/", "session/", "log/", "print/", "text/", "sheet.md",
    "document.json", "why/pace/", "why/abilities.sneak/", "live/", "live/?part=table", "review/",
)  # fmt: skip


@pytest.mark.parametrize("page", PAGES)
def test_every_page_of_a_character_opens(page: str, ines: Client, finished: Character) -> None:
    opens(ines, address(finished, page))


PARTYS = (
    "",
    "live/",
    "skills/",
    "log/",
    "calls/",
    "reviews/",
    "hand-out/",
    "brief/",
    "pack/",
    "rules/",
    "members/",
)


@pytest.mark.parametrize("page", PARTYS)
def test_every_page_of_a_party_opens(page: str, people: dict[str, Person], party: Party) -> None:
    opens(people["greta"].client, f"/parties/{party.public_id}/{page}")


def press(client: Client, character: Character, action: str, **values: Any) -> Any:
    sent = {**values, "key": form_data.new_key()}
    return client.post(address(character, f"table/do/{action}/"), sent)


def test_harm_of_two_kinds_stands_on_one_track(ines: Client, finished: Character) -> None:
    press(ines, finished, "harm", damage="1", kind="lethal")
    press(ines, finished, "harm", damage="1", kind="bashing")
    page = opens(ines, address(finished, "table/")).content.decode()
    assert '<span class="unseen">1 lethal</span>' in page
    assert '<i class="mark">×</i>' in page
    assert '<span class="unseen">1 bashing</span>' in page
    assert '<i class="mark">/</i>' in page
    text = opens(ines, address(finished, "text/")).content.decode()
    assert "(4 of 4 left)" in text
    assert "Bruised [X]" in text
    assert "Hurt [/]" in text
    assert "Crippled [ ]" in text


def test_a_roll_counts_successes_and_willpower_is_a_box_less(
    ines: Client, finished: Character
) -> None:
    page = opens(ines, address(finished, "table/panel/abilities.locks/?row=vault")).content.decode()
    assert "Vault 8" in page
    assert "<b>1 success</b> needed" in page
    assert "Botch <b>" in page
    assert press(ines, finished, "abilities.locks", row="no such").status_code == 422
    press(ines, finished, "abilities.locks", row="chest", points="willpower")
    page = opens(ines, address(finished, "table/")).content.decode()
    assert '<span class="unseen">3 of 4 left</span>' in page
    assert '<i class="full"></i><i class="spent"></i><i></i>' in page
    log = opens(ines, address(finished, "log/")).content.decode()
    assert ' numbered">' in log
    assert "at Chest 5, 1 needed:" in log


def test_the_sheet_has_dots_with_their_number_in_words(ines: Client, finished: Character) -> None:
    page = opens(ines, address(finished)).content.decode()
    assert '<span class="unseen">3 of 5</span>' in page
    assert '<span class="soft">first, 4 dots</span>' in page
    assert "14½ m" in page
    assert "Press a code to roll it" in page


def test_the_board_has_what_nobody_heads(people: dict[str, Person], party: Party) -> None:
    at = f"/parties/{party.public_id}/"
    assert "Body" in opens(people["greta"].client, f"{at}skills/").content.decode()
    calls = opens(people["greta"].client, f"{at}calls/").content.decode()
    assert '<optgroup label="Abilities">' in calls
    assert '<option value="group.' not in calls


def test_tools_are_for_everybody_and_a_partys_for_who_leads_it(
    people: dict[str, Person], party: Party, nobody: Client
) -> None:
    assert "Weather" in opens(nobody, "/rules/dusk/tools/").content.decode()
    at = f"/parties/{party.public_id}/tools/"
    board = opens(people["greta"].client, f"/parties/{party.public_id}/").content.decode()
    assert f'href="{at}"' in board
    for path in (at, f"{at}weather/"):
        opens(people["greta"].client, path)
        assert people["ines"].client.get(path).status_code == 404
        assert nobody.get(path).status_code == 404
    assert people["greta"].client.get(f"{at}harm/").status_code == 404
    assert nobody.get("/rules/dusk/tools/abilities.climb/").status_code == 404


def test_a_tool_is_used_without_keeping_anything(nobody: Client) -> None:
    at = "/rules/dusk/tools/weather/"
    page = nobody.post(at, {"turn.day": "4", "turn.day2": "x"}).content.decode()
    assert "Day 5:" in page
    assert '<input type="hidden" name="turn.day" value="5">' in page
    assert "turn.day2" not in page
    part = nobody.post(at, {"turn.day": "5"}, headers=HTMX).content.decode()
    assert part.lstrip().startswith("<form")
    only = nobody.post(at, {"ask": "ask"}).content.decode()
    assert "Storm (13+): 17%" in only
    assert "Day" not in only


def test_what_was_decided_is_told_in_words() -> None:
    told = {
        one.id: one.said
        for chapter in decisions_by_step(OpenCharacter(DUSK, somebody()))
        for one in chapter.decisions
    }
    assert told["order"] == "Body, Heart, Mind"
    assert told["body"] == "Strength 3, Agility 3"
    assert told["merits.acute-sense"] == "1 point"
    assert told["merits.acute-sense.detail"] == "Sight"
    assert "merits.ox" not in told
