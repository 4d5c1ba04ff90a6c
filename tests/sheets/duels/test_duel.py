"""A duel from initiative to what the winner chooses, by two players, a game master, and others."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.http import HttpResponse
from django.utils import timezone

from sheets.models import Character, Duel, Duelist, Exchange, Party, PlayLogEntry
from sheets.play import operations
from tests.browser.evening import evening
from tests.dice import Fixed
from tests.plain_page import PlainPage
from tests.sheets.cast import Person
from tests.sheets.pages import words


@dataclass
class Stage:
    """A party's duel, with whoever tries something in it."""

    party: Party
    people: dict[str, Person]
    monkeypatch: pytest.MonkeyPatch

    def dice(self, *faces: int) -> None:
        """The next dice fall so; after those every die shows a 3."""
        self.monkeypatch.setattr(operations, "DICE", Fixed(*faces, *[3] * 300))

    def post(self, by: str, where: str, /, **sent: Any) -> HttpResponse:
        """The answer to a player's form of the duel."""
        client = self.people[by].client
        return client.post(f"/parties/{self.party.public_id}/duel/{where}", sent)

    def begin(self, *fighters: Character) -> HttpResponse:
        """The answer to the form that begins a duel of the first against all the others."""
        sides = {
            f"side-{row.public_id}": "2" if number else "1" for number, row in enumerate(fighters)
        }
        return self.post("greta", "begin/", place="Bridge", **sides)

    def page(self, who: str) -> str:
        """The page of the duel."""
        answer = self.people[who].client.get(f"/parties/{self.party.public_id}/duel/")
        assert answer.status_code == 200
        return answer.content.decode()

    @property
    def duel(self) -> Duel:
        """The duel as it is stored."""
        return Duel.objects.latest("pk")

    def duelist(self, name: str) -> Duelist:
        """A fighter by name."""
        return self.duel.duelists.select_related("character").get(name=name)

    def pools(self) -> tuple[int, int]:
        """The dice of both sides."""
        return self.duel.first_dice, self.duel.second_dice

    def roll(self, who: str, verb: str, name: str, **sent: Any) -> HttpResponse:
        """A roll for a fighter."""
        return self.post(who, f"roll/{verb}/", who=str(self.duelist(name).pk), **sent)


@pytest.fixture
def stage(
    party: Party,
    people: dict[str, Person],
    in_party: Callable[..., Character],
    monkeypatch: pytest.MonkeyPatch,
) -> Stage:
    """Vessa, whom Ines plays, against an inquisitor of the roster."""
    vessa = in_party("Vessa Korr")
    in_party("Orrin", of="femi")
    foe = Character(
        owner=people["greta"].owner,
        kind=Character.Kind.OPPONENT,
        roster=party,
        system=party.system,
        name="The Inquisitor",
        build={"opponent": {"id": "bounty-hunter"}},
        finished_at=timezone.now(),
    )
    foe.save()
    made = Stage(party, people, monkeypatch)
    made.dice()
    made.begin(vessa, foe)
    return made


def started(stage: Stage) -> None:
    """Both have rolled initiative: it is Vessa's turn."""
    stage.dice(*[6] * 2)
    stage.roll("ines", "initiative", "Vessa Korr")
    stage.dice(*[1] * 6)
    stage.roll("greta", "initiative", "The Inquisitor")
    assert stage.duel.turn == stage.duelist("Vessa Korr").pk


def exchange(stage: Stage, own: int, theirs: int, *, skill: str = "skills.melee") -> None:
    """Vessa's check and its answer, every die of each showing the same."""
    stage.dice(*[own] * 12)
    assert stage.roll("ines", "check", "Vessa Korr", skill=skill).status_code == 302
    stage.dice(*[theirs] * 12)
    assert stage.roll("greta", "answer", "The Inquisitor", skill=skill).status_code == 302


