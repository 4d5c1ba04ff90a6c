"""Checks and damage: their roll form, roll and points; a GM's roll requests and opposed checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from fractions import Fraction
from random import Random

import msgspec

from rules.dice import pools
from rules.dice.codes import signed
from rules.figures import Figure
from rules.forms.parsing import FormValues
from rules.kit.play.answers import required
from rules.kit.play.checks import Check, compared, refuse, settled, shown, too_many
from rules.kit.play.procedures import NOTHING, Procedure
from rules.kit.play.roll_requests import RollRequests
from rules.play import (
    Action,
    Attempt,
    Die,
    FollowUp,
    Held,
    Outcome,
    RollForm,
)
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.play import points
from rules.systems.hyperspace_d6.play.modifiers import (
    added,
    check_pool,
    current_pool,
    damage_pool,
    incapacitated,
    target_of,
    targets_of,
)
from rules.systems.hyperspace_d6.play.roll_form import check_fields, damage_fields, folded
from rules.systems.hyperspace_d6.play.roll_input import (
    MOST_DICE,
    MOST_LABEL,
    MOST_NUMBER,
    RollInput,
    may_auto_fire,
    may_double,
    read_roll_input,
)
from rules.systems.hyperspace_d6.play.rollables import Rollable
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.guide import guide
from rules.systems.hyperspace_d6.rulebook.rows import FORCE

# Between two players a tie has no winner (HyperspaceD6, Opposed Skill Checks).
REQUESTS = RollRequests(
    MOST_NUMBER, MOST_DICE, tie=lambda: guide().topics["opposed"].ruling, helpers=MOST_DICE
)
# Of an opponent's dice, beside a total.
THEIRS = "their "
POINT_RULE = "Spend a Character Point on your last check, one a round."


class RollCheck(Check):
    """A check: attribute and skill against a number, a defense, or an opponent's dice.

    Values that do not depend on the choices are computed once.
    """

    __slots__ = (
        *("attempt", "subject", "given", "base", "targets", "never"),
        *("added", "target", "against", "pool", "no_dice", "wins_ties"),
    )
    pool: Figure
    no_dice: str

    def __init__(
        self, attempt: Attempt[Character], subject: Rollable, roll_input: RollInput
    ) -> None:
        self.attempt, self.subject = attempt, subject
        self.wins_ties = attempt.character.opponent is None
        self.base = current_pool(attempt, subject.pool, subject.attribute, subject.skill)
        self.no_dice = guide().topics["no-dice"].ruling
        self.added = added(attempt, subject, roll_input)
        self.targets = targets_of(subject, roll_input)
        self.target = target_of(subject, roll_input, self.targets)
        self.against = (roll_input.opposed, 0) if roll_input.opposed else None
        self.never = never(attempt.character, subject)
        self._decide(roll_input)

    def _decide(self, roll_input: RollInput) -> None:
        self.given = roll_input
        self.pool = check_pool(self.attempt.character, self.subject, roll_input, self.base)

    def refusal(self) -> str:
        """Why it cannot be rolled with these points and targets, "" if it can."""
        if self.never:
            return self.never
        roll_input = self.given
        if roll_input.character_point and (message := points.no_character_point(self.attempt)):
            return message
        if roll_input.force_point and (message := points.no_force_point(self.attempt)):
            return message
        is_one = self.attempt.character.members is None
        is_second = is_one and may_auto_fire(self.subject) and len(self.targets) > 1
        if is_second and not roll_input.auto_fire:
            return "A second target needs Auto-Fire. Choose it, or remove one target."
        return ""

    def variants(self) -> Iterator[tuple[str, Check]]:
        """The check with a point, with aiming, or with one more helper; none if it has no
        chance.
        """
        if self.chance() is None:
            return
        roll_input = self.given
        changes = (
            ("a Character Point", {"character_point": True}),
            ("a Force Point", {"force_point": True}),
            ("aiming", {"aim": True}),
            ("one more helper", {"helpers": roll_input.helpers + 1}),
        )
        for name, change in changes:
            if name == "aiming" and not self.subject.damage_key:
                continue
            other = msgspec.structs.replace(roll_input, **change)
            if other != roll_input:
                variant = copy(self)
                variant._decide(other)
                yield name, variant

    def foreseen(self) -> Iterator[str]:
        """The chance to hit each of several targets, and the effect of a hit without damage."""
        chances = self.chances()
        for place, figure in self.targets if chances else ():
            chance = pools.percent(chances[f"target-{place}"])
            yield f"Target {place}, {figure.label} {figure.value}: {chance}"
        if self.subject.stuns:
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


def panel(attempt: Attempt[Character], subject: Rollable) -> RollForm:
    """The roll form of a check or of damage, with the pool and the chance so far."""
    action = Action(subject.key, _named(subject, attempt.values), pool=subject.pool, asks=True)
    roll_input = read_roll_input(attempt, subject)
    if subject.kind == "damage":
        pool = damage_pool(attempt, subject, roll_input)
        return RollForm(
            action,
            damage_fields(subject, roll_input),
            pool,
            foreseen=(f"{pools.average_text(pool.value)} on average",),
            barred=_no_damage(attempt.character, pool),
        )
    check = RollCheck(attempt, subject, roll_input)
    return msgspec.structs.replace(
        check.form(action, check_fields(attempt, subject, roll_input)),
        foreseen=tuple(check.foreseen()),
        folds=folded(subject),
        results=check.chances(),
        onto=subject.onto.action,
    )


def procedure(
    id: str,
    action: Callable[[Character], Action | None],
    subject: Callable[[Attempt[Character]], Rollable | None],
) -> Procedure[Character]:
    """The procedure for an action that is a check of its `subject`; without one the character does
    not have it.
    """

    def rolled(attempt: Attempt[Character]) -> Rollable:
        return required(subject(attempt), id, NOTHING)

    def offer(attempt: Attempt[Character]) -> Action | None:
        offered = action(attempt.character)
        rolled = subject(attempt) if offered else None
        if offered is None or rolled is None:
            return None
        pool = shown(current_pool(attempt, rolled.pool, rolled.attribute, rolled.skill))
        barred = offered.barred or never(attempt.character, rolled)
        return msgspec.structs.replace(offered, pool=pool, barred=barred, asks=True)

    def form(attempt: Attempt[Character], offered: Action) -> RollForm:
        form = panel(attempt, rolled(attempt))
        return msgspec.structs.replace(form, action=offered, barred=offered.barred or form.barred)

    def resolve(attempt: Attempt[Character], rng: Random) -> Outcome:
        return roll(attempt, rolled(attempt), rng)

    return Procedure(id, offer, form, resolve)


def _named(subject: Rollable, values: FormValues) -> str:
    """The name of the roll, also for the second attack of an action; of a craft its weapon."""
    if subject.aboard and (gun := "".join(values.get("gun", ()))):
        return gun.partition(" ")[2][:MOST_LABEL] or subject.name
    is_second = may_double(subject) and "second" in values.get("ways", ())
    return f"{subject.name}, second attack" if is_second else subject.name


def _stuns() -> str:
    """The effect of an attack that stuns."""
    return f"Anyone hit is stunned: {signed(book().play.dice['stunned'])} on their next turn."


def never(character: Character, subject: Rollable) -> str:
    """Why this check cannot be rolled, whatever the form says; "" if it can."""
    if out := incapacitated(character):
        return out
    if subject.attribute == FORCE and not figures.has_force(character):
        return "You have no dice in the Force. Unlock it first."
    return ""


def roll(attempt: Attempt[Character], subject: Rollable, rng: Random) -> Outcome:
    """Roll a check or damage; RuleViolation if it is barred."""
    roll_input = read_roll_input(attempt, subject)
    if subject.kind == "damage":
        return _damage(attempt, subject, roll_input, rng)
    check = RollCheck(attempt, subject, roll_input)
    refuse(subject.key, check.barred())
    pool, more, target = check.pool, check.added, check.target
    thrown = _thrown(
        rng, pool.value, attempt.character.point_dice if roll_input.character_point else 0
    )
    other = pools.roll(rng, roll_input.opposed) if roll_input.opposed and target is None else ()
    outcome = Outcome(
        action=subject.key,
        name=_named(subject, attempt.values),
        kind="check",
        dice=thrown,
        added=more.value if more else 0,
        code=pool.code,
        why=f"{pool.why}; to the total {more.why}" if more else pool.why,
        target=target.value if target else sum(other) if other else None,
        against=target.label if target else f"{THEIRS}{roll_input.opposed}D" if other else "",
        asks=book().play.destiny.get(str(thrown[0].face), ""),
        shifts=(points.force_point(attempt.character),) if roll_input.force_point else (),
        entries=(points.character_point(subject.name),) if roll_input.character_point else (),
        situation=points.spent(
            attempt.situation,
            character_point=roll_input.character_point,
            force_point=roll_input.force_point,
        ),
        hit=_hit(subject, roll_input),
        miss=subject.miss if subject.miss.action else _second(subject, roll_input),
        point=not roll_input.character_point and not points.no_character_point(attempt),
        each=tuple(check.each()),
        does=_stuns() if subject.stuns else "",
    )
    judged = _judged(outcome, ties=_wins_ties(attempt, outcome))
    helps = judged.success and subject.onto.action
    return msgspec.structs.replace(judged, onto=subject.onto) if helps else judged


def _thrown(rng: Random, count: int, extra: int) -> tuple[Die, ...]:
    """The rolled dice: the first is the Destiny Die, the last are a Character Point's."""
    faces = pools.roll(rng, count)
    kinds = ["destiny", *("" for _ in faces[1:])]
    for place in range(max(1, count - extra), count):
        kinds[place] = "point"
    return tuple(Die(face, kind) for face, kind in zip(faces, kinds, strict=True))


