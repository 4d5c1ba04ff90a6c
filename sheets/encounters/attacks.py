"""Attacks on targets: the roll, the damage roll, the defense, and the game master's verdict.

The target fills in the attacker's form: its defense, its cover, how far it stands. Each roll is an
entry of the log of whoever makes it, and can be undone there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import prefetch_related_objects
from django.shortcuts import get_object_or_404
from msgspec.structs import replace

from rules import combat, fight
from rules.character import Character as OpenCharacter
from rules.fight import Target
from rules.forms.parsing import FormValues
from rules.play import Attempt, Outcome, RollForm, TurnState
from sheets import storage
from sheets.access import CharacterAccess, lock_characters
from sheets.encounters.aim import Aim, Loaded, aim, loaded, refusal
from sheets.encounters.crew.posts import check_can_act
from sheets.encounters.crew.reload import not_ready
from sheets.encounters.writes import (
    check_running,
    fight_rules,
    lock_encounter,
    touch,
)
from sheets.errors import Conflict, Refused, allowed
from sheets.models import Attack, Character, Combatant, Encounter, Identity, PlayLogEntry
from sheets.models.compiled import CompiledQuery
from sheets.play import operations as play
from sheets.play.pilots import is_craft
from sheets.play_log import attack_exchange
from sheets.play_log import operations as play_log
from sheets.play_log import storage as log_storage
from sheets.play_log.actor import Actor
from sheets.play_log.operations import NewLine

NO_WEAPON = "Choose a weapon or an attack."
DECIDED = "This was decided already. The page shows how it stands."
UNDONE = "The roll was undone. Nothing happens to {name}."


class _RollAttack(play.LineOperation):
    """Rolls an attack, compares it with each target, and keeps what came of it; with `damages`, the
    damage of a hit is rolled at once. `gun` is the craft whose weapon it is, with the name of that.
    """

    verb = "attack"
    aimed: Aim
    values: FormValues
    hidden: bool
    damages: bool
    gun: tuple[Loaded, str] | None

    def __post_init__(self) -> None:
        aimed = self.aimed
        self.encounter = aimed.attacker.encounter
        check_running(self.encounter)
        if why := refusal(aimed):
            raise Refused({"target": why})
        hides = self.encounter.hides_numbers and not aimed.attacker.is_opponent
        play.check_texts(self.values)
        self.numbers = allowed(lambda: aimed.numbers(self.values))
        seen = aimed.seen if hides or any(aimed.defends) else None
        self.sent = aimed.filled(self.values, seen)
        if self.gun:
            self.weapon = self.gun[1]
        else:
            self.weapon = allowed(lambda: aimed.form(self.sent).action.name)
            if is_craft(aimed.attacker):
                self.gun = ((aimed.attacker, aimed.stored), self.weapon)

    @property
    def content(self) -> tuple[str, ...]:
        """The attack, its targets, and what was chosen."""
        targets = ",".join(str(row.pk) for row in self.aimed.targets)
        chosen = sorted(self.values.items())
        pairs = (f"{field}={value}" for field, several in chosen for value in several)
        asked = ("attack", self.aimed.action, targets, str(self.hidden))
        return (*asked, *self.access.receipt_id, *pairs)

    def prepare(self, row: Character) -> None:
        """Works out the attack, and the damage."""
        super().prepare(row)
        self.dealt: Damage | None = None
        if self.damages and self.outcome.hit.action and True in self.hits:
            struck = [known for known, hit in zip(self.aimed.known, self.hits, strict=True) if hit]
            action, left = self.outcome.hit.action, self.outcome.total
            actor = self.actor(row)
            self.dealt = _damage(self.aimed, action, left, struck, row, self.opened, actor)
            self.opened = self.dealt.line.opened

    def new_line(self, character: Character, before: OpenCharacter) -> NewLine:
        turn = storage.situation(character)
        action = self.aimed.action
        self.outcome = allowed(lambda: before.resolve(turn, action, self.sent, play.DICE))
        hits = _hits(self.outcome, self.numbers)
        # A roll that failed by itself is no matter of defense.
        misses = self.outcome.success is False
        defends = self.aimed.defends_against(self.outcome)
        self.rolls = tuple(rolls and not misses for rolls in defends)
        self.hits = tuple(
            None if rolls else hit for rolls, hit in zip(self.rolls, hits, strict=True)
        )
        return play_log.appended(character, before, self.outcome, actor=self.actor(character))

    def save_line(self) -> PlayLogEntry:
        self.entry = self.line.save()
        self.damage_entry = self.dealt.line.save() if self.dealt else None
        locked = lock_encounter(self.encounter)
        check_running(locked)
        if self.gun:
            check_can_act(self.gun[0][0].pk)
        if self.gun and (not_yet := not_ready(*self.gun)):
            raise Refused({"target": not_yet})
        each = zip(self.aimed.targets, self.numbers, self.hits, self.rolls, strict=True)
        Attack.objects.bulk_create(
            [
                self._result(locked, target, number, hit=hit, rolls=rolls)
                for target, number, hit, rolls in each
            ]
        )
        touch(locked)
        return self.entry

    def _result(
        self,
        encounter: Encounter,
        target: Combatant,
        number: int | None,
        *,
        hit: bool | None,
        rolls: bool,
    ) -> Attack:
        """The attack's result on one target; `rolls` if somebody rolls its defense."""
        outcome, dealt = self.outcome, self.dealt if hit else None
        return Attack(
            encounter=encounter,
            attacker=self.aimed.attacker,
            target=target,
            craft=self.gun[0][0] if self.gun else None,
            action=self.aimed.action,
            weapon=self.weapon,
            state=_state(outcome, hit=hit, rolls=rolls, dealt=self.dealt is not None),
            total=outcome.total,
            unit=outcome.unit,
            number=None if outcome.unit else number,
            follows=outcome.hit.action,
            harm=dealt.harm if dealt else {},
            hidden=self.hidden or self.aimed.attacker.hidden,
            round=encounter.round_of(self.gun[0][0] if self.gun else self.aimed.attacker),
            entry=self.entry,
            damage_entry=self.damage_entry if hit else None,
        )


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
    """Rolls an attack (`_RollAttack`).

    Where the encounter hides its numbers, a player's attack is rolled without them: who rolls reads
    only whether it hit. Refused, by field, where it cannot be done.
    """
    _RollAttack(
        access_to(who, aimed.attacker),
        aimed=aimed,
        values=values,
        hidden=hidden,
        damages=damages,
        gun=gun,
        key=key,
    ).run()


