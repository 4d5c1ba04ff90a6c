"""The database models: fields, constraints, and querysets. No decisions are made here."""

from sheets.models.api_token import ApiToken
from sheets.models.award import Award, AwardRecipient
from sheets.models.batch import Batch
from sheets.models.character import Character, LedgerEntry
from sheets.models.companion import Companion
from sheets.models.convention import Convention, ConventionSeat
from sheets.models.duel import Duel, Duelist, Exchange
from sheets.models.encounter import Attack, Combatant, CrewPost, Encounter, Maneuver
from sheets.models.notes import AddedNote, Notes
from sheets.models.owner import Identity, Owner
from sheets.models.paper_code import PaperCode
from sheets.models.party import Invitation, Member, Party, PartyNotes
from sheets.models.party_session import PartySession
from sheets.models.play_log import PlayLogEntry
from sheets.models.portrait import Portrait
from sheets.models.receipt import Receipt
from sheets.models.review import Comment, Review
from sheets.models.roll_request import RollRequest, RollRequestTarget
from sheets.models.screen import Screen
from sheets.models.secret_roll import SecretRoll
from sheets.models.share_link import ShareLink
from sheets.models.ship import ShipPost, ShipUpgrade, ShipUpgradeShare
from sheets.models.site_load import Cost, WorkerDeath
from sheets.models.stash import StashAct, StashItem, StashMove
from sheets.models.surprise import Surprise
from sheets.models.takeover import Takeover

__all__ = [
    "AddedNote",
    "ApiToken",
    "Attack",
    "Award",
    "AwardRecipient",
    "Batch",
    "Character",
    "Combatant",
    "Comment",
    "Companion",
    "Convention",
    "ConventionSeat",
    "Cost",
    "CrewPost",
    "Duel",
    "Duelist",
    "Encounter",
    "Exchange",
    "Identity",
    "Invitation",
    "LedgerEntry",
    "Maneuver",
    "Member",
    "Notes",
    "Owner",
    "PaperCode",
    "Party",
    "PartyNotes",
    "PartySession",
    "PlayLogEntry",
    "Portrait",
    "Receipt",
    "Review",
    "RollRequest",
    "RollRequestTarget",
    "Screen",
    "SecretRoll",
    "ShareLink",
    "ShipPost",
    "ShipUpgrade",
    "ShipUpgradeShare",
    "StashAct",
    "StashItem",
    "StashMove",
    "Surprise",
    "Takeover",
    "WorkerDeath",
]
