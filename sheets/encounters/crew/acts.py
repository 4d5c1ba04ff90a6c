"""Actions of a crew in a fight: a person's rolls with the dice of the craft, and the craft's moves
without a roll. Each is an entry of a log, as any other action.
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from rules import registry
from rules.craft import CrewAction, CrewRules
from rules.forms.parsing import FormValues
from rules.play import TAKES, WHOM, Attempt, RollForm
from sheets.encounters import attacks
from sheets.encounters.aim import Loaded, aim, closer
from sheets.encounters.crew.hands import HandAct
from sheets.encounters.crew.posts import Posts, check_can_act
from sheets.encounters.writes import FightAct, check_running, playing
from sheets.errors import Refused, allowed
from sheets.models import Combatant, CrewPost, Identity
from sheets.play import maneuvers
from sheets.play.pilots import attempt, crew_rules, is_craft

NO_ACTION = "This can't be done from here. Take the station first."
NO_OTHER = "Choose the craft to get around."
NO_HAZARD = "This game has no check of a craft on its own."
NO_SIDE = "Choose the side on which you want to be."
FRONT = 0


@dataclass(frozen=True)
class Aboard:
    """Somebody at a station: the post, the person, the craft, and what can be done there."""

    post: CrewPost
    person: Loaded
    craft: Loaded
    rules: CrewRules
    actions: tuple[CrewAction, ...]

    def action(self, id: str) -> CrewAction:
        """The action with that id; Refused for an unknown one."""
        known = {action.id: action for action in self.actions}
        if id not in known:
            raise Refused({"action": NO_ACTION})
        return known[id]

    def asked(self, target: int) -> FormValues:
        """The number that a game master asks for, as the game's forms take it."""
        return asked_number(self.craft[0].encounter.party.system, target)

    def form(self, action: CrewAction, values: FormValues) -> RollForm:
        """The roll form of an action: the person's, or the craft's, which the person pays for."""
        stored = self.craft[1] if action.by_craft else self.person[1]
        sent = {**values, **action.values}
        form = stored.opened.roll_form(stored.situation, action.action, sent)
        if not action.by_craft:
            return msgspec.structs.replace(form, barred=self._barred(action, form))
        person = attempt(self.person[1])
        barred = action.barred or self.rules.unable(person, action.takes) or form.barred
        return msgspec.structs.replace(
            form, takes=self.rules.takes(person, action.takes), barred=barred
        )

    def _barred(self, action: CrewAction, form: RollForm) -> str:
        """Why a person cannot do it: for the craft, for themselves, or since it would do nothing
        for the craft.
        """
        if action.barred or form.barred or not (action.onto and form.onto):
            return action.barred or form.barred
        stored = self.craft[1]
        return stored.opened.roll_form(stored.situation, form.onto, {}).barred


def asked_number(slug: str, target: int) -> FormValues:
    """The number to reach as the forms of a game take it; RuleViolation if it has none so
    high.
    """
    return registry.get(slug).play.requests.fields(target=target)


def aboard(post: CrewPost, person: Loaded, craft: Loaded, posts: Posts) -> Aboard | None:
    """Somebody at a station; None in a game without crews."""
    rules = crew_rules(craft[0].encounter.party)
    if rules is None:
        return None
    held = posts.held(craft[0].pk)
    actions = rules.actions(attempt(craft[1]), post.station, held)
    return Aboard(post, person, craft, rules, actions)


def shot_form(
    at: Aboard, action: CrewAction, target: Loaded, values: FormValues, *, hides: bool
) -> tuple[RollForm, tuple[str, ...]]:
    """The form of a shot at a target, without the numbers that the encounter hides, and what to
    know of its scale.
    """
    aimed = aim(at.person, action.action, (target,))
    own = Attempt(aimed.stored.opened.state, aimed.stored.situation, action.values)
    says = aimed.rules.says(own, action.action, aimed.known)
    sent = {**values, **action.values}
    form = aimed.form(aimed.filled(sent, aimed.seen if hides else None))
    nearer = "" if hides else closer(aimed, sent)
    return form, (*says, nearer) if nearer else says


def check_not_barred(action: CrewAction) -> None:
    """Refused where the craft as it was read bars an action."""
    if action.barred:
        raise Refused({"action": action.barred})


def opposed(at: Aboard, other: Loaded) -> FormValues:
    """The values of a maneuver's form that follow from another craft."""
    return at.rules.opposed(attempt(other[1]))


