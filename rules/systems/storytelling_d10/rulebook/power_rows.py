"""Powers as rows of the rules: their target and range, how they are resisted, their damage, and
what so many successes do; and a power in sentences, as catalogs and sheets show it.
"""

from collections.abc import Callable, Mapping
from typing import Literal

import msgspec

from rules.phrases import counted
from rules.tables import Row

# The resistance of powers that answer an attack.
ANSWERS = "attacker"
REACHES = {"self": "", "touch": ", touched", "sight": "", "any": ", however far"}


class Step(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The effect of so many successes, until the next step. `said` is the same once they are
    known, with their number in braces; above `most` (0: any number) further ones add nothing.
    """

    successes: int
    does: str
    said: str = ""
    most: int = 0

    def told(self, count: int) -> str:
        """The effect of so many successes."""
        return told(self.said or self.does, min(count, self.most) if self.most else count)


class Lasting(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The lasting part of a power on rolls `on` these words. It adds dice by its successes, as
    pairs of a number and its dice, or so many for each (`each`) up to `most`, with a Destiny point
    up to `most_of_destiny`. It adds to their `difficulty`, multiplies damage (`percent`), or `bars`
    them; `says` names the rolls, or whatever else it does. It counts for `uses` rolls, 0 for any
    number.

    It begins with `least` successes, and fewer than `below` (0: any number). What is of `destiny`
    takes a point, and what is of the `harmed` begins where a level of damage is left. What is
    `mine` counts for whoever brought it alone.
    """

    on: tuple[str, ...] = ()
    dice: tuple[tuple[int, int], ...] = ()
    each: int = 0
    most: int = 0
    most_of_destiny: int = 0
    difficulty: int = 0
    percent: int = 0
    bars: bool = False
    says: str = ""
    uses: int = 0
    least: int = 1
    below: int = 0
    destiny: bool = False
    harmed: bool = False
    mine: bool = False

    def dice_of(self, count: int, *, destiny: bool = False) -> int:
        """The dice of so many successes."""
        most = (self.most_of_destiny if destiny else 0) or self.most
        if self.each:
            return self.each * (min(count, most) if most else count)
        return next((dice for least, dice in reversed(self.dice) if count >= least), 0)

    def begins(self, count: int, *, destiny: bool, harmed: bool) -> bool:
        """True if it begins with so many successes."""
        is_reached = count >= self.least and (not self.below or count < self.below)
        is_of_dice = bool(self.dice or self.each)
        return (
            (is_reached if not is_of_dice else bool(self.dice_of(count)))
            and (destiny or not self.destiny)
            and (harmed or not self.harmed)
        )

    def told(self, name: str, dice: str) -> str:
        """It in a line: "Fear: −2 dice", "Slow: +1 difficulty on anything physical", "Shatterpoint:
        damage × 1.25".
        """
        if dice or self.difficulty:
            changes = dice or f"+{self.difficulty} difficulty"
            return " ".join(filter(None, (f"{name}: {changes}", self.says)))
        return (
            f"{name}: damage × {self.percent / 100:g}" if self.percent else f"{name}: {self.says}"
        )


class DestinyUse(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The effect of a Destiny point on the dice of a power: on its `difficulty`, its `successes`,
    the difficulty to `resist` it and to `soak` its damage with Stamina, the dice of its
    `damage`; it `drains` as much Current Power as it does damage, and `dice` are added to the bonus
    that it brings. What lasts does so for as many `rounds` as successes, or for the `scene`; a
    power for others works on its `own` user, too. Where it is `unresisted` nobody resists; with
    `every_die` nothing is rolled, and each die is a success. With `least` successes it is `said`
    what else it does.
    """

    difficulty: int = 0
    successes: int = 0
    resist: int = 0
    soak: int = 0
    damage: int = 0
    dice: int = 0
    rounds: bool = False
    scene: bool = False
    own: bool = False
    drains: bool = False
    unresisted: bool = False
    every_die: bool = False
    least: int = 1
    said: str = ""

    @property
    def of_damage(self) -> bool:
        """True if it changes the damage, or how that is soaked."""
        return bool(self.damage or self.soak or self.drains)


NO_USE = DestinyUse()


def told(text: str, count: int) -> str:
    """A sentence with a number of successes in it: "{dice} less" is "2 dice less"."""
    return text.format(
        n=count,
        twice=2 * count,
        four=4 * count,
        half=count // 2,
        dice=counted(count, "die", "dice"),
        rounds=counted(count, "round"),
        levels=counted(count, "level"),
        minutes=counted(count, "minute"),
    )


class PowerDamage(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Dice of damage: so many, one more a success up to `most` where it is `per_success`, and
    those of the attribute it `adds`. With so many successes of the power as `doubled` (0: never)
    those of the damage count twice. `against` is what changes how it is soaked: no "power", "half"
    the Stamina. To an object the kind is "".
    """

    kind: Literal["bashing", "lethal", "ion", "lightsaber", ""] = ""
    dice: int = 0
    per_success: bool = False
    most: int | None = None
    doubled: int = 0
    against: tuple[Literal["power", "half"], ...] = ()
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
    ("strength+athletics"); `destiny` is what a point of that does with it, and `with_destiny` what
    of that is a matter of dice. `lasts` is what lasts of it, `for_scene` until the scene ends; what
    works `once` does so once a scene. `told` is what its successes come to where it has no steps,
    and `decides` what the table decides.
    """

    target: str
    range: str
    resistance: str = ""
    defensive: bool = False
    damage: PowerDamage | None = None
    steps: tuple[Step, ...] = ()
    told: str = ""
    destiny: str
    with_destiny: DestinyUse = NO_USE
    lasts: tuple[Lasting, ...] = ()
    for_scene: bool = False
    once: bool = False
    decides: str = ""

    @property
    def is_own(self) -> bool:
        """True if it works on its user."""
        return self.target.startswith("you")

    @property
    def is_attack(self) -> bool:
        """True if it is used on somebody who resists, or does damage."""
        return bool(self.resistance and self.resistance != ANSWERS) or self.damage is not None

    @property
    def is_for_allies(self) -> bool:
        """True if what lasts of it begins with others who do not resist it."""
        return bool(self.lasts) and self.target.startswith(("an ally", "allies"))

    @property
    def destiny_of_damage(self) -> bool:
        """True if a Destiny point changes its damage, or what lasts of that."""
        of_harm = self.damage is not None and any(one.destiny for one in self.lasts)
        return self.with_destiny.of_damage or of_harm

    @property
    def least(self) -> int:
        """The successes of its first step: with fewer it does nothing."""
        return max(1, self.steps[0].successes) if self.steps else 1

    def said(self, count: int, *, destiny: bool = False) -> tuple[str, ...]:
        """The effects of so many successes."""
        reached = [step for step in self.steps if step.successes <= count]
        lines = [reached[-1].told(count)] if reached else []
        if self.told:
            lines.append(told(self.told, count))
        if destiny:
            use = self.with_destiny
            lines += [self.destiny, told(use.said, count) if count >= use.least else ""]
        return tuple(filter(None, lines))

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

    @property
    def at_table(self) -> str:
        """The table's part, in a sentence; "" for nothing."""
        return f"Your table decides: {self.decides}." if self.decides else ""

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
        parts += [f"Destiny point: {self.destiny}", self.at_table]
        return " ".join(filter(None, parts))
