"""One attack on one target without a page: how the target fills it in, its roll, the defense, the
damage, and what the target takes; and the action of anybody, with all that it changes.

What comes of it is the game's own, as on the page of a fight: nothing here knows a game.
"""

from __future__ import annotations

from random import Random
from urllib.parse import parse_qs

import msgspec
from msgspec.structs import replace

from rules import fight
from rules.character import Character
from rules.craft import SIDE, CrewRules
from rules.fight import Defense, FightRules, Target
from rules.forms.parsing import FormValues
from rules.play import Attempt, Outcome, shifted
from rules.problems import RuleViolation
from rules.sheet.sections import Attack, Attacks, Sheet
from rules.turn import Turn

# An action of whoever is hit, with the values of its form.
Harm = tuple[str, FormValues]


class Entrant(msgspec.Struct, frozen=True, gc=False):
    """Somebody in the fight: a character, or a craft (`is_craft`), with what its turn holds. One
    who is `aboard` is at that station of the craft with this place on the same side. For an
    `is_opponent` nobody rolls a defense, unless the game says so. `circumstances` are what they are
    in, by ids.
    """

    opened: Character
    turn: Turn = Turn()
    is_craft: bool = False
    aboard: int | None = None
    station: str = ""
    is_opponent: bool = False
    circumstances: tuple[str, ...] = ()

    @property
    def rules(self) -> FightRules:
        """The game's rules of their fights."""
        rules = self.opened.system.fight
        assert rules is not None, "checked before the fight"  # noqa: S101 (for mypy)
        return rules

    def attempt(self, values: FormValues | None = None) -> Attempt:
        """An attempt of theirs at an action."""
        return Attempt(self.opened.state, self.turn, values or {})

    def does(self, action: str, values: FormValues, rng: Random) -> Done | None:
        """The outcome of an action, and themselves after it; None where the rules refuse it."""
        try:
            outcome = self.opened.resolve(self.turn, action, values, rng)
            return outcome, self.after(outcome)
        except RuleViolation:
            return None

    def after(self, outcome: Outcome) -> Entrant:
        """Themselves after an outcome: its marks, its entries, and its turn. RuleViolation for an
        entry that is not allowed.
        """
        opened = self.opened
        if outcome.shifts:
            marks = msgspec.structs.asdict(opened.document.marks)
            for shift in outcome.shifts:
                marks[shift.mark] = shifted(marks, shift)
            opened = opened.marked(type(opened.document.marks)(**marks))
        for entry in outcome.entries:
            opened = opened.enter(entry)
        return replace(self, opened=opened, turn=self.turn.after(outcome))

    @property
    def is_out(self) -> bool:
        """True if they can do nothing more."""
        # Who has done all that a turn allows can act again on the next.
        opened, turn = self.opened, Turn(self.turn.numbers)
        rules = opened.system.fight
        if rules and rules.out:
            return rules.out(Attempt(opened.state, turn))
        roll = fight.first_roll(opened.play_state(turn))
        barred = not roll or bool(opened.roll_form(turn, roll, {}).barred)
        return barred or fight.members_left(rules, opened.document.marks) == 0


# An action that was done: its outcome, and whoever did it after that.
Done = tuple[Outcome, Entrant]


class Mode(msgspec.Struct, frozen=True, gc=False):
    """An attack of a combatant: the key of its roll, and the values of its form."""

    attack: str
    values: tuple[tuple[str, tuple[str, ...]], ...] = ()


class Exchange(msgspec.Struct, frozen=True, gc=False):
    """An attack with all that was rolled for it, and both combatants after that. `harm` is what the
    target takes, None for a miss.
    """

    attack: Outcome
    attacker: Entrant
    target: Entrant
    defense: Outcome | None = None
    damage: Outcome | None = None
    harm: Harm | None = None


def modes(entrant: Entrant) -> list[Mode]:
    """The attacks of somebody as the page of a fight offers them: the weapons of the sheet, and
    those of a fight alone.
    """
    opened = entrant.opened
    rows = attack_rows(opened.sheet, opened.system.fight, Attempt(opened.state, Turn()))
    return [Mode(f"{row.key}.attack") for row in rows]


def attack_rows(sheet: Sheet, rules: FightRules | None, attempt: Attempt) -> list[Attack]:
    """The weapons and other attacks of a sheet, and those of a fight alone."""
    sections = (one for one in sheet.sections if isinstance(one, Attacks))
    rows = [row for section in sections for row in section.rows]
    return [*rows, *rules.attacks(attempt)] if rules else rows


def near(attacker: Entrant, action: str, target: Entrant) -> Target:
    """The target of an attack, as near as the attack needs it: close for one that reaches no
    farther, one band apart for all others.
    """
    reach = attacker.rules.reach(attacker.attempt(), action)
    distance = 1 if reach is None else min(1, reach)
    return Target(target.attempt(), distance, target.circumstances)


def defends(attacker: Entrant, action: str, target: Entrant) -> bool:
    """True if somebody rolls the defense of a target."""
    rules = attacker.rules
    if target.is_opponent and not rules.opponents_defend:
        return False
    aimed_at, rolled = near(attacker, action, target), Outcome(action, "", "attack")
    return bool(rules.defend(attacker.attempt(), action, aimed_at, rolled))


