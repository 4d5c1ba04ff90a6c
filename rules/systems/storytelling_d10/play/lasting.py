"""Force abilities that last: what begins with one, which rolls it counts for, and when it ends.

An ability "until your first action" ends with the first action or defense of the next round. On
somebody else it lasts for the actions of one round, and for a scene where that is printed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from rules.dice.codes import dice_text
from rules.figures import Figure, bonus
from rules.kit.play.turns import over
from rules.play import Outcome
from rules.systems.storytelling_d10.rulebook.book import ForceAbility, rulebook
from rules.systems.storytelling_d10.rulebook.power_rows import Lasting
from rules.turn import ROUNDS as IN_ROUNDS
from rules.turn import Effect, Scope, Turn, lasting

# Whose effect it is, as the first part of its id: one's own until the next action, one's own for so
# many rounds, somebody else's, and until the scene ends.
OWN, ROUNDS, THEIRS, SCENE = "own", "rounds", "theirs", "scene"
# The beginning of the number that says that an ability was used in this scene.
USED = "used."
BEGINS, LAST = 2, 1
SCOPES: Mapping[str, Scope] = {"damage": "damage", "attack": "attacks"}
# The words of the rolls that an effect of the game master's counts for.
WORDS: Mapping[Scope, tuple[str, ...]] = {
    "checks": ("action", "defense", "resist", "willpower", "initiative"),
    "attacks": ("attack",),
    "damage": ("damage",),
}
YOUR_GM = "Your Storyteller"
# The words of what is rolled against somebody: any action, a Force ability, damage; and of damage
# that they take, before it is soaked.
TARGETED, FORCED, DEALT, TAKEN = "targeted", "targeted-force", "dealt", "taken"


def begun(
    row: ForceAbility,
    count: int,
    *,
    destiny: bool,
    own: bool,
    harmed: bool = False,
    by: str = "",
) -> tuple[Effect, ...]:
    """The effects that begin with so many successes of an ability, one's own or another's; `harmed`
    where its damage left a level, and `by` whom, "" where that is not known.
    """
    more = row.with_destiny.dice if destiny else 0
    is_longer = destiny and row.with_destiny.rounds
    whose = THEIRS
    if "scene" in row.tags or row.for_scene or (destiny and row.with_destiny.scene):
        whose = SCENE
    elif own:
        whose = ROUNDS if is_longer else OWN
    turns = {SCENE: None, ROUNDS: count}.get(whose, BEGINS)
    effects = []
    for place, one in enumerate(row.lasts):
        if not one.begins(count, destiny=destiny, harmed=harmed):
            continue
        own_dice = one.dice_of(count, destiny=destiny)
        effect = Effect(
            f"{whose}.{row.id}.{place}",
            row.name,
            own_dice + more if own_dice else 0,
            SCOPES.get(one.on[0] if one.on else "", "checks"),
            turns,
            uses=one.uses or None,
            source=row.source,
            by=by,
        )
        effects.append(effect)
    return tuple(effects)


def works_on_user(row: ForceAbility, *, destiny: bool) -> bool:
    """True if the effects of an ability begin with its user; those on others begin with them."""
    return not row.is_attack and (row.is_own or (destiny and row.with_destiny.own))


def with_effects(turn: Turn, outcome: Outcome, effects: tuple[Effect, ...]) -> Outcome:
    """The outcome with these effects, in place of the same ones."""
    if not effects:
        return outcome
    ids = {one.id for one in effects}
    kept = tuple(one for one in turn.standing(outcome) if one.id not in ids)
    return replace(outcome, effects=(*kept, *effects))


def _row(effect: Effect) -> Lasting | None:
    """The row of an effect, None for one that is no Force ability's."""
    parts = effect.id.split(".")
    if not effect.source or len(parts) != 3 or not parts[2].isdecimal():
        return None
    row = rulebook().force.force_abilities.get(parts[1])
    place = int(parts[2])
    return row.lasts[place] if row and place < len(row.lasts) else None


def _counts(effect: Effect, words: tuple[str, ...]) -> bool:
    """True if an effect counts for a roll of these words."""
    row = _row(effect)
    return any(word in (row.on if row else WORDS[effect.on]) for word in words)


def _helps(effect: Effect, by: str) -> bool:
    """False for what helps whoever brought it alone, if that is somebody else."""
    row = _row(effect)
    return not (row and row.mine and by and effect.by and effect.by != by)


def for_whom(turn: Turn, by: str) -> Turn:
    """The account as it counts for what somebody does to its owner; "" for nobody known."""
    return Turn(turn.numbers, turn.taken, tuple(one for one in turn.effects if _helps(one, by)))


