"""A pilot who does the work of empty stations: each is folded to a line, with what can be done."""

import re

from tests.sheets.encounters import test_crew
from tests.sheets.encounters.conftest import Ambush

dogfight, started = test_crew.dogfight, test_crew.started


def folds(page: str) -> dict[str, str]:
    """The empty stations of which a pilot does the work, each with what it says folded."""
    found = re.findall(
        r'<details class="other-station".*?<summary>(.*?)</summary>', page, re.DOTALL
    )
    lines = (re.findall(r">([^<>]*\S[^<>]*)</span>", one) for one in found)
    return dict(lines)


def test_a_pilot_has_the_work_of_empty_stations_folded_to_a_line_each(started: Ambush) -> None:
    """MEC 3D, and 1D of the craft's sensors for a scan."""
    assert folds(started.fight("ines")) == {
        "Sensors": "Scan 4D, Plot a jump 3D",
        "Shields": "Angle the shields",
        "Engineer": "Nothing is damaged.",
    }
    started.post("femi", f"crew/{started.combatant('Orrin').pk}/leave/")
    page = started.fight("ines")
    assert folds(page)["Gunner"].startswith("Fire Quad Laser Turrets ")
    # The own station comes first, and nothing of it is folded.
    own, _, others = page.partition('class="other-station"')
    assert "Outmaneuver" in own
    assert "Fire Quad Laser Turrets" not in own
    assert "Fire Quad Laser Turrets" in others
    assert folds(started.fight("femi")) == {}


def test_what_a_game_master_asks_for_is_not_folded(started: Ambush) -> None:
    vessa = started.combatant("Vessa Korr")
    opened = started.people["ines"].client.get(
        f"{started.address}crew/{vessa.pk}/", {"action": "repair"}
    )
    page = opened.content.decode()
    assert re.findall(r'<details class="other-station"\s+id="([^"]+)" open', page) == [
        f"for-engineer-{vessa.pk}"
    ]
