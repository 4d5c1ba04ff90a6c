"""Every operation of a party on a small world: its members’, and its game masters’."""

from collections.abc import Callable
from datetime import date
from typing import Any

from django.shortcuts import get_object_or_404

from sheets import form_data, storage
from sheets.chat import operations as own_chat
from sheets.duels import operations as duels
from sheets.duels import prize
from sheets.encounters import operations as encounters
from sheets.encounters import screen
from sheets.errors import NeedsConfirmation
from sheets.form_data import SentField, token
from sheets.models import Duelist, PaperCode
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
from sheets.parties.stash import operations as stash
from sheets.parties.takeover import operations as takeover
from sheets.reviews import exceptions
from sheets.reviews import operations as reviews
from sheets.ships.edits import operations as craft_edits
from tests.sheets.concurrency.world import (
    CLAIM,
    PAPER,
    STEALTH,
    World,
    at_roster,
    picture_bytes,
    run,
    thug,
)

Deed = Callable[[], Any]
WEBHOOK = f"https://discord.com/api/webhooks/123456789012345678/{'a' * 68}"


def of_parties(made: World) -> dict[str, Deed]:
    """The operations of members, and of whoever joins, by name."""
    rows = made.rows
    return {
        "parties.create": lambda: (
            run(parties.Create(made.mine("ines"), name="Others", system="hyperspace-d6")) and None
        ),
        "parties.rename": lambda: run(parties.Rename(made.leads(), name="Watch")),
        "parties.keep_notes": lambda: run(
            parties.KeepNotes(made.leads(), notes="New.", was="Old.")
        ),
        "parties.invite": lambda: run(parties.Invite(made.leads(), days=7)) and None,
        "parties.revoke": lambda: run(parties.Revoke(made.leads(), invitation=rows["invitation"])),
        "parties.join": lambda: (
            run(parties.Join(made.mine("otto"), code=made.code, character=None)) and None
        ),
        "parties.join (again)": lambda: (
            run(parties.Join(made.mine("ines"), code=made.code, character=made.id("mira"))) and None
        ),
        "parties.bring": lambda: run(
            parties.Bring(made.membership("ines"), character=made.id("mira"))
        ),
        "parties.take_out": lambda: run(parties.TakeOut(made.access_to())),
        "parties.send_away": lambda: run(
            parties.SendAway(made.leads(), character=made.id("vessa"))
        ),
        "chat.set_chat": lambda: run(chat.SetChat(made.chair(), address=WEBHOOK)),
        "own_chat.set_own": lambda: run(own_chat.SetOwn(made.mine("ines"), address=WEBHOOK)),
        "own_chat.remove_own": lambda: run(own_chat.RemoveOwn(made.mine("ines"))),
        "chat.remove_chat": lambda: run(chat.RemoveChat(made.chair())),
        "guests.open_table": lambda: run(guests.OpenTable(made.leads())),
        "guests.close_table": lambda: run(guests.CloseTable(made.leads())),
        "guests.take_seat": lambda: bool(
            run(guests.TakeSeat(made.mine("browser"), code=made.guest_code, name="Tom", pregen=""))
        ),
        "paper.return_sheet": lambda: bool(
            run(
                paper.ReturnSheet(
                    made.access_to(plays=True),
                    code=PAPER,
                    answers={"box.2": "1"},
                    choices={},
                    note="",
                    was_seen=_differences(made),
                )
            )
        ),
        "guests.take_seat (convention)": lambda: bool(
            run(
                guests.TakeSeat(
                    made.mine("browser"), code=made.guest_code, name="Tom", pregen="seat-1"
                )
            )
        ),
        "conventions.prepare_table": lambda: run(
            conventions.PrepareTable(made.leads(), players=2, theme="crew", level="new", seed="")
        ),
        "conventions.make_characters": lambda: run(
            conventions.MakeCharacters(made.leads(), seconds=0)
        ),
        "conventions.discard_table": lambda: run(conventions.DiscardTable(made.leads())),
        **_of_the_stash(made),
        "takeover.ask": lambda: run(takeover.Ask(made.membership("ines"))),
        "takeover.object": lambda: run(takeover.Object(made.leads("greta"))),
        "takeover.withdraw": lambda: run(takeover.Withdraw(made.membership("femi"))),
        "takeover.lead": lambda: run(takeover.Lead(made.membership("femi"))),
        "takeover.appoint": lambda: bool(
            takeover.appoint(made.party.public_id, made.user("cora").username)
        ),
        "seats.leave (gus)": lambda: run(seats.Leave(made.membership("gus"))),
        "seats.remove (gus)": lambda: run(seats.Remove(made.leads(), member=rows["gus"])),
        "seats.leave": lambda: run(seats.Leave(made.membership("ines"))),
        "seats.leave (co-gm)": lambda: run(seats.Leave(made.leads("cora"))),
        "seats.remove": lambda: run(seats.Remove(made.leads(), member=rows["ines"])),
        "seats.appoint": lambda: run(
            seats.Appoint(made.chair(), member=rows["ines"], role="co-gm")
        ),
        "seats.hand_over": lambda: run(seats.HandOver(made.chair(), member=rows["cora"])),
        "seats.hand_over (ines)": lambda: run(seats.HandOver(made.chair(), member=rows["ines"])),
        "seats.dissolve": lambda: run(seats.Dissolve(made.chair(), name="The Long Watch")),
    }


