"""What is said about a character between its player and its game masters: who reads what."""

from collections.abc import Sequence
from dataclasses import dataclass

from sheets.models import Character, Comment, Member, Owner
from sheets.models.review import CommentQuerySet

SOMEBODY = "Somebody who left"


@dataclass(frozen=True)
class Said:
    """A comment as it is shown: `who` wrote it, and whether that is who reads it."""

    row: Comment
    who: str
    mine: bool


def seen(character: Character, reader: Owner) -> CommentQuerySet:
    """What one reads: its owner all of it, whoever leads its party what was said there."""
    if character.owner_id == reader.pk:
        return Comment.objects.filter(character=character)
    return Comment.objects.filter(character=character).in_party(character.party_id)


def told(character: Character, comments: Sequence[Comment], reader: Owner) -> list[Said]:
    """Comments with who wrote them. Who left the party where they wrote has no name any more."""
    seated = set(
        Member.objects.filter(
            party__in={one.party_id for one in comments},
            owner__in={one.author_id for one in comments},
        ).values_list("party", "owner")
    )

    def who(one: Comment) -> str:
        here = one.author_id == character.owner_id or (one.party_id, one.author_id) in seated
        return one.name if one.author_id is not None and here else SOMEBODY

    return [Said(one, who(one), one.author_id == reader.pk) for one in comments]
