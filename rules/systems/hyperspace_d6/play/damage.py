"""Damage: its rolls, and the harm that is taken: minus Soak, or in quick play a wound."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from rules.dice import pools
from rules.dice.codes import signed
from rules.figures import Figure, bonus, constant, dice, total
from rules.forms.fields import Field, Option
from rules.kit.play.answers import pick
from rules.kit.play.checks import FixedRoll, too_many
from rules.kit.play.outcomes import marked, taken, text
from rules.kit.play.planned_procedures import Plan, PlannedRoll, ProcedureRule, RollPlan
from rules.kit.play.questions import ActionInput
from rules.kit.play.turns import with_effect
from rules.play import Action, Die, MarkChange, Outcome, RollForm, TurnState
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.play import modifiers
from rules.systems.hyperspace_d6.play.checks import CHECKED, second
from rules.systems.hyperspace_d6.play.roll_form import craft_dice, double, ways_chosen
from rules.systems.hyperspace_d6.play.rollables import QUESTIONNAIRE, QUESTIONS, Inputs, Rollable
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.rows import Level

C = TypeVar("C")
# A stun without damage.
HARM_STUN = "harm.stun"
AVOIDED = "The target rolls to avoid it."


# --- dealt


class PlainRoll(FixedRoll):
    """A roll without points: with a Destiny Die, or if it has no `no_dice` to say, damage."""

    __slots__ = ()

    def barred(self) -> str:
        """Why it cannot be rolled; no dice of damage are no reason."""
        return super().barred() if self.no_dice else self.out or too_many(self.pool)

    def roll(self, rng: Random) -> tuple[Die, ...]:
        """The faces of the dice."""
        first = "destiny" if self.no_dice else ""
        faces = pools.roll(rng, max(0, self.pool.value))
        return tuple(Die(face, "" if place else first) for place, face in enumerate(faces))


class ThreatCheck(PlainRoll):
    """An opponent's attack in quick play: the game master does not roll."""

    __slots__ = ()

    def form(self, action: Action, fields: tuple[Field, ...]) -> RollForm:
        """The form without dice."""
        return replace(super().form(action, fields), pool=None)


def _damage_plan(inputs: Inputs, rollable: Rollable) -> RollPlan:
    """The dice of damage with blade and Auto-Fire, and their average; of a craft as it says."""
    chosen = inputs.said[CHECKED] = ways_chosen(inputs, rollable)
    source = rollable.pool.source
    if rollable.aboard:
        pool = total("Damage", *craft_dice(inputs.answers), unit="D", source=source)
    else:
        pool = modifiers.damage(inputs.attempt, rollable)
        play, is_faster = book().play, "auto-fire" in chosen
        gains = play.dice["auto_fire_damage"]
        if is_faster:
            more = dice(modifiers.AUTO_FIRE, gains, source=play.sources["auto_fire"])
            pool = total(rollable.name, pool, more, unit="D", source=source)
        ways: list[Option] = []
        if "auto-fire" in rollable.properties:
            row = book().properties["auto-fire"]
            ways.append(Option(row.id, f"{row.name} {signed(gains)}", chosen=is_faster))
        if "double" in chosen:
            ways.append(double(chosen))
        if ways:
            inputs.fields.append(pick("ways", "How", tuple(ways)))
        inputs.ask(QUESTIONS["scales"])
    average = f"{pools.average_text(pool.value)} on average"
    return RollPlan(
        roll=PlainRoll(pool, out=modifiers.incapacitated(inputs.character)), foreseen=(average,)
    )


def _damaged(inputs: Inputs, rollable: Rollable, outcome: Outcome, _rng: Random) -> Outcome:
    """Scale multiplies or divides the total, rounded down; a second attack may follow."""
    ours, theirs = inputs.get("scale") or 1, inputs.get("target_scale") or 1
    rolled = outcome.total
    dealt = rolled * ours // theirs
    scaled = f"{rolled} × {ours} / {theirs} for its scale" if dealt != rolled else ""
    follows = second(rollable, inputs[CHECKED])
    return text(outcome, f"{dealt:,} damage", scaled, total=dealt, hit=follows)


def _threat_plan(inputs: Inputs, _rollable: Rollable) -> RollPlan:
    """An action, and no dice (HyperspaceD6, Quickplay Rules: players roll to avoid threats)."""
    refusal = modifiers.unable(inputs.character, inputs.situation)
    return RollPlan(roll=ThreatCheck(dice("", 0), out=refusal), foreseen=(AVOIDED,), cost=1)


# Nothing is decided before somebody avoids it, or does not.
THREAT_CHECK = PlannedRoll(
    QUESTIONNAIRE,
    _threat_plan,
    lambda _inputs, _rollable, outcome, _rng: text(
        outcome, AVOIDED, kind="note", code="", why="", total=0
    ),
)
DAMAGE = PlannedRoll(QUESTIONNAIRE, _damage_plan, _damaged)


# --- taken


class Harm(NamedTuple):
    """A level of harm as it meets a character: sentences, changes, and results in short."""

    messages: tuple[str, ...] = ()
    changes: tuple[MarkChange, ...] = ()
    results: tuple[str, ...] = ()


