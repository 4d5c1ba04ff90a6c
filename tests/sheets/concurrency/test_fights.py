"""Whatever two press in a fight at the same moment, both get an answer: no two transactions wait
for each other, which a database ends by refusing one of them.
"""

import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import OperationalError, connection
from django.http import Http404
from django.test import Client
from django.utils import timezone

from sheets import form_data
from sheets.access import ANY_ROLE, LEADING_ROLES, CharacterAccess, MemberAccess
from sheets.encounters import (
    attack_undo,
    attacks,
    harm,
    initiative,
    lineup,
    operations,
    step_back,
    strip,
    turns,
    waves,
    writes,
)
from sheets.encounters.aim import aim, loaded
from sheets.encounters.crew import acts
from sheets.encounters.crew import operations as crew
from sheets.encounters.crew.posts import Posts
from sheets.errors import Fault
from sheets.models import Attack, Character, Combatant, CrewPost, Encounter, Identity, Party
from sheets.play import operations as play
from tests.emptied import KeptRows
from tests.sheets.cast import Person
from tests.sheets.concurrency.in_step import one_meets_another
from tests.sheets.concurrency.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)

PISTOL = "weapons.blaster-pistol.attack"
PLAYERS = {"vessa": "ines", "orrin": "femi"}
BUILDS = {
    "officer": {"opponent": {"id": "imperial-officer"}},
    "troopers": {"opponent": {"id": "stormtrooper"}},
    "freighter": {"craft": {"id": "yt-1300"}},
}
Deed = Callable[[], Any]


@dataclass
class Fight:
    """A running fight: two players' characters, an officer, a group, and a freighter. Vessa's hit
    on the officer waits for the game master.
    """

    party: Party
    people: dict[str, Person]
    encounter: Encounter
    ids: dict[str, int]
    attack: int

    def who(self, name: str = "greta") -> Identity:
        """Somebody, as operations know them."""
        return Identity(user=self.people[name].owner.user_id)

    def leads(self) -> MemberAccess:
        """Greta's access to her party."""
        return MemberAccess(self.who(), self.party.public_id, LEADING_ROLES)

    def plays(self, name: str) -> MemberAccess:
        """A player's access to it."""
        return MemberAccess(self.who(name), self.party.public_id, ANY_ROLE)

    def row(self, name: str) -> Combatant:
        """A combatant as it is stored."""
        rows = Combatant.objects.select_related("character", "encounter__party")
        return rows.get(pk=self.ids[name])


@pytest.fixture
def new_fight(
    party: Party, people: dict[str, Person], in_party: Callable[..., Character]
) -> Callable[[], Fight]:
    """Begins the same fight, each time anew: it is worked out once."""
    ours = {"vessa": in_party("Vessa Korr"), "orrin": in_party("Orrin", of="femi")}
    begun: list[tuple[Fight, KeptRows]] = []

    def again() -> Fight:
        if not begun:
            fight = begin()
            begun.append((fight, KeptRows()))
            return fight
        fight, rows = begun[0]
        rows.put_back()
        encounter = Encounter.objects.select_related("party").get(pk=fight.encounter.pk)
        return replace(fight, encounter=encounter)

    def begin() -> Fight:
        encounter = Encounter.objects.create(party=party, name="Ambush")
        theirs = {name: _opponent(people, party, name) for name in BUILDS}
        operations.join(encounter, [*ours.values(), *theirs.values()])
        against = (theirs["officer"], theirs["troopers"])
        encounter.combatants.filter(character__in=against).update(side=Combatant.Side.OPPONENTS)
        rows = {**ours, **theirs}.items()
        ids = {name: encounter.combatants.get(character=row).pk for name, row in rows}
        fight = Fight(party, people, encounter, ids, attack=0)
        operations.Start(fight.leads(), id=encounter.public_id, starters=()).run()
        _attacks(fight, "vessa", "officer")()
        fight.attack = Attack.objects.get(encounter=encounter).pk
        damaged = {"state": Attack.State.DAMAGED, "harm": {"damage": ["5"]}}
        Attack.objects.filter(pk=fight.attack).update(**damaged)
        crew.Take(
            fight.plays("femi"), id=encounter.public_id, combatant=ids["orrin"],
            craft=ids["freighter"], station="pilot",
        ).run()  # fmt: skip
        return fight

    return again


