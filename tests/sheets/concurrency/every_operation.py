"""A small world and every operation on it, for what any of them must do.

Greta leads a party, Cora helps her, Ines and Femi play in it, Otto holds an invitation, and a
browser has what Ines may take over. Nearly everything is done to one character, Vessa, or to the
party: so whoever does two things at once does them to the same rows. `told` is what such a world
has come to, without anything that is another one each time: ids, times, random codes.
"""

import json
import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from io import BytesIO
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from PIL import Image

from rules import document as documents
from rules import registry
from rules.document import Document
from rules.opponents import WHO
from sheets import form_data, secret_codes, storage
from sheets.access import GM_ROLE, LEADING_ROLES, CharacterAccess, MemberAccess, SeveralAccess
from sheets.accounts import operations as accounts
from sheets.accounts import recovery_codes
from sheets.advancement import operations as advancement
from sheets.advancement import plan
from sheets.characters import bulk
from sheets.characters import operations as shelf
from sheets.characters import operations as transfer
from sheets.chat import operations as own_chat
from sheets.creation import operations as creation
from sheets.creation import rebuild, surprises
from sheets.duels import operations as duels
from sheets.duels import prize
from sheets.encounters import operations as encounters
from sheets.errors import NeedsConfirmation
from sheets.form_data import SentField, token
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
    PartySession,
    PlayLogEntry,
    Portrait,
    Receipt,
    Review,
    RollRequest,
    RollRequestTarget,
    ShareLink,
    Surprise,
)
from sheets.notes import operations as words
from sheets.opponents import operations as opponents
from sheets.opponents.rosters import Roster, RosterAccess
from sheets.paper_returns import operations as paper
from sheets.parties import operations as parties
from sheets.parties import seats
from sheets.parties.awards import operations as handing
from sheets.parties.chat import operations as chat
from sheets.parties.convention import operations as conventions
from sheets.parties.guests import operations as guests
from sheets.parties.house_rules import operations as house
from sheets.parties.roll_requests import operations as calls
from sheets.parties.roll_requests.roles import RollRequestInput
from sheets.parties.sessions import operations as sessions
from sheets.play import operations
from sheets.portraits import operations as portraits
from sheets.reviews import comments, exceptions
from sheets.reviews import operations as reviews
from sheets.reviews.case import ReviewCase, ReviewedState
from sheets.sharing import links
from sheets.text_export.bundle import Bundle
from tests.sheets.example_characters import VESSA, store

Deed = Callable[[], Any]
WEBHOOK = f"https://discord.com/api/webhooks/123456789012345678/{'a' * 68}"
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
PASSWORD = "another password"


def _differences(made: "World") -> str:
    """What somebody saw who looked at her printed sheet, with a wound penciled in, right now."""
    row = PaperCode.objects.get(code=PAPER)
    opened = storage.load(made.access_to(plays=True).read()).opened.settled()
    return paper.seen(paper.printed_sheet(row, opened).penciled({"box.2": "1"}))


class Threes:
    """Dice that always fall alike."""

    def randint(self, _low: int, _high: int) -> int:
        return 3


