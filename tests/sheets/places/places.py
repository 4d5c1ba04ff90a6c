"""All that each place tells of a world: the texts of its pages, forms and answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, cast

from django.http import Http404

from rules import combat, registry, rounds
from rules.forecast import Simulation
from rules.play import RollForm
from rules.problems import RuleViolation
from sheets import printing, storage
from sheets.access import Request
from sheets.encounters import forecast, worker
from sheets.models import Character, Encounter
from sheets.play import fight_order
from sheets.play import page as play_page
from sheets.play.pilots import attempt
from tests.sheets.api.conftest import Program, token
from tests.sheets.pages import words
from tests.sheets.places.world import ABOARD, CRAFT, World, has_groups

# How high the dice of a forecast fall, in one fight each: low, in the middle, high.
SHARES = (0.2, 0.5, 0.8)
# The damage of hits that somebody takes until they are out, and so many at the most.
DAMAGES, MOST_HITS = ("2", "5", "9", "15", "30"), 24
STATE = re.compile(r'"state":"[^"]*"')
SECONDS = re.compile(r"\d{4}-\d\d-\d\dT[\d:.+Z]+")


class Steady(Random):
    """Dice that show the same face each time: so far from the lowest to the highest."""

    def __init__(self, share: float = 0.5) -> None:
        super().__init__(0)
        self.share = share

    def random(self) -> float:
        return self.share

    def randint(self, a: int, b: int) -> int:
        return a + int(self.share * (b - a + 1))


@dataclass
class Looked:
    """A world, the row that is looked for, and whom it is about, by role."""

    world: World
    kind: str
    forms: tuple[str, ...] = ()
    role: str = "person"
    programs: dict[str, Program] = field(default_factory=dict)

    @property
    def is_craft(self) -> bool:
        return self.role in CRAFT

    @property
    def character(self) -> Character:
        return self._of(self.role)

    def _of(self, role: str) -> Character:
        return Character.documents.get(pk=self.world.rows[role].character_id)

    def get(self, who: str, address: str, **query: str) -> str:
        """The texts of a page, with its status."""
        answer = self.world.people[who].client.get(address, query)
        return f"{answer.status_code} {words(answer.content.decode())}"

    def api(self, who: str, path: str) -> str:
        """The answer to a program."""
        if who not in self.programs:
            self.programs[who] = Program(token(self.world.people[who].owner))
        answer = self.programs[who].get(path)
        return SECONDS.sub("", f"{answer.status_code} {answer.content.decode()}")

    # --- the places

    def sheet(self) -> Iterator[str]:
        """The page of the character."""
        yield self.get(self.who, f"/characters/{self.character.public_id}/")

    def play(self) -> Iterator[str]:
        """The page of play, and the form and the result of every action."""
        yield self.get(self.who, f"/characters/{self.character.public_id}/table/")
        yield from self._rolled()

    def offline(self) -> Iterator[str]:
        """The page of play as a device keeps it, and what it knows to roll by itself."""
        yield self.get(self.who, f"/characters/{self.character.public_id}/table/")
        stored = storage.load(self.character)
        for action, values in self._actions(stored):
            try:
                yield STATE.sub("", play_page.roll_form_page(stored, action, values).throw)
            except (RuleViolation, Http404):
                yield ""

    def paper(self) -> Iterator[str]:
        """The print, as it is laid out."""
        yield printing.sheet_job(storage.load(self.character).opened).html

    def api_(self) -> Iterator[str]:
        """The answers for programs: the sheet, the actions, the forms, and the fight."""
        path = f"characters/{self.character.public_id}"
        for rest in ("/marks", "/sheet", "/actions", "/turn"):
            yield self.api(self.who, path + rest)
        for form in self.forms:
            yield self.api(self.who, f"{path}/actions/{form}")
        encounter = self.world.rows[self.role].encounter
        fight = f"{self._party('parties/')}/encounters/{encounter.public_id}"
        yield self.api("greta", fight)
        foe = self.world.rows["foe craft" if self.is_craft else "opponent"].pk
        yield self.api("greta", f"{fight}/combatants/{foe}/attack")

    def fight(self) -> Iterator[str]:
        """The fight as its player sees it, their attacks, and attacks on them."""
        foe = {"craft": "foe craft"}.get(self.role, "opponent")
        yield self._attack("ines", self.role, foe)
        yield self._attack("greta", foe, self.role)
        yield self.get("ines", f"/{self._party('parties/')}/fight/")
        yield self.get("greta", f"/{self._party('parties/')}/fight/")

    def opponents(self) -> Iterator[str]:
        """An opponent's attacks, attacks on it, and what can be done with it."""
        foe = "craft" if self.is_craft else "person"
        yield self._attack("greta", self.role, foe)
        yield self._attack("greta", foe, self.role)
        yield self.get("greta", self._combatant(self.role))
        if self.is_craft:
            yield self._station("gunner", target_of=str(self.world.rows[self.role].pk))
            yield str(fight_order.followers(self.world.rows[self.role].encounter))
        if self.kind != "option":
            yield self.get("greta", f"/{self._party('parties/')}/fight/")

    groups = opponents

    def craft(self) -> Iterator[str]:
        """The station of the pilot, the craft's turn, attacks on it, and its own actions."""
        yield self._station("pilot")
        yield self._station("gunner")
        yield self._attack("greta", "foe craft", "craft")
        yield self.get("greta", self._combatant("craft" if self.is_craft else "pilot"))
        if self.kind != "option":
            yield self.get("greta", f"/{self._party('parties/')}/fight/")
        yield from self._aboard()
        if self.is_craft:
            yield from self._rolled()

    def forecast(self) -> Iterator[str]:
        """Fights with the same faces each time, the chances in them, what a hit does, and how many
        hits somebody takes: whatever differs does so by a rule.
        """
        encounter = Encounter.objects.get(pk=self.world.rows[self.role].encounter_id)
        job = forecast.DifficultyBatch(cast("Request", None), encounter, "").job
        for share in SHARES:
            fought = worker.simulation(job)
            fought.rng = Steady(share)
            yield f"{self._falls(fought)} {_hits(fought)}"
            rounds.fight(fought, 1)
            chances = {one for one in fought._chances.values() if one is not None}
            yield f"{fought.tally} {sorted(chances)}"

    # --- parts of them

    def _falls(self, fought: Simulation) -> list[int]:
        """The number of hits of so much damage each takes until they are out."""
        struck = {name: tuple(values) for name, values in self.world.struck.items()}
        return [
            _until_out(fought, state, {**struck, "damage": (damage,)})
            for state in fought.start
            for damage in DAMAGES
        ]

    @property
    def who(self) -> str:
        return "greta" if self.is_craft else "ines"

    def _party(self, before: str) -> str:
        return f"{before}{self.world.rows[self.role].encounter.party.public_id}"

    def _combatant(self, role: str) -> str:
        row = self.world.rows[role]
        encounter = row.encounter.public_id
        return f"/{self._party('parties/')}/encounters/{encounter}/combatants/{row.pk}/"

    def _station(self, role: str, **query: str) -> str:
        return self.get("greta", self._combatant(role).replace("combatants", "crew"), **query)

    def _attack(self, who: str, attacker: str, target: str) -> str:
        rows = self.world.rows
        return self.get(who, f"{self._combatant(attacker)}attack/", target=str(rows[target].pk))

    def _actions(self, stored: storage.StoredCharacter) -> Iterator[tuple[str, dict[str, Any]]]:
        """The actions that a row names, with the values of their forms, then all there are."""
        for form in self.forms:
            action, _, query = form.partition("?")
            pairs = [one.split("=") for one in query.split("&") if one]
            yield action, {name: (value,) for name, value in pairs}
        opened, turn = stored.opened, stored.situation
        yield from ((key, {}) for key in opened.play_state(turn).pools)
        for group in opened.actions(turn):
            yield from ((action.id, {}) for action in group.actions)

    def _aboard(self) -> Iterator[str]:
        """The form of every action at the stations that are taken."""
        game = registry.get(self.world.slug)
        assert game.craft
        assert game.craft.crew
        craft = attempt(storage.load(self._of("craft")))
        for role in ABOARD:
            stored = storage.load(self._of(role))
            for one in game.craft.crew.actions(craft, role, ABOARD):
                if not one.by_craft:
                    form = stored.opened.roll_form(stored.situation, one.action, one.values)
                    yield f"{one.id} {_told(form)}"

    def _rolled(self) -> Iterator[str]:
        """Every form with its result; of all but those a row names the form alone."""
        stored = storage.load(self.character)
        for number, (action, values) in enumerate(self._actions(stored)):
            try:
                form = stored.opened.roll_form(stored.situation, action, values)
            except RuleViolation as refused:
                yield str(refused)
                continue
            yield f"{action} {_told(form)}"
            if number < len(self.forms) and not form.barred:
                result = stored.opened.resolve(stored.situation, action, values, Steady())
                yield f"{result.total} {result.said} {result.shifts} {result.taken}"


