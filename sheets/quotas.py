"""How much a visitor and an account may keep: characters, bytes, parties, links.

What is there already stays, and can be played, changed and taken along, also by who has more than
their share. Part of operations, never one by itself.
"""

from dataclasses import dataclass

from django.conf import settings
from django.db.models import Sum
from django.db.models.functions import Length

from sheets.access import CharacterAccess
from sheets.errors import Conflict, Full
from sheets.models import Character, Comment, Notes, Owner, PlayLogEntry, Portrait, ShareLink

CHARACTERS, MIB, PARTIES, LINKS = "characters", "mib", "parties", "links"
BYTES = 1024 * 1024
# What a line of the log counts for; so many are let in before they are counted again.
LINE, LINES = 1024, 100
# A document that grows is held against the quota whenever it passes a multiple of so many bytes.
STEP = 16 * 1024
WORDS = Length("shared") + Length("private")
PORTRAIT = Length("picture") + Length("shown")

GONE = "What you keep here has changed since this page was shown. Nothing was done: try again."
FULL = {
    CHARACTERS: "{most:,} characters are as many as {who} keeps. Delete some that you no longer"
    " need{more}.",
    MIB: "Your characters take {most:,} MiB, which is all that {who} has room for. Delete"
    " characters or portraits that you no longer need{more}.",
    PARTIES: "{most:,} parties are as many as one can be in. Leave one of them first.",
    LINKS: "{most:,} links are as many as {who} keeps. Revoke some that you no longer need{more}.",
}


def lock(owner: Owner) -> None:
    """Sees to it that nobody adds to what this owner keeps until the transaction ends.

    Whoever locks a party locks it before, and characters after: as everywhere, so that nobody waits
    for somebody who waits for them. Conflict where the owner is gone by now.
    """
    rows = Owner.objects.select_for_update(no_key=True).filter(pk=owner.pk)
    if rows.values_list("pk", flat=True).first() is None:
        raise Conflict(GONE)


@dataclass(frozen=True)
class Adding:
    """A character whose owner is about to keep more: theirs is locked first, and then the row."""

    claim: CharacterAccess

    def read(self) -> Character:
        """The character."""
        return self.claim.read()

    def lock(self) -> Character:
        """The same, and nobody else adds to what its owner keeps."""
        self._lock_owner()
        return self.claim.lock()

    def lock_again(self) -> Character:
        """Locks what was read before, in the same way."""
        self._lock_owner()
        return self.claim.lock_again()

    def _lock_owner(self) -> None:
        who = self.claim.who
        if who.is_somebody and (owner := Owner.objects.filter(who.condition()).first()):
            lock(owner)


def check_character(owner: Owner) -> None:
    """Full where one more character is too many."""
    lock(owner)
    if owner.kind != Owner.Kind.DEMO and owner.characters.count() >= most(owner, CHARACTERS):
        raise full(owner, CHARACTERS)


def check_room(owner: Owner, more: int, field: str = "") -> None:
    """Full, at this field, where so many bytes more are too many."""
    if more <= 0 or owner.kind == Owner.Kind.DEMO:
        return
    if kept(owner) + more > most(owner, MIB) * BYTES:
        raise full(owner, MIB, field)


def check_growth(character: Character, before: int, after: int, field: str = "") -> None:
    """Full, at this field, where something of a character's has grown from so many bytes to so
    many, and there is no room left.
    """
    if after // STEP > before // STEP:
        check_room(character.owner, after - before, field)


def check_lines(character: Character, number: int) -> None:
    """Full where the log of the table has no room for one line more: that of this number."""
    if number % LINES == 0:
        check_room(character.owner, LINE)


def check_link(character: Character, field: str) -> None:
    """Full, at this field, where one more link to any of the owner's characters is too many."""
    owner = character.owner
    links = ShareLink.objects.standing().filter(character__owner=owner)
    if links.count() >= most(owner, LINKS):
        raise full(owner, LINKS, field)


def check_party(owner: Owner, field: str) -> None:
    """Full, at this field, where one more seat in a party is too many."""
    lock(owner)
    if owner.seats.count() >= most(owner, PARTIES):
        raise full(owner, PARTIES, field)


def kept(owner: Owner) -> int:
    """How many bytes are kept for them: documents, portraits, words, and the log of the table."""
    own = {"character__owner": owner}
    pictures = Portrait.objects.filter(**own)
    words = Notes.objects.filter(**own)
    sums = (
        owner.characters.aggregate(sum=Sum("size")),
        pictures.aggregate(sum=Sum(PORTRAIT)),
        words.aggregate(sum=Sum(WORDS)),
        Comment.objects.filter(author=owner).aggregate(sum=Sum(Length("text"))),
    )
    return sum(one["sum"] or 0 for one in sums) + LINE * PlayLogEntry.objects.filter(**own).count()


def portrait(character: Character) -> int:
    """How many bytes a character's portrait has; 0 without."""
    found = Portrait.objects.filter(character=character)
    return found.aggregate(sum=Sum(PORTRAIT))["sum"] or 0


def besides(character: Character) -> int:
    """How many bytes of a character go into a copy besides its document."""
    words = Notes.objects.filter(character=character).aggregate(sum=Sum(WORDS))["sum"]
    return portrait(character) + (words or 0)


def most(owner: Owner, kind: str) -> int:
    """How much they may keep of it."""
    visitor, account = settings.QUOTAS[kind]
    return int(account if owner.kind == Owner.Kind.USER else visitor)


def full(owner: Owner, kind: str, field: str = "") -> Full:
    """What is said to whoever keeps as much as they may."""
    _, account = settings.QUOTAS[kind]
    if owner.kind == Owner.Kind.USER:
        who, more = "an account", ""
    else:
        who = "a browser without an account"
        more = f", or make an account: it keeps {account:,}" if settings.SIGN_UP else ""
        if kind == MIB and more:
            more = f", or make an account: it has room for {account:,} MiB"
    said = FULL[kind].format(most=most(owner, kind), who=who, more=more)
    return Full({field: said})
