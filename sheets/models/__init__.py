"""What is kept: fields, constraints, QuerySets that answer questions. No decisions."""

from sheets.models.character import Character, LedgerEntry
from sheets.models.owner import Identity, Owner
from sheets.models.receipt import Receipt

__all__ = ["Character", "Identity", "LedgerEntry", "Owner", "Receipt"]
