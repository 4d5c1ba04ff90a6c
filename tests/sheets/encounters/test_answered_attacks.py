"""Attacks that the target chooses how to answer: two Jedi of Star Wars Storytelling, from the roll
to the harm, on the devices of both and of the game master.
"""

from typing import Any

import pytest
from django.utils import timezone

from rules.turn import Turn
from sheets import storage
from sheets.encounters import steps
from sheets.models import Attack, Character, Encounter, Identity, LedgerEntry, Member, Party
from sheets.play import operations
from sheets.play_log import storage as log_storage
from tests.dice import Fixed
from tests.sheets.cast import Person
from tests.sheets.encounters.conftest import Ambush, opponent
from tests.sheets.pages import words

TRAITS = {
    "strength": 3, "dexterity": 3, "stamina": 2, "charisma": 2, "manipulation": 2, "appearance": 2,
    "perception": 2, "intelligence": 2, "wits": 2,
}  # fmt: skip
SABER = {
    "name": "Saber", "ability": "melee", "skill": "special: lightsaber", "damage": 4,
    "source": "lightsaber",
}  # fmt: skip
JEDI: dict[str, Any] = {
    "attributes": TRAITS,
    "abilities": {"athletics": 2, "melee": 2},
    "weapon_skills": {"melee": ["special: lightsaber", "swords"]},
    "weapons": [SABER],
    "merits": [{"id": "force-sensitivity"}],
    "force_knowledges": {"telekinetic": 2},
    "force_abilities": ["force-blast", "force-thrust"],
}


def dice(monkeypatch: pytest.MonkeyPatch, *faces: int) -> None:
    """The next dice fall so; after those every die shows a 2."""
    monkeypatch.setattr(operations, "DICE", Fixed(*faces, *[2] * 300, sides=10))


@pytest.fixture
def duel(people: dict[str, Person], monkeypatch: pytest.MonkeyPatch) -> Ambush:
    """Ines's Sera against Vorn of the roster, who has one success of initiative."""
    greta, ines = people["greta"], people["ines"]
    house = {"force_at_creation": True}
    party = Party.objects.create(name="The Temple", system="storytelling-d10", house=house)
    for name, role in (("greta", "gm"), ("ines", "player")):
        Member.objects.create(party=party, owner=people[name].owner, role=role)
    Character.objects.create(
        owner=ines.owner,
        party=party,
        system=party.system,
        name="Sera",
        build=JEDI,
        house=house,
        finished_at=timezone.now(),
    )
    vorn = opponent(greta.owner, party, JEDI, name="Vorn", house=house)
    where = f"/parties/{party.public_id}/encounters/"
    greta.client.post(where, {"name": "Duel", "place": "The bridge"})
    made = Ambush(party, Encounter.objects.get(party=party), people)
    made.post("greta", "add/", characters=[str(vorn.public_id)], count="1")
    dice(monkeypatch, 4, 2, 2, 2, 2)
    made.post("greta", "start/")
    made.encounter.combatants.update(place=0)
    return made


def attacked(duel: Ambush, who: str, attacker: str, target: str, weapon: str) -> Attack:
    """The newest attack, rolled by its player."""
    where = f"combatants/{duel.combatant(attacker).pk}/attack/"
    answer = duel.post(who, where, attack=weapon, target=str(duel.combatant(target).pk))
    assert answer.status_code == 302, words(answer.content.decode())
    return Attack.objects.latest("pk")


def after(duel: Ambush, attack: Attack, who: str, verb: str, **sent: str) -> tuple[str, int | None]:
    """The state of an attack after one more step, and what it had to beat."""
    answer = duel.post(who, f"attacks/{attack.pk}/{verb}/", **sent)
    assert answer.status_code == 302, words(answer.content.decode())
    attack.refresh_from_db()
    return attack.state, attack.number


