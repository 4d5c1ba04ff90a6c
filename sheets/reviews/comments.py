"""What is said about a character between its player and its game masters: who reads what."""

from collections.abc import Sequence
from dataclasses import dataclass

from sheets import quotas
from sheets.access import CharacterAccess
from sheets.errors import ARCHIVED, NotEditable
from sheets.models import Character, Comment, Member, Owner
from sheets.models.review import CommentQuerySet
from sheets.writes import Form, write

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


LONGEST = 4_000
ALONE = "This character is in no party: there is nobody to read it."


def add(claim: CharacterAccess, *, author: Owner, name: str, text: str, key: str) -> int:
    """One comment more; the number of its row.

    NotEditable where nobody is there to
    read it, and for an archived character.
    """

    def change(character: Character) -> int:
        if character.is_archived:
            raise NotEditable(ARCHIVED)
        if character.party_id is None:
            raise NotEditable(ALONE)
        quotas.check_room(author, len(text), "text")
        comment = Comment.objects.create(
            character=character, party_id=character.party_id, author=author, name=name, text=text
        )
        return int(comment.pk)

    return write(claim.lock, change, form=_form(claim, author, key, text))


def delete(claim: CharacterAccess, *, comment: int, reader: Owner, key: str) -> None:
    """Deletes one that they read: the owner any, a game master any of their party's. One that is
    not there any more was deleted before.
    """

    def change(character: Character) -> None:
        seen(character, reader).filter(pk=comment).delete()

    write(claim.lock, change, form=_form(claim, reader, key, f"delete {comment}"))


def _form(claim: CharacterAccess, author: Owner, key: str, content: str) -> Form:
    return Form(key, ("comment", content, str(author.pk), str(claim.id)))
