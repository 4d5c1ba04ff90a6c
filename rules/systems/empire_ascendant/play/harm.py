"""Harm and healing: damage against Soak, staying alive, air that runs out; first aid, treatment,
natural healing, bacta, rest.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from rules.declared.character import Holding
from rules.declared.play import soak
from rules.declared.play.soak import NONE
from rules.dice import pools
from rules.figures import dice, number
from rules.kit.inventory import Use
from rules.kit.play.outcomes import cleared, compared, extra, faces, marked, taken, text
from rules.kit.play.planned_procedures import Plan, ProcedureRule, result, saying
from rules.kit.play.result_tables import SpanRow
from rules.phrases import counted
from rules.play import FollowUp, MarkChange, Outcome, TurnState
from rules.systems.empire_ascendant.character import figures, marks
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.character.marks import HARM, MARGINS, WOUNDS
from rules.systems.empire_ascendant.character.ruleset import GAME
from rules.systems.empire_ascendant.play import checks, modifiers
from rules.systems.empire_ascendant.play.attacks import BLAST, SCALES, larger, scale_dice
from rules.systems.empire_ascendant.play.modifiers import refusal, unless
from rules.systems.empire_ascendant.play.rolls import GM, LADDER, Inputs, plain, roll
from rules.systems.empire_ascendant.play.rounds import SCENE_OVER
from rules.systems.empire_ascendant.rulebook.book import rulebook

KNOCKED_OUT, SELF, OTHER = "knocked-out", "self", "other"
NAMES = {row.id: row.name for row in (*MARGINS, *HARM.stuns.values())}
MORTAL, INCAPACITATED = (HARM.levels[id].wound for id in ("mortally-wounded", "incapacitated"))
# The marks of dying, and those that last for rounds, or for minutes.
DYING, BRIEF = ("stabilised", "mortal_rounds"), ("stunned", "drowning", "unconscious")


# --- damage


def _hit(inputs: Inputs) -> Plan:
    """Damage, and Soak unless it was rolled already, with the exact chance of each result. A stun
    knocks out where a real shot would have wounded.
    """
    damage, code, chances = inputs["damage"], figures.soak(inputs.character), {}
    pool = roll(inputs, code, *scale_dice(larger(inputs)), kind="spared")
    if damage is not None and inputs["stun"]:
        none = pool.reach(damage - MARGINS[1].low + 1)
        chances = {NONE: none, KNOCKED_OUT: 1 - none}
    elif damage is not None:
        chances = soak.chances(MARGINS, pool, damage)
    return soak.planned(pool, chances, NAMES, inputs["soak"])


def _suffered(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
    """The outcome of damage over Soak (Empire Ascendant, Damage)."""
    damage = inputs["damage"]
    soaked = outcome.total if inputs["soak"] is None else inputs["soak"]
    row, first = marks.reached(damage - soaked), soak.against(damage, soaked)
    outcome = replace(outcome, total=soaked, taken=taken(damage))
    if row is None:
        return text(outcome, f"{first}: nothing.", HARM.rulings["below"], row=NONE)
    if not inputs["stun"]:
        outcome, name = _wound(inputs.character, outcome, row, f"{first}: {row.name}.")
        return replace(outcome, taken=taken(damage, name))
    if row is MARGINS[0]:
        return text(outcome, f"{first}: {HARM.stuns[NONE].does}", row=NONE)
    minutes = extra(rng, HARM.knocked_out_dice)
    message = f"{first}: knocked out for {counted(faces(minutes), 'minute')}."
    thrown, told = (*outcome.dice, *minutes), taken(damage, "knocked out")
    outcome = replace(outcome, dice=thrown, row=KNOCKED_OUT, taken=told)
    return text(outcome, message, shifts=(marked("unconscious"),))


def _wound(character: Character, outcome: Outcome, row: SpanRow, first: str) -> tuple[Outcome, str]:
    """A level of harm, and what it makes of the character: Wounded climbs, any other counts where
    it is worse (our ruling).
    """
    condition, level = character.marks, HARM.levels[row.id]
    outcome = replace(outcome, row=row.id)
    if not level.wound:
        rounds = HARM.stunned_rounds
        shift = MarkChange("stunned", rounds - condition.stunned, most=rounds)
        again = HARM.rulings["add"] if condition.stunned else ""
        return text(outcome, first, level.does, again, shifts=(shift,)), row.name
    climbs = row.id == "wounded" and condition.wound < INCAPACITATED
    wound = condition.wound + 1 if climbs else max(condition.wound, level.wound)
    if wound == condition.wound:
        return text(outcome, first, HARM.rulings["down"]), row.name
    begun = cleared(condition, *DYING) if wound == MORTAL else ()
    shifts = (MarkChange("wound", wound - condition.wound, most=MORTAL), *begun)
    after = WOUNDS[wound]
    climbed = f"{after.name} now." if after.id != row.id else ""
    outcome = replace(outcome, situation={"lost_round": 1})
    return text(outcome, first, climbed, after.does, shifts=shifts), after.name


# --- staying alive, and endurance


def _survival(mark: str, source: str, barred: modifiers.Barred) -> ProcedureRule[Character]:
    """2D against the rounds that it has lasted, this one too."""

    def plan(inputs: Inputs) -> Plan:
        rounds = getattr(inputs.character.marks, mark) + 1
        target = number("rounds", rounds, source=HARM.sources[source])
        pool = plain(inputs, HARM.dying_dice, "Staying alive", target=target)
        death = pools.percent(1 - pool.reach(rounds))
        return Plan(roll=pool, foreseen=(f"Under {rounds}, you die: {death}",))

    def resolve(_given: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
        more = MarkChange(mark, 1)
        if outcome.success:
            return text(outcome, f"{outcome.total}: you're still alive.", shifts=(more,))
        message = f"{outcome.total} is under {outcome.target}: you die."
        return text(outcome, message, shifts=(more, marked("dead")))

    return ProcedureRule(resolve, plan, barred)


def _not_dying(character: Character, situation: TurnState) -> str:
    is_stable = character.marks.wound == MORTAL
    return unless(_is_dying, "stabilised" if is_stable else "not_dying")(character, situation)


def _is_dying(character: Character) -> bool:
    """True for somebody who is Mortally Wounded and not stable."""
    return character.marks.wound == MORTAL and not character.marks.stabilised


def _no_air(inputs: Inputs) -> Plan:
    """Stamina, harder every round (Empire Ascendant, Astrogation Mishap)."""
    value = HARM.no_air[min(inputs["round"], len(HARM.no_air)) - 1]
    target = LADDER.typed(value, HARM.sources["no_air"])
    return Plan(roll=checks.skill_roll(inputs, "stamina", target=target))


def _typed_target(inputs: Inputs) -> dict[str, object]:
    """The number that the GM names, as the target of a roll."""
    value = inputs["target"]
    return {"target": None if value is None else LADDER.typed(value, GM)}


def _rescue(inputs: Inputs) -> Plan:
    """Two Swimming checks, each with the penalty of two actions."""
    is_first, source = inputs["check"] == "first", HARM.sources["swimming"]
    value, ruling = (HARM.rescue_first, "rescue") if is_first else (HARM.rescue_second, "")
    less = dice("two checks", HARM.rescue_dice, source=source)
    target = LADDER.typed(value, **HARM.cite("swimming", ruling))
    return Plan(roll=checks.skill_roll(inputs, "swimming", less, target=target))


def _rescued(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    message = inputs.texts[inputs["check"]] if outcome.success else ""
    return text(outcome, compared(outcome), message)


# --- healing


def _medpac(character: Character) -> Holding | None:
    """The first thing that is carried and called a medpac."""
    words = rulebook().table.medpac
    carried = (one for one in character.carried if any(x in f"-{one.item.key}" for x in words))
    return next(carried, None)


def _better(inputs: Inputs, outcome: Outcome, *first: MarkChange, medpac: bool = False) -> Outcome:
    """The outcome of healing, unless the roll failed: one level better (our ruling), but a `medpac`
    stabilizes the Mortally Wounded. `first` are marked anyway.
    """
    condition, outcome = inputs.character.marks, text(outcome, shifts=first)
    if outcome.success is False:
        return outcome
    if medpac and _is_dying(inputs.character):
        message = "You're stable: no more rolls to stay alive."
        return text(outcome, message, shifts=(marked("stabilised"),))
    if not condition.wound:
        return text(outcome, "You have no wounds.")
    row = WOUNDS.get(condition.wound - 1)
    message = f"Now {row.name}." if row else "All wounds healed."
    shifts = (MarkChange("wound", -1), *cleared(condition, *DYING))
    return text(outcome, message, shifts=shifts)


def _spent(inputs: Inputs) -> str:
    """Why no medpac helps today, "" where one does."""
    return refusal("medpac_today" if inputs.character.marks.medpac_today else "")


def _aid(inputs: Inputs) -> Plan:
    """Medicine with a medpac (Empire Ascendant, First Aid with Medpacs)."""
    is_self = inputs["patient"] == SELF
    barred = (UNHURT(inputs.character, {}) or _spent(inputs)) if is_self else ""
    more = (dice("on yourself", HARM.self_dice, **HARM.cite("first_aid")),) if is_self else ()
    pool = checks.skill_roll(inputs, "medicine", *more, **_typed_target(inputs))
    foreseen = (HARM.rulings["table_missing"],)
    return Plan(roll=pool, foreseen=foreseen, barred=barred)


def _aided(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """A medpac is used up, whatever comes of it."""
    outcome = text(outcome, compared(outcome))
    if holding := _medpac(inputs.character):
        used = Use(item=holding.entry_name, note="First aid")
        outcome = text(outcome, f"{holding.item.name} used up.", entries=(used,))
    if inputs["patient"] == SELF:
        return _better(inputs, outcome, marked("medpac_today"), medpac=True)
    told = f"First aid: {outcome.total} against {outcome.target}"
    return replace(outcome, onto=FollowUp("treated", told)) if outcome.success else outcome


def _treated(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """Someone else's medpac on you, once a day."""
    total, target = inputs["total"], inputs["target"]
    success = total >= target
    outcome = replace(outcome, total=total, target=target, success=success, against="the number")
    outcome = text(outcome, compared(outcome))
    return _better(inputs, outcome, marked("medpac_today"), medpac=True)


