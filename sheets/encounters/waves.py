"""Waves: opponents and allies who come later in a fight, hidden and in no order until then.

Only game masters change them. Each operation locks the party, then characters, then the encounter.
"""

from __future__ import annotations

from rules.fight import FightRules
from rules.play import Outcome
from sheets import storage
from sheets.encounters.everyone import ActForAll, Step
from sheets.encounters.initiative import fall_in
from sheets.encounters.lineup import show
from sheets.encounters.step_back import keep_wave
from sheets.encounters.writes import (
    EncounterOperation,
    check_running,
    fight_rules,
    get_combatant,
)
from sheets.errors import Conflict, Refused
from sheets.models import Combatant, Encounter
from sheets.models.encounter import CombatantQuerySet
from sheets.play.fight_order import keep_scores
from sheets.play_log import operations as play_log
from sheets.play_log.actor import Actor
from sheets.play_log.storage import ARRIVAL

MOST_WAVES = 9
WAVES = f"Choose a wave from 1 to {MOST_WAVES}, or 0 for the start."
OF_THE_PARTY = "Only opponents and allies of the roster wait in a wave."
HERE = "{name} is in the fight already."
ARRIVED = "This wave has come already. The page shows how it stands."
CAME = "Arrives with wave {wave}"
NOT_ALONE = "Let the whole wave arrive, or put {name} into another one."


class Join(EncounterOperation[None]):
    """Puts a combatant into a wave, or with 0 among those who are there from the start. Refused for
    one of the party, and for one who is in the fight already.
    """

    combatant: int
    wave: int

    def change(self, encounter: Encounter) -> None:
        """Hides whoever waits."""
        row = get_combatant(encounter, self.combatant)
        if not 0 <= self.wave <= MOST_WAVES:
            raise Refused({"wave": WAVES})
        if row.character.roster_id is None:
            raise Refused({"wave": OF_THE_PARTY})
        if encounter.state != Encounter.State.PREPARED and not row.wave:
            raise Refused({"wave": HERE.format(name=row.called)})
        if encounter.state != Encounter.State.PREPARED and not self.wave:
            raise Refused({"wave": NOT_ALONE.format(name=row.called)})
        if row.wave != self.wave:
            row.wave, row.hidden = self.wave, self.wave > 0
            row.save(update_fields=["wave", "hidden"])


class Arrive(ActForAll):
    """A wave arrives: players see who comes, and everyone of it rolls initiative. In a game without
    initiative they go last, and the log of each tells of it. A step back undoes it. Conflict once
    it has come.
    """

    wave: int

    @property
    def content(self) -> tuple[str, ...]:
        """The wave of one encounter."""
        return ("all", "arrive", str(self.id), str(self.wave), *self.access.receipt_id)

    def combatants(self, encounter: Encounter) -> CombatantQuerySet:
        """All of the wave, whatever the game has them do."""
        return self.whose(encounter)

    def step(self, combatant: Combatant, actor: Actor) -> Step:
        """Initiative, or that they have come."""
        if self.action(fight_rules(self.encounter.party)):
            return super().step(combatant, actor)
        opened = storage.load(combatant.character).opened.settled()
        come = Outcome("", CAME.format(wave=self.wave), ARRIVAL)
        return None, [play_log.appended(combatant.character, opened, come, actor=actor)]

    def whose(self, encounter: Encounter) -> CombatantQuerySet:
        """Those of the wave."""
        check_running(encounter)
        return encounter.combatants.filter(wave=self.wave).exclude(wave=0)

    def action(self, rules: FightRules) -> str:
        """Initiative."""
        return rules.initiative

    def change(self, encounter: Encounter) -> None:
        """Shows them, and puts them in order."""
        rows = list(self.whose(encounter).select_related("character").order_by("pk"))
        if not rows:
            raise Conflict(ARRIVED)
        for row in rows:
            row.wave = 0
            row.save(update_fields=["wave"])
            show(encounter, row)
        keep_wave(encounter, self.wave, rows, self.entries)
        if fight_rules(encounter.party).initiative:
            keep_scores(encounter, self.outcomes)
        else:
            fall_in(encounter)
