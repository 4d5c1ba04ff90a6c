"""What is kept: fields, constraints, QuerySets that answer questions. No decisions."""

from sheets.models.call import Call, Called
from sheets.models.character import Character, LedgerEntry
from sheets.models.hand_out import Handed, HandOut
from sheets.models.owner import Identity, Owner
from sheets.models.party import Invitation, Member, Party
from sheets.models.portrait import Portrait
from sheets.models.receipt import Receipt
from sheets.models.review import Comment, Review
from sheets.models.sharing import ShareLink
from sheets.models.surprise import Surprise
from sheets.models.table import TableLine
from sheets.models.words import Words

__all__ = [
    "Call",
    "Called",
    "Character",
    "Comment",
    "HandOut",
    "Handed",
    "Identity",
    "Invitation",
    "LedgerEntry",
    "Member",
    "Owner",
    "Party",
    "Portrait",
    "Receipt",
    "Review",
    "ShareLink",
    "Surprise",
    "TableLine",
    "Words",
]
