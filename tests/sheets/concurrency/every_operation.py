"""Every operation on a small world, for what any of them must do."""

import json
from collections.abc import Iterable
from random import Random

import pytest
from django.contrib.auth.models import User

from rules import registry
from sheets import form_data
from sheets.access import SeveralAccess
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
    draft, sketch = made.access_to("draft"), made.access_to("sketch")
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
        "surprises.surprise (again)": lambda: bool(
            surprises.surprise(sketch, step="all", sent={}, key=form_data.new_key())
        ),
        "surprises.undo": lambda: surprises.undo(
            sketch, surprise=made.surprise, sent={}, key=form_data.new_key()
        ),
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


def names_of(deeds: Iterable[str]) -> set[str]:
    """The functions that they do: without the ways in which."""
    return {deed.partition(" ")[0] for deed in deeds}