def without_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is left to chance comes out the same each time."""
    monkeypatch.setattr(operations, "DICE", Threes())
    monkeypatch.setattr(surprises, "SystemRandom", lambda: Random(5))


@dataclass
class World:
    """Everybody and everything in it."""

    people: dict[str, Owner] = field(default_factory=dict)
    characters: dict[str, Character] = field(default_factory=dict)
    party: Party = field(default_factory=Party)
    code: str = ""
    guest_code: str = ""
    recovery_code: str = ""
    rows: dict[str, int] = field(default_factory=dict)

    def who(self, name: str) -> Identity:
        owner = self.people[name]
        return Identity(user=owner.user_id, visitor_hash=owner.visitor_hash or "")

    def access_to(
        self, character: str = "vessa", by: str = "ines", *, plays: bool = False
    ) -> CharacterAccess:
        return CharacterAccess(self.who(by), self.characters[character].public_id, plays)

    def membership(self, by: str, *roles: Member.Role) -> MemberAccess:
        return MemberAccess(self.who(by), self.party.public_id, roles or (Member.Role.PLAYER,))

    def leads(self, by: str = "greta") -> MemberAccess:
        return MemberAccess(self.who(by), self.party.public_id, LEADING_ROLES)

    def chair(self) -> MemberAccess:
        return MemberAccess(self.who("greta"), self.party.public_id, GM_ROLE)

    def case(self, by: str = "greta") -> ReviewCase:
        """Vessa, who waits for a decision."""
        shown = ReviewedState(self.vessa.version, f"{self.rows['review']}.submitted")
        return ReviewCase(self.leads(by), self.vessa.public_id, shown, form_data.new_key())

    def decided(self) -> ReviewCase:
        """Brakka, who was approved."""
        brakka = self.characters["brakka"]
        shown = ReviewedState(brakka.version, f"{self.rows['decided']}.approved")
        return ReviewCase(self.leads(), brakka.public_id, shown, form_data.new_key())

    @property
    def vessa(self) -> Character:
        return self.characters["vessa"]

    def id(self, character: str) -> uuid.UUID:
        return self.characters[character].public_id

    def user(self, name: str) -> User:
        user = self.people[name].user
        assert user is not None
        return user


@transaction.atomic
def world() -> World:
    """A new one."""
    made = World()
    for name in ("greta", "cora", "ines", "femi", "otto"):
        user = User(username=f"{name}-{uuid.uuid4().hex[:12]}")
        user.set_unusable_password()
        user.save()
        made.people[name] = Owner.objects.create(kind=Owner.Kind.USER, user=user)
    made.people["browser"] = Owner.objects.create(
        kind=Owner.Kind.VISITOR, visitor_hash=uuid.uuid4().hex
    )
    made.party = Party.objects.create(
        name="The Long Watch",
        system="hyperspace-d6",
        notes="Old.",
        house={"skills": [SKILL]},
        sessions=1,
        session_at=timezone.now(),
    )
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
    made.characters["zin"] = opponents.added(_roster(made), _thug())
    made.characters["drifter"] = opponents.added(_roster(made), _drifter())


def _roster(made: World) -> Roster:
    """The party's roster, as Greta sees it."""
    return Roster(made.people["greta"], made.party.system, made.party)


def _at_roster(made: World, name: str = "greta") -> RosterAccess:
    """Access to it for who leads the party."""
    leads = made.leads(name)
    return RosterAccess(leads.who, made.party.system, leads)


def _thug() -> Document:
    """One of the book's."""
    rules = registry.get("hyperspace-d6").opponents
    assert rules is not None
    return rules.document({WHO: ("thug",)})


def _drifter() -> Document:
    """A craft of the book's."""
    rules = registry.get("hyperspace-d6").craft
    assert rules is not None
    return rules.document({WHO: ("yt-1300",)})


def _besides(made: World) -> None:
    vessa, now = made.vessa, timezone.now()
    for number, action in ((1, "harm"), (2, STEALTH)):
        asked = {"asks": "What went wrong?"} if number == 2 else {}
        content = {"action": action, "name": action, "total": 7, "point": True, **asked}
        PlayLogEntry.objects.create(
            character=vessa, number=number, kind="check", content=content, at=now
        )
    waiting = RollRequest.objects.create(party=made.party, number=1, kind="check", name="Stealth")
    RollRequestTarget.objects.create(
        request=waiting, character=vessa, action=STEALTH, name="Stealth"
    )
    closed = RollRequest.objects.create(
        party=made.party, number=2, kind="check", name="Stealth", closed_at=now
    )
    RollRequestTarget.objects.create(
        request=closed, character=made.characters["brakka"], action=STEALTH, name="Stealth"
    )
    answered = RollRequest.objects.create(party=made.party, number=3, kind="check", name="Stealth")
    RollRequestTarget.objects.create(
        request=answered,
        character=vessa,
        action=STEALTH,
        name="Stealth",
        entry=vessa.play_log.get(number=2),
    )
    again = RollRequest.objects.create(party=made.party, number=4, kind="check", name="Stealth")
    RollRequestTarget.objects.create(
        request=again,
        character=vessa,
        action=STEALTH,
        name="Stealth",
        earlier=vessa.play_log.get(number=2),
        tries=2,
    )
    given = Award.objects.create(
        party=made.party, description="A point to Vessa", at=now, by="Greta"
    )
    AwardRecipient.objects.create(award=given, character=vessa, position=3, marks={})
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
    PaperCode.objects.filter(code=PAPER).delete()  # of an earlier world
    PaperCode.objects.create(character=vessa, code=PAPER, moment=0, digest="0" * 32)
    restored = {"archived": False, "ids": [str(vessa.public_id)]}
    Receipt.objects.create(owner=made.people["ines"], key=RESTORED, outcome=restored)
    picture = _picture()
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


