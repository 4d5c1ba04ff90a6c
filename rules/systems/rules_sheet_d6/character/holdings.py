"""What is carried, name by name: what the build gave of each, and what came or went since; and what
of that stays when another build is put under it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from rules.systems.rules_sheet_d6.character.validation import Item


class Holding:
    """Something carried as it is now: what the build gave of it, and what came or went since."""

    __slots__ = ("added", "given", "item")

    def __init__(self, item: Item, *, given: int = 0, added: int = 0) -> None:
        self.item = item
        self.given = given
        self.added = added

    def copied(self) -> Holding:
        """Another like it."""
        return Holding(self.item, given=self.given, added=self.added)

    @property
    def quantity(self) -> int:
        """How many there are; never less than none, whatever a rebuild took away."""
        return max(0, self.given + self.added)


Holdings = dict[str, Holding]


def of_build(items: Iterable[Item]) -> Holdings:
    """What a build gives."""
    return {item.key: Holding(item, given=item.quantity) for item in items}


def is_same(one: Item, other: Item) -> bool:
    """Whether two things of one name are the same: of one kind, and used in the same way."""
    return (one.what, one.skill, one.damage, one.defense) == (
        other.what,
        other.skill,
        other.damage,
        other.defense,
    )


def rebuilt(before: Mapping[str, Holding], items: Iterable[Item]) -> tuple[Holdings, list[Item]]:
    """What is carried with another build under what came since, and what that build leaves out of
    what was used or lost since.

    What it keeps is the same thing of the same name. What has the name of another thing that came
    since takes it, and that goes by another.
    """
    new = {item.key: item for item in items}
    found: Holdings = {}
    others: list[Holding] = []
    for key, held in before.items():
        item = new.get(key)
        if item is None:
            found[key] = Holding(held.item, added=held.added)
        elif is_same(held.item, item):
            found[key] = Holding(item, given=item.quantity, added=held.added)
        else:
            found[key] = Holding(item, given=item.quantity)
            others.append(Holding(held.item, added=held.added))
    found |= {key: Holding(one, given=one.quantity) for key, one in new.items() if key not in found}
    kept = {key: held for key, held in found.items() if held.given or held.added}
    for held in others:
        if held.added:
            item = _free(held.item, kept)
            kept[item.key] = Holding(item, added=held.added)
    return kept, [held.item for held in kept.values() if held.given + held.added < 0]


def _free(item: Item, holdings: Mapping[str, Holding]) -> Item:
    """The thing under a name that nothing else has: "Club 2"."""
    count = 2
    while f"{item.key}-{count}" in holdings:
        count += 1
    return msgspec.structs.replace(item, key=f"{item.key}-{count}", name=f"{item.name} {count}")
