"""The entries that pick and learn typed powers."""

from functools import partial
from typing import Any

import msgspec

from rules.declared.powers.document import (
    Coded,
    KnownPower,
    Learn,
    Pick,
    PowerEntry,
    PowerRules,
)
from rules.dice import codes
from rules.figures import Figure, number, total
from rules.kit.coded.ledger import leaves_out
from rules.kit.currency import CHARACTER_POINTS, Currency, Payments
from rules.ledger.entries import Entry
from rules.ledger.rules import EntryKind
from rules.problems import EntryRefused
from rules.tables import Citation


class PowerPrices(msgspec.Struct, frozen=True):
    """The points that the first die of a skill of powers costs, and a power that is learned, with
    where each stands.
    """

    first_die: int
    learn: int
    of_a_die: Citation
    of_a_power: Citation

    def price(self, character: Coded, entry: Any, trait: str) -> Figure | None:
        """The price of an entry now, which raises a `trait`, "" for none; None for one that has
        nothing to do with powers.
        """
        if isinstance(entry, Learn):
            cost = self.learn if entry.cp is None else entry.cp
            return number("cost", cost, **self.of_a_power)
        if trait not in character.power_rules.names or character.code(trait)[0]:
            return None
        first = number("first die", self.first_die, source=self.of_a_die["source"])
        return total("cost", first, **self.of_a_die)


class PowerEntries(msgspec.Struct, frozen=True):
    """The entries that pick and learn powers. `alone` is the ruling that a picked power uses one
    skill, and `points` are what a power is paid with.
    """

    rules: PowerRules
    payments: Payments
    alone: str
    points: Currency = CHARACTER_POINTS

    def kinds(self) -> dict[type[Entry], EntryKind]:
        """Both kinds of entry by their types."""
        kind = partial(EntryKind, title=_named, apply=self._gain, undoable_by_player=True)
        return {
            Pick: kind("Power picked", check=self._check_pick),
            Learn: kind("Power learned", check=self._check_learn),
        }

    def _power(self, character: Coded, entry: PowerEntry) -> KnownPower:
        """The power of an entry; EntryRefused where it is none."""
        if not entry.name.strip():
            raise EntryRefused("missing", "Give the power a name.")
        power = self.rules.power(entry, character.house)
        if not power.skills:
            known, called = ", ".join(self.rules.joins), self.rules.called
            message = f"{power.name}: say which {called} it uses, one of {known}."
            raise EntryRefused("unknown-skill" if entry.skills.strip() else "missing", message)
        if power.key in character.gained or power.key in character.chosen.powers:
            raise EntryRefused("repeated-power", f"You have {power.name} already.")
        return power

    def _trained(self, character: Coded, power: KnownPower) -> list[str]:
        """The skills of a power that have dice: all, or it is refused."""
        trained = [id for id in power.skills if character.code(id)[0] > 0]
        if message := self.rules.lacks_dice(power, trained):
            character.deviation(self.rules.without, message)
        return trained

    def _check_pick(self, character: Coded, entry: Pick) -> None:
        """A power of one skill that has a pick left."""
        power = self._power(character, entry)
        if len(power.skills) > 1:
            message = f"{power.name} uses several skills. {self.alone}"
            character.deviation("no-picks", message)
        trained = self._trained(character, power)
        if lacking := [id for id in trained if not character.picks_of(id)]:
            message = f"No pick of {self.rules.named(lacking, ' and ')} is left:"
            character.deviation("no-picks", f"{message} learn {power.name} instead.")
        character.found = power, self.payments.paid(character, entry)

    def _check_learn(self, character: Coded, entry: Learn) -> None:
        """A power whose skills have dice, for the price that was named."""
        power = self._power(character, entry)
        if entry.prerequisites < 0 or (entry.cp is not None and entry.cp < 0):
            raise EntryRefused("bad-amount", "Enter 0 or more prerequisites and points.")
        self._trained(character, power)
        character.found = power, self.payments.check(character, entry)

    def check_rebuilt(self, character: Coded, trial: Coded) -> None:
        """Refuse a build without the dice of skills that a power rests on which came since."""
        had, has = character.power_skills, trial.power_skills
        for power in character.gained.values():
            for id in power.skills:
                raised = character.raised.get(id, 0) >= codes.PIPS_IN_A_DIE
                if id in had and id not in has and not raised and id not in character.corrected:
                    name = character.trait_name(id)
                    raise EntryRefused("needs-skill", leaves_out(name, f"{power.name} needs"))

    def _gain(self, character: Coded, entry: PowerEntry) -> None:
        power, cost = character.found
        if cost:
            self.points.move(character, "learned", -cost)
        character.gained[power.key] = power
        if isinstance(entry, Pick):
            character.picked.add(power.key)


def _named(_character: Coded, entry: PowerEntry) -> str:
    return entry.name.strip() or "A power"
