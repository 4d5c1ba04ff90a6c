"""Faces in a fight and in the list of a party's members: a portrait, or else a likeness."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from sheets.models import Character
from tests.sheets.encounters.conftest import Ambush, started
from tests.sheets.encounters.test_screen import page

LIKENESS = '<span class="bust drawn"><svg class="likeness"'


def with_portrait(ambush: Ambush, name: str) -> str:
    """Gives a character of the party a portrait; returns its address."""
    row = Character.objects.get(name=name)
    base = f"/characters/{row.public_id}/"
    upload = SimpleUploadedFile("me.png", picture(), "image/png")
    owner = next(who for who in ambush.people.values() if who.owner.pk == row.owner_id)
    answer = owner.client.post(f"{base}portrait/", {"picture": upload})
    assert answer.status_code == 302, answer.content.decode()
    return f"{base}portrait/small.webp"


def picture() -> bytes:
    made = BytesIO()
    Image.new("RGB", (300, 400), "teal").save(made, "PNG")
    return made.getvalue()


def test_a_player_sees_everyone_in_order_and_each_target_with_a_face(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    ambush.post("greta", f"combatants/{ambush.combatant('Vessa Korr').pk}/turn/")
    shown = ambush.fight("ines")
    heads = re.findall(r'<p class="fighter-head">(<span.*?"likeness")', shown)
    targets = re.findall(r"<label class=\"target[^\"]*\">.*?</label>", shown)
    assert heads == [LIKENESS] * 5
    assert len(targets) == 4
    assert all(LIKENESS in target for target in targets)
    # Who leads the fight has a dense page.
    assert LIKENESS not in ambush.fight("greta")


def test_a_portrait_is_shown_in_the_fight_on_the_second_screen_and_among_the_members(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    portrait = with_portrait(ambush, "Vessa Korr")
    members = ambush.people["femi"].client.get(f"/parties/{ambush.party.public_id}/members/")
    for shown in (ambush.fight("femi"), page(ambush, "femi"), members.content.decode()):
        assert f'<img class="bust" src="{portrait}' in shown
        assert LIKENESS in shown