def _hit(subject: Rollable, roll_input: RollInput) -> FollowUp:
    """What follows a hit: its damage; without damage, the second attack."""
    if not subject.damage_key:
        return _second(subject, roll_input)
    if subject.aboard:
        how = "&".join(f"{name}={_escaped(value)}" for name, value in roll_input.gun)
        return FollowUp(f"{subject.damage_key}?{how}", "Roll damage") if how else FollowUp()
    ways = [way for way in ("auto-fire", "double") if getattr(roll_input, way.replace("-", "_"))]
    how = "&".join(f"ways={way}" for way in ways)
    return FollowUp(f"{subject.damage_key}?{how}" if how else subject.damage_key, "Roll damage")


def _escaped(text: str) -> str:
    """A text as a value of an address: every byte that could mean something else as `%20`."""
    return "".join(
        chr(byte) if chr(byte).isalnum() and byte < 128 else f"%{byte:02X}"
        for byte in text.encode()
    )


def _second(subject: Rollable, roll_input: RollInput) -> FollowUp:
    """The second of two attacks that are one action (HyperspaceD6, Weapons & Armor)."""
    if not roll_input.double:
        return FollowUp()
    attack = subject.key.removesuffix("damage").removesuffix("attack")
    return FollowUp(f"{attack}attack?ways=second", "Second attack")


