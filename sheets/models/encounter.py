"""Encounters: who fights, where they stand, whose turn it is, and the attacks that were made."""

from __future__ import annotations

import uuid
from typing import ClassVar, Self

from django.db import models
from django.db.models import Q

from rules.fight import Fillings
from sheets.models.character import Character
from sheets.models.party import Party
from sheets.models.play_log import PlayLogEntry

# What says whose turn it is.
TURN = ("turn", "round", "shown_turn", "shown_round")


class Encounter(models.Model):
    """A fight of a party, prepared, running, or over. `notes` are the game masters' own.

    `fillings` are what fills places of its strip, None until a page or an operation has read them.

    `folder` groups encounters in their list, "" for none. `turn` is the combatant whose turn it is,
    or was at the end, by row id. Players are told `shown_turn` and `shown_round` instead: whose
    turn was the last of those they know of, and in which round. The order does not tell it
    afterwards: some are skipped, moved, or given a turn. With `hides_numbers` players see neither
    target numbers nor chances. `version` is raised by every change to the encounter and its
    combatants. `end_entries`
    are the log entries that the end of the fight made, by row id: going on takes them back.
    `turns_before` are the last turns, each as `TurnBefore.plain` has it, the newest at the end.
    `forecast` is how it was forecast last, None for never.
    """

    class State(models.TextChoices):
        """An encounter's state."""

        PREPARED = "prepared"
        RUNNING = "running"
        OVER = "over"

    fillings: Fillings | None = None

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    party = models.ForeignKey(Party, models.CASCADE, related_name="encounters")
    name = models.CharField(max_length=120)
    place = models.CharField(max_length=200, blank=True)
    folder = models.CharField(max_length=80, blank=True)
    notes = models.TextField(blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.PREPARED)
    hides_numbers = models.BooleanField(default=False)
    round = models.PositiveIntegerField(default=0)
    turn = models.BigIntegerField(null=True)
    shown_round = models.PositiveIntegerField(default=0)
    shown_turn = models.BigIntegerField(null=True)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    end_entries = models.JSONField(default=list)
    turns_before = models.JSONField(default=list)
    forecast = models.JSONField(null=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(name="encounter_has_a_name", condition=~Q(name="")),
            models.UniqueConstraint(
                name="one_fight_at_a_time", fields=["party"], condition=Q(state="running")
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_prepared(self) -> bool:
        """True until the fight begins."""
        return self.state == self.State.PREPARED

    @property
    def is_running(self) -> bool:
        """True while the fight is on."""
        return self.state == self.State.RUNNING

    @property
    def is_over(self) -> bool:
        """True once the fight is over."""
        return self.state == self.State.OVER

    def turn_for(self, *, leads: bool) -> tuple[int, int | None]:
        """The round and the turn as game masters know them, or as players do."""
        return (self.round, self.turn) if leads else (self.shown_round, self.shown_turn)

    def round_of(self, row: Combatant) -> int:
        """The round that a combatant acts in: for those whom players see, the one they know of."""
        return self.round if row.hidden else self.shown_round

    def begin_turn(self, row: Combatant, *, round: int) -> None:
        """Makes it a combatant's turn. Part of an operation."""
        self.turn, self.round = row.pk, round
        if not row.hidden:
            self.shown_turn, self.shown_round = self.turn, self.round
        self.save(update_fields=TURN)

    def pass_turn(self, row: Combatant, to: Combatant | None) -> None:
        """If it is the turn of one who leaves, makes it another's or nobody's. Part of an
        operation.
        """
        if self.turn == row.pk:
            self.turn = to.pk if to else None
        if self.shown_turn == row.pk:
            self.shown_turn = to.pk if to and not to.hidden else None
        self.save(update_fields=TURN)


class CombatantQuerySet(models.QuerySet["Combatant"]):
    """Queries for combatants."""

    def in_order(self) -> Self:
        """In the order in which they act; those without a place in it last."""
        return self.order_by(models.F("rank").asc(nulls_last=True), "pk")

    def with_characters(self) -> Self:
        """With their characters' rows and ledgers."""
        return self.select_related("character").prefetch_related("character__entries")

    def present(self) -> Self:
        """Those who have come: of no wave that is still to arrive."""
        return self.filter(wave=0)

    def is_between_turns(self, character: Character) -> bool:
        """True if a fight goes on in which it is not this character's turn, nor that of a craft it
        is aboard.
        """
        fighting = self.filter(character=character, encounter__state=Encounter.State.RUNNING)
        its_turn = Q(encounter__turn=models.F("pk")) | Q(encounter__turn=models.F("post__craft"))
        return fighting.exists() and not fighting.filter(its_turn).exists()


class Combatant(models.Model):
    """A character or opponent in an encounter.

    `name` is what everybody calls it there, the document's name if it is empty. One that is
    `hidden` no player knows of. `score` is its initiative, None until it has one; `starts` says
    that it began the fight and rolls none; `edge` decides between equal scores. `rank` is its place
    in the order, from 0. `place` is the range band on which it stands, from 0; `circumstances` are
    what it is in, by ids. `trigger` is what its held action waits for.

    Of a craft, `crew_dice` are those of a crew without names, None for the usual ones, and
    `bearings` the side on which another craft is, by that one's row id. `home` is the craft of the
    roster that fights here for the party: its harm is brought home at the end.

    One of a `wave` from 1 on has not come yet: it is hidden, and in no order, until its wave
    arrives.
    """

    class Side(models.TextChoices):
        """Whose side it is on."""

        PARTY = "party", "The party"
        OPPONENTS = "opponents", "Opponents"

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="combatants")
    character = models.ForeignKey(Character, models.CASCADE, related_name="combatants")
    side = models.CharField(max_length=10, choices=Side.choices)
    name = models.CharField(max_length=120, blank=True)
    hidden = models.BooleanField(default=False)
    wave = models.PositiveSmallIntegerField(default=0)
    starts = models.BooleanField(default=False)
    score = models.IntegerField(null=True)
    rank = models.PositiveIntegerField(null=True)
    place = models.PositiveSmallIntegerField(default=0)
    circumstances = models.JSONField(default=list)
    edge = models.IntegerField(default=0)
    trigger = models.CharField(max_length=200, blank=True)
    crew_dice = models.PositiveSmallIntegerField(null=True)
    bearings = models.JSONField(default=dict)
    home = models.ForeignKey(Character, models.SET_NULL, null=True, related_name="away")

    objects = CombatantQuerySet.as_manager()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                name="a_character_fights_once", fields=["encounter", "character"]
            ),
            models.CheckConstraint(
                name="who_has_not_come_is_hidden", condition=Q(wave=0) | Q(hidden=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.called} in {self.encounter}"

    @property
    def called(self) -> str:
        """The combatant's name in the fight: its own, else the character's."""
        return self.name or self.character.name

    @property
    def in_forms(self) -> dict[str, tuple[str, ...]]:
        """The values that a game master's forms show of it, by field."""
        return {
            "name": (self.name,),
            "hidden": ("yes",) * self.hidden,
            "place": (str(self.place),),
            "circumstances": tuple(self.circumstances),
        }

    @property
    def is_opponent(self) -> bool:
        """True if it is against the party."""
        return self.side == self.Side.OPPONENTS


class CrewPost(models.Model):
    """Somebody at a station of a craft, during an encounter. `station` is its id in the game, and
    `number` tells several places of one station apart.
    """

    craft = models.ForeignKey(Combatant, models.CASCADE, related_name="crew")
    member = models.OneToOneField(Combatant, models.CASCADE, related_name="post")
    station = models.CharField(max_length=40)
    number = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                name="nobody_twice_at_a_station", fields=["craft", "station", "number"]
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member_id} at {self.station} of {self.craft_id}"


