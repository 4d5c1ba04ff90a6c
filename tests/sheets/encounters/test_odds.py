"""The odds of an attack as its form is filled in."""

import re

import pytest

from sheets.models import Attack
from sheets.play_log import storage as storage_of_log
from tests.sheets.encounters.conftest import Ambush, dice, started

ROW = re.compile(
    r'value="(\d+)"( checked)?><span class="target-name">.*?(?:target-chance[^>]*>(\d+)%|</label>)'
)


def odds(ambush: Ambush, **sent: object) -> tuple[list[str], str]:
    """The chances of Zin's attack on those who are chosen, and what its button rolls."""
    zin = ambush.combatant("Zin Tavik")
    where = f"{ambush.address}combatants/{zin.pk}/attack/"
    asked = {"attack": "weapons.heavy-blaster-rifle", **sent}
    page = ambush.people["greta"].client.get(where, asked).content.decode()
    (dice,) = re.findall(r"Roll (\dD)", page)
    return [chance for _, chosen, chance in ROW.findall(page) if chosen], dice


def test_the_odds_of_two_targets_are_those_of_the_one_roll_on_both(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    one, other = (str(ambush.combatant(name).pk) for name in ("Vessa Korr", "Orrin"))
    assert odds(ambush, target=[one]) == (["90"], "5D")
    # Two targets take Auto-Fire, which takes a die.
    assert odds(ambush, target=[one, other]) == (["66", "66"], "4D")
    # What the form ticked for both targets goes with the second one; a tick of one's own stays.
    ticked = {"ways": "auto-fire", "follows": "ways=auto-fire"}
    assert odds(ambush, target=[one], **ticked) == (["90"], "5D")
    assert odds(ambush, target=[one], ways="auto-fire") == (["66"], "4D")


def test_aim_stays_chosen_when_a_second_target_takes_auto_fire(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    zin = ambush.combatant("Zin Tavik")
    both = [str(ambush.combatant(name).pk) for name in ("Vessa Korr", "Orrin")]
    where = f"combatants/{zin.pk}/attack/"
    sent = {"attack": "weapons.heavy-blaster-rifle", "target": both, "ways": "aim"}
    page = ambush.people["greta"].client.get(f"{ambush.address}{where}", sent).content.decode()
    assert 'id="attack-ways-aim" checked' in page
    assert 'id="attack-ways-auto-fire" checked' in page
    dice(monkeypatch, *[6] * 12)
    ambush.post("greta", where, **sent)
    why = storage_of_log.outcome(Attack.objects.earliest("pk").entry).why
    assert why == "Blasters 4D + aim 1D - Auto-Fire 1D"


def test_who_can_attack_no_more_reads_why_above_the_targets(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    zin, vessa = ambush.combatant("Zin Tavik"), ambush.combatant("Vessa Korr")
    where = f"combatants/{zin.pk}/attack/"
    sent = {"attack": "weapons.heavy-blaster-rifle", "target": str(vessa.pk)}
    for _ in range(12):
        page = ambush.people["greta"].client.get(f"{ambush.address}{where}", sent).content.decode()
        if 'id="attack-roll"' not in page:
            break
        dice(monkeypatch)
        ambush.post("greta", where, **sent)
    assert Attack.objects.count() > 1
    said = [page.index(text) for text in ("You can take at most", 'class="targets"')]
    assert said == sorted(said)
    assert page.count("You can take at most") == 1
