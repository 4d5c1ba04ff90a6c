"""A fight without a page has the attacks, the chances and the results of the page of a fight."""

from typing import Any

import pytest

from rules import combat, fight
from rules.combat import Entrant
from rules.dice import pools
from rules.turn import ROUNDS
from sheets import storage
from sheets.encounters.attack_form import attack_page
from sheets.encounters.combatants import Fight, Fighter
from sheets.encounters.reading import fight_of
from sheets.models import Attack, Character, Combatant, Member
from tests.dice import Fixed
from tests.sheets.encounters.conftest import Ambush, dice, started

RULES: dict[str, dict[str, Any]] = {
    "as usual": {},
    "active defense": {"active_defense": True},
    "quick play": {"quickplay": True},
}


def prepared(ambush: Ambush, monkeypatch: pytest.MonkeyPatch, house: dict[str, Any]) -> None:
    """The fight by these house rules; Vessa has a grenade and a knife more, where gear counts."""
    gear = [{"id": id} for id in ("blaster-pistol", "frag-grenade", "combat-knife")]
    row = Character.objects.get(name="Vessa Korr")
    build = {"quickplay": {"plus_two": "DEX", "plus_one": ["PER", "STR"]}}
    row.build = build if "quickplay" in house else {**row.build, "gear": gear}
    row.save()
    Character.documents.update(house=house)
    ambush.party.house = house
    ambush.party.save()
    started(ambush, monkeypatch)


def seen(ambush: Ambush) -> Fight:
    """The fight as its game master sees it."""
    greta = ambush.people["greta"].owner
    return fight_of(Member.objects.get(party=ambush.party, owner=greta), ambush.now())


def entrant(fighter: Fighter) -> Entrant:
    """The same combatant without a page."""
    assert fighter.stored
    turn = fighter.stored.situation
    return Entrant(fighter.stored.opened, turn, is_opponent=fighter.row.is_opponent)


@pytest.mark.parametrize("house", RULES.values(), ids=RULES)
def test_both_offer_the_same_attacks_with_the_same_chances(
    house: dict[str, Any], ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared(ambush, monkeypatch, house)
    shown = seen(ambush)
    compared = 0
    for attacker in shown.fighters:
        page = attack_page(shown, attacker, {})
        assert page
        modes = combat.modes(entrant(attacker))
        assert [f"{weapon.key}.attack" for weapon in page.weapons] == [one.attack for one in modes]
        for weapon, mode in zip(page.weapons, modes, strict=True):
            foes = (one for one in shown.fighters if one.row.side != attacker.row.side)
            for foe in foes:
                near = combat.near(entrant(attacker), mode.attack, entrant(foe))
                attacker.row.place, foe.row.place = 0, near.distance
                sent = {"attack": (weapon.key,), "target": (str(foe.row.pk),)}
                page = attack_page(shown, attacker, sent)
                assert page
                aimed = next(one for one in page.targets if one.fighter is foe)
                assert aimed.defends == combat.defends(entrant(attacker), mode.attack, entrant(foe))
                values = combat.aimed(entrant(attacker), entrant(foe), mode)
                assert (values is None) == bool(page.wrong)
                if not aimed.defends and values is not None:
                    form = entrant(attacker).opened.roll_form(
                        entrant(attacker).turn, mode.attack, values
                    )
                    assert form.exact is not None
                    assert aimed.chance == pools.percent(form.exact)
                compared += 1
    assert compared >= 12


# Who attacks whom with what, and the dice: in quick play those of the defense alone.
ATTACKS = {
    "as usual": ("Vessa Korr", "explosives.frag-grenade", "Zin Tavik", (6,) * 12),
    "active defense": (
        "Zin Tavik",
        "weapons.heavy-blaster-rifle",
        "Vessa Korr",
        (5, 5, 5, 4, 3, 2, 5, 4, 4, 3, 3, 2, 5, 5, 4, 4, 3, 3),
    ),
    "quick play": ("Zin Tavik", "weapons.heavy-blaster-rifle", "Vessa Korr", (1,) * 4),
}


def state(row: Combatant) -> tuple[Any, ...]:
    """The marks of a combatant, what it did and what lasts, and what it used up."""
    stored = storage.load(Character.documents.whole().get(pk=row.character_id))
    turn = stored.situation
    return (
        stored.document.marks,
        [(one.action, one.cost) for one in turn.taken],
        [one.id for one in turn.effects],
        [entry.item for entry in stored.document.ledger if hasattr(entry, "item")],
    )


def state_of(one: Entrant) -> tuple[Any, ...]:
    """The same of somebody without a page."""
    return (
        one.opened.document.marks,
        [(taken.action, taken.cost) for taken in one.turn.taken],
        [effect.id for effect in one.turn.effects],
        [entry.item for entry in one.opened.document.ledger if hasattr(entry, "item")],
    )


@pytest.mark.parametrize("name", RULES)
def test_the_same_dice_are_the_same_attack(
    name: str, ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared(ambush, monkeypatch, RULES[name])
    attacker, weapon, target, faces = ATTACKS[name]
    ambush.encounter.combatants.filter(side="opponents").update(place=1)
    ambush.encounter.combatants.filter(side="party").update(place=2)
    ours, theirs = ambush.combatant(attacker), ambush.combatant(target)
    ambush.post("greta", f"combatants/{ours.pk}/turn/")
    shown = {one.row.pk: entrant(one) for one in seen(ambush).fighters}
    assert shown[ours.pk].turn.get(ROUNDS) == 1

    done = combat.exchange(
        shown[ours.pk], combat.Mode(f"{weapon}.attack"), shown[theirs.pk], Fixed(*faces)
    )
    assert done
    assert done.harm
    action, values = done.harm
    after = done.target.does(action, values, Fixed())
    assert after

    dice(monkeypatch, *faces)
    sent = {"attack": weapon, "target": str(theirs.pk)}
    assert ambush.post("greta", f"combatants/{ours.pk}/attack/", **sent).status_code == 302
    attack = Attack.objects.get()
    if attack.state == Attack.State.DEFENDING:
        assert ambush.post("greta", f"attacks/{attack.pk}/defend/").status_code == 302
        attack.refresh_from_db()
    if attack.state == Attack.State.HIT:
        assert ambush.post("greta", f"attacks/{attack.pk}/damage/").status_code == 302
        attack.refresh_from_db()
    assert attack.state == Attack.State.DAMAGED
    damage = attack.harm.get("damage", [])
    sent = {"damage": damage[0]} if damage else {}
    assert ambush.post("greta", f"attacks/{attack.pk}/take/", **sent).status_code == 302
    assert state_of(done.attacker) == state(ours)
    assert state_of(after[1]) == state(theirs)
    assert fight.condition(after[1].opened.play_state({})) != fight.UNHURT