def test_two_cross_blades_until_one_ends_it(stage: Stage) -> None:
    assert Party.objects.get(pk=stage.party.pk).dueling
    assert stage.roll("ines", "check", "Vessa Korr", skill="skills.melee").status_code == 409
    started(stage)
    assert stage.pools() == (1, 1)
    assert "58%" in stage.page("femi")  # a player wins ties against the game master's
    # The check waits for its answer; nobody else can give it, or end the duel meanwhile.
    stage.dice(*[5] * 12)
    stage.roll("ines", "check", "Vessa Korr", skill="skills.melee")
    assert stage.roll("ines", "answer", "The Inquisitor", skill="skills.melee").status_code == 404
    assert stage.roll("ines", "end", "Vessa Korr").status_code == 409
    stage.dice(*[2] * 12)
    stage.roll("greta", "answer", "The Inquisitor", skill="skills.melee")
    assert stage.pools() == (2, 1)
    assert stage.duel.turn == stage.duelist("The Inquisitor").pk
    # Both rolls stand in the logs.
    assert PlayLogEntry.objects.filter(content__action="skills.melee").count() == 2
    # It isn't Vessa's turn any more.
    assert stage.roll("ines", "end", "Vessa Korr").status_code == 409
    stage.post("greta", "lead/pass/", after=str(stage.duel.turn))
    stage.dice(6, 6, 1)
    assert stage.roll("ines", "end", "Vessa Korr").status_code == 302
    assert (stage.duel.state, stage.duel.winner) == ("decided", 1)
    assert stage.duel.rolls[-1]["faces"] == [[[6, 6], [1]]]
    loser = stage.duelist("The Inquisitor")
    page = stage.page("ines")
    assert "Outcome for The Inquisitor" in page
    assert "Outcome for" not in stage.page("femi")
    assert stage.post("femi", f"prizes/{loser.pk}/", prize="wound").status_code == 404
    assert stage.post("ines", f"prizes/{loser.pk}/", prize="feast").status_code == 422
    assert stage.post("ines", f"prizes/{loser.pk}/", prize="knock-out").status_code == 302
    assert stage.duelist("The Inquisitor").character.marks == {"unconscious": 1}
    assert stage.post("ines", f"prizes/{loser.pk}/", prize="wound").status_code == 409
    assert stage.duelist("The Inquisitor").character.marks == {"unconscious": 1}
    stage.post("greta", "lead/close/")
    assert not Party.objects.get(pk=stage.party.pk).dueling
    page = re.sub(r"<[^>]*>|\s+", " ", stage.page("ines"))
    assert "No duel is on" in page
    earlier = re.sub(r" +", " ", page[page.index("Earlier duels") :])
    assert "Vessa Korr won , 12 to 1 The Inquisitor: Knock" in earlier


def test_a_tie_of_the_last_roll_says_why_it_is_won(stage: Stage) -> None:
    started(stage)
    told = "A player wins a tie against an NPC"
    stage.dice(4, 4)
    stage.roll("ines", "end", "Vessa Korr")
    assert (stage.duel.winner, told in stage.page("ines")) == (1, True)
    Duel.objects.update(rolls=[{**stage.duel.rolls[-1], "faces": [[[5], [4]]]}])
    assert told not in stage.page("ines")


def test_destiny_dice_give_a_right_and_no_more(stage: Stage) -> None:
    started(stage)
    exchange(stage, 6, 1)  # a 6 for Vessa, and a 1 of her foe: two rights of her side
    rights = Exchange.objects.get().rights
    assert [(one["face"], one["side"], one["used"]) for one in rights] == [(6, 1, ""), (1, 1, "")]
    assert stage.pools() == (2, 1)
    pk = Exchange.objects.get().pk
    assert "Take a die" in stage.page("ines")
    assert "Take a die" not in stage.page("femi")
    assert stage.post("femi", f"rights/{pk}/0/", take="yes").status_code == 404
    said = "The floor gives way."
    assert stage.post("ines", f"rights/{pk}/0/", take="yes", text=said).status_code == 302
    assert stage.pools() == (3, 0)
    assert said in stage.page("femi")
    assert stage.post("ines", f"rights/{pk}/0/", take="yes").status_code == 409
    # Where the other side has none left, nothing is taken.
    stage.post("ines", f"rights/{pk}/1/", take="yes")
    assert stage.pools() == (3, 0)
    assert stage.post("ines", f"rights/{pk}/2/", take="yes").status_code == 404


def test_a_player_wins_ties_and_equals_roll_again(stage: Stage) -> None:
    started(stage)
    check = {"skill": "skills.melee"}
    stage.dice(*[3] * 12)
    stage.roll("ines", "check", "Vessa Korr", **check)
    total = Exchange.objects.get().total
    Exchange.objects.update(total=None, entry=None)
    foe = stage.duelist("The Inquisitor")
    stage.roll("ines", "check", "Vessa Korr", skill="skills.stealth")  # the check stays Melee
    assert Exchange.objects.get().total == total
    Exchange.objects.update(total=_answered(stage, foe))
    stage.roll("greta", "answer", "The Inquisitor", **check)
    assert stage.pools() == (2, 1)
    assert "Vessa Korr wins the tie and gains a die" in words(stage.page("femi"))
    # Between two of a kind a tie is rolled again: no die, and the same turn.
    Duelist.objects.filter(pk=foe.pk).update(character=Character.objects.get(name="Orrin"))
    stage.post("greta", "lead/pass/", after=str(stage.duel.turn))
    stage.roll("ines", "check", "Vessa Korr", **check)
    newest = Exchange.objects.latest("pk")
    answer = _answered(stage, stage.duelist("The Inquisitor"))
    Exchange.objects.filter(pk=newest.pk).update(total=answer)
    stage.roll("femi", "answer", "The Inquisitor", **check)
    newest.refresh_from_db()
    assert (newest.winner, newest.ties, newest.total) == (0, 1, None)
    assert stage.pools() == (2, 1)
    assert "A tie" in stage.page("femi")