def _picture() -> bytes:
    written = BytesIO()
    Image.new("RGB", (200, 200), "white").save(written, "WEBP", lossless=True)
    return written.getvalue()


def confirmed(do: Callable[[str], Any]) -> Any:
    """Asks what it would do, and confirms just that; asks again where that has changed by then."""
    digest = ""
    while True:
        try:
            return do(digest)
        except (NeedsConfirmation, house.RulesNeedConfirmation) as asked:
            digest = asked.digest


def changed(name: str, value: str, was: str = "") -> dict[str, SentField]:
    return {name: SentField(was=token([was]), values=(value,))}


def every_operation(made: World) -> dict[str, Deed]:
    """Each by the name of its function, ready to be done once; some of them in two ways."""
    return {
        **_of_accounts(made),
        **_of_ledgers(made),
        **_of_builds(made),
        **_of_parties(made),
        **_of_game_masters(made),
        **_of_the_table(made),
        **_of_whole_characters(made),
    }


def _of_accounts(made: World) -> dict[str, Deed]:
    ines, user = made.people["ines"], made.user("ines")
    return {
        "accounts.take_over": lambda: accounts.take_over(
            ines, made.who("browser"), key=form_data.new_key()
        ),
        "accounts.end_sessions": lambda: accounts.end_sessions(user, keep=None),
        "accounts.erase": lambda: accounts.erase(user),
        "recovery.create": lambda: recovery_codes.create(user) and None,
        "recovery.redeem": lambda: bool(recovery_codes.redeem(user, made.recovery_code)),
        "recovery.remove_factors": lambda: recovery_codes.remove_factors(user),
        "recovery.preserved": lambda: _keep_codes(user),
        "recovery.reset_password": lambda: bool(
            recovery_codes.reset_password(
                name=user.username, code=made.recovery_code, password=PASSWORD
            )
        ),
    }


def _keep_codes(user: User) -> None:
    with recovery_codes.preserved(user):
        recovery_codes.remove_factors(user)


def _of_ledgers(made: World) -> dict[str, Deed]:
    raising = {"kind": "raise-skill", "skill": "search"}
    version = made.vessa.version
    return {
        "advancement.enter": lambda: advancement.enter(
            made.access_to(), members=raising, version=version, key=form_data.new_key()
        ),
        "advancement.enter (stray)": lambda: advancement.enter(
            made.access_to("stray", "browser"), members=raising, version=1, key=form_data.new_key()
        ),
        "advancement.take_back": lambda: advancement.take_back(
            made.access_to(), position=1, confirmed=(2, 1), version=version, key=form_data.new_key()
        ),
        "advancement.go_back": lambda: advancement.go_back(
            made.access_to(), moment=2, confirmed=(2,), version=version, key=form_data.new_key()
        ),
        "plan.add": lambda: (
            plan.add(made.access_to(), members=raising, key=form_data.new_key()) and None
        ),
        "plan.remove": lambda: plan.remove(made.access_to(), wish="search") and None,
        "plan.move": lambda: (
            plan.move(made.access_to(), wish="search", way="down", key=form_data.new_key()) and None
        ),
        "plan.buy_plan": lambda: plan.buy_plan(
            made.access_to(), version=version, key=form_data.new_key()
        ),
    }