def _opponent(people: dict[str, Person], party: Party, name: str) -> Character:
    row = Character(
        owner=people["greta"].owner,
        kind=Character.Kind.CRAFT if name == "freighter" else Character.Kind.OPPONENT,
        roster=party,
        system=party.system,
        build=BUILDS[name],
        marks={"members": 5} if name == "troopers" else {},
        name=name.title(),
        finished_at=timezone.now(),
    )
    row.save()
    return row


def _attacks(fight: Fight, name: str, target: str) -> Deed:
    aimed = aim(loaded(fight.row(name)), PISTOL, [loaded(fight.row(target))])
    who = fight.who(PLAYERS[name])
    return lambda: attacks.attack(who, aimed, values={}, hidden=False, key=form_data.new_key())


def deeds(fight: Fight) -> dict[str, Deed]:
    """The presses in a fight, each ready to be done once."""
    return {**_of_players(fight), **_of_game_masters(fight)}


def _of_players(fight: Fight) -> dict[str, Deed]:
    ines, femi, id = fight.who("ines"), fight.who("femi"), fight.encounter.public_id
    vessa, ids = fight.row("vessa"), fight.ids
    encounter = Encounter.objects.select_related("party").get(pk=fight.encounter.pk)
    table = CharacterAccess(ines, vessa.character.public_id, plays=True)
    entry = Attack.objects.select_related("entry").get(pk=fight.attack).entry
    assert entry
    return {
        "roll": lambda: initiative.roll_initiative(ines, vessa, key=""),
        "attack": _attacks(fight, "vessa", "officer"),
        "move": lambda: strip.move(ines, vessa, by=1, key=""),
        "hold": lambda: turns.hold(ines, vessa, trigger="They run.", key=""),
        "declare": lambda: turns.declare(ines, vessa, values={"actions": ("2",)}, key=""),
        "go on": lambda: turns.next_turn(encounter, after=None, key=""),
        "undo in the log": lambda: play.TakeBack(table, number=entry.number).run(),
        "spend a point": lambda: play.AddPoint(table, number=entry.number).run(),
        "wound": lambda: play.Act(table, action="harm", values={"damage": ("5",)}).run(),
        "board": lambda: crew.Take(
            fight.plays("ines"), id=id, combatant=ids["vessa"], craft=ids["freighter"],
            station="sensors",
        ).run(),
        "leave the craft": lambda: crew.Leave(
            fight.plays("femi"), id=id, combatant=ids["orrin"]
        ).run(),
        "steer": lambda: play.Declare(
            CharacterAccess(femi, fight.row("orrin").character.public_id, plays=True),
            values={"actions": ("2",)},
        ).run(),
        **_aboard(fight, encounter),
    }  # fmt: skip


def _aboard(fight: Fight, encounter: Encounter) -> dict[str, Deed]:
    """The presses of Orrin at the controls of the freighter."""
    femi, freighter, ids = fight.who("femi"), fight.row("freighter"), fight.ids
    orrin, post = loaded(fight.row("orrin")), CrewPost.objects.get(member=ids["orrin"])
    at = acts.aboard(post, orrin, loaded(freighter), Posts((post,), {ids["orrin"]: post}))
    assert at
    shares = {"fore": ("6",), "aft": ("0",), "port": ("0",), "starboard": ("0",)}
    gun, angle = at.action("fire-quad-laser-turrets"), at.action("angle")
    officer = (loaded(fight.row("officer")),)
    return {
        "end the turn aboard": lambda: turns.end_turn_aboard(
            encounter, craft=ids["freighter"], persons=[ids["orrin"]], key=""
        ),
        "fire": lambda: acts.fire(femi, at, gun, officer, values={}, hidden=False, key=""),
        "angle": lambda: acts.do(femi, at, angle, values=shares, key=""),
        "move the craft": lambda: strip.move(femi, freighter, by=1, key=""),
        "destroy the craft": lambda: play.Act(
            CharacterAccess(fight.who(), freighter.character.public_id, plays=True),
            action="harm",
            values={"damage": ("90",), "section": ("fore",)},
        ).run(),
    }


