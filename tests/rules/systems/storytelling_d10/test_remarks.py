"""The remark about a level of damage, beside the pools."""

import json

import pytest

from rules import registry
from rules.character import Character


@pytest.mark.parametrize(
    ("damage", "remark"),
    [
        (1, "Bruised: no penalty"),
        (2, "Hurt: −1 die"),
        (4, "Wounded: −2 dice"),
        (7, "Incapacitated: no actions"),
    ],
)
def test_what_a_level_takes_is_said_in_dice(damage: int, remark: str) -> None:
    system = registry.get("storytelling-d10")
    document = system.read(
        json.dumps(
            {
                "format": "hyperspace-character/1",
                "system": "storytelling-d10",
                "name": "Quorra",
                "build": {},
                "marks": {"lethal": damage},
            }
        )
    )
    assert remark in Character(system, document).play_state({}).remarks