def _of_builds(made: World) -> dict[str, Deed]:
    ines = made.people["ines"]
    system = registry.get("hyperspace-d6")
    beginning = creation.Beginning(system=system.slug)
    draft = made.access_to("draft")
    version = made.vessa.version
    return {
        "creation.start": lambda: (
            creation.start(
                ines,
                system.empty(),
                beginning=beginning,
                key=form_data.new_key(),
                membership=made.membership("ines"),
            )
            and None
        ),
        "creation.save_fields": lambda: (
            creation.save_fields(
                draft, step="concept", sent=changed("concept", "A spy", BUILD["concept"])
            ).changed
        ),
        "creation.save_fields (rebuild)": lambda: (
            creation.save_fields(
                made.access_to(), step="concept", sent=changed("concept", "A spy", BUILD["concept"])
            ).changed
        ),
        "creation.finish": lambda: creation.finish(draft, key=form_data.new_key()),
        "surprises.surprise": lambda: bool(
            surprises.surprise(draft, step="all", sent={}, key=form_data.new_key())
        ),
        "surprises.undo": lambda: _surprise_and_undo(draft),
        "rebuilding.begin": lambda: rebuild.begin(made.access_to("mira"), key=form_data.new_key()),
        "rebuilding.leave": lambda: rebuild.leave(made.access_to(), key=form_data.new_key()),
        "rebuilding.finish": lambda: rebuild.finish(
            made.access_to(), version=version, key=form_data.new_key()
        ),
        "rebuilding.replace": lambda: rebuild.replace(
            draft, VESSA, version=made.characters["draft"].version, key=form_data.new_key()
        ),
        "transfer.take_in": lambda: (
            transfer.take_in(
                ines,
                transfer.Arrival(Bundle(registry.read(json.dumps(VESSA))), None),
                key=form_data.new_key(),
            )
            and None
        ),
    }


def _surprise_and_undo(draft: CharacterAccess) -> bool:
    key = surprises.surprise(draft, step="all", sent={}, key=form_data.new_key())
    return (
        not surprises.undo(draft, surprise=key, sent={}, key=form_data.new_key()) if key else False
    )