def harm(character: Character, level: str, wounds: int = 1) -> Harm:
    """A level of harm: so many wounds, or a switch; all but a stun takes one of a group
    (HyperspaceD6, Damage; Minion Groups). With more wounds than Strength allows the character is
    unconscious, even one that woke with as many (HyperspaceD6, Wounded; Unconscious).
    """
    marks, row = character.marks, next((row for row in book().harm.levels if row.id == level), None)
    if row is None:
        return Harm()
    if level != modifiers.STUNNED and character.members is not None:
        left = max(0, character.members - 1)
        message = f"One of the group falls: {left} left."
        return Harm((message,), (MarkChange("members", -1),), (f"{left} left",))
    if level != "wounded":
        return Harm((row.does,), (marked(level),), (row.name,))
    is_too_many = character.is_too_many(marks.wounds + wounds)
    messages, changes, results = [row.does], [MarkChange("wounds", wounds)], [row.name]
    if is_too_many:
        limit = f"The limit of {figures.wounds(character).value} is reached: unconscious."
        messages.append("One wound is enough: it goes down." if character.drops_at_once else limit)
        changes.append(MarkChange("unconscious", 1, most=1))
        results.append("unconscious")
        if marks.woken:
            changes.append(MarkChange("woken", -marks.woken))
    return Harm(tuple(messages), tuple(changes), tuple(results))


def _passed(inputs: Inputs) -> Figure:
    """The damage at its scale, minus Soak, or Stamina if it pierces (HyperspaceD6, Damage)."""
    character, dealt = inputs.character, inputs["damage"] * inputs["scale"]
    soak = figures.defense(character, "soak")
    if inputs["nature"]:
        soak = replace(figures.skill(character, book().harm.skill), label=soak.label)
    rolled = constant("damage", dealt, source=book().harm.sources["damage"])
    return total("Gets through", rolled, bonus(soak.label, -min(soak.value, dealt)))


def _level(character: Character, passed: int) -> Level | None:
    """The effect of damage, the worst one: a level of harm, None for none."""
    reached = None
    for row in book().harm.levels:
        # Of the first level, that is where it ends: anything at all reaches it.
        least = figures.threshold(character, row.id).value if row.times else 1
        if passed >= max(1, least):
            reached = row
    return reached


def _out(character: Character, _situation: TurnState) -> str:
    """Why nothing more can hurt, "" if something can: the dead, and a group without members."""
    if character.marks.dead:
        return modifiers.DEAD
    return modifiers.NOBODY if character.members == 0 else ""


def _incoming(inputs: Inputs) -> Plan:
    """An attack that hit: its damage, its scale, whether it pierces armor; and its effect."""
    if inputs.barred:
        return Plan()
    inputs.ask(QUESTIONS["hit"])
    if inputs["damage"] is None:
        return Plan()
    passed = _passed(inputs)
    return Plan(target=passed, foreseen=_effect_messages(inputs.character, passed.value))


def _effect_messages(character: Character, passed: int) -> tuple[str, ...]:
    """The effect of damage with its rule, and whether one more wound knocks the character out."""
    if level := _level(character, passed):
        first = f"{passed:,} gets through: {level.name.lower()}."
        return (first, *harm(character, level.id).messages)
    return ("Nothing gets through.",)


def _taken(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """The effect of an attack."""
    character, passed = inputs.character, _passed(inputs)
    row = _level(character, passed.value)
    level = row.id if row else ""
    effect = harm(character, level)
    outcome = replace(outcome, target=None, against="", total=passed.value, why=passed.why)
    if level == modifiers.STUNNED:
        outcome = with_effect(inputs.attempt, outcome, modifiers.STUN)
    return text(
        outcome,
        *_effect_messages(character, passed.value),
        name=f"{inputs['damage']:,} damage" + (", piercing" if inputs["nature"] else ""),
        shifts=effect.changes,
        row=level,
        taken=taken(inputs["damage"], *effect.results),
    )


def _stunned(inputs: Inputs, outcome: Outcome, _rng: Random | None = None) -> Outcome:
    """Stunned, without any damage (HyperspaceD6, General Gear: Stun Grenade)."""
    outcome = with_effect(inputs.attempt, outcome, modifiers.STUN)
    stunned = (marked(modifiers.STUNNED),)
    return text(outcome, inputs.texts["said"], shifts=stunned, taken="stunned")


def _hit(inputs: Inputs, outcome: Outcome, _rng: Random | None = None) -> Outcome:
    """A hit is a wound, or one of a group (HyperspaceD6, Quickplay Rules; Minion Groups)."""
    character = inputs.character
    effect = harm(character, "wounded", book().play.quickplay["wounds"])
    result = ", ".join(effect.results).lower()
    first = f"A hit: {effect.results[0].lower()}." if character.members is None else ""
    messages, changes = (first, *effect.messages), effect.changes
    return text(outcome, *messages, shifts=changes, row="wounded", taken=result)


def foreseen(
    resolve: Callable[[ActionInput[C], Outcome], Outcome],
) -> Callable[[ActionInput[C]], Plan]:
    """A plan that only foresees what will be said, unless the action is barred."""
    nothing = Outcome("", "", "")
    return lambda inputs: Plan() if inputs.barred else Plan(foreseen=resolve(inputs, nothing).said)


RULES = {
    "harm": ProcedureRule(_taken, _incoming, _out, has=modifiers.is_played_whole),
    "hit": ProcedureRule(_hit, foreseen(_hit), _out, has=modifiers.is_played_quickly),
    HARM_STUN: ProcedureRule(_stunned, foreseen(_stunned), _out, has=modifiers.is_played_whole),
}