def access_to(who: Identity, combatant: Combatant) -> CharacterAccess:
    """The right to act for the character of a combatant."""
    return CharacterAccess(who, combatant.character.public_id, plays=True)


@dataclass(frozen=True)
class Damage:
    """Damage that was rolled: its entry, unsaved, and the values of the target's form."""

    line: NewLine
    harm: dict[str, list[str]]


def _damage(
    aimed: Aim,
    follows: str,
    left: int,
    targets: Sequence[Target],
    character: Character,
    before: OpenCharacter,
    actor: Actor,
) -> Damage:
    """Rolls the damage of an attack on these targets, of which so much is `left`; unsaved."""
    rules, turn = aimed.rules, storage.situation(character)
    action, chosen = combat.followed(follows)
    sent = dict(chosen)
    attacker = _as_it_hit(before, turn, action)
    attempt = Attempt(attacker.state, turn, sent)
    form = attacker.roll_form(turn, action, {})
    aimed_values = rules.aim_damage(attempt, action, targets)
    if rules.left:
        aimed_values = {**aimed_values, rules.left: (str(left),)}
    sent |= {field: tuple(chosen) for field, chosen in aimed_values.items() if _has(form, field)}
    outcome = allowed(lambda: attacker.resolve(turn, action, sent, play.DICE))
    values = rules.harmed(attempt, action, outcome)
    harm = {name: list(chosen) for name, chosen in values.items()}
    return Damage(play_log.appended(character, before, outcome, actor=actor), harm)


def _as_it_hit(attacker: OpenCharacter, turn: TurnState, action: str) -> OpenCharacter:
    """The attacker as the damage is rolled: whoever has fallen since the attack as if unhurt, for a
    hit stays one. A group with nobody left deals no more.
    """
    marks = attacker.document.marks
    is_barred = attacker.roll_form(turn, action, {}).barred
    if not is_barred or fight.members_left(attacker.system.fight, marks) == 0:
        return attacker
    unhurt = replace(attacker.document, marks=type(marks)())
    return attacker.of_document(unhurt)


class _RollDamage(play.LineOperation):
    """Rolls the damage of an attack, once for all whom it hit."""

    verb = "damage"
    row_of_attack: Attack
    hit: Sequence[tuple[int, int]]
    aimed: Aim

    @property
    def content(self) -> tuple[str, ...]:
        """The attack."""
        return ("damage", str(self.row_of_attack.pk), *self.access.receipt_id)

    def new_line(self, character: Character, before: OpenCharacter) -> NewLine:
        if not self.hit:
            raise Conflict(DECIDED)
        check_standing(self.row_of_attack)
        follows, targets = self.row_of_attack.follows, self.aimed.known
        actor, left = self.actor(character), self.row_of_attack.left
        self.dealt = _damage(self.aimed, follows, left, targets, character, before, actor)
        return self.dealt.line

    def save_line(self) -> PlayLogEntry:
        line = self.line.save()
        locked = lock_encounter(self.row_of_attack.encounter)
        pks = [pk for pk, _ in self.hit]
        rows = Attack.objects.filter(pk__in=pks, state=Attack.State.HIT)
        after = {"state": Attack.State.DAMAGED, "harm": self.dealt.harm, "damage_entry": line}
        if rows.update(**after) != len(self.hit):
            raise Conflict(DECIDED)
        touch(locked)
        return line


