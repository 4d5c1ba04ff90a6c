"""Damage taken: an attack that hits, damage minus Soak, or in quick play a wound."""

from collections.abc import Callable, Iterable, Iterator
from random import Random

from msgspec.structs import replace

from rules.figures import Figure, bonus, constant, total
from rules.kit.play.outcomes import marked, taken, text
from rules.kit.play.planned_procedures import Plan, ProcedureRule
from rules.kit.play.turns import with_effect
from rules.play import MarkChange, Outcome, TurnState
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.play.effects import STUNNED, stun
from rules.systems.hyperspace_d6.play.modifiers import DEAD, NOBODY, is_played_whole
from rules.systems.hyperspace_d6.play.rolls import QUESTIONS, Inputs
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.rows import Level

# A stun without damage.
STUN = "harm.stun"


def soak(character: Character, *, piercing: bool) -> Figure:
    """The reduction of damage: Stamina alone against a piercing weapon (HyperspaceD6, Damage;
    Weapons & Armor).
    """
    if not piercing:
        return figures.defense(character, "soak")
    stamina = figures.skill(character, book().harm.skill)
    source = book().properties["piercing"].source
    return total(book().defenses["soak"].name, stamina, source=source)


def damage_after_soak(inputs: Inputs) -> Figure:
    """The damage at its scale, minus Soak; at least 0."""
    dealt = inputs["damage"] * inputs["scale"]
    rolled = constant("damage", dealt, source=book().harm.sources["damage"])
    soaked = soak(inputs.character, piercing=bool(inputs["nature"]))
    return total("Gets through", rolled, bonus(soaked.label, -min(soaked.value, dealt)))


def effect(character: Character, passed: int) -> str:
    """The effect of damage, the worst one: the id of a level of harm, "" for none."""
    reached = ""
    for row in book().harm.levels:
        # Of the first level, that is where it ends: anything at all reaches it.
        least = figures.threshold(character, row.id).value if row.times else 1
        if passed >= max(1, least):
            reached = row.id
    return reached


def _out(character: Character, _situation: TurnState) -> str:
    """Why nothing more can hurt, "" if something can: the dead, and a group without members."""
    if character.marks.dead:
        return DEAD
    return NOBODY if character.members == 0 else ""


def _incoming(inputs: Inputs) -> Plan:
    """An attack that hit: its damage, its scale, whether it pierces armor; and its effect."""
    if inputs.barred:
        return Plan()
    inputs.ask(QUESTIONS["hit"])
    if inputs["damage"] is None:
        return Plan()
    passed = damage_after_soak(inputs)
    return Plan(target=passed, foreseen=tuple(_effect_messages(inputs.character, passed)))


def _effect_messages(character: Character, passed: Figure) -> Iterator[str]:
    """The effect of damage with its rule, and whether one more wound knocks the character out."""
    if level := effect(character, passed.value):
        yield f"{passed.value} gets through: {_level(level).name.lower()}."
        yield from _harm_messages(character, level, 1)
    else:
        yield "Nothing gets through."


def _hit_messages(character: Character) -> Iterator[str]:
    """The effect of a hit in quick play, and whether it knocks the character out."""
    if character.members is None:
        yield f"A hit: {_level('wounded').name.lower()}."
    yield from _harm_messages(character, "wounded", book().play.quickplay["wounds"])


def _level(id: str) -> Level:
    return next(row for row in book().harm.levels if row.id == id)


def _takes_one(character: Character, level: str) -> bool:
    """True if a level of harm takes one of a group (HyperspaceD6, Minion Groups)."""
    return level not in ("", STUNNED) and character.members is not None


def _harm_messages(character: Character, level: str, wounds: int) -> Iterator[str]:
    if _takes_one(character, level):
        yield f"One of the group falls: {max(0, (character.members or 0) - 1)} left."
        return
    yield _level(level).does
    if level == "wounded":
        yield from _down_messages(character, wounds)


def harm_changes(character: Character, level: str, wounds: int = 1) -> tuple[MarkChange, ...]:
    """The marks of a level of harm: a member less of a group, so many wounds, or a switch."""
    if _takes_one(character, level):
        return (MarkChange("members", -1),)
    if level == "wounded":
        return wounded(character, wounds)
    return (marked(level),) if level else ()


def _down_messages(character: Character, wounds: int) -> Iterator[str]:
    if character.drops_at_once:
        yield "One wound is enough: it goes down."
    elif _is_too_many(character, wounds):
        limit = figures.wounds(character)
        yield f"The limit of {limit.value} is reached: unconscious."


def _is_too_many(character: Character, more: int) -> bool:
    return character.is_too_many(character.marks.wounds + more)


def _taken(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """The effect of an attack."""
    character, passed = inputs.character, damage_after_soak(inputs)
    level = effect(character, passed.value)
    outcome = replace(outcome, target=None, against="", total=passed.value, why=passed.why)
    if level == STUNNED:
        outcome = with_effect(inputs.attempt, outcome, stun())
    return text(
        outcome,
        *_effect_messages(character, passed),
        name=f"{inputs['damage']} damage" + (", piercing" if inputs["nature"] else ""),
        shifts=harm_changes(character, level),
        row=level,
        taken=taken(inputs["damage"], *_results(character, level)),
    )


def _results(character: Character, level: str) -> Iterator[str]:
    """The effect of a level of harm on a character, in words that everybody may read."""
    if _takes_one(character, level):
        yield f"{max(0, (character.members or 0) - 1)} left"
        return
    yield from (row.name for row in book().harm.levels if row.id == level)
    if level == "wounded" and _is_too_many(character, 1):
        yield "unconscious"


def _stunned(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """Stunned, without any damage (HyperspaceD6, General Gear: Stun Grenade)."""
    outcome = with_effect(inputs.attempt, outcome, stun())
    stunned = (marked(STUNNED),)
    return text(outcome, inputs.texts["said"], shifts=stunned, taken="stunned")


def _hit(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """In quick play, a hit is a wound; a group loses one of its number (HyperspaceD6, Quickplay
    Rules; Minion Groups).
    """
    character = inputs.character
    shifts = harm_changes(character, "wounded", book().play.quickplay["wounds"])
    result = ", ".join(_results(character, "wounded")).lower()
    return text(outcome, *_hit_messages(character), shifts=shifts, row="wounded", taken=result)


def wounded(character: Character, wounds: int) -> tuple[MarkChange, ...]:
    """More wounds; with more than Strength allows the character is unconscious, even one that woke
    with as many (HyperspaceD6, Wounded; Unconscious).
    """
    changes = [MarkChange("wounds", wounds)]
    if _is_too_many(character, wounds):
        changes.append(MarkChange("unconscious", 1, most=1))
        if woken := character.marks.woken:
            changes.append(MarkChange("woken", -woken))
    return tuple(changes)


def _foreseen(messages: Callable[[Inputs], Iterable[str]]) -> Callable[[Inputs], Plan]:
    """A plan that only foresees, unless the action is barred."""
    return lambda inputs: Plan() if inputs.barred else Plan(foreseen=tuple(messages(inputs)))


RULES = {
    "harm": ProcedureRule(_taken, _incoming, _out, has=is_played_whole),
    "hit": ProcedureRule(
        _hit,
        _foreseen(lambda inputs: _hit_messages(inputs.character)),
        _out,
        has=lambda character: character.house.quickplay,
    ),
    STUN: ProcedureRule(
        _stunned,
        _foreseen(lambda inputs: (inputs.texts["said"],)),
        _out,
        has=is_played_whole,
    ),
}