def test_a_target_chooses_its_defense_and_what_is_left_hurts(
    duel: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice(monkeypatch, 6, 6, 6, 2, 2)
    blow = attacked(duel, "ines", "Sera", "Vorn", "weapons.saber")
    assert (blow.state, blow.total, blow.damage_entry) == ("defending", 3, None)
    # Vorn is Greta's: she chooses, and Ines waits.
    page = words(duel.fight("greta"))
    for choice in ("Melee, 5 dice", "Dodge, 3 dice", "Acrobatics, 3 dice", "Don’t defend"):
        assert choice in page
    assert "Vorn rolls to defend" in words(duel.fight("ines"))
    assert duel.post("ines", f"attacks/{blow.pk}/defend/").status_code == 404
    assert duel.post("greta", f"attacks/{blow.pk}/defend/", defense="9").status_code == 422
    dice(monkeypatch, 6, 2, 2)
    assert after(duel, blow, "greta", "defend", defense="1") == ("hit", 1)
    assert duel.combatant("Vorn").character.situation["evasions"] == 1
    dice(monkeypatch, 6, 6, 6, 2)
    assert after(duel, blow, "ines", "damage")[0] == "damaged"
    assert blow.harm == {
        "damage": ["3"],
        "kind": ["lethal"],
        "ignores": ["armor"],
        "against": ["energy"],
    }
    dice(monkeypatch, 6, 2)
    assert after(duel, blow, "greta", "take")[0] == "taken"
    # A fight is a battle: the success of the evasion brings Current Power.
    assert duel.marks("Vorn") == {"lethal": 2, "power_now": 1}
    # Undone as a whole it leaves nothing with the target, and nobody is told that something stays.
    assert duel.post("greta", f"attacks/{blow.pk}/undo/").status_code == 302
    assert "lethal" not in duel.marks("Vorn")
    sera = duel.combatant("Sera").character.play_log
    assert "stays" not in str(list(sera.values_list("content", flat=True)))


def test_all_take_it_rolls_the_damage_of_opponents_who_hit_in_spite_of_a_defense(
    duel: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    greta = Identity(user=duel.people["greta"].owner.user_id)
    blows = []
    for attacker, target, who in (("Vorn", "Sera", "greta"), ("Sera", "Vorn", "ines")):
        dice(monkeypatch, 6, 6, 6, 2, 2)
        blows.append(attacked(duel, who, attacker, target, "weapons.saber"))
        dice(monkeypatch, 6, 2, 2)
        other = {"greta": "ines", "ines": "greta"}[who]
        assert after(duel, blows[-1], other, "defend", defense="1")[0] == "hit"
    assert "Roll damage" in words(duel.fight("greta"))
    dice(monkeypatch, 6, 6, 6, 2, 6, 2)
    steps.take_all(greta, duel.now(), key="")
    for blow in blows:
        blow.refresh_from_db()
    # The damage of a player's hit is the player's to roll.
    assert [blow.state for blow in blows] == ["taken", "hit"]
    assert blows[0].harm["damage"] == ["3"]


def test_an_attack_that_is_undone_was_not_done_and_its_evasion_neither(
    duel: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    def account(name: str) -> Turn:
        return storage.situation(duel.combatant(name).character)

    duel.post("greta", "roll/")
    duel.post("greta", "next/", after="")
    before = [account(name) for name in ("Sera", "Vorn")]
    assert [(one.get("rounds"), one.done) for one in before] == [(1, 0), (1, 0)]
    dice(monkeypatch, 6, 6, 6, 2, 2)
    blow = attacked(duel, "ines", "Sera", "Vorn", "weapons.saber")
    dice(monkeypatch, 6, 2, 2)
    after(duel, blow, "greta", "defend", defense="1")
    assert account("Sera").done == 1
    assert (account("Vorn").done, account("Vorn").get("evasions")) == (0, 1)
    # The second blow of the round says what it takes, and whoever fights is in a battle.
    page = words(duel.fight("ines"))
    assert "2nd action, 1 declared, −3 dice" in page
    assert "In battle" not in page
    assert duel.post("greta", f"attacks/{blow.pk}/undo/").status_code == 302
    undone = [account(name) for name in ("Sera", "Vorn")]
    assert [(one.done, one.get("evasions")) for one in undone] == [(0, 0), (0, 0)]
    duel.post("greta", "end/")
    assert account("Sera").get("rounds") == 0


def test_a_force_ability_is_an_attack_and_what_is_left_of_it_counts(
    duel: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice(monkeypatch, 6, 6, 6, 2, 2)
    blast = attacked(duel, "greta", "Vorn", "Sera", "force.force-blast")
    page = words(duel.fight("ines"))
    for choice in ("Athletics, 5 dice", "Acrobatics, 3 dice", "Don’t defend"):
        assert choice in page
    dice(monkeypatch, 6, 2, 2, 2, 2)
    assert after(duel, blast, "ines", "defend", defense="0") == ("hit", 1)
    # Two successes are left: two dice of damage.
    dice(monkeypatch, 6, 6, 2)
    assert after(duel, blast, "greta", "damage")[0] == "damaged"
    assert blast.damage_entry is not None
    assert len(log_storage.outcome(blast.damage_entry).dice) == 2
    assert blast.harm["damage"] == ["2"]


def test_whoever_does_not_defend_is_hit_and_keeps_their_dice(
    duel: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice(monkeypatch, 6, 6, 6, 2, 2)
    blast = attacked(duel, "greta", "Vorn", "Sera", "force.force-blast")
    assert after(duel, blast, "ines", "defend", defense="2") == ("hit", None)
    assert "evasions" not in (duel.combatant("Sera").character.situation or {})


def test_an_ability_without_damage_does_what_its_successes_left_say(
    duel: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice(monkeypatch, 6, 6, 6, 6, 2)
    thrust = attacked(duel, "greta", "Vorn", "Sera", "force.force-thrust")
    assert "Strength + Athletics, 5 dice" in words(duel.fight("ines"))
    dice(monkeypatch, 6, 6, 2, 2, 2)
    assert after(duel, thrust, "ines", "defend", defense="0") == ("damaged", 2)
    said = "Force thrust: 2 m away; 1 die of bashing against an obstacle"
    assert said in words(duel.fight("greta"))
    assert after(duel, thrust, "greta", "take")[0] == "taken"
    assert thrust.harm_entry is not None
    assert said in log_storage.outcome(thrust.harm_entry).said


def test_an_attack_that_fails_by_itself_needs_no_defense(
    duel: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice(monkeypatch)
    assert attacked(duel, "ines", "Sera", "Vorn", "weapons.saber").state == "missed"


def test_the_lowest_initiative_acts_first_and_a_round_begins_for_all(
    duel: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "whoever rolled more may interrupt" in words(duel.fight("ines"))
    # Dexterity 3 + Wits 2 at 4: three successes, against the one that Vorn rolled at the start.
    dice(monkeypatch, 4, 4, 4, 2, 2)
    duel.post("greta", "roll/")
    order = [row.called for row in duel.encounter.combatants.in_order()]
    assert order == ["Vorn", "Sera"]
    duel.post("greta", "next/", after="")
    dice(monkeypatch, 6, 6, 6, 2, 2)
    blast = attacked(duel, "greta", "Vorn", "Sera", "force.force-blast")
    after(duel, blast, "ines", "defend", defense="0")
    # Her evasion still counts in her own turn of the round, and no longer in the next round.
    duel.post("greta", "next/", after=str(duel.combatant("Vorn").pk))
    assert duel.now().turn == duel.combatant("Sera").pk
    assert duel.combatant("Sera").character.situation["evasions"] == 1
    duel.post("greta", "next/", after=str(duel.combatant("Sera").pk))
    assert duel.now().round == 2
    assert duel.combatant("Sera").character.situation["evasions"] == 0


def test_a_defense_is_asked_on_every_page_of_its_player_and_the_game_master_reads_since_when(
    duel: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    duel.post("greta", "roll/")
    duel.post("greta", "next/", after="")
    ines, sera = duel.people["ines"].client, duel.combatant("Sera").character.public_id
    pages = (f"/characters/{sera}/", f"/characters/{sera}/table/")
    for page in pages:
        assert "Don’t defend" not in words(ines.get(page).content.decode())
    dice(monkeypatch, 6, 6, 6, 2, 2)
    blow = attacked(duel, "greta", "Vorn", "Sera", "weapons.saber")
    for page in (*pages, f"/parties/{duel.party.public_id}/fight/"):
        content = ines.get(page).content.decode()
        for choice in ("Vorn → Sera", "Melee, 5 dice", "Dodge, 3 dice", "Don’t defend"):
            assert choice in words(content), (page, choice)
        assert 'data-told="Vorn attacks Sera: roll to defend."' in content
        assert "data-since" not in content
    assert "you are attacked. Defend" in words(ines.get(pages[1]).content.decode())
    assert blow.entry
    at = blow.entry.at
    assert "Sera was asked at" in words(duel.fight("greta"))
    assert f'datetime="{at:%Y-%m-%dT%H:%M}' in duel.fight("greta")
    # Of an attack that players don't see nobody was asked.
    Attack.objects.filter(pk=blow.pk).update(hidden=True)
    read = words(duel.fight("greta"))
    assert "Sera doesn’t see this attack: roll for them, or decide it." in read
    assert "was asked" not in read
    Attack.objects.filter(pk=blow.pk).update(hidden=False)
    # Vorn is the game master's own: nobody else is waited for.
    assert after(duel, blow, "ines", "defend", defense="3")[0] == "hit"
    assert "data-since" not in duel.fight("greta")


@pytest.mark.parametrize(
    ("ability", "effect", "told"),
    [
        ("inspire", ("Inspire", 3), "Inspire: +3 Willpower against them"),
        ("valor", ("Valor", 4), "Valor: +4 dice to Willpower rolls"),
        ("battle-meditation", ("Battle meditation", 3), "4 dice more to hit and of damage"),
    ],
)
def test_an_ability_for_allies_begins_with_each_of_them_by_a_press(
    ability: str,
    effect: tuple[str, int],
    told: str,
    duel: Ambush,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sera = duel.combatant("Sera")
    able = {"attributes": {**TRAITS, "charisma": 4}, "force_knowledges": {"mind": 3}}
    Character.objects.filter(pk=sera.character_id).update(build={**JEDI, **able})
    ledger: list[dict[str, Any]] = [
        {"kind": "story", "power": 8, "light_side": 9, "dark_side": 0},
        {"kind": "award", "xp": 90},
        {"kind": "raise", "trait": "mind"},
        {"kind": "raise", "trait": "mind"},
        {"kind": "learn", "ability": ability},
    ]
    for position, content in enumerate(ledger):
        LedgerEntry.objects.create(character=sera.character, position=position, content=content)
    femi = duel.people["femi"].owner
    Member.objects.create(party=duel.party, owner=femi, role="player")
    kae = Character.objects.create(
        owner=femi, party=duel.party, system=duel.party.system, name="Kae", build=JEDI,
        house=duel.party.house, finished_at=timezone.now(),
    )  # fmt: skip
    duel.post("greta", "add/", characters=[str(kae.public_id)], count="1")
    duel.encounter.combatants.update(place=0)
    dice(monkeypatch, 9, 9, 9, 9)
    help = attacked(duel, "ines", "Sera", "Kae", f"force.{ability}")
    assert (help.state, help.total) == ("damaged", 4)
    assert told in words(duel.fight("greta"))
    assert after(duel, help, "greta", "take")[0] == "taken"
    lasting = storage.situation(duel.combatant("Kae").character).effects
    assert {(one.name, one.dice) for one in lasting} == {effect}
    assert storage.situation(duel.combatant("Sera").character).effects == ()
    # Undone as a whole, and nothing of it is left.
    assert duel.post("greta", f"attacks/{help.pk}/undo/").status_code == 302
    assert storage.situation(duel.combatant("Kae").character).effects == ()
