"""A power in a fight, in every game that has such: from the page to the decision, the log, and the
undo.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from sheets.models import Character, LedgerEntry, PlayLogEntry
from sheets.play_log import storage as log_storage
from tests.sheets.encounters.exchanges import Exchange
from tests.sheets.pages import words

ATTRIBUTES = dict.fromkeys(("DEX", "KNO", "MEC", "PER", "STR", "TEC"), "3D")
TRAITS = {
    "strength": 3,
    "dexterity": 3,
    "charisma": 4,
    "manipulation": 2,
    "perception": 2,
    "intelligence": 3,
    "wits": 2,
}
# Who uses a power, by game: what stands in the build, ledger, house.
USERS: dict[str, tuple[dict[str, Any], list[dict[str, Any]], dict[str, Any]]] = {
    "empire-ascendant": (
        {
            "attributes": ATTRIBUTES,
            "force_skills": {"control": "3D", "sense": "3D", "alter": "3D"},
            "powers": [{"name": "Push", "skills": "alter", "difficulty": "Easy", "does": "Falls."}],
        },
        [],
        {},
    ),
    "hyperspace-d6": (
        {},
        [
            {"kind": "award", "cp": 90},
            {"kind": "unlock-force"},
            {"kind": "raise-attribute", "attribute": "FOR"},
            {"kind": "raise-attribute", "attribute": "FOR"},
        ],
        {},
    ),
    "storytelling-d10": (
        {
            "attributes": TRAITS,
            "merits": [{"id": "force-sensitivity"}],
            "force_knowledges": {"telekinetic": 2, "mind": 3},
            "force_abilities": ["force-blast", "mind-trick"],
            "power": 1,
        },
        [{"kind": "story", "power": 8}],
        {"force_at_creation": True, "start_power": 1},
    ),
}


@pytest.fixture
def exchange(slug: str, new_exchange: Callable[[str], Exchange]) -> Exchange:
    """A fight in which Ines's character has a power."""
    begun = new_exchange(slug)
    build, ledger, house = USERS[slug]
    row = begun.rows["ines"].character
    build = build or row.build
    Character.objects.filter(pk=row.pk).update(build=build, house=house, marks={})
    LedgerEntry.objects.filter(character=row).delete()
    for position, content in enumerate(ledger):
        LedgerEntry.objects.create(character=row, position=position, content=content)
    return begun


@pytest.mark.all_games
@pytest.mark.parametrize(
    ("slug", "power", "name"),
    [
        ("empire-ascendant", "powers.push", "Push"),
        ("hyperspace-d6", "attacks.force", "The Force"),
        ("storytelling-d10", "force.force-blast", "Force blast"),
        ("storytelling-d10", "force.mind-trick", "Mind trick"),
    ],
)
def test_a_power_goes_from_the_page_to_the_decision_and_back(
    slug: str, exchange: Exchange, power: str, name: str
) -> None:
    target = exchange.rows["femi"].pk
    form = f"combatants/{exchange.rows['ines'].pk}/attack/?attack={power}&target={target}"
    page = words(exchange.page("ines", f"{address(exchange)}{form}"))
    assert re.search(rf"{name} \d", page), page
    before = exchange.as_stored()[0]
    sent = {"attack": power, "target": str(target)}
    answer = exchange.post("ines", form.partition("?")[0], **sent)
    assert answer.status_code == 302
    if exchange.row.state == "defending":
        # Femi's player lets it pass; a game master says that it hit.
        assert "Femi" in words(exchange.page("femi"))
        exchange.decide("greta", "hit")
    elif exchange.row.state == "unknown":
        exchange.decide("greta", "hit")
    if exchange.row.state == "hit":
        exchange.decide("ines", "damage")
    # What a power does that rolls no damage, the game master says.
    damage = {} if slug == "storytelling-d10" else {"damage": "20"}
    exchange.decide("greta", "take", **damage)
    row = exchange.row
    assert (row.state, row.weapon) == ("taken", name)
    assert row.harm_entry is not None
    assert log_storage.is_confirmed(row.harm_entry)
    for who in ("greta", "ines", "femi"):
        assert name in words(exchange.page(who))
    assert exchange.undo("fight").status_code == 302
    characters, lines, _ = exchange.as_stored()
    assert characters == before
    undone = PlayLogEntry.objects.exclude(takes_back=None).count()
    assert [stands for *_, stands in lines].count(False) == undone > 0
    assert len(lines) == 2 * undone


def address(exchange: Exchange) -> str:
    encounter = exchange.encounter
    return f"/parties/{encounter.party.public_id}/encounters/{encounter.public_id}/"