def _of_parties(made: World) -> dict[str, Deed]:
    rows = made.rows
    return {
        "parties.create": lambda: (
            parties.create(
                made.people["ines"], name="Others", system="hyperspace-d6", key=form_data.new_key()
            )
            and None
        ),
        "parties.rename": lambda: parties.rename(
            made.leads(), name="Watch", key=form_data.new_key()
        ),
        "parties.keep_notes": lambda: parties.keep_notes(
            made.leads(), notes="New.", was="Old.", key=form_data.new_key()
        ),
        "parties.invite": lambda: (
            parties.invite(made.leads(), days=7, key=form_data.new_key()) and None
        ),
        "parties.revoke": lambda: parties.revoke(
            made.leads(), invitation=rows["invitation"], key=form_data.new_key()
        ),
        "parties.join": lambda: (
            parties.join(
                made.people["otto"], code=made.code, character=None, key=form_data.new_key()
            )
            and None
        ),
        "parties.join (again)": lambda: (
            parties.join(
                made.people["ines"],
                code=made.code,
                character=made.id("mira"),
                key=form_data.new_key(),
            )
            and None
        ),
        "parties.bring": lambda: parties.bring(
            made.membership("ines"), character=made.id("mira"), key=form_data.new_key()
        ),
        "parties.take_out": lambda: parties.take_out(made.access_to(), key=form_data.new_key()),
        "parties.send_away": lambda: parties.send_away(
            made.leads(), character=made.id("vessa"), key=form_data.new_key()
        ),
        "chat.set_chat": lambda: chat.set_chat(
            made.chair(), address=WEBHOOK, key=form_data.new_key()
        ),
        "own_chat.set_own": lambda: own_chat.set_own(
            made.people["ines"], address=WEBHOOK, key=form_data.new_key()
        ),
        "own_chat.remove_own": lambda: own_chat.remove_own(
            made.people["ines"], key=form_data.new_key()
        ),
        "chat.remove_chat": lambda: chat.remove_chat(made.chair(), key=form_data.new_key()),
        "guests.open_table": lambda: guests.open_table(made.leads(), key=form_data.new_key()),
        "guests.close_table": lambda: guests.close_table(made.leads(), key=form_data.new_key()),
        "guests.take_seat": lambda: bool(
            guests.take_seat(
                made.people["browser"],
                code=made.guest_code,
                name="Tom",
                pregen="",
                key=form_data.new_key(),
            )
        ),
        "paper.return_sheet": lambda: bool(
            paper.return_sheet(
                made.access_to(plays=True),
                code=PAPER,
                answers={"box.2": "1"},
                choices={},
                note="",
                was_seen=_differences(made),
                key=form_data.new_key(),
            )
        ),
        "guests.take_seat (convention)": lambda: bool(
            guests.take_seat(
                made.people["browser"],
                code=made.guest_code,
                name="Tom",
                pregen="seat-1",
                key=form_data.new_key(),
            )
        ),
        "conventions.prepare_table": lambda: conventions.prepare_table(
            made.leads(), players=2, theme="crew", level="new", seed="", key=form_data.new_key()
        ),
        "conventions.make_characters": lambda: conventions.make_characters(
            made.leads(), seconds=0, key=form_data.new_key()
        ),
        "conventions.discard_table": lambda: conventions.discard_table(
            made.leads(), key=form_data.new_key()
        ),
        "seats.leave (gus)": lambda: seats.leave(made.membership("gus"), key=form_data.new_key()),
        "seats.remove (gus)": lambda: seats.remove(
            made.leads(), member=rows["gus"], key=form_data.new_key()
        ),
        "seats.leave": lambda: seats.leave(made.membership("ines"), key=form_data.new_key()),
        "seats.leave (co-gm)": lambda: seats.leave(
            made.membership("cora", *LEADING_ROLES), key=form_data.new_key()
        ),
        "seats.remove": lambda: seats.remove(
            made.leads(), member=rows["ines"], key=form_data.new_key()
        ),
        "seats.appoint": lambda: seats.appoint(
            made.chair(), member=rows["ines"], role="co-gm", key=form_data.new_key()
        ),
        "seats.hand_over": lambda: seats.hand_over(
            made.chair(), member=rows["cora"], key=form_data.new_key()
        ),
        "seats.hand_over (ines)": lambda: seats.hand_over(
            made.chair(), member=rows["ines"], key=form_data.new_key()
        ),
        "seats.dissolve": lambda: seats.dissolve(
            made.chair(), name="The Long Watch", key=form_data.new_key()
        ),
    }


