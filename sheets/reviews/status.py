"""How far the reviews of characters are: who waits, what was approved, and what changed since."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import partial

from rules import decisions
from rules.document import Document
from rules.system import GameSystem
from sheets import problems, storage
from sheets.models import Character, Party, Review
from sheets.reviews.report import Fault, Places

# What a player decides of a document: its marks move at the table, its house is the party's.
_THE_PLAYERS = ("name", "player", "build")


@dataclass(frozen=True)
class ReviewStatus:
    """The newest review of a character in its party, the newest that was decided, and the newest
    that approved it; whether something of its player's doing is not as it was approved.
    """

    latest: Review | None = None
    decided: Review | None = None
    approved: Review | None = None
    changed: bool = False

    @property
    def state(self) -> str:
        """In one word: "new", "waiting", "returned", "changed" or "approved"."""
        if self.latest is None:
            return "new"
        if self.latest.state == Review.State.SUBMITTED:
            return "waiting"
        if self.latest.state == Review.State.RETURNED:
            return "returned"
        return "changed" if self.changed else "approved"

    @property
    def seen(self) -> str:
        """What a form carries, to tell later whether somebody decided or submitted meanwhile."""
        return f"{self.latest.pk}.{self.latest.state}" if self.latest else ""

    @property
    def waits(self) -> bool:
        """Whether it waits to be decided on."""
        return self.state == "waiting"

    @property
    def returned(self) -> Review | None:
        """The review by which it was returned, if that is how it stands."""
        return self.latest if self.state == "returned" else None

    @property
    def asked_for(self) -> Review | None:
        """The review by which it was returned, also once it was submitted again: until somebody
        decides on it anew, that is what was asked for.
        """
        last = self.decided
        return last if last and last.state == Review.State.RETURNED else None


NEW = ReviewStatus()


def of(character: Character, document: Document) -> ReviewStatus:
    """How it stands with one character in its party. Three queries at most, none where it is in no
    party.
    """
    newest = latest(character)
    if newest is None:
        return NEW
    reviews = character.reviews.in_party(character.party_id).order_by("-pk")
    decided: Review | None = newest
    approved: Review | None = newest
    if newest.state == Review.State.SUBMITTED:
        decided = approved = reviews.exclude(state=Review.State.SUBMITTED).first()
    if decided and decided.state != Review.State.APPROVED:
        approved = reviews.filter(state=Review.State.APPROVED).first()
    return ReviewStatus(newest, decided, approved, _changed(character, document, approved))


def latest(character: Character) -> Review | None:
    """The newest review in its party. One query, none where it is in no party."""
    if character.party_id is None:
        return None
    found = Review.objects.filter(character=character).in_party(character.party_id)
    return found.order_by("-pk").first()


def returned(character: Character) -> Review | None:
    """The review by which a character was returned, where nothing came of it since. One query, none
    where it is in no party.
    """
    found = latest(character)
    return found if found and found.state == Review.State.RETURNED else None


def earlier(character: Character, *, most: int) -> list[Review]:
    """The newest reviews that were decided, in whatever party: for its owner."""
    decided_on = character.reviews.exclude(state=Review.State.SUBMITTED)
    return list(decided_on.defer("document").order_by("-pk")[:most])


@dataclass(frozen=True)
class Listed:
    """A character as the list of those who lead its party shows it. `fault` says why it cannot be
    read; `faults` are what is wrong with it, `open` is how much is undecided.
    """

    character: Character
    standing: ReviewStatus
    faults: tuple[Fault, ...] = ()
    open: int = 0
    fault: str = ""


def listed(party: Party) -> list[Listed]:
    """Every character of a party. Five queries for all of them."""
    found = party.characters.whole().select_related("owner__user").order_by("name", "pk")
    characters = list(found)
    reviews = Review.objects.filter(character__in=characters).in_party(party.pk)
    newest = {one.character_id: one for one in reviews.latest_of_each()}
    approved = {one.character_id: one for one in reviews.latest_of_each(Review.State.APPROVED)}
    both = reviews.latest_of_each(Review.State.APPROVED, Review.State.RETURNED)
    decided = {one.character_id: one for one in both.defer("document")}
    return [
        _listed(one, ReviewStatus(newest.get(one.pk), decided.get(one.pk), approved.get(one.pk)))
        for one in characters
    ]


def _listed(character: Character, known: ReviewStatus) -> Listed:
    try:
        return storage.worked_out(character, partial(_examined, character, known))
    except storage.CorruptRow as damaged:
        return Listed(character, known, fault=damaged.told)


def _examined(
    character: Character, known: ReviewStatus, system: GameSystem, document: Document
) -> Listed:
    standing, _ = problems.problems(system, document)
    wrong = [problem for problem in standing if not problem.unfinished]
    places = Places(system, document, decisions.chapters(system, document)) if wrong else None
    return Listed(
        character,
        replace(known, changed=_changed(character, document, known.approved)),
        tuple(places.fault(problem) for problem in wrong) if places else (),
        len(standing) - len(wrong),
    )


def _changed(character: Character, document: Document, approved: Review | None) -> bool:
    """Whether its player has decided, gained or spent anything since. What a game master entered
    is known to them.
    """
    if approved is None:
        return False
    before = approved.document if isinstance(approved.document, dict) else {}
    now = json.loads(storage.exported(document))
    if any(now.get(member, "") != before.get(member, "") for member in _THE_PLAYERS):
        return True
    ledger, then = now.get("ledger", []), before.get("ledger", [])
    return ledger[: len(then)] != then or _entered_by_the_player(character, len(then))


def _entered_by_the_player(character: Character, first: int) -> bool:
    if character.is_draft:
        return False
    if "entries" in getattr(character, "_prefetched_objects_cache", {}):
        entries = character.entries.all()
        return any(one.position >= first and one.author_id is None for one in entries)
    return character.entries.filter(position__gte=first, author=None).exists()
