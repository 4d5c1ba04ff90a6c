"""A craft at the table: rolls with its dice, what takes dice from them, and its turns."""

from collections.abc import Iterator
from functools import partial
from random import Random

from msgspec.structs import replace

from rules.dice import pools
from rules.figures import Figure, bonus, dice, number, total
from rules.forms.fields import Number
from rules.kit.craft.crew import CREW_DICE
from rules.kit.craft.play import MOST_ACTIONS
from rules.kit.listings import rows_at
from rules.kit.play.checks import against_code, shown
from rules.kit.play.outcomes import compared, text
from rules.kit.play.planned_procedures import Plan, PlannedRoll, ProcedureRule, RollPlan, always
from rules.kit.play.procedures import Rollable, rolls_by_kind
from rules.kit.play.questions import ActionInput, Questionnaire
from rules.kit.play.turns import actions_counted, asked_cost, less_dice, less_remark
from rules.phrases import counted
from rules.play import Attempt, FollowUp, MarkChange, Outcome, PlayState
from rules.systems.hyperspace_d6.craft.craft import DICE_NUMBERS, Craft, if_destroyed, out
from rules.systems.hyperspace_d6.play.damage import PlainRoll
from rules.systems.hyperspace_d6.play.modifiers import dice_terms
from rules.systems.hyperspace_d6.play.roll_form import held_fields, held_name
from rules.systems.hyperspace_d6.play.rollables import READER, VALUES
from rules.systems.hyperspace_d6.play.turns import movement
from rules.systems.hyperspace_d6.rulebook.book import book, guide

MOST_BONUS = 20
# What a turn holds of the crew beside the dice of an opponent's: the present dice of the pilot, and
# what they add to Evade.
PILOT, EVADE = "pilot", "evade"
BEGUN = {"actions": 1, "bands": 0}
Inputs = ActionInput[Craft]
FILE = "vehicle_play.toml"
QUESTIONNAIRE = Questionnaire(lambda place: rows_at(guide(), place), VALUES)
QUESTIONS = QUESTIONNAIRE.sets(READER, FILE)


def find(craft: Craft, key: str) -> Rollable | None:
    """The roll with that key: one of its dice ("mobility"), a weapon's attack or its damage."""
    if key in DICE_NUMBERS:
        return Rollable(key, DICE_NUMBERS[key], "check", craft.figure(key))
    part, _, rest = key.partition(".")
    id, _, side = rest.rpartition(".")
    weapon = craft.weapon(id) if part == "weapons" else None
    if weapon is None or side not in ("attack", "damage"):
        return None
    if side == "damage":
        name = f"{weapon.name}, damage"
        return Rollable(key, name, side, craft.damage(weapon), weapon=weapon)
    follows, pool = f"weapons.{weapon.id}.damage", craft.figure("fire_control")
    return Rollable(key, weapon.name, "check", pool, weapon=weapon, damage_key=follows)


def evade(attempt: Attempt[Craft]) -> Figure:
    """Evade with a skilled pilot's dice as a number (HyperspaceD6, Vehicle Defenses)."""
    built, more = attempt.character.figure("evade"), attempt.situation.get(EVADE, 0)
    if not more:
        return built
    topic = guide().topics["evade"]
    steered = bonus("who steers", more, source=topic.source, ruling=topic.ruling)
    return total("Evade", *built.terms, steered, source=built.source, ruling=built.ruling)


def damage_taken(craft: Craft) -> Iterator[Figure]:
    """The dice that damage takes from everybody aboard (HyperspaceD6, Vehicle Damage)."""
    marks, levels = craft.marks, guide().levels
    if marks.damaged:
        label = counted(marks.damaged, "system")
        yield dice(f"{label} damaged", -marks.damaged, source=levels["damaged"].source)
    if marks.rattled:
        yield dice("rattled", -1, source=levels["rattled"].source)


def _further(attempt: Attempt[Craft], cost: int) -> int:
    """The actions that each take a die from an opponent's crew; a squadron has more of them."""
    free = max(1, attempt.character.members or 0)
    return min(max(0, actions_counted(attempt.situation, cost) - free), MOST_BONUS)


def _penalties(attempt: Attempt[Craft], cost: int = 1) -> Iterator[Figure]:
    """The dice that damage takes, and each further action of an opponent's crew."""
    yield from damage_taken(attempt.character)
    actions = counted(actions_counted(attempt.situation, cost), "action")
    yield from dice_terms(("action", actions, _further(attempt, cost)))


def check(craft: Craft, pool: Figure, target: Figure | None = None, opposed: int = 0) -> PlainRoll:
    """A check with a craft's dice: a crew spends no points here."""
    no_dice, against = guide().topics["no-dice"].ruling, (opposed, 0) if opposed else None
    return PlainRoll(pool, target, against=against, out=out(craft), no_dice=no_dice)


