"""A declared game of dots in play: a game master's requests, boxes of health, and the state."""

from __future__ import annotations

from random import Random

from rules.declared import ranges
from rules.declared.dots import powers
from rules.declared.dots.character import DotCharacter, DotRules
from rules.declared.dots.checks import LEAST, SIDES, Inputs, Play
from rules.declared.dots.rolls import add_point, check, find, rolls
from rules.declared.dots.sheet import attacks, health
from rules.declared.files import FIGHT
from rules.dice import pools
from rules.dice.codes import dice_text
from rules.game import PlayParts
from rules.kit.play.answers import not_whole
from rules.kit.play.harm_boxes import HarmBoxes
from rules.kit.play.lasting import lasting_group
from rules.kit.play.outcomes import taken, text
from rules.kit.play.planned_procedures import Plan, ProcedureRow, ProcedureRule, saying
from rules.kit.play.procedure_tables import procedure_groups
from rules.kit.play.procedures import ActionTable
from rules.kit.play.questions import Questionnaire
from rules.kit.play.roll_requests import RollRequests
from rules.kit.play.turns import effect_remarks
from rules.play import Attempt, MarkChange, Outcome, PlayState, TurnState
from rules.problems import Problem, RuleViolation
from rules.tables import Reader, TableError

NO_POINTS = "In this game you can't spend points after the roll."
NO_DICE = "No dice roll against a check here: ask for a difficulty, or let two players roll."
FILE = "procedures.toml"


class DotRequests(RollRequests, frozen=True, gc=False):
    """Roll requests whose number to reach is a difficulty."""

    def fields(
        self, *, target: int | None = None, helpers: int = 0, opposed_by: int | None = None
    ) -> dict[str, tuple[str, ...]]:
        """The difficulty that a request fixes."""
        wrong = [Problem("bad-value", "opposed", NO_DICE)] if opposed_by else []
        if target is not None and not LEAST <= target <= SIDES:
            wrong.append(not_whole("target", LEAST, SIDES))
        if wrong:
            raise RuleViolation(wrong)
        super().fields(target=target, helpers=helpers)
        return {"ladder": ("",), "difficulty": (str(target),)} if target is not None else {}


REQUESTS = DotRequests(
    SIDES,
    pools.MOST_DICE,
    tie=lambda: "A tie: your GM decides.",
    nobody_helps="Nobody helps with a roll in this game: give a lower difficulty instead.",
)


# --- health


def _no_hit(character: DotCharacter, _situation: TurnState) -> str:
    """Why nothing can be marked, "" if something can."""
    return character.rules.book.health.out if character.is_out else ""


def _state(character: DotCharacter, more: int) -> str:
    """The state with so many boxes more, in words."""
    levels = tuple(character.rules.book.health.levels.values())
    hurt = max(0, min(len(levels), character.marks.hurt + more))
    if hurt == len(levels):
        return character.rules.book.health.out
    return f"{levels[hurt - 1].name}: {levels[hurt - 1].does}" if hurt else "Unhurt."


def soaked(character: DotCharacter, damage: int) -> tuple[int, str]:
    """The boxes that damage marks, and a sentence about those that it does not."""
    id = character.rules.book.fight.soak
    soak = character.figure(id) if id else None
    less = max(0, min(damage, soak.value)) if soak else 0
    return damage - less, f"{soak.label} takes {less} off." if soak and less else ""


def _hit(inputs: Inputs) -> Plan:
    damage = inputs["damage"]
    if inputs.barred or damage is None:
        return Plan()
    left, said = soaked(inputs.character, damage)
    return Plan(foreseen=(said, _state(inputs.character, left)))