def _of_game_masters(made: World) -> dict[str, Deed]:
    both = (made.id("vessa"), made.id("brakka"))
    wanted = RollRequestInput(kind="check", roll=STEALTH, everybody=True)
    award = {"kind": "award", "cp": "3"}
    return {
        "calls.request_roll": lambda: calls.request_roll(
            made.leads(), request=wanted, key=form_data.new_key()
        ),
        "calls.close": lambda: calls.close(made.leads(), number=1, key=form_data.new_key()),
        "calls.reopen": lambda: calls.reopen(made.leads(), number=2, key=form_data.new_key()),
        "calls.ask_again": lambda: calls.ask_again(
            made.leads(), number=3, character=made.id("vessa"), line=2, key=form_data.new_key()
        ),
        "calls.keep_earlier": lambda: calls.keep_earlier(
            made.leads(), number=4, character=made.id("vessa"), key=form_data.new_key()
        ),
        "handing.give_awards": lambda: confirmed(
            lambda digest: handing.give_awards(
                made.leads(), to=both, members=award, confirmed=digest, key=form_data.new_key()
            )
        ),
        "handing.begin_session": lambda: confirmed(
            lambda digest: handing.begin_session(
                made.leads(), to=both, confirmed=digest, key=form_data.new_key()
            )
        ),
        "handing.undo": lambda: handing.undo(
            made.leads(), hand_out=made.rows["hand-out"], key=form_data.new_key()
        ),
        "duels.begin": lambda: duels.begin(
            made.leads(),
            place="",
            first=[made.id("brakka")],
            second=[made.id("zin")],
            key=form_data.new_key(),
        ),
        "prizes.choose_prize": lambda: prize.choose_prize(
            Duelist.objects.select_related("duel__party", "character").get(
                pk=made.rows["zin in a duel"]
            ),
            prize="wound",
            key=form_data.new_key(),
        ),
        "opponents.add": lambda: (
            opponents.add(_at_roster(made), _thug(), key=form_data.new_key()) and None
        ),
        "opponents.add_character": lambda: (
            opponents.add_character(
                _at_roster(made), character=made.id("spare"), key=form_data.new_key()
            )
            and None
        ),
        "opponents.rename": lambda: opponents.rename(
            _at_roster(made), opponent=made.id("zin"), name="Zin", key=form_data.new_key()
        ),
        "opponents.delete": lambda: opponents.delete(
            _at_roster(made, "cora"), opponent=made.id("zin"), key=form_data.new_key()
        ),
        "opponents.undelete": lambda: opponents.undelete(
            _at_roster(made, "cora"), opponent=made.id("zin"), key=form_data.new_key()
        ),
        "opponents.give_to_party": lambda: opponents.give_to_party(
            _at_roster(made, "cora"), craft=made.id("drifter"), ours=True, key=form_data.new_key()
        ),
        "encounters.create": lambda: (
            encounters.create(made.leads(), name="Ambush", place="", key=form_data.new_key())
            and None
        ),
        "sessions.keep_texts": lambda: sessions.keep_texts(
            made.leads(),
            number=1,
            title="The Heist",
            notes="They ran.",
            gm_notes="A trap.",
            was=token(["", "", ""]),
            key=form_data.new_key(),
        ),
        "sessions.end_session": lambda: sessions.end_session(
            made.leads(),
            number=1,
            gifts=(sessions.Gift("points", both, award),),
            texts={"title": "The Heist", "notes": "They ran.", "gm_notes": "A trap."},
            was=token(["", "", ""]),
            begins_next=True,
            key=form_data.new_key(),
        ),
        "house.change_rules": lambda: confirmed(
            lambda digest: house.change_rules(
                made.leads(),
                sent=changed("starting_credits", "900"),
                confirmed=digest,
                key=form_data.new_key(),
            )
        ),
        "house.save_homebrew": lambda: confirmed(
            lambda digest: house.save_homebrew(
                made.leads(),
                kind="item",
                thing="",
                sent={**changed("name", "Rope of glass"), **changed("kind", "tools", "tools")},
                confirmed=digest,
                key=form_data.new_key(),
            )
        ),
        "house.remove_homebrew": lambda: confirmed(
            lambda digest: house.remove_homebrew(
                made.leads(),
                kind="skill",
                thing="beast-riding",
                confirmed=digest,
                key=form_data.new_key(),
            )
        ),
        "reviews.approve": lambda: reviews.approve(made.case(), answer="Yes.", reasons={}),
        "reviews.return_to_player": lambda: reviews.return_to_player(
            made.case("cora"), answer="No.", reasons={}
        ),
        "reviews.undo": lambda: reviews.undo(made.decided()),
        "deviations.accept": lambda: exceptions.accept(
            made.case(), code=CLAIM["code"], where=CLAIM["where"], reason="Old age."
        ),
        "deviations.accept_claims": lambda: exceptions.accept_claims(made.case("cora")),
        "deviations.reject": lambda: exceptions.reject(
            made.case("cora"), code=CLAIM["code"], where=CLAIM["where"]
        ),
    }


