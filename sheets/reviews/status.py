"""The state of reviews: which characters wait, were returned or approved, or changed since."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import partial

from rules import decisions
from rules.character import Character as OpenCharacter
from rules.document import Document
from sheets import problems, storage
from sheets.models import Character, Party, Review
from sheets.reviews.report import PlacedProblem, ProblemPlaces

# The members of a document that a player decides. Marks change in play, `house` is the party's.
_PLAYER_MEMBERS = ("name", "player", "build")


@dataclass(frozen=True)
class ReviewStatus:
    """The reviews of a character in its party: the newest, the newest decided one, and the newest
    approval. `changed` says whether the player has changed anything since the approval.
    """

    latest: Review | None = None
    decided: Review | None = None
    approved: Review | None = None
    changed: bool = False

    @property
    def state(self) -> str:
        """The state in one word: "new", "waiting", "returned", "changed" or "approved"."""
        if self.latest is None:
            return "new"
        if self.latest.state == Review.State.SUBMITTED:
            return "waiting"
        if self.latest.state == Review.State.RETURNED:
            return "returned"
        return "changed" if self.changed else "approved"

    @property
    def seen(self) -> str:
        """The state as a form carries it, to detect a decision or submission in the meantime."""
        return f"{self.latest.pk}.{self.latest.state}" if self.latest else ""

    @property
    def waits(self) -> bool:
        """True while it waits for a decision."""
        return self.state == "waiting"

    @property
    def returned(self) -> Review | None:
        """The review that returned the character, while that is the newest."""
        return self.latest if self.state == "returned" else None

    @property
    def asked_for(self) -> Review | None:
        """The review that returned the character last, until it is decided anew, even after it was
        submitted again.
        """
        last = self.decided
        return last if last and last.state == Review.State.RETURNED else None


NEW = ReviewStatus()


def review_status(character: Character, document: Document) -> ReviewStatus:
    """The review status of one character. At most three queries; none without a party."""
    latest = latest_review(character)
    if latest is None:
        return NEW
    reviews = character.reviews.in_party(character.party_id).order_by("-pk")
    decided: Review | None = latest
    approved: Review | None = latest
    if latest.state == Review.State.SUBMITTED:
        decided = approved = reviews.exclude(state=Review.State.SUBMITTED).first()
    if decided and decided.state != Review.State.APPROVED:
        approved = reviews.filter(state=Review.State.APPROVED).first()
    return ReviewStatus(latest, decided, approved, _changed(character, document, approved))


def latest_review(character: Character) -> Review | None:
    """The newest review in the character's party. One query; none without a party."""
    if character.party_id is None:
        return None
    reviews = Review.objects.filter(character=character).in_party(character.party_id)
    return reviews.order_by("-pk").first()


def returned_review(character: Character) -> Review | None:
    """The review that returned the character, while that is the newest. One query; none without a
    party.
    """
    review = latest_review(character)
    return review if review and review.state == Review.State.RETURNED else None


def decided_reviews(character: Character, *, most: int) -> list[Review]:
    """The newest decided reviews, of whatever party: for the owner."""
    decided_on = character.reviews.exclude(state=Review.State.SUBMITTED)
    return list(decided_on.defer("document").order_by("-pk")[:most])


@dataclass(frozen=True)
class ReviewListItem:
    """A character in the game master's list of reviews. `fault` says why it cannot be read,
    `faults` are its broken rules, `open` is the number of choices left.
    """

    character: Character
    standing: ReviewStatus
    faults: tuple[PlacedProblem, ...] = ()
    open: int = 0
    fault: str = ""


def review_list(party: Party) -> list[ReviewListItem]:
    """Every character of a party with its review status. Five queries."""
    rows = party.characters.whole().select_related("owner__user").order_by("name", "pk")
    characters = list(rows)
    reviews = Review.objects.filter(character__in=characters).in_party(party.pk)
    newest = {character.character_id: character for character in reviews.latest_of_each()}
    approved = {
        character.character_id: character
        for character in reviews.latest_of_each(Review.State.APPROVED)
    }
    decisions = reviews.latest_of_each(Review.State.APPROVED, Review.State.RETURNED)
    decided = {character.character_id: character for character in decisions.defer("document")}
    return [
        _list_item(
            character,
            ReviewStatus(
                newest.get(character.pk), decided.get(character.pk), approved.get(character.pk)
            ),
        )
        for character in characters
    ]


def _list_item(character: Character, known: ReviewStatus) -> ReviewListItem:
    try:
        return storage.worked_out(character, partial(_open_list_item, character, known))
    except storage.CorruptRow as damaged:
        return ReviewListItem(character, known, fault=damaged.told)


def _open_list_item(
    character: Character, known: ReviewStatus, opened: OpenCharacter
) -> ReviewListItem:
    document, (unaccepted, _) = opened.document, problems.problems_of(opened)
    broken = [problem for problem in unaccepted if not problem.unfinished]
    places = ProblemPlaces(opened, decisions.decisions_by_step(opened)) if broken else None
    return ReviewListItem(
        character,
        replace(known, changed=_changed(character, document, known.approved)),
        tuple(places.placed(problem) for problem in broken) if places else (),
        len(unaccepted) - len(broken),
    )


def _changed(character: Character, document: Document, approved: Review | None) -> bool:
    """True if the player has changed the build, or made ledger entries, since the approval. Entries
    by a game master don't count.
    """
    if approved is None:
        return False
    approved_document = approved.document if isinstance(approved.document, dict) else {}
    current = json.loads(storage.exported(document))
    if any(
        current.get(member, "") != approved_document.get(member, "") for member in _PLAYER_MEMBERS
    ):
        return True
    ledger, approved_ledger = current.get("ledger", []), approved_document.get("ledger", [])
    return ledger[: len(approved_ledger)] != approved_ledger or _entered_by_the_player(
        character, len(approved_ledger)
    )


def _entered_by_the_player(character: Character, first: int) -> bool:
    if character.is_draft:
        return False
    if "entries" in getattr(character, "_prefetched_objects_cache", {}):
        entries = character.entries.all()
        return any(entry.position >= first and entry.author_id is None for entry in entries)
    return character.entries.filter(position__gte=first, author=None).exists()
