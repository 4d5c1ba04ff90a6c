"""Recovery codes: told once, kept as digests, each good once, and silent about who has any."""

import hashlib
import re
from collections.abc import Callable

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.test import Client

from sheets.accounts import recovery_codes
from tests.sheets.accounts.conftest import ANOTHER, PASSWORD, codes_on, said

RECOVER, CODES = "/account/recover/", "/account/codes/"


def form(code: str, name: str = "dora", password: str = ANOTHER) -> dict[str, str]:
    return {"username": name, "code": code, "password1": password, "password2": password}


def test_a_code_sets_a_new_password_and_signs_in(
    dora: User, codes: tuple[str, ...], nobody: Client
) -> None:
    answer = nobody.post(RECOVER, form(codes[3]))
    assert answer.status_code == 302
    assert nobody.get("/account/").context["user"] == dora
    assert "9 left" in said(nobody.get("/account/"))
    assert User.objects.get().check_password(ANOTHER)


def test_a_code_has_128_bits_and_more_and_one_of_before_still_counts(
    dora: User, codes: tuple[str, ...]
) -> None:
    assert {len(code.replace("-", "")) * 5 for code in codes} == {140}
    row = Authenticator.objects.get()
    kept = hashlib.sha256(f"sheets.recovery.{dora.pk}:K7QM2XRT9PAB01CD".encode()).hexdigest()
    row.data["digests"].append(kept)
    row.save()
    assert Client().post(RECOVER, form("K7QM-2XRT-9PAB-01CD")).status_code == 302


def test_each_code_works_once(dora: User, codes: tuple[str, ...]) -> None:
    assert Client().post(RECOVER, form(codes[0])).status_code == 302
    answer = Client().post(RECOVER, form(codes[0], password="another one altogether"))
    assert answer.status_code == 422
    assert User.objects.get().check_password(ANOTHER)
    assert Client().post(RECOVER, form(codes[1], password=PASSWORD)).status_code == 302


@pytest.mark.parametrize("change", [str.lower, lambda code: code.replace("-", " "), str.strip])
def test_a_code_is_read_however_it_is_written(
    dora: User, codes: tuple[str, ...], change: Callable[[str], str]
) -> None:
    assert Client().post(RECOVER, form(change(codes[0]))).status_code == 302


def test_nobody_learns_whether_a_name_has_an_account(dora: User, codes: tuple[str, ...]) -> None:
    User.objects.create_user("without-codes")
    User.objects.create_user("closed", is_active=False)
    recovery_codes.create(User.objects.get(username="closed"))

    def answer(name: str, code: str) -> tuple[int, str]:
        response = Client().post(RECOVER, form(code, name))
        return response.status_code, said(response)

    first = answer("dora", "0000-0000-0000-0000")
    assert first[0] == 422
    assert "don't match" in first[1]
    for name in ("nora", "without-codes", "closed"):
        assert answer(name, codes[0]) == first


