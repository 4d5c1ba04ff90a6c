"""A small world for every operation.

Greta leads a party, Cora helps her, Ines and Femi play in it, Otto holds an invitation, and a
browser has what Ines may take over. Nearly everything is done to one character, Vessa, or to the
party: so whoever does two things at once does them to the same rows.
"""

import json
import pickle
import uuid
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from io import BytesIO
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from msgspec.structs import replace
from PIL import Image

from rules import document as documents
from rules import registry
from rules.character import Character as OpenCharacter
from rules.document import Document
from rules.opponents import WHO
from sheets import form_data, secret_codes
from sheets.access import GM_ROLE, LEADING_ROLES, CharacterAccess, MemberAccess
from sheets.accounts import recovery_codes
from sheets.creation import surprises
from sheets.models import (
    Award,
    AwardRecipient,
    Character,
    Comment,
    Convention,
    ConventionSeat,
    Duel,
    Duelist,
    Identity,
    Invitation,
    Member,
    Notes,
    Owner,
    PaperCode,
    Party,
    PartyNotes,
    PartySession,
    PlayLogEntry,
    Portrait,
    Receipt,
    Review,
    RollRequest,
    RollRequestTarget,
    ShareLink,
    StashAct,
    StashItem,
    StashMove,
    Takeover,
)
from sheets.opponents import operations as opponents
from sheets.opponents.rosters import Roster, RosterAccess
from sheets.parties.convention import operations as conventions
from sheets.quotas import QuotaAccess
from sheets.reviews.case import ReviewCase, ReviewedState
from sheets.writes import Mine, Operation
from tests.emptied import KeptRows
from tests.sheets.example_characters import VESSA, store

STEALTH = "skills.stealth"
LEDGER: list[dict[str, Any]] = [
    {"kind": "award", "cp": 30, "credits": 500},
    {"kind": "raise-skill", "skill": "agility", "paid": 3},
    {"kind": "raise-skill", "skill": "agility", "paid": 6},
    {"kind": "award", "cp": 1},
]
BUILD = VESSA["build"]
# The key of a form that restored Vessa from the archive: to undo it archives her.
RESTORED = "0" * 32
# The code on a printed sheet of hers, from before anything was earned.
PAPER = "K7Q2MP4"
OPEN = {**BUILD, "skills": ["stealth", "deceive"]}
CLAIM = {"code": "too-few-picks", "where": "build.skills", "reason": "Elsewhere."}
SKILL = {"id": "beast-riding", "name": "Beast Riding", "attribute": "DEX"}


@dataclass
class World:
    """Everybody and everything in it."""

    people: dict[str, Owner] = field(default_factory=dict)
    characters: dict[str, Character] = field(default_factory=dict)
    party: Party = field(default_factory=Party)
    code: str = ""
    guest_code: str = ""
    recovery_code: str = ""
    surprise: str = ""
    rows: dict[str, int] = field(default_factory=dict)

    def who(self, name: str) -> Identity:
        owner = self.people[name]
        return Identity(user=owner.user_id, visitor_hash=owner.visitor_hash or "")

    def access_to(
        self, character: str = "vessa", by: str = "ines", *, plays: bool = False
    ) -> CharacterAccess:
        return CharacterAccess(self.who(by), self.characters[character].public_id, plays)

    def quota(self) -> QuotaAccess:
        """Vessa, of whom her owner is about to store more."""
        return QuotaAccess(self.who("ines"), self.vessa.public_id)

    def mine(self, by: str) -> Mine:
        return Mine(self.people[by])

    def membership(self, by: str) -> MemberAccess:
        return MemberAccess(self.who(by), self.party.public_id)

    def leads(self, by: str = "greta") -> MemberAccess:
        return MemberAccess(self.who(by), self.party.public_id, LEADING_ROLES)

    def chair(self) -> MemberAccess:
        return MemberAccess(self.who("greta"), self.party.public_id, GM_ROLE)

    def own_roster(self) -> RosterAccess:
        """Greta's own, of no party."""
        owner = self.people["greta"]
        return RosterAccess(self.who("greta"), self.party.system, owner=owner)

    def case(self, by: str = "greta") -> ReviewCase:
        """Vessa, who waits for a decision."""
        shown = ReviewedState(self.vessa.version, f"{self.rows['review']}.submitted")
        return self._case(by, "vessa", shown)

    def decided(self) -> ReviewCase:
        """Brakka, who was approved."""
        version = self.characters["brakka"].version
        shown = ReviewedState(version, f"{self.rows['decided']}.approved")
        return self._case("greta", "brakka", shown)

    def _case(self, by: str, character: str, shown: ReviewedState) -> ReviewCase:
        party, id = self.party.public_id, self.id(character)
        return ReviewCase(self.who(by), party, LEADING_ROLES, id=id, shown=shown)

    @property
    def vessa(self) -> Character:
        return self.characters["vessa"]

    def id(self, character: str) -> uuid.UUID:
        return self.characters[character].public_id

    def user(self, name: str) -> User:
        user = self.people[name].user
        assert user is not None
        return user


