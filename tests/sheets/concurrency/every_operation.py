"""Every operation on a small world, for what any of them must do."""

import json
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User

from rules import registry
from sheets import form_data, storage
from sheets.access import LEADING_ROLES, CharacterAccess, SeveralAccess
from sheets.accounts import operations as accounts
from sheets.accounts import recovery_codes
from sheets.advancement import operations as advancement
from sheets.advancement import plan
from sheets.characters import bulk
from sheets.characters import operations as shelf
from sheets.chat import operations as own_chat
from sheets.creation import operations as creation
from sheets.creation import rebuild, surprises
from sheets.duels import operations as duels
from sheets.duels import prize
from sheets.encounters import operations as encounters
from sheets.errors import NeedsConfirmation
from sheets.form_data import SentField, token
from sheets.models import (
    Duelist,
    PaperCode,
)
from sheets.notes import operations as notes
from sheets.opponents import operations as opponents
from sheets.paper_returns import operations as paper
from sheets.parties import operations as parties
from sheets.parties import seats
from sheets.parties.awards import operations as awards
from sheets.parties.chat import operations as chat
from sheets.parties.convention import operations as conventions
from sheets.parties.guests import operations as guests
from sheets.parties.house_rules import operations as house_rules
from sheets.parties.roll_requests import operations as roll_requests
from sheets.parties.roll_requests.roles import RollRequestInput
from sheets.parties.sessions import operations as sessions
from sheets.play import operations as play
from sheets.portraits import operations as portraits
from sheets.reviews import comments, exceptions
from sheets.reviews import operations as reviews
from sheets.sharing import links
from sheets.ships.edits import operations as craft_edits
from sheets.text_export.bundle import Bundle
from tests.sheets.concurrency.world import (
    BUILD,
    CLAIM,
    PAPER,
    RESTORED,
    STEALTH,
    World,
    at_roster,
    picture_bytes,
    thug,
)
from tests.sheets.example_characters import VESSA

Deed = Callable[[], Any]
WEBHOOK = f"https://discord.com/api/webhooks/123456789012345678/{'a' * 68}"
PASSWORD = "another password"


class Threes:
    """Dice that always fall alike."""

    def randint(self, _low: int, _high: int) -> int:
        return 3


