"""Checks: their roll form, roll and points; a GM's roll requests and opposed checks."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from fractions import Fraction
from random import Random

from msgspec.structs import replace

from rules.dice import pools
from rules.dice.codes import signed
from rules.figures import Figure
from rules.kit.play.answers import Answers
from rules.kit.play.checks import Check, compared, refuse, settled
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import PlannedRoll, RollPlan
from rules.kit.play.roll_requests import RollRequests
from rules.kit.play.turns import less_dice, scopes, with_effect
from rules.play import Attempt, Die, FollowUp, Held, Outcome
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.character.holdings import Holding
from rules.systems.hyperspace_d6.document.entries import Use
from rules.systems.hyperspace_d6.play import effects, points, weapon_in_hand
from rules.systems.hyperspace_d6.play.modifiers import (
    added,
    check_pool,
    current_pool,
    further_actions,
    incapacitated,
    target_of,
    targets_of,
    too_many_actions,
)
from rules.systems.hyperspace_d6.play.roll_form import ask_check
from rules.systems.hyperspace_d6.play.roll_input import (
    MOST_DICE,
    MOST_LABEL,
    MOST_NUMBER,
    RollInput,
    may_auto_fire,
    may_double,
)
from rules.systems.hyperspace_d6.play.rollables import Rollable, is_thrown
from rules.systems.hyperspace_d6.play.rolls import QUESTIONNAIRE, Inputs
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.guide import guide
from rules.systems.hyperspace_d6.rulebook.rows import FORCE
from rules.turn import ROUNDS

# Between two players a tie has no winner (HyperspaceD6, Opposed Skill Checks).
REQUESTS = RollRequests(
    MOST_NUMBER, MOST_DICE, tie=lambda: guide().topics["opposed"].ruling, helpers=MOST_DICE
)
# Of an opponent's dice, beside a total.
THEIRS = "their "
# Where the answers keep the check, or what was chosen for damage.
CHECKED = "checked"
FORCED = "Your GM says what happens to them: damage, or an effect."
POINT_RULE = "Spend a Character Point on your last check, one a round."


class RollCheck(Check):
    """A check: attribute and skill against a number, a defense, or an opponent's dice.

    Values that do not depend on the choices are computed once.
    """

    __slots__ = (
        *("attempt", "rollable", "roll_input", "bases", "targets", "never"),
        *("added", "target", "against", "pool", "no_dice", "wins_ties"),
    )
    pool: Figure
    no_dice: str

    def __init__(
        self, attempt: Attempt[Character], rollable: Rollable, roll_input: RollInput
    ) -> None:
        self.attempt, self.rollable = attempt, rollable
        self.wins_ties = attempt.character.opponent is None
        self.bases: dict[int, Figure] = {}
        self.no_dice = guide().topics["no-dice"].ruling
        self.added = added(attempt, rollable, roll_input)
        self.targets = targets_of(rollable, roll_input)
        self.target = target_of(rollable, roll_input, self.targets)
        self.against = (roll_input.opposed, 0) if roll_input.opposed else None
        self.never = never(attempt.character, rollable)
        self._decide(roll_input)

    def _decide(self, roll_input: RollInput) -> None:
        self.roll_input = roll_input
        base = self._base(roll_input.cost)
        self.pool = check_pool(self.attempt.character, self.rollable, roll_input, base)

    def _base(self, cost: int) -> Figure:
        """The pool with the penalties of a check that takes so many actions."""
        if cost not in self.bases:
            roll = self.rollable
            self.bases[cost] = current_pool(
                self.attempt, roll.pool, roll.attribute, roll.skill, *scopes(roll), cost=cost
            )
        return self.bases[cost]

    def refusal(self) -> str:
        """Why it cannot be rolled with these points and targets, "" if it can."""
        if self.never:
            return self.never
        roll_input = self.roll_input
        if message := too_many_actions(self.attempt, roll_input.cost):
            return message
        if roll_input.second and (message := effects.no_second(self.attempt, self.rollable)):
            return message
        if roll_input.character_point and (message := points.no_character_point(self.attempt)):
            return message
        if roll_input.force_point and (
            message := points.no_force_point(self.attempt.character, self.attempt.situation)
        ):
            return message
        is_one = self.attempt.character.members is None
        is_second = is_one and may_auto_fire(self.rollable) and len(self.targets) > 1
        if is_second and not roll_input.auto_fire:
            return "A second target needs Auto-Fire. Choose it, or remove one target."
        return ""

    def roll(self, rng: Random) -> tuple[Die, ...]:
        """The rolled dice: the first is the Destiny Die, the last are a Character Point's."""
        faces = pools.roll(rng, self.pool.value)
        extra = self.attempt.character.point_dice if self.roll_input.character_point else 0
        kinds = ["destiny", *("" for _ in faces[1:])]
        for place in range(max(1, len(faces) - extra), len(faces)):
            kinds[place] = "point"
        return tuple(Die(face, kind) for face, kind in zip(faces, kinds, strict=True))

    def variants(self) -> Iterator[tuple[str, Check]]:
        """The check with a point, with aiming, or with one more helper; none if it has no
        chance.
        """
        if self.chance() is None:
            return
        roll_input = self.roll_input
        changes: tuple[tuple[str, dict[str, int]], ...] = (
            ("a Character Point", {"character_point": True}),
            ("a Force Point", {"force_point": True}),
            ("aiming", {"aim": True, "cost": roll_input.cost + 1}),
            ("one more helper", {"helpers": roll_input.helpers + 1}),
        )
        for name, change in changes:
            if name == "aiming" and not self._may_aim():
                continue
            other = replace(roll_input, **change)
            if other != roll_input:
                variant = copy(self)
                variant._decide(other)
                yield name, variant

    def _may_aim(self) -> bool:
        is_aimed = self.roll_input.aim or effects.is_aiming(self.attempt.turn)
        return bool(self.rollable.damage_key) and not is_aimed

    def foreseen(self) -> Iterator[str]:
        """The chance to hit each of several targets, and the effect of a hit without damage."""
        chances = self.chances()
        for place, figure in self.targets if chances else ():
            chance = pools.percent(chances[f"target-{place}"])
            yield f"Target {place}, {figure.label} {figure.value}: {chance}"
        if self.rollable.stuns:
            yield _stuns()

    def chances(self) -> dict[str, Fraction]:
        """The chance to hit each of several targets, by its row: "target-1"."""
        dice = self.pool.value
        if len(self.targets) < 2 or not 0 < dice <= pools.MOST_DICE:
            return {}
        return {
            f"target-{place}": pools.chance(dice, figure.value) for place, figure in self.targets
        }

    def each(self) -> Iterator[Held]:
        """The targets, if there are several."""
        for place, figure in self.targets if len(self.targets) > 1 else ():
            yield Held(f"Target {place}", figure.label, figure.value)