def run(operation: Operation[Any, Any]) -> Any:
    """The operation's answer to a new form."""
    operation.key = form_data.new_key()
    return operation.run()


def world() -> World:
    """The same one each time, in which chance has just filled the sketch. A process builds it once;
    from then on its rows are put back.
    """
    made, rows = _built()
    rows.put_back()
    found: World = pickle.loads(made)
    return found


@cache
def _built() -> tuple[bytes, KeptRows]:
    made = _world()
    sketch = made.access_to("sketch")
    made.surprise = run(surprises.Fill(sketch, step="all", sent={}))
    return pickle.dumps(made), KeptRows()


@transaction.atomic
def _world() -> World:
    made = World()
    for name in ("greta", "cora", "ines", "femi", "otto"):
        user = User(username=name)
        user.set_unusable_password()
        user.save()
        made.people[name] = Owner.objects.create(kind=Owner.Kind.USER, user=user)
    made.people["browser"] = Owner.objects.create(
        kind=Owner.Kind.VISITOR, visitor_hash=uuid.uuid4().hex
    )
    made.party = Party.objects.create(
        name="The Long Watch",
        system="hyperspace-d6",
        house={"skills": [SKILL]},
        sessions=1,
        session_at=timezone.now(),
    )
    PartyNotes.objects.create(party=made.party, text="Old.")
    session = PartySession.objects.create(
        party=made.party, number=1, began_at=made.party.session_at
    )
    roles = {"greta": "gm", "cora": "co-gm", "ines": "player", "femi": "player"}
    for name, role in roles.items():
        membership = Member.objects.create(party=made.party, owner=made.people[name], role=role)
        made.rows[name] = membership.pk
    visitor = Owner.objects.create(kind=Owner.Kind.VISITOR, visitor_hash=uuid.uuid4().hex)
    made.people["gus"] = visitor
    sits = {"role": "player", "guest_of": session, "guest_name": "Gus"}
    made.rows["gus"] = Member.objects.create(party=made.party, owner=visitor, **sits).pk
    _characters(made)
    _besides(made)
    return made


def _characters(made: World) -> None:
    marks = {"wounds": 1}
    shared = {"skills": [SKILL]}
    told: dict[str, tuple[str, dict[str, Any], bool]] = {
        "vessa": ("ines", {"build": OPEN, "house": {**shared, "accepted": [CLAIM]}}, True),
        "mira": ("ines", {}, True),
        "draft": ("ines", {"ledger": [], "house": shared}, False),
        "sketch": ("ines", {"ledger": [], "house": shared}, False),
        "brakka": ("femi", {"house": shared}, True),
        "stray": ("browser", {}, True),
        "spare": ("greta", {}, True),
        "gone": ("ines", {}, True),
    }
    for name, (owner, members, finished) in told.items():
        document = {**VESSA, "name": name.title(), "ledger": LEDGER, "marks": marks, **members}
        row = store(made.people[owner], document, finished=finished)
        if name in ("vessa", "draft", "brakka"):
            row.party = made.party
        if name == "vessa":
            row.rebuilding = {"name": "Vessa", "player": "Ines", "build": BUILD}
            wishes = [{"kind": "raise-skill", "skill": skill} for skill in ("search", "melee")]
            row.wishes = [{"id": wish["skill"], "entry": wish} for wish in wishes]
        if name == "gone":
            row.deleted_at = timezone.now()
        row.save()
        made.characters[name] = row
    made.characters["zin"] = opponents.added(_roster(made), thug())
    whole = registry.read(json.dumps({**VESSA, "name": "Tavik"}))
    made.characters["tavik"] = opponents.added(_roster(made), whole)
    made.characters["drifter"] = opponents.added(_roster(made), _drifter())
    made.characters["gannet"] = opponents.added(_roster(made), _gannet())


def _roster(made: World) -> Roster:
    """The party's roster, as Greta sees it."""
    return Roster(made.people["greta"], made.party.system, made.party)


def at_roster(made: World, name: str = "greta") -> RosterAccess:
    """Access to it for who leads the party."""
    leads = made.leads(name)
    return RosterAccess(leads.who, made.party.system, leads)


def thug() -> Document:
    """One of the book's."""
    rules = registry.get("hyperspace-d6").opponents
    assert rules is not None
    return rules.document({WHO: ("thug",)})


def _drifter() -> Document:
    """A craft of the book's."""
    rules = registry.get("hyperspace-d6").craft
    assert rules is not None
    return rules.document({WHO: ("yt-1300",)})


def _gannet() -> Document:
    """A craft whose numbers were entered by hand, and edited once."""
    game = registry.get("hyperspace-d6")
    assert game.craft is not None
    numbers = {"name": "Gannet", "scale": "starship", "mobility": "3", "evade": "9", "hull": "6"}
    typed = {name: (value,) for name, value in numbers.items()}
    made, better = game.craft.document(typed), game.craft.document({**typed, "evade": ("10",)})
    system = game.others["craft"]
    entry = replace(system.ledger_rules.rebuilding(better.build), note="Evade 9 → 10")
    return OpenCharacter(system, made).enter(entry).document


