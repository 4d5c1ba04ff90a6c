"""Files that people send go through the operator's virus scanner first, where there is one."""

import sys
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from sheets.models import Character, Portrait
from tests.sheets.portraits.conftest import plain, saved

PICTURE = saved(plain(), "PNG")
# A scanner that finds what is marked, fails on other files, and would show the site's secrets.
SCANNER = """
import os, sys
sent = sys.stdin.buffer.read()
sys.exit(1 if b"VIRUS" in sent else 2 if b"ODD" in sent or "SECRET_KEY" in os.environ else 0)
"""


@pytest.fixture(autouse=True)
def _scanner(settings: Any) -> None:
    settings.VIRUS_SCANNER = [sys.executable, "-c", SCANNER]


def places(character: Character) -> dict[str, str]:
    """Where files are sent, and the field for them."""
    return {
        f"/characters/{character.public_id}/portrait/": "picture",
        "/characters/import/": "document",
    }


def send(client: Client, address: str, field: str, content: bytes) -> Any:
    return client.post(address, {field: SimpleUploadedFile("a", content), "alt": ""})


def test_an_infected_file_is_refused_wherever_files_are_sent(
    ines: Client, draft: Character
) -> None:
    for address, field in places(draft).items():
        answer = send(ines, address, field, PICTURE + b"VIRUS")
        assert answer.status_code == 422, address
        assert "The virus scanner found something in this file" in answer.content.decode()
    assert not Portrait.objects.exists()
    assert send(ines, *next(iter(places(draft).items())), PICTURE).status_code == 302


@pytest.mark.parametrize("scanner", [[sys.executable, "-c", SCANNER], ["/no/such/scanner"]])
def test_without_a_verdict_no_file_is_read(
    ines: Client, draft: Character, settings: Any, scanner: list[str]
) -> None:
    settings.VIRUS_SCANNER = scanner
    for address, field in places(draft).items():
        answer = send(ines, address, field, PICTURE + b"ODD")
        assert answer.status_code == 503, address
        assert "be scanned for viruses right now" in answer.content.decode()
        assert int(answer["Retry-After"]) > 0
    assert not Portrait.objects.exists()