def _natural(inputs: Inputs) -> Plan:
    """Strength, once a day: whoever is out cold heals, too, and no stun lasts that long."""
    character = inputs.character
    less = () if marks.out(character) else marks.penalties(character, lasting=True)
    strength = GAME.codes.strength_of(character)
    pool = roll(inputs, strength, *less, kind="plain", **_typed_target(inputs))
    barred = refusal("mortally_wounded" if _is_dying(character) else "")
    return Plan(roll=pool, foreseen=(HARM.rulings["natural"],), barred=barred)


def _healed(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """A day has passed, so a medpac can help again."""
    day = (marked("medpac_today", -1),) if inputs.character.marks.medpac_today else ()
    return _better(inputs, _later(inputs, text(outcome, compared(outcome))), *day)


def _tank(inputs: Inputs) -> Plan:
    pool = plain(inputs, HARM.bacta_dice, "Bacta", source=HARM.sources["bacta"])
    return Plan(roll=pool, foreseen=(HARM.rulings["table_missing"],))


def _floated(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    outcome = text(outcome, f"{outcome.total} {inputs['unit']} in the tank.")
    return _later(inputs, _better(inputs, outcome))


def _later(inputs: Inputs, outcome: Outcome) -> Outcome:
    """An outcome after an hour or more: brief marks are gone by then, and any scene is over."""
    shifts = cleared(inputs.character.marks, *BRIEF)
    return text(outcome, shifts=shifts, situation=dict(SCENE_OVER))


def _clearing(reason: str, *names: str) -> ProcedureRule[Character]:
    """The procedure that clears the set marks among these names; the `reason` bars it where none
    is.
    """

    def resolve(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
        held = (name for name in names if getattr(inputs.character.marks, name))
        return text(saying(inputs, outcome, rng), shifts=tuple(marked(name, -1) for name in held))

    def is_held(character: Character) -> bool:
        return any(getattr(character.marks, name) for name in names)

    return ProcedureRule(resolve, barred=unless(is_held, reason))


def _or(mark: str) -> Callable[[Inputs, Outcome, Random], Outcome]:
    """A total beside its number; a failure leaves this mark."""

    def resolve(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
        shifts = () if outcome.success else (marked(mark),)
        return text(result(inputs, outcome, rng), shifts=shifts)

    return resolve


ALIVE, UNHURT = unless(lambda _character: True), unless(marks.wound, "unhurt")
REST = _clearing("rested", "fatigued", "medpac_today")
RULES: dict[str, ProcedureRule[Character]] = {
    "harm": ProcedureRule(_suffered, _hit, ALIVE, SCALES),
    "blast": BLAST,
    "dying": _survival("mortal_rounds", "damage", _not_dying),
    "drowning": _survival("drowning", "swimming", ALIVE),
    "no-air": ProcedureRule(_or("unconscious"), _no_air),
    "stamina": ProcedureRule(
        _or("fatigued"),
        lambda inputs: Plan(roll=checks.skill_roll(inputs, "stamina", **_typed_target(inputs))),
    ),
    "rescue": ProcedureRule(_rescued, _rescue),
    "first-aid": ProcedureRule(
        _aided,
        _aid,
        unless(_medpac, "no_medpac"),
        {
            "patient": lambda inputs: SELF if marks.wound(inputs.character) else OTHER,
            "target": lambda inputs: HARM.stabilise if inputs["patient"] == OTHER else None,
        },
    ),
    "treated": ProcedureRule(_treated, lambda inputs: Plan(barred=_spent(inputs)), UNHURT),
    "natural": ProcedureRule(_healed, _natural, UNHURT),
    "bacta": ProcedureRule(_floated, _tank, UNHURT),
    "rest": ProcedureRule(
        lambda inputs, outcome, rng: _later(inputs, REST.resolve(inputs, outcome, rng)),
        barred=REST.barred,
    ),
    "wake": _clearing("not_out", "unconscious"),
}
