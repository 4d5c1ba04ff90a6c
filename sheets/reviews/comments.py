"""Comments on a character between its player and its game masters, and who may read them."""

from collections.abc import Sequence
from dataclasses import dataclass

from sheets import quotas
from sheets.access import CharacterAccess
from sheets.errors import ARCHIVED, NotEditable
from sheets.models import Character, Comment, Member, Owner
from sheets.models.review import CommentQuerySet
from sheets.writes import Form, write

FORMER_MEMBER = "A former member"


@dataclass(frozen=True)
class CommentView:
    """A comment as it is shown: its author's name, and whether the reader wrote it."""

    row: Comment
    who: str
    mine: bool


def visible_comments(character: Character, reader: Owner) -> CommentQuerySet:
    """The comments that a user may read: the owner all of them, GMs those written in their
    party.
    """
    if character.owner_id == reader.pk:
        return Comment.objects.filter(character=character)
    return Comment.objects.filter(character=character).in_party(character.party_id)


def comment_views(
    character: Character, comments: Sequence[Comment], reader: Owner
) -> list[CommentView]:
    """Comments with their authors. Authors who left the party are not named."""
    members = set(
        Member.objects.filter(
            party__in={comment.party_id for comment in comments},
            owner__in={comment.author_id for comment in comments},
        ).values_list("party", "owner")
    )

    def author_name(comment: Comment) -> str:
        is_member = (
            comment.author_id == character.owner_id
            or (comment.party_id, comment.author_id) in members
        )
        return comment.name if comment.author_id is not None and is_member else FORMER_MEMBER

    return [
        CommentView(comment, author_name(comment), comment.author_id == reader.pk)
        for comment in comments
    ]


LONGEST_COMMENT = 4_000
NO_READER = "This character is in no party, so nobody could read your comment."


def add(character_access: CharacterAccess, *, author: Owner, name: str, text: str, key: str) -> int:
    """Adds a comment; returns its row. Raises NotEditable for an archived character, and where
    nobody could read it.
    """

    def change(character: Character) -> int:
        if character.is_archived:
            raise NotEditable(ARCHIVED)
        if character.party_id is None:
            raise NotEditable(NO_READER)
        quotas.check_room(author, len(text), "text")
        comment = Comment.objects.create(
            character=character, party_id=character.party_id, author=author, name=name, text=text
        )
        return int(comment.pk)

    return write(
        character_access.lock, change, form=_receipt_form(character_access, author, key, text)
    )


def delete(character_access: CharacterAccess, *, comment: int, reader: Owner, key: str) -> None:
    """Deletes a comment that the user may read: the owner any, a GM those of their party. One that
    is gone stays gone.
    """

    def change(character: Character) -> None:
        visible_comments(character, reader).filter(pk=comment).delete()

    write(
        character_access.lock,
        change,
        form=_receipt_form(character_access, reader, key, f"delete {comment}"),
    )


def _receipt_form(character_access: CharacterAccess, author: Owner, key: str, content: str) -> Form:
    return Form(key, ("comment", content, str(author.pk), str(character_access.id)))
