"""A volley is confirmed with one press: all damage that waits, as it was rolled."""

import re

import pytest

from sheets.encounters import steps
from sheets.models import Attack
from tests.sheets.encounters.conftest import Ambush, dice, started
from tests.sheets.encounters.test_answered_attacks import attacked, duel
from tests.sheets.encounters.test_answered_attacks import dice as ten_sided
from tests.sheets.pages import words

__all__ = ["duel"]
pytestmark = pytest.mark.usefixtures("by_one")


def shoot(ambush: Ambush, who: str, at: str, weapon: str) -> None:
    attacker, target = ambush.combatant(who), ambush.combatant(at)
    sent = {"attack": weapon, "target": str(target.pk)}
    assert ambush.post("greta", f"combatants/{attacker.pk}/attack/", **sent).status_code == 302


def volley(ambush: Ambush) -> None:
    """Two hit Vessa, and one hits Orrin."""
    shoot(ambush, "Zin Tavik", "Vessa Korr", "weapons.heavy-blaster-rifle")
    shoot(ambush, "Stormtrooper", "Vessa Korr", "weapons.blaster-rifle")
    shoot(ambush, "Captain Dresk", "Orrin", "weapons.blaster-pistol")


def states(ambush: Ambush) -> list[str]:
    rows = Attack.objects.filter(encounter=ambush.encounter).order_by("pk")
    return list(rows.values_list("state", flat=True))


def test_all_damage_that_waits_is_taken_at_once_and_what_was_decided_stays(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    dice(monkeypatch, *[6] * 80)
    rifle, pistol = "weapons.heavy-blaster-rifle", "weapons.blaster-pistol"
    shoot(ambush, "Zin Tavik", "Vessa Korr", rifle)
    shoot(ambush, "Captain Dresk", "Orrin", pistol)
    shoot(ambush, "Stormtrooper", "Orrin", "weapons.blaster-rifle")
    assert states(ambush) == ["damaged"] * 3
    waived = Attack.objects.order_by("pk")[1]
    ambush.post("greta", f"attacks/{waived.pk}/waive/")
    assert "All 2 take it" in ambush.fight("greta")
    assert "take it</button>" not in ambush.fight("ines")
    assert ambush.post("ines", "take-all/").status_code == 404
    key = "a" * 32
    assert ambush.post("greta", "take-all/", key=key).status_code == 302
    assert states(ambush) == ["taken", "waived", "taken"]
    marks = ambush.marks("Vessa Korr")
    # Sent again, it does nothing more.
    for sent in ({"key": key}, {}):
        assert ambush.post("greta", "take-all/", **sent).status_code == 302
    assert states(ambush) == ["taken", "waived", "taken"]
    assert ambush.marks("Vessa Korr") == marks
    assert marks
    assert 'id="take-all"' not in ambush.fight("greta")


def test_damage_whose_roll_was_undone_is_left_out(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    dice(monkeypatch, *[6] * 80)
    shoot(ambush, "Captain Dresk", "Orrin", "weapons.blaster-pistol")
    shoot(ambush, "Zin Tavik", "Vessa Korr", "weapons.heavy-blaster-rifle")
    first = Attack.objects.order_by("pk")[0]
    ambush.post("greta", f"attacks/{first.pk}/undo/")
    ambush.post("greta", "take-all/")
    assert states(ambush)[1] == "taken"
    assert states(ambush)[0] != "taken"
    assert not ambush.marks("Orrin")


def test_of_those_who_fall_in_a_volley_the_hits_after_that_are_dismissed_with_the_same_press(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    dice(monkeypatch, *[6] * 80)
    volley(ambush)
    # The first shot kills Vessa: nothing more happens to her.
    assert ambush.post("greta", "take-all/").status_code == 302
    assert states(ambush) == ["taken", "waived", "taken"]
    page = ambush.fight("greta")
    assert 'class="entry open-attacks"' not in page
    # They fold away, but for whose turn it is.
    assert re.search(r"\d out:[^<]*Orrin", page)


def test_what_cannot_be_taken_is_told_and_the_others_are_taken(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    dice(monkeypatch, *[6] * 80)
    volley(ambush)
    # A rule bars the second, and she could still act.
    monkeypatch.setattr(steps, "is_out", lambda _: False)
    answer = ambush.post("greta", "take-all/")
    assert answer.status_code == 422
    assert "Vessa Korr: Dead: no more rolls." in answer.content.decode()
    assert states(ambush) == ["taken", "damaged", "taken"]


def test_all_opponents_who_are_attacked_defend_with_one_press(
    duel: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    ten_sided(monkeypatch, *[6] * 20)
    attacked(duel, "ines", "Sera", "Vorn", "weapons.saber")
    assert "opponents defend" not in duel.fight("greta")
    attacked(duel, "ines", "Sera", "Vorn", "weapons.saber")
    assert "All 2 opponents defend" in words(duel.fight("greta"))
    assert "opponents defend" not in duel.fight("ines")
    # A player's press is about their own combatants.
    assert duel.post("ines", "defend-all/").status_code == 302
    assert {row.state for row in Attack.objects.all()} == {"defending"}
    ten_sided(monkeypatch)
    assert duel.post("greta", "defend-all/").status_code == 302
    rows = Attack.objects.order_by("pk")
    assert [row.state for row in rows] == ["hit", "hit"]
    assert all(row.defense_entry for row in rows)


def test_a_player_defends_against_all_attacks_with_one_press(
    duel: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in (1, 2):
        ten_sided(monkeypatch, *[6] * 20)
        attacked(duel, "greta", "Vorn", "Sera", "weapons.saber")
        assert ("Defend against all" in words(duel.fight("ines"))) == (number > 1)
    assert "Defend against all 2" in words(duel.fight("ines"))
    assert "opponents defend" not in duel.fight("greta")
    ten_sided(monkeypatch)
    assert duel.post("ines", "defend-all/").status_code == 302
    rows = list(Attack.objects.order_by("pk"))
    assert [row.state for row in rows] == ["hit", "hit"]
    assert all(row.defense_entry for row in rows)