class Maneuver(models.Model):
    """A check of one craft for its position around another.

    `entry` is the roll in the log of whoever made it. A success puts the `craft` on that `side` of
    the `other`, with the other one on its own `front`; `before` are the two sides as they were
    until then, "" for one that nobody had said, and None while nothing was moved.
    """

    craft = models.ForeignKey(Combatant, models.CASCADE, related_name="maneuvers")
    other = models.ForeignKey(Combatant, models.CASCADE, related_name="maneuvers_around")
    side = models.CharField(max_length=40)
    front = models.CharField(max_length=40)
    entry = models.OneToOneField(PlayLogEntry, models.CASCADE, related_name="maneuver")
    before = models.JSONField(null=True)

    def __str__(self) -> str:
        return f"{self.craft_id} around {self.other_id}: {self.side}"


class AttackQuerySet(models.QuerySet["Attack"]):
    """Queries for attacks."""

    def standing(self) -> Self:
        """Those whose roll was not undone."""
        later = PlayLogEntry.objects.filter(
            character=models.OuterRef("entry__character"),
            takes_back=models.OuterRef("entry__number"),
        )
        return self.exclude(models.Exists(later))


class Attack(models.Model):
    """One attack on one target, from the roll to the harm.

    `entry` is the attack roll in the attacker's log, `damage_entry` its damage roll, and
    `harm_entry` what it did, in the target's log. `total` counts `unit`s, "" for the sum of
    dice; `number` is what it had to reach, or to beat where the target defended with a roll of its
    own, `defense_entry`. `answer_entry` is a roll of a crew after a hit, to raise shields. `harm`
    are the values of the target's form. `craft` is the one whose weapon it was.
    `hidden` says that only game masters know of it.
    """

    class State(models.TextChoices):
        """An attack's state: the target's defense roll is missing, a hit whose damage is missing,
        damage that a game master has to confirm, and their decision.
        """

        DEFENDING = "defending"
        UNKNOWN = "unknown"
        MISSED = "missed"
        HIT = "hit"
        DAMAGED = "damaged"
        TAKEN = "taken"
        WAIVED = "waived"

    OPEN: ClassVar[tuple[str, ...]] = (
        State.DEFENDING,
        State.UNKNOWN,
        State.HIT,
        State.DAMAGED,
    )

    DECIDED: ClassVar[tuple[str, ...]] = (State.TAKEN, State.WAIVED)
    # The entries of an exchange, in the order in which they come.
    LINKS: ClassVar[tuple[str, ...]] = (
        "entry", "defense_entry", "damage_entry", "answer_entry", "harm_entry",
    )  # fmt: skip

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="attacks")
    attacker = models.ForeignKey(Combatant, models.CASCADE, related_name="attacks")
    target = models.ForeignKey(Combatant, models.CASCADE, related_name="attacks_on")
    craft = models.ForeignKey(Combatant, models.SET_NULL, null=True, related_name="shots")
    action = models.CharField(max_length=200)
    weapon = models.CharField(max_length=200)
    state = models.CharField(max_length=10, choices=State.choices)
    total = models.IntegerField()
    unit = models.CharField(max_length=40, blank=True)
    number = models.IntegerField(null=True)
    follows = models.CharField(max_length=300, blank=True)
    harm = models.JSONField(default=dict)
    hidden = models.BooleanField(default=False)
    round = models.PositiveIntegerField(default=0)
    entry = models.ForeignKey(PlayLogEntry, models.SET_NULL, null=True, related_name="attacks")
    defense_entry = models.ForeignKey(
        PlayLogEntry, models.SET_NULL, null=True, related_name="attack_defense"
    )
    damage_entry = models.ForeignKey(
        PlayLogEntry, models.SET_NULL, null=True, related_name="attack_damage"
    )
    answer_entry = models.ForeignKey(
        PlayLogEntry, models.SET_NULL, null=True, related_name="attack_answer"
    )
    harm_entry = models.ForeignKey(
        PlayLogEntry, models.SET_NULL, null=True, related_name="attack_harm"
    )

    objects = AttackQuerySet.as_manager()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="one_attack_a_target", fields=["entry", "target"]),
        ]

    def __str__(self) -> str:
        return f"{self.attacker_id} on {self.target_id}: {self.state}"

    @property
    def is_open(self) -> bool:
        """True while a roll or a decision is missing."""
        return self.state in self.OPEN

    @property
    def left(self) -> int:
        """The rest of the total after a defense that was rolled, where both count the same."""
        return self.total - (self.number or 0 if self.defense_entry_id else 0)

    @property
    def is_taken(self) -> bool:
        """True once a game master has confirmed the harm."""
        return self.state == self.State.TAKEN

    @property
    def is_decided(self) -> bool:
        """True once a game master has decided what it does."""
        return self.state in self.DECIDED

    @property
    def after_hit(self) -> str:
        """The state after a hit: damage is rolled, unless the attack has another effect."""
        return self.State.HIT if self.follows else self.State.DAMAGED

    @property
    def reaches(self) -> bool:
        """True if the total reaches the target's number; a rolled defense it has to beat."""
        if self.number is None:
            return False
        return self.total > self.number if self.defense_entry_id else self.total >= self.number
