"""A game from a folder beside the program: played on the site, and what stays once it is gone."""

import logging
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from hyperspace.server import log_game_folders
from rules import document as documents
from rules import registry
from rules.character import Character as OpenCharacter
from sheets import form_data
from sheets.api import tokens
from sheets.models import Character, Member, Party
from sheets.writes import Mine
from tests.games.registered import LAMPLIGHT, FolderNames, with_folders
from tests.sheets.access_rows import Row
from tests.sheets.access_table import TABLE
from tests.sheets.cast import Person
from tests.sheets.example_characters import store

__all__ = ("with_folders",)
HTMX = {"HX-Request": "true"}
GONE = "of-no-folder"


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    folder = tmp_path / "faulty_folder"
    folder.mkdir()
    (folder / "__init__.py").write_text("1 / 0", encoding="utf-8")
    return folder


def typed(client: Client, character: Character, step: str, field: str, value: str) -> None:
    """One field of a step, typed in where nothing was."""
    sent = {f"was.{field}": form_data.token(()), field: value}
    if field == "name":
        sent["was.name"] = form_data.token((character.name,))
    at = f"/characters/{character.public_id}/build/{step}/"
    assert client.post(at, sent, headers=HTMX).status_code == 200
    character.refresh_from_db()


def test_a_keeper_of_lamplight_goes_from_start_to_sheet_and_paper(
    with_folders: FolderNames, ines: Client
) -> None:
    with_folders(LAMPLIGHT)
    assert "Lamplight" in ines.get("/characters/new/").content.decode()
    begun = ines.post("/characters/new/", {"system": "lamplight", "key": form_data.new_key()})
    assert begun.status_code == 302, begun.content.decode()
    character = Character.objects.get(system="lamplight")
    typed(ines, character, "who", "name", "Wick")
    for trait, value in (("glow", "3"), ("hush", "5"), ("oil", "2")):
        typed(ines, character, "traits", trait, value)
    at = f"/characters/{character.public_id}/"
    finished = ines.post(f"{at}finish/", {"version": character.version})
    assert finished.status_code == 302
    page = ines.get(at).content.decode()
    for word in ("Wick", "Glow", "Hush", "Oil"):
        assert word in page
    assert ines.get(f"{at}document.json").json()["build"] == {
        "traits": {"glow": 3, "hush": 5, "oil": 2}
    }
    pdf = b"".join(ines.get(f"{at}sheet.pdf"))  # type: ignore[arg-type]  # a streamed answer
    assert pdf.startswith(b"%PDF")
    assert "How far your lamp shines." in ines.get("/rules/lamplight/keepers/").content.decode()


