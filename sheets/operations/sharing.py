"""Links by which anybody may look at a character: made, and revoked."""

from collections.abc import Mapping
from datetime import timedelta

from django.utils import timezone

from sheets import keys
from sheets.access import Claim
from sheets.models import Character, ShareLink
from sheets.operations import quotas
from sheets.operations.faults import Refused
from sheets.operations.writing import Form, write

SHEET, WHOLE = REACHES = ("sheet", "whole")
LASTING: Mapping[str, timedelta | None] = {
    "day": timedelta(days=1),
    "week": timedelta(weeks=1),
    "month": timedelta(days=30),
    "never": None,
}
MOST = 20


def make(claim: Claim, *, reach: str, lasts: str, key: str) -> int:
    """A new link, to the sheet alone or to all that may be looked at; the number of its row.

    Those that have ended go. What is put away can be shared as well: nothing of it changes.
    Refused, by field, for what is not offered, and where there are as many as there may be.
    """

    def change(character: Character) -> int:
        _check(reach, lasts)
        links, now = character.links, timezone.now()
        links.filter(expires_at__lte=now).delete()
        if links.count() >= MOST:
            raise Refused({"reach": f"There are {MOST} links already. Revoke one of them first."})
        quotas.check_link(character, "reach")
        nonce, digest = keys.new(keys.LINK)
        time = LASTING[lasts]
        link = links.create(
            nonce=nonce,
            digest=digest,
            whole=reach == WHOLE,
            expires_at=None if time is None else now + time,
        )
        return int(link.pk)

    form = Form(key, ("share", reach, lasts, str(claim.id)))
    return write(quotas.Adding(claim).lock, change, form=form)


def revoke(claim: Claim, *, link: int, key: str) -> None:
    """Ends a link now. One that is not there any more has ended already."""

    def change(character: Character) -> None:
        ShareLink.objects.filter(character=character, pk=link).delete()

    write(claim.lock, change, form=Form(key, ("revoke", str(link), str(claim.id))))


def _check(reach: str, lasts: str) -> None:
    errors = {}
    if reach not in REACHES:
        errors["reach"] = "Choose the sheet alone, or everything."
    if lasts not in LASTING:
        errors["lasts"] = "Choose how long it lasts."
    if errors:
        raise Refused(errors)
