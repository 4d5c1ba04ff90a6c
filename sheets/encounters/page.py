"""The context of the pages of encounters: the fight, and the attacks still open."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from rules import registry
from rules.craft import SIDE
from rules.forms.fields import Field, Number
from rules.play import Outcome, RollForm
from rules.problems import RuleViolation
from sheets import form_data
from sheets.encounters import defenses, harm
from sheets.encounters.attack_form import AttackPage, attack_page
from sheets.encounters.candidates import sources_for
from sheets.encounters.combatants import Fight, Fighter
from sheets.encounters.crew import hits
from sheets.encounters.crew import page as crew
from sheets.encounters.crew.hits import HitAnswer
from sheets.encounters.crew.page import StationPage
from sheets.encounters.forecast import kept_difficulty
from sheets.encounters.initiative_requests import initiative_requests, open_initiative
from sheets.encounters.loot import loot_of
from sheets.encounters.reading import fight_of
from sheets.encounters.ticker import ticker
from sheets.encounters.waves import MOST_WAVES
from sheets.encounters.writes import fight_rules
from sheets.errors import Fault, Refused
from sheets.models import Attack, Encounter, Member
from sheets.parties.sessions.rows import running
from sheets.parties.stash.changes import hands
from sheets.play.pilots import crew_rules, is_craft
from sheets.play_log import storage as log_storage
from sheets.storage import CorruptRow

# The pages that are opened for an attack, or for a station: they stay what they are as others act.
ATTACK, STATION = OPENED = ("combatant_attack", "crew_station")


@dataclass(frozen=True)
class OpenAttack:
    """An attack that waits: for the target's defense, for its damage roll, or for a decision.
    `form` foresees the harm; `defenses` are the rolls that this viewer can answer it with.
    `answers` are those of a crew after a hit, and `answered` is what one of them rolled; of a hit
    that is `unanswered` a game master can say so in these fields of the harm. `rolled` is the
    newest roll, None where another attack with that roll stands above.
    """

    row: Attack
    rolls: bool
    rolled: Outcome | None = None
    form: RollForm | None = None
    defenses: tuple[defenses.DefenseChoice, ...] = ()
    answers: tuple[HitAnswer, ...] = ()
    answered: Outcome | None = None
    unanswered: tuple[str, ...] = ()

    @property
    def asks(self) -> bool:
        """True if the viewer has something to roll."""
        return bool(self.rolls or self.defenses or self.answers)

    @property
    def waits_for_player(self) -> str:
        """The name of the player's character whose roll is missing; "" where none is."""
        roller = {Attack.State.DEFENDING: self.row.target, Attack.State.HIT: self.row.attacker}
        waiting = roller.get(Attack.State(self.row.state))
        is_players = waiting is not None and waiting.character.party_id is not None
        return waiting.called if waiting is not None and is_players else ""

    @property
    def is_unseen(self) -> bool:
        """True if players aren't shown it, and so are asked nothing."""
        return self.row.hidden or self.row.attacker.hidden or self.row.target.hidden

    @property
    def side(self) -> Field | None:
        """The side of the target that was struck, where that matters."""
        fields = self.form.fields if self.form else ()
        return next((field for field in fields if field.id == SIDE), None)

    @property
    def asks_damage(self) -> bool:
        """True if the damage can be changed; False for attacks that only stun."""
        return self.form is None or self._damage is not None

    @property
    def _damage(self) -> Number | None:
        fields = self.form.fields if self.form else ()
        numbers = (field for field in fields if isinstance(field, Number))
        return next((field for field in numbers if field.id == "damage"), None)

    @property
    def damage(self) -> str:
        """The damage as it was rolled, or that of a hit that rolls none; "" while it is open."""
        rolled = self.row.harm.get("damage") or (self._damage.values if self._damage else ())
        return "".join(rolled[:1])

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


@dataclass(frozen=True)
class Side:
    """One of the two sides of an encounter."""

    name: str
    fighters: tuple[Fighter, ...]