def _of_game_masters(fight: Fight) -> dict[str, Deed]:
    leads, greta, id, ids = fight.leads(), fight.who(), fight.encounter.public_id, fight.ids
    officer, vessa = fight.row("officer"), fight.row("vessa").character.public_id
    table = CharacterAccess(greta, vessa, plays=True)
    entry = Attack.objects.select_related("entry").get(pk=fight.attack).entry
    assert entry
    known = attacks.get_encounter_attack(fight.encounter, fight.attack)
    assert known
    return {
        "roll for all": lambda: initiative.RollForAll(leads, id=id).run(),
        "roll again": lambda: initiative.roll_initiative(greta, officer, key="", again=True),
        "put": lambda: operations.Put(leads, id=id, combatant=ids["vessa"], place=2).run(),
        "describe": lambda: operations.Describe(
            leads, id=id, combatant=ids["officer"], name="Dresk", hidden=False
        ).run(),
        "reveal": lambda: operations.Reveal(leads, id=id, combatant=None).run(),
        "sort": lambda: initiative.PlaceInOrder(
            leads, id=id, combatant=ids["officer"], up=False
        ).run(),
        "step back": lambda: _step_back(fight),
        "wave": lambda: waves.Arrive(leads, id=id, wave=1).run(),
        "give the turn": lambda: turns.GiveTurn(leads, id=id, combatant=ids["officer"]).run(),
        "split": lambda: lineup.Split(leads, id=id, combatant=ids["troopers"], count=2).run(),
        "remove": lambda: lineup.Remove(leads, id=id, combatant=ids["officer"]).run(),
        "set the crew": lambda: crew.SetCrew(leads, id=id, craft=ids["freighter"], dice=4).run(),
        "face": lambda: crew.Face(
            leads, id=id, craft=ids["freighter"], other=ids["freighter"], side="fore"
        ).run(),
        "confirm": lambda: harm.take(greta, known, values={"damage": ("5",)}, key=""),
        "deal damage": lambda: harm.deal(
            greta, fight.row("vessa"), values={"damage": ("5",)}, key=""
        ),
        "wave through": lambda: attacks.waive(known),
        "undo in their log": lambda: play.TakeBack(table, number=entry.number).run(),
        "undo the attack": lambda: attack_undo.UndoAttack(leads, id=id, attack=fight.attack).run(),
        "end": lambda: operations.End(leads, id=id).run(),
    }


def _step_back(fight: Fight) -> None:
    """Back to Vessa's turn, after which the officer's began."""
    now = Encounter.objects.get(pk=fight.encounter.pk)
    step_back.StepBack(fight.leads(), id=now.public_id, after=now.turn).run()


NAMES = (
    "roll", "attack", "move", "hold", "declare", "go on", "undo in the log", "spend a point",
    "wound", "board", "leave the craft", "steer", "end the turn aboard", "fire", "angle",
    "move the craft", "destroy the craft", "roll for all", "roll again", "put", "describe",
    "reveal", "sort", "step back", "wave", "give the turn", "split", "remove", "set the crew",
    "face", "confirm", "deal damage", "wave through", "undo in their log", "undo the attack", "end",
)  # fmt: skip


# What the rows of a fight are locked by, one after the other.
TABLES = ("party", "character", "encounter", "combatant", "attack")


def _broken(new_fight: Callable[[], Fight], first: str, second: str, table: str) -> list[str]:
    """The exceptions that pages don't know, if `second` is pressed once `first` has come to a
    table.
    """
    doing = deeds(new_fight())
    raised = one_meets_another(doing[first], doing[second], table=f"sheets_{table}")
    return [
        f"{first}, and at its {table} {second}: {error!r}"
        for error in raised
        if not isinstance(error, Fault | Http404 | PermissionDenied)
    ]


def test_all_that_is_pressed_in_a_fight_is_among_them(new_fight: Callable[[], Fight]) -> None:
    assert tuple(deeds(new_fight())) == NAMES


def test_who_rolls_initiative_and_whoever_presses_anything_else_do_not_wait_for_each_other(
    new_fight: Callable[[], Fight],
) -> None:
    assert [said for one in NAMES for said in _broken(new_fight, "roll", one, "encounter")] == []


@pytest.mark.parametrize(
    "other", ["confirm", "wave through", "undo in their log", "undo the attack"]
)
def test_who_undoes_a_roll_and_who_decides_on_it_do_not_wait_for_each_other(
    other: str, new_fight: Callable[[], Fight]
) -> None:
    assert _broken(new_fight, "undo in the log", other, "attack") == []


@pytest.mark.parametrize(
    ("first", "second", "table"),
    [
        ("fire", "destroy the craft", "encounter"),
        ("destroy the craft", "fire", "character"),
        ("fire", "angle", "encounter"),
        ("angle", "fire", "character"),
        ("angle", "move the craft", "character"),
        ("end the turn aboard", "fire", "encounter"),
        ("fire", "end the turn aboard", "character"),
    ],
)
def test_who_acts_aboard_and_whoever_changes_the_craft_do_not_wait_for_each_other(
    first: str, second: str, table: str, new_fight: Callable[[], Fight]
) -> None:
    assert _broken(new_fight, first, second, table) == []