def aimed(attacker: Entrant, target: Entrant, mode: Mode) -> FormValues | None:
    """The form of an attack as its target fills it in; None where it can't be made."""
    opened, turn = attacker.opened, attacker.turn
    rules = opened.system.fight
    if rules is None:
        return None
    values, aimed_at = dict(mode.values), near(attacker, mode.attack, target)
    if rules.unseen(attacker.circumstances, [aimed_at]):
        return None
    try:
        known = {one.id for one in opened.roll_form(turn, mode.attack, values).fields}
        if defends(attacker, mode.attack, target):
            known &= set(rules.seen)
        theirs = rules.aim(attacker.attempt(), mode.attack, [aimed_at])
        values |= {field: chosen for field, chosen in theirs.items() if field in known}
        return None if opened.roll_form(turn, mode.attack, values).barred else values
    except RuleViolation:
        return None


def exchange(attacker: Entrant, mode: Mode, target: Entrant, rng: Random) -> Exchange | None:
    """An attack, the defense of its target, and the damage of a hit; None where it can't be
    made.
    """
    rolled = attack(attacker, mode, target, rng)
    if rolled is None:
        return None
    done = Exchange(*rolled, target)
    if not defends(attacker, mode.attack, target):
        return struck(done, mode, done.attack.total, rng) if fight.hits(done.attack, 1)[0] else done
    if done.attack.success is False:
        return done
    answer = defense(attacker, mode, target, done.attack, rng)
    left = done.attack.total
    if answer:
        done = replace(done, defense=answer[0], target=answer[1])
        left -= answer[0].total
    return done if answer and answer[0].success else struck(done, mode, left, rng)


def attack(attacker: Entrant, mode: Mode, target: Entrant, rng: Random) -> Done | None:
    """The roll of an attack; None where it can't be made."""
    values = aimed(attacker, target, mode)
    return None if values is None else attacker.does(mode.attack, values, rng)


def defense(
    attacker: Entrant, mode: Mode, target: Entrant, rolled: Outcome, rng: Random
) -> Done | None:
    """The first defense that a target can roll; None for none."""
    for one in defenses(attacker, mode, target, rolled):
        if answer := target.does(one.action, one.values, rng):
            return answer
    return None


def defenses(
    attacker: Entrant, mode: Mode, target: Entrant, rolled: Outcome
) -> tuple[Defense, ...]:
    """The rolls with which a target can answer an attack, the usual one first."""
    aimed_at = near(attacker, mode.attack, target)
    answers = attacker.rules.defend(attacker.attempt(), mode.attack, aimed_at, rolled)
    return tuple(one for one in answers if one.action)


def struck(done: Exchange, mode: Mode, left: int, rng: Random) -> Exchange:
    """The same with what a hit does, of which so much of the attack is `left`."""
    attacker, rules = done.attacker, done.attacker.rules
    if not done.attack.hit.action:
        harm = effect(attacker, mode.attack, replace(done.attack, total=left), done.target)
        return replace(done, harm=harm)
    action, sent = followed(done.attack.hit.action)
    rolled = _damage(attacker, action, sent, done.target, left, rng)
    if rolled is None:
        return done
    damage, after = rolled
    values = rules.harmed(attacker.attempt(sent), action, damage)
    return replace(done, damage=damage, attacker=after, harm=(done.target.rules.harm, values))


def _damage(
    attacker: Entrant, action: str, sent: FormValues, target: Entrant, left: int, rng: Random
) -> Done | None:
    """The damage of a hit, rolled with what follows from the target, and with what is left of the
    attack where that counts.
    """
    rules = attacker.rules
    more = rules.aim_damage(attacker.attempt(sent), action, [near(attacker, action, target)])
    if rules.left:
        more = {**more, rules.left: (str(left),)}
    try:
        form = attacker.opened.roll_form(attacker.turn, action, {})
    except RuleViolation:
        return None
    known = {field.id for field in form.fields}
    values = {name: tuple(several) for name, several in more.items() if name in known}
    return attacker.does(action, {**sent, **values}, rng)


def effect(attacker: Entrant, action: str, rolled: Outcome, target: Entrant) -> Harm:
    """The harm of an attack that rolls no damage. A craft always takes damage."""
    attempt, rules = attacker.attempt(), attacker.rules
    instead = "" if target.is_craft else rules.effect(attempt, action)
    return instead or target.rules.harm, rules.affected(attempt, action, rolled)


def harm_of(harm: Harm, target: Entrant, crews: CrewRules | None) -> Harm:
    """The harm as a target takes it: a craft in front."""
    if not (target.is_craft and crews and crews.sides):
        return harm
    action, values = harm
    return action, {SIDE: (crews.sides[0].id,), **values}


def followed(action: str) -> tuple[str, FormValues]:
    """An action that follows another, with the values of its form: "weapons.knife.damage?aim=head"
    is `weapons.knife.damage` with `aim` "head".
    """
    action, _, how = action.partition("?")
    return action, {name: tuple(several) for name, several in parse_qs(how).items()}
