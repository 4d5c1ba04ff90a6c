"""Encounters: prepare, change, copy, and remove them; start the fight, end it, and resume it.

Only game masters do this. Each operation locks the party, then characters, then the encounter.
"""

from collections.abc import Collection, Mapping, Sequence

from django.db.models import Exists, OuterRef
from django.utils import timezone

from rules.character import Character as OpenCharacter
from rules.fight import FightRules
from sheets.access import lock_characters
from sheets.encounters import home
from sheets.encounters.crew.posts import board_ship, stay_aboard
from sheets.encounters.everyone import ActForAll, UndoForAll
from sheets.encounters.lineup import LONGEST_NAME, copied, join, show, sources
from sheets.encounters.writes import (
    EncounterOperation,
    check_running,
    fight_rules,
    get_combatant,
    within_bands,
)
from sheets.errors import Conflict, Refused
from sheets.form_data import SentField
from sheets.forms import field_text
from sheets.models import Character, Combatant, Encounter, Member, Party, PlayLogEntry
from sheets.models.encounter import TURN, CombatantQuerySet
from sheets.parties.operations import save_change
from sheets.play.fight_order import followers, keep_scores
from sheets.play_log.actor import Actor
from sheets.play_log.operations import NewLine
from sheets.writes import Operation, touched_fields

MOST_ENCOUNTERS = 200
LONGEST_PLACE = 200
LONGEST_FOLDER = 80
LONGEST_NOTES = 20_000

TOO_MANY = f"A party keeps at most {MOST_ENCOUNTERS} encounters. Delete old ones first."
RUNNING = "This encounter is running. End it first."
NOBODY = "Add combatants before you start."
ANOTHER = "Another encounter of this party is running. End it first."
STARTED = "This encounter has started already."
NOT_OVER = "This fight isn't over. The page shows how it stands."


class Create(Operation[Member, str]):
    """Prepares a new encounter, with all the party's characters in it, and with its ship if it
    takes part; its public id.
    """

    name: str
    place: str
    with_ship: bool = False
    folder: str = ""

    @property
    def content(self) -> tuple[str, ...]:
        """The encounter's name, place, and folder, and "True" if the ship takes part."""
        words = (self.name, self.place, self.folder, str(self.with_ship))
        return ("encounter", *words, *self.access.receipt_id)

    def save(self) -> str:
        party = self.row.party
        _check_room(party)
        encounter = Encounter.objects.create(
            party=party, name=self.name, place=self.place, folder=self.folder
        )
        ready = party.characters.filter(archived_at=None, finished_at__isnull=False)
        ships = Character.documents.filter(kind=Character.Kind.CRAFT, party=party)
        join(encounter, (*ready, *(ships if self.with_ship else ())))
        return str(encounter.public_id)


class Change(EncounterOperation[None]):
    """Changes what is said of an encounter: the fields that the page changed, to the values that
    its form read. Raises FieldConflict for those that another page has changed meanwhile.
    """

    values: Mapping[str, str | bool]
    sent: Mapping[str, SentField]

    def change(self, encounter: Encounter) -> None:
        touched = touched_fields(self.sent, lambda name: (field_text(getattr(encounter, name)),))
        for name in touched:
            setattr(encounter, name, self.values[name])
        encounter.save(update_fields=list(touched))


class Duplicate(EncounterOperation[str]):
    """Makes another like it, prepared: its opponents unhurt, the party as it is now; its public
    id.
    """

    def change(self, encounter: Encounter) -> str:
        party = encounter.party
        _check_room(party)
        copy = Encounter.objects.create(
            party=party,
            name=f"{encounter.name[: LONGEST_NAME - 7]} (copy)",
            place=encounter.place,
            folder=encounter.folder,
            notes=encounter.notes,
            hides_numbers=encounter.hides_numbers,
        )
        ships = Character.documents.filter(kind=Character.Kind.CRAFT, party=party)
        ready = party.characters.filter(archived_at=None, finished_at__isnull=False)
        join(copy, (*ready, *ships.filter(combatants__encounter=encounter)))
        copies = encounter.combatants.filter(character__roster=encounter.party)
        rows = sources(Character.documents.filter(combatants__in=copies))
        characters = {row.pk: row for row in rows}
        here = copy.combatants.exclude(home=None).values("home")  # companions came along
        for combatant in copies.exclude(home__in=here).order_by("pk"):
            copied(copy, characters[combatant.character_id], like=combatant)
        return str(copy.public_id)


