"""The links to a character that hold, with the keys they were given out with."""

from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest
from django.urls import reverse

from sheets import keys, site
from sheets.models import Character, ShareLink


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


def standing(request: HttpRequest, character: Character) -> list[Link]:
    """Those that hold, the newest first."""
    return [_told(request, row) for row in character.links.standing()]


def lasting_longest(request: HttpRequest, character: Character) -> Link | None:
    """The one to print on paper: that which holds longest, and of several the newest."""
    found = [link for link in standing(request, character) if link.address]
    forever = [link for link in found if link.ends is None]
    return next(iter(forever), None) or max(found, key=_end, default=None)


def _told(request: HttpRequest, row: ShareLink) -> Link:
    key = keys.told(keys.LINK, row.nonce, row.digest)
    return Link(row, site.address(request, reverse("shared", args=[key])) if key else "")


def _end(link: Link) -> float:
    return link.ends.timestamp() if link.ends else 0.0
