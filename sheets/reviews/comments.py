"""Comments on a character between its player and its game masters, and who may read them."""

from collections.abc import Sequence
from dataclasses import dataclass

from sheets import quotas
from sheets.errors import ARCHIVED, NotEditable
from sheets.models import Character, Comment, Member, Owner
from sheets.models.review import CommentQuerySet
from sheets.writes import Operation

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


class Add(Operation[Character, int]):
    """Adds a comment; its row. Raises NotEditable for an archived character, and where nobody could
    read it.
    """

    author: Owner
    name: str
    text: str

    @property
    def content(self) -> tuple[str, ...]:
        return ("comment", self.text, str(self.author.pk), *self.access.receipt_id)

    def save(self) -> int:
        if self.row.is_archived:
            raise NotEditable(ARCHIVED)
        if self.row.party_id is None:
            raise NotEditable(NO_READER)
        quotas.check_room(self.author, len(self.text), "text")
        comment = self.row.comments.create(
            party_id=self.row.party_id, author=self.author, name=self.name, text=self.text
        )
        return int(comment.pk)


class Delete(Operation[Character, None]):
    """Deletes a comment that the user may read: the owner any, a GM those of their party. One that
    is gone stays gone.
    """

    reader: Owner
    comment: int

    @property
    def content(self) -> tuple[str, ...]:
        return ("comment", f"delete {self.comment}", str(self.reader.pk), *self.access.receipt_id)

    def save(self) -> None:
        visible_comments(self.row, self.reader).filter(pk=self.comment).delete()