def _of_the_stash(made: World) -> dict[str, Deed]:
    """The operations on what the party owns together."""
    member, vessa = made.membership("ines"), made.id("vessa")
    item, act = made.rows["stash-item"], made.rows["stash-act"]
    return {
        "stash.put_in": lambda: run(
            stash.PutIn(member, character=vessa, things={"blaster-pistol": 1})
        ),
        "stash.take_out": lambda: run(stash.TakeOut(member, character=vessa, things={item: 1})),
        "stash.add": lambda: run(stash.Add(member, members={}, money=100)),
        "stash.remove": lambda: run(stash.Remove(member, item=item, quantity=1)),
        "stash.undo": lambda: run(stash.Undo(member, act=act)),
    }


def of_game_masters(made: World) -> dict[str, Deed]:
    """The operations of game masters, by name."""
    both = (made.id("vessa"), made.id("brakka"))
    wanted = RollRequestInput(kind="check", roll=STEALTH, everybody=True)
    award = {"kind": "award", "cp": "3"}
    return {
        "roll_requests.request_roll": lambda: run(
            roll_requests.RequestRoll(made.leads(), request=wanted)
        ),
        "roll_requests.close": lambda: run(roll_requests.Close(made.leads(), number=1)),
        "roll_requests.reopen": lambda: run(roll_requests.Reopen(made.leads(), number=2)),
        "roll_requests.ask_again": lambda: run(
            roll_requests.AskAgain(made.leads(), number=3, character=made.id("vessa"), line=2)
        ),
        "roll_requests.keep_earlier": lambda: run(
            roll_requests.KeepEarlier(made.leads(), number=4, character=made.id("vessa"))
        ),
        "awards.give_awards": lambda: confirmed(
            lambda digest: run(
                awards.GiveAwards(made.leads(), to=both, members=award, confirmed=digest)
            )
        ),
        "awards.begin_session": lambda: confirmed(
            lambda digest: run(awards.BeginSession(made.leads(), to=both, confirmed=digest))
        ),
        "awards.undo": lambda: run(awards.Undo(made.leads(), hand_out=made.rows["hand-out"])),
        "screen.show": lambda: run(
            screen.Show(made.leads(), text="A door", alt="", picture=picture_bytes(), kept=False)
        ),
        "screen.clear": lambda: run(screen.Clear(made.leads())),
        "duels.begin": lambda: run(
            duels.Begin(
                made.leads(),
                place="",
                first=[made.id("brakka")],
                second=[made.id("zin")],
            )
        ),
        "duels.adjust": lambda: run(duels.Adjust(made.leads(), side=1, by=1)),
        "duels.close": lambda: run(duels.Close(made.leads())),
        "duels.next_phase": lambda: run(duels.NextPhase(made.leads(), place="The bridge")),
        "prize.end": lambda: run(prize.End(made.leads(), duelist=made.rows["zin in a duel"])),
        "prize.choose_prize": lambda: prize.choose_prize(
            get_object_or_404(
                Duelist.objects.select_related("duel__party", "character"),
                pk=made.rows["zin in a duel"],
            ),
            prize="wound",
            key=form_data.new_key(),
        ),
        "opponents.add": lambda: run(opponents.Add(at_roster(made), document=thug())) and None,
        "opponents.add_character": lambda: (
            run(opponents.AddCharacter(at_roster(made), character=made.id("spare"))) and None
        ),
        "opponents.make_character": lambda: (
            run(opponents.MakeCharacter(at_roster(made), opponent=made.id("tavik"))) and None
        ),
        "opponents.duplicate": lambda: (
            run(opponents.Duplicate(at_roster(made), opponent=made.id("zin"))) and None
        ),
        "opponents.copy_to": lambda: (
            run(opponents.CopyTo(at_roster(made), opponent=made.id("zin"), party=None)) and None
        ),
        "opponents.copy_from": lambda: (
            run(opponents.CopyFrom(made.own_roster(), opponent=made.id("zin"))) and None
        ),
        "opponents.rename": lambda: run(
            opponents.Rename(at_roster(made), opponent=made.id("zin"), name="Zin")
        ),
        "opponents.edit": lambda: run(
            opponents.Edit(at_roster(made), opponent=made.id("zin"), version=1, document=thug())
        ),
        "opponents.move_to_folder": lambda: run(
            opponents.MoveToFolder(at_roster(made), opponent=made.id("zin"), folder="Act 1")
        ),
        "opponents.delete": lambda: run(
            opponents.Delete(at_roster(made, "cora"), opponent=made.id("zin"))
        ),
        "opponents.undelete": lambda: run(
            opponents.Undelete(at_roster(made, "cora"), opponent=made.id("zin"))
        ),
        "craft_edits.edit": lambda: run(
            craft_edits.Edit(
                at_roster(made, "cora"), craft=made.id("gannet"), sent=changed("hull", "7", was="6")
            )
        ),
        "craft_edits.undo": lambda: run(
            craft_edits.Undo(at_roster(made), craft=made.id("gannet"), position=0)
        ),
        "opponents.give_to_party": lambda: run(
            opponents.GiveToParty(at_roster(made, "cora"), craft=made.id("drifter"), ours=True)
        ),
        "encounters.create": lambda: (
            run(encounters.Create(made.leads(), name="Ambush", place="")) and None
        ),
        "sessions.keep_texts": lambda: run(
            sessions.KeepTexts(
                made.leads(),
                number=1,
                played_on=date(2026, 11, 6),
                title="The Heist",
                notes="They ran.",
                gm_notes="A trap.",
                was=token(["", "", ""]),
            )
        ),
        "sessions.end_session": lambda: run(
            sessions.EndSession(
                made.leads(),
                number=1,
                gifts=(sessions.Gift("points", both, award),),
                texts={"title": "The Heist", "notes": "They ran.", "gm_notes": "A trap."},
                was=token(["", "", ""]),
                begins_next=True,
            )
        ),
        "house_rules.change_rules": lambda: confirmed(
            lambda digest: run(
                house_rules.ChangeRules(
                    made.leads(), sent=changed("starting_credits", "900"), confirmed=digest
                )
            )
        ),
        "house_rules.save_homebrew": lambda: confirmed(
            lambda digest: run(
                house_rules.SaveHomebrew(
                    made.leads(),
                    kind="item",
                    thing="",
                    sent={**changed("name", "Rope of glass"), **changed("kind", "tools", "tools")},
                    confirmed=digest,
                )
            )
        ),
        "house_rules.remove_homebrew": lambda: confirmed(
            lambda digest: run(
                house_rules.RemoveHomebrew(
                    made.leads(), kind="skill", thing="beast-riding", confirmed=digest
                )
            )
        ),
        "reviews.approve": lambda: run(reviews.Approve(made.case(), answer="Yes.", reasons={})),
        "reviews.return_to_player": lambda: run(
            reviews.ReturnToPlayer(made.case("cora"), answer="No.", reasons={})
        ),
        "reviews.undo": lambda: run(reviews.Undo(made.decided())),
        "exceptions.accept": lambda: run(
            exceptions.Accept(
                made.case(), code=CLAIM["code"], where=CLAIM["where"], reason="Old age."
            )
        ),
        "exceptions.accept_claims": lambda: run(exceptions.AcceptClaims(made.case("cora"))),
        "exceptions.reject": lambda: run(
            exceptions.Reject(made.case("cora"), code=CLAIM["code"], where=CLAIM["where"])
        ),
    }


def _differences(made: World) -> str:
    """The token of her printed sheet with a wound penciled in, as a page showed it right now."""
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
    """A field of a form, changed."""
    return {name: SentField(was=token([was]), values=(value,))}