def test_the_password_is_hashed_whether_the_code_is_right_or_not(
    dora: User, codes: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed: list[str] = []

    def count(password: str) -> str:
        hashed.append(password)
        return "md5$x$0"

    monkeypatch.setattr(recovery_codes, "make_password", count)
    for name in ("dora", "nora"):
        Client().post(RECOVER, form("0000-0000-0000-0000", name))
    Client().post(RECOVER, form(codes[0]))
    assert hashed == [ANOTHER, ANOTHER, ANOTHER]


def test_a_password_that_will_not_do_spends_no_code(dora: User, codes: tuple[str, ...]) -> None:
    for fields in (
        form(codes[0], password="short"),
        form(codes[0], password="password123"),
        form(codes[0]) | {"password2": "something else"},
        form(codes[0]) | {"password2": ""},
    ):
        assert Client().post(RECOVER, fields).status_code == 422
    assert recovery_codes.remaining(dora) == 10


def test_what_was_typed_stays_but_for_the_passwords(dora: User) -> None:
    page = Client().post(RECOVER, form("0000-1111", "Dora")).content.decode()
    assert 'value="Dora"' in page
    assert 'value="0000-1111"' in page
    assert ANOTHER not in page


@pytest.mark.parametrize("hostile", ["", "\x00", "💥" * 20, "x" * 61, "' OR 1=1 --"])
def test_hostile_codes_are_refused(dora: User, hostile: str) -> None:
    assert Client().post(RECOVER, form(hostile)).status_code == 422


def test_other_browsers_are_signed_out_by_it(
    signed_in: Client, codes: tuple[str, ...], nobody: Client
) -> None:
    nobody.post(RECOVER, form(codes[0]))
    assert signed_in.get("/account/").status_code == 302


def test_the_database_does_not_hold_what_opens_the_door(codes: tuple[str, ...]) -> None:
    kept = str(Authenticator.objects.get().data)
    bare = [code.replace("-", "") for code in codes]
    assert not any(code in kept for code in (*codes, *bare))
    digests = re.findall(r"[0-9a-f]{64}", kept)
    assert len(digests) == 10
    for digest in digests:
        assert Client().post(RECOVER, form(digest[:60])).status_code != 302


def test_two_users_codes_do_not_open_each_others_doors(codes: tuple[str, ...]) -> None:
    User.objects.create_user("tom", password=PASSWORD)
    recovery_codes.create(User.objects.get(username="tom"))
    assert Client().post(RECOVER, form(codes[0], "tom")).status_code == 422


def test_new_codes_take_the_password_and_end_the_old_ones(
    signed_in: Client, codes: tuple[str, ...]
) -> None:
    assert "You have 10 left" in said(signed_in.get(CODES))
    answer = signed_in.post(CODES)
    assert answer["Location"] == "/account/reauthenticate/?next=%2Faccount%2Fcodes%2F"
    answer = signed_in.post(answer["Location"], {"password": PASSWORD, "next": CODES})
    made = codes_on(answer.content.decode())
    assert len(made) == 10
    assert not set(made) & set(codes)
    assert Client().post(RECOVER, form(codes[0])).status_code == 422
    assert Client().post(RECOVER, form(made[0])).status_code == 302


def test_new_codes_are_not_made_for_a_wrong_password(
    signed_in: Client, codes: tuple[str, ...], dora: User
) -> None:
    way = signed_in.post(CODES)["Location"]
    answer = signed_in.post(way, {"password": ANOTHER, "next": CODES})
    assert "This isn't your password." in said(answer)
    assert recovery_codes.are_valid(dora, codes)


def test_codes_are_not_shown_again(signed_in: Client, codes: tuple[str, ...]) -> None:
    assert codes_on(signed_in.get(CODES).content.decode()) == []


def test_the_file_has_the_codes_that_were_told(signed_in: Client, codes: tuple[str, ...]) -> None:
    answer = signed_in.post(f"{CODES}file/", {"code": list(codes)})
    text = answer.content.decode()
    assert answer["Content-Disposition"] == ('attachment; filename="hyperspace-recovery-codes.txt"')
    assert answer["Content-Type"] == "text/plain"
    assert "recovery codes of dora" in text
    assert "http://testserver/account/recover/" in text
    assert all(code in text for code in codes)


@pytest.mark.parametrize("told", [[], ["0000-0000-0000-0000"], ["<script>"]])
def test_the_file_is_of_nothing_but_codes_that_are_good(
    signed_in: Client, codes: tuple[str, ...], told: list[str]
) -> None:
    answer = signed_in.post(f"{CODES}file/", {"code": [codes[0], *told] if told else []})
    assert answer.status_code == 400
    assert "<script>" not in answer.content.decode()


def test_without_any_left_the_account_page_says_so(signed_in: Client) -> None:
    assert "None left" in said(signed_in.get("/account/"))
    assert "You have none left." in said(signed_in.get(CODES))


def test_who_is_signed_in_needs_no_recovery(signed_in: Client) -> None:
    assert signed_in.get(RECOVER)["Location"] == "/account/"