def _check_room(party: Party) -> None:
    """Raises Refused if a party has as many encounters as it may."""
    if party.encounters.count() >= MOST_ENCOUNTERS:
        raise Refused({"name": TOO_MANY})


class Delete(EncounterOperation[None]):
    """Deletes an encounter that is not running, with its opponents."""

    touches = False

    def change(self, encounter: Encounter) -> None:
        if encounter.is_running:
            raise Refused({"": RUNNING})
        copies = encounter.combatants.filter(character__roster=encounter.party)
        rows = Character.documents.filter(pk__in=copies.values("character"))
        lock_characters(rows)
        rows.delete()
        encounter.delete()


def _touched(row: Combatant, sent: Mapping[str, SentField] | None) -> Collection[str]:
    """The fields of a combatant that a page changed: all for one that does not say what it showed
    at first. Raises FieldConflict for those that another page has changed meanwhile.
    """
    return touched_fields(sent, row.in_forms.get) if sent else row.in_forms


class Describe(EncounterOperation[None]):
    """Renames a combatant, and hides it from players or shows it: what the page changed of what it
    `sent`. Raises FieldConflict.
    """

    combatant: int
    name: str
    hidden: bool
    sent: Mapping[str, SentField] | None = None

    def change(self, encounter: Encounter) -> None:
        row = get_combatant(encounter, self.combatant)
        touched = _touched(row, self.sent)
        name = self.name if "name" in touched else row.name
        hidden = self.hidden if "hidden" in touched else row.hidden
        reveals = row.hidden and not hidden and not row.wave and name == row.name
        row.name, row.hidden = name, hidden or row.wave > 0
        row.save(update_fields=["name", "hidden"])
        if reveals:
            show(encounter, row)


class Reveal(EncounterOperation[None]):
    """Shows a combatant to the players, or all of them without one."""

    combatant: int | None

    @property
    def content(self) -> tuple[str, ...]:
        """The combatant, "None" for all."""
        verb = ("encounter", str(self.id), "reveal", str(self.combatant))
        return (*verb, *self.access.receipt_id)

    def change(self, encounter: Encounter) -> None:
        rows = encounter.combatants.present().filter(hidden=True)
        rows = rows.select_related("character").order_by("pk")
        for row in rows if self.combatant is None else rows.filter(pk=self.combatant):
            show(encounter, row)


class HideNumbers(EncounterOperation[None]):
    """Hides target numbers and chances from players, or shows them."""

    verb = "numbers"
    hides: bool

    def change(self, encounter: Encounter) -> None:
        encounter.hides_numbers = self.hides
        encounter.save(update_fields=["hides_numbers"])


class Put(EncounterOperation[None]):
    """Where a combatant stands, and what it is in, as a game master says: it costs no action. Takes
    what the page changed of what it `sent`, as `Describe`.
    """

    combatant: int
    place: int | None = None
    circumstances: Sequence[str] | None = None
    sent: Mapping[str, SentField] | None = None

    def change(self, encounter: Encounter) -> None:
        row, rules = get_combatant(encounter, self.combatant), fight_rules(encounter.party)
        touched = _touched(row, self.sent)
        if self.place is not None and "place" in touched:
            row.place = within_bands(self.place, rules)
        if self.circumstances is not None and "circumstances" in touched:
            known = [circumstance.id for circumstance in rules.circumstances]
            row.circumstances = [id for id in known if id in self.circumstances]
        row.save(update_fields=["place", "circumstances"])
        aboard = list(row.crew.values_list("member", flat=True))
        Combatant.objects.filter(pk__in=aboard).update(place=row.place)


