"""What is said about a character between its player and its game masters: written, and deleted."""

from rules import document as documents
from rules.problems import Unreadable
from sheets import comments
from sheets.access import Claim
from sheets.models import Character, Comment, Owner
from sheets.operations import quotas
from sheets.operations.creation import ARCHIVED
from sheets.operations.faults import Closed, Refused
from sheets.operations.writing import Form, write

LONGEST = 4_000
ALONE = "This character is in no party: there is nobody to read it."


def add(claim: Claim, *, author: Owner, name: str, text: str, key: str) -> int:
    """One comment more; the number of its row.

    Refused where it is empty, too long, or cannot be kept; Closed where nobody is there to read it,
    and for a character that is put away.
    """

    def change(character: Character) -> int:
        if character.is_archived:
            raise Closed(ARCHIVED)
        if character.party_id is None:
            raise Closed(ALONE)
        if fault := _fault(text):
            raise Refused({"text": fault})
        quotas.check_room(author, len(text), "text")
        comment = Comment.objects.create(
            character=character, party_id=character.party_id, author=author, name=name, text=text
        )
        return int(comment.pk)

    return write(claim.lock, change, form=_form(claim, author, key, text))


def delete(claim: Claim, *, comment: int, reader: Owner, key: str) -> None:
    """Deletes one that they read: the owner any, a game master any of their party's. One that is
    not there any more was deleted before.
    """

    def change(character: Character) -> None:
        comments.seen(character, reader).filter(pk=comment).delete()

    write(claim.lock, change, form=_form(claim, reader, key, f"delete {comment}"))


def _fault(text: str) -> str:
    """Why a text cannot be kept, "" where it can."""
    if not text.strip():
        return "Write something first."
    if len(text) > LONGEST:
        return f"At most {LONGEST:,} characters; these are {len(text):,}."
    try:
        documents.check(text)
    except Unreadable as unreadable:
        return f"This cannot be kept: {unreadable}."
    return ""


def _form(claim: Claim, author: Owner, key: str, content: str) -> Form:
    return Form(key, ("comment", content, str(author.pk), str(claim.id)))
