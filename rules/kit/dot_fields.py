"""Creation fields for traits in dots: groups to rank, and dots for the traits of a group."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from rules.creation import Bound, of_build
from rules.figures import DOTS, Figure
from rules.forms import parsing
from rules.forms.fields import Allot, Field, Option, Place, Ranking, Trait
from rules.forms.parsing import Values
from rules.kit.character import GameCharacter

replace = msgspec.structs.replace
PLACES = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth")


def worth(points: Sequence[int]) -> tuple[Place, ...]:
    """The places of a ranking with their dots: "First, 6 dots"."""
    return tuple(
        Place(name, f"{count} dot{'' if count == 1 else 's'}")
        for name, count in zip(PLACES, points, strict=False)
    )


def place_of(order: Sequence[str], group: str) -> int | None:
    """The place of a group, from 0; None if it has none, or several."""
    places = [place for place, one in enumerate(order) if one == group]
    return places[0] if len(places) == 1 else None


def ranking_field(
    member: str,
    label: str,
    groups: Mapping[str, str],
    points: Sequence[int],
    *,
    hint: str = "",
    note: Callable[[Any, str], str] = lambda _character, _group: "",
) -> Bound:
    """Groups (id and name) to rank, in a member of the build that holds a tuple of ids. `points`
    are the values of the places, and `note(character, group)` is a note on a group.
    """

    def read(build: msgspec.Struct) -> Values:
        order = tuple(getattr(build, member))
        return (*order, *("",) * len(groups))[: len(groups)]

    def write(build: msgspec.Struct, values: Values) -> Any:
        order = parsing.ranked(values, groups, read(build))
        return replace(build, **{member: order if any(order) else ()})

    def show(character: GameCharacter) -> Iterable[Field]:
        order = read(character.build)
        options = tuple(
            Option(id, name, chosen=id in order, note=note(character, id))
            for id, name in groups.items()
        )
        yield Ranking(member, label, order, worth(points), options, hint)

    return of_build(
        member, read, write, empty=lambda build: replace(build, **{member: ()}), show=show
    )


def dots_field(
    id: str,
    label: str,
    member: str,
    traits: Mapping[str, str],
    *,
    total: Callable[[Any], int],
    highest: int,
    free: int = 0,
    hint: str = "",
    result: Callable[[Any, str], Figure | None] = lambda _character, _trait: None,
) -> Bound:
    """Dots for the traits (id and name) of one group, in a member of the build that maps the ids of
    all groups' traits to their dots. Each trait has `free` dots; a trait with no more than these is
    left out of the document. `total(character)` are the dots to assign.
    """

    def read(build: msgspec.Struct) -> Values:
        dots = getattr(build, member)
        return tuple(str(dots.get(trait, free)) for trait in traits)

    def write(build: msgspec.Struct, values: Values) -> Any:
        allotted = parsing.allotted(tuple(traits), values, highest)
        dots_by_trait = {
            trait: dots for trait, dots in getattr(build, member).items() if trait not in allotted
        }
        dots_by_trait |= {trait: dots for trait, dots in allotted.items() if dots != free}
        return replace(build, **{member: dots_by_trait})

    def show(character: GameCharacter) -> Iterable[Field]:
        values = read(character.build)
        shown = tuple(
            Trait(trait, name, int(value), free, highest, result(character, trait))
            for (trait, name), value in zip(traits.items(), values, strict=True)
        )
        sum_ = total(character)
        left = sum_ - sum(trait.value - free for trait in shown)
        yield Allot(id, label, values, shown, sum_, left, DOTS, hint)

    def empty(build: msgspec.Struct) -> Any:
        chosen = getattr(build, member)
        kept = {trait: dots for trait, dots in chosen.items() if trait not in traits}
        return replace(build, **{member: kept})

    return of_build(id, read, write, empty=empty, show=show)
