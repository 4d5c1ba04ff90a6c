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
from rules.fight import FightRules, Target
from rules.forms.parsing import FormValues
from rules.play import Attempt, Outcome, RollForm
from rules.problems import RuleViolation
from sheets import storage
from sheets.access import CharacterAccess
from sheets.encounters.operations import check_running, fight_rules, touch
from sheets.encounters.turns import lock_encounter
from sheets.errors import Conflict, Refused
from sheets.models import Attack, Combatant, Encounter, Identity, PlayLogEntry
from sheets.play import operations as play
from sheets.storage import StoredCharacter

NO_TARGET = "Choose a target."
TOO_MANY = "This attack has at most {most} target{s}."
OUT_OF_REACH = "{name} is out of reach: move next to them first."
NO_WEAPON = "Choose a weapon or an attack."
DECIDED = "This was decided already. The page shows how it stands."
UNDONE = "The roll was undone. Nothing happens to {name}."


@dataclass(frozen=True)
class Aim:
    """An attack before it is rolled: who, with what, at whom; and what follows from the targets."""

    attacker: Combatant
    stored: StoredCharacter
    action: str
    targets: tuple[Combatant, ...]
    known: tuple[Target[Any], ...]

    @property
    def rules(self) -> FightRules[Any]:
        """What the game says of fights."""
        return fight_rules(self.attacker.encounter.party)

    @property
    def attempt(self) -> Attempt[Any]:
        """The attacker as the rules see it."""
        return Attempt(self.stored.opened.state, self.stored.situation)

    def values(self, targets: Sequence[Target[Any]] | None = None) -> FormValues:
        """The values of the attack's form that follow from the targets: those that it has."""
        chosen = self.known if targets is None else targets
        aimed = self.rules.aim(self.attempt, self.action, chosen)
        form = self.form({})
        return {field: values for field, values in aimed.items() if _has(form, field)}

    def form(self, values: FormValues) -> RollForm:
        """The attack's roll form with these values."""
        return self.stored.opened.roll_form(self.stored.situation, self.action, values)

    def numbers(self, values: FormValues) -> tuple[int | None, ...]:
        """The number to reach for each target, None for none."""
        figures = (self.form({**values, **self.values((target,))}).target for target in self.known)
        return tuple(figure.value if figure else None for figure in figures)


def aim(attacker: Combatant, action: str, targets: Sequence[Combatant]) -> Aim:
    """An attack on these targets. RuleViolation for an unknown action, Refused where a target
    cannot be read.
    """
    stored = storage.load(attacker.character)
    known = []
    for row in targets:
        try:
            theirs = storage.load(row.character)
        except storage.CorruptRow as damaged:
            raise Refused({"target": damaged.told}) from None
        attempt = Attempt(theirs.opened.state, theirs.situation)
        distance = abs(row.place - attacker.place)
        known.append(Target(attempt, distance, tuple(row.circumstances)))
    return Aim(attacker, stored, action, tuple(targets), tuple(known))


def refusal(aimed: Aim) -> str:
    """Why this attack cannot be made, "" where it can."""
    most = aimed.rules.most(aimed.attempt, aimed.action)
    if not aimed.targets:
        return NO_TARGET
    if len(aimed.targets) > most:
        return TOO_MANY.format(most=most, s="" if most == 1 else "s")
    reach = aimed.rules.reach(aimed.attempt, aimed.action)
    if reach is not None:
        far = (
            row.called
            for row, target in zip(aimed.targets, aimed.known, strict=True)
            if target.distance > reach
        )
        if name := next(far, ""):
            return OUT_OF_REACH.format(name=name)
    return ""


def attack(
    who: Identity, aimed: Aim, *, values: FormValues, hidden: bool, key: str
) -> list[Attack]:
    """Rolls an attack, compares it with each target, and keeps what came of it.

    Where the encounter hides its numbers, it is rolled without them: who rolls reads only whether
    it hit. Refused, by field, where it cannot be done.
    """
    encounter = aimed.attacker.encounter
    check_running(encounter)
    if why := refusal(aimed):
        raise Refused({"target": why})
    hides = encounter.hides_numbers and not aimed.attacker.is_opponent
    try:
        numbers = aimed.numbers(values)
        sent = values if hides else {**values, **aimed.values()}
        name = aimed.form(sent).action.name
    except RuleViolation as violation:
        raise Refused({one.where: one.message for one in violation.problems}) from None

    def then(line: PlayLogEntry, outcome: Outcome) -> None:
        locked = lock_encounter(encounter)
        check_running(locked)
        came = _came(outcome, numbers, hides=hides)
        Attack.objects.bulk_create(
            Attack(
                encounter=locked,
                attacker=aimed.attacker,
                target=row,
                action=aimed.action,
                weapon=name,
                state=_state(outcome, hit=hit),
                total=outcome.total,
                number=number,
                follows=outcome.hit.action,
                hidden=hidden or aimed.attacker.hidden,
                round=locked.round,
                entry=line,
            )
            for row, number, hit in zip(aimed.targets, numbers, came, strict=True)
        )
        touch(locked)

    character_access = CharacterAccess(who, aimed.attacker.character.public_id, plays=True)
    saved = play.act(character_access, action=aimed.action, values=sent, key=key, then=then)
    entry = aimed.attacker.character.play_log.filter(number=saved.outcome)
    return list(Attack.objects.filter(entry__in=entry).order_by("pk"))