def without_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is left to chance comes out the same each time."""
    monkeypatch.setattr(play, "DICE", Threes())
    monkeypatch.setattr(surprises, "SystemRandom", lambda: Random(5))


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
        "recovery_codes.create": lambda: recovery_codes.create(user) and None,
        "recovery_codes.redeem": lambda: bool(recovery_codes.redeem(user, made.recovery_code)),
        "recovery_codes.remove_factors": lambda: recovery_codes.remove_factors(user),
        "recovery_codes.preserved": lambda: _keep_codes(user),
        "recovery_codes.reset_password": lambda: bool(
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
        "rebuild.begin": lambda: rebuild.begin(made.access_to("mira"), key=form_data.new_key()),
        "rebuild.leave": lambda: rebuild.leave(made.access_to(), key=form_data.new_key()),
        "rebuild.finish": lambda: rebuild.finish(
            made.access_to(), version=version, key=form_data.new_key()
        ),
        "rebuild.replace": lambda: rebuild.replace(
            draft, VESSA, version=made.characters["draft"].version, key=form_data.new_key()
        ),
        "shelf.take_in": lambda: (
            shelf.take_in(
                ines,
                shelf.Arrival(Bundle(registry.read(json.dumps(VESSA))), None),
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
        "roll_requests.request_roll": lambda: roll_requests.request_roll(
            made.leads(), request=wanted, key=form_data.new_key()
        ),
        "roll_requests.close": lambda: roll_requests.close(
            made.leads(), number=1, key=form_data.new_key()
        ),
        "roll_requests.reopen": lambda: roll_requests.reopen(
            made.leads(), number=2, key=form_data.new_key()
        ),
        "roll_requests.ask_again": lambda: roll_requests.ask_again(
            made.leads(), number=3, character=made.id("vessa"), line=2, key=form_data.new_key()
        ),
        "roll_requests.keep_earlier": lambda: roll_requests.keep_earlier(
            made.leads(), number=4, character=made.id("vessa"), key=form_data.new_key()
        ),
        "awards.give_awards": lambda: confirmed(
            lambda digest: awards.give_awards(
                made.leads(), to=both, members=award, confirmed=digest, key=form_data.new_key()
            )
        ),
        "awards.begin_session": lambda: confirmed(
            lambda digest: awards.begin_session(
                made.leads(), to=both, confirmed=digest, key=form_data.new_key()
            )
        ),
        "awards.undo": lambda: awards.undo(
            made.leads(), hand_out=made.rows["hand-out"], key=form_data.new_key()
        ),
        "duels.begin": lambda: duels.begin(
            made.leads(),
            place="",
            first=[made.id("brakka")],
            second=[made.id("zin")],
            key=form_data.new_key(),
        ),
        "prize.choose_prize": lambda: prize.choose_prize(
            Duelist.objects.select_related("duel__party", "character").get(
                pk=made.rows["zin in a duel"]
            ),
            prize="wound",
            key=form_data.new_key(),
        ),
        "opponents.add": lambda: (
            opponents.add(at_roster(made), thug(), key=form_data.new_key()) and None
        ),
        "opponents.add_character": lambda: (
            opponents.add_character(
                at_roster(made), character=made.id("spare"), key=form_data.new_key()
            )
            and None
        ),
        "opponents.rename": lambda: opponents.rename(
            at_roster(made), opponent=made.id("zin"), name="Zin", key=form_data.new_key()
        ),
        "opponents.delete": lambda: opponents.delete(
            at_roster(made, "cora"), opponent=made.id("zin"), key=form_data.new_key()
        ),
        "opponents.undelete": lambda: opponents.undelete(
            at_roster(made, "cora"), opponent=made.id("zin"), key=form_data.new_key()
        ),
        "craft_edits.edit": lambda: craft_edits.edit(
            at_roster(made, "cora"),
            craft=made.id("gannet"),
            sent=changed("hull", "7", was="6"),
            key=form_data.new_key(),
        ),
        "craft_edits.undo": lambda: craft_edits.undo(
            at_roster(made), craft=made.id("gannet"), position=0, key=form_data.new_key()
        ),
        "opponents.give_to_party": lambda: opponents.give_to_party(
            at_roster(made, "cora"), craft=made.id("drifter"), ours=True, key=form_data.new_key()
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
        "house_rules.change_rules": lambda: confirmed(
            lambda digest: house_rules.change_rules(
                made.leads(),
                sent=changed("starting_credits", "900"),
                confirmed=digest,
                key=form_data.new_key(),
            )
        ),
        "house_rules.save_homebrew": lambda: confirmed(
            lambda digest: house_rules.save_homebrew(
                made.leads(),
                kind="item",
                thing="",
                sent={**changed("name", "Rope of glass"), **changed("kind", "tools", "tools")},
                confirmed=digest,
                key=form_data.new_key(),
            )
        ),
        "house_rules.remove_homebrew": lambda: confirmed(
            lambda digest: house_rules.remove_homebrew(
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
        "exceptions.accept": lambda: exceptions.accept(
            made.case(), code=CLAIM["code"], where=CLAIM["where"], reason="Old age."
        ),
        "exceptions.accept_claims": lambda: exceptions.accept_claims(made.case("cora")),
        "exceptions.reject": lambda: exceptions.reject(
            made.case("cora"), code=CLAIM["code"], where=CLAIM["where"]
        ),
    }


def _of_the_table(made: World) -> dict[str, Deed]:
    mine, led = made.access_to(plays=True), made.access_to(by="greta", plays=True)
    wound = {"damage": ("5",)}
    return {
        "play.act": lambda: play.act(mine, action="harm", values=wound, key=form_data.new_key()),
        "play.act (greta)": lambda: play.act(
            led, action="harm", values=wound, key=form_data.new_key()
        ),
        "play.act (spends)": lambda: play.act(
            mine, action=STEALTH, values={"points": ("character-point",)}, key=form_data.new_key()
        ),
        "play.act (answers)": lambda: play.act(
            mine, action=STEALTH, values={}, key=form_data.new_key(), call=1
        ),
        "play.add_point": lambda: play.add_point(mine, number=2, key=form_data.new_key()),
        "play.move_marks": lambda: play.move_marks(
            mine, moves={"wounds": 1}, key=form_data.new_key()
        ),
        "play.declare": lambda: play.declare(
            mine, values={"actions": ("2",)}, key=form_data.new_key()
        ),
        "play.take_back": lambda: play.take_back(mine, number=1, key=form_data.new_key()),
        "play.take_back (newest)": lambda: play.take_back(led, number=2, key=form_data.new_key()),
        "play.answer": lambda: play.answer(
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
        "portraits.upload": lambda: portraits.upload(vessa, picture_bytes(), alt="White"),
        "portraits.set_crop": lambda: portraits.set_crop(
            vessa, crop_input=wanted, alt="", expected_digest="0" * 64
        ),
        "portraits.remove": lambda: portraits.remove(vessa),
        "reviews.submit": lambda: reviews.submit(vessa, note="Now.", key=form_data.new_key()),
        "reviews.withdraw": lambda: reviews.withdraw(vessa, key=form_data.new_key()),
        "links.create_link": lambda: (
            links.create_link(vessa, reach="sheet", lasts="day", key=form_data.new_key()) and None
        ),
        "links.revoke_link": lambda: links.revoke_link(
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
        "notes.save": lambda: notes.save(vessa, sent=changed("shared", "Hello.")).changed,
    }


# What a world has come to


def _differences(made: "World") -> str:
    """What somebody saw who looked at her printed sheet, with a wound penciled in, right now."""
    row = PaperCode.objects.get(code=PAPER)
    opened = storage.load(made.access_to(plays=True).read()).opened.settled()
    return paper.seen(paper.printed_sheet(row, opened).penciled({"box.2": "1"}))


def confirmed(do: Callable[[str], Any]) -> Any:
    """Asks what it would do, and confirms just that; asks again where that has changed by then."""
    digest = ""
    while True:
        try:
            return do(digest)
        except (NeedsConfirmation, house_rules.RulesNeedConfirmation) as asked:
            digest = asked.digest


def changed(name: str, value: str, was: str = "") -> dict[str, SentField]:
    return {name: SentField(was=token([was]), values=(value,))}


def names_of(deeds: Iterable[str]) -> set[str]:
    """The functions that they do: without the ways in which."""
    return {deed.partition(" ")[0] for deed in deeds}
