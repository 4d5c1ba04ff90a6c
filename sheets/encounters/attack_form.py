"""The form of an attack as it is chosen so far: with what, at whom, and what follows from that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rules.dice.pools import percent
from rules.fight import PLACE, FightRules
from rules.figures import Figure
from rules.forms.fields import Field
from rules.forms.parsing import FormValues
from rules.play import RollForm
from rules.problems import RuleViolation
from rules.sheet.sections import Attack as AttackRow
from sheets.encounters.aim import NO_TARGET, Aim, aim, closer, out_of_reach, refusal
from sheets.encounters.combatants import Fight, Fighter
from sheets.encounters.crew import page as crew
from sheets.encounters.crew.reload import not_ready
from sheets.encounters.writes import fight_rules, rules_of, within_bands
from sheets.errors import Fault
from sheets.models import Combatant
from sheets.play.pilots import is_craft


@dataclass(frozen=True)
class AimedAt:
    """One target of an attack as its form shows it: its number and the chance to hit, None and ""
    where they are hidden or unknown, where it `defends` with a roll, is `far` out of reach, or
    `unseen`.
    """

    fighter: Fighter
    chosen: bool
    defends: bool
    number: Figure | None = None
    chance: str = ""
    far: bool = False
    unseen: bool = False


@dataclass(frozen=True)
class WeaponChoice:
    """A weapon to attack with: its dice as they are now, those of a crew without names among them,
    and the dice of its damage, "" for none.
    """

    key: str
    name: str
    code: str
    damage: str


@dataclass(frozen=True)
class AttackPage:
    """The form of an attack: with what, at whom, whether behind the screen (`hidden`), and the
    choices that the game offers besides. `far` is a target that is out of reach, and `fill` the
    form of what fills a place of the strip. `follows` are ticks of the form that follow from the
    targets alone.
    """

    attacker: Fighter
    action: str
    weapons: tuple[WeaponChoice, ...]
    weapon: str
    targets: tuple[AimedAt, ...]
    most: int
    form: RollForm | None = None
    fields: tuple[Field, ...] = ()
    errors: dict[str, str] = field(default_factory=dict)
    wrong: str = ""
    hides: bool = False
    says: tuple[str, ...] = ()
    hidden: bool = False
    far: Combatant | None = None
    fill: RollForm | None = None
    follows: tuple[str, ...] = ()

    @property
    def missing(self) -> str:
        """The sentence shown while nobody is chosen to attack; "" where somebody is."""
        if any(target.chosen for target in self.targets):
            return ""
        return NO_TARGET if any(map(self.is_foe, self.targets)) else NOBODY_LEFT

    def is_foe(self, at: AimedAt) -> bool:
        """True for one of the other side who can still act."""
        return at.fighter.row.side != self.attacker.row.side and not at.fighter.out

    @property
    def toward(self) -> str:
        """Which way to move for a target that is out of reach."""
        is_ahead = self.far is not None and self.far.place > self.attacker.row.place
        return "forward" if is_ahead else "back"


def attack_page(
    fight: Fight, attacker: Fighter, sent: FormValues, *, fault: Fault | None = None
) -> AttackPage | None:
    """The form of an attack by a combatant, with what was chosen so far; None without attacks."""
    weapons = [row for row in attacker.attacks if _rolled(attacker, row)]
    if not weapons:
        return None
    rules = fight_rules(fight.encounter.party)
    candidates = [target for target in fight.targets_of(attacker) if not target.damaged]
    wanted = (sent.get("attack") or ("",))[0]
    weapon = next((row for row in weapons if row.key == wanted), None)
    foes = _reached(attacker, weapons, fight.foes_of(attacker))
    weapon = weapon or _first_in_reach(attacker, weapons, foes[:1])
    action = f"{weapon.key}.attack"
    first = aim(attacker.with_character, action, ())
    most = max(1, rules.most(first.attempt, action))
    chosen = [
        candidate for candidate in candidates if str(candidate.row.pk) in sent.get("target", ())
    ]
    if not chosen and "target" not in sent:
        chosen = foes[:1]
    hides = fight.encounter.hides_numbers and not fight.membership.leads
    values = roll_values(sent)
    targets, errors = [], dict[str, str]()
    aimed = first.at([target.with_character for target in chosen])
    is_known = not hides and not aimed.any_defends
    try:
        shown = aimed.form(aimed.filled(values, None if is_known else aimed.seen))
    except RuleViolation as violation:
        errors = violation.by_place
        shown = aimed.form({})
    together = _chances(shown, chosen)
    for target in candidates:
        number, chance = None, ""
        alone = first.at((target.with_character,))
        defends = alone.any_defends
        is_foe = target in chosen or (target.row.side != attacker.row.side and not target.out)
        far = is_foe and out_of_reach(alone) is not None
        unseen = is_foe and not far and bool(alone.unseen)
        if is_foe and not hides and not defends and not far and not unseen:
            try:
                form = alone.form(alone.filled(values))
                number = crew.named(target, form.target)
                chance = together.get(target.row.pk, form.chance)
            except RuleViolation as violation:
                errors = violation.by_place
        targets.append(AimedAt(target, target in chosen, defends, number, chance, far, unseen))
    folded = {id for fold in shown.folds for id in fold.fields}
    own_rules = rules_of(attacker.with_character[1], fight.encounter)
    hidden_fields = {*own_rules.fields, *folded}
    return AttackPage(
        attacker=attacker,
        action=action,
        weapons=tuple(_weapon_choice(attacker, row) for row in weapons),
        weapon=weapon.key,
        targets=tuple(targets),
        most=most,
        form=shown,
        fields=tuple(field for field in shown.fields if field.id not in hidden_fields),
        errors=errors,
        wrong=str(fault or "")
        or (refusal(aimed) if chosen else "")
        or _not_ready(attacker, weapon)
        or (shown.barred if chosen else ""),
        hides=hides,
        says=(
            *rules.says(aimed.attempt, action, aimed.known),
            *_closer(aimed, values, is_known=is_known and not errors),
        ),
        hidden="hidden" in sent,
        far=out_of_reach(aimed),
        fill=fill_form(attacker, rules, foes),
        follows=_follows(aimed, values) if is_known else (),
    )


def _chances(form: RollForm, chosen: Sequence[Fighter]) -> dict[int, str]:
    """The chance to hit each of several targets with the one roll on all of them, by row id."""
    exact = (form.results.get(f"target-{place}") for place, _ in enumerate(chosen, start=1))
    return {
        target.row.pk: percent(chance)
        for target, chance in zip(chosen, exact, strict=True)
        if chance is not None
    }


def fill_form(fighter: Fighter, rules: FightRules, foes: Sequence[Fighter] = ()) -> RollForm | None:
    """The form of what fills a place of the strip, by default where the first of these foes stands;
    None for one who has nothing for that.
    """
    if not rules.fill or fighter.stored is None:
        return None
    place = foes[0].row.place if foes else fighter.row.place
    values = {PLACE: (rules.bands[within_bands(place, rules)].id,)}
    try:
        return fighter.stored.opened.roll_form(fighter.stored.situation, rules.fill, values)
    except RuleViolation:
        return None


def _closer(aimed: Aim, values: FormValues, *, is_known: bool) -> tuple[str, ...]:
    """The help for the attack, where its numbers are known."""
    said = closer(aimed, values) if is_known else ""
    return (said,) if said else ()


def _not_ready(attacker: Fighter, weapon: AttackRow) -> str:
    """Why a craft cannot fire that weapon yet, "" where it can."""
    return not_ready(attacker.with_character, weapon.name) if is_craft(attacker.row) else ""


def _reached(
    attacker: Fighter, weapons: Sequence[AttackRow], foes: Sequence[Fighter]
) -> list[Fighter]:
    """These foes, unless the first of them is out of reach: then the nearest comes first."""
    by_distance = sorted(foes, key=lambda foe: abs(foe.row.place - attacker.row.place))
    if by_distance[:1] == foes[:1] or any(_reaches(attacker, row, foes[:1]) for row in weapons):
        return list(foes)
    return by_distance


def _first_in_reach(
    attacker: Fighter, weapons: Sequence[AttackRow], targets: Sequence[Fighter]
) -> AttackRow:
    """The first weapon that reaches these targets; the first one if none does."""
    return next((row for row in weapons if _reaches(attacker, row, targets)), weapons[0])


def _reaches(attacker: Fighter, weapon: AttackRow, targets: Sequence[Fighter]) -> bool:
    rows = [target.with_character for target in targets]
    aimed = aim(attacker.with_character, f"{weapon.key}.attack", rows)
    return not (refusal(aimed) or _not_ready(attacker, weapon))


def roll_values(sent: FormValues) -> dict[str, tuple[str, ...]]:
    """The values of the roll form among those that were sent, without those that the form had
    ticked for the targets of then.
    """
    ticked = set(sent.get("follows", ()))
    return {
        name: tuple(value for value in values if f"{name}={value}" not in ticked)
        for name, values in sent.items()
        if name not in _OWN
    }


NOBODY_LEFT = "Nobody on the other side can still fight."
_OWN = ("attack", "target", "hidden", "place", "follows", "then")


def _follows(aimed: Aim, values: FormValues) -> tuple[str, ...]:
    """The ticks that the targets add to the form: "ways=auto-fire"."""
    known = aimed.values()
    return tuple(
        f"{field}={value}"
        for field in sorted(aimed.several & known.keys())
        for value in known[field]
        if value not in values.get(field, ())
    )


def _weapon_choice(attacker: Fighter, row: AttackRow) -> WeaponChoice:
    pools = attacker.state.pools if attacker.state else {}
    pool = pools.get(f"{row.key}.attack", row.attack)
    return WeaponChoice(row.key, row.name, pool.code, row.damage.code if row.damage else "")


def _rolled(attacker: Fighter, row: AttackRow) -> bool:
    """True for an attack that has dice now, and for one of a fight alone: a power."""
    pools = attacker.state.pools if attacker.state else {}
    return f"{row.key}.attack" in pools or row.key in pools or row.key in attacker.fight_alone
