"""Rolls against an attack: evading it, also by the Force, resisting a Force ability, and Current
Power against a commoner. Their successes are taken from those of the attack.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from random import Random

from msgspec.structs import replace

from rules.dice import successes
from rules.figures import Figure, bonus, number
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import Plan, ProcedureRule
from rules.kit.play.questions import Question
from rules.kit.play.success_checks import HIT, SuccessCheck, unit
from rules.play import Action, MarkChange, Outcome
from rules.systems.storytelling_d10.character import figures, force
from rules.systems.storytelling_d10.character.character import DARK, WILLPOWER, Character
from rules.systems.storytelling_d10.play import lasting, rollables
from rules.systems.storytelling_d10.play.checks import points_left
from rules.systems.storytelling_d10.play.outcomes import evaded, gain_power
from rules.systems.storytelling_d10.play.rollables import (
    DEXTERITY,
    DICE,
    FORCE,
    QUESTIONS,
    RESIST,
    Inputs,
    ask_bearings,
    conditions,
)
from rules.systems.storytelling_d10.play.rolls import unable
from rules.systems.storytelling_d10.rulebook.book import rulebook
from rules.systems.storytelling_d10.rulebook.success_rolls import Throw, summed
from rules.turn import ROUNDS

INTELLIGENCE, INTELLECTUAL = "intelligence", "intellectual-fight"
SABER = "lightsaber"
FIREARMS, MELEE = "firearms", "melee"
DEFLECT, INTERCEPT, REBUKE = "deflect", "intercept", "rebuke"
# Force abilities that answer an attack, by what attacks.
ANSWERS = {FIREARMS: (DEFLECT, INTERCEPT), FORCE: (REBUKE,)}
# The result where Current Power alone was enough.
FENDED = "fended"
# What is rolled as a reaction, and takes no die from later rolls.
FREE = (WILLPOWER, "dark-side")


def attribute(character: Character) -> str:
    """Dexterity; Intelligence for whoever fights with their head."""
    return INTELLIGENCE if character.has_merit(INTELLECTUAL) else DEXTERITY


def answers(character: Character, against: str) -> dict[str, str]:
    """The evasions of such an attack: names of abilities, and of Force abilities that take
    their place.
    """
    allowed = rulebook().combat.evasions[against].abilities
    best = sorted(allowed, key=character.value, reverse=True)
    names = {id: character.trait_name(id) for id in best}
    known = force.of(character.house)
    own = (id for id in ANSWERS.get(against, ()) if id in character.powers)
    return names | {id: known[id].name for id in own}


def _has_saber(character: Character, *, other: bool) -> bool:
    """True if a lightsaber is carried, or with `other` any melee weapon."""
    weapons = (one.item.weapon for one in character.carried if one.quantity)
    return any(one and (one.source == SABER or (other and one.ability == MELEE)) for one in weapons)


def _asked(inputs: Inputs) -> Iterator[Question]:
    """The questions that the attack hands on to its answer."""
    for question in QUESTIONS["answer"]:
        if question.id in inputs.attempt.values:
            yield question


def _less(inputs: Inputs) -> Iterator[Figure]:
    """The dice that the attack takes from the defense."""
    if fewer := inputs.get("fewer"):
        yield bonus("this attack", -fewer)


def _harder(inputs: Inputs) -> Iterator[Figure]:
    """The difficulty that the attack adds to the defense."""
    if harder := inputs.get("harder"):
        yield bonus("this attack", harder)


def _evade(inputs: Inputs) -> Plan:
    """Dexterity and one of the abilities that evade such an attack, or a Force ability in their
    place. Before the first of several actions it loses the dice of that.
    """
    character, against = inputs.character, inputs["against"]
    names = answers(character, against)
    inputs.ask([Question(id="ability", label="With", kind="menu", options=names, usual="first")])
    inputs.ask(QUESTIONS["conditions"])
    inputs.ask(_asked(inputs))
    id, resists = inputs["ability"], (RESIST,) if against == FORCE else ()
    own, base, difficulty, trait = _rolled(character, id)
    bearings = ask_bearings(inputs, "any", "evade", own, trait, *resists, detail=trait)
    inputs.ask(QUESTIONS["willpower"])
    destiny = _ask_destiny(inputs, id)
    turn = inputs.situation
    first = int(not inputs.attempt.turn.done and not turn.get("evasions"))
    words = (*_words(against), *rollables.trait_words(own, trait))
    lasts = lasting.terms(inputs.attempt.turn, *words)
    pool = summed(base, *rollables.penalties(inputs, own, cost=first), *lasts, *_less(inputs))
    pool = summed(pool, *bearings.dice(), *conditions(inputs))
    at = summed(difficulty, *bearings.difficulty(), *_harder(inputs), *destiny)
    at = summed(at, *lasting.harder(inputs.attempt.turn, *words))
    added, attack = len(inputs["points"]), inputs.get("attack") or 1
    bars = lasting.barred(inputs.attempt.turn, *words)
    bars = bars or _refusal(inputs, id, spends=bool(inputs.get("destiny")))
    throw = DICE.throw(pool, at, needed=attack, added=added, bars=bars, reroll=bearings.reroll)
    if not inputs.get("power"):
        return Plan(roll=throw)
    return Plan(roll=PowerFirst(_power(character), throw, attack))


def _words(against: str) -> tuple[str, ...]:
    """The words of lasting abilities that count for such an evasion."""
    return ("defense", f"evade-{against}", *(("resist",) if against == FORCE else ()))


def _rolled(character: Character, id: str) -> tuple[str, Figure, Figure, str]:
    """The attribute of an evasion, its dice and difficulty, and the trait that merits bear on."""
    if id in (INTERCEPT, REBUKE):
        tree = force.of(character.house)[id].tree
        pool = force.pool(character, tree)
        return "", pool or number(id, 0), rollables.usual(), tree
    own, trait = attribute(character), MELEE if id == DEFLECT else id
    rolled = rollables.ability(character, trait, own)
    return own, rolled.pool or number(rolled.name, 0), rolled.difficulty, trait


def _ask_destiny(inputs: Inputs, id: str) -> tuple[Figure, ...]:
    """The difficulty that Destiny adds to a Force ability that evades, asked for."""
    if id not in (DEFLECT, INTERCEPT):
        return ()
    row = force.of(inputs.character.house)[id]
    question = Question(id="destiny", label="Destiny", kind="yes", detail=row.destiny)
    inputs.ask([question])
    less = row.with_destiny.difficulty if inputs["destiny"] else 0
    return (bonus("Destiny", less),) if less else ()


def _refusal(inputs: Inputs, id: str, *, spends: bool) -> str:
    """Why it cannot be rolled."""
    character = inputs.character
    if inputs["points"] and points_left(character, "willpower") < 1:
        return "No Willpower is left."
    if spends and points_left(character, "destiny") < 1:
        return "No Destiny is left."
    if spends and inputs.situation.get("destiny_round"):
        return "You spent a Destiny point this round."
    if id == DEFLECT and not _has_saber(character, other=spends):
        return "Deflect takes a lightsaber, or with Destiny any other melee weapon."
    return ""


def _evaded(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """Each success takes one from the attack; later rolls lose a die. Where Current Power was
    enough nothing was evaded.
    """
    turn, character = inputs.situation, inputs.character
    if outcome.row == FENDED:
        return _compared(inputs, outcome)
    shifts = [MarkChange("willpower_spent", 1)] if inputs["points"] else []
    situation = evaded(turn)
    if inputs.get("destiny"):
        shifts.append(MarkChange("destiny_spent", 1))
        situation["destiny_round"] = 1
    if outcome.total and turn.get(ROUNDS):
        shifts += gain_power(character)
    outcome = text(outcome, shifts=tuple(shifts), situation=situation)
    words = _words(inputs["against"])
    return _compared(inputs, lasting.acted(inputs.attempt.turn, outcome, *words))


def _compared(inputs: Inputs, outcome: Outcome) -> Outcome:
    """The rest of the attack: with as many successes it misses."""
    attack = inputs.get("attack")
    if attack is None:
        return text(outcome, f"Take {outcome.total} from the successes of the attack.")
    over = outcome.total - attack
    misses = over >= 0
    left = max(0, -over)
    message = "The attack misses." if misses else f"{left} {unit(left)} of the attack left"
    back = ""
    sent_back = force.LISTED[REBUKE].steps[-1]
    if inputs.get("ability") == REBUKE and over >= sent_back.successes:
        back = sent_back.said
    if inputs.get("ability") == DEFLECT and over > 0 and "redirect-shot" in inputs.character.powers:
        back = f"Redirect shot: it hits another target with {over} {unit(over)}."
    row = HIT if misses else ""
    return text(outcome, message, back, success=misses, row=row, botch=outcome.botch and not misses)


# --- resisting


def _resisting(character: Character, id: str) -> tuple[str, Figure, Figure]:
    """The attribute of a resistance, its dice, and its difficulty."""
    if id == WILLPOWER:
        return "", character.trait(WILLPOWER), rollables.usual()
    if id == "dark-side":
        return "", figures.story(character, DARK), rollables.usual()
    attribute_, _, ability = id.partition("+")
    rolled = rollables.ability(character, ability, attribute_)
    return attribute_, rolled.pool or number(rolled.name, 0), rolled.difficulty


def _resist(inputs: Inputs) -> Plan:
    """The traits that the ability names; Willpower loses no dice, as in every roll of it."""
    inputs.ask(QUESTIONS["conditions"])
    inputs.ask(_asked(inputs))
    id, character = inputs["with"], inputs.character
    own, pool, at = _resisting(character, id)
    words = (own, id.partition("+")[2]) if own else (id,)
    bearings = ask_bearings(inputs, "any", RESIST, *words, detail=words[-1])
    is_free, turn = id in FREE, inputs.attempt.turn
    less = () if is_free else rollables.penalties(inputs, own, cost=0)
    on = ("resist", *((id,) if is_free else ("defense", *rollables.trait_words(*words))))
    on = (*on, "resist-mind") if inputs.get("mind") else on
    lasts = lasting.terms(turn, *on, acts=not is_free)
    pool = summed(pool, *less, *lasts, *_less(inputs), *bearings.dice(), *conditions(inputs))
    at = summed(at, *bearings.difficulty(), *_harder(inputs))
    at = summed(at, *lasting.harder(turn, *on, acts=not is_free))
    bars = lasting.barred(turn, *on)
    return Plan(roll=DICE.throw(pool, at, bars=bars, reroll=bearings.reroll))


def _resisted(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """Each success takes one from the ability; only Willpower and the Dark side are reactions."""
    turn = inputs.situation
    if inputs["with"] not in FREE:
        outcome = text(outcome, situation=evaded(turn))
        outcome = lasting.acted(inputs.attempt.turn, outcome, "resist")
    if outcome.total and turn.get(ROUNDS):
        outcome = text(outcome, shifts=gain_power(inputs.character))
    return _compared(inputs, outcome)


# --- Current Power


class PowerFirst(SuccessCheck):
    """Current Power against a commoner's attack, and an evasion of what it leaves. The successes of
    both are taken from the attack.
    """

    __slots__ = ("added", "attack", "difficulty", "first", "needed", "second")

    def __init__(self, first: Throw, second: Throw, attack: int) -> None:
        self.first, self.second, self.attack = first, second, attack
        self.difficulty, self.needed, self.added = second.difficulty, second.needed, second.added

    @property
    def pool(self) -> Figure:
        """The dice of the evasion."""
        return self.second.pool

    def refusal(self) -> str:
        """Why it cannot be rolled."""
        return self.second.refusal()

    def chance(self) -> Fraction | None:
        """The exact chance that nothing is left of the attack."""
        if not self.pool.value > 0:
            return None
        power = successes.odds(self.first.pool.value, self.first.difficulty.value)
        pool, at = self.pool.value, self.difficulty.value
        shares = (
            Fraction(ways, power.every)
            * successes.chance(pool, at, self.attack - taken - self.added)
            for taken, ways in enumerate(power.ways)
        )
        return sum(shares, Fraction(0))

    def outcome(self, action: Action, rng: Random) -> Outcome:
        """Both rolls as they fall; the second only where the first leaves something."""
        dice, (taken, _) = self.first.throw(rng)
        left = max(0, self.attack - taken)
        message = f"Current Power takes {taken}: {left} left"
        if not left:
            return Outcome(
                action.id,
                action.name,
                "check",
                dice,
                taken,
                code=self.first.pool.code,
                why=self.first.pool.why,
                target=self.first.difficulty.value,
                against=self.first.difficulty.label,
                success=True,
                said=(message,),
                row=FENDED,
                needed=self.needed,
                unit=unit(taken),
            )
        outcome = self.second.outcome(action, rng)
        total = outcome.total + taken
        return replace(
            outcome,
            dice=(*dice, *outcome.dice),
            total=total,
            unit=unit(total),
            said=(message, *outcome.said),
        )


def _power(character: Character, bars: str = "") -> Throw:
    """Current Power at 6."""
    pool = number("Current Power", character.marks.power_now)
    at = rulebook().combat.numbers["power-roll"].figure("Difficulty")
    return DICE.throw(pool, at, bars=bars)


def _power_roll(inputs: Inputs) -> Plan:
    """Current Power against a commoner's attack."""
    has_some = inputs.character.marks.power_now > 0
    return Plan(roll=_power(inputs.character, "" if has_some else "You have no Current Power."))


def _fended(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """The rest of the attack."""
    left = max(0, (inputs["attack"] or 0) - outcome.total)
    message = f"{left} {unit(left)} of the attack left" if left else "The attack misses."
    return text(outcome, message, success=not left, row="" if left else HIT)


RULES: Mapping[str, ProcedureRule[Character]] = {
    "evade": ProcedureRule(_evaded, _evade, unable),
    "resist": ProcedureRule(_resisted, _resist, unable),
    "power-roll": ProcedureRule(_fended, _power_roll, unable),
}