def _is_over(effect: Effect) -> bool:
    """True for one's own that ends with the next action."""
    return effect.id.startswith(f"{OWN}.") and effect.turns == LAST and _row(effect) is not None


def terms(turn: Turn, *words: str, acts: bool = True) -> Iterator[Figure]:
    """The dice that effects add to a roll of these words; `acts` where it is an action or a
    defense, with which some of them end.
    """
    for effect in turn.active(*WORDS):
        if effect.dice and _counts(effect, words) and not (acts and _is_over(effect)):
            yield bonus(effect.name, effect.dice, source=effect.source or YOUR_GM)


def _rows(turn: Turn, words: tuple[str, ...], *, acts: bool) -> Iterator[tuple[str, Lasting]]:
    """The rows of the effects that count for a roll of these words, each with its name."""
    for effect in turn.active(*WORDS):
        row = _row(effect)
        if row and any(word in row.on for word in words) and not (acts and _is_over(effect)):
            yield effect.name, row


def harder(turn: Turn, *words: str, acts: bool = True) -> Iterator[Figure]:
    """The numbers that effects add to the difficulty of a roll of these words."""
    for name, row in _rows(turn, words, acts=acts):
        if row.difficulty:
            yield bonus(name, row.difficulty)


def barred(turn: Turn, *words: str) -> str:
    """Why effects bar a roll of these words, "" if none does: "Memory walk: no attacks."."""
    return next(
        (f"{name}: {row.says}." for name, row in _rows(turn, words, acts=True) if row.bars), ""
    )


def multiplied(turn: Turn, damage: int) -> tuple[int, tuple[str, ...]]:
    """The damage that somebody takes after effects that multiply it, to the nearest, and what they
    say.
    """
    lines = []
    for name, row in _rows(turn, (TAKEN,), acts=False):
        if row.percent:
            damage = (damage * row.percent + 50) // 100
            lines.append(f"{row.told(name, '')}, {damage}")
    return damage, tuple(lines)


def dice_against(turn: Turn, *words: str) -> int:
    """The dice that the effects of somebody add to what others roll against them."""
    return sum(figure.value for figure in terms(turn, *words, acts=False))


def difficulty_against(turn: Turn, *words: str) -> int:
    """The difficulty that the effects of somebody add to what others roll against them."""
    return sum(figure.value for figure in harder(turn, *words, acts=False))


def remarks(turn: Turn) -> Iterator[str]:
    """Each effect in a line: "Fear: −2 dice", "Blinded: −2 dice to attacks, 2 turns"."""
    for effect in turn.effects:
        row = _row(effect)
        changes = dice_text(effect.dice) if effect.dice else ""
        yield row.told(effect.name, changes) if row else effect.told(dice_text)


def acted(turn: Turn, outcome: Outcome, *words: str, acts: bool = True, by: str = "") -> Outcome:
    """The outcome of a roll of these words, with what ends with it; `acts` where it is an action or
    a defense, and `by` who does it to the owner of the turn.
    """
    standing = turn.standing(outcome)
    before = {(one.id, one.entry): one for one in turn.effects}
    after = lasting(
        _acted(one, words, acts=acts)
        if before.get((one.id, one.entry)) == one and _helps(one, by)
        else one
        for one in standing
    )
    return outcome if after == standing else over(outcome, standing, after)


def _acted(effect: Effect, words: tuple[str, ...], *, acts: bool) -> Effect | None:
    if effect.uses and effect.counts and _counts(effect, words):
        return effect.used()
    if acts and effect.id.startswith(f"{THEIRS}.") and effect.turns == BEGINS and "action" in words:
        return effect.ended()
    return None if acts and _is_over(effect) else effect


def first_round(turn: Turn, outcome: Outcome) -> Outcome:
    """The outcome of a first round: an ability that was used before it is in its next round."""
    if turn.get(IN_ROUNDS):
        return outcome
    standing = turn.standing(outcome)
    after = lasting(one if _row(one) is None else one.ended() for one in standing)
    return outcome if after == standing else over(outcome, standing, after)


def used_again(turn: Turn) -> dict[str, int]:
    """The numbers of the turn with which everything can be used again: a scene has ended."""
    return {name: 0 for name in turn if name.startswith(USED)}


def refusal(row: ForceAbility, turn: Mapping[str, object]) -> str:
    """Why an ability that works once a scene cannot be used again."""
    return f"{row.name} works once in a scene." if turn.get(f"{USED}{row.id}") else ""


def use(row: ForceAbility) -> dict[str, int]:
    """The number of the turn that says that it was used."""
    return {f"{USED}{row.id}": 1} if "scene" in row.tags or row.once else {}
