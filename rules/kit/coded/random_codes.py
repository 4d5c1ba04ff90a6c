"""Random codes: attributes that share a sum, and skills that share another.

Probabilities and sums are each game's own.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random

import msgspec

from rules.dice import codes
from rules.kit import typed
from rules.kit.typed.document import Skill
from rules.problems import InvalidDocument


class Bounds(msgspec.Struct, frozen=True):
    """The bounds of random codes: an attribute has `least` to `most` pips, usually `usual`; from
    `fewest_skills` to `most_skills` share their sum, each at most `skill_most` above its attribute.
    `whole_dice` is the probability of adding a whole die.
    """

    least: int
    usual: int
    most: int
    fewest_skills: int
    most_skills: int
    skill_most: int
    whole_dice: float


def readable(text: str) -> int | None:
    """A code in pips, None if it cannot be read."""
    try:
        return codes.in_pips(*codes.read(text))
    except InvalidDocument:
        return None


def written(pips: int) -> str:
    """Pips as a code, at most the highest that can be read."""
    return codes.written(*codes.of_pips(min(pips, codes.in_pips(codes.MOST_DICE, 0))))


def attributes(
    rng: Random,
    typed: Mapping[str, str],
    ids: Sequence[str],
    *,
    whole: int,
    bounds: Bounds,
    likely: Iterable[str],
    strict: bool,
    floor: int = 0,
    endless: bool = True,
) -> dict[str, str]:
    """Codes for those of `ids` without one in `typed`: the rest of the sum (`whole`), first for
    those below the usual and for `likely` ones. With `strict` exactly the sum is assigned, down to
    `floor` pips each, and beyond the bounds if necessary and `endless`.
    """
    empty = [id for id in ids if not typed.get(id, "").strip()]
    pips = {id: readable(typed[id]) or 0 for id in ids if id not in empty}
    pips |= dict.fromkeys(empty, bounds.least)
    while strict and sum(pips.values()) > whole and any(pips[id] > floor for id in empty):
        pips[max(empty, key=lambda id: pips[id])] -= 1
    favored = set(likely)
    room = [id for id in empty if pips[id] < bounds.most]
    while sum(pips.values()) < whole and (room or (strict and endless and empty)):
        open_ = room or empty
        weights = [
            (4 if pips[id] < bounds.usual else 1) * (3 if id in favored else 1) for id in open_
        ]
        pips[rng.choices(open_, weights)[0]] += 1
        room = [id for id in empty if pips[id] < bounds.most]
    return {id: written(pips[id]) for id in empty}


def base_of(typed: Mapping[str, str], ids: Iterable[str], bounds: Bounds) -> dict[str, int]:
    """Each attribute in pips, the usual for a code that cannot be read."""
    read = {id: readable(typed.get(id, "")) for id in ids}
    return {id: bounds.usual if pips is None else pips for id, pips in read.items()}


def left_of(whole: int, skills: Iterable[Skill], base: Mapping[str, int]) -> int:
    """The pips of the skills' sum that readable codes leave."""
    for skill in skills:
        pips = readable(skill.code)
        if pips is not None:
            whole -= max(0, pips - base.get(skill.attribute, 0))
    return whole


def other_skills(
    rng: Random,
    skills: Sequence[Skill],
    left: int,
    *,
    likely: Iterable[str],
    every: Iterable[str],
    bounds: Bounds,
    key: Callable[[str], str] = typed.key,
) -> list[str]:
    """The names of more skills, enough to share what is left: first `likely` ones, then any. Names
    with the same `key` are the same skill.
    """
    open_ = sum(1 for skill in skills if not skill.code)
    count = rng.randint(bounds.fewest_skills, bounds.most_skills) - len(skills)
    count = min(max(count, -(-left // bounds.skill_most) - open_), left - open_)
    first, rest = list(likely), list(every)
    taken = {key(skill.name) for skill in skills}
    names = dict.fromkeys((*rng.sample(first, len(first)), *rng.sample(rest, len(rest))))
    return [name for name in names if key(name) not in taken][: max(0, count)]


def skill_codes(
    rng: Random, skills: Sequence[Skill], left: int, base: Mapping[str, int], bounds: Bounds
) -> list[Skill]:
    """The skills with codes for those without: what is left is shared among them, mostly in whole
    dice.
    """
    more = {at: 0 for at, skill in enumerate(skills) if not skill.code.strip()}
    for at in more:
        if left > 0:
            more[at], left = 1, left - 1
    while left > 0 and (room := [at for at, pips in more.items() if pips < bounds.skill_most]):
        at = rng.choice(room)
        whole = codes.PIPS_IN_A_DIE - more[at] % codes.PIPS_IN_A_DIE
        step = min(left, whole if rng.random() < bounds.whole_dice else 1)
        more[at], left = more[at] + step, left - step
    coded = list(skills)
    for at, added in more.items():
        code = written(base.get(coded[at].attribute, bounds.usual) + added)
        coded[at] = msgspec.structs.replace(coded[at], code=code)
    return coded
