"""Defenses against attacks: what the target can roll, and its roll, an entry of its log."""

from __future__ import annotations

from dataclasses import dataclass

from rules.fight import Defense
from rules.figures import COUNTED
from rules.forms.parsing import FormValues
from rules.phrases import counted
from rules.play import RollForm
from sheets import form_data
from sheets.encounters import attacks
from sheets.encounters.aim import Loaded, aim, loaded
from sheets.encounters.writes import FightAct, check_running
from sheets.errors import Conflict, Refused, allowed
from sheets.models import Attack, Combatant, Identity

# The field that chooses a defense, by its place among the choices.
DEFENSE = "defense"
NO_DEFENSE = "There is nothing to roll against this attack."


@dataclass(frozen=True)
class DefenseChoice:
    """A defense that the target can roll, with its form; None for the form of no defense."""

    defense: Defense
    form: RollForm | None

    @property
    def barred(self) -> str:
        """Why it can't be rolled; "" where it can."""
        return self.form.barred if self.form else ""

    @property
    def name(self) -> str:
        """The name, with its dice or why it can't be rolled: "Dodge, 6 dice" or "Dodge, 4D"."""
        if self.form is None or self.form.pool is None:
            return self.defense.name
        pool = self.form.pool
        dice = counted(pool.value, "die", "dice") if pool.unit == COUNTED else pool.code
        return f"{self.defense.name}, {self.barred or dice}"


def defense_choices(row: Attack, attacker: Loaded, target: Loaded) -> tuple[DefenseChoice, ...]:
    """The rolls with which the target can answer an attack; empty for no defense."""
    aimed, (_, stored) = aim(attacker, row.action, (target,)), target
    rolled = attacks.attack_outcome(row)
    return tuple(
        DefenseChoice(
            one,
            stored.opened.roll_form(stored.situation, one.action, one.values)
            if one.action
            else None,
        )
        for one in aimed.rules.defend(aimed.attempt, row.action, aimed.known[0], rolled)
    )


class _Defend(FightAct):
    attack: Attack

    def change(self) -> None:
        attacks.check_standing(self.attack)
        rows = Attack.objects.filter(pk=self.attack.pk, state=Attack.State.DEFENDING)
        after = Attack.State.MISSED if self.outcome.success else self.attack.after_hit
        if not rows.update(state=after, number=self.outcome.total, defense_entry=self.entry):
            raise Conflict(attacks.DECIDED)


def defend(who: Identity, row: Attack, *, values: FormValues, key: str) -> None:
    """The target rolls its defense, without a choice of one the first that it can: a total that
    matches the attack's makes it miss.
    """
    check_running(row.encounter)
    rows = Combatant.objects.filter(pk__in=(row.attacker_id, row.target_id))
    known = {combatant.pk: combatant for combatant in rows.with_characters()}
    attacker, target = (loaded(known[pk]) for pk in (row.attacker_id, row.target_id))
    attacker[0].encounter = row.encounter
    choices = allowed(lambda: defense_choices(row, attacker, target))
    ready = next((place for place, one in enumerate(choices) if not one.barred), 0)
    chosen = form_data.number((values.get(DEFENSE) or (str(ready),))[0])
    if chosen is None or not 0 <= chosen < len(choices):
        raise Refused({"target": NO_DEFENSE})
    defense = choices[chosen].defense
    if not defense.action:
        attacks.judged(row, hit=True)
        return
    values = {field: several for field, several in values.items() if field != DEFENSE}
    _Defend(
        attacks.access_to(who, row.target),
        encounter=row.encounter,
        attack=row,
        action=defense.action,
        values={**values, **defense.values},
        key=key,
    ).run()
