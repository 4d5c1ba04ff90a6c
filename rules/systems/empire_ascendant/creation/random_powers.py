"""Random powers of builds with typed codes: those that are usual first, then any others."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.document import Document
from rules.kit import typed
from rules.systems.empire_ascendant.document.powers import Power


class RandomPowers(msgspec.Struct, frozen=True):
    """The powers of a game by their keys (`rows`), those that are usual, and how many of these are
    picked first.
    """

    rows: Mapping[str, Any]
    likely: Sequence[str]
    first: int

    def filled(
        self,
        rng: Random,
        document: Document,
        force: dict[str, str],
        character: Callable[[Document], Any],
    ) -> Document:
        """The document with these codes of Force skills, skills for powers that lack them, and a
        power for every pick that is open.
        """
        rows = [self._joined(rng, row, tuple(force)) for row in document.build.powers]
        build = replace(document.build, force_skills=force, powers=tuple(rows))
        document = replace(document, build=build)
        taken = {typed.key(row.name) for row in rows}
        for id, many in character(document).picks_left().items():
            rows += self._picks(rng, id, many, taken)
        return replace(document, build=replace(build, powers=tuple(rows)))

    def _joined(self, rng: Random, row: Power, force: Sequence[str]) -> Power:
        if row.skills.strip():
            return row
        known = self.rows.get(typed.key(row.name))
        return replace(row, skills=known.skills if known else rng.choice(force))

    def _picks(self, rng: Random, id: str, many: int, taken: set[str]) -> Iterator[Power]:
        """So many powers of one skill: some of the usual ones, and any others."""
        likely = [name for name in self.likely if self.rows[name].skills == id]
        every = [name for name, row in self.rows.items() if row.skills == id]
        usual = rng.sample(likely, min(self.first, len(likely)))
        names = dict.fromkeys((*usual, *rng.sample(every, len(every))))
        powers = [msgspec.convert(self.rows[name], Power, from_attributes=True) for name in names]
        powers += [Power(name=f"Untaught power {count + 1}", skills=id) for count in range(99)]
        free = [power for power in powers if typed.key(power.name) not in taken]
        for power in free[:many]:
            taken.add(typed.key(power.name))
            yield power
