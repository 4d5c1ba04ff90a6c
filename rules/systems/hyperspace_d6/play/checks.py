"""Checks: their dice, points, and what comes of them; a GM's roll requests, opposed checks."""

import dataclasses
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from random import Random
from urllib.parse import quote, urlencode

from msgspec.structs import replace

from rules.dice import pools
from rules.dice.codes import signed
from rules.figures import Figure, constant, dice, times, total
from rules.kit.play.checks import Check, compared, refuse, settled
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import ProcedureRule
from rules.kit.play.roll_requests import RollRequests
from rules.kit.play.turns import scopes, with_effect
from rules.phrases import counted
from rules.play import Attempt, Die, Fold, FollowUp, Held, MarkChange, Outcome, TurnState
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.character.inventory import Holding
from rules.systems.hyperspace_d6.document.entries import Spend, Use
from rules.systems.hyperspace_d6.play import modifiers, weapon_in_hand
from rules.systems.hyperspace_d6.play.rollables import (
    FORCE_ATTACK,
    MOST_DICE,
    MOST_NUMBER,
    Inputs,
    Play,
    Rollable,
    is_thrown,
)
from rules.systems.hyperspace_d6.rulebook.book import book, guide
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
CHARACTER_POINT, FORCE_POINT = "character-point", "force-point"
NAMES = {CHARACTER_POINT: "Character Point", FORCE_POINT: "Force Point"}
NEXT = "Begin a new round, or end the fight."
AGAIN = " A new session brings them back."
# What could be chosen besides, and is worth a look at the chance.
ALTERNATIVES = {id: f"a {name}" for id, name in NAMES.items()} | {modifiers.AIM: "aiming"}


@dataclass(kw_only=True)
class RollCheck(Check):
    """A check: attribute and skill against a number, a defense, or an opponent's dice. `chosen` are
    the ways it is rolled ("aim", "auto-fire", "double", "second") and its points. `targets` are the
    defenses of an attack's targets, by place from 1. `helps` are the dice of used items and of a
    craft, `bonus` those of the GM. `gun` are the values of the damage's form of a craft's weapon.
    It takes `cost` actions of the turn; one that was held before is released. `folds` are the
    fields of all targets but the first, and `bases` pools by cost, computed once.
    """

    attempt: Play
    rollable: Rollable
    wins_ties: bool
    target: Figure | None = None
    targets: list[tuple[int, Figure]] = field(default_factory=list)
    against: tuple[int, int] | None = None
    added: Figure | None = None
    chosen: frozenset[str] = frozenset()
    helps: tuple[Figure, ...] = ()
    helpers: int = 0
    bonus: int = 0
    gun: tuple[tuple[str, str], ...] = ()
    cost: int = 0
    releases: bool = False
    folds: tuple[Fold, ...] = ()
    bases: dict[int, Figure] = field(default_factory=dict)

    @property
    def no_dice(self) -> str:
        """The message for a check without dice."""
        return guide().topics["no-dice"].ruling

    @cached_property
    def pool(self) -> Figure:
        """The present pool with modifiers, doubled by a Force Point; and a Character Point."""
        play, roll, pool = book().play, self.rollable, self._base()
        if terms := tuple(self._modifiers()):
            pool = total(roll.name, pool, *terms, unit="D", source=roll.pool.source)
        if FORCE_POINT in self.chosen and pool.value > 0:
            factor = constant("", play.times["force_point"], source=play.sources["point"])
            ruling = guide().topics["both-points"].ruling
            pool = times(roll.name, factor, replace(pool, label="dice"), unit="D", ruling=ruling)
        if CHARACTER_POINT in self.chosen:
            worth = self.attempt.character.point_dice
            point = dice("Character Point", worth, source=play.sources["point"])
            pool = total(roll.name, pool, point, unit="D")
        return pool

    def _base(self) -> Figure:
        """The pool with the penalties of a check that takes so many actions."""
        roll, cost = self.rollable, self.cost
        if cost not in self.bases:
            self.bases[cost] = modifiers.current_pool(self.attempt, roll, *scopes(roll), cost=cost)
        return self.bases[cost]

    def _modifiers(self) -> Iterator[Figure]:
        yield from (figure for figure in self.helps if figure.unit == "D")
        yield from modifiers.dice_terms(
            ("aim", "aim", "aim" in self.chosen),
            ("auto_fire", modifiers.AUTO_FIRE, "auto-fire" in self.chosen),
            ("helper", counted(self.helpers, "helper"), self.helpers),
            ("circumstance", "conditions", self.bonus),
        )

    def refusal(self) -> str:
        """Why it cannot be rolled with these points and targets, "" if it can."""
        attempt, roll, chosen = self.attempt, self.rollable, self.chosen
        refusal = never(attempt.character, roll)
        if refusal := refusal or modifiers.too_many_actions(attempt, self.cost):
            return refusal
        is_second = "second" in chosen and attempt.situation.get(ROUNDS)
        if is_second and not modifiers.has_second(attempt.turn, roll):
            return "There is no second attack left. Roll the first of two attacks."
        if refusal := points_refusal(attempt, chosen):
            return refusal
        is_one = attempt.character.members is None and "auto-fire" in roll.properties
        if is_one and len(self.targets) > 1 and "auto-fire" not in chosen:
            return "A second target needs Auto-Fire. Choose it, or remove one target."
        return ""

    def roll(self, rng: Random) -> tuple[Die, ...]:
        """The rolled dice: the first is the Destiny Die, the last are a Character Point's."""
        faces = pools.roll(rng, self.pool.value)
        is_pointed = CHARACTER_POINT in self.chosen
        plain = len(faces) - (self.attempt.character.point_dice if is_pointed else 0)
        return tuple(
            Die(face, "point" if place >= max(1, plain) else "" if place else "destiny")
            for place, face in enumerate(faces)
        )

    def variants(self) -> Iterator[tuple[str, Check]]:
        """The check with a point, with aiming, with one more helper; none if it has no chance."""
        if self.chance() is None:
            return
        may_aim = self.rollable.damage_key and not modifiers.is_aiming(self.attempt.turn)
        for id, name in ALTERNATIVES.items():
            if id not in self.chosen and (id != modifiers.AIM or may_aim):
                cost = self.cost + (id == modifiers.AIM)
                yield name, dataclasses.replace(self, chosen=self.chosen | {id}, cost=cost)
        yield "one more helper", dataclasses.replace(self, helpers=self.helpers + 1)

    def foreseen(self) -> Iterator[str]:
        """The chance to hit each of several targets, and the effect of a hit without damage."""
        for (place, figure), chance in zip(self.targets, self.chances().values(), strict=False):
            yield f"Target {place}, {figure.label} {figure.value}: {pools.percent(chance)}"
        if self.rollable.stuns:
            yield _stuns()

    def chances(self) -> dict[str, Fraction]:
        """The chance to hit each of several targets, by its row: "target-1"."""
        many = self.pool.value
        if len(self.targets) < 2 or not 0 < many <= pools.MOST_DICE:
            return {}
        return {f"target-{place}": pools.chance(many, foe.value) for place, foe in self.targets}


