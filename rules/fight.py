"""A fight between combatants: what each game says of its order, its ranges and its targets.

An attack, its damage and the harm that comes of it are actions like any others (`rules.play`). A
game adds here who acts first, how far apart combatants can stand, and how a target fills in the
roll forms of whoever attacks it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic

import msgspec

from rules.figures import COUNTED
from rules.forms.parsing import FormValues
from rules.play import Attempt, C_co, C_contra, Outcome, PlayState
from rules.sheet.sections import Attack
from rules.turn import Turn

# The units of pools that are rolled, as `PlayState.pools` has them.
DICE_UNITS = ("D", COUNTED)
UNHURT = "Unhurt"
# The fields of the actions that fill a place, and end what fills one.
PLACE, EFFECT = "place", "effect"
RANGES_RULING = (
    "Our ruling: everyone stands on one strip of range bands, and how far two are apart is the"
    " number of bands between them."
)


class Band(msgspec.Struct, frozen=True, gc=False):
    """A range band: two combatants stand this far apart."""

    id: str
    name: str


class Circumstance(msgspec.Struct, frozen=True, gc=False):
    """A condition that a combatant can be in while others attack it: "cover", Cover, "+5 to
    Dodge".
    """

    id: str
    name: str
    does: str = ""


class Target(msgspec.Struct, Generic[C_co], frozen=True, gc=False):
    """A target of an attack: its character and turn, how many bands away it stands, what it is in,
    by ids, and what fills each place `between`, from the attacker on; `by` is who attacks, by a
    word of the site's, "" where that is not known.
    """

    attempt: Attempt[C_co]
    distance: int
    circumstances: tuple[str, ...] = ()
    between: tuple[tuple[str, ...], ...] = ()
    by: str = ""


# What fills places of the strip: the circumstances of everybody there, by the number of the place.
Fillings = Mapping[int, tuple[str, ...]]


class Defense(msgspec.Struct, frozen=True, gc=False):
    """A roll of the target against an attack: the action, and the values of its form that follow
    from the attack; where there are several, the name to choose it by. Without an action nothing is
    rolled, and the attack hits.
    """

    action: str
    values: dict[str, tuple[str, ...]]
    name: str = ""


def nothing_known(_attempt: object, _action: str, _targets: object) -> FormValues:
    """No field of the roll form follows from the targets."""
    return {}


def no_defense(_attempt: object, _action: str, _target: object, _attack: Outcome) -> tuple[()]:
    """A number stands for the defense."""
    return ()


def damage_total(_attempt: object, _action: str, damage: Outcome) -> FormValues:
    """The damage is the total that was rolled."""
    return {"damage": (str(damage.total),)}


class FightRules(msgspec.Struct, Generic[C_contra], frozen=True, gc=False):
    """A game's rules of a fight.

    `initiative` is the action that everybody rolls for the order, "" in a game without one;
    `lowest_first` says that low numbers go first. With `edged` the `edge` of the roll decides
    between equal numbers; otherwise players go first, then whoever rolled more dice. `turn` is the
    action at the start of each turn, `turn_end` the one at its end, "" in a game without, `end` the
    one when the fight is over; `harm` is the action of whoever is hit. `move` crosses a band and
    `hold` keeps an action for later, "" in games without such actions. `fill` fills a place of the
    strip, named by its band in the field PLACE, and `clear` ends the effect named in the field
    EFFECT; "" in games where nothing does. `bands` are ordered from the
    nearest; `free_bands` of them can be crossed in a turn without an action, and each further one
    is one. `group` is the mark of a group of opponents that counts those left, "" in a game without
    groups. `order` and `distance` say in a sentence how the game orders turns, and what distance
    does. With `together` everybody does `turn` as a round begins, and nobody at their own turn.

    `ruling` says what of the ranges is ours. `effect(attempt, action)` is the action of whoever is
    hit by an attack that rolls no damage, such as a stun; "" where it is `harm`.

    `fields` are those of the attack's form that the targets decide, whatever their values; `seen`
    are those of them that nobody hides, such as how large a target is.
    `aim(attempt, action, targets)` returns the values of the attack's form, and `aim_damage` those
    of the damage's; `harmed(attempt, action, damage)` returns the values of `harm`, of which
    `damage` is the amount. `defend(attempt, action, target, attack)` are the rolls with which a
    player can answer an attack that was rolled so, the usual one first, none where a number stands
    for it; a total that is matched misses. With `opponents_defend` the game master rolls for
    opponents; otherwise a number stands for them. `left` is the field of the damage's form that
    holds what a defense left of the attack, "" where that is no matter of damage.
    `by` is the field of `harm` and of `effect` for who attacks, "" in a game that does not ask.
    `attacks(attempt)` are attacks beside the weapons of the sheet, each rolled as "<key>.attack".
    `affected(attempt, action, attack)` are the values of the form of `effect`.
    `reach(attempt, action)` is the most bands that an attack goes, None for
    no limit; `most(attempt, action)` the most targets of one roll. `out(attempt)` says whether a
    combatant can do nothing more; None where that follows from its rolls. `unseen(circumstances,
    targets)` says why an attacker in these circumstances does not see a target, "" if it sees all.
    `rolls_as(attempt)` is the same word for all of one side who roll initiative as one, "" for
    those who roll alone; None in a game where everybody does.
    `says(attempt, action, targets)` are sentences to read before the roll: what the difference in
    scale does. `apart` are the keys of leading figures of the sheet that no attack meets: the order
    leaves them out.
    """

    bands: tuple[Band, ...]
    circumstances: tuple[Circumstance, ...] = ()
    initiative: str = "initiative"
    lowest_first: bool = False
    edged: bool = False
    together: bool = False
    opponents_defend: bool = False
    left: str = ""
    by: str = ""
    turn: str = "round"
    turn_end: str = ""
    end: str = "scene"
    harm: str = "harm"
    move: str = ""
    hold: str = ""
    fill: str = ""
    clear: str = "effect-end"
    free_bands: int = 1
    group: str = ""
    fields: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()
    order: str = ""
    distance: str = ""
    ruling: str = RANGES_RULING
    aim: Callable[[Attempt[C_contra], str, Sequence[Target[C_contra]]], FormValues] = nothing_known
    aim_damage: Callable[[Attempt[C_contra], str, Sequence[Target[C_contra]]], FormValues] = (
        nothing_known
    )
    harmed: Callable[[Attempt[C_contra], str, Outcome], FormValues] = damage_total
    effect: Callable[[Attempt[C_contra], str], str] = lambda _attempt, _action: ""
    affected: Callable[[Attempt[C_contra], str, Outcome], FormValues] = nothing_known
    attacks: Callable[[Attempt[C_contra]], tuple[Attack, ...]] = lambda _attempt: ()
    defend: Callable[[Attempt[C_contra], str, Target[C_contra], Outcome], tuple[Defense, ...]] = (
        no_defense
    )
    reach: Callable[[Attempt[C_contra], str], int | None] = lambda _attempt, _action: None
    most: Callable[[Attempt[C_contra], str], int] = lambda _attempt, _action: 1
    out: Callable[[Attempt[C_contra]], bool] | None = None
    rolls_as: Callable[[Attempt[C_contra]], str] | None = None
    apart: tuple[str, ...] = ()
    unseen: Callable[[Sequence[str], Sequence[Target[C_contra]]], str] = (
        lambda _circumstances, _targets: ""
    )
    says: Callable[[Attempt[C_contra], str, Sequence[Target[C_contra]]], tuple[str, ...]] = (
        lambda _attempt, _action, _targets: ()
    )


def fillings(turns: Iterable[Turn]) -> Fillings:
    """The circumstances that the effects in these turns fill places of the strip with."""
    found: dict[int, tuple[str, ...]] = {}
    for effect in (effect for turn in turns for effect in turn.effects):
        if effect.fills and effect.counts:
            others = found.get(effect.place, ())
            found[effect.place] = tuple(dict.fromkeys((*others, effect.fills)))
    return found


def inside(place: int, circumstances: Iterable[str], known: Fillings) -> tuple[str, ...]:
    """The circumstances of one who stands at a place: their own, and what fills it."""
    return tuple(dict.fromkeys((*circumstances, *known.get(place, ()))))


def target(
    attempt: Attempt[C_contra],
    *,
    at: int,
    seen_from: int,
    circumstances: Iterable[str],
    known: Fillings,
    by: str = "",
) -> Target[C_contra]:
    """A target that stands at a place, seen from another one, with what fills the places."""
    step = 1 if at > seen_from else -1
    between = range(seen_from + step, at, step) if at != seen_from else ()
    return Target(
        attempt,
        abs(at - seen_from),
        inside(at, circumstances, known),
        tuple(known.get(place, ()) for place in between),
        by,
    )


def hits(outcome: Outcome, count: int) -> tuple[bool | None, ...]:
    """The hits and misses of an attack on its `count` targets, in their order; None for unknown,
    where it was rolled without a number.
    """
    if outcome.each:
        reached = tuple(outcome.total >= one.target for one in outcome.each)
        return (*reached, *(None,) * count)[:count]
    return (outcome.success,) * count


def members_left(rules: FightRules | None, marks: object) -> int | None:
    """The number left of a group; None for a single one."""
    value = getattr(marks, rules.group, None) if rules and rules.group else None
    return value if isinstance(value, int) else None


def condition(state: PlayState) -> str:
    """A combatant's condition in a word or two that everybody may see: "Unhurt", "2 wounds".
    `state` is that of an empty turn.
    """
    return state.remarks[0].partition(":")[0] if state.remarks else UNHURT


def first_roll(state: PlayState) -> str:
    """A roll that everybody has who can act at all, by its key: the first that has dice; "" for
    none.
    """
    pools = state.pools.items()
    return next((key for key, pool in pools if pool.unit in DICE_UNITS and pool.weight > 0), "")
