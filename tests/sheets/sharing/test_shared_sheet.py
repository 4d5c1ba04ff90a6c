"""The pages behind a share link, and the code on paper that leads there."""

import json
from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from PIL import Image
from pytest_django import DjangoAssertNumQueries

from sheets.models import Character
from tests.sheets.cast import Person
from tests.sheets.sharing.pages import HEADERS

Share = Callable[..., str]


@pytest.mark.parametrize("reach", ["sheet", "whole"])
def test_a_link_shows_what_it_leads_to_and_says_nowhere_whose_it_is(
    reach: str, nobody: Client, told: Character, share: Share, in_a_party: None
) -> None:
    whole = reach == "whole"
    url = f"/s/{share(told, whole=whole)}/"
    parts = {
        "": 200,
        "why/defenses.dodge/": 200,
        "portrait.webp": 200,
        "picture.png": 200,
        "sheet.pdf": 200,
        "document.json": 200 if whole else 404,
        "history/": 200 if whole else 404,
        "why/nothing/": 404,
        "words/": 404,
    }
    for part, status in parts.items():
        answer = nobody.get(url + part)
        assert answer.status_code == status, part
        if part != "words/":
            assert {name: answer[name] for name in HEADERS} == HEADERS
        assert str(told.public_id).encode() not in answer.content
        for hidden in (b"A traitor.", b"Between us.", b"Look again.", b"The Long Watch", b"greta"):
            assert hidden not in answer.content, (part, hidden)
        assert set(answer.cookies) <= {"csrftoken"}
    page = nobody.get(url).content.decode()
    assert ("Known <em>everywhere</em>." in page) is whole
    assert "<form" not in page


def test_a_chat_shows_a_picture_beside_the_link(
    nobody: Client, finished: Character, told: Character, share: Share
) -> None:
    key = share(told)
    page = nobody.get(f"/s/{key}/").content.decode()
    assert f'property="og:image" content="http://testserver/s/{key}/picture.png"' in page
    pictures = []
    for name in ("Vessa Korr", "W" * 300, "ケス", "\U0001f600", ""):
        Character.objects.filter(pk=told.pk).update(name=name)
        answer = nobody.get(f"/s/{key}/picture.png")
        assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
        image = Image.open(BytesIO(answer.content))
        assert image.size == (1200, 630)
        assert len(answer.content) < 200_000
        pictures.append(answer.content)
    assert len(set(pictures)) >= 3


def test_every_number_explains_itself_at_the_links_own_address(
    nobody: Client, finished: Character, share: Share
) -> None:
    key = share(finished)
    page = nobody.get(f"/s/{key}/")
    text = page.content.decode()
    for figure in page.context["sheet"].figures:
        answer = nobody.get(f"/s/{key}/why/{figure}/")
        assert answer.status_code == 200
        assert f'href="/s/{key}/"' in answer.content.decode()
    assert f'href="/s/{key}/why/defenses.dodge/"' in text
    assert "/why/" in text
    assert text.count("/why/") == text.count(f"/s/{key}/why/")
    fragment = nobody.get(f"/s/{key}/why/defenses.dodge/", headers={"HX-Request": "true"})
    assert fragment.templates[0].name == "ui/_why.html"


def test_the_paper_is_a4_or_letter_and_says_who_plays_only_where_all_is_shared(
    nobody: Client, told: Character, share: Share, pdf_text: Callable[[bytes], str]
) -> None:
    sheet, everything = share(told), share(told, whole=True)
    alone = nobody.get(f"/s/{sheet}/sheet.pdf")
    assert alone["Content-Type"] == "application/pdf"
    assert "Ines" not in pdf_text(alone.content)
    assert "Ines" in pdf_text(nobody.get(f"/s/{everything}/sheet.pdf").content)
    letter = nobody.get(f"/s/{sheet}/sheet.pdf?paper=letter&private=yes&kind=full")
    text = pdf_text(letter.content)
    assert letter.content != alone.content
    for hidden in ("A traitor", "Known", "For the rescue"):
        assert hidden not in text


def test_the_document_and_the_history_come_with_everything(
    nobody: Client, told: Character, share: Share
) -> None:
    url = f"/s/{share(told, whole=True)}/"
    document = json.loads(nobody.get(f"{url}document.json").content)
    assert document["name"] == "Vessa Korr"
    assert len(document["ledger"]) == 1
    history = nobody.get(f"{url}history/").content.decode()
    assert "For the rescue." in history
    assert f'href="{url}"' in history


def test_a_long_history_comes_page_by_page(
    nobody: Client, make_character: Callable[..., Character], vessa: dict[str, Any], share: Share
) -> None:
    vessa["ledger"] = [{"kind": "award", "cp": 1}] * 51
    url = f"/s/{share(make_character(vessa, finished=True), whole=True)}/history/"
    assert len(nobody.get(url).context["page"]) == 50
    assert [row.number for row in nobody.get(f"{url}?page=2").context["page"]] == [1]


def test_its_owner_can_print_a_code_of_the_link_that_lasts_longest(
    ines: Client, told: Character, share: Share, pdf_text: Callable[[bytes], str]
) -> None:
    url = f"/characters/{told.public_id}/"
    assert ines.get(f"{url}print/").context["link"] is None
    assert "/s/" not in pdf_text(ines.get(f"{url}sheet.pdf?link=yes").content)
    share(told, ends=timedelta(days=1))
    longer = share(told, ends=timedelta(days=7))
    share(told, ends=timedelta(days=2))
    assert f"/s/{longer}/" in ines.get(f"{url}print/").context["link"].address
    # a key of wide letters takes two lines, each half of it
    assert longer[:12] in pdf_text(ines.get(f"{url}sheet.pdf?link=yes").content)
    assert longer[:12] not in pdf_text(ines.get(f"{url}sheet.pdf").content)
    never = share(told)
    share(told, ends=timedelta(days=700))
    assert never[:12] in pdf_text(ines.get(f"{url}sheet.pdf?link=yes&kind=full").content)


def test_nobody_else_who_sees_the_sheet_gets_at_the_link_through_paper(
    told: Character,
    in_a_party: None,
    people: dict[str, Person],
    share: Share,
    pdf_text: Callable[[bytes], str],
) -> None:
    key = share(told)
    url = f"/characters/{told.public_id}/"
    for name in ("greta", "femi"):
        client = people[name].client
        assert client.get(f"{url}print/?link=yes").context["link"] is None
        assert key not in pdf_text(client.get(f"{url}sheet.pdf?link=yes").content)


@pytest.mark.parametrize("length", [1, 60])
def test_what_is_shared_asks_the_same_however_long_the_ledger(
    length: int,
    nobody: Client,
    make_character: Callable[..., Character],
    vessa: dict[str, Any],
    share: Share,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    vessa["ledger"] = [{"kind": "award", "cp": 1}] * length
    url = f"/s/{share(make_character(vessa, finished=True), whole=True)}/"
    # The link with its character, the notes where they are shown, the ledger.
    parts = {"": 3, "why/defenses.dodge/": 2, "history/": 2, "sheet.pdf": 2}
    for part, queries in parts.items():
        nobody.get(url + part)  # what is printed anew is counted
        with django_assert_num_queries(queries):
            assert nobody.get(url + part).status_code == 200