class Start(ActForAll):
    """Begins the fight, and rolls initiative for the opponents; `starters` began it and go first
    without a roll. In a game without initiative everyone is put in order at once, the party first.
    """

    starters: Sequence[int]

    def whose(self, encounter: Encounter) -> CombatantQuerySet:
        _check_prepared(encounter)
        rows = encounter.combatants.present()
        rows = rows.filter(side=Combatant.Side.OPPONENTS, post=None)
        return rows.exclude(pk__in=[*self.starters, *followers(encounter)])

    def action(self, rules: FightRules) -> str:
        return rules.initiative

    def change(self, encounter: Encounter) -> None:
        _check_prepared(encounter)
        _check_alone(encounter)
        rows = list(encounter.combatants.present().order_by("pk"))
        rules = fight_rules(encounter.party)
        if not rows:
            raise Refused({"": NOBODY})
        home.arrive(encounter)
        board_ship(encounter)
        for row in rows:
            row.starts = row.pk in self.starters
        Combatant.objects.bulk_update(rows, ["starts"])
        encounter.state, encounter.started_at = Encounter.State.RUNNING, timezone.now()
        encounter.round, encounter.turn = 0, None
        encounter.shown_round, encounter.shown_turn = 0, None
        encounter.turns_before = []
        encounter.save(update_fields=["state", "started_at", "turns_before", *TURN])
        _set_fighting(encounter.party, fighting=True)
        keep_scores(encounter, self.outcomes, everyone=not rules.initiative)


class End(ActForAll):
    """Ends the fight: turns and rounds are over for everyone in it. One that is over stays so."""

    def whose(self, encounter: Encounter) -> CombatantQuerySet:
        rows = encounter.combatants.present()
        return rows.none() if encounter.is_over else rows

    def action(self, rules: FightRules) -> str:
        return rules.end

    def at_home(self, combatant: Combatant, after: OpenCharacter, actor: Actor) -> NewLine | None:
        return home.landed(combatant, after, actor)

    def change(self, encounter: Encounter) -> None:
        if encounter.is_over:
            return
        check_running(encounter)
        encounter.state, encounter.ended_at = Encounter.State.OVER, timezone.now()
        encounter.end_entries = [entry.pk for entry in self.entries]
        stay_aboard(encounter)
        encounter.save(update_fields=["state", "ended_at", "end_entries"])
        _set_fighting(encounter.party, fighting=False)


class Resume(UndoForAll):
    """Goes on with a fight that was ended: whose turn it was and what lasted is as it was before,
    but for what somebody has undone since. Conflict unless it is over.
    """

    verb = "take back"

    def undone(self, encounter: Encounter) -> dict[int, PlayLogEntry]:
        if not encounter.is_over:
            raise Conflict(NOT_OVER)
        entries = PlayLogEntry.objects.filter(pk__in=encounter.end_entries)
        later = PlayLogEntry.objects.filter(
            character=OuterRef("character"), takes_back=OuterRef("number")
        )
        return {entry.character_id: entry for entry in entries.exclude(Exists(later))}

    def change(self, encounter: Encounter) -> None:
        if not encounter.is_over:
            raise Conflict(NOT_OVER)
        _check_alone(encounter)
        encounter.state, encounter.ended_at = Encounter.State.RUNNING, None
        encounter.end_entries = []
        encounter.save(update_fields=["state", "ended_at", "end_entries"])
        _set_fighting(encounter.party, fighting=True)


def _check_prepared(encounter: Encounter) -> None:
    if encounter.state != Encounter.State.PREPARED:
        raise Conflict(STARTED)


def _check_alone(encounter: Encounter) -> None:
    if encounter.party.encounters.filter(state=Encounter.State.RUNNING).exists():
        raise Refused({"": ANOTHER})


def _set_fighting(party: Party, *, fighting: bool) -> None:
    party.fighting = fighting
    save_change(party, "fighting")


def keep_forecast(encounter: int, forecast: dict[str, object]) -> None:
    """Keeps a forecast with its encounter: one statement, and no news to its open pages."""
    Encounter.objects.filter(pk=encounter).update(forecast=forecast)