def _answered(stage: Stage, duelist: Duelist) -> int:
    """The total of threes that somebody rolls with Melee."""
    from rules import registry  # noqa: PLC0415
    from sheets import storage  # noqa: PLC0415

    opened = storage.load(duelist.character).opened
    fixed = registry.get(stage.party.system).play.requests.fields(opposed_by=0)
    return opened.resolve({}, "skills.melee", fixed, Fixed(*[3] * 300)).total


def test_a_duel_goes_on_in_another_place(stage: Stage) -> None:
    started(stage)
    exchange(stage, 5, 2)
    stage.post("greta", "lead/more/", side="2")
    assert stage.pools() == (2, 2)
    assert stage.post("ines", "lead/more/", side="1").status_code == 404
    stage.dice(1, 1, 6, 6)
    assert stage.roll("greta", "end", "The Inquisitor").status_code == 302
    assert stage.duel.winner == 2
    stage.post("greta", "lead/phase/", place="The reactor")
    duel = stage.duel
    assert (duel.phase, duel.place, duel.state, duel.winner) == (2, "The reactor", "running", 0)
    assert stage.pools() == (1, 1)
    assert duel.turn == stage.duelist("Vessa Korr").pk  # who lost begins
    assert len(duel.rolls) == 1


def test_what_is_no_duel_is_refused(stage: Stage) -> None:
    vessa, foe = (stage.duelist(name).character for name in ("Vessa Korr", "The Inquisitor"))
    assert stage.begin(vessa, foe).status_code == 422  # another one is open
    stage.post("greta", "lead/close/")
    assert stage.begin(vessa).status_code == 422
    assert stage.post("greta", "begin/", **{"side-x": "1", "side-": "2"}).status_code == 422
    assert Duel.objects.count() == 1
    # A pool never falls below nothing, nor both to nothing.
    stage.begin(vessa, foe)
    started(stage)
    assert stage.post("greta", "lead/fewer/", side="1").status_code == 302
    assert stage.post("greta", "lead/fewer/", side="1").status_code == 422
    assert stage.post("greta", "lead/fewer/", side="2").status_code == 422
    assert stage.pools() == (0, 1)
    assert stage.roll("ines", "check", "Vessa Korr", skill="weapons.x").status_code == 422


def test_everyone_stands_once_on_the_form_and_a_refusal_keeps_what_was_chosen(
    stage: Stage,
) -> None:
    stage.post("greta", "lead/close/")
    page = PlainPage(stage.people["greta"].client.cookies)
    page.goto(f"/parties/{stage.party.public_id}/duel/")
    page.fill("Place", "The bridge")
    page.part(".side-choice", has="Vessa Korr").check("Side 2")
    page.press("Begin the duel", status=422)
    assert page.part(".notice", has="Choose a duelist for each side.")
    assert page.part(".side-choice", has="Vessa Korr").is_checked("Side 2")
    page.part(".side-choice", has="The Inquisitor").check("Side 1")
    page.press("Begin the duel")
    assert [page.part(".duelists", has=name).text for name in ("The Inquisitor", "Vessa Korr")]
    assert (stage.duel.place, stage.duelist("Vessa Korr").side) == ("The bridge", 2)


@pytest.mark.django_db
def test_opponents_in_the_fight_are_told_apart_by_their_numbers() -> None:
    made = evening("hyperspace-d6")
    base = f"/parties/{made.party.public_id}/duel/"
    page = made.gm.client.get(base).content.decode()
    assert re.findall(r"<bdi>(Scout Trooper \d)</bdi>", page)[:3] == [
        "Scout Trooper 1",
        "Scout Trooper 2",
        "Scout Trooper 3",
    ]


def test_the_page_follows(stage: Stage) -> None:
    client = stage.people["femi"].client
    where = f"/parties/{stage.party.public_id}/duel/live/"
    found = re.search(r'name="seen" value="(\w+)"', stage.page("femi"))
    assert found
    assert client.get(where, {"seen": found[1]}).status_code == 204
    stage.roll("ines", "initiative", "Vessa Korr")
    assert client.get(where, {"seen": found[1]}).status_code == 200
    stage.post("greta", "lead/start/")
    assert stage.duel.state == "running"
    stage.post("greta", "lead/close/")
    assert client.get(where, {"seen": found[1]}).status_code == 200


@pytest.mark.parametrize("slug", ["empire-ascendant", "rules-sheet-d6", "storytelling-d10"])
def test_a_game_without_duels_says_so_and_begins_none(
    party: Party, people: dict[str, Person], slug: str
) -> None:
    party.system = slug
    party.save()
    client, where = people["greta"].client, f"/parties/{party.public_id}/duel/"
    page = client.get(where)
    assert page.status_code == 200
    assert "has no rules for duels" in page.content.decode()
    for form in ("begin/", "lead/start/", "roll/initiative/"):
        assert client.post(f"{where}{form}").status_code == 404, form
    assert client.get(f"{where}live/").status_code in (204, 404)