def context(
    membership: Member,
    encounter: Encounter,
    *,
    seen: str,
    fault: Fault | None = None,
    attack: AttackPage | None = None,
    at: StationPage | None = None,
    opened: tuple[str, int] | None = None,
) -> dict[str, object]:
    """The page of a running fight as a member sees it: with an attack, or what somebody does `at`
    a station, as it was chosen so far; else with that for which the page was `opened`.
    """
    fight = fight_of(membership, encounter)
    current = fight.current
    person = _opened(fight, opened)
    if at is None and person is not None and opened and opened[0] == STATION:
        at = crew.station_page(fight, person, {})
    if at is None and opened is None and attack is None:
        acting = next(iter(fight.yet_to_act), None)
        at = crew.station_page(fight, acting, {}) if acting else None
    is_crewed = current is not None and bool(fight.posts.of(current.row.pk))
    if attack is None and current and current.playable and not current.out and not is_crewed:
        attack = attack_page(fight, current, {})
    if attack is None and person is not None and opened and opened[0] == ATTACK:
        attack = attack_page(fight, person, {})
    asked = _asked(fight, seen=seen)
    results = _with_rolls([OpenAttack(row, rolls=False) for row in fight.results])
    seen_rolls = [one.rolled for one in (*results, *asked["open_attacks"])]
    return {
        **asked,
        "aimed": attack,
        **crew.context(fight),
        # A shot stands with its result, and not at the station once more.
        "stations": [
            replace(one, last=None) if one.last in seen_rolls else one
            for one in _stations(fight, at)
        ],
        "results": results,
        "ticker": ticker(fight) if membership.leads else None,
        "wrong": "" if attack is not None and attack.wrong else str(fault or ""),
    }


def _opened(fight: Fight, opened: tuple[str, int] | None) -> Fighter | None:
    """The combatant for whom a page was opened; None for one who cannot act any more."""
    found = (one for one in fight.fighters if opened and one.row.pk == opened[1])
    return next((one for one in found if one.playable and not one.damaged and not one.out), None)


def initiative_context(membership: Member, encounter: Encounter) -> dict[str, object]:
    """The initiative that a running fight waits for, for a page that does not show the fight."""
    rules = fight_rules(encounter.party)
    return {
        "membership": membership,
        "encounter": encounter,
        "order_rule": rules.order,
        "has_initiative": bool(rules.initiative),
        "initiative": open_initiative(membership, encounter),
        "key": form_data.new_key,
    }


def asking_context(membership: Member, encounter: Encounter, *, seen: str) -> dict[str, Any]:
    """The rolls that a running fight waits for from a member."""
    asked = _asked(fight_of(membership, encounter), seen=seen)
    return {**asked, "open_attacks": [one for one in asked["open_attacks"] if one.asks]}


def _asked(fight: Fight, *, seen: str) -> dict[str, Any]:
    return {
        "membership": fight.membership,
        "encounter": fight.encounter,
        "fight": fight,
        "initiative": initiative_requests(fight) if fight.waiting else [],
        "order_rule": fight.order_rule,
        "has_initiative": fight.has_initiative,
        "open_attacks": _with_rolls([open_attack(row, fight) for row in fight.open_attacks]),
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


def _with_rolls(shown: Sequence[OpenAttack]) -> list[OpenAttack]:
    """The same attacks, the first with each roll with its dice."""
    seen: set[int] = set()

    def with_roll(one: OpenAttack) -> OpenAttack:
        entry = one.row.damage_entry or one.row.entry
        if entry is None or entry.pk in seen:
            return one
        seen.add(entry.pk)
        try:
            return replace(one, rolled=log_storage.outcome(entry))
        except CorruptRow:
            return one

    return [with_roll(one) for one in shown]


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
    return OpenAttack(
        row,
        rolls,
        form=form,
        defenses=_defenses(row, fight),
        **_answered(row, fight, target),
    )


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


def prepare_context(
    membership: Member,
    encounter: Encounter,
    fight: Fight | None = None,
    *,
    query: str = "",
    fault: Fault | None = None,
) -> dict[str, object]:
    """The page on which an encounter is prepared; its `fight`, where it is known already, and who
    can be added that a `query` finds.
    """
    fight = fight or fight_of(membership, encounter)
    sides, game = sides_of(fight), registry.get(membership.party.system)
    inside = {fighter.row.character_id for fighter in (*fight.fighters, *fight.later)}
    kept = None if encounter.is_over else kept_difficulty(encounter)
    return {
        "membership": membership,
        "encounter": encounter,
        "fight": fight,
        "sides": sides,
        "kept": kept,
        "recounts": encounter.is_prepared
        and all(side.fighters for side in sides)
        and not (kept and kept.is_done),
        "waves": range(1, MOST_WAVES + 1),
        "q": query,
        "sources": partial(sources_for, membership, inside, query=query),
        "rules": game.opponents,
        "wrong": str(fault or ""),
        **crew.context(fight),
        "loot": loot_of(fight),
        "session": running(membership.party) if encounter.is_over else None,
        "hands": list(hands(membership)),
        "key": form_data.new_key,
    }


def sides_of(fight: Fight) -> tuple[Side, Side]:
    """The party and its opponents, without those who come later."""
    party = tuple(one for one in fight.fighters if not one.row.is_opponent)
    opponents = tuple(one for one in fight.fighters if one.row.is_opponent)
    return Side("The party", party), Side("Opponents", opponents)
