"""The review panel on a character's sheet."""

from dataclasses import dataclass

from rules.character import Character as OpenCharacter
from sheets import access
from sheets.access import Request
from sheets.models import Character
from sheets.reviews import comments, reasons, status
from sheets.reviews.reasons import Reason
from sheets.reviews.status import ReviewStatus


@dataclass(frozen=True)
class ReviewPanel:
    """The state of the review, the reasons for which the character was returned, and the number of
    comments.
    """

    standing: ReviewStatus
    reasons: tuple[Reason, ...]
    comments: int


def review_panel(
    request: Request,
    character: Character,
    opened: OpenCharacter,
    *,
    mine: bool,
) -> ReviewPanel | None:
    """The panel for the owner and for GMs of the party. None for everyone else, and where there is
    neither a party nor a comment.
    """
    reader = request.visitor.owner if request.user.is_authenticated else None
    if reader is None or not (mine or access.leads(request, character)):
        return None
    count = comments.visible_comments(character, reader).count()
    if character.party_id is None and not count:
        return None
    review_state = status.review_status(character, opened.document)
    field_reasons = (
        reasons.field_reasons(opened, review_state.returned) if review_state.returned else []
    )
    return ReviewPanel(review_state, tuple(field_reasons), count)
