"""The share links of a character."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from sheets import quotas, secret_codes, site
from sheets.errors import Refused
from sheets.models import Character, ShareLink
from sheets.writes import Operation


@dataclass(frozen=True)
class Link:
    """A share link as its owner sees it. `address` is "" where the site's key was replaced since,
    although the link still works.
    """

    row: ShareLink
    address: str

    @property
    def ends(self) -> datetime | None:
        """When it ends; None for never."""
        return self.row.expires_at


def active_links(request: HttpRequest, character: Character) -> list[Link]:
    """The active links, the newest first."""
    return [_link(request, row) for row in character.links.standing()]


def longest_lasting_link(request: HttpRequest, character: Character) -> Link | None:
    """The link for the printed QR code: the one that lasts longest, and of several the newest."""
    links = [link for link in active_links(request, character) if link.address]
    endless = [link for link in links if link.ends is None]
    return next(iter(endless), None) or max(links, key=_end_time, default=None)


def _link(request: HttpRequest, row: ShareLink) -> Link:
    key = secret_codes.restore(secret_codes.LINK, row.nonce, row.digest)
    return Link(row, site.address(request, reverse("shared", args=[key])) if key else "")


def _end_time(link: Link) -> float:
    return link.ends.timestamp() if link.ends else 0.0


SHEET, WHOLE, NAMELESS = ("sheet", "whole", "nameless")
LASTING: Mapping[str, timedelta | None] = {
    "day": timedelta(days=1),
    "week": timedelta(weeks=1),
    "month": timedelta(days=30),
    "never": None,
}
MOST_LINKS = 20


class CreateLink(Operation[Character, int]):
    """Makes a link to the sheet alone, or to everything, with the player's name or without; its
    row. Deletes links that have ended. An archived character can be shared as well.

    Raises Refused, by field, where the character has as many links as allowed.
    """

    verb = "share"
    access: quotas.QuotaAccess = field(kw_only=False)
    reach: str
    lasts: str

    def save(self) -> int:
        links, at, lasting = self.row.links, timezone.now(), LASTING[self.lasts]
        links.filter(expires_at__lte=at).delete()
        if links.count() >= MOST_LINKS:
            raise Refused({"reach": f"There are {MOST_LINKS} links already. Revoke one first."})
        quotas.check_link(self.row, "reach")
        nonce, digest = secret_codes.new_code(secret_codes.LINK)
        link = links.create(
            nonce=nonce,
            digest=digest,
            whole=self.reach != SHEET,
            names_player=self.reach != NAMELESS,
            expires_at=at + lasting if lasting else None,
        )
        return int(link.pk)


class RevokeLink(Operation[Character, None]):
    """Revokes a link. One that is gone stays gone."""

    verb = "revoke"
    link: int

    def save(self) -> None:
        self.row.links.filter(pk=self.link).delete()