def picture_bytes() -> bytes:
    """A white square."""
    written = BytesIO()
    Image.new("RGB", (200, 200), "white").save(written, "WEBP", lossless=True)
    return written.getvalue()


def _besides(made: World) -> None:
    vessa, now = made.vessa, timezone.now()
    for number, action in ((1, "harm"), (2, STEALTH)):
        asked = {"asks": "What went wrong?"} if number == 2 else {}
        content = {"action": action, "name": action, "total": 7, "point": True, **asked}
        PlayLogEntry.objects.create(
            character=vessa, number=number, kind="check", content=content, at=now
        )
    rolled = vessa.play_log.get(number=2)
    _request(made, 1, "vessa")
    _request(made, 2, "brakka")
    made.party.roll_requests.filter(number=2).update(closed_at=now)
    _request(made, 3, "vessa", entry=rolled)
    _request(made, 4, "vessa", earlier=rolled, tries=2)
    given = Award.objects.create(
        party=made.party, description="A point to Vessa", at=now, by="Greta"
    )
    AwardRecipient.objects.create(award=given, character=vessa, position=3, marks={})
    _stash(made)
    long_ago = now - timedelta(days=60)
    Takeover.objects.create(
        party=made.party, name="Femi", asker=made.people["femi"], asked_at=long_ago
    )
    made.party.lead_asked_at = long_ago
    made.party.save()
    nonce, digest = secret_codes.new_code(secret_codes.INVITATION)
    ends = now + timedelta(days=7)
    inviting = Invitation.objects.create(
        party=made.party, nonce=nonce, digest=digest, expires_at=ends
    )
    made.code = secret_codes.restore(secret_codes.INVITATION, nonce, digest)
    nonce, digest = secret_codes.new_code(secret_codes.INVITATION)
    Invitation.objects.create(
        party=made.party,
        nonce=nonce,
        digest=digest,
        expires_at=ends,
        guests_of=made.party.session_rows.get(),
    )
    made.guest_code = secret_codes.restore(secret_codes.INVITATION, nonce, digest)
    nonce, digest = secret_codes.new_code(secret_codes.LINK)
    link = ShareLink.objects.create(character=vessa, nonce=nonce, digest=digest)
    review = Review.objects.create(character=vessa, party=made.party, state="submitted")
    decided = Review.objects.create(
        character=made.characters["brakka"], party=made.party, state="approved", decided_at=now
    )
    said = Comment.objects.create(
        character=vessa, party=made.party, author=made.people["ines"], name="ines", text="So?"
    )
    Notes.objects.create(character=vessa, shared="", private="")
    duel = Duel.objects.create(
        party=made.party, state=Duel.State.DECIDED, winner=1, first_dice=1, second_dice=1
    )
    for side, name in ((1, "brakka"), (2, "zin")):
        fighter = Duelist.objects.create(
            duel=duel, character=made.characters[name], side=side, name=name
        )
        made.rows[f"{name} in a duel"] = fighter.pk
    table = Convention.objects.create(
        party=made.party, seed="dawn", players=2, theme="ready-made", level="new"
    )
    pregen = conventions.ready_made(registry.get(made.party.system))[0]
    ConventionSeat.objects.create(convention=table, position=0, document=documents.write(pregen))
    PaperCode.objects.create(character=vessa, code=PAPER, moment=0, digest="0" * 32)
    restored = {"archived": False, "ids": [str(vessa.public_id)]}
    Receipt.objects.create(owner=made.people["ines"], key=RESTORED, outcome=restored)
    picture = picture_bytes()
    Portrait.objects.create(
        character=vessa, picture=picture, shown=picture, width=200, height=200,
        shape="upright", left=0, top=0, across=100, down=100, digest="0" * 64,
    )  # fmt: skip
    made.rows |= {
        "hand-out": given.pk,
        "invitation": inviting.pk,
        "link": link.pk,
        "review": review.pk,
        "decided": decided.pk,
        "comment": said.pk,
    }
    made.recovery_code = recovery_codes.create(made.user("ines"))[0]


def _request(made: World, number: int, character: str, **target: Any) -> None:
    """A check of Stealth that the party's game master asked for."""
    named = {"name": "Stealth", "kind": "check"}
    request = RollRequest.objects.create(party=made.party, number=number, **named)
    target |= {"character": made.characters[character], "action": STEALTH, "name": "Stealth"}
    RollRequestTarget.objects.create(request=request, **target)


def _stash(made: World) -> None:
    """Two medpacs that belong to the party, which Ines found."""
    medpacs = {"name": "Medpac", "content": {"kind": "take", "item": "medpac"}, "quantity": 2}
    item = StashItem.objects.create(party=made.party, **medpacs)
    act = StashAct.objects.create(
        party=made.party,
        description="2 × Medpac added",
        at=timezone.now(),
        by="Ines",
        author=made.people["ines"],
    )
    StashMove.objects.create(act=act, change=2, **medpacs)
    made.rows |= {"stash-item": item.pk, "stash-act": act.pk}
