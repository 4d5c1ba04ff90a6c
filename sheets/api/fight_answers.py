"""An encounter as a program reads it: what its page shows its viewer, and no more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.http import HttpResponse

from rules.fight import Band, Circumstance
from rules.turn import Turn
from sheets.api import fight_messages as messages
from sheets.api import play
from sheets.api.messages import account
from sheets.api.resource import answer
from sheets.encounters import live
from sheets.encounters.attack_form import AttackPage
from sheets.encounters.combatants import Fight, Fighter
from sheets.encounters.crew.page import recent_of, station_page
from sheets.encounters.initiative_requests import initiative_requests
from sheets.encounters.page import OpenAttack, open_attack
from sheets.encounters.reading import fight_of
from sheets.encounters.tags import came
from sheets.models import Attack, Encounter, Identity, Member


def encounter_answer(
    who: Identity, membership: Member, row: Encounter, *, status: int = 200
) -> HttpResponse:
    """The encounter as the member sees it, with an ETag while it runs."""
    seen = live.fight_state(who, membership.party.public_id) if row.is_running else ""
    headers = {"ETag": f'"{seen}"'} if seen else {}
    return answer(_encounter(fight_of(membership, row)), status=status, headers=headers)


def attack_form(form: AttackPage) -> messages.AttackForm:
    """The form before an attack, with its chances so far."""
    return messages.AttackForm(
        attack=form.weapon,
        most=form.most,
        targets=[
            messages.FightTarget(
                combatant=target.fighter.row.pk,
                number=target.number.value if target.number else None,
                chance=target.chance,
                defends=target.defends,
                far=target.far,
            )
            for target in form.targets
        ],
        form=play.action_form(form.form) if form.form else None,
        wrong=form.wrong,
        says=list(form.says),
    )


def _encounter(fight: Fight) -> messages.EncounterAnswer:
    row = fight.encounter
    requests = initiative_requests(fight) if row.is_running and fight.waiting else []
    asked = {request.row.pk: request.code for request in requests}
    return messages.EncounterAnswer(
        id=str(row.public_id),
        name=row.name,
        place=row.place,
        state=row.state,
        round=fight.round,
        turn=fight.turn,
        hides_numbers=row.hides_numbers,
        bands=[_named(band) for band in fight.bands],
        circumstances=[_named(circumstance) for circumstance in fight.circumstances],
        waiting=list(asked),
        combatants=[_combatant(one, fight, asked) for one in fight.fighters],
        attacks=[_attack(attack, fight) for attack in fight.attacks],
    )


def _named(named: Band | Circumstance) -> messages.FightNamed:
    return messages.FightNamed(named.id, named.name)


def _combatant(fighter: Fighter, fight: Fight, asked: Mapping[int, str]) -> messages.Combatant:
    row, post = fighter.row, fight.posts.by_member.get(fighter.row.pk)
    craft = next(
        (one.row.pk for one in fight.fighters if post and one.row.pk == post.craft_id), None
    )
    is_own = fighter.playable and fighter.stored is not None
    turn = fighter.stored.situation if is_own and fighter.stored else Turn()
    knows_trigger = fighter.playable or not row.is_opponent
    return messages.Combatant(
        id=row.pk,
        name=fighter.name,
        side=row.side,
        is_own=is_own,
        is_hidden=row.hidden,
        condition=fighter.condition,
        is_out=fighter.out,
        score=row.score,
        rolls=asked.get(row.pk, ""),
        place=row.place,
        circumstances=list(fight.circumstances_of(fighter)),
        members=fighter.members,
        holds=row.trigger if knows_trigger else "",
        character=str(row.character.public_id) if is_own else None,
        craft=craft,
        remarks=list(fighter.all_remarks),
        attacks=list(_weapons(fighter)) if is_own else [],
        station=list(_station(fighter, fight)) if is_own and craft else [],
        account=account(turn),
    )


def _weapons(fighter: Fighter) -> Iterator[messages.FightWeapon]:
    pools = fighter.state.pools if fighter.state else {}
    for row in fighter.attacks:
        pool = pools.get(f"{row.key}.attack", row.attack)
        damage = row.damage.code if row.damage else ""
        yield messages.FightWeapon(row.key, row.name, pool.code, damage)


def _station(fighter: Fighter, fight: Fight) -> Iterator[messages.StationAction]:
    """The actions at its station, as they would be rolled now."""
    shown = station_page(fight, fighter, {}, known=recent_of(fight, []))
    for offer in shown.offers if shown else ():
        code = offer.pool.code if offer.pool else ""
        action = offer.action
        yield messages.StationAction(action.id, action.name, code, offer.takes, offer.barred)


def _attack(row: Attack, fight: Fight) -> messages.FightAttack:
    waits = row.is_open and row.pk not in fight.undone
    shown = open_attack(row, fight) if waits else OpenAttack(row, rolls=False)
    fields = shown.form.fields if shown.form else ()
    return messages.FightAttack(
        id=row.pk,
        attacker=row.attacker_id,
        target=row.target_id,
        weapon=row.weapon,
        state=row.state,
        result=came(row, fight),
        is_hidden=row.hidden,
        is_undone=row.pk in fight.undone,
        steps=list(_steps(shown, fight)),
        defenses=[
            messages.FightDefense(str(place), choice.name, choice.barred)
            for place, choice in enumerate(shown.defenses)
        ],
        fields=list(play.fields_of(fields)),
        foreseen=list(shown.form.foreseen) if shown.form else [],
        answers=[reply.roller.row.pk for reply in shown.answers],
    )


# The steps of a game master by the state of an attack.
_LED = {
    Attack.State.DEFENDING: ("hit", "miss", "waive"),
    Attack.State.UNKNOWN: ("hit", "miss", "waive"),
    Attack.State.HIT: ("waive",),
    Attack.State.DAMAGED: ("take", "waive"),
}


def _steps(shown: OpenAttack, fight: Fight) -> Iterator[str]:
    """The steps that the viewer can take about an attack now."""
    row = shown.row
    if shown.defenses:
        yield "defend"
    if shown.rolls:
        yield "damage"
    if shown.answers:
        yield "answer"
    if not fight.membership.leads or row.pk in fight.undone:
        return
    yield from _LED.get(Attack.State(row.state), ())
    if row.hidden:
        yield "reveal"
    yield "undo"