def roll_damage(who: Identity, row: Attack, *, key: str) -> None:
    """Rolls the damage of an attack, once for all whom it hit; where what is left of it counts,
    for all to whom the same is left.
    """
    check_running(row.encounter)
    rows = Attack.objects.filter(entry=row.entry, state=Attack.State.HIT).order_by("pk")
    counts = bool(fight_rules(row.encounter.party).left)
    hit = [(one.pk, one.target_id) for one in rows if not counts or one.left == row.left]
    combatants = Combatant.objects.filter(pk__in=[row.attacker_id, *(pk for _, pk in hit)])
    known = {combatant.pk: combatant for combatant in combatants.with_characters()}
    attacker = known[row.attacker_id]
    attacker.encounter = row.encounter
    targets = [loaded(known[target]) for _, target in hit]
    aimed = aim(loaded(attacker), row.action, targets)
    access = access_to(who, attacker)
    _RollDamage(access, row_of_attack=row, hit=hit, aimed=aimed, key=key).run()


def _hits(outcome: Outcome, numbers: Sequence[int | None]) -> tuple[bool | None, ...]:
    """For each target, True if the attack hit it; None if neither a number nor the dice tell."""
    if outcome.success is None and not outcome.each:
        return tuple(None if number is None else outcome.total >= number for number in numbers)
    return fight.hits(outcome, len(numbers))


def _state(outcome: Outcome, *, hit: bool | None, rolls: bool, dealt: bool) -> str:
    """The state of an attack on one target; `rolls` if somebody rolls its defense. A hit without
    a damage roll waits for the damage, unless that was `dealt`.
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


def attack_outcome(row: Attack) -> Outcome:
    """The attack as it stands: its roll, with the total that counts now."""
    total, unit = row.left, row.unit
    rolled = log_storage.outcome(row.entry) if row.entry else Outcome(row.action, row.weapon, "")
    return replace(rolled, total=total, unit=unit)


def waive(row: Attack) -> None:
    """A game master waves an attack through: nothing happens to the target."""
    with transaction.atomic():
        lock_characters(Character.documents.filter(play_log__attacks=row.pk))
        locked = lock_encounter(row.encounter)
        attack = check_standing(row)
        Attack.objects.filter(pk=row.pk, state__in=Attack.OPEN).update(state=Attack.State.WAIVED)
        attack_exchange.tell([attack.entry_id, attack.damage_entry_id])
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
    after = row.after_hit if hit else Attack.State.MISSED
    waiting = (Attack.State.UNKNOWN, Attack.State.DEFENDING)
    with transaction.atomic():
        locked = lock_encounter(row.encounter)
        check_standing(row)
        rows = Attack.objects.filter(pk=row.pk, state__in=waiting)
        if not rows.update(state=after):
            raise Conflict(DECIDED)
        touch(locked)


def check_standing(row: Attack) -> Attack:
    """The attack as it is stored now; Conflict if the roll that it rests on was undone."""
    attack = get_object_or_404(Attack.objects.select_related("entry", "damage_entry"), pk=row.pk)
    if is_undone(attack.damage_entry or attack.entry):
        raise Conflict(UNDONE.format(name=row.target.called))
    return attack


def is_undone(entry: PlayLogEntry | None) -> bool:
    """True if a log entry was undone or deleted."""
    if entry is None:
        return True
    later = PlayLogEntry.objects.filter(character=entry.character_id, takes_back=entry.number)
    return later.exists()


def _has(form: RollForm, field: str) -> bool:
    return any(known.id == field for known in form.fields)


def get_encounter_attack(encounter: Encounter, id: int) -> Attack | None:
    """An attack of an encounter, with both combatants; None for none."""
    attack = _WITH_BOTH.first(encounter.pk, id)
    if attack:
        characters = [attack.attacker.character, attack.target.character]
        prefetch_related_objects(characters, "entries")
    return attack


_WITH_BOTH = CompiledQuery[Attack](
    lambda encounter, id: Attack.objects.filter(encounter_id=encounter, pk=id).select_related(
        "attacker__character",
        "attacker__encounter__party",
        "target__character",
        "entry",
        "damage_entry",
        "answer_entry",
        "encounter__party",
    )
)
