"""An attack before it is rolled: who aims at whom, and what follows from the targets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import msgspec

from rules import fight
from rules.fight import FightRules, Fillings, Target
from rules.forms.fields import Pick
from rules.forms.parsing import FormValues
from rules.play import Attempt, Outcome, RollForm
from rules.turn import EFFECTS
from sheets import storage
from sheets.encounters.writes import fight_rules
from sheets.errors import Refused
from sheets.models import Combatant, Encounter
from sheets.storage import StoredCharacter

NO_TARGET = "Choose a target."
TOO_MANY = "This attack has at most {most} target{s}."
CLOSER = "Move to {band}: {chance}."
# A chance below which somebody wants to know what would help.
POOR = Fraction(1, 4)
OUT_OF_REACH = "{name} is out of reach: move next to them first."
# A combatant with its character.
Loaded = tuple[Combatant, StoredCharacter]


@dataclass(frozen=True)
class Aim:
    """An attack before it is rolled: who, with what, at whom; and what follows from the targets.
    `fields` are those of its roll form, and `several` those in which a player ticks several.
    """

    attacker: Combatant
    stored: StoredCharacter
    action: str
    fields: frozenset[str]
    several: frozenset[str]
    targets: tuple[Combatant, ...] = ()
    known: tuple[Target, ...] = ()

    def at(self, targets: Sequence[Loaded]) -> Aim:
        """This attack on these targets."""
        known = [self._seen(row, target) for row, target in targets]
        return replace(self, targets=tuple(row for row, _ in targets), known=tuple(known))

    def _seen(self, row: Combatant, target: StoredCharacter) -> Target:
        return fight.target(
            Attempt(target.opened.state, target.situation),
            at=row.place,
            seen_from=self.attacker.place,
            circumstances=row.circumstances,
            known=fillings(self.attacker.encounter),
            by=str(self.attacker.character.public_id),
        )

    @property
    def unseen(self) -> str:
        """Why the attacker does not see one of the targets, "" if it sees all."""
        row = self.attacker
        own = fight.inside(row.place, row.circumstances, fillings(row.encounter))
        return self.rules.unseen(own, self.known)

    @property
    def rules(self) -> FightRules:
        """The fight rules of the party's game."""
        return fight_rules(self.attacker.encounter.party)

    @property
    def attempt(self) -> Attempt:
        """The attacker as the rules see it."""
        return Attempt(self.stored.opened.state, self.stored.situation)

    def values(self, targets: Sequence[Target] | None = None) -> FormValues:
        """The values of the attack's form that follow from the targets: those that it has."""
        chosen = self.known if targets is None else targets
        if not chosen:
            return {}
        aimed = self.rules.aim(self.attempt, self.action, chosen)
        return {field: values for field, values in aimed.items() if field in self.fields}

    def filled(self, values: FormValues, follows: FormValues | None = None) -> FormValues:
        """These values of the attack's form with those that follow from its targets, all unless
        only some are given. Where several can be ticked, what somebody has ticked stays.
        """
        known = self.values() if follows is None else follows
        ticked = {
            field: tuple(dict.fromkeys((*values[field], *known[field])))
            for field in self.several & known.keys() & values.keys()
        }
        return {**values, **known, **ticked}

    @property
    def seen(self) -> FormValues:
        """The `values` that everybody sees, even where numbers are hidden."""
        known = self.values()
        return {field: known[field] for field in known if field in self.rules.seen}

    @property
    def defends(self) -> tuple[bool, ...]:
        """Of each target whether somebody rolls its defense."""
        return self.defends_against(Outcome(self.action, "", "attack"))

    def defends_against(self, attack: Outcome) -> tuple[bool, ...]:
        """Of each target whether somebody rolls its defense against an attack rolled so."""
        return tuple(
            (not row.is_opponent or self.rules.opponents_defend)
            and bool(self.rules.defend(self.attempt, self.action, target, attack))
            for row, target in zip(self.targets, self.known, strict=True)
        )

    @property
    def any_defends(self) -> bool:
        """True if somebody rolls the defense of any target."""
        return any(self.defends)

    def form(self, values: FormValues) -> RollForm:
        """The attack's roll form with these values."""
        return self.stored.opened.roll_form(self.stored.situation, self.action, values)

    def numbers(self, values: FormValues) -> tuple[int | None, ...]:
        """The number to reach for each target, None for none."""
        figures = (
            self.form(self.filled(values, self.values((target,)))).target for target in self.known
        )
        return tuple(figure.value if figure else None for figure in figures)


def fillings(encounter: Encounter) -> Fillings:
    """The circumstances that places of an encounter's strip are filled with; read once. One query,
    none in games where nothing fills a place.
    """
    if not fight_rules(encounter.party).fill:
        return {}
    if encounter.fillings is None:
        rows = encounter.combatants.filter(character__situation__has_key=EFFECTS)
        characters = (row.character for row in rows.select_related("character"))
        encounter.fillings = fight.fillings(map(storage.situation, characters))
    return encounter.fillings


def closer(aimed: Aim, values: FormValues) -> str:
    """The help for an attack on one target that hardly hits from where it stands: the farthest
    band from which it does, "Move to short: 38%". "" where it hits well enough, or nothing helps.
    """
    if len(aimed.known) != 1:
        return ""
    (target,), bands = aimed.known, aimed.rules.bands
    now = _exact(aimed, target, values)
    if now is None or now >= POOR:
        return ""
    for distance in reversed(range(min(target.distance, len(bands)))):
        nearer = msgspec.structs.replace(target, distance=distance)
        chance = _exact(aimed, nearer, values)
        if chance is not None and chance >= POOR:
            form = aimed.form(aimed.filled(values, aimed.values((nearer,))))
            return CLOSER.format(band=bands[distance].name.lower(), chance=form.chance)
    return ""


def _exact(aimed: Aim, target: Target, values: FormValues) -> Fraction | None:
    return aimed.form(aimed.filled(values, aimed.values((target,)))).exact


def aim(attacker: Loaded, action: str, targets: Sequence[Loaded]) -> Aim:
    """An attack on these targets. RuleViolation for an unknown action."""
    row, stored = attacker
    form = stored.opened.roll_form(stored.situation, action, {})
    fields = frozenset(field.id for field in form.fields)
    picks = {field.id for field in form.fields if isinstance(field, Pick)}
    several = frozenset(picks.difference(fight_rules(row.encounter.party).fields))
    return Aim(row, stored, action, fields, several).at(targets)


def loaded(row: Combatant) -> Loaded:
    """A combatant with its character; Refused if that cannot be read."""
    try:
        return row, storage.load(row.character)
    except storage.CorruptRow as damaged:
        raise Refused({"target": damaged.told}) from None


def refusal(aimed: Aim) -> str:
    """Why this attack cannot be made, "" where it can."""
    most = aimed.rules.most(aimed.attempt, aimed.action)
    if not aimed.targets:
        return NO_TARGET
    if len(aimed.targets) > most:
        return TOO_MANY.format(most=most, s="" if most == 1 else "s")
    if far := out_of_reach(aimed):
        return OUT_OF_REACH.format(name=far.called)
    return aimed.unseen


def out_of_reach(aimed: Aim) -> Combatant | None:
    """The first target that is too far away for the attack."""
    reach = aimed.rules.reach(aimed.attempt, aimed.action)
    if reach is None:
        return None
    pairs = zip(aimed.targets, aimed.known, strict=True)
    return next((row for row, target in pairs if target.distance > reach), None)