def _of_the_table(made: World) -> dict[str, Deed]:
    mine, led = made.access_to(plays=True), made.access_to(by="greta", plays=True)
    wound = {"damage": ("5",)}
    return {
        "table.act": lambda: operations.act(
            mine, action="harm", values=wound, key=form_data.new_key()
        ),
        "table.act (greta)": lambda: operations.act(
            led, action="harm", values=wound, key=form_data.new_key()
        ),
        "table.act (spends)": lambda: operations.act(
            mine, action=STEALTH, values={"points": ("character-point",)}, key=form_data.new_key()
        ),
        "table.act (answers)": lambda: operations.act(
            mine, action=STEALTH, values={}, key=form_data.new_key(), call=1
        ),
        "table.add_point": lambda: operations.add_point(mine, number=2, key=form_data.new_key()),
        "table.move_marks": lambda: operations.move_marks(
            mine, moves={"wounds": 1}, key=form_data.new_key()
        ),
        "table.declare": lambda: operations.declare(
            mine, values={"actions": ("2",)}, key=form_data.new_key()
        ),
        "table.take_back": lambda: operations.take_back(mine, number=1, key=form_data.new_key()),
        "table.take_back (newest)": lambda: operations.take_back(
            led, number=2, key=form_data.new_key()
        ),
        "table.answer": lambda: operations.answer(
            mine, number=2, text="It rained.", key=form_data.new_key()
        ),
    }


def _of_whole_characters(made: World) -> dict[str, Deed]:
    vessa, ines = made.access_to(), made.people["ines"]
    wanted = portraits.CropInput(shape="square", place="top")
    return {
        "comments.add": lambda: (
            comments.add(vessa, author=ines, name="ines", text="Look.", key=form_data.new_key())
            and None
        ),
        "comments.delete": lambda: comments.delete(
            vessa, comment=made.rows["comment"], reader=ines, key=form_data.new_key()
        ),
        "portraits.upload": lambda: portraits.upload(vessa, _picture(), alt="White"),
        "portraits.set_crop": lambda: portraits.set_crop(
            vessa, crop_input=wanted, alt="", expected_digest="0" * 64
        ),
        "portraits.remove": lambda: portraits.remove(vessa),
        "reviews.submit": lambda: reviews.submit(vessa, note="Now.", key=form_data.new_key()),
        "reviews.withdraw": lambda: reviews.withdraw(vessa, key=form_data.new_key()),
        "sharing.create_link": lambda: (
            links.create_link(vessa, reach="sheet", lasts="day", key=form_data.new_key()) and None
        ),
        "sharing.revoke_link": lambda: links.revoke_link(
            vessa, link=made.rows["link"], key=form_data.new_key()
        ),
        "shelf.duplicate": lambda: shelf.duplicate(vessa, key=form_data.new_key()) and None,
        "shelf.archive": lambda: shelf.archive(vessa),
        "shelf.restore": lambda: shelf.restore(vessa),
        "bulk.set_archived": lambda: bulk.set_archived(
            SeveralAccess(vessa.who, (vessa.id,)), archived=True, key=form_data.new_key()
        ),
        "bulk.undo": lambda: bulk.undo(
            SeveralAccess(vessa.who, ()), of=RESTORED, key=form_data.new_key()
        ),
        "shelf.undelete": lambda: shelf.undelete(
            made.who("ines"), made.id("gone"), key=form_data.new_key()
        ),
        "shelf.erase": lambda: shelf.erase(
            made.who("ines"), made.id("gone"), key=form_data.new_key()
        ),
        "shelf.delete": lambda: shelf.delete(vessa, key=form_data.new_key()),
        "words.save": lambda: words.save(vessa, sent=changed("shared", "Hello.")).changed,
    }


# What a world has come to


@transaction.atomic
def told(made: World) -> dict[str, Any]:
    """All of it that matters, comparable with another world."""
    names = {owner.pk: name for name, owner in made.people.items()}
    found = {name: _character(row.pk, names, made) for name, row in made.characters.items()}
    known = [row.pk for row in made.characters.values()]
    new = Character.objects.filter(owner__in=names).exclude(pk__in=known).order_by("pk")
    users = User.objects.filter(pk__in=[one.user_id for one in made.people.values() if one.user_id])
    return {
        "characters": found,
        "new": sorted(repr(_character(row.pk, names, made)) for row in new),
        "party": _party(made, names),
        "owners": sorted(
            names[pk] for pk in Owner.objects.filter(pk__in=names).values_list("pk", flat=True)
        ),
        "parties": sorted(
            (names[membership.owner_id], membership.role)
            for membership in Member.objects.filter(owner__in=names).exclude(party=made.party.pk)
        ),
        "passwords": sorted(bool(user.has_usable_password()) for user in users),
        "codes": sorted(recovery_codes.remaining(user) for user in users),
    }


