"""What is kept: fields, constraints, QuerySets that answer questions. No decisions."""

from sheets.models.character import Character, LedgerEntry
from sheets.models.owner import Identity, Owner
from sheets.models.portrait import Portrait
from sheets.models.receipt import Receipt
from sheets.models.table import TableLine
from sheets.models.words import Words

__all__ = [
    "Character",
    "Identity",
    "LedgerEntry",
    "Owner",
    "Portrait",
    "Receipt",
    "TableLine",
    "Words",
]
