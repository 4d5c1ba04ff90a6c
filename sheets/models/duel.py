"""Duels: two sides, their dice, whose turn it is, and the checks against each other."""

from __future__ import annotations

import uuid
from typing import ClassVar, Self

from django.db import models
from django.db.models import Q

from sheets.models.character import Character
from sheets.models.party import Party
from sheets.models.play_log import PlayLogEntry

SIDES = ((1, "First side"), (2, "Second side"))


class Duel(models.Model):
    """A duel of a party's characters and opponents. `place` is where it is now, and `phase` counts
    the places.

    `first_dice` and `second_dice` are the dice of the sides. `turn` is the fighter whose turn it
    is, by row id. `rolls` are the rolls that ended a phase: faces of both sides and the winner.
    `winner` is the side that won the last of them, 0 for none. `version` is raised by every change.
    """

    class State(models.TextChoices):
        """A duel's state: initiative, turns, the deciding roll, and over."""

        WAITING = "waiting"
        RUNNING = "running"
        DECIDED = "decided"
        OVER = "over"

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    party = models.ForeignKey(Party, models.CASCADE, related_name="duels")
    place = models.CharField(max_length=200, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    phase = models.PositiveIntegerField(default=1)
    round = models.PositiveIntegerField(default=0)
    turn = models.BigIntegerField(null=True)
    first_dice = models.PositiveSmallIntegerField()
    second_dice = models.PositiveSmallIntegerField()
    rolls = models.JSONField(default=list)
    winner = models.PositiveSmallIntegerField(default=0)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                name="one_duel_at_a_time", fields=["party"], condition=~Q(state="over")
            ),
        ]

    def __str__(self) -> str:
        return self.place or f"Duel {self.pk}"

    @property
    def is_running(self) -> bool:
        """True while turns are taken."""
        return self.state == self.State.RUNNING

    @property
    def is_waiting(self) -> bool:
        """True while a duelist still has to roll initiative."""
        return self.state == self.State.WAITING

    @property
    def is_decided(self) -> bool:
        """True once a side has won, while the winner chooses a prize."""
        return self.state == self.State.DECIDED

    @property
    def is_over(self) -> bool:
        """True once the duel is over."""
        return self.state == self.State.OVER


class DuelistQuerySet(models.QuerySet["Duelist"]):
    """Queries for duelists."""

    def in_order(self) -> Self:
        """In the order in which they act; those without a place in it last."""
        return self.order_by(models.F("rank").asc(nulls_last=True), "pk")


class Duelist(models.Model):
    """A character or opponent in a duel, on one of the two sides.

    `score` is its initiative, None until it has one; `edge` decides between equal scores, and
    `rank` is its place in the order, from 0. `prize` is what the winner chose for it.
    """

    duel = models.ForeignKey(Duel, models.CASCADE, related_name="duelists")
    character = models.ForeignKey(Character, models.CASCADE, related_name="duels")
    side = models.PositiveSmallIntegerField(choices=SIDES)
    name = models.CharField(max_length=120)
    score = models.IntegerField(null=True)
    edge = models.IntegerField(default=0)
    rank = models.PositiveIntegerField(null=True)
    prize = models.CharField(max_length=20, blank=True)

    objects = DuelistQuerySet.as_manager()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="a_character_duels_once", fields=["duel", "character"]),
        ]

    def __str__(self) -> str:
        return f"{self.name} in {self.duel_id}"

    @property
    def is_player(self) -> bool:
        """True for a player's character, which wins ties against others."""
        return self.character.kind == Character.Kind.CHARACTER


class Exchange(models.Model):
    """One turn of a duel: a check of whoever's turn it is, and the answer to it.

    `entry` and `answer` are the rolls in the logs of both; without one that roll is still to make.
    `winner` is the side that added a die, 0 for none yet. `ties` counts the ties that were rolled
    again. `rights` are what the Destiny Dice allow: the face, the side that has the right, and what
    became of it.
    """

    duel = models.ForeignKey(Duel, models.CASCADE, related_name="exchanges")
    phase = models.PositiveIntegerField()
    round = models.PositiveIntegerField()
    actor = models.ForeignKey(Duelist, models.CASCADE, related_name="exchanges")
    foe = models.ForeignKey(Duelist, models.CASCADE, related_name="answers")
    action = models.CharField(max_length=200)
    name = models.CharField(max_length=200)
    total = models.IntegerField(null=True)
    answer_name = models.CharField(max_length=200, blank=True)
    answer_total = models.IntegerField(null=True)
    entry = models.ForeignKey(PlayLogEntry, models.SET_NULL, null=True, related_name="duel_checks")
    answer = models.ForeignKey(
        PlayLogEntry, models.SET_NULL, null=True, related_name="duel_answers"
    )
    winner = models.PositiveSmallIntegerField(default=0)
    ties = models.PositiveIntegerField(default=0)
    rights = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"{self.actor_id} against {self.foe_id}: {self.name}"

    @property
    def is_open(self) -> bool:
        """True while a roll is still missing."""
        return not self.winner

    @property
    def waits_for_answer(self) -> bool:
        """True once the check is rolled, while its answer is still missing."""
        return self.is_open and self.total is not None
