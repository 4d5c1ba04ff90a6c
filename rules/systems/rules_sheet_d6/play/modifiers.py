"""Current pools: doubled by Force Points, reduced by stuns, wounds and further actions."""

from __future__ import annotations

from collections.abc import Iterator

from rules.figures import Figure, constant, dice, points, times, total
from rules.forms.fields import Field, Number
from rules.kit.coded.play import CodedSheet, changed_pool, pools_now
from rules.kit.play import turns
from rules.kit.play.procedures import Rollable
from rules.kit.play.turns import actions_counted, effect_remarks, effect_terms
from rules.phrases import counted
from rules.play import Attempt, MarkChange, PlayState, TurnState
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.character.validation import Item
from rules.systems.rules_sheet_d6.rulebook import ATTRIBUTES, Level, book
from rules.systems.rules_sheet_d6.sheet import layout
from rules.turn import Scope, Turn

# What a situation may hold: actions declared, whether a Force Point is spent in this round, whether
# a Stamina check is due.
SITUATION = ("actions", "force_point", "stamina")
# This many actions can always be declared; more if a code has more dice.
ACTIONS = 8
DEAD = "Dead: no more rolls."
UNCONSCIOUS = "Unconscious: can't act until woken or the fight ends."


def incapacitated(character: Character) -> str:
    """Why the character cannot act at all, "" if they can: the incapacitated and the mortally
    wounded still act.
    """
    if figures.is_dead(character):
        return DEAD
    return UNCONSCIOUS if character.marks.unconscious else ""


def if_alive(character: Character, _situation: TurnState) -> str:
    """Why the dead cannot do it, "" for the living."""
    return DEAD if figures.is_dead(character) else ""


def no_force_point(character: Character, situation: TurnState) -> str:
    """Why no Force Point can be spent now, "" if one can."""
    if situation.get("force_point"):
        return f"You already spent one this round. {book().play.rulings['one_force_point']}"
    if figures.force_points_left(character).value < 1:
        return "You have no Force Points left. Your GM awards them."
    return ""


def force_point(character: Character) -> MarkChange:
    """One more Force Point spent."""
    return MarkChange("force_spent", 1, most=figures.force_points(character).value)


def is_dying(character: Character) -> bool:
    """True if the last box has a mark and is not full (Star Wars D6 rules sheet, Damage)."""
    last = tuple(book().defense.levels)[-1]
    return bool(figures.marked(character, last)) and not figures.is_dead(character)


def worst(character: Character) -> Level | None:
    """The worst box with a mark that takes dice, None for none."""
    rows = [row for row in book().defense.levels.values() if row.dice]
    return next((row for row in reversed(rows) if figures.marked(character, row.id)), None)


def most_actions(attempt: Attempt[Character]) -> int:
    """The most actions that can be declared: as many as the best code has dice, but at least
    `ACTIONS`.
    """
    codes = [attempt.character.code(trait)[0] for trait in (*ATTRIBUTES, *attempt.character.skills)]
    factor = book().play.force_point if attempt.situation.get("force_point") else 1
    return max(ACTIONS, max(codes) * factor)


def actions_in_round(attempt: Attempt[Character], cost: int = 1) -> int:
    """The actions of this round with one that takes `cost` of them: those declared, or done."""
    counted = actions_counted(attempt.situation, cost)
    return counted if counted <= ACTIONS else min(counted, most_actions(attempt))


def too_many_actions(attempt: Attempt[Character], cost: int = 1) -> str:
    """Why no more actions can be taken in this round, "" if they can."""
    return turns.too_many_actions(attempt.situation, most_actions(attempt), cost, "round")


def doubled(pool: Figure, *, ruling: str = "doubled") -> Figure:
    """A code doubled by a Force Point, dice and pips (Star Wars D6 rules sheet, Force Points)."""
    play = book().play
    source = play.sources["force_point"]
    factor = constant("", play.force_point, source=source)
    ruling_row = play.rulings[ruling]
    return times(pool.label, factor, pool, unit="D", source=source, ruling=ruling_row)


