"""The steps of a fight by name, for its pages and for programs: those of a combatant by whoever
plays it, and those that take an attack further.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial

from rules.forms.parsing import FormValues
from sheets import form_data
from sheets.access import MemberAccess
from sheets.encounters import attack_undo, attacks, defenses, harm, initiative, turns
from sheets.encounters.combatants import fight_of
from sheets.encounters.forms import TriggerForm
from sheets.errors import Conflict, NoSuchRow, Refused
from sheets.models import Attack, Combatant, Encounter, Identity, Member

# Steps of an attack that a player takes, and for which side of it.
PLAYED = {"damage": "attacker_id", "defend": "target_id"}
COMBATANT_STEPS = (
    *("initiative", "forward", "back", "hold", "into", "outof"),
    *("fill", "clear", "declare"),
)
ATTACK_STEPS = (*PLAYED, "hit", "miss", "take", "waive", "reveal", "undo")


def take_step(
    who: Identity, row: Combatant, verb: str, *, sent: FormValues, leads: bool, key: str
) -> None:
    """A step of a combatant: roll initiative, move, hold, declare the turn, take cover, leave it,
    fill a place; who `leads` clears it. NoSuchRow for another; Refused or Conflict where it can't
    be done.
    """
    if verb not in COMBATANT_STEPS or (verb == "clear" and not leads):
        raise NoSuchRow
    circumstance = first(sent, "circumstance")
    steps: dict[str, Callable[[], None]] = {
        "initiative": partial(initiative.roll_initiative, who, row, key=key),
        "forward": partial(turns.move, who, row, by=1, key=key),
        "back": partial(turns.move, who, row, by=-1, key=key),
        "hold": lambda: turns.hold(who, row, trigger=_trigger(sent), key=key),
        "into": lambda: turns.set_circumstance(
            who, row, circumstance=circumstance, into=True, key=key
        ),
        "outof": lambda: turns.set_circumstance(
            who, row, circumstance=circumstance, into=False, key=key
        ),
        "fill": partial(turns.fill, who, row, values=sent, key=key),
        "clear": partial(turns.clear, who, row, effect=first(sent, "effect"), key=key),
        "declare": partial(turns.declare, who, row, values=sent, key=key),
    }
    steps[verb]()


def go_on(membership: Member, row: Encounter, *, after: int | None, key: str) -> None:
    """Goes on to the next turn: a game master, or the player whose turn it is, who ends it also for
    their people aboard a craft. NoSuchRow for other players; Conflict once it is another's turn.
    """
    if membership.leads:
        turns.next_turn(row, after=after, key=key)
        return
    fight = fight_of(membership, row)
    current = next((fighter for fighter in fight.mine if fighter.is_turn), None)
    if current is None or after is None or current.row.pk != after:
        raise NoSuchRow
    aboard = {post.member_id for post in fight.posts.of(after)}
    if persons := aboard & {fighter.row.pk for fighter in fight.mine}:
        turns.end_turn_aboard(row, craft=after, persons=persons, key=key)
    else:
        turns.end_turn(row, after=after, key=key)


def decide(
    who: Identity, leading: MemberAccess, row: Attack, verb: str, *, sent: FormValues, key: str
) -> None:
    """A step of an attack: `damage` by the attacker, `defend` by the target, the others by a game
    master. NoSuchRow for another.
    """
    if verb not in ATTACK_STEPS:
        raise NoSuchRow
    encounter = row.encounter.public_id
    steps: dict[str, Callable[[], None]] = {
        "damage": partial(attacks.roll_damage, who, row, key=key),
        "defend": partial(defenses.defend, who, row, values=sent, key=key),
        "hit": partial(attacks.judged, row, hit=True),
        "miss": partial(attacks.judged, row, hit=False),
        "take": lambda: harm.take(who, row, values={**harm.values(row), **sent}, key=key),
        "waive": partial(attacks.waive, row),
        "reveal": partial(attacks.reveal, row),
        "undo": attack_undo.UndoAttack(leading, id=encounter, attack=row.pk, key=key).run,
    }
    steps[verb]()


def take_all(who: Identity, encounter: Encounter, *, key: str) -> None:
    """A game master confirms all damage that waits, as it was rolled: a volley, or whoever one
    blast struck. What was decided or undone meanwhile stays so. Refused where one can take nothing
    more, once all others have.
    """
    refused: Refused | None = None
    waiting = encounter.attacks.filter(state=Attack.State.DAMAGED).order_by("pk")
    for pk in waiting.values_list("pk", flat=True):
        row = attacks.get_encounter_attack(encounter, pk)
        if row is None:
            continue
        own_key = hashlib.sha256(f"{key} {pk}".encode()).hexdigest()[:32] if key else ""
        try:
            harm.take(who, row, values=harm.values(row), key=own_key)
        except Conflict:
            continue
        except Refused as refusal:
            refused = refused or refusal
    if refused:
        raise refused


def first(sent: FormValues, name: str) -> str:
    """The only value of a field, "" for none."""
    return next(iter(sent.get(name, ())), "")


def number(sent: FormValues, name: str) -> int:
    """The number in a field; 0, which no row has, for none."""
    return form_data.number(first(sent, name)) or 0


def _trigger(sent: FormValues) -> str:
    form = TriggerForm({"trigger": first(sent, "trigger")})
    if not form.is_valid():
        raise Refused(form.messages)
    return str(form.cleaned_data["trigger"])
