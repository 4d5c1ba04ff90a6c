"""Links by which anybody may look at a character: made, followed, ended, and nothing let out."""

import hashlib
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from sheets import keys
from sheets.models import Character, Comment, LedgerEntry, Review, ShareLink, Words
from sheets.operations import sharing
from tests.sheets.cast import Person

HEADERS = {
    "X-Robots-Tag": "noindex, nofollow",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "private, no-store",
}
Share = Callable[..., str]


@pytest.fixture
def share() -> Share:
    """Links made by hand; their keys."""

    def make(character: Character, *, whole: bool = False, ends: timedelta | None = None) -> str:
        nonce, digest = keys.new(keys.LINK)
        ends_at = None if ends is None else timezone.now() + ends
        ShareLink.objects.create(
            character=character, nonce=nonce, digest=digest, whole=whole, expires_at=ends_at
        )
        return keys.told(keys.LINK, nonce, digest)

    return make


@pytest.fixture
def told(portrayed: Character) -> Character:
    """A finished character with all there is to say of one: a portrait, notes, a ledger."""
    Words.objects.create(character=portrayed, shared="Known *everywhere*.", private="A traitor.")
    content = {"kind": "award", "cp": 4, "note": "For the rescue."}
    LedgerEntry.objects.create(character=portrayed, position=0, content=content)
    return portrayed


def address(character: Character) -> str:
    return f"/characters/{character.public_id}/share/"


# --- making, telling, revoking


def test_a_link_is_made_told_followed_and_revoked(
    ines: Client, nobody: Client, finished: Character
) -> None:
    url = address(finished)
    made = ines.post(url, {"key": "a" * 32, "reach": "sheet", "lasts": "week"})
    link = ShareLink.objects.get()
    assert made["Location"] == f"{url}#link-{link.pk}"
    assert not link.whole
    page = ines.get(url)
    (shown,) = page.context["links"]
    assert shown.address.startswith("http://testserver/s/")
    assert f'value="{shown.address}"' in page.content.decode()
    sheet = nobody.get(shown.address)
    assert sheet.status_code == 200
    assert sheet.context["sheet"].figures["defenses.dodge"].value == 13
    assert ines.post(url, {"key": "b" * 32, "revoke": str(link.pk)})["Location"] == url
    assert not ShareLink.objects.exists()
    assert nobody.get(shown.address).status_code == 404


def test_what_is_kept_of_a_key_opens_nothing(
    ines: Client, nobody: Client, finished: Character
) -> None:
    ines.post(address(finished), {"key": "a" * 32, "reach": "sheet", "lasts": "never"})
    link = ShareLink.objects.get()
    (shown,) = ines.get(address(finished)).context["links"]
    key = shown.address.split("/")[-2]
    assert len(key) == 26
    assert key not in (link.nonce, link.digest)
    assert link.digest == hashlib.sha256(f"sheets.link:{key}".encode()).hexdigest()
    for kept in (link.nonce, link.digest, str(link.pk)):
        assert nobody.get(f"/s/{kept}/").status_code == 404


@pytest.mark.parametrize(
    ("lasts", "days"), [("day", 1), ("week", 7), ("month", 30), ("never", None)]
)
def test_it_lasts_as_long_as_was_asked_for(
    lasts: str, days: int | None, ines: Client, finished: Character
) -> None:
    before = timezone.now()
    ines.post(address(finished), {"key": "a" * 32, "reach": "whole", "lasts": lasts})
    link = ShareLink.objects.get()
    assert link.whole
    if days is None:
        assert link.expires_at is None
    else:
        assert link.expires_at is not None
        left = link.expires_at - before
        assert timedelta(days=days) <= left < timedelta(days=days, minutes=1)


@pytest.mark.parametrize(
    ("form", "errors"),
    [
        ({"reach": "all"}, {"reach"}),
        ({"lasts": "year"}, {"lasts"}),
        ({"reach": "", "lasts": ""}, {"reach", "lasts"}),
        ({"reach": "\x00"}, {"reach"}),
    ],
)
def test_what_is_not_offered_is_422_and_makes_nothing(
    form: dict[str, str], errors: set[str], ines: Client, finished: Character
) -> None:
    answer = ines.post(address(finished), {"key": "a" * 32, **form})
    assert answer.status_code == 422
    assert set(answer.context["errors"]) == errors
    assert not ShareLink.objects.exists()


