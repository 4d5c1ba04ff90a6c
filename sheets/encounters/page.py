"""The context of the pages of encounters: the fight, the attack being aimed, the attacks still
open.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from rules.craft import SIDE
from rules.fight import PLACE, FightRules
from rules.figures import Figure
from rules.forms.fields import Field
from rules.forms.parsing import FormValues
from rules.play import Outcome, RollForm
from rules.problems import RuleViolation
from rules.sheet.sections import Attack as AttackRow
from sheets import form_data
from sheets.encounters import defenses, harm
from sheets.encounters.aim import Aim, aim, closer, out_of_reach, refusal
from sheets.encounters.combatants import Fight, Fighter, fight_of
from sheets.encounters.crew import hits
from sheets.encounters.crew import page as crew
from sheets.encounters.crew.hits import HitAnswer
from sheets.encounters.crew.page import StationPage
from sheets.encounters.crew.reload import not_ready
from sheets.encounters.lineup import roster
from sheets.encounters.writes import fight_rules, rules_of, within_bands
from sheets.errors import Fault, Refused
from sheets.models import Attack, Character, Combatant, Encounter, Member
from sheets.play.pilots import crew_rules, is_craft
from sheets.play_log import storage as log_storage


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
    form of what fills a place of the strip.
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

    @property
    def toward(self) -> str:
        """Which way to move for a target that is out of reach."""
        is_ahead = self.far is not None and self.far.place > self.attacker.row.place
        return "forward" if is_ahead else "back"


@dataclass(frozen=True)
class OpenAttack:
    """An attack that waits: for the target's defense, for its damage roll, or for a decision.
    `form` foresees the harm; `defenses` are the rolls that this viewer can answer it with.
    `answers` are those of a crew after a hit, and `answered` is what one of them rolled; of a hit
    that is `unanswered` a game master can say so in these fields of the harm.
    """

    row: Attack
    rolls: bool
    form: RollForm | None = None
    defenses: tuple[defenses.DefenseChoice, ...] = ()
    answers: tuple[HitAnswer, ...] = ()
    answered: Outcome | None = None
    unanswered: tuple[str, ...] = ()

    @property
    def side(self) -> Field | None:
        """The side of the target that was struck, where that matters."""
        fields = self.form.fields if self.form else ()
        return next((field for field in fields if field.id == SIDE), None)

    @property
    def asks_damage(self) -> bool:
        """True if the damage can be changed; False for attacks that only stun."""
        return self.form is None or any(field.id == "damage" for field in self.form.fields)

    @property
    def ticks(self) -> list[Field]:
        """The check boxes for a hit that no crew answered with dice."""
        fields = self.form.fields if self.form else ()
        return [field for field in fields if field.id in self.unanswered]

    @property
    def defense(self) -> RollForm | None:
        """The form of the only defense; None for several."""
        return self.defenses[0].form if len(self.defenses) == 1 else None

    @property
    def choice(self) -> Field | None:
        """The field of the only defense that chooses how it is rolled; None without one."""
        fields = self.defense.fields if self.defense else ()
        return next((field for field in fields if field.id == "with"), None)


def context(
    membership: Member,
    encounter: Encounter,
    *,
    seen: str,
    fault: Fault | None = None,
    attack: AttackPage | None = None,
    at: StationPage | None = None,
) -> dict[str, Any]:
    """The page of a running fight as a member sees it: with an attack, or what somebody does `at`
    a station, as it was chosen so far.
    """
    fight = fight_of(membership, encounter)
    current = fight.current
    is_crewed = current is not None and bool(fight.posts.of(current.row.pk))
    if attack is None and current and current.playable and not current.out and not is_crewed:
        attack = attack_page(fight, current, {})
    return {
        "membership": membership,
        "encounter": encounter,
        "fight": fight,
        "aimed": attack,
        **crew.context(fight),
        "stations": _stations(fight, at),
        "open_attacks": [open_attack(row, fight) for row in fight.open_attacks],
        "wrong": "" if attack is not None and attack.wrong else str(fault or ""),
        "seen": seen,
        "key": form_data.new_key,
    }


def _stations(fight: Fight, at: StationPage | None) -> list[StationPage]:
    """The stations of the viewer's own people, with the choices made `at` one of them."""
    own = [
        person for person in fight.mine if fight.posts.is_aboard(person.row.pk) and not person.out
    ]
    others = [person for person in own if at is None or at.fighter.row.pk != person.row.pk]
    known = crew.recent_of(fight, others)
    pages = (
        crew.station_page(fight, person, {}, known=known) if person in others else at
        for person in own
    )
    shown = [page for page in pages if page is not None]
    return shown if at is None or at in shown else [at, *shown]


def open_attack(row: Attack, fight: Fight) -> OpenAttack:
    """An open attack as this viewer can go on with it."""
    known = {fighter.row.pk: fighter for fighter in fight.fighters}
    attacker, target = known.get(row.attacker_id), known.get(row.target_id)
    rolls = row.state == Attack.State.HIT and attacker is not None and attacker.playable
    form = None
    both = (attacker.stored, target.stored) if attacker and target else (None, None)
    if row.state == Attack.State.DAMAGED and fight.membership.leads and both[0] and both[1]:
        with suppress(RuleViolation):
            form = harm.form(row, both[0], both[1])
    return OpenAttack(row, rolls, form, _defenses(row, fight), **_answered(row, fight, target))


