"""Characters whose traits are dots: those of the build, and those bought since; with merits and
flaws, languages, specialties, powers, and a track of health.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import Any, Self

from rules.document import Document
from rules.figures import DOTS, Figure, bonus, dots, total
from rules.kit import typed
from rules.kit.inventory import H
from rules.systems.storytelling_d10.character.merit_tables import MeritBearer, MeritIds, Standing
from rules.systems.storytelling_d10.document.build import Language
from rules.systems.storytelling_d10.rulebook.health_levels import Health, HealthLevel
from rules.text_cache import text_cache

# The sources of dots that are in no book.
LEDGER, BUILD = "Your history", "Your choice"
SHIELD = "shield"


class DottedCharacter(MeritBearer[H]):
    """The state of such a character. `chosen` has the dots of every trait that has some (`values`),
    `languages`, and `powers`.

    `dots` were bought since; `techniques` (trait and specialty), `learned` powers, and `spoken`
    languages came since, and `lores`, traits of one's own. `counts` are specialties and powers
    bought without a dot.

    A game names the traits that its rules have (`known`, names by id), and those of one's own by
    what their ids begin with, and by their noun; `others` are traits in no table that experience
    raises, and something else than dots makes the `altered` what they are. It may keep the key of
    the `shield` that is carried ready, and what the story `changed`.
    """

    known: Mapping[str, str]
    own_prefix: str
    own_noun: str
    others: tuple[str, ...]
    altered: Container[str] = ()
    shield: str
    changed: dict[str, int]

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self.begin_merits()
        self.dots: dict[str, int] = {}
        self.techniques: list[tuple[str, str]] = []
        self.learned: list[str] = []
        self.spoken: list[Language] = []
        self.lores: dict[str, str] = {}
        self.counts: dict[str, int] = {}

    @property
    def own_traits(self) -> dict[str, str]:
        """Traits of one's own, those begun since last: names by id."""
        return {**self.chosen.lores, **self.lores}

    def is_own(self, id: str) -> bool:
        """True for the id of a trait of one's own."""
        return id.startswith(self.own_prefix)

    def is_trait(self, id: str) -> bool:
        """True if experience raises it."""
        return id in self.known or id in self.others or self.is_own(id)

    def trait_id(self, name: str) -> str:
        """The id of a trait that an entry names; "Lore: Hutts" is `lore-hutts`."""
        if name in self.known:
            return name
        key = typed.key(name)
        return key if self.is_own(key) else name.strip()

    def trait_name(self, id: str) -> str:
        """The name of a trait."""
        if name := self.known.get(id):
            return name
        if not self.is_own(id):
            return id.capitalize()
        named = id.removeprefix(self.own_prefix).replace("-", " ").capitalize()
        return self.own_traits.get(id, f"{self.own_noun}: {named}")

    @property
    def levels(self) -> tuple[HealthLevel, ...]:
        """The health levels from the top."""
        raise NotImplementedError

    @property
    def abilities(self) -> Mapping[str, object]:
        """The abilities by id, where the game has some."""
        raise NotImplementedError

    def chosen_value(self, id: str) -> int:
        """The dots that the build gives."""
        given: int = self.chosen.values.get(id, 0)
        return given

    def bought_value(self, id: str) -> int:
        """The dots of the build and those bought since, whatever else changes them."""
        owned: int = self.chosen.values.get(id, 0) + self.dots.get(id, 0)
        return owned

    def value(self, id: str) -> int:
        """The dots of a trait as they count."""
        return self.bought_value(id)

    def with_dot(self, id: str) -> Self:
        """A preview with one dot more of a trait."""
        other = self.preview()
        other.dots = {**self.dots, id: self.dots.get(id, 0) + 1}
        return other

    def trait(self, id: str) -> Figure:
        """The dots of a trait, and those bought since."""
        name = self.known.get(id) or self.trait_name(id)
        given, more = self.chosen.values.get(id), self.dots.get(id)
        if given is None and more is None:
            return no_dots(name)
        figure = dots(name, given or 0, source=BUILD)
        if more:
            figure = total(name, figure, bonus("bought", more, source=LEDGER), unit=DOTS)
        return self.alteration(id, figure) if id in self.altered else figure

    def alteration(self, _id: str, figure: Figure) -> Figure:
        """A trait as something else than dots makes it; by default nothing does."""
        return figure

    @property
    def languages(self) -> tuple[Language, ...]:
        """Every language, those learned since last."""
        return (*self.chosen.languages, *self.spoken)

    @property
    def powers(self) -> tuple[str, ...]:
        """The ids of every power that is known."""
        return (*self.chosen.powers, *self.learned)

    @property
    def standing(self) -> Standing:
        """As requirements see this character."""
        return Standing(Values(self), MeritIds(self), self.powers, self.has_shield)

    def has_shield(self) -> bool:
        """True if a shield is carried."""
        return any(holding.item.what == SHIELD for holding in self.carried)

    @property
    def health(self) -> Health:
        """The levels with their marks."""
        return Health.of_marks(self.levels, self.marks)

    def holding(self, name: str) -> H | None:
        """The carried item of that name, if any of it is left."""
        return super().holding(typed.key(name))

    def equipped(self, key: str, what: str) -> Any:
        """The armor or shield of that key, if it is carried; None otherwise."""
        holding = self.holdings.get(key)
        return holding.item if holding and holding.quantity and holding.item.what == what else None


class Values(Mapping[str, int]):
    """The dots of a character's traits, worked out as they are asked for."""

    def __init__(self, character: DottedCharacter[H]) -> None:
        self._character = character

    def __getitem__(self, id: str) -> int:
        return self._character.value(id)

    def get(self, id: str, default: Any = None) -> Any:
        """The dots of a trait, `default` for none."""
        return self._character.value(id) or default

    def __iter__(self) -> Iterator[str]:
        return iter({**self._character.chosen.values, **self._character.dots})

    def __len__(self) -> int:
        return sum(1 for _ in self)


@text_cache(512)
def no_dots(name: str) -> Figure:
    """A trait without a dot."""
    return dots(name, 0, source=BUILD)


def best(character: DottedCharacter[H], names: Mapping[str, str], count: int) -> str:
    """The traits with the most dots: "Dexterity 4, Wits 3"."""
    known = sorted(names, key=lambda id: -character.value(id))
    return ", ".join(f"{names[id]} {character.value(id)}" for id in known[:count])
