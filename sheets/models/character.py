"""Characters as rows. Only `sheets.storage` reads a row as a document."""

import uuid
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, ClassVar, Self

from django.apps import apps
from django.db import models
from django.db.models import Exists, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from sheets.models.compiled import update_row
from sheets.models.owner import Identity, Owner
from sheets.models.party import Member, Party

MOST_WISHES = 50
PIXELS = ("portrait__picture", "portrait__shown", "portrait__small")
# The fields that tell whether a row is still as it was read. Whatever else is written, `updated_at`
# is written with it.
STAMP = (
    "public_id",
    "owner",
    "party",
    "kind",
    "roster",
    "system",
    "house_confirmed",
    "size",
    "version",
    "finished_at",
    "archived_at",
    "frozen_at",
    "created_at",
    "updated_at",
)


def _of_companions(who: Identity) -> Q:
    """The companions of a user's characters, and what fights for them in encounters."""
    companions = apps.get_model("sheets", "Companion").objects.of(who).values("character")
    fighting = apps.get_model("sheets", "Combatant").objects.filter(home__in=companions)
    return Q(pk__in=companions) | Q(pk__in=fighting.filter(hidden=False).values("character"))


class CharacterQuerySet(models.QuerySet["Character"]):
    """Queries for characters."""

    def visible_to(self, who: Identity) -> Self:
        """The characters that a user may see: their own with their companions, the demo's, and
        those of their parties.
        """
        seen = Q(owner__kind=Owner.Kind.DEMO)
        if who.is_somebody:
            seen |= who.condition(prefix="owner__") | _of_companions(who)
            seen |= Q(party__in=Member.objects.of(who).values("party"))
        if who.user is not None:
            seen |= Q(roster__in=Member.objects.of(who).leading().values("party"))
        return self.filter(seen)

    def belonging_to(self, who: Identity) -> Self:
        """The user's own characters."""
        return self.filter(who.condition(prefix="owner__")) if who.is_somebody else self.none()

    def playable_by(self, who: Identity) -> Self:
        """The characters that a user plays: their own with their companions, the ships of their
        parties, and all of the parties they lead.
        """
        if not who.is_somebody:
            return self.none()
        own = who.condition(prefix="owner__") | _of_companions(who)
        parties = Member.objects.of(who)
        crewed = Q(kind=Character.Kind.CRAFT, party__in=parties.values("party"))
        if who.user is None:
            return self.filter(own | crewed)
        led = parties.leading().values("party")
        return self.filter(own | crewed | Q(party__in=led) | Q(roster__in=led))

    def shelf(self, *, archived: bool) -> Self:
        """The archived characters or the others, the last edited first."""
        return self.filter(archived_at__isnull=not archived).order_by("-updated_at", "-pk")

    def found_by(self, words: Iterable[str]) -> Self:
        """The characters whose name, kind and concept contain every one of these casefolded
        words.
        """
        return self.filter(*(Q(search__contains=word) for word in words))

    def free(self, system: str) -> Self:
        """The characters of one game that are in no party and not archived."""
        free_characters = self.filter(system=system, party=None, archived_at=None)
        return free_characters.order_by("name", "pk")

    def with_portrait(self) -> Self:
        """With portraits, without the pixels, in one query."""
        return self.select_related("portrait").defer(*PIXELS)

    def update(self, **fields: object) -> int:
        """Also says when, unless the fields tell themselves that the row has changed."""
        if not set(fields).issubset(STAMP):
            fields.setdefault("updated_at", timezone.now())
        return super().update(**fields)

    def knowing_first(self) -> Self:
        """With whether each is the first that its owner made (`is_first`), in the same query."""
        earlier = Character.objects.filter(owner=OuterRef("owner"), pk__lt=OuterRef("pk"))
        return self.annotate(is_first=~Exists(earlier))

    def fighting_copies(self, parties: models.QuerySet[Party] | Sequence[Party]) -> Self:
        """The copies that the encounters of these parties took from their rosters."""
        return self.filter(roster__in=parties, combatants__isnull=False)

    def with_newest_line(self) -> Self:
        """Annotated with `newest_line`: the number of the newest line of its log, 0 without one."""
        lines = apps.get_model("sheets", "PlayLogEntry")._default_manager
        newest = lines.filter(character=OuterRef("pk")).order_by("-number").values("number")[:1]
        return self.annotate(newest_line=Coalesce(Subquery(newest), 0))

    def whole(self) -> Self:
        """With their ledgers, in one more query for all of them."""
        return self.prefetch_related("entries")


# Most queries begin with one of these: copying it takes a fifth of the time of making it.
@cache
def _present() -> CharacterQuerySet:
    return CharacterQuerySet(Character).filter(deleted_at=None)


@cache
def _players() -> CharacterQuerySet:
    return _present().filter(kind=Character.Kind.CHARACTER)


CharacterManager = models.Manager.from_queryset(CharacterQuerySet)


class PlayerCharacterManager(CharacterManager["Character"]):
    """The characters of players. What only a game master has, no list of characters shows."""

    def get_queryset(self) -> CharacterQuerySet:
        """Without opponents and craft, and without what was deleted."""
        return _players().using(self._db)


class DocumentManager(CharacterManager["Character"]):
    """Documents of every kind."""

    def get_queryset(self) -> CharacterQuerySet:
        """Without what was deleted."""
        return _present().using(self._db)


class DeletedManager(CharacterManager["Character"]):
    """Deleted characters that can still be restored."""

    def get_queryset(self) -> CharacterQuerySet:
        """Nothing but that."""
        return CharacterQuerySet(self.model, using=self._db).filter(deleted_at__isnull=False)