def penalties(attempt: Attempt[Character], cost: int = 1) -> Iterator[Figure]:
    """The penalties on an action that takes `cost` of the round, each with its reason: points for
    stuns, dice for the worst of the other boxes and for further actions.
    """
    play = book().play
    if stuns := figures.marked(attempt.character, "stunned"):
        label = "stun" if stuns == 1 else "stuns"
        yield points(label, play.stun * stuns, source=play.sources["stun"])
    if row := worst(attempt.character):
        ruling = book().defense.rulings["worst_only"]
        yield dice(row.name, row.dice, source=row.source, ruling=ruling)
    if further := actions_in_round(attempt, cost) - 1:
        label = counted(further + 1, "action")
        yield dice(label, play.action * further, source=play.sources["action"])


def current_pool(
    attempt: Attempt[Character],
    pool: Figure,
    *more: Figure,
    scopes: tuple[Scope, ...] = ("checks",),
    cost: int = 1,
) -> Figure:
    """A code with its present modifiers, what lasts on these `scopes`, and `more`: doubled first,
    then reduced; without modifiers the code itself.
    """
    base = doubled(pool) if attempt.situation.get("force_point") else pool
    pips_stay = book().play.rulings["pips_stay"]
    terms = (*penalties(attempt, cost), *effect_terms(attempt.turn, *scopes), *more)
    return changed_pool(base, *terms, source=pool.source, pips_stay=pips_stay)


def damage(situation: TurnState, rollable: Rollable) -> Figure:
    """The present damage of a weapon: stuns and wounds do not change it, a Force Point doubles only
    the Strength in it, and what lasts on damage does.
    """
    weapon: Item = rollable.weapon
    own, pool = weapon.damage, rollable.pool
    if situation.get("force_point") and own is not None and own.with_strength:
        strength, *rest = pool.terms
        twice = doubled(strength, ruling="what_doubles")
        pool = total(pool.label, twice, *rest, unit="D", source=pool.source)
    terms = tuple(effect_terms(Turn.of(situation), "damage"))
    return changed_pool(
        pool, *terms, source=pool.source, pips_stay=book().play.rulings["pips_stay"]
    )


ROLLED = CodedSheet(figures.trait, figures.damage)


def play_state(attempt: Attempt[Character]) -> PlayState:
    """Every attribute, skill and weapon with its present pool, the Force Points left, and the
    penalties. The dead have no pools and no round.
    """
    character = attempt.character
    attacks = layout.attack_rows(character)
    checks, damages = ROLLED.checks(character, attacks), ROLLED.damages(character, attacks)
    is_dead = figures.is_dead(character)
    turn: TurnState = {} if is_dead else attempt.situation
    pools = pools_now(
        checks,
        {key: damage(turn, rollable) for key, rollable in damages.items()},
        lambda pool, scopes: current_pool(attempt, pool, scopes=scopes),
        out="dead" if is_dead else "",
        source=book().defense.sources["harm"],
    )
    pools["force_points"] = figures.force_points_left(character)
    controls = () if is_dead else tuple(_controls(attempt))
    return PlayState(pools, tuple(_remarks(attempt)), controls)


def _remarks(attempt: Attempt[Character]) -> Iterator[str]:
    character = attempt.character
    if out := incapacitated(character):
        yield out
    if is_dying(character):
        yield "Dying"
    if attempt.situation.get("force_point"):
        yield "Force Point: all codes doubled this round"
    for less in penalties(attempt):
        if less.value:
            yield f"{less.label}: −{-less.value}D"
        else:
            yield f"{-less.pips} {less.label}: −{-less.pips}"
    yield from effect_remarks(attempt.turn)
    if character.marks.consumed:
        yield "Consumed by evil"


def _controls(attempt: Attempt[Character]) -> Iterator[Field]:
    """The field of a round: the number of actions; each after the first takes a die from all of
    them.
    """
    most = most_actions(attempt)
    declared = max(1, min(most, attempt.situation.get("actions", 1)))
    yield Number("actions", "Actions this round", (str(declared),), lowest=1, highest=most)
