"""Attacks on targets: the roll, the damage, and the harm that a game master confirms.

The target fills in the attacker's form: its defense, its cover, how far it stands. Each roll is an
entry of the log of whoever makes it, and can be undone there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs

from django.db import transaction

from rules import fight
from rules.fight import Defense, FightRules, Target
from rules.forms.parsing import FormValues
from rules.play import Attempt, Outcome, RollForm
from rules.system import OpenCharacter
from sheets import storage
from sheets.access import CharacterAccess
from sheets.encounters.aim import Aim, Loaded, aim, loaded, refusal
from sheets.encounters.crew.bearings import struck_side
from sheets.encounters.crew.posts import crew_rules, is_craft
from sheets.encounters.crew.reload import not_ready
from sheets.encounters.writes import check_running, fight_rules, lock_encounter, touch
from sheets.errors import Conflict, Refused, allowed
from sheets.models import Attack, Character, Combatant, Encounter, Identity, PlayLogEntry
from sheets.play import operations as play
from sheets.play_log import operations as play_log
from sheets.play_log import storage as log_storage
from sheets.play_log.actor import Actor, actor_of
from sheets.play_log.operations import NewLine
from sheets.storage import StoredCharacter
from sheets.writes import Form, Prepared, write_character

NO_WEAPON = "Choose a weapon or an attack."
DECIDED = "This was decided already. The page shows how it stands."
NO_DEFENSE = "There is nothing to roll against this attack."
UNDONE = "The roll was undone. Nothing happens to {name}."


def attack(
    who: Identity,
    aimed: Aim,
    *,
    values: FormValues,
    hidden: bool,
    key: str,
    damages: bool = False,
    gun: tuple[Loaded, str] | None = None,
) -> None:
    """Rolls an attack, compares it with each target, and keeps what came of it; with `damages`, the
    damage of a hit is rolled at once. `gun` is the craft whose weapon it is, with the name of that.

    Where the encounter hides its numbers, a player's attack is rolled without them: who rolls reads
    only whether it hit. Refused, by field, where it cannot be done.
    """
    encounter = aimed.attacker.encounter
    check_running(encounter)
    if why := refusal(aimed):
        raise Refused({"target": why})
    defends = aimed.defends
    hides = any(defends) or (encounter.hides_numbers and not aimed.attacker.is_opponent)
    play.check_texts(values)
    numbers = allowed(lambda: aimed.numbers(values))
    sent = {**values, **(aimed.seen if hides else aimed.values())}
    name = gun[1] if gun else allowed(lambda: aimed.form(sent).action.name)
    if gun is None and is_craft(aimed.attacker):
        gun = ((aimed.attacker, aimed.stored), name)
    character_access = CharacterAccess(who, aimed.attacker.character.public_id, plays=True)

    def prepare(character: Character) -> Prepared[int]:
        before, now = play.opened_in_play(character), storage.situation(character)
        outcome = allowed(lambda: before.resolve(now, aimed.action, sent, play.DICE))
        by = actor_of(character_access, character)
        change = play_log.appended(character, before, outcome, actor=by)
        came = _came(outcome, numbers)
        came = tuple(None if rolls else hit for rolls, hit in zip(defends, came, strict=True))
        dealt: Damage | None = None
        if damages and outcome.hit.action and True in came:
            struck = [one for one, hit in zip(aimed.known, came, strict=True) if hit]
            dealt = _damage(aimed, outcome.hit.action, struck, character, change.opened, by)

        def keep() -> int:
            line = change.save()
            damage_line = dealt.change.save() if dealt else None
            locked = lock_encounter(encounter)
            check_running(locked)
            if gun and (not_yet := not_ready(*gun)):
                raise Refused({"target": not_yet})
            Attack.objects.bulk_create(
                Attack(
                    encounter=locked,
                    attacker=aimed.attacker,
                    target=row,
                    craft=gun[0][0] if gun else None,
                    action=aimed.action,
                    weapon=name,
                    state=_state(outcome, hit=hit, rolls=rolls, dealt=dealt is not None),
                    total=outcome.total,
                    unit=outcome.unit,
                    number=None if outcome.unit else number,
                    follows=outcome.hit.action,
                    harm=dealt.harm if dealt and hit else {},
                    hidden=hidden or aimed.attacker.hidden,
                    round=locked.round,
                    entry=line,
                    damage_entry=damage_line if hit else None,
                )
                for row, number, hit, rolls in zip(
                    aimed.targets, numbers, came, defends, strict=True
                )
            )
            touch(locked)
            return line.number

        return Prepared(keep, dealt.change.opened if dealt else change.opened)

    targets = ",".join(str(row.pk) for row in aimed.targets)
    pairs = (f"{field}={value}" for field, several in sorted(values.items()) for value in several)
    content = ("attack", aimed.action, targets, str(hidden), str(character_access.id), *pairs)
    write_character(character_access, prepare, form=Form(key, content))


@dataclass(frozen=True)
class Damage:
    """Damage that was rolled: what saves it, and the values of the target's form."""

    change: NewLine
    harm: dict[str, list[str]]


