"""The harm of an attack that hit: what its target would suffer, and the confirmation by a game
master, with which it lands in the target's marks and log; and damage without an attack.
"""

from __future__ import annotations

from rules.forms.parsing import FormValues
from rules.play import Attempt, RollForm
from sheets import storage
from sheets.encounters.attacks import DECIDED, access_to, attack_outcome, check_standing
from sheets.encounters.crew.bearings import struck_side
from sheets.encounters.writes import FightAct, check_running, fight_rules, rules_of
from sheets.errors import Conflict
from sheets.models import Attack, Character, Combatant, Identity
from sheets.play.pilots import crew_rules, is_craft
from sheets.play_log import attack_exchange
from sheets.play_log import storage as log_storage
from sheets.storage import StoredCharacter


def form(row: Attack, attacker: StoredCharacter, target: StoredCharacter) -> RollForm:
    """The roll form of the damage that an attack does to its target, as rolled."""
    suffered = action(row, attacker, target)
    sent = {**values(row), **affected(row, attacker)}
    return target.opened.roll_form(target.situation, suffered, sent)


def action(row: Attack, attacker: StoredCharacter, target: StoredCharacter) -> str:
    """The action of the target that was hit: damage, or what the attack does instead of it. A craft
    always takes damage.
    """
    hit_rules = rules_of(target, row.encounter)
    attempt = Attempt(attacker.opened.state, attacker.situation)
    effect = rules_of(attacker, row.encounter).effect(attempt, row.action)
    return hit_rules.harm if is_craft(row.target) else effect or hit_rules.harm


def affected(row: Attack, attacker: StoredCharacter) -> FormValues:
    """The values of the effect's form that follow from the attack; none where it does damage."""
    attempt = Attempt(attacker.opened.state, attacker.situation)
    rules = rules_of(attacker, row.encounter)
    return {**rules.affected(attempt, row.action, attack_outcome(row)), **_by(row)}


def values(row: Attack) -> FormValues:
    """The values of the target's form: the damage as rolled, the side that was struck, and the
    answer of its crew.
    """
    harm = {name: tuple(chosen) for name, chosen in row.harm.items()}
    return {**struck_side(row), **harm, **_answered(row), **_by(row)}


def _by(row: Attack) -> FormValues:
    """The attacker, in a game that asks who it is."""
    field = fight_rules(row.encounter.party).by
    return {field: (str(row.attacker.character.public_id),)} if field else {}


def _answered(row: Attack) -> FormValues:
    """The values that a successful answer of the target's crew adds to its form; else none."""
    rules = crew_rules(row.encounter.party) if row.answer_entry else None
    if rules is None or row.answer_entry is None:
        return {}
    return rules.answered if log_storage.outcome(row.answer_entry).success else {}


class _Take(FightAct):
    attack: Attack

    def prepare(self, row: Character) -> None:
        """As any act; the logs of those who rolled in it are told of it."""
        super().prepare(row)
        self.writers = attack_exchange.writers([self.attack])
        self.pair.lock_with(self.writers)

    def change(self) -> None:
        attack = check_standing(self.attack)
        rows = Attack.objects.filter(pk=self.attack.pk, state=Attack.State.DAMAGED)
        if not rows.update(state=Attack.State.TAKEN, harm_entry=self.entry):
            raise Conflict(DECIDED)
        log_storage.set_confirmed(self.entry)
        self.entry.save(update_fields=["content"])
        attack_exchange.tell([attack.entry_id, attack.damage_entry_id])
        attack_exchange.touch(self.writers)


def take(who: Identity, row: Attack, *, values: FormValues, key: str) -> None:
    """A game master confirms the harm: it lands in the target's marks and log."""
    attacker, target = storage.load(row.attacker.character), storage.load(row.target.character)
    suffered = action(row, attacker, target)
    if suffered != rules_of(target, row.encounter).harm:
        values = affected(row, attacker)
    _Take(
        access_to(who, row.target),
        encounter=row.encounter,
        attack=row,
        action=suffered,
        values=values,
        key=key,
    ).run()


class _Deal(FightAct):
    def change(self) -> None:
        check_running(self.locked)
        log_storage.set_confirmed(self.entry)
        self.entry.save(update_fields=["content"])


def deal(who: Identity, combatant: Combatant, *, values: FormValues, key: str) -> None:
    """A game master deals damage to a combatant without an attack: a fall, a fire. As confirmed
    harm, it is theirs alone to undo.
    """
    check_running(combatant.encounter)
    rules = rules_of(storage.load(combatant.character), combatant.encounter)
    _Deal(
        access_to(who, combatant),
        encounter=combatant.encounter,
        action=rules.harm,
        values=values,
        key=key,
    ).run()