def _came(
    outcome: Outcome, numbers: Sequence[int | None], *, hides: bool
) -> tuple[bool | None, ...]:
    if hides:
        return tuple(None if one is None else outcome.total >= one for one in numbers)
    return fight.hits(outcome, len(numbers))


def _state(outcome: Outcome, *, hit: bool | None) -> str:
    """What came of an attack on one target."""
    if hit is False:
        return Attack.State.MISSED
    if hit is None:
        return Attack.State.UNKNOWN
    return Attack.State.HIT if outcome.hit.action else Attack.State.DAMAGED


def roll_damage(who: Identity, row: Attack, *, values: FormValues, key: str) -> None:
    """Rolls the damage of an attack, once for all whom it hit."""
    encounter = row.encounter
    check_running(encounter)
    hit = list(
        Attack.objects.filter(entry=row.entry, state=Attack.State.HIT).select_related(
            "target__character"
        )
    )
    if not hit:
        raise Conflict(DECIDED)
    aimed = aim(row.attacker, row.action, [one.target for one in hit])
    action, _, how = row.follows.partition("?")
    rules, attempt = aimed.rules, aimed.attempt
    sent = {name: tuple(several) for name, several in parse_qs(how).items()} | dict(values)
    form = aimed.stored.opened.roll_form(aimed.stored.situation, action, {})
    more = rules.aim_damage(attempt, action, aimed.known)
    sent |= {field: chosen for field, chosen in more.items() if _has(form, field)}

    def then(line: PlayLogEntry, outcome: Outcome) -> None:
        locked = lock_encounter(encounter)
        harm = {
            name: list(chosen) for name, chosen in rules.harmed(attempt, action, outcome).items()
        }
        rows = Attack.objects.filter(pk__in=[one.pk for one in hit], state=Attack.State.HIT)
        if not rows.update(state=Attack.State.DAMAGED, harm=harm, damage_entry=line):
            raise Conflict(DECIDED)
        touch(locked)

    character_access = CharacterAccess(who, row.attacker.character.public_id, plays=True)
    play.act(character_access, action=action, values=sent, key=key, then=then)


def harm_form(row: Attack, values: FormValues | None = None) -> RollForm:
    """What an attack would do to its target, with the damage as rolled or as changed."""
    stored = storage.load(row.target.character)
    rules = fight_rules(row.encounter.party)
    return stored.opened.roll_form(stored.situation, rules.harm, values or harm_values(row))


def harm_values(row: Attack) -> FormValues:
    """The values of the target's form, as the damage was rolled."""
    return {name: tuple(chosen) for name, chosen in row.harm.items()}


def take(who: Identity, row: Attack, *, values: FormValues, key: str) -> None:
    """A game master confirms the harm: it lands in the target's marks and log."""
    rules = fight_rules(row.encounter.party)
    if _is_undone(row.damage_entry or row.entry):
        raise Conflict(UNDONE.format(name=row.target.called))

    def then(line: PlayLogEntry, _outcome: Outcome) -> None:
        locked = lock_encounter(row.encounter)
        open_rows = Attack.objects.filter(pk=row.pk, state=Attack.State.DAMAGED)
        if not open_rows.update(state=Attack.State.TAKEN, harm_entry=line):
            raise Conflict(DECIDED)
        touch(locked)

    character_access = CharacterAccess(who, row.target.character.public_id, plays=True)
    play.act(character_access, action=rules.harm, values=values, key=key, then=then)


def waive(row: Attack) -> None:
    """A game master waves an attack through: nothing happens to the target."""
    with transaction.atomic():
        locked = lock_encounter(row.encounter)
        Attack.objects.filter(pk=row.pk, state__in=Attack.OPEN).update(state=Attack.State.WAIVED)
        touch(locked)


def judged(row: Attack, *, hit: bool) -> None:
    """A game master says whether an attack without a number hit its target."""
    after = Attack.State.HIT if hit else Attack.State.MISSED
    with transaction.atomic():
        locked = lock_encounter(row.encounter)
        rows = Attack.objects.filter(pk=row.pk, state=Attack.State.UNKNOWN)
        if not rows.update(state=after):
            raise Conflict(DECIDED)
        touch(locked)


def _is_undone(entry: PlayLogEntry | None) -> bool:
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
        "encounter__party",
    )
    return rows.filter(pk=id).first()
