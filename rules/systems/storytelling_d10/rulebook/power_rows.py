"""Powers as rows of the rules: their target and range, how they are resisted, their damage, and
what so many successes do; and a power in sentences, as catalogs and sheets show it.
"""

from collections.abc import Callable, Mapping
from typing import Literal

import msgspec

from rules.tables import Row

REACHES = {"self": "", "touch": ", touched", "sight": "", "any": ", however far"}


class Step(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The effect of so many successes, until the next step."""

    successes: int
    does: str


class PowerDamage(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Dice of damage: so many, one more a success up to `most` where it is `per_success`, and
    those of the attribute it `adds`. To an object the kind is "".
    """

    kind: Literal["bashing", "lethal", "ion", "lightsaber", ""] = ""
    dice: int = 0
    per_success: bool = False
    most: int | None = None
    adds: str = ""

    def text(self, trait_name: Callable[[str], str]) -> str:
        """Its dice: "4 lethal", "1 + successes, at most 4, bashing", "Wits + 3 lightsaber"."""
        parts = [trait_name(self.adds)] if self.adds else []
        parts += [str(self.dice)] if self.dice else []
        parts += ["successes"] if self.per_success else []
        most = f" (at most {self.most})" if self.most else ""
        return f"{' + '.join(parts)}{most} {self.kind}".rstrip()


class PowerRow(Row, frozen=True, kw_only=True):
    """A power. `resistance` is "" for none, a word of the game, or two traits
    ("strength+athletics"); `destiny` is what a point of that does with it.
    """

    target: str
    range: str
    resistance: str = ""
    defensive: bool = False
    damage: PowerDamage | None = None
    steps: tuple[Step, ...] = ()
    destiny: str

    def resisted(self, trait_name: Callable[[str], str], words: Mapping[str, str]) -> str:
        """The resistance against it as text: "evade", "Strength + Athletics", "" for none."""
        if self.resistance in words:
            return words[self.resistance]
        return " + ".join(map(trait_name, filter(None, self.resistance.split("+"))))

    def foreseen(
        self, trait_name: Callable[[str], str], words: Mapping[str, str]
    ) -> tuple[str, ...]:
        """The sentences before a roll of it: the resistance against it, and the effect of so many
        successes.
        """
        resisted = self.resisted(trait_name, words)
        first = (f"Resisted: {resisted}.",) if resisted else ()
        return (*first, *(f"{step.successes}: {step.does}" for step in self.steps))

    def text(self, trait_name: Callable[[str], str], words: Mapping[str, str]) -> str:
        """Everything about it but what it takes, in sentences."""
        resisted = self.resisted(trait_name, words)
        reach = REACHES.get(self.range, f", {self.range}")
        parts = [self.does, f"Target: {self.target}{reach}."]
        if self.defensive:
            parts.append("A defensive action.")
        if self.damage:
            parts.append(f"Damage: {self.damage.text(trait_name)}.")
        if self.steps:
            steps = "; ".join(f"{step.successes}: {step.does}" for step in self.steps)
            parts.append(f"Successes – {steps}.")
        if resisted:
            parts.append(f"Resisted: {resisted}.")
        return " ".join((*parts, f"Destiny point: {self.destiny}"))