def _take(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """A hit marks so many boxes, as far as there are some."""
    character, damage = inputs.character, inputs["damage"]
    left, soak = soaked(character, damage)
    boxes, state = len(character.rules.book.health.levels), _state(character, left)
    moved = min(left, boxes - character.marks.hurt)
    shifts = (MarkChange("hurt", moved, most=boxes),) if moved else ()
    said, effects = (f"{damage:,} damage", soak, state), (state,) if moved else ()
    return text(outcome, *said, shifts=shifts, total=damage, taken=taken(damage, *effects))


def _unhurt(character: DotCharacter, _situation: TurnState) -> str:
    return "" if character.marks.hurt else "You have no box to clear."


def _rest(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """A rest clears one box."""
    return text(outcome, _state(inputs.character, -1), shifts=(MarkChange("hurt", -1),))


RULES: dict[str, ProcedureRule[DotCharacter]] = {
    "harm": ProcedureRule(_take, _hit, _no_hit),
    "rest": ProcedureRule(_rest, barred=_unhurt),
}
# What a fight needs besides: a round that begins, and the end of the scene.
OF_FIGHTS: dict[str, ProcedureRule[DotCharacter]] = {
    "round": ProcedureRule(saying),
    "scene": ProcedureRule(saying),
}
NEEDED = {
    "harm": ("questions", "damage"),
    "round": ("texts", "said"),
    "scene": ("texts", "said"),
    ranges.INITIATIVE: ("texts", "said"),
}


def _initiative(inputs: Inputs) -> Plan:
    """The dice of initiative, with the present dots of a trait or a figure."""
    character, rolled = inputs.character, inputs.character.rules.book.fight.initiative
    if rolled is None:
        return Plan()
    adds, rules = rolled.adds, character.rules
    added = character.dots(adds) if adds in rules.names else adds and character.figure(adds)
    source = rules.identity.source or rules.identity.name
    pool = ranges.initiative_pool(rolled, added or None, source=source)
    return Plan(roll=ranges.InitiativeRoll(pool, SIDES))


def _by_hand(_character: DotCharacter, level: int, count: int) -> dict[str, int]:
    return {"hurt": level + count}


def _state_of(attempt: Play) -> PlayState:
    character = attempt.character
    traits = character.rules.book.traits
    keys = [f"attributes.{id}" for id in traits.attributes]
    keys += [f"skills.{id}" for id in traits.skills]
    pools = {key: character.now(key.partition(".")[2]) for key in keys}
    keys += [f"{row.key}.{side}" for row in attacks(character) for side in ("attack", "damage")]
    found = {key: rollable for key in keys if (rollable := find(character, key))}
    plain = Attempt(character, attempt.turn)
    pools = {
        key: check(plain, rollable).pool
        for key, rollable in found.items()
        if rollable.kind == "check" or not character.is_out
    }
    if point := character.rules.book.point:
        pools[f"points.{point.id}"] = character.points_left
    return PlayState(pools, (*_remarks(character), *effect_remarks(attempt.turn, dice_text)), ())


def _remarks(character: DotCharacter) -> tuple[str, ...]:
    """The worst marked box, with what it does."""
    if not character.is_out:
        return (_state(character, 0),) if character.marks.hurt else ()
    health = character.rules.book.health
    return (f"{list(health.levels.values())[-1].name}: {health.out}",)


def parts(rules: DotRules) -> PlayParts[DotCharacter]:
    """The parts of a game for play; TableError for a fault of its procedures."""
    asked = Questionnaire(lambda _place: {}, {"play": rules.book.play})
    reader = Reader(rules.folder)
    for id, row in reader.entries(FILE, "procedure", ProcedureRow).items():
        member, needed = NEEDED.get(id, ("", ""))
        has = row.texts if member == "texts" else {question.id for question in row.questions}
        if needed and needed not in has:
            raise TableError(FILE, f"{id}.{member}", f"“{needed}” is missing")
    procedures = {**RULES, **(OF_FIGHTS if rules.reader.has(FIGHT) else {})}
    if rules.book.fight.initiative:
        procedures[ranges.INITIATIVE] = ProcedureRule(saying, _initiative, _no_hit)
    groups = (*procedure_groups(reader, FILE, procedures, asked), *lasting_group(asked, dice_text))
    return PlayParts(
        state=_state_of,
        actions=ActionTable(rolls(asked), groups, powers.listed),
        requests=REQUESTS,
        add_point=add_point if rules.book.point and rules.book.point.after else None,
        no_points=NO_POINTS,
        boxes=HarmBoxes(health, _by_hand),
    )
