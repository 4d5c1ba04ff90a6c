"""Every operation on a small world, for what any of them must do."""

import json
from collections.abc import Iterable
from random import Random

import pytest
from django.contrib.auth.models import User

from rules import registry
from sheets.accounts import operations as accounts
from sheets.accounts import recovery_codes
from sheets.advancement import operations as advancement
from sheets.advancement import plan
from sheets.characters import bulk
from sheets.characters import operations as shelf
from sheets.creation import operations as creation
from sheets.creation import rebuild, surprises
from sheets.notes import operations as notes
from sheets.play import operations as play
from sheets.portraits import operations as portraits
from sheets.reviews import comments
from sheets.reviews import operations as reviews
from sheets.sharing import links
from sheets.text_export.bundle import Bundle
from tests.sheets.concurrency.party_operations import Deed, changed, of_game_masters, of_parties
from tests.sheets.concurrency.world import (
    BUILD,
    RESTORED,
    STEALTH,
    World,
    picture_bytes,
    run,
)
from tests.sheets.example_characters import VESSA

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
        **of_parties(made),
        **of_game_masters(made),
        **_of_the_table(made),
        **_of_whole_characters(made),
    }


def _of_accounts(made: World) -> dict[str, Deed]:
    user = made.user("ines")
    return {
        "accounts.take_over": lambda: run(
            accounts.TakeOver(made.mine("ines"), visitor_hash=made.who("browser").visitor_hash)
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
        "advancement.enter": lambda: run(
            advancement.Enter(made.access_to(), members=raising, version=version)
        ),
        "advancement.enter (stray)": lambda: run(
            advancement.Enter(made.access_to("stray", "browser"), members=raising, version=1)
        ),
        "advancement.take_back": lambda: run(
            advancement.TakeBack(made.access_to(), position=1, confirmed=(2, 1), version=version)
        ),
        "advancement.go_back": lambda: run(
            advancement.GoBack(made.access_to(), moment=2, confirmed=(2,), version=version)
        ),
        "plan.add": lambda: run(plan.Add(made.access_to(), members=raising)),
        "plan.remove": lambda: run(plan.Remove(made.access_to(), wish="search")),
        "plan.move": lambda: run(plan.Move(made.access_to(), wish="search", way="down")),
        "plan.buy_plan": lambda: run(plan.BuyPlan(made.access_to(), version=version)),
    }


def _of_builds(made: World) -> dict[str, Deed]:
    system = registry.get("hyperspace-d6")
    beginning = creation.Beginning(system=system.slug)
    draft, sketch = made.access_to("draft"), made.access_to("sketch")
    version = made.vessa.version
    return {
        "creation.start": lambda: (
            run(
                creation.Start(
                    made.mine("ines"),
                    document=system.empty(),
                    beginning=beginning,
                    membership=made.membership("ines"),
                )
            )
            and None
        ),
        "creation.save_fields": lambda: run(
            creation.SaveFields(
                draft, step="concept", sent=changed("concept", "A spy", BUILD["concept"])
            )
        ),
        "creation.save_fields (rebuild)": lambda: run(
            creation.SaveFields(
                made.access_to(), step="concept", sent=changed("concept", "A spy", BUILD["concept"])
            )
        ),
        "creation.finish": lambda: run(creation.Finish(draft)),
        "creation.finish (named)": lambda: run(
            creation.Finish(draft, sent=changed("concept", "A spy", BUILD["concept"]))
        ),
        "surprises.fill": lambda: bool(run(surprises.Fill(draft, step="all", sent={}))),
        "surprises.fill (again)": lambda: bool(run(surprises.Fill(sketch, step="all", sent={}))),
        "surprises.undo": lambda: run(surprises.Undo(sketch, surprise=made.surprise, sent={})),
        "rebuild.begin": lambda: run(rebuild.Begin(made.access_to("mira"))),
        "rebuild.leave": lambda: run(rebuild.Leave(made.access_to())),
        "rebuild.finish": lambda: run(rebuild.Finish(made.access_to(), version=version)),
        "rebuild.replace": lambda: run(
            rebuild.Replace(draft, members=VESSA, version=made.characters["draft"].version)
        ),
        "shelf.take_in": lambda: (
            run(
                shelf.TakeIn(
                    made.mine("ines"),
                    arrival=shelf.Arrival(Bundle(registry.read(json.dumps(VESSA))), None),
                )
            )
            and None
        ),
    }


def _of_the_table(made: World) -> dict[str, Deed]:
    mine, led = made.access_to(plays=True), made.access_to(by="greta", plays=True)
    wound = {"damage": ("5",)}
    return {
        "play.act": lambda: run(play.Act(mine, action="harm", values=wound)),
        "play.act (greta)": lambda: run(play.Act(led, action="harm", values=wound)),
        "play.act (spends)": lambda: run(
            play.Act(mine, action=STEALTH, values={"points": ("character-point",)})
        ),
        "play.act (answers)": lambda: run(play.Act(mine, action=STEALTH, values={}, call=1)),
        "play.add_point": lambda: run(play.AddPoint(mine, number=2)),
        "play.move_marks": lambda: run(play.MoveMarks(mine, moves={"wounds": 1})),
        "play.declare": lambda: run(play.Declare(mine, values={"actions": ("2",)})),
        "play.take_back": lambda: run(play.TakeBack(mine, number=1)),
        "play.take_back (newest)": lambda: run(play.TakeBack(led, number=2)),
        "play.answer": lambda: run(play.Answer(mine, number=2, text="It rained.")),
    }


def _of_whole_characters(made: World) -> dict[str, Deed]:
    vessa, ines = made.access_to(), made.people["ines"]
    gone = shelf.DeletedAccess(made.who("ines"), made.id("gone"))
    wanted = portraits.CropInput(shape="square", place="top")
    return {
        "comments.add": lambda: (
            run(comments.Add(vessa, author=ines, name="ines", text="Look.")) and None
        ),
        "comments.delete": lambda: run(
            comments.Delete(vessa, comment=made.rows["comment"], reader=ines)
        ),
        "portraits.upload": lambda: portraits.Upload(
            made.quota(), picture=picture_bytes(), alt="White"
        ).run(),
        "portraits.set_crop": lambda: portraits.SetCrop(
            vessa, crop_input=wanted, alt="", expected_digest="0" * 64
        ).run(),
        "portraits.remove": lambda: portraits.Remove(vessa).run(),
        "reviews.submit": lambda: run(reviews.Submit(vessa, note="Now.")),
        "reviews.withdraw": lambda: run(reviews.Withdraw(vessa)),
        "links.create_link": lambda: (
            run(links.CreateLink(made.quota(), reach="sheet", lasts="day")) and None
        ),
        "links.revoke_link": lambda: run(links.RevokeLink(vessa, link=made.rows["link"])),
        "shelf.duplicate": lambda: run(shelf.Duplicate(made.quota())) and None,
        "shelf.archive": lambda: shelf.Archive(vessa).run() and None,
        "shelf.restore": lambda: shelf.Restore(vessa).run() and None,
        "bulk.set_archived": lambda: (
            run(bulk.SetArchived(bulk.Selection(vessa.who, (vessa.id,)), archived=True)) and None
        ),
        "bulk.undo": lambda: run(bulk.Undo(bulk.Selection(vessa.who, ()), of=RESTORED)),
        "shelf.undelete": lambda: run(shelf.Undelete(gone)),
        "shelf.erase": lambda: run(shelf.Erase(gone)),
        "shelf.delete": lambda: run(shelf.Delete(vessa)),
        "notes.save": lambda: notes.Save(vessa, sent=changed("shared", "Hello.")).run(),
    }


def names_of(deeds: Iterable[str]) -> set[str]:
    """The functions that they do: without the ways in which."""
    return {deed.partition(" ")[0] for deed in deeds}