def check_plan(inputs: Inputs, rollable: Rollable, *, target: int | None = None) -> RollPlan:
    """The dice of a check and its target; a `target` that the rules say is not asked for."""
    roll_input = ask_check(inputs, rollable, target=target)
    check = inputs.said[CHECKED] = RollCheck(inputs.attempt, rollable, roll_input)
    return RollPlan(
        roll=check,
        foreseen=check.foreseen(),
        results=check.chances,
        onto=rollable.onto.action,
        folds=roll_input.folds,
        cost=roll_input.cost,
        less=_less(inputs.attempt, roll_input.cost),
        name=_named(rollable, inputs.answers),
    )


def _less(attempt: Attempt[Character], cost: int) -> str:
    """The dice that further actions take from the roll: "−1D"."""
    return less_dice(further_actions(attempt, cost), book().play.dice["action"])


def _named(rollable: Rollable, answers: Answers) -> str:
    """The name of the roll, also for the second attack of an action; of a craft its weapon."""
    if rollable.aboard and (gun := "".join(answers.chosen("gun"))):
        return gun.partition(" ")[2][:MOST_LABEL] or rollable.name
    is_second = may_double(rollable) and "second" in answers.chosen("ways")
    return f"{rollable.name}, second attack" if is_second else rollable.name


def _stuns() -> str:
    """The effect of an attack that stuns."""
    return f"Anyone hit is stunned: {signed(book().play.dice['stunned'])} on their next turn."


def never(character: Character, rollable: Rollable) -> str:
    """Why this check cannot be rolled, whatever the form says; "" if it can."""
    if out := incapacitated(character):
        return out
    if rollable.attribute == FORCE and not character.has_force:
        return "You have no dice in the Force. Unlock it first."
    if _throws(rollable) and not rollable.weapon.quantity:
        return f"You have no {rollable.name} left. Add one in Gear."
    if rollable.weapon and (unlit := weapon_in_hand.unlit(character, rollable.weapon)):
        return unlit
    return ""


def _throws(rollable: Rollable) -> bool:
    """True for an attack that uses up its weapon."""
    holding: Holding | None = rollable.weapon
    return rollable.is_attack and holding is not None and is_thrown(holding)


