"""The small client in the documentation, against a running site."""

import runpy
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from pytest_django.live_server_helper import LiveServer

from sheets.models import Attack, Character, Duel, Encounter, LedgerEntry, Owner, PlayLogEntry
from tests.sheets import cast
from tests.sheets.api.conftest import token
from tests.sheets.example_characters import VESSA, store

DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.django_db(transaction=True)
def test_the_client_of_the_documentation_builds_advances_rolls_and_prints(
    live_server: LiveServer,
) -> None:
    owner = Owner.objects.create(kind="user", user=User.objects.create(username="ines"))
    command = [sys.executable, str(DOCS / "api_client.py"), live_server.url]
    run = subprocess.run([*command, token(owner)], capture_output=True, text=True, check=True)
    assert run.stdout.startswith("Stealth ")
    assert "Vessa Korr" in run.stdout
    assert Character.objects.get().owner == owner
    kinds = [entry.content["kind"] for entry in LedgerEntry.objects.order_by("position")]
    assert kinds == ["award", "raise-skill"]
    assert PlayLogEntry.objects.get().number == 1
    refused = subprocess.run([*command, "hs_w_no"], capture_output=True, text=True, check=False)
    assert refused.returncode == 1
    assert "Send a token" in refused.stderr


@pytest.mark.usefixtures("unlimited")
@pytest.mark.django_db(transaction=True)
def test_the_client_of_the_documentation_fights_a_duel(live_server: LiveServer) -> None:
    people = {name: cast.person(name) for name in ("greta", "ines", "femi")}
    party = cast.make_party(people)
    ids = []
    for name in ("Vessa Korr", "Orrin"):
        row = store(people["ines"].owner, {**VESSA, "name": name}, finished=True)
        Character.objects.filter(pk=row.pk).update(party=party)
        ids.append(str(row.public_id))
    sides = {f"side-{ids[0]}": "1", f"side-{ids[1]}": "2", "place": ""}
    people["greta"].client.post(f"/parties/{party.public_id}/duel/begin/", sides)
    command = [sys.executable, str(DOCS / "api_client.py"), live_server.url]
    command += [token(people["ines"].owner), str(party.public_id)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout.count(" won") == 1
    assert "Vessa Korr: " in run.stdout
    assert Duel.objects.get().state == "decided"


@pytest.mark.usefixtures("unlimited")
@pytest.mark.django_db(transaction=True)
def test_the_bot_of_the_documentation_runs_the_ambush(live_server: LiveServer) -> None:
    people = {name: cast.person(name) for name in ("greta", "ines", "femi")}
    party = cast.make_party(people)
    for name in ("Vessa Korr", "Orrin"):
        row = store(people["ines"].owner, {**VESSA, "name": name}, finished=True)
        Character.objects.filter(pk=row.pk).update(party=party)
    command = [sys.executable, str(DOCS / "api_fight.py"), live_server.url]
    command += [token(people["greta"].owner), str(party.public_id)]
    command += ["imperial-officer", "bounty-hunter"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    told = run.stdout.splitlines()
    conditions = [line for line in told if " at " not in line and "To the stash" not in line]
    assert sorted(line.split(":")[0] for line in conditions) == [
        "Bounty Hunter",
        "Imperial Officer",
        "Orrin",
        "Vessa Korr",
    ]
    assert any(" at " in line and "taken" in line for line in told)
    fight = Encounter.objects.get(party=party)
    assert fight.is_over
    assert fight.round > 0
    assert fight.attacks.filter(state=Attack.State.TAKEN).exists()
    assert not all(line.endswith(": Unhurt") for line in conditions)


def test_the_client_waits_over_the_limit_and_tries_again_with_the_same_key() -> None:
    keys: list[str] = []

    class Site(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            keys.append(self.headers["Idempotency-Key"])
            self.send_response(429 if len(keys) < 3 else 200)
            self.send_header("Retry-After", "0")
            self.end_headers()
            self.wfile.write(b'{"done": true}')

        def log_message(self, *_: object) -> None:
            """Nothing."""

    with HTTPServer(("127.0.0.1", 0), Site) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        api = runpy.run_path(str(DOCS / "api_client.py"))["Api"]
        done = api(f"http://127.0.0.1:{site.server_port}", "hs_w_x").json("POST", "/x", {})
        site.shutdown()
    assert done == {"done": True}
    assert len(keys) == 3
    assert len(set(keys)) == 1