class Character(models.Model):
    """A character document, less its ledger, and what we know about it besides.

    `objects` has the players' characters, `documents` every `kind` of document. An opponent or a
    craft in the `roster` of a party is seen and played by its game masters alone, one without
    roster and party by its owner alone. `folder` groups those of a roster in its list, "" for none.
    A craft with a `party` is that party's ship, which all its members see and play; a party has one
    at most.
    Neither manager has what its owner deleted (`deleted_at`): that is in `deleted` until it is
    cleaned up.

    A draft (`finished_at` empty) has no ledger. `aside` keeps what was typed about a choice that
    was taken back, by field, in case it comes again. `house_confirmed` says that what `house`
    accepts was accepted here; in a document that came from elsewhere it is a claim. `wishes` is
    what the player plans to buy, in order. `rebuilding` is the build that is being made anew, with
    the name and the player, none while nobody does. `situation` is what the turn at the table
    holds. A character is in one party at a time, or in none. `search` is what it is found by
    (`sheets.search_text`), `size` how many bytes its document has as a file; both are written with
    it. `frozen_at` is since when the operator has it frozen, if so: then it is not worked out
    (`storage.Frozen`).
    """

    class Kind(models.TextChoices):
        """The kind of document: a character, an opponent, or a craft."""

        CHARACTER = "character"
        OPPONENT = "opponent"
        CRAFT = "craft"

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    owner = models.ForeignKey(Owner, models.CASCADE, related_name="characters")
    party = models.ForeignKey(Party, models.SET_NULL, null=True, related_name="characters")
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.CHARACTER)
    roster = models.ForeignKey(Party, models.SET_NULL, null=True, related_name="roster")
    folder = models.CharField(max_length=80, blank=True, default="")
    system = models.CharField(max_length=80)
    name = models.TextField(blank=True)
    player = models.TextField(blank=True)
    build = models.JSONField(default=dict)
    marks = models.JSONField(default=dict)
    house = models.JSONField(default=dict)
    aside = models.JSONField(default=dict)
    wishes = models.JSONField(default=list)
    rebuilding = models.JSONField(null=True)
    situation = models.JSONField(default=dict)
    house_confirmed = models.BooleanField(default=False)
    search = models.TextField(blank=True, default="")
    size = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=1)
    finished_at = models.DateTimeField(null=True)
    archived_at = models.DateTimeField(null=True)
    deleted_at = models.DateTimeField(null=True)
    frozen_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    objects = PlayerCharacterManager()
    documents = DocumentManager()
    deleted = DeletedManager()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(name="character_has_a_system", condition=~Q(system="")),
            models.CheckConstraint(
                name="character_version_starts_at_1", condition=Q(version__gte=1)
            ),
            models.CheckConstraint(
                name="no_character_in_a_roster", condition=Q(roster=None) | ~Q(kind="character")
            ),
            models.UniqueConstraint(
                name="a_party_has_one_ship", fields=["party"], condition=Q(kind="craft")
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["owner", "archived_at", "-updated_at"], name="character_shelf"),
            # Most characters are in no party: an index without those stays small and selective.
            models.Index(
                fields=["party"], name="character_party", condition=Q(party__isnull=False)
            ),
            models.Index(
                fields=["roster"], name="character_roster", condition=Q(roster__isnull=False)
            ),
            models.Index(
                fields=["deleted_at"],
                name="character_deleted",
                condition=Q(deleted_at__isnull=False),
            ),
            models.Index(
                fields=["frozen_at"], name="character_frozen", condition=Q(frozen_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return self.name or f"character {self.pk}"

    def save(
        self, *args: object, update_fields: Iterable[str] | None = None, **options: Any
    ) -> None:
        """Saves it, or only some of its fields; when, in any case."""
        fields = None if update_fields is None else {*update_fields, "updated_at"}
        if fields is None or args or options:
            super().save(*args, update_fields=fields, **options)
        else:
            update_row(self, fields)

    @property
    def is_draft(self) -> bool:
        """True while it is being built for the first time."""
        return self.finished_at is None

    @property
    def is_in_play(self) -> bool:
        """True while it can advance and play: finished and not archived."""
        return not (self.is_draft or self.is_archived)

    @property
    def is_rebuilding(self) -> bool:
        """True while a finished character is rebuilt."""
        return not self.is_draft and self.rebuilding is not None

    @property
    def is_open(self) -> bool:
        """True while its build may change: a draft or a rebuild, and not archived."""
        return (self.is_draft or self.is_rebuilding) and not self.is_archived

    @property
    def can_be_rebuilt(self) -> bool:
        """True if a rebuild may begin: finished, not archived, and not being rebuilt."""
        return not (self.is_draft or self.is_rebuilding or self.is_archived)

    @property
    def is_archived(self) -> bool:
        """True while it is archived."""
        return self.archived_at is not None


class LedgerEntry(models.Model):
    """One entry of a character's ledger. Entries are appended and never change.

    `author` is who made it, where that is not the character's owner.
    """

    character = models.ForeignKey(Character, models.CASCADE, related_name="entries")
    position = models.PositiveIntegerField()
    content = models.JSONField()
    author = models.ForeignKey(Owner, models.SET_NULL, null=True, related_name="entries_given")

    class Meta:
        ordering = ("position",)
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                name="ledger_position_is_taken_once", fields=["character", "position"]
            ),
        ]

    def __str__(self) -> str:
        return f"{self.character_id}[{self.position}]"


NAMELESS = "Unnamed character"