def test_two_who_end_their_turns_aboard_at_once_go_on_once(
    new_fight: Callable[[], Fight],
) -> None:
    fight = new_fight()
    deeds(fight)["board"]()
    initiative.RollForAll(fight.leads(), id=fight.encounter.public_id).run()
    row = Combatant.objects.get(pk=fight.ids["freighter"])
    turns.GiveTurn(fight.leads(), id=fight.encounter.public_id, combatant=row.pk).run()
    encounter = Encounter.objects.select_related("party").get(pk=fight.encounter.pk)

    def ends(name: str) -> Deed:
        own = Encounter.objects.select_related("party").get(pk=encounter.pk)
        persons = [fight.ids[name]]
        return lambda: turns.end_turn_aboard(own, craft=row.pk, persons=persons, key="")

    assert one_meets_another(ends("vessa"), ends("orrin"), table="sheets_encounter") == []
    encounter.refresh_from_db()
    order = list(encounter.combatants.exclude(rank=None).in_order().values_list("pk", flat=True))
    assert encounter.turn == order[(order.index(row.pk) + 1) % len(order)]


def test_two_who_step_back_at_once_step_back_once(new_fight: Callable[[], Fight]) -> None:
    fight = new_fight()
    initiative.RollForAll(fight.leads(), id=fight.encounter.public_id).run()
    encounter = Encounter.objects.select_related("party").get(pk=fight.encounter.pk)
    begun: list[int | None] = []
    for _ in range(3):
        turns.next_turn(encounter, after=encounter.turn, key="")
        encounter.refresh_from_db()
        begun.append(encounter.turn)

    def steps() -> Deed:
        back = step_back.StepBack(fight.leads(), id=encounter.public_id, after=begun[2])
        return back.run

    raised = one_meets_another(steps(), steps(), table="sheets_encounter")
    assert [str(error) for error in raised] == [step_back.MOVED_ON]
    encounter.refresh_from_db()
    assert encounter.turn == begun[1]
    assert len(encounter.turns_before) == 2


@pytest.mark.soak
@pytest.mark.parametrize("first", NAMES)
def test_no_two_in_a_fight_wait_for_each_other(first: str, new_fight: Callable[[], Fight]) -> None:
    meetings = itertools.product(NAMES, TABLES)
    assert [said for one in meetings for said in _broken(new_fight, first, *one)] == []


@pytest.mark.parametrize("other", ["put", "describe", "sort"])
def test_without_the_lock_on_the_encounter_one_who_rolls_is_refused(
    other: str, new_fight: Callable[[], Fight], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writes, "locked_encounter", writes.read_encounter)
    fight = new_fight()
    # Everyone has a place: whoever is moved moves the others.
    for rank, row in enumerate(fight.encounter.combatants.order_by("-pk"), 1):
        fight.encounter.combatants.filter(pk=row.pk).update(rank=rank)
    doing = deeds(fight)
    raised = one_meets_another(doing["roll"], doing[other], table="sheets_encounter")
    if connection.vendor == "sqlite":
        # There one has the only lock, and the other waits for it.
        assert raised == []
    else:
        assert [type(error) for error in raised] == [OperationalError]
        assert "deadlock" in str(raised[0])


def test_everyone_rolls_while_the_game_master_moves_them_and_all_get_an_answer(
    new_fight: Callable[[], Fight], settings: Any
) -> None:
    # It counts the queries of a request, also of one that was overtaken and tries again.
    settings.MIDDLEWARE = [one for one in settings.MIDDLEWARE if "zeal" not in one]
    fight = new_fight()
    address = f"/parties/{fight.party.public_id}/encounters/{fight.encounter.public_id}"
    answers: list[int] = []

    def post(name: str, where: str, **sent: str) -> Deed:
        # A browser of its own: several of them press at once.
        client, user = Client(), fight.people[name].owner.user
        assert user
        client.force_login(user)
        return lambda: answers.append(
            client.post(f"{address}/{where}/", {**sent, "key": form_data.new_key()}).status_code
        )

    presses = [
        *(post(player, f"combatants/{fight.ids[name]}/do/initiative")
          for name, player in PLAYERS.items()),
        *(post("greta", f"combatants/{fight.ids[name]}/put", place="1") for name in PLAYERS),
        post("greta", "roll"),
    ]  # fmt: skip
    assert at_once(*presses) == []
    assert answers == [302] * 5