def _damage(
    aimed: Aim,
    follows: str,
    targets: Sequence[Target[Any]],
    character: Character,
    before: OpenCharacter,
    by: Actor,
) -> Damage:
    """Rolls the damage of an attack on these targets; unsaved."""
    rules, now = aimed.rules, storage.situation(character)
    action, _, how = follows.partition("?")
    sent = {name: tuple(several) for name, several in parse_qs(how).items()}
    attempt = Attempt(before.state, now, sent)
    form = before.roll_form(now, action, {})
    more = rules.aim_damage(attempt, action, targets)
    sent |= {field: tuple(chosen) for field, chosen in more.items() if _has(form, field)}
    outcome = allowed(lambda: before.resolve(now, action, sent, play.DICE))
    values = rules.harmed(attempt, action, outcome)
    harm = {name: list(chosen) for name, chosen in values.items()}
    return Damage(play_log.appended(character, before, outcome, actor=by), harm)


def roll_damage(who: Identity, row: Attack, *, key: str) -> None:
    """Rolls the damage of an attack, once for all whom it hit."""
    encounter = row.encounter
    check_running(encounter)
    rows = Attack.objects.filter(entry=row.entry, state=Attack.State.HIT).order_by("pk")
    hit = list(rows.values_list("pk", "target"))
    combatants = Combatant.objects.filter(pk__in=[row.attacker_id, *(pk for _, pk in hit)])
    known = {one.pk: one for one in combatants.with_characters()}
    attacker = known[row.attacker_id]
    attacker.encounter = encounter
    targets = [loaded(known[target]) for _, target in hit]
    aimed = aim(loaded(attacker), row.action, targets)
    character_access = CharacterAccess(who, attacker.character.public_id, plays=True)

    def prepare(character: Character) -> Prepared[int]:
        if not hit:
            raise Conflict(DECIDED)
        check_standing(row)
        before = play.opened_in_play(character)
        by = actor_of(character_access, character)
        dealt = _damage(aimed, row.follows, aimed.known, character, before, by)

        def keep() -> int:
            line = dealt.change.save()
            locked = lock_encounter(encounter)
            rows = Attack.objects.filter(pk__in=[pk for pk, _ in hit], state=Attack.State.HIT)
            after = {"state": Attack.State.DAMAGED, "harm": dealt.harm, "damage_entry": line}
            if rows.update(**after) != len(hit):
                raise Conflict(DECIDED)
            touch(locked)
            return line.number

        return Prepared(keep, dealt.change.opened)

    form = Form(key, ("damage", str(row.pk), str(character_access.id)))
    write_character(character_access, prepare, form=form)


def _came(outcome: Outcome, numbers: Sequence[int | None]) -> tuple[bool | None, ...]:
    """Whether the attack hit each of its targets; None where nothing says so."""
    if outcome.success is None and not outcome.each:
        return tuple(None if one is None else outcome.total >= one for one in numbers)
    return fight.hits(outcome, len(numbers))


def _state(outcome: Outcome, *, hit: bool | None, rolls: bool, dealt: bool) -> str:
    """What came of an attack on one target, which `rolls` its defense or not. A hit without a
    damage roll waits for the damage, unless that was `dealt`.
    """
    if rolls:
        return Attack.State.DEFENDING
    if hit and dealt:
        return Attack.State.DAMAGED
    if hit is False:
        return Attack.State.MISSED
    if hit is None:
        return Attack.State.UNKNOWN
    return Attack.State.HIT if outcome.hit.action else Attack.State.DAMAGED


def defense_form(
    row: Attack, attacker: Loaded, target: Loaded, values: FormValues
) -> tuple[Defense, RollForm] | None:
    """The roll with which the target answers an attack, None where there is none."""
    aimed = aim(attacker, row.action, (target,))
    defense = aimed.rules.defend(aimed.attempt, row.action, aimed.known[0], row.total)
    if defense is None:
        return None
    stored = target[1]
    sent = {**values, **defense.values}
    return defense, stored.opened.roll_form(stored.situation, defense.action, sent)


def defend(who: Identity, row: Attack, *, values: FormValues, key: str) -> None:
    """The target rolls its defense: a total that matches the attack's makes it miss."""
    check_running(row.encounter)
    rows = Combatant.objects.filter(pk__in=(row.attacker_id, row.target_id))
    known = {one.pk: one for one in rows.with_characters()}
    attacker, target = (loaded(known[pk]) for pk in (row.attacker_id, row.target_id))
    attacker[0].encounter = row.encounter
    answer = allowed(lambda: defense_form(row, attacker, target, values))
    if answer is None:
        raise Refused({"target": NO_DEFENSE})
    defense, _ = answer

    def then(line: PlayLogEntry, outcome: Outcome) -> None:
        locked = lock_encounter(row.encounter)
        check_standing(row)
        open_rows = Attack.objects.filter(pk=row.pk, state=Attack.State.DEFENDING)
        after = Attack.State.MISSED if outcome.success else _after_hit(row)
        if not open_rows.update(state=after, number=outcome.total, defense_entry=line):
            raise Conflict(DECIDED)
        touch(locked)

    character_access = CharacterAccess(who, row.target.character.public_id, plays=True)
    sent = {**values, **defense.values}
    play.act(character_access, action=defense.action, values=sent, key=key, then=then)