def destined(_inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """A roll of a check with what its Destiny Die asks."""
    return replace(outcome, asks=book().play.destiny.get(str(outcome.dice[0].face), ""))


def _checking(inputs: Inputs, roll: Rollable) -> RollPlan:
    """A check: the dice of the crew member's skill, its target, and dice for circumstances."""
    inputs.ask(QUESTIONS["crew"], {"skill": lambda inputs: inputs.situation.get(CREW_DICE)})
    held, against = held_name(inputs.answers), inputs.read(QUESTIONS["against"])
    aim, opposed = inputs["target"], inputs["opposed"] or 0
    inputs.fields += held_fields(held, aim) if roll.is_attack else against
    inputs.ask(QUESTIONS["conditions"])
    skill, more, cost = inputs["skill"], inputs["bonus"] or 0, asked_cost(inputs, roll)
    terms = (
        *((dice("skill", skill, source="who rolls"),) if skill else ()),
        roll.pool,
        *dice_terms(("circumstance", "conditions", more)),
        *_penalties(inputs.attempt, cost),
    )
    pool = total(roll.name, *terms, unit="D", source=roll.pool.source)
    called = f"Their {held}" if roll.is_attack else "Target number"
    target = None if aim is None else number(called, aim, source="your GM")
    less = less_dice(_further(inputs.attempt, cost), book().play.dice["action"])
    return RollPlan(roll=check(inputs.character, pool, target, opposed), cost=cost, less=less)


def _checked(inputs: Inputs, roll: Rollable, outcome: Outcome, rng: Random) -> Outcome:
    """A check beside its target or the dice of the other side; after a hit, damage follows."""
    outcome = destined(inputs, outcome, rng)
    if outcome.target is not None:
        outcome = text(outcome, compared(outcome))
    elif theirs := inputs["opposed"]:
        tie = guide().topics["opposed"].ruling
        outcome = against_code(outcome, (theirs, 0), rng, tie=tie)
    follows = FollowUp(roll.damage_key, "Roll damage") if roll.is_attack else FollowUp()
    return replace(outcome, hit=follows)


def _damaging(inputs: Inputs, roll: Rollable) -> RollPlan:
    """The damage of a weapon, and its average."""
    average = f"{pools.average_text(roll.pool.value)} on average"
    return RollPlan(roll=PlainRoll(roll.pool, out=out(inputs.character)), foreseen=(average,))


CHECK = PlannedRoll(QUESTIONNAIRE, _checking, _checked)
DAMAGE = PlannedRoll(
    QUESTIONNAIRE,
    _damaging,
    lambda _inputs, _roll, outcome, _rng: text(outcome, f"{outcome.total} damage"),
)
ROLLS = rolls_by_kind(find, lambda roll: roll.kind, {"check": CHECK.kind, "damage": DAMAGE.kind})


def state(attempt: Attempt[Craft]) -> PlayState:
    """Its dice with what damage takes from them, and Evade with the pilot."""
    craft, less = attempt.character, tuple(_penalties(attempt))
    crew, count = (attempt.situation.get(*member) for member in ((CREW_DICE, 0), ("actions", 1)))
    more = (dice("crew", crew, source="your GM"), *less) if crew else less
    keys = (*DICE_NUMBERS, *(f"weapons.{weapon.id}.attack" for weapon in craft.weapons))
    figures = {
        roll.key: shown(total(roll.name, roll.pool, *more, unit="D", source=roll.pool.source))
        for roll in filter(None, (find(craft, key) for key in keys))
    }
    if attempt.situation.get(EVADE):
        figures["evade"] = evade(attempt)
    remarks = map(less_remark, less)
    control = Number("actions", "Actions this turn", (str(count),), lowest=1, highest=MOST_ACTIONS)
    said = tuple(filter(None, (out(craft), *remarks)))
    return PlayState(figures, said, (control,) if crew else ())


# --- turns


def steered(attempt: Attempt[Craft]) -> Figure:
    """The pilot, with Mobility (HyperspaceD6, Vehicle Combat Basics)."""
    craft, topic, turn = attempt.character, guide().topics["craft-initiative"], attempt.situation
    steering = turn.get(PILOT, turn.get(CREW_DICE, 0))
    steers, source = craft.kind.values["steers"], topic.source
    terms = [dice(steers, steering, source=source, ruling=topic.ruling)] if steering else []
    pool = total("Initiative", *terms, craft.figure("mobility"), unit="D", source=source)
    less = tuple(damage_taken(craft))
    return total("Initiative", pool, *less, unit="D", source=source) if less else pool


def _turn(inputs: Inputs, outcome: Outcome, _rng: Random, *, is_over: bool = False) -> Outcome:
    """A rattled craft is so in the turn that begins, no longer; nor after a fight `is_over`."""
    is_rattled = bool(inputs.character.marks.rattled)
    calms = is_rattled and (is_over or bool(inputs.situation.get("rattled_felt")))
    feels = is_rattled and not calms
    shifts = (MarkChange("rattled", -1),) if calms else ()
    sentence = inputs.texts["calm" if calms else "felt" if feels else "said"]
    return text(outcome, sentence, shifts=shifts, situation={**BEGUN, "rattled_felt": int(feels)})


RULES = {
    "turn": ProcedureRule(_turn, barred=if_destroyed()),
    "initiative": ProcedureRule(
        lambda *rolled: replace(destined(*rolled), situation=BEGUN),
        lambda inputs: Plan(roll=check(inputs.character, steered(inputs.attempt))),
        out,
    ),
    "move": movement(lambda _craft: (book().play.moving["bands"], ""), out),
    "scene": ProcedureRule(partial(_turn, is_over=True), barred=if_destroyed(), idle=always),
}
