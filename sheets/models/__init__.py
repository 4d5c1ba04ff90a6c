"""What is kept: fields, constraints, QuerySets that answer questions. No decisions."""

from sheets.models.award import Handed, HandOut
from sheets.models.character import Character, LedgerEntry
from sheets.models.notes import Words
from sheets.models.owner import Identity, Owner
from sheets.models.party import Invitation, Member, Party
from sheets.models.play_log import TableLine
from sheets.models.portrait import Portrait
from sheets.models.receipt import Receipt
from sheets.models.review import Comment, Review
from sheets.models.roll_request import Call, Called
from sheets.models.share_link import ShareLink
from sheets.models.surprise import Surprise

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