def _told(form: RollForm) -> str:
    """A form's dice, number and chance, what bars it, what is foreseen, and its fields."""
    parts = (form.pool and form.pool.value, form.target and form.target.value, form.chance)
    return f"{parts} {form.barred} {form.foreseen} {[field.label for field in form.fields]}"


def _until_out(fought: Simulation, state: int, values: dict[str, tuple[str, ...]]) -> int:
    """After how many hits of so much somebody is out; with a minus those that changed anything, and
    one more, where the next changes nothing.
    """
    for hits in range(MOST_HITS):
        if fought.is_out(state):
            return hits
        after = fought.harm(state, (fought.entrants[state].rules.harm, values))
        if after == state:
            return -1 - hits
        state = after
    return MOST_HITS


def _hits(fought: Simulation) -> list[str]:
    """The harm of a hit of each with their best weapon does to the first of the other side."""
    hits = []
    for state in (state for side in fought.sides for state in side):
        foe = fought.entrants[fought.sides[fought._foes[state]][0]]
        mode = fought.mode(fought.start[state])
        rolled = combat.attack(fought.entrants[state], mode, foe, fought.rng) if mode else None
        done = combat.Exchange(*rolled, foe) if rolled else None
        hits.append(str(combat.struck(done, mode, 3, fought.rng).harm if done and mode else None))
    return hits


PLACES: dict[str, Callable[[Looked], Iterator[str]]] = {
    "sheet": Looked.sheet,
    "play": Looked.play,
    "fight": Looked.fight,
    "opponents": Looked.opponents,
    "groups": Looked.groups,
    "craft": Looked.craft,
    "forecast": Looked.forecast,
    "paper": Looked.paper,
    "api": Looked.api_,
    "offline": Looked.offline,
}
# Whom a row is about in a place: a person, and for rows of craft a craft.
ROLES = {
    "opponents": ("opponent", "foe craft"),
    "groups": ("group", "squad"),
    "craft": ("pilot", "craft"),
}


def role_in(place: str, *, craft: bool, slug: str) -> str:
    """Whom a row is about in a place, "" where the game has nobody like that."""
    role = ROLES.get(place, ("person", "craft"))[craft]
    game = registry.get(slug)
    if role in ("craft", "foe craft", "pilot") and "craft" not in game.others:
        return ""
    if role in ("group", "squad") and not has_groups(slug, craft=craft):
        return ""
    return role


def texts(looked: Looked, place: str) -> Iterator[str]:
    """The texts of a place, one after another."""
    return PLACES[place](looked)
