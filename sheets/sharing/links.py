"""The links to a character that hold, with the keys they were given out with."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from sheets import quotas, secret_codes, site
from sheets.access import CharacterAccess
from sheets.errors import Refused
from sheets.models import Character, ShareLink
from sheets.writes import Form, write


@dataclass(frozen=True)
class Link:
    """A link as its owner sees it. `address` is "" where its key cannot be told any more, because
    the site's own was replaced: it leads there all the same.
    """

    row: ShareLink
    address: str

    @property
    def ends(self) -> datetime | None:
        """When it ends; None for never."""
        return self.row.expires_at


def active_links(request: HttpRequest, character: Character) -> list[Link]:
    """Those that hold, the newest first."""
    return [_told(request, row) for row in character.links.standing()]


def lasting_longest(request: HttpRequest, character: Character) -> Link | None:
    """The one to print on paper: that which holds longest, and of several the newest."""
    found = [link for link in active_links(request, character) if link.address]
    forever = [link for link in found if link.ends is None]
    return next(iter(forever), None) or max(found, key=_end, default=None)


def _told(request: HttpRequest, row: ShareLink) -> Link:
    key = secret_codes.told(secret_codes.LINK, row.nonce, row.digest)
    return Link(row, site.address(request, reverse("shared", args=[key])) if key else "")


def _end(link: Link) -> float:
    return link.ends.timestamp() if link.ends else 0.0


SHEET, WHOLE = ("sheet", "whole")
LASTING: Mapping[str, timedelta | None] = {
    "day": timedelta(days=1),
    "week": timedelta(weeks=1),
    "month": timedelta(days=30),
    "never": None,
}
MOST = 20


def make(claim: CharacterAccess, *, reach: str, lasts: str, key: str) -> int:
    """A new link, to the sheet alone or to all that may be looked at; the number of its row.

    Those that have ended go. What is put away can be shared as well: nothing of it changes.
    Refused, by field, where there are as many as there may be.
    """

    def change(character: Character) -> int:
        links, now = character.links, timezone.now()
        links.filter(expires_at__lte=now).delete()
        if links.count() >= MOST:
            raise Refused({"reach": f"There are {MOST} links already. Revoke one of them first."})
        quotas.check_link(character, "reach")
        nonce, digest = secret_codes.new(secret_codes.LINK)
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


def revoke(claim: CharacterAccess, *, link: int, key: str) -> None:
    """Ends a link now. One that is not there any more has ended already."""

    def change(character: Character) -> None:
        ShareLink.objects.filter(character=character, pk=link).delete()

    write(claim.lock, change, form=Form(key, ("revoke", str(link), str(claim.id))))
