"""The steps of a fight by name, for its pages and for programs: those of a combatant by whoever
plays it, its attacks, and the steps that take one further.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial

from rules.forms.parsing import FormValues
from sheets import form_data, storage
from sheets.access import MemberAccess
from sheets.encounters import (
    answers,
    attack_undo,
    attacks,
    defenses,
    harm,
    initiative,
    strip,
    turns,
)
from sheets.encounters.aim import aim
from sheets.encounters.combatants import Fight, Fighter
from sheets.encounters.crew import hits
from sheets.encounters.forms import TriggerForm
from sheets.encounters.reading import fight_of
from sheets.encounters.standing import is_out
from sheets.errors import Conflict, NoSuchRow, Refused, allowed
from sheets.models import Attack, Combatant, Encounter, Identity, Member

# Steps of an attack that a player takes, and for which side of it.
PLAYED = {"damage": "attacker_id", "defend": "target_id"}
COMBATANT_STEPS = (
    *("initiative", "forward", "back", "hold", "into", "outof"),
    *("fill", "clear", "declare", "harm"),
)
# Steps of a combatant that a game master alone takes.
LED = ("clear", "harm")
ANSWER = "answer"
ATTACK_STEPS = (*PLAYED, ANSWER, "hit", "miss", "take", "waive", "reveal", "undo")


def take_step(
    who: Identity, row: Combatant, verb: str, *, sent: FormValues, leads: bool, key: str
) -> None:
    """A step of a combatant: roll initiative, move, hold, declare the turn, take cover, leave it,
    fill a place; who `leads` clears it, and deals `harm`. NoSuchRow for another; Refused or
    Conflict where it can't be done.
    """
    if verb not in COMBATANT_STEPS or (verb in LED and not leads):
        raise NoSuchRow
    circumstance = first(sent, "circumstance")
    steps: dict[str, Callable[[], None]] = {
        "initiative": partial(initiative.roll_initiative, who, row, key=key),
        "forward": partial(strip.move, who, row, by=1, key=key),
        "back": partial(strip.move, who, row, by=-1, key=key),
        "hold": lambda: turns.hold(who, row, trigger=_trigger(sent), key=key),
        "into": lambda: strip.set_circumstance(
            who, row, circumstance=circumstance, into=True, key=key
        ),
        "outof": lambda: strip.set_circumstance(
            who, row, circumstance=circumstance, into=False, key=key
        ),
        "fill": partial(strip.fill, who, row, values=sent, key=key),
        "clear": partial(strip.clear, who, row, effect=first(sent, "effect"), key=key),
        "declare": partial(turns.declare, who, row, values=sent, key=key),
        "harm": partial(harm.deal, who, row, values=sent, key=key),
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


def go_on_after_roll(membership: Member, row: Encounter, *, after: int, key: str) -> None:
    """Goes on to the next turn with the press that rolled, whose key is given. The roll stands
    where somebody else has gone on by now, or it is no turn of the player's.
    """
    with suppress(NoSuchRow, Conflict):
        go_on(membership, row, after=after, key=form_data.key_of_part(key, "end"))


def attack(
    who: Identity,
    fight: Fight,
    attacker: Fighter,
    weapon: str,
    targets: Collection[int],
    *,
    values: FormValues,
    hidden: bool,
    key: str,
) -> None:
    """Rolls an attack with a weapon by its key, on combatants by row id; a game master's may be
    `hidden`, and their opponents roll the damage of a hit at once. Refused, by field, where it
    can't be made.
    """
    if weapon not in {row.key for row in attacker.attacks}:
        raise Refused({"attack": attacks.NO_WEAPON})
    chosen = [one.with_character for one in fight.fighters if one.row.pk in targets]
    leads = fight.membership.leads
    attacks.attack(
        who,
        allowed(lambda: aim(attacker.with_character, f"{weapon}.attack", chosen)),
        values=values,
        hidden=leads and hidden,
        damages=leads and attacker.row.is_opponent,
        key=key,
    )


def attack_of(membership: Member, encounter: Encounter, attack: int, verb: str) -> Attack:
    """The attack that a step is about. NoSuchRow for another step, one that a game master alone
    takes, and an attack that is not stored here.
    """
    row = attacks.get_encounter_attack(encounter, attack)
    if row is None or verb not in ATTACK_STEPS:
        raise NoSuchRow
    if not membership.leads and verb not in (*PLAYED, ANSWER):
        raise NoSuchRow
    return row


def decide(
    leading: MemberAccess,
    membership: Member,
    encounter: Encounter,
    row: Attack,
    verb: str,
    *,
    sent: FormValues,
    key: str,
) -> None:
    """A step of an attack: `damage` by the attacker, `defend` by the target, `answer` by one aboard
    a craft that was hit, the others by a game master, whose access is `leading`. NoSuchRow for
    another's combatant, and an attack that the member knows nothing of.
    """
    who = leading.who
    if verb in (*PLAYED, ANSWER):
        fight = fight_of(membership, encounter)
        roller = getattr(row, PLAYED[verb]) if verb in PLAYED else number(sent, "by")
        played = answers.played(fight, roller)
        if verb == ANSWER and row.pk not in {known.pk for known in fight.attacks}:
            raise NoSuchRow
    steps: dict[str, Callable[[], None]] = {
        "damage": lambda: attacks.roll_damage(who, row, key=key),
        "defend": lambda: defenses.defend(who, row, values=sent, key=key),
        ANSWER: lambda: hits.answer(who, fight, row, played, values={}, key=key),
        "hit": lambda: attacks.judged(row, hit=True),
        "miss": lambda: attacks.judged(row, hit=False),
        "take": lambda: harm.take(who, row, values={**harm.values(row), **sent}, key=key),
        "waive": lambda: attacks.waive(row),
        "reveal": lambda: attacks.reveal(row),
        "undo": attack_undo.UndoAttack(leading, id=encounter.public_id, attack=row.pk, key=key).run,
    }
    steps[verb]()


def defend_all(who: Identity, membership: Member, encounter: Encounter, *, key: str) -> None:
    """Rolls the usual defense of all that are attacked: for a game master of the opponents, for a
    player of whoever they play. What was decided or undone meanwhile stays so; one that cannot
    defend is left to decide.
    """
    fighters = fight_of(membership, encounter).fighters
    targets = [
        one.row.pk
        for one in fighters
        if one.playable and (one.row.is_opponent or not membership.leads)
    ]
    defending = encounter.attacks.filter(state=Attack.State.DEFENDING, target__in=targets)
    for pk in defending.standing().order_by("pk").values_list("pk", flat=True):
        row = attacks.get_encounter_attack(encounter, pk)
        if row is not None and row.state == Attack.State.DEFENDING:
            with suppress(Conflict, Refused):
                defenses.defend(who, row, values={}, key=form_data.key_of_part(key, pk))


def take_all(who: Identity, encounter: Encounter, *, key: str) -> None:
    """A game master confirms all damage that waits, as it was rolled: a volley, or whoever one
    blast struck. Where opponents have hit in spite of a defense, their damage is rolled first. What
    was decided or undone meanwhile stays so, and nothing more happens to one who fell to the hits
    before. Refused where somebody else can't take it, once all others have.
    """
    refused: Refused | None = None
    opponents = {"attacker__side": Combatant.Side.OPPONENTS}
    hits = encounter.attacks.filter(state=Attack.State.HIT, **opponents).order_by("pk")
    for pk in hits.values_list("pk", flat=True):
        row = attacks.get_encounter_attack(encounter, pk)
        if row is not None and row.state == Attack.State.HIT:
            with suppress(Conflict, Refused):
                attacks.roll_damage(who, row, key=form_data.key_of_part(key, -pk))
    waiting = encounter.attacks.filter(state=Attack.State.DAMAGED).order_by("pk")
    for pk in waiting.values_list("pk", flat=True):
        row = attacks.get_encounter_attack(encounter, pk)
        if row is None:
            continue
        try:
            harm.take(who, row, values=harm.values(row), key=form_data.key_of_part(key, pk))
        except Conflict:
            continue
        except Refused as refusal:
            if is_out(storage.load(row.target.character)):
                attacks.waive(row)
            else:
                refused = refused or Refused({"": f"{row.target.called}: {refusal}"})
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
