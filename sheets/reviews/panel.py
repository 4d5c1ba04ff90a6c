"""What stands between a player and the game masters about a character, as its sheet shows it."""

from dataclasses import dataclass

from rules.document import Document
from rules.system import GameSystem
from sheets import access
from sheets.access import Request
from sheets.models import Character
from sheets.reviews import comments, reasons, status
from sheets.reviews.reasons import Reason
from sheets.reviews.status import ReviewStatus


@dataclass(frozen=True)
class ReviewPanel:
    """How far its review is, why it was returned, and how much was said."""

    standing: ReviewStatus
    reasons: tuple[Reason, ...]
    comments: int


def review_panel(
    request: Request,
    character: Character,
    system: GameSystem,
    document: Document,
    *,
    mine: bool,
) -> ReviewPanel | None:
    """It, for its owner and for whoever leads its party; None for everybody else, and where there
    is nobody to discuss it with, and never was.
    """
    reader = request.visitor.owner if request.user.is_authenticated else None
    if reader is None or not (mine or access.leads(request, character)):
        return None
    count = comments.seen(character, reader).count()
    if character.party_id is None and not count:
        return None
    now = status.of(character, document)
    told = reasons.told(system, document, now.returned) if now.returned else []
    return ReviewPanel(now, tuple(told), count)