def fire(
    who: Identity,
    at: Aboard,
    action: CrewAction,
    targets: tuple[Loaded, ...],
    *,
    values: FormValues,
    hidden: bool,
    key: str,
) -> None:
    """Fires a weapon of the craft: an attack of whoever is at it."""
    check_not_barred(action)
    aimed = aim(at.person, action.action, targets)
    sent = {**values, **action.values}
    gun = (at.craft, action.weapon) if action.weapon else None
    attacks.attack(who, aimed, values=sent, hidden=hidden, key=key, gun=gun)


def outmaneuver(
    who: Identity,
    at: Aboard,
    action: CrewAction,
    other: Loaded | None,
    side: str,
    *,
    values: FormValues,
    key: str,
) -> None:
    """An opposed check for the position: whoever wins it is where they want to be, with the other
    one in front.
    """
    if other is None or not is_craft(other[0]):
        raise Refused({"target": NO_OTHER})
    check_not_barred(action)
    _maneuver(
        who,
        at.person[0],
        at.craft[0],
        other,
        side,
        action=action.action,
        values={**values, **action.values, **opposed(at, other)},
        key=key,
    )


def outmaneuver_alone(
    who: Identity, craft: Loaded, other: Loaded | None, side: str, *, key: str
) -> None:
    """`outmaneuver` by a craft whose crew has no names."""
    rules = crew_rules(craft[0].encounter.party)
    if rules is None or other is None or not is_craft(other[0]) or not rules.maneuver:
        raise Refused({"target": NO_OTHER})
    values = rules.opposed(attempt(other[1]))
    _maneuver(who, craft[0], craft[0], other, side, action=rules.maneuver, values=values, key=key)


def hazard(who: Identity, craft: Loaded, pilot: Loaded | None, target: int, *, key: str) -> None:
    """Rocks or mines before a craft that no player steers: the check against this number, of
    whoever steers it by name, or of a crew without names.
    """
    row, stored = craft
    rules = crew_rules(row.encounter.party)
    if rules is None or not rules.maneuver:
        raise Refused({"target": NO_HAZARD})
    check_running(row.encounter)
    values = allowed(lambda: asked_number(row.encounter.party.system, target))
    actor, action = row, rules.maneuver
    steering = rules.hazard(attempt(stored))
    if steering.barred:
        raise Refused({"target": steering.barred})
    if pilot is not None:
        actor, action, values = pilot[0], steering.action, {**steering.values, **values}
        actor.encounter = row.encounter
    values = {**values, TAKES: (str(steering.takes),)}

    access = playing(who, actor)
    FightAct(access, encounter=row.encounter, action=action, values=values, key=key).run()


def _maneuver(
    who: Identity,
    roller: Combatant,
    craft: Combatant,
    other: Loaded,
    side: str,
    *,
    action: str,
    values: FormValues,
    key: str,
) -> None:
    encounter = craft.encounter
    check_running(encounter)
    rules = crew_rules(encounter.party)
    sides = [side.id for side in rules.sides] if rules else []
    if side not in sides:
        raise Refused({"side": NO_SIDE})

    roller.encounter = encounter
    _Maneuver(
        playing(who, roller),
        encounter=encounter,
        craft=craft.pk,
        other=other[0].pk,
        side=side,
        front=sides[FRONT],
        action=action,
        values=values,
        key=key,
    ).run()


class _Maneuver(FightAct):
    craft: int
    other: int
    side: str
    front: str

    def change(self) -> None:
        check_can_act(self.craft)
        known = self.locked.combatants.in_bulk((self.craft, self.other))
        maneuvers.keep(
            self.entry,
            craft=known[self.craft],
            other=known[self.other],
            side=self.side,
            front=self.front,
            won=bool(self.outcome.success),
        )


def do(
    who: Identity,
    at: Aboard,
    action: CrewAction,
    *,
    values: FormValues,
    key: str,
    call: int | None = None,
) -> None:
    """Any other action at a station: a check of the person, which may answer a `call` of the game
    master, or what the craft does.
    """
    craft, person = at.craft[0], at.person[0]
    check_running(craft.encounter)
    check_not_barred(action)
    person.encounter = craft.encounter
    sent = {**values, **action.values}
    if action.onto:
        sent[WHOM] = (str(craft.character.public_id),)
    if action.by_craft:
        HandAct(
            playing(who, craft),
            encounter=craft.encounter,
            action=action.action,
            values=sent,
            key=key,
            hand=person.character.public_id,
            rules=at.rules,
        ).run()
        return

    _AtStation(
        playing(who, person),
        encounter=craft.encounter,
        craft=craft.pk,
        needs_craft=not action.despite,
        action=action.action,
        values=sent,
        call=call,
        key=key,
    ).run()


class _AtStation(FightAct):
    """An act of a person at a station of a craft: Refused where that cannot act any more."""

    craft: int
    needs_craft: bool

    def change(self) -> None:
        if self.needs_craft:
            check_can_act(self.craft)
