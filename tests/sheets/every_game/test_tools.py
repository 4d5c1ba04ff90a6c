"""The game master's tools of every game answer, whatever is typed."""

from django.test import Client
from django.utils.html import escape

from rules import registry
from rules.character import Character
from tests.sheets.every_game.characters import EVERY

STRANGE = {"dice": "x", "size": "no-such-size", "damage": "-1"}


@EVERY
def test_every_tool_is_shown_and_used(slug: str, nobody: Client) -> None:
    system, place = registry.get(slug), f"/rules/{slug}/tools/"
    groups = Character(system, system.empty()).tools({})
    page = nobody.get(place)
    assert page.status_code == (200 if groups else 404)
    for tool in (one for group in groups for one in group.actions):
        assert escape(tool.name) in page.content.decode()
        address = f"{place}{tool.id}/"
        assert nobody.get(address).status_code == 200
        for sent in ({}, STRANGE):
            assert nobody.post(address, sent).status_code in (200, 422)