def _wins_ties(attempt: Attempt[Character], outcome: Outcome) -> bool:
    """Whether an equal total succeeds: not that of an opponent against a player's roll
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
    sentences = list(_said_of_each(outcome, rolled))
    if outcome.target is not None and not outcome.each:
        sentences.append(compared(rolled, outcome.against, outcome.target, ties=ties))
    if outcome.does and success is not False:
        sentences.append(outcome.does)
    return settled(outcome, rolled=rolled, success=success, messages=tuple(sentences))


def _said_of_each(outcome: Outcome, rolled: int) -> Iterator[str]:
    """The number of targets hit, and their names."""
    if not outcome.each:
        return
    hits = sum(rolled >= one.target for one in outcome.each)
    yield f"{rolled} hits {hits} of {len(outcome.each)}"
    for one in outcome.each:
        came = "a hit" if rolled >= one.target else "a miss"
        yield f"{one.name}, {one.against} {one.target}: {came}"


def add_point(attempt: Attempt[Character], outcome: Outcome, rng: Random) -> Outcome:
    """A Character Point on a finished roll: its dice are added."""
    if not outcome.point or points.no_character_point(attempt):
        refuse(outcome.action, POINT_RULE)
    more = tuple(Die(face, "point") for face in pools.roll(rng, attempt.character.point_dice))
    return _judged(
        msgspec.structs.replace(
            outcome,
            dice=(*outcome.dice, *more),
            shifts=(),
            entries=(points.character_point(outcome.name),),
            situation=points.spent(attempt.situation, character_point=True),
            point=False,
        ),
        ties=_wins_ties(attempt, outcome),
    )


def _no_damage(character: Character, pool: Figure) -> str:
    """Why damage cannot be rolled, "" if it can."""
    return incapacitated(character) or too_many(pool)


def _damage(
    attempt: Attempt[Character], subject: Rollable, roll_input: RollInput, rng: Random
) -> Outcome:
    """Damage has no Destiny Die. Scale multiplies or divides the total, rounded down."""
    pool = damage_pool(attempt, subject, roll_input)
    refuse(subject.key, _no_damage(attempt.character, pool))
    thrown = tuple(Die(face) for face in pools.roll(rng, max(0, pool.value)))
    rolled = sum(die.face for die in thrown)
    dealt = rolled * roll_input.scale // roll_input.target_scale
    sentences = [f"{dealt} damage"]
    if dealt != rolled:
        sentences.append(f"{rolled} × {roll_input.scale} / {roll_input.target_scale} for its scale")
    sequel = _second(subject, roll_input)
    return Outcome(
        action=subject.key,
        name=subject.name,
        kind="damage",
        dice=thrown,
        total=dealt,
        code=pool.code,
        why=pool.why,
        said=tuple(sentences),
        follows=sequel.action,
        follows_name=sequel.name,
    )
