"""The share links of a character."""

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


SHEET, WHOLE = ("sheet", "whole")
LASTING: Mapping[str, timedelta | None] = {
    "day": timedelta(days=1),
    "week": timedelta(weeks=1),
    "month": timedelta(days=30),
    "never": None,
}
MOST_LINKS = 20


def create_link(character_access: CharacterAccess, *, reach: str, lasts: str, key: str) -> int:
    """A new link to the sheet alone or to everything; returns its row. Deletes links that have
    ended. An archived character can be shared as well.

    Raises Refused, by field, where the character has as many links as allowed.
    """

    def change(character: Character) -> int:
        links, now = character.links, timezone.now()
        links.filter(expires_at__lte=now).delete()
        if links.count() >= MOST_LINKS:
            raise Refused({"reach": f"There are {MOST_LINKS} links already. Revoke one first."})
        quotas.check_link(character, "reach")
        nonce, digest = secret_codes.new_code(secret_codes.LINK)
        time = LASTING[lasts]
        link = links.create(
            nonce=nonce,
            digest=digest,
            whole=reach == WHOLE,
            expires_at=None if time is None else now + time,
        )
        return int(link.pk)

    form = Form(key, ("share", reach, lasts, str(character_access.id)))
    return write(quotas.QuotaAccess(character_access).lock, change, form=form)


def revoke_link(character_access: CharacterAccess, *, link: int, key: str) -> None:
    """Revokes a link. One that is gone stays gone."""

    def change(character: Character) -> None:
        ShareLink.objects.filter(character=character, pk=link).delete()

    write(
        character_access.lock,
        change,
        form=Form(key, ("revoke", str(link), str(character_access.id))),
    )