def test_a_button_pressed_twice_makes_one_link(ines: Client, finished: Character) -> None:
    form = {"key": "a" * 32, "reach": "sheet", "lasts": "day"}
    first, second = (ines.post(address(finished), form) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert ShareLink.objects.count() == 1
    other = ines.post(address(finished), {**form, "lasts": "never"})
    assert other.status_code == 409


def test_there_are_at_most_twenty_and_those_that_ended_make_room(
    ines: Client, finished: Character, share: Share
) -> None:
    for _ in range(sharing.MOST):
        share(finished)
    answer = ines.post(address(finished), {"reach": "sheet", "lasts": "day"})
    assert answer.status_code == 422
    assert "Revoke one" in answer.context["errors"]["reach"]
    assert len(answer.context["links"]) == sharing.MOST
    ShareLink.objects.filter(pk=ShareLink.objects.latest("pk").pk).update(
        expires_at=timezone.now() - timedelta(seconds=1)
    )
    assert ines.post(address(finished), {"reach": "sheet", "lasts": "day"}).status_code == 302
    assert ShareLink.objects.count() == sharing.MOST


def test_nobody_revokes_a_link_to_the_character_of_another(
    ines: Client, tom: Client, finished: Character, share: Share
) -> None:
    share(finished)
    brakka = Character.objects.get(name="Brakka")
    link = ShareLink.objects.get()
    tom.post(address(brakka), {"revoke": str(link.pk)})
    assert tom.post(address(finished), {"revoke": str(link.pk)}).status_code == 404
    assert ShareLink.objects.count() == 1


def test_a_key_that_cannot_be_told_any_more_still_leads_there(
    ines: Client, nobody: Client, finished: Character, share: Share, settings: Any
) -> None:
    key = share(finished)
    ShareLink.objects.update(nonce="0" * 32)  # as if it had been made with another key of the site
    (shown,) = ines.get(address(finished)).context["links"]
    assert shown.address == ""
    assert nobody.get(f"/s/{key}/").status_code == 200


def test_a_draft_and_what_is_put_away_can_be_shared_and_a_copy_is_not(
    ines: Client, nobody: Client, draft: Character, archived: Character, share: Share
) -> None:
    for character in (draft, archived):
        ines.post(address(character), {"reach": "sheet", "lasts": "never"})
        (shown,) = ines.get(address(character)).context["links"]
        assert nobody.get(shown.address).status_code == 200
    share(draft)
    ines.post(f"/characters/{draft.public_id}/duplicate/")
    copy = Character.objects.latest("pk")
    assert not copy.links.exists()


# --- what whoever has it sees


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


@pytest.fixture
def in_a_party(told: Character, party: Any, people: dict[str, Person]) -> None:
    """It is in a party, whose game master has said something of it."""
    Character.objects.filter(pk=told.pk).update(party=party)
    greta = people["greta"].owner
    Comment.objects.create(
        character=told, party=party, author=greta, name="greta", text="Between us."
    )
    Review.objects.create(character=told, party=party, state="returned", answer="Look again.")


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
    assert fragment.templates[0].name == "sheet/_why.html"


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


# --- a code on paper


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
    assert longer in pdf_text(ines.get(f"{url}sheet.pdf?link=yes").content)
    assert longer not in pdf_text(ines.get(f"{url}sheet.pdf").content)
    never = share(told)
    share(told, ends=timedelta(days=700))
    assert never in pdf_text(ines.get(f"{url}sheet.pdf?link=yes&kind=full").content)


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


# --- keys that open nothing


def test_a_wrong_an_expired_and_a_revoked_key_are_the_same_404(
    ines: Client, nobody: Client, finished: Character, damaged: Character, share: Share
) -> None:
    expired = share(finished, ends=timedelta(seconds=-1))
    revoked = share(finished)
    ShareLink.objects.latest("pk").delete()
    unreadable = share(damaged)
    for part in ("", "why/defenses.dodge/", "portrait.webp", "sheet.pdf", "history/"):
        answers = [
            nobody.get(f"/s/{key}/{part}")
            for key in ("0" * 26, expired, revoked, unreadable, "é", "..", "%00", "x" * 300)
        ]
        assert {answer.status_code for answer in answers} == {404}
        assert len({answer.content for answer in answers}) == 1
        assert len({json.dumps(dict(answer.headers)) for answer in answers}) == 1
    # Its owner is told no more of a link that ended.
    assert ines.get(address(finished)).context["links"] == []


def test_a_link_holds_until_the_second_it_ends(
    nobody: Client, finished: Character, share: Share
) -> None:
    assert nobody.get(f"/s/{share(finished, ends=timedelta(seconds=30))}/").status_code == 200
    assert nobody.get(f"/s/{share(finished, ends=timedelta())}/").status_code == 404


def test_a_key_is_read_however_it_was_typed(
    nobody: Client, finished: Character, share: Share
) -> None:
    key = share(finished)
    assert nobody.get(f"/s/{keys.spaced(key).lower()}/").status_code == 200


def test_a_character_that_is_deleted_is_not_there_by_any_link(
    ines: Client, nobody: Client, finished: Character, share: Share
) -> None:
    key = share(finished)
    ines.post(f"/characters/{finished.public_id}/delete/")
    assert nobody.get(f"/s/{key}/").status_code == 404
    assert not ShareLink.objects.exists()


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
    # The link with its character, that with words and portrait, its ledger.
    for part in ("", "why/defenses.dodge/", "history/", "sheet.pdf"):
        with django_assert_num_queries(3):
            assert nobody.get(url + part).status_code == 200