def test_the_operator_reads_what_was_loaded_and_why_not(
    with_folders: FolderNames, faulty: Path, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    with_folders(LAMPLIGHT, faulty)
    client.force_login(User.objects.create(username="sam", is_staff=True, is_superuser=True))
    page = " ".join(client.get("/account/site/").content.decode().split())
    assert f"<dt>{LAMPLIGHT}</dt> <dd><span>Lamplight 1<" in page
    fault = f"{faulty}: ZeroDivisionError: division by zero (__init__.py, line 1)"
    assert f"<li>{fault}</li>" in page
    assert client.get("/").status_code == 200
    with caplog.at_level(logging.INFO):
        log_game_folders()
    told = [
        (one.levelname, one.getMessage()) for one in caplog.records if "folder" in one.getMessage()
    ]
    assert told == [
        ("INFO", f"Game folder {LAMPLIGHT}: Lamplight 1"),
        ("WARNING", f"Game folder {fault}"),
    ]


# Words of the games of the program, which no other game has: whole ones, since a token may hold any
# letters.
FOREIGN = re.compile(
    r"\b(?:(?:smuggler|lightsaber|blaster|droid|medpac|force point|character point)s?|medic|jedi"
    r"|dark side|strength|STR|DEX)\b",
    re.IGNORECASE,
)
TABLES_ALONE = Path(__file__).parents[2] / "docs" / "examples" / "games" / "lantern-deep"
# What lists every game, or characters of the others.
OF_ALL_GAMES = {"character_convert", "character_exchange", "party_exchange"}


def pages_of(
    on: str, subject: dict[str, Any], client: Client, pdf_text: Callable[[bytes], str]
) -> Iterator[tuple[str, str]]:
    """Every page and every answer for programs about a character or a party, with its text."""
    for name, row in TABLE.items():
        if row.on != on or "GET" not in row.methods or name in OF_ALL_GAMES:
            continue
        response = client.get(reverse(name, kwargs={**subject, **row.arguments}))
        content = b"".join(response)  # type: ignore[arg-type]  # a page or a streamed answer
        if response.status_code == 200 and response["Content-Type"].startswith(
            ("text/", "application/json")
        ):
            main = content.decode().partition("<main")[2] or content.decode()
            yield name, re.sub(r"<symbol.*?</symbol>|<svg.*?</svg>|href=\"[^\"]*\"", "", main)
        elif content.startswith(b"%PDF"):
            yield name, pdf_text(content)


@pytest.mark.parametrize("folder", [LAMPLIGHT, TABLES_ALONE], ids=lambda folder: folder.name)
def test_pages_api_and_paper_of_a_game_have_no_words_of_another(
    folder: Path, with_folders: FolderNames, people: dict[str, Person], pdf_text: Any
) -> None:
    with_folders(folder)
    game = next(one.game for one in registry.folders() if one.game)
    party = Party.objects.create(name="The Long Watch", system=game.slug)
    for name, role in (("greta", Member.Role.GM), ("ines", Member.Role.PLAYER)):
        Member.objects.create(party=party, owner=people[name].owner, role=role)
    document = documents.write(msgspec.structs.replace(game.random(Random(3)), name="Wick"))
    character = store(people["ines"].owner, document, finished=True)
    Character.objects.filter(pk=character.pk).update(party=party)
    draft = store(people["ines"].owner, document)
    found: dict[str, set[str]] = {}
    seen = 0
    begun = people["ines"].client.get(f"/characters/new/?game={game.slug}").content.decode()
    start = begun.partition('class="beginning"')[2].partition('id="cast"')[0]
    pages = [("character_new", start)]
    for person in (people["ines"], people["greta"]):
        token = tokens.Create(
            Mine(person.owner), name="All", can_write=False, lasts="never", character=None
        ).run()
        person.client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {token}"
    for on, row in (("finished", character), ("draft", draft), ("party", party)):
        subject = {"id": row.public_id}
        for who in ("ines", "greta"):
            pages += pages_of(on, subject, people[who].client, pdf_text)
    for step in OpenCharacter(game, game.empty()).steps():
        address = f"/characters/{draft.public_id}/build/{step.id}/"
        pages.append((f"step {step.id}", people["ines"].client.get(address).content.decode()))
    for name, text in pages:
        seen += 1
        if words := {one.group().lower() for one in FOREIGN.finditer(text)}:
            found.setdefault(name, set()).update(words)
    assert found == {}
    assert seen > 60


@pytest.fixture
def gone() -> Callable[[], None]:
    """The game of every character and party is gone from the site."""

    def leave() -> None:
        Character.objects.update(system=GONE)
        Party.objects.update(system=GONE)

    return leave


def failed(
    name: str, row: Row, subject: dict[str, Any], clients: list[Client], methods: tuple[str, ...]
) -> list[str]:
    """The requests of an address that end as an error of the site."""
    url = reverse(name, kwargs={**subject, **row.arguments})
    found = []
    for client in clients:
        client.raise_request_exception = False
        for method in methods:
            response = client.generic(method, url)
            b"".join(response)
            if response.status_code >= 500:
                found.append(f"{name} {method}: {response.status_code}")
    return found


@pytest.mark.parametrize("on", ["", "draft", "finished", "played", "archived", "party", "battle"])
def test_no_page_of_a_game_that_is_gone_is_an_error_of_the_site(
    on: str,
    people: dict[str, Person],
    party: Party,
    request: pytest.FixtureRequest,
    gone: Callable[[], None],
) -> None:
    found = request.getfixturevalue(on) if on else {}
    if isinstance(found, Character):
        Character.objects.filter(pk=found.pk).update(party=party, owner=people["ines"].owner)
    subject = found if isinstance(found, dict) else {"id": found.public_id}
    clients = [people["ines"].client, people["greta"].client]
    gone()
    wrong: list[str] = []
    for name, row in TABLE.items():
        if row.on != on or row.is_api or (not on and name.startswith(("account", "mfa", "site"))):
            continue
        wrong += failed(name, row, subject, clients, tuple(row.methods & {"GET", "POST"}))
    assert wrong == []


def test_a_character_of_a_game_that_is_gone_says_so_and_is_kept(
    ines: Client, finished: Character, gone: Callable[[], None]
) -> None:
    gone()
    told = " ".join(ines.get(f"/characters/{finished.public_id}/").content.decode().split())
    assert "The game of this character isn't on this site" in told
    shelf = ines.get("/characters/")
    assert finished.name in shelf.content.decode()
    document = ines.get(f"/characters/{finished.public_id}/document.json")
    assert (document.status_code, document.json()["system"]) == (200, GONE)
    Character.objects.update(system="hyperspace-d6")
    assert ines.get(f"/characters/{finished.public_id}/").status_code == 200
