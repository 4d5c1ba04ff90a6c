"""Pages that a device may store: whole pages of one's own, each with a header that says whose it
is.
"""

import json

from django.test import Client

from sheets.models import Character
from sheets.offline.middleware import HEADER


def test_pages_of_characters_say_whose_they_are(
    ines: Client, tom: Client, nobody: Client, finished: Character
) -> None:
    sheet = f"/characters/{finished.public_id}/"
    keys = {ines.get(address)[HEADER] for address in ("/characters/", sheet, f"{sheet}table/")}
    assert len(keys) == 1
    assert tom.get("/characters/")[HEADER] not in keys
    for client, address in (
        (nobody, "/characters/"),
        (ines, "/"),
        (ines, "/rules/"),
        (ines, f"{sheet}history/"),
        (ines, "/characters/00000000-0000-4000-8000-000000000000/"),
    ):
        assert HEADER not in client.get(address), address
    assert HEADER not in ines.get("/characters/", headers={"HX-Request": "true"})
    page = ines.get("/characters/").content.decode()
    assert f'data-key="{keys.pop()}"' in page
    assert 'data-key=""' in nobody.get("/").content.decode()


def test_the_app_has_a_manifest_with_icons_and_a_worker_for_the_whole_site(nobody: Client) -> None:
    manifest = json.loads(nobody.get("/manifest.webmanifest").content)
    assert {icon["sizes"] for icon in manifest["icons"]} == {"192x192", "512x512"}
    assert manifest["start_url"] == "/characters/"
    worker = nobody.get("/sw.js")
    assert worker["Content-Type"] == "text/javascript"
    assert worker["Cache-Control"] == "no-cache"
    assert "worker-src 'self'" in worker["Content-Security-Policy"]


def test_signing_out_clears_the_device(people: dict[str, object]) -> None:
    answer = people["ines"].client.post("/account/logout/")  # type: ignore[attr-defined]
    assert answer["Clear-Site-Data"] == '"cache", "storage"'