def _after_hit(row: Attack) -> str:
    return Attack.State.HIT if row.follows else Attack.State.DAMAGED


def harm_form(row: Attack, attacker: StoredCharacter, target: StoredCharacter) -> RollForm:
    """What an attack would do to its target, with the damage as rolled."""
    harm, values = harm_action(row, attacker, target), harm_values(row)
    return target.opened.roll_form(target.situation, harm, values)


def harm_action(row: Attack, attacker: StoredCharacter, target: StoredCharacter) -> str:
    """The action of whoever was hit: what the attack does instead of damage, to nobody in a
    craft.
    """
    theirs = rules_of(target, row.encounter)
    attempt = Attempt(attacker.opened.state, attacker.situation)
    effect = rules_of(attacker, row.encounter).effect(attempt, row.action)
    return theirs.harm if is_craft(row.target) else effect or theirs.harm


def rules_of(stored: StoredCharacter, encounter: Encounter) -> FightRules[Any]:
    """What the game says of this combatant in a fight: a craft has rules of its own."""
    return stored.system.fight or fight_rules(encounter.party)


def harm_values(row: Attack) -> FormValues:
    """The values of the target's form, as the damage was rolled, with the side that was struck, and
    with what its crew answered.
    """
    harm = {name: tuple(chosen) for name, chosen in row.harm.items()}
    return {**struck_side(row), **harm, **_answered(row)}


def _answered(row: Attack) -> FormValues:
    """The values of the target's form where its crew answered the hit, and that worked."""
    rules = crew_rules(row.encounter.party) if row.answer_entry else None
    if rules is None or row.answer_entry is None:
        return {}
    return rules.answered if log_storage.outcome(row.answer_entry).success else {}


def take(who: Identity, row: Attack, *, values: FormValues, key: str) -> None:
    """A game master confirms the harm: it lands in the target's marks and log."""
    attacker, target = storage.load(row.attacker.character), storage.load(row.target.character)
    harm = harm_action(row, attacker, target)
    if harm != rules_of(target, row.encounter).harm:
        values = {}

    def then(line: PlayLogEntry, _outcome: Outcome) -> None:
        locked = lock_encounter(row.encounter)
        check_standing(row)
        open_rows = Attack.objects.filter(pk=row.pk, state=Attack.State.DAMAGED)
        if not open_rows.update(state=Attack.State.TAKEN, harm_entry=line):
            raise Conflict(DECIDED)
        touch(locked)

    character_access = CharacterAccess(who, row.target.character.public_id, plays=True)
    play.act(character_access, action=harm, values=values, key=key, then=then)


def waive(row: Attack) -> None:
    """A game master waves an attack through: nothing happens to the target."""
    with transaction.atomic():
        locked = lock_encounter(row.encounter)
        Attack.objects.filter(pk=row.pk, state__in=Attack.OPEN).update(state=Attack.State.WAIVED)
        touch(locked)


def reveal(row: Attack) -> None:
    """A game master shows an attack that was rolled behind the screen."""
    with transaction.atomic():
        locked = lock_encounter(row.encounter)
        same = {"entry": row.entry} if row.entry else {"pk": row.pk}
        row.encounter.attacks.filter(**same).update(hidden=False)
        touch(locked)


def judged(row: Attack, *, hit: bool) -> None:
    """A game master says whether an attack hit that has no number, or that nobody defends."""
    after = _after_hit(row) if hit else Attack.State.MISSED
    waiting = (Attack.State.UNKNOWN, Attack.State.DEFENDING)
    with transaction.atomic():
        locked = lock_encounter(row.encounter)
        rows = Attack.objects.filter(pk=row.pk, state__in=waiting)
        if not rows.update(state=after):
            raise Conflict(DECIDED)
        touch(locked)


def check_standing(row: Attack) -> None:
    """Conflict where the roll that the attack rests on by now was undone."""
    now = Attack.objects.select_related("entry", "damage_entry").get(pk=row.pk)
    if is_undone(now.damage_entry or now.entry):
        raise Conflict(UNDONE.format(name=row.target.called))


def is_undone(entry: PlayLogEntry | None) -> bool:
    """Whether a log entry was undone, or is gone."""
    if entry is None:
        return True
    later = PlayLogEntry.objects.filter(character=entry.character_id, takes_back=entry.number)
    return later.exists()


def _has(form: RollForm, field: str) -> bool:
    return any(one.id == field for one in form.fields)


def get_encounter_attack(encounter: Encounter, id: int) -> Attack | None:
    """An attack of an encounter, with both combatants; None for none."""
    rows = encounter.attacks.select_related(
        "attacker__character",
        "attacker__encounter__party",
        "target__character",
        "entry",
        "damage_entry",
        "answer_entry",
        "encounter__party",
    )
    rows = rows.prefetch_related("attacker__character__entries", "target__character__entries")
    return rows.filter(pk=id).first()