def _party(made: World, names: dict[int, str]) -> dict[str, Any] | None:
    row = Party.objects.filter(pk=made.party.pk).first()
    if row is None:
        return None
    return {
        **_plainly(row, "name", "notes", "house", "sessions", "version"),
        "session": row.session_at is not None,
        "members": sorted(
            (names[one.owner_id], one.role, one.is_guest) for one in row.members.all()
        ),
        "invitations": sorted(row.invitations.values_list("uses", flat=True)),
        "calls": [_call(one, made) for one in row.roll_requests.order_by("number")],
        "roster": sorted(Character.documents.filter(roster=row).values_list("name", "version")),
        "duels": sorted(row.duels.values_list("state", "duelists__name", "duelists__prize")),
        "ship": Character.documents.filter(kind="craft", party=row).exists(),
        "encounters": sorted(row.encounters.values_list("name", "state")),
        "sessions": [
            (one.number, one.title, one.notes, one.is_running)
            for one in row.session_rows.order_by("number")
        ],
        "hand-outs": [
            (
                one.description,
                one.undone_at is not None,
                sorted((_label(made, to.character_id), to.position) for to in one.recipients.all()),
            )
            for one in Award.objects.filter(party=row).order_by("pk")
        ],
    }


def _call(call: RollRequest, made: World) -> Any:
    named = call.targets.select_related("entry", "earlier").order_by("pk")
    return (
        call.number,
        call.name,
        call.closed_at is not None,
        sorted(
            (
                _label(made, one.character_id),
                one.tries,
                one.entry.number if one.entry else 0,
                one.earlier.number if one.earlier else 0,
            )
            for one in named
        ),
    )


def _label(made: World, pk: int) -> str:
    return next((name for name, row in made.characters.items() if row.pk == pk), "new")


def _character(pk: int, names: dict[int, str], made: World) -> dict[str, Any] | None:
    row = Character._base_manager.filter(pk=pk).first()
    if row is None:
        return None
    plain = ("name", "player", "build", "marks", "house", "aside", "rebuilding", "situation")
    picture = Portrait.objects.filter(character=row).first()
    return {
        **_plainly(row, *plain, "house_confirmed", "version"),
        "owner": names.get(row.owner_id),
        "party": row.party_id and ("the" if row.party_id == made.party.pk else "another"),
        "finished": row.finished_at is not None,
        "archived": row.archived_at is not None,
        "deleted": row.deleted_at is not None,
        "wishes": [wish["entry"] for wish in row.wishes],
        "ledger": [(one.position, _timeless(one.content)) for one in row.entries.all()],
        "log": [_line(one, names) for one in row.play_log.order_by("number")],
        "words": list(Notes.objects.filter(character=row).values_list("shared", "private")),
        "portrait": picture and (picture.digest, picture.alt, picture.across),
        "links": row.links.count(),
        "reviews": sorted(row.reviews.values_list("state", "note", "answer"), key=str),
        "comments": sorted(row.comments.values_list("name", "text")),
        "surprised": Surprise.objects.filter(character=row).exists(),
    }


def _line(line: PlayLogEntry, names: dict[int, str]) -> Any:
    author = names.get(line.author_id) if line.author_id else None
    numbers = (line.number, line.takes_back, line.point_on)
    return (*numbers, line.kind, line.answer, author, _timeless(line.content))


def _timeless(content: dict[str, Any]) -> dict[str, Any]:
    """Without when, and by which name somebody goes, which is another one each time."""
    return {name: held for name, held in content.items() if name not in ("at", "by")}


def _plainly(row: Any, *names: str) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}


def names_of(deeds: Iterable[str]) -> set[str]:
    """The functions that they do: without the ways in which."""
    return {deed.partition(" ")[0] for deed in deeds}
