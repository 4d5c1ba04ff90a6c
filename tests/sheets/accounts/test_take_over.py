"""Characters that a browser has from before its user signed in: offered, taken whole, once, or left
alone.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from sheets import form_data
from sheets.accounts import operations
from sheets.models import Character, Comment, LedgerEntry, Owner, Receipt
from tests.sheets.accounts.conftest import PASSWORD, codes_on, said

TAKE_OVER = "/account/take-over/"
NEW = {"system": "hyperspace-d6"}


@pytest.fixture
def dora_here(ines: Client, dora: User, sign_in: Callable[..., Client]) -> Client:
    """The browser of the visitor Ines, in which Dora has signed in."""
    return sign_in(client=ines)


def press(client: Client, **fields: Any) -> Any:
    return client.post(TAKE_OVER, {"key": form_data.new_key(), **fields})


def names_on_shelf(client: Client) -> list[str]:
    return sorted(card.character.name for card in client.get("/characters/").context["cards"])


def test_signing_in_offers_them_before_all_else(
    ines: Client, finished: Character, dora: User
) -> None:
    fields = {"login": "dora", "password": PASSWORD, "next": "/rules/"}
    answer = ines.post("/account/login/", fields)
    assert answer["Location"] == "/account/take-over/?next=%2Frules%2F"
    page = ines.get(answer["Location"])
    assert "Take this character over?" in said(page)
    assert "Vessa Korr" in said(page)
    assert 'href="/rules/">Cancel' in page.content.decode()


def test_signing_up_offers_them_after_the_codes(ines: Client, finished: Character) -> None:
    fields = {"username": "edda", "password1": PASSWORD, "password2": PASSWORD}
    page = ines.post("/account/signup/", fields).content.decode()
    assert len(codes_on(page)) == 10
    assert 'href="/account/take-over/?next=%2Fcharacters%2F"' in page


def test_where_there_is_nothing_nothing_is_offered(dora_here: Client) -> None:
    assert "No characters to add" in said(dora_here.get(TAKE_OVER))
    assert "from before you signed in" not in said(dora_here.get("/account/"))


def test_one_press_takes_all_of_them(
    dora_here: Client, finished: Character, draft: Character, archived: Character, played: Character
) -> None:
    assert names_on_shelf(dora_here) == []
    answer = press(dora_here, next="/rules/")
    assert answer["Location"] == "/rules/"
    assert Character.objects.filter(owner__user__username="dora").count() == 4
    assert "Characters added to your account: 4." in dora_here.get("/").content.decode()
    assert dora_here.get(f"/characters/{played.public_id}/history/").status_code == 200


def test_afterwards_the_browser_has_nothing_left(
    dora_here: Client, finished: Character, ines_owner: Owner
) -> None:
    press(dora_here)
    dora_here.post("/account/logout/")
    assert names_on_shelf(dora_here) == []
    assert dora_here.get(f"/characters/{finished.public_id}/").status_code == 404
    for relation in Owner._meta.related_objects:
        rows = relation.related_model._base_manager.filter(**{relation.field.name: ines_owner})
        assert not rows.exists(), relation


def test_not_now_leaves_them_with_the_browser_and_the_account_goes_on_offering(
    dora_here: Client, finished: Character
) -> None:
    assert "This browser has 1 character from before you signed in." in said(
        dora_here.get("/account/")
    )
    dora_here.post("/account/logout/")
    assert names_on_shelf(dora_here) == ["Vessa Korr"]


def test_looking_takes_nothing(dora_here: Client, finished: Character, ines_owner: Owner) -> None:
    dora_here.get(TAKE_OVER)
    dora_here.head(TAKE_OVER)
    assert Character.objects.get().owner == ines_owner


def test_a_second_press_finds_nothing_and_breaks_nothing(
    dora_here: Client, finished: Character
) -> None:
    for _ in range(2):
        assert press(dora_here).status_code == 302
    assert names_on_shelf(dora_here) == ["Vessa Korr"]


def test_a_form_sent_twice_gets_the_same_answer(dora_here: Client, finished: Character) -> None:
    key = form_data.new_key()
    for _ in range(2):
        assert press(dora_here, key=key).status_code == 302
    assert Receipt.objects.get(key=key).outcome == 1


def test_nobody_takes_what_is_in_another_browser(
    finished: Character, dora: User, sign_in: Callable[..., Client]
) -> None:
    elsewhere = sign_in()
    assert press(elsewhere).status_code == 302
    assert names_on_shelf(elsewhere) == []
    assert Character.objects.get().owner.kind == Owner.Kind.VISITOR


def test_without_an_account_there_is_nobody_to_take_them(ines: Client, finished: Character) -> None:
    assert press(ines)["Location"] == "/account/login/?next=/account/take-over/"
    assert Character.objects.get().owner.kind == Owner.Kind.VISITOR


def test_of_two_accounts_in_one_browser_the_first_one_has_them(
    dora_here: Client, finished: Character, sign_in: Callable[..., Client]
) -> None:
    press(dora_here)
    dora_here.post("/account/logout/")
    User.objects.create_user("tom", password=PASSWORD)
    sign_in("tom", client=dora_here)
    press(dora_here)
    assert names_on_shelf(dora_here) == []
    assert Character.objects.get().owner.user == User.objects.get(username="dora")


def test_a_form_of_before_is_not_carried_out_again_afterwards(
    ines: Client, finished: Character, dora: User, sign_in: Callable[..., Client]
) -> None:
    address, form = f"/characters/{finished.public_id}/duplicate/", {"key": form_data.new_key()}
    ines.post(address, form)
    press(sign_in(client=ines))
    ines.post(address, form)
    assert Character.objects.count() == 2


def test_a_key_that_both_have_used_stands_in_nobodys_way(
    dora_here: Client, finished: Character, ines_owner: Owner
) -> None:
    key = form_data.new_key()
    dora_here.post("/characters/new/", {**NEW, "key": key})
    Receipt.objects.create(owner=ines_owner, key=key, digest="0" * 64)
    assert press(dora_here).status_code == 302
    assert Receipt.objects.get(key=key).owner.user_id
    assert Character.objects.filter(owner__kind="user").count() == 2


def test_what_was_done_to_others_goes_with_them(
    dora_here: Client, finished: Character, ines_owner: Owner, tom: Client
) -> None:
    other = Character.objects.get(name="Brakka")
    Comment.objects.create(character=other, author=ines_owner, name="Ines", text="!")
    LedgerEntry.objects.create(character=other, position=0, content={}, author=ines_owner)
    press(dora_here)
    assert Comment.objects.get().author.user.username == "dora"  # type: ignore[union-attr]
    assert LedgerEntry.objects.get().author.user.username == "dora"  # type: ignore[union-attr]
    assert other.owner.kind == Owner.Kind.VISITOR


def test_all_or_none(
    dora_here: Client,
    finished: Character,
    draft: Character,
    ines_owner: Owner,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def breaks(*_: object) -> None:
        raise RuntimeError("in the middle")

    monkeypatch.setattr(operations, "_move_other_rows", breaks)
    with pytest.raises(RuntimeError, match="in the middle"):
        press(dora_here)
    assert set(Character.objects.values_list("owner", flat=True)) == {ines_owner.pk}


def test_what_is_made_afterwards_without_an_account_is_the_browsers_again(
    dora_here: Client, finished: Character
) -> None:
    press(dora_here)
    dora_here.post("/account/logout/")
    dora_here.post("/characters/new/", NEW)
    assert len(dora_here.get("/characters/").context["cards"]) == 1


def test_a_hostile_next_leads_nowhere_else(dora_here: Client, finished: Character) -> None:
    page = dora_here.get(f"{TAKE_OVER}?next=https://elsewhere.example/").content.decode()
    assert "elsewhere" not in page.partition("<main")[2].partition("</main>")[0]
    assert press(dora_here, next="//elsewhere.example/")["Location"] == "/characters/"


def test_the_page_takes_as_many_queries_for_many(
    dora_here: Client,
    make_character: Callable[..., Character],
    django_assert_num_queries: Any,
) -> None:
    make_character()
    with CaptureQueriesContext(
        connection,
    ) as few:
        dora_here.get(TAKE_OVER)
    for _ in range(8):
        make_character()
    with django_assert_num_queries(len(few)):
        dora_here.get(TAKE_OVER)
