"""Documents to call commands with, and how a command ended."""

import json
from collections.abc import Callable
from typing import Any

SCOUNDREL: dict[str, Any] = {
    "format": "hyperspace-character/1",
    "system": "hyperspace-d6",
    "name": "Somebody",
    "build": {
        "species": "human",
        "profession": "scoundrel",
        "skills": ["blasters", "deceive", "pilot"],
        "edge": {"id": "luck"},
        "burden": {"id": "debt"},
        "gear": [{"id": "blaster-pistol"}],
    },
}
SOLDIER: dict[str, Any] = {
    "format": "hyperspace-character/1",
    "system": "rules-sheet-d6",
    "name": "Somebody",
    "build": {
        "template": "Soldier",
        "attributes": {
            "DEX": "3D+1", "KNO": "2D", "MEC": "2D", "PER": "3D", "STR": "3D", "TEC": "2D+2"
        },
        "skills": [{"name": "Blaster", "attribute": "DEX", "code": "4D"}],
        "weapons": [{"name": "Blaster pistol", "skill": "Blaster", "damage": "4D"}],
        "gear": [{"name": "Medpac", "quantity": 2}],
    },
}  # fmt: skip
AWARD = {"kind": "award", "cp": 30}


class Ended:
    """The end of a command: its status, its standard output, and its standard error."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def shown(self) -> Any:
        return json.loads(self.out)

    @property
    def line(self) -> str:
        """The one line of a command that could not be done."""
        assert (self.status, self.out) == (2, "")
        (line,) = self.err.splitlines()
        return line


Run = Callable[..., Ended]


def with_marks(document: dict[str, Any], **marks: int) -> dict[str, Any]:
    return {**document, "marks": marks}
