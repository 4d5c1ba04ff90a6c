"""A fight of persons and craft: Evade, scale, and what lands on whom."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from rules.fight import Band, Circumstance, Defense, FightRules, Target
from rules.forms.parsing import FormValues
from rules.kit.craft.fight import Targets, is_craft, with_craft
from rules.play import Attempt, Outcome
from rules.systems.hyperspace_d6.craft import rolls
from rules.systems.hyperspace_d6.play import fight as persons
from rules.systems.hyperspace_d6.play.roll_form import DODGE, EVADE, HELD_FIELD
from rules.systems.hyperspace_d6.play.rollables import ABOARD
from rules.systems.hyperspace_d6.rulebook.book import book, guide

PERSON = "character"
# An attack with the weapon of a craft, as the table of attacks has it.
GUNNERY = "gunnery"
OF_CREWS = "The pilot of a craft rolls for all aboard: Pilot or Drive, with its Mobility."


def _defenses(target: Attempt[Any], kind: str) -> Iterator[tuple[str, int]]:
    """Evade of a craft, whatever is fired at it; of a person what the kind of attack asks for."""
    if is_craft(target):
        yield "defense", rolls.evade(target).value
    else:
        yield from persons.defenses(target, kind)


def _aim(_attempt: Attempt[object], _action: str, targets: Targets) -> FormValues:
    """The number that a craft's weapon has to reach: Evade, or a person's defense with shelter."""
    if len(targets) != 1:
        return {}
    (target,) = targets
    values, held = dict(_defenses(target.attempt, GUNNERY)), EVADE
    if not is_craft(target.attempt):
        held = DODGE
        values["defense"] += sum(book().play.shelter[id] for id in persons.shelter(target, GUNNERY))
    return {"target": (str(max(values.values())),), HELD_FIELD: (held,)}


def _harmed(attempt: Attempt[Any], action: str, damage: Outcome) -> FormValues:
    """The damage of a craft's weapon with its scale, and whether it is ion."""
    amount, craft = {"damage": (str(damage.total),)}, attempt.character
    if not is_craft(attempt):
        typed = (name for name in ("scale", "nature") if name in attempt.values)
        return {**amount, **{name: attempt.values[name] for name in typed}}
    roll = rolls.find(craft, action)
    ion: FormValues = {"nature": ("ion",)} if roll and roll.weapon and roll.weapon.special else {}
    return {**amount, "scale": (craft.kind.id,), **ion}


def _defend(
    _attempt: Attempt[Any], _action: str, target: Target[Any], rolled: Outcome
) -> tuple[Defense, ...]:
    """With active defense a person dodges a craft's weapon; Evade of a craft is a number."""
    return () if is_craft(target.attempt) else persons.active(target, GUNNERY, rolled.total)


def _most(attempt: Attempt[Any], action: str) -> int:
    """A squadron compares one roll with each of its targets (HyperspaceD6, Minion Groups)."""
    if is_craft(attempt) and (attempt.character.members or 0) > 1:
        return book().play.targets["area"]
    return WITH_CRAFT.most(attempt, action)


def _scale(attempt: Attempt[Any]) -> str:
    typed = attempt.character.kind.id if is_craft(attempt) else attempt.values.get("scale", ())
    scale = "".join(typed)
    return scale if scale in guide().scales else PERSON


def _says(attempt: Attempt[object], _action: str, targets: Targets) -> tuple[str, ...]:
    """Sentences on what scale does to the damage (HyperspaceD6, Damage Scale)."""
    scales, sentences = guide().scales, []
    ours = scales[_scale(attempt)]
    for target in targets:
        theirs = scales[_scale(Attempt(target.attempt.character, {}))]
        names = f"{ours.name} scale against {theirs.name.lower()} scale"
        if ours.factor > theirs.factor:
            sentences.append(f"{names}: damage × {ours.factor // theirs.factor}.")
        elif ours.factor < theirs.factor:
            less = theirs.factor // ours.factor
            sentences.append(f"{names}: damage ÷ {less}, rounded down.")
    return tuple(dict.fromkeys(sentences))


WITH_CRAFT = with_craft(
    FightRules[Any](
        bands=tuple(Band(id, row.name.removesuffix(" range")) for id, row in guide().bands.items()),
        circumstances=(
            Circumstance(persons.COVER, "Cover", f"+{book().play.shelter[persons.COVER]} to Dodge"),
            Circumstance(
                persons.SMOKE,
                "Smoke",
                f"+{book().play.shelter[persons.COVER]} to Dodge, no attacks on those outside it",
            ),
        ),
        free_bands=book().play.moving["bands"],
        move="move",
        hold="hold",
        fill="smoke",
        group="members",
        fields=("defense", "instead", "shelter", "range"),
        seen=("range",),
        turn_end="turn-end",
        order=persons.ORDER,
        distance=persons.DISTANCE,
        aim=persons.aim,
        harmed=lambda attempt, action, damage: {
            **persons.harmed(attempt, action, damage),
            "scale": (PERSON,),
        },
        defend=persons.defend,
        attacks=persons.attacks,
        effect=persons.effect,
        unseen=persons.unseen,
        reach=persons.reach,
        most=persons.most,
    ),
    (f"{ABOARD}.",),
    aim=_aim,
    harmed=_harmed,
    defend=_defend,
    at_craft=lambda attempt, action, targets: persons.aim(attempt, action, targets, _defenses),
    fields=(HELD_FIELD,),
    order=OF_CREWS,
)
FIGHT = replace(WITH_CRAFT, most=_most, says=_says)
OF_CRAFT = replace(FIGHT, turn="turn", turn_end="", fields=("target", HELD_FIELD))
