"""Random powers of builds with typed codes: those that are usual first, then any others."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.declared.powers.document import Power, PowerRules
from rules.document import Document
from rules.kit import typed

# The probability of a second skill, the code of a first die, and so many of the usual powers.
SECOND, FIRST_DIE, USUAL = 0.3, "1D", 2


def is_open(document: Document, rules: PowerRules, skills: Sequence[str]) -> bool:
    """True if chance gives powers: to those whose archetype has `skills` of them, or who have some
    of it already.
    """
    build = document.build
    return bool(skills or getattr(build, rules.member) or build.powers)


class RandomPowers(msgspec.Struct, frozen=True):
    """The powers of a game by their keys (`rows`); the skills of an archetype, and the powers that
    it usually has.
    """

    rules: PowerRules
    rows: Mapping[str, Any]
    skills: Sequence[str] = ()
    likely: Sequence[str] = ()

    def filled(
        self,
        rng: Random,
        document: Document,
        character: Callable[[Document], Any],
    ) -> Document:
        """The document with a first die where there is none, skills for powers that lack them, and
        a power for every pick that is open.
        """
        codes = dict(getattr(document.build, self.rules.member))
        if not any(code.strip() for code in codes.values()):
            codes |= dict.fromkeys(self._first(rng), FIRST_DIE)
        rows = [self._joined(rng, row, tuple(codes)) for row in document.build.powers]
        members = {self.rules.member: codes, "powers": tuple(rows)}
        build = replace(document.build, **members)
        document = replace(document, build=build)
        taken = {typed.key(row.name) for row in rows}
        for id, many in character(document).picks_left().items():
            rows += self._picks(rng, id, many, taken)
        return replace(document, build=replace(build, powers=tuple(rows)))

    def _first(self, rng: Random) -> Sequence[str]:
        """The skills of the archetype, or one of all, sometimes two."""
        if self.skills:
            return self.skills
        every = tuple(self.rules.names)
        return rng.sample(every, min(len(every), 2 if rng.random() < SECOND else 1))

    def _joined(self, rng: Random, row: Power, codes: Sequence[str]) -> Power:
        if row.skills.strip():
            return row
        known = self.rows.get(typed.key(row.name))
        return replace(row, skills=known.skills if known else rng.choice(codes))

    def _picks(self, rng: Random, id: str, many: int, taken: set[str]) -> Iterator[Power]:
        """So many powers of one skill: some of the usual ones, and any others."""
        likely = [name for name in self.likely if self.rows[name].skills == id]
        every = [name for name, row in self.rows.items() if row.skills == id]
        usual = rng.sample(likely, min(USUAL, len(likely)))
        names = dict.fromkeys((*usual, *rng.sample(every, len(every))))
        powers = [msgspec.convert(self.rows[name], Power, from_attributes=True) for name in names]
        powers += [Power(name=f"Untaught power {count + 1}", skills=id) for count in range(99)]
        free = [power for power in powers if typed.key(power.name) not in taken]
        for power in free[:many]:
            taken.add(typed.key(power.name))
            yield power
