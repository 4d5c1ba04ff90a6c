"""Current pools: multiplied by points, reduced by harm and further actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from rules.declared import figures, marks
from rules.declared.character import DeclaredCharacter
from rules.declared.document import OUT
from rules.declared.rulebook import Level, Point
from rules.declared.ruleset import Ruleset
from rules.declared.sheet import attack_rows
from rules.figures import Figure, constant, dice, points, times, total
from rules.forms.fields import Field, Number
from rules.kit.coded.play import CodedSheet, changed_pool, pools_now
from rules.kit.play import turns
from rules.kit.play.procedures import Rollable
from rules.kit.play.turns import (
    actions_counted,
    effect_remarks,
    effect_terms,
    less_dice,
    less_remark,
)
from rules.phrases import capitalized, counted
from rules.play import Attempt, MarkChange, PlayState, TurnState
from rules.turn import Scope, Turn

Play = Attempt[DeclaredCharacter]
# This many actions can always be declared; more if a code has more dice.
ACTIONS = 8
DEAD = "{}: no more rolls."
OUT_COLD = "{}: can't act until woken or the fight ends."


def incapacitated(character: DeclaredCharacter) -> str:
    """Why the character cannot act at all, "" if they can."""
    if dead := if_alive(character, {}):
        return dead
    out = capitalized(figures.words(character).out)
    return OUT_COLD.format(out) if getattr(character.marks, OUT, 0) else ""


def unable(character: DeclaredCharacter, _situation: TurnState) -> str:
    """Why the character cannot act now, "" if they can."""
    return incapacitated(character)


def if_alive(character: DeclaredCharacter, _situation: TurnState) -> str:
    """Why the dead cannot do it, "" for the living."""
    dead = capitalized(figures.words(character).dead)
    return DEAD.format(dead) if figures.is_dead(character) else ""


def no_point(character: DeclaredCharacter, situation: TurnState) -> str:
    """Why no point can be spent now, "" if one can."""
    point = character.rules.book.point
    if point and situation.get(point.turn):
        if point.explodes:
            return f"A {point.one} is already working in this scene."
        again = character.rules.book.play.rulings["one_point"]
        return f"You already spent one this round. {again}".strip()
    if point and figures.points_left(character).value < 1:
        back = "Your GM awards them." if not point.back else point.back
        return f"You have no {point.name} left. {back}"
    return ""


def multiplied(character: DeclaredCharacter, situation: TurnState) -> Point | None:
    """The point that multiplies all codes of this round, None for none."""
    point = character.rules.book.point
    return point if point and point.times and situation.get(point.turn) else None


def spent_point(character: DeclaredCharacter, point: Point) -> MarkChange:
    """One more point spent."""
    return MarkChange(point.mark, 1, most=character.force_points)


def is_dying(character: DeclaredCharacter) -> bool:
    """True if the last box has a mark and is not full."""
    last = figures.last_level(character)
    return bool(figures.marked(character, last)) and not figures.is_dead(character)


def worst(character: DeclaredCharacter) -> Level | None:
    """The worst box with a mark that takes dice, None for none."""
    rows = [row for row in marks.levels(character) if row.dice]
    return next((row for row in reversed(rows) if figures.marked(character, row.id)), None)


def most_actions(attempt: Play) -> int:
    """The most actions that can be declared: as many as the best code has dice, but at least
    `ACTIONS`.
    """
    character = attempt.character
    codes = [character.code(trait)[0] for trait in (*character.bases, *character.skills)]
    point = multiplied(character, attempt.situation)
    return max(ACTIONS, max(codes) * (point.times if point else 1))


def actions_in_round(attempt: Play, cost: int = 1) -> int:
    """The actions of this round with one that takes `cost` of them: those declared, or done."""
    counted = actions_counted(attempt.situation, cost)
    return counted if counted <= ACTIONS else min(counted, most_actions(attempt))


def too_many_actions(attempt: Play, cost: int = 1) -> str:
    """Why no more actions can be taken in this round, "" if they can."""
    return turns.too_many_actions(attempt.situation, most_actions(attempt), cost, "round")


def less(attempt: Play, cost: int = 1) -> str:
    """The dice that further actions take from a roll which takes `cost` of the round: "−1D"."""
    return less_dice(actions_in_round(attempt, cost) - 1, attempt.character.rules.book.play.action)


def doubled(character: DeclaredCharacter, pool: Figure, point: Point, ruling: str) -> Figure:
    """A code multiplied by a point, dice and pips."""
    factor = constant("", point.times, source=point.source)
    row = character.rules.book.play.rulings[ruling]
    return times(pool.label, factor, pool, unit="D", source=point.source, ruling=row)


def penalties(attempt: Play, cost: int = 1) -> Iterator[Figure]:
    """The penalties on an action that takes `cost` of the round, each with its reason: points for
    each mark of mild boxes, dice for the worst of the others and for further actions.
    """
    character, book = attempt.character, attempt.character.rules.book
    for level in marks.levels(character):
        if level.points and (many := figures.marked(character, level.id)):
            label = marks.counted(level, many).partition(" ")[2]
            yield points(label, level.points * many, source=level.source)
    if row := worst(character):
        yield dice(row.name, row.dice, source=row.source, ruling=book.defense.rulings["worst_only"])
    yield from further(attempt, cost)


def further(attempt: Play, cost: int = 1) -> Iterator[Figure]:
    """The dice that further actions of the round take."""
    play = attempt.character.rules.book.play
    if many := actions_in_round(attempt, cost) - 1:
        label = counted(many + 1, "action")
        yield dice(label, play.action * many, source=play.sources["action"])


def current_pool(
    attempt: Play,
    pool: Figure,
    *more: Figure,
    scopes: tuple[Scope, ...] = ("checks",),
    cost: int = 1,
) -> Figure:
    """A code with its present modifiers, what lasts on these `scopes`, and `more`: multiplied
    first, then reduced; without modifiers the code itself.
    """
    point = multiplied(attempt.character, attempt.situation)
    base = doubled(attempt.character, pool, point, "doubled") if point else pool
    pips_stay = attempt.character.rules.book.play.rulings["pips_stay"]
    terms = (*penalties(attempt, cost), *effect_terms(attempt.turn, *scopes), *more)
    return changed_pool(base, *terms, source=pool.source, pips_stay=pips_stay)


def damage(character: DeclaredCharacter, situation: TurnState, rollable: Rollable) -> Figure:
    """The present damage of a weapon: harm does not change it, a point multiplies only the Strength
    in it, and what lasts on damage does.
    """
    own, pool = rollable.weapon.damage, rollable.pool
    point = multiplied(character, situation)
    if point and own is not None and own.with_strength:
        strength, *rest = pool.terms
        twice = doubled(character, strength, point, "what_doubles")
        pool = total(pool.label, twice, *rest, unit="D", source=pool.source)
    terms = tuple(effect_terms(Turn.of(situation), "damage"))
    pips_stay = character.rules.book.play.rulings["pips_stay"]
    return changed_pool(pool, *terms, source=pool.source, pips_stay=pips_stay)


def rolled(rules: Ruleset) -> CodedSheet:
    """The rolls of the sheet."""
    powers, codes = rules.book.powers, rules.codes
    parts = {powers.part: powers.skills} if powers else {}
    return CodedSheet(codes.trait, codes.damage, parts, rules.extras.weapons.is_thrown)


def play_state(attempt: Play) -> PlayState:
    """Every attribute, skill and weapon with its present pool, the points left, and the penalties.
    The dead have no pools and no round.
    """
    character = attempt.character
    is_dead = figures.is_dead(character)
    turn: TurnState = {} if is_dead else attempt.situation
    return state_of(
        attempt,
        lambda pool, scopes: current_pool(attempt, pool, scopes=scopes),
        lambda rollable: damage(character, turn, rollable),
        out=figures.words(character).dead if is_dead else "",
        remarks=_remarks(attempt),
    )


def state_of(
    attempt: Play,
    now: Callable[[Figure, tuple[Scope, ...]], Figure],
    harm: Callable[[Rollable], Figure],
    *,
    out: str,
    remarks: Iterable[str],
    controls: tuple[Field, ...] = (),
) -> PlayState:
    """Every code as it is rolled `now`, the `harm` that weapons do, the points left, and the fields
    of the round with further `controls`. Whoever is `out` (so named: "dead") has no dice and no
    round.
    """
    character, book = attempt.character, attempt.character.rules.book
    sheet, attacks = rolled(character.rules), attack_rows(character)
    checks, damages = sheet.checks(character, attacks), sheet.damages(character, attacks)
    if book.powers:
        part, ids = book.powers.part, character.power_skills
        checks |= {f"{part}.{id}": figures.trait(character, id) for id in ids}
    spared = {key: harm(rollable) for key, rollable in damages.items()}
    source = book.defense.sources["harm"]
    pools = pools_now(checks, spared, now, out=out, source=source)
    if point := book.point:
        pools[point.id] = figures.points_left(character)
    fields = () if out else (*_controls(attempt), *controls)
    return PlayState(pools, tuple(remarks), fields)


def _remarks(attempt: Play) -> Iterator[str]:
    character = attempt.character
    if out := incapacitated(character):
        yield out
    if is_dying(character):
        yield capitalized(figures.words(character).dying)
    if point := multiplied(character, attempt.situation):
        yield f"{point.one}: all codes {_times(point.times)} this round"
    point = character.rules.book.point
    if point and point.explodes and attempt.situation.get(point.turn):
        yield f"{capitalized(point.one)}: sixes explode for the rest of the scene"
    for less in penalties(attempt):
        if less.value:
            yield less_remark(less)
        else:
            yield f"{-less.pips} {less.label}: −{-less.pips}"
    yield from effect_remarks(attempt.turn)
    yield from character.rules.extras.remarks(character)


def _times(factor: int) -> str:
    return {2: "doubled", 3: "tripled"}.get(factor, f"× {factor}")


def _controls(attempt: Play) -> Iterator[Field]:
    """The field of a round: the number of actions; each after the first takes a die from all of
    them.
    """
    most = most_actions(attempt)
    declared = max(1, min(most, attempt.situation.get("actions", 1)))
    yield Number("actions", "Actions this round", (str(declared),), lowest=1, highest=most)
