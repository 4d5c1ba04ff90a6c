"""A crew's answer to a hit on its craft: a person at a station that can answer, or a crew without
names. A successful answer changes the hit's effect.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.craft import HIT
from rules.forms.parsing import FormValues
from rules.play import RollForm
from rules.problems import RuleViolation
from sheets.encounters import attacks
from sheets.encounters.aim import aim
from sheets.encounters.combatants import Fight, Fighter
from sheets.encounters.crew import acts
from sheets.encounters.writes import FightAct, check_running, playing
from sheets.errors import Conflict, Refused
from sheets.models import Attack, Identity
from sheets.play.pilots import crew_rules, is_craft

# While it is not decided what a hit does.
WAITING = (Attack.State.HIT, Attack.State.DAMAGED)
NO_ANSWER = "Nobody there can answer this hit."


@dataclass(frozen=True)
class HitAnswer:
    """A roll that answers a hit, by whom, and the `values` of its form that follow from the hit."""

    roller: Fighter
    form: RollForm
    values: FormValues


def open_hit(fight: Fight, craft: Fighter) -> Attack | None:
    """The first hit on a craft that nobody has answered yet."""
    waiting = (attack for attack in fight.open_attacks if attack.state in WAITING)
    on_it = [
        attack for attack in waiting if attack.target_id == craft.row.pk and not attack.answer_entry
    ]
    return min(on_it, key=lambda attack: attack.pk, default=None)


def answers_of(row: Attack, fight: Fight) -> tuple[HitAnswer, ...]:
    """The rolls with which the viewer can answer a hit."""
    known = {fighter.row.pk: fighter for fighter in fight.fighters}
    attacker, craft = known.get(row.attacker_id), known.get(row.target_id)
    if row.state not in WAITING or attacker is None or craft is None or not is_craft(craft.row):
        return ()
    if attacker.stored is None or craft.stored is None:
        return ()
    return tuple(_answers(row, fight, attacker, craft))


def values_of(row: Attack, attacker: Fighter, craft: Fighter, form: RollForm) -> FormValues:
    """The answer's fields that follow from the hit, such as its range."""
    attacker.row.encounter = craft.row.encounter
    aimed = aim(attacker.with_character, row.action, (craft.with_character,)).values()
    fields = {field.id for field in form.fields}
    return {name: chosen for name, chosen in aimed.items() if name in fields}


def _answers(row: Attack, fight: Fight, attacker: Fighter, craft: Fighter) -> Iterator[HitAnswer]:
    known = {fighter.row.pk: fighter for fighter in fight.fighters}
    craft.row.encounter = fight.encounter
    rules, has_one = crew_rules(fight.encounter.party), False
    for post in fight.posts.of(craft.row.pk):
        person = known.get(post.member_id)
        if person is None or person.stored is None:
            continue
        at = acts.aboard(post, person.with_character, craft.with_character, fight.posts)
        for action in at.actions if at else ():
            if at is None or action.needs != HIT:
                continue
            has_one = True
            if person.playable:
                values = values_of(row, attacker, craft, at.form(action, {}))
                yield HitAnswer(person, at.form(action, values), {**values, **action.values})
    if has_one or rules is None or not rules.answer or not craft.playable or craft.stored is None:
        return
    opened, turn = craft.stored.opened, craft.stored.situation
    values = values_of(row, attacker, craft, opened.roll_form(turn, rules.answer, {}))
    yield HitAnswer(craft, opened.roll_form(turn, rules.answer, values), values)


def answer(
    who: Identity, fight: Fight, row: Attack, roller: Fighter, *, values: FormValues, key: str
) -> None:
    """Rolls the answer to a hit, once. Refused for whoever cannot; Conflict if it was answered
    or decided in the meantime.
    """
    check_running(fight.encounter)
    try:
        found = {reply.roller.row.pk: reply for reply in answers_of(row, fight)}.get(roller.row.pk)
    except RuleViolation:
        found = None
    if found is None or found.form.barred:
        raise Refused({"": (found.form.barred if found else "") or NO_ANSWER})

    roller.row.encounter = fight.encounter
    _AnswerHit(
        playing(who, roller.row),
        encounter=fight.encounter,
        attack=row,
        action=found.form.action.id,
        values={**found.values, **values},
        key=key,
    ).run()


class _AnswerHit(FightAct):
    attack: Attack

    def change(self) -> None:
        attacks.check_standing(self.attack)
        rows = Attack.objects.filter(pk=self.attack.pk, state__in=WAITING, answer_entry=None)
        if not rows.update(answer_entry=self.entry):
            raise Conflict(attacks.DECIDED)
