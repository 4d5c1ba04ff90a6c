"""The second screen of a party: the order and the conditions of the fight as players know them, and
a text and a picture that the game master shows, large, to be read across a room.
"""

from __future__ import annotations

import hashlib
from dataclasses import field
from typing import Any

from sheets import quotas
from sheets.access import MemberAccess
from sheets.encounters import live
from sheets.encounters.reading import fight_of
from sheets.errors import Refused
from sheets.models import Encounter, Identity, Member, Party, Screen
from sheets.parties.operations import save_change
from sheets.portraits import UnusableImage, process
from sheets.writes import Operation

LONGEST_TEXT, LONGEST_ALT = 1000, 300
NOTHING = "Type a text, or choose a picture."


class Show(Operation[Member, None]):
    """Shows a text and a picture to everybody in place of what was shown; without a `picture` the
    one that is shown stays, if it is `kept`. Refused if the file is no usable image.

    Pixels are processed before anything is locked.
    """

    access: MemberAccess = field(kw_only=False)
    text: str
    alt: str
    picture: bytes
    kept: bool

    @property
    def content(self) -> tuple[str, ...]:
        """The text, and the digest of the picture."""
        digest = hashlib.sha256(self.picture).hexdigest()
        return ("show", self.text, self.alt, digest, str(self.kept), *self.access.receipt_id)

    def run(self) -> None:
        self.columns: dict[str, Any] = {}
        if self.picture:
            self.access.check()
            try:
                image = process.process_upload(self.picture).picture
            except UnusableImage as fault:
                raise Refused({"picture": str(fault)}) from None
            self.columns = {
                "picture": image.content,
                "width": image.width,
                "height": image.height,
                "digest": hashlib.sha256(image.content).hexdigest(),
            }
        super().run()

    def save(self) -> None:
        party = self.row.party
        before = Screen.objects.filter(party=party).first()
        if not self.columns and not self.kept:
            self.columns = {"picture": b"", "width": 0, "height": 0, "digest": ""}
        has_picture = self.columns.get("picture", before.picture if before else b"")
        if not self.text.strip() and not has_picture:
            raise Refused({"text": NOTHING})
        owned = before if before and before.owner_id == self.row.owner_id else None
        was = len(owned.picture) + len(owned.text) if owned else 0
        quotas.check_room(self.row.owner, len(has_picture) + len(self.text) - was, "picture")
        shown = {"text": self.text, "alt": self.alt, "owner": self.row.owner, **self.columns}
        Screen.objects.update_or_create(party=party, defaults=shown)
        save_change(party)


class Clear(Operation[Member, None]):
    """Shows the fight alone."""

    verb = "clear screen"

    def save(self) -> None:
        Screen.objects.filter(party=self.row.party).delete()
        save_change(self.row.party)


def spectator(party: Party) -> Member:
    """A member who plays nobody and leads nothing: sees what everybody may see."""
    return Member(party=party, role=Member.Role.PLAYER)


def screen_of(party: Party) -> Screen | None:
    """The text and the picture that are shown, without its bytes; None for nothing."""
    return Screen.objects.filter(party=party).defer("picture").first()


def state(who: Identity, party: Party) -> str:
    """A digest that changes with what the screen shows."""
    return f"{party.version}-{live.fight_state(who, party.public_id, for_all=True)}"


def context(who: Identity, party: Party) -> dict[str, Any]:
    """The screen as it is now."""
    encounter = party.encounters.filter(state=Encounter.State.RUNNING).first()
    fight = None
    if encounter:
        encounter.party = party
        fight = fight_of(spectator(party), encounter)
    return {
        "party": party,
        "encounter": encounter,
        "fight": fight,
        "screen": screen_of(party),
        "seen": state(who, party),
    }
