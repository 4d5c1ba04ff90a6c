"""Links: made, told, revoked, and keys that open nothing."""

import hashlib
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from sheets import secret_codes
from sheets.models import Character, ShareLink
from sheets.sharing import links
from tests.sheets.printing import pdf_readers
from tests.sheets.sharing.pages import address

Share = Callable[..., str]


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
    ("reach", "told", "player"), [("whole", "Everything", "Ines Mora"),
                                  ("nameless", "Everything but the player’s name", "")]
)  # fmt: skip
def test_everything_names_the_player_only_where_that_is_chosen(
    reach: str, told: str, player: str, ines: Client, nobody: Client, finished: Character
) -> None:
    Character.objects.filter(pk=finished.pk).update(player="Ines Mora")
    page = ines.get(address(finished)).content.decode()
    assert "The PDF and the character file name the player, too." in page
    ines.post(address(finished), {"key": "a" * 32, "reach": reach, "lasts": "week"})
    (shown,) = (answer := ines.get(address(finished))).context["links"]
    assert f"<b>{told}</b>" in answer.content.decode()
    file = json.loads(nobody.get(f"{shown.address}document.json").content)
    assert (file.get("player", ""), file["name"]) == (player, finished.name)
    paper = nobody.get(f"{shown.address}sheet.pdf").content
    assert ("Ines Mora" in pdf_readers.text(paper)) == bool(player)
    for part in ("", "history/"):
        assert "Ines Mora" not in nobody.get(f"{shown.address}{part}").content.decode()


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
    assert set(answer.context["form"].messages) == errors
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
    for _ in range(links.MOST_LINKS):
        share(finished)
    answer = ines.post(address(finished), {"reach": "sheet", "lasts": "day"})
    assert answer.status_code == 422
    assert "Revoke one" in answer.context["form"].messages["reach"]
    assert len(answer.context["links"]) == links.MOST_LINKS
    ShareLink.objects.filter(pk=ShareLink.objects.latest("pk").pk).update(
        expires_at=timezone.now() - timedelta(seconds=1)
    )
    assert ines.post(address(finished), {"reach": "sheet", "lasts": "day"}).status_code == 302
    assert ShareLink.objects.count() == links.MOST_LINKS


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
        for answer in answers:
            del answer.headers["X-Request-ID"]  # each request has one of its own
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
    assert nobody.get(f"/s/{secret_codes.grouped(key).lower()}/").status_code == 200


def test_a_character_that_is_deleted_is_not_there_by_any_link(
    ines: Client, nobody: Client, finished: Character, share: Share
) -> None:
    key = share(finished)
    ines.post(f"/characters/{finished.public_id}/delete/")
    assert nobody.get(f"/s/{key}/").status_code == 404
    assert not ShareLink.objects.exists()