def _answered(row: Attack, fight: Fight, target: Fighter | None) -> dict[str, Any]:
    """The answers that the crew of a craft has to a hit, or the one it gave."""
    rules = crew_rules(fight.encounter.party)
    if target is None or rules is None or not is_craft(target.row):
        return {}
    if row.answer_entry:
        return {"answered": log_storage.outcome(row.answer_entry)}
    return {"answers": hits.answers_of(row, fight), "unanswered": tuple(rules.answered)}


def _defenses(row: Attack, fight: Fight) -> tuple[defenses.DefenseChoice, ...]:
    """The rolls with which this viewer can answer an attack."""
    if row.state != Attack.State.DEFENDING:
        return ()
    known = {fighter.row.pk: fighter for fighter in fight.fighters}
    attacker, target = known.get(row.attacker_id), known.get(row.target_id)
    if attacker is None or target is None or not target.playable:
        return ()
    try:
        return defenses.defense_choices(row, attacker.with_character, target.with_character)
    except (RuleViolation, Refused):
        return ()


def attack_page(
    fight: Fight, attacker: Fighter, sent: FormValues, *, fault: Fault | None = None
) -> AttackPage | None:
    """The form of an attack by a combatant, with what was chosen so far; None without attacks."""
    weapons = [row for row in attacker.attacks if _rolled(attacker, f"{row.key}.attack")]
    if not weapons:
        return None
    rules = fight_rules(fight.encounter.party)
    candidates = [target for target in fight.targets_of(attacker) if not target.damaged]
    wanted = (sent.get("attack") or ("",))[0]
    weapon = next((row for row in weapons if row.key == wanted), None)
    weapon = weapon or _first_in_reach(attacker, weapons, _nearest(attacker, candidates))
    action = f"{weapon.key}.attack"
    first = aim(attacker.with_character, action, ())
    most = max(1, rules.most(first.attempt, action))
    chosen = [
        candidate for candidate in candidates if str(candidate.row.pk) in sent.get("target", ())
    ]
    if not chosen and "target" not in sent:
        chosen = _nearest(attacker, candidates)
    hides = fight.encounter.hides_numbers and not fight.membership.leads
    values = roll_values(sent)
    targets, errors = [], dict[str, str]()
    for target in candidates:
        number, chance = None, ""
        aimed = first.at((target.with_character,))
        defends = aimed.any_defends
        is_foe = target in chosen or (target.row.side != attacker.row.side and not target.out)
        far = is_foe and out_of_reach(aimed) is not None
        unseen = is_foe and not far and bool(aimed.unseen)
        if is_foe and not hides and not defends and not far and not unseen:
            try:
                form = aimed.form({**values, **aimed.values()})
                number, chance = crew.named(target, form.target), form.chance
            except RuleViolation as violation:
                errors = {problem.where: problem.message for problem in violation.problems}
        targets.append(AimedAt(target, target in chosen, defends, number, chance, far, unseen))
    aimed = first.at([target.with_character for target in chosen])
    is_known = not hides and not aimed.any_defends
    try:
        shown = aimed.form({**values, **(aimed.values() if is_known else aimed.seen)})
    except RuleViolation as violation:
        errors = {problem.where: problem.message for problem in violation.problems}
        shown = aimed.form({})
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
        fill=fill_form(attacker, rules, _nearest(attacker, candidates)),
    )


def fill_form(
    fighter: Fighter, rules: FightRules[Any], foes: Sequence[Fighter] = ()
) -> RollForm | None:
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


def _nearest(attacker: Fighter, candidates: Sequence[Fighter]) -> list[Fighter]:
    """The nearest on the other side who can still fight; empty for none."""
    foes = [
        candidate
        for candidate in candidates
        if candidate.row.side != attacker.row.side and not candidate.out
    ]
    foes.sort(key=lambda foe: abs(foe.row.place - attacker.row.place))
    return foes[:1]


def _first_in_reach(
    attacker: Fighter, weapons: Sequence[AttackRow], targets: Sequence[Fighter]
) -> AttackRow:
    """The first weapon that reaches these targets; the first one if none does."""
    rows, own = [target.with_character for target in targets], attacker.with_character
    reaching = (row for row in weapons if not refusal(aim(own, f"{row.key}.attack", rows)))
    return next(reaching, weapons[0])


def roll_values(sent: FormValues) -> dict[str, tuple[str, ...]]:
    """The values of the roll form among those that were sent."""
    return {name: tuple(values) for name, values in sent.items() if name not in _OWN}


_OWN = ("attack", "target", "hidden", "place")


def _weapon_choice(attacker: Fighter, row: AttackRow) -> WeaponChoice:
    pools = attacker.state.pools if attacker.state else {}
    pool = pools.get(f"{row.key}.attack", row.attack)
    return WeaponChoice(row.key, row.name, pool.code, row.damage.code if row.damage else "")


def _rolled(attacker: Fighter, action: str) -> bool:
    pools = attacker.state.pools if attacker.state else {}
    return action in pools or action.removesuffix(".attack") in pools


def prepare_context(membership: Member, encounter: Encounter) -> dict[str, Any]:
    """The page on which an encounter is prepared."""
    fight = fight_of(membership, encounter)
    inside = {fighter.row.character_id for fighter in fight.fighters}
    party = membership.party
    of_party = Character.documents.filter(party=party)
    free = of_party.filter(archived_at=None, finished_at__isnull=False)
    return {
        "membership": membership,
        "encounter": encounter,
        "fight": fight,
        "roster": list(roster(party).whole()),
        **crew.context(fight),
        "absent": [row for row in free.order_by("name", "pk") if row.pk not in inside],
        "key": form_data.new_key,
    }
