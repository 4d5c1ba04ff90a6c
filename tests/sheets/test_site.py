"""Addresses that are given away have the site's own name, by whichever name a page is asked for."""

import re
from io import StringIO
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core import mail
from django.core.management import call_command
from django.test import Client
from zeal import zeal_ignore

from sheets import form_data, secret_codes
from sheets.models import Character, Invitation, Party, ShareLink
from sheets.sharing import links
from tests.sheets.cast import Person
from tests.sheets.parties.pages import get, text

HERE = "http://127.0.0.1:8000"
ONLY_HERE = "This link works on this computer only."


@pytest.fixture
def _named(settings: Any) -> None:
    settings.SITE_URL = "https://hyperspace.example"
    settings.ALLOWED_HOSTS = ["testserver", "127.0.0.1", "192.168.1.20"]


@pytest.fixture
def invited(invitation: dict[str, str]) -> str:
    return invitation["code"]


def members(who: Person, party: Party, host: str = "testserver") -> str:
    answer = who.client.get(f"/parties/{party.public_id}/members/", headers={"host": host})
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.usefixtures("_named")
def test_an_invitation_has_the_name_of_the_site(
    people: dict[str, Person], party: Party, invited: str
) -> None:
    for host in ("testserver", "192.168.1.20:8000", "127.0.0.1:8000"):
        page = members(people["greta"], party, host)
        assert f">https://hyperspace.example/join/{invited}/<" in page
        assert ONLY_HERE not in page


def test_without_one_it_has_the_name_that_it_was_asked_by(
    people: dict[str, Person], party: Party, invited: str, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["127.0.0.1", "192.168.1.20", "localhost"]
    page = members(people["greta"], party, "192.168.1.20:8000")
    assert f">http://192.168.1.20:8000/join/{invited}/<" in page
    assert ONLY_HERE not in page
    for host in ("127.0.0.1:8000", "localhost"):
        page = members(people["greta"], party, host)
        assert f">http://{host}/join/{invited}/<" in page
        assert ONLY_HERE in page
    # Nobody is invited: there is no link to say it of.
    Invitation.objects.all().delete()
    assert ONLY_HERE not in members(people["greta"], party, "localhost")


@pytest.fixture
def shared(finished: Character) -> str:
    """The key of a link to the character."""
    nonce, digest = secret_codes.new_code(secret_codes.LINK)
    ShareLink.objects.create(character=finished, nonce=nonce, digest=digest, whole=False)
    return secret_codes.restore(secret_codes.LINK, nonce, digest)


@pytest.mark.usefixtures("_named")
def test_so_has_a_link_that_is_shared_and_its_code_on_paper(
    ines: Client, finished: Character, shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"https://hyperspace.example/s/{shared}/"
    page = ines.get(f"/characters/{finished.public_id}/share/")
    assert f'value="{address}"' in page.content.decode()
    printed = []
    standing = links.longest_lasting_link

    def note(*asked: Any) -> Any:
        printed.append(standing(*asked))
        return printed[-1]

    monkeypatch.setattr(links, "longest_lasting_link", note)
    answer = ines.get(f"/characters/{finished.public_id}/sheet.pdf?link=yes")
    assert b"".join(answer).startswith(b"%PDF")
    assert [link.address for link in printed] == [address]


def test_a_link_that_leads_nowhere_else_says_so(
    ines: Client, finished: Character, shared: str, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "testserver"]
    share = f"/characters/{finished.public_id}/share/"
    assert ONLY_HERE in text(ines.get(share, headers={"host": "localhost:8000"}))
    assert ONLY_HERE not in text(ines.get(share))


@pytest.fixture
def _by_mail(settings: Any) -> Any:
    settings.SENDS_MAIL = True
    # allauth asks for the one address again where it has changed it.
    with zeal_ignore([{"model": "account.EmailAddress"}]):
        yield


@pytest.mark.usefixtures("_named", "_by_mail")
def test_so_have_the_links_that_come_by_mail(people: dict[str, Person]) -> None:
    user = User.objects.get(username="ines")
    user.set_password("not a good one, but long")
    user.email = "ines@example.org"
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    host = {"host": "192.168.1.20"}
    Client().post("/account/password/reset/", {"email": user.email}, headers=host)
    (message,) = mail.outbox
    assert "of the account ines at hyperspace.example." in message.body
    assert re.search(
        r"^https://hyperspace\.example/account/password/reset/key/", message.body, re.M
    )
    assert "192.168" not in message.body
    client = Client()
    client.force_login(user)
    reauthenticated = {"password": "not a good one, but long"}
    client.post("/account/reauthenticate/", reauthenticated, headers=host)
    adding = {"email": "other@example.org", "action_add": ""}
    client.post("/account/email/", adding, headers=host)
    assert "https://hyperspace.example/account/email/confirm/" in mail.outbox[-1].body
    assert "at hyperspace.example." in mail.outbox[-1].body
    assert "192.168" not in mail.outbox[-1].body


@pytest.mark.usefixtures("_named")
def test_so_has_the_link_that_whoever_runs_the_site_makes(people: dict[str, Person]) -> None:
    out = StringIO()
    call_command("reset_password", "ines", stdout=out)
    assert "    https://hyperspace.example/account/password/reset/key/" in out.getvalue()
    assert "Put the address of your site in front of it" not in out.getvalue()


@pytest.mark.usefixtures("_named")
def test_what_one_follows_from_page_to_page_stays_where_one_is(
    people: dict[str, Person], party: Party
) -> None:
    greta = people["greta"].client
    host = {"host": "192.168.1.20"}
    form = {"name": "The Short Watch", "key": form_data.new_key()}
    answer = greta.post(f"/parties/{party.public_id}/name/", form, headers=host)
    assert answer["Location"] == f"/parties/{party.public_id}/members/"
    assert "hyperspace.example" not in get(people["greta"], party).content.decode()