def never(character: Character, roll: Rollable) -> str:
    """Why this check cannot be rolled, whatever the form says; "" if it can."""
    if out := modifiers.incapacitated(character):
        return out
    if roll.attribute == FORCE and not character.has_force:
        return "You have no dice in the Force. Unlock it first."
    if _throws(roll) and not roll.weapon.quantity:
        return f"You have no {roll.name} left. Add one in Gear."
    return weapon_in_hand.unlit(character, roll.weapon) if roll.weapon else ""


def _throws(roll: Rollable) -> bool:
    """True for an attack that uses up its weapon."""
    return roll.is_attack and roll.weapon is not None and is_thrown(roll.weapon)


def _stuns() -> str:
    """The effect of an attack that stuns."""
    return f"Anyone hit is stunned: {signed(book().play.dice['stunned'])} on their next turn."


def checked(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
    """The outcome of a check: its target or the opponent's dice, its points, and what follows."""
    check: RollCheck = inputs[CHECKED]
    attempt, roll, chosen = inputs.attempt, check.rollable, check.chosen
    added, target, (opposed, _) = check.added, check.target, check.against or (0, 0)
    others = pools.roll(rng, opposed) if opposed and target is None else ()
    is_pointed = CHARACTER_POINT in chosen
    several = check.targets if len(check.targets) > 1 else ()
    outcome = replace(
        outcome,
        added=added.value if added else 0,
        why=f"{outcome.why}; to the total {added.why}" if added else outcome.why,
        target=target.value if target else sum(others) if others else None,
        against=target.label if target else f"{THEIRS}{opposed}D" if others else "",
        asks=book().play.destiny.get(str(outcome.dice[0].face), ""),
        shifts=(force_point(attempt.character),) if FORCE_POINT in chosen else (),
        entries=(Spend(cp=1, note=roll.name),) if is_pointed else (),
        situation={
            **points_spent(attempt.situation, chosen),
            **({"held": attempt.situation["held"] - 1} if check.releases else {}),
            **weapon_in_hand.thrown(attempt, roll.weapon, roll.key),
        },
        hit=_hit(check),
        miss=roll.miss if roll.miss.action else second(roll, chosen),
        point=not is_pointed and not points_refusal(attempt, {CHARACTER_POINT}),
        each=tuple(Held(f"Target {place}", one.label, one.value) for place, one in several),
        does=_stuns() if roll.stuns else FORCED if roll.key == FORCE_ATTACK else "",
    )
    if "double" in chosen and attempt.situation.get(ROUNDS):
        outcome = with_effect(attempt, outcome, modifiers.second_attack(roll))
    elif "second" in chosen:
        outcome = replace(outcome, effects=modifiers.without_second(attempt.turn, roll))
    judged = _judged(attempt, outcome)
    if _throws(roll):
        judged = thrown(judged, roll.weapon)
    return replace(judged, onto=roll.onto) if judged.success and roll.onto.action else judged


def thrown(outcome: Outcome, holding: Holding) -> Outcome:
    """One less of what was thrown, whatever it hits."""
    used = Use(item=holding.item.key, note="Thrown")
    message = f"{holding.item.name} used up: {holding.quantity - 1 or 'none'} left."
    return text(outcome, message, entries=(*outcome.entries, used))


def _hit(check: RollCheck) -> FollowUp:
    """The action after a hit: its damage; without damage, the second attack."""
    roll, chosen = check.rollable, check.chosen
    if not roll.damage_key:
        return second(roll, chosen)
    if roll.aboard and not check.gun:
        return FollowUp()
    ways = (("ways", way) for way in ("auto-fire", "double") if way in chosen)
    how = urlencode(check.gun or tuple(ways), quote_via=quote, safe="")
    return FollowUp(f"{roll.damage_key}?{how}" if how else roll.damage_key, "Roll damage")


def second(roll: Rollable, chosen: frozenset[str]) -> FollowUp:
    """The second of two attacks that are one action (HyperspaceD6, Weapons & Armor)."""
    if "double" not in chosen:
        return FollowUp()
    attack = roll.key.removesuffix("damage").removesuffix("attack")
    return FollowUp(f"{attack}attack?ways=second", "Second attack")


def _judged(attempt: Play, outcome: Outcome) -> Outcome:
    """The outcome with its total, its success, and what follows. A tie goes to the player: an
    opponent's against a player's roll fails (HyperspaceD6, Opposed Skill Checks). Without a target
    it succeeds. One hit of several targets is enough.
    """
    ties = attempt.character.opponent is None or not outcome.against.startswith(THEIRS)
    rolled = sum(die.face for die in outcome.dice) + outcome.added
    least = None if outcome.target is None else outcome.target + (not ties)
    success = None if least is None else rolled >= least
    hits = [rolled >= each.target for each in outcome.each]
    sentences = [f"{rolled} hits {sum(hits)} of {len(hits)}"] if hits else []
    for each, is_hit in zip(outcome.each, hits, strict=True):
        verdict = "a hit" if is_hit else "a miss"
        sentences.append(f"{each.name}, {each.against} {each.target}: {verdict}")
    if outcome.target is not None and not hits:
        sentences.append(compared(rolled, outcome.against, outcome.target, ties=ties))
    if outcome.does and success is not False:
        sentences.append(outcome.does)
    return settled(outcome, rolled=rolled, success=success, messages=tuple(sentences))


def add_point(attempt: Play, outcome: Outcome, rng: Random) -> Outcome:
    """A Character Point on a finished roll: its dice are added."""
    if not outcome.point or points_refusal(attempt, {CHARACTER_POINT}):
        refuse(outcome.action, POINT_RULE)
    more = tuple(Die(face, "point") for face in pools.roll(rng, attempt.character.point_dice))
    outcome = replace(
        outcome,
        dice=(*outcome.dice, *more),
        shifts=(),
        entries=(Spend(cp=1, note=outcome.name),),
        situation=points_spent(attempt.situation, {CHARACTER_POINT}),
        point=False,
    )
    return _judged(attempt, outcome)


def of_round(point: str) -> str:
    """The number of a turn that says if a point was spent in this round."""
    return point.replace("-", "_")


def points_spent(situation: TurnState, chosen: Collection[str]) -> dict[str, int]:
    """The changes of the turn after points were spent: none outside of rounds."""
    return {of_round(point): 1 for point in NAMES if point in chosen and situation.get(ROUNDS)}


def points_refusal(attempt: Play, chosen: Collection[str]) -> str:
    """Why the chosen points cannot be spent now, "" if they can."""
    character = attempt.character
    for point in (id for id in NAMES if id in chosen):
        is_force = point == FORCE_POINT
        left = (
            modifiers.force_points_left(character).value if is_force else character.character_points
        )
        if left < 1:
            return f"You have no {NAMES[point]}s left.{AGAIN if is_force else ''}"
        if attempt.situation.get(of_round(point)):
            return f"You already spent a {NAMES[point]} this round. {NEXT}"
    return ""


def force_point(character: Character) -> MarkChange:
    """One Force Point less."""
    full = figures.force_points(character).value
    return MarkChange("force_points", -1, most=full, full=full)


def _no_feat(character: Character, situation: TurnState) -> str:
    return modifiers.incapacitated(character) or points_refusal(
        Attempt(character, situation), {FORCE_POINT}
    )


def _feat(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    shifts, turn = (force_point(inputs.character),), points_spent(inputs.situation, {FORCE_POINT})
    return text(outcome, inputs["note"], shifts=shifts, situation=turn)


RULES = {"feat": ProcedureRule(_feat, barred=_no_feat, has=lambda character: character.has_force)}