def checked(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
    """The outcome of a check: its target or the opponent's dice, its points, and what follows."""
    check: RollCheck = inputs[CHECKED]
    attempt, rollable, roll_input = inputs.attempt, check.rollable, check.roll_input
    more, target = check.added, check.target
    other = pools.roll(rng, roll_input.opposed) if roll_input.opposed and target is None else ()
    outcome = replace(
        outcome,
        added=more.value if more else 0,
        why=f"{outcome.why}; to the total {more.why}" if more else outcome.why,
        target=target.value if target else sum(other) if other else None,
        against=target.label if target else f"{THEIRS}{roll_input.opposed}D" if other else "",
        asks=book().play.destiny.get(str(outcome.dice[0].face), ""),
        shifts=(points.force_point(attempt.character),) if roll_input.force_point else (),
        entries=(points.character_point(rollable.name),) if roll_input.character_point else (),
        situation={
            **points.spent(
                attempt.situation,
                character_point=roll_input.character_point,
                force_point=roll_input.force_point,
            ),
            **({"held": attempt.situation["held"] - 1} if roll_input.releases else {}),
            **weapon_in_hand.thrown(attempt, rollable.weapon, rollable.key),
        },
        hit=_hit(rollable, roll_input),
        miss=rollable.miss if rollable.miss.action else second(rollable, roll_input),
        point=not roll_input.character_point and not points.no_character_point(attempt),
        each=tuple(check.each()),
        does=_stuns() if rollable.stuns else FORCED if rollable.is_force else "",
    )
    if roll_input.double and attempt.situation.get(ROUNDS):
        outcome = with_effect(attempt, outcome, effects.second_attack(rollable))
    elif roll_input.second:
        outcome = replace(outcome, effects=effects.without_second(attempt.turn, rollable))
    judged = _judged(outcome, ties=_wins_ties(attempt, outcome))
    if _throws(rollable):
        judged = _thrown(judged, rollable.weapon)
    helps = judged.success and rollable.onto.action
    return replace(judged, onto=rollable.onto) if helps else judged


def _thrown(outcome: Outcome, holding: Holding) -> Outcome:
    """One less of what was thrown, whatever it hits."""
    left = holding.quantity - 1
    used = Use(item=holding.item.key, note="Thrown")
    message = f"{holding.item.name} used up: {left or 'none'} left."
    return text(outcome, message, entries=(*outcome.entries, used))


def _hit(rollable: Rollable, roll_input: RollInput) -> FollowUp:
    """The action after a hit: its damage; without damage, the second attack."""
    if not rollable.damage_key:
        return second(rollable, roll_input)
    if rollable.aboard:
        how = "&".join(f"{name}={_escaped(value)}" for name, value in roll_input.gun)
        return FollowUp(f"{rollable.damage_key}?{how}", "Roll damage") if how else FollowUp()
    ways = [way for way in ("auto-fire", "double") if getattr(roll_input, way.replace("-", "_"))]
    how = "&".join(f"ways={way}" for way in ways)
    return FollowUp(f"{rollable.damage_key}?{how}" if how else rollable.damage_key, "Roll damage")


def _escaped(text: str) -> str:
    """A text as a value of an address: every byte that could mean something else as `%20`."""
    return "".join(
        chr(byte) if chr(byte).isalnum() and byte < 128 else f"%{byte:02X}"
        for byte in text.encode()
    )


def second(rollable: Rollable, roll_input: RollInput) -> FollowUp:
    """The second of two attacks that are one action (HyperspaceD6, Weapons & Armor)."""
    if not roll_input.double:
        return FollowUp()
    attack = rollable.key.removesuffix("damage").removesuffix("attack")
    return FollowUp(f"{attack}attack?ways=second", "Second attack")


def _wins_ties(attempt: Attempt[Character], outcome: Outcome) -> bool:
    """True if an equal total succeeds: not that of an opponent against a player's roll
    (HyperspaceD6, Opposed Skill Checks).
    """
    return attempt.character.opponent is None or not outcome.against.startswith(THEIRS)


def _judged(outcome: Outcome, *, ties: bool = True) -> Outcome:
    """The outcome with its total, its success, and what follows. A tie goes to the player; without
    a target it succeeds. One hit of several targets is enough.
    """
    rolled = sum(die.face for die in outcome.dice) + outcome.added
    least = None if outcome.target is None else outcome.target + (not ties)
    success = None if least is None else rolled >= least
    sentences = list(_target_messages(outcome, rolled))
    if outcome.target is not None and not outcome.each:
        sentences.append(compared(rolled, outcome.against, outcome.target, ties=ties))
    if outcome.does and success is not False:
        sentences.append(outcome.does)
    return settled(outcome, rolled=rolled, success=success, messages=tuple(sentences))


def _target_messages(outcome: Outcome, rolled: int) -> Iterator[str]:
    """The number of targets hit, and their names."""
    if not outcome.each:
        return
    hits = sum(rolled >= each.target for each in outcome.each)
    yield f"{rolled} hits {hits} of {len(outcome.each)}"
    for each in outcome.each:
        verdict = "a hit" if rolled >= each.target else "a miss"
        yield f"{each.name}, {each.against} {each.target}: {verdict}"


def add_point(attempt: Attempt[Character], outcome: Outcome, rng: Random) -> Outcome:
    """A Character Point on a finished roll: its dice are added."""
    if not outcome.point or points.no_character_point(attempt):
        refuse(outcome.action, POINT_RULE)
    more = tuple(Die(face, "point") for face in pools.roll(rng, attempt.character.point_dice))
    return _judged(
        replace(
            outcome,
            dice=(*outcome.dice, *more),
            shifts=(),
            entries=(points.character_point(outcome.name),),
            situation=points.spent(attempt.situation, character_point=True),
            point=False,
        ),
        ties=_wins_ties(attempt, outcome),
    )


CHECK = PlannedRoll(
    QUESTIONNAIRE,
    check_plan,
    lambda inputs, _rollable, outcome, rng: checked(inputs, outcome, rng),
)
