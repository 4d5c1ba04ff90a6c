"""Points are given on the board itself: one press says what was given, and one takes it back."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from sheets import form_data, storage
from sheets.errors import CHARACTER_FROZEN
from sheets.models import Award, Character, LedgerEntry, Party, Review
from sheets.parties.awards.offers import points_offer
from sheets.parties.awards.operations import GiveAwards
from tests.browser.evening import HEROES, at_the_table
from tests.lantern_deep import lantern
from tests.sheets.cast import Person
from tests.sheets.every_game.characters import EVERY
from tests.sheets.parties.guests.test_guests import open_table, sit
from tests.sheets.parties.pages import HTMX, get, text, url
from tests.sheets.toasts import toast_of

__all__ = ("lantern",)
People = dict[str, Person]
Make = Callable[..., Character]


def press(who: Person, party: Party, *, to: Character | None = None, **sent: str) -> Any:
    """The press on the board, with the form as it stands there."""
    page = get(who, party).content.decode()
    form = re.search(r'<form class="board-points".*?</form>', page, re.DOTALL)
    assert form, "no form"
    fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form[0]))
    buttons = re.findall(r'form="give-points" name="(to)" value="([^"]+)"', page)
    del fields["everyone"]
    if to is None:
        fields["everyone"] = "yes"
    else:
        assert ("to", str(to.public_id)) in buttons
        fields["to"] = str(to.public_id)
    sent = {name: unescape(value) for name, value in (fields | sent).items()}
    return who.client.post(url(party, "hand-out/"), sent, headers=HTMX)


def sent_plainly(to: Character, amount: str) -> dict[str, str]:
    """The form of a press on the board for one character, as a browser without scripts sends it."""
    form = {"to": str(to.public_id), "back": "board", "key": form_data.new_key()}
    return form | {"entry": "offer=given.award&kind=award", "given.award.cp": amount}


def points_of(character: Character) -> int:
    """The Character Points that a character has beyond the 5 of a beginner."""
    opened = storage.load(Character.objects.get(pk=character.pk)).opened
    return opened.sheet.figures["character_points"].value - 5


def test_one_press_gives_a_point_and_says_so_where_it_is_taken_back(
    people: People, party: Party, vessa: Character, brakka: Character
) -> None:
    greta = people["greta"]
    answer = press(greta, party, to=vessa)
    assert "Given: 1 Character Point to Vessa Korr." in text(answer)
    assert answer["HX-Trigger"] == '{"look": {"target": "#live"}}'
    assert (points_of(vessa), points_of(brakka)) == (1, 0)
    undo = url(party, f"hand-out/{Award.objects.get().pk}/undo/")
    assert f'hx-post="{undo}"' in answer.content.decode()
    back = {"key": form_data.new_key(), "back": "board"}
    assert "Undone: 1 Character Point to Vessa Korr." in text(
        greta.client.post(undo, back, headers=HTMX)
    )
    assert points_of(vessa) == 0


def test_everyone_on_the_board_gets_them_and_nobody_else(
    people: People, party: Party, in_party: Make, vessa: Character, brakka: Character
) -> None:
    draft = in_party("Half Made", of="femi", finished=False)
    frozen = in_party("Kept Cold", of="femi")
    Character.objects.filter(pk=frozen.pk).update(frozen_at=timezone.now())
    answer = press(people["greta"], party, **{"given.award.cp": "3", "given.award.credits": "50"})
    said = "Given: 3 Character Points and 50 credits each to Vessa Korr and Brakka."
    assert said in text(answer)
    assert points_of(vessa) == points_of(brakka) == 3
    assert not LedgerEntry.objects.filter(character__in=(draft, frozen)).exists()
    assert "Kept Cold" in text(get(people["greta"], party)).partition("Not on the board")[2]


def test_who_waits_for_a_review_gets_points_too(
    people: People, party: Party, vessa: Character
) -> None:
    Review.objects.create(party=party, character=vessa, state=Review.State.SUBMITTED)
    press(people["greta"], party, to=vessa)
    assert points_of(vessa) == 1


def test_whoever_cannot_take_them_is_told_in_a_sentence(
    people: People, party: Party, vessa: Character
) -> None:
    form = sent_plainly(vessa, "1")
    greta = people["greta"].client
    archived = {"archived_at": timezone.now()}
    frozen = {"archived_at": None, "frozen_at": timezone.now()}
    for change, said in ((archived, "This character is archived."), (frozen, CHARACTER_FROZEN)):
        Character.objects.filter(pk=vessa.pk).update(**change)
        answer = greta.post(url(party, "hand-out/"), form, headers=HTMX)
        assert f"Nothing was given. Vessa Korr: {said}" in text(answer)
        assert 'role="alert"' in answer.content.decode()
    assert not LedgerEntry.objects.filter(character=vessa).exists()


@pytest.mark.parametrize(
    ("amount", "said"),
    [("0", "Enter Character Points"), ("-3", "Awards are 0 or more."), ("many", "whole number")],
)
def test_an_amount_that_is_none_is_refused_on_the_board(
    amount: str, said: str, people: People, party: Party, vessa: Character
) -> None:
    answer = press(people["greta"], party, to=vessa, **{"given.award.cp": amount})
    assert "Nothing was given. " in text(answer)
    assert said in text(answer)
    assert points_of(vessa) == 0


def test_a_form_that_was_sent_before_gives_nothing_more(
    people: People, party: Party, vessa: Character, brakka: Character
) -> None:
    greta, key = people["greta"], {"key": form_data.new_key()}
    assert "Given: 1 Character Point to Vessa" in text(press(greta, party, to=vessa, **key))
    assert "Already given: 1 Character Point to Vessa" in text(press(greta, party, to=vessa, **key))
    # Another press on the same page is one of its own, and one with another amount is not sent.
    assert "Given: 1 Character Point to Brakka" in text(press(greta, party, to=brakka, **key))
    changed = press(greta, party, to=brakka, **key, **{"given.award.cp": "5"})
    assert "Nothing was given. This form was already sent with other content." in text(changed)
    assert points_of(vessa) == points_of(brakka) == 1


def test_without_scripts_the_board_says_it_and_takes_it_back(
    people: People, party: Party, vessa: Character
) -> None:
    form = sent_plainly(vessa, "2")
    greta = people["greta"].client
    answer = greta.post(url(party, "hand-out/"), form)
    assert answer["Location"] == url(party)
    toast = toast_of(greta.get(url(party)))
    assert toast
    assert toast.text == "Given: 2 Character Points to Vessa Korr."
    assert greta.post(toast.address, toast.fields)["Location"] == url(party)
    assert "Undone: 2 Character Points to Vessa Korr." in text(greta.get(url(party)))
    greta.post(url(party, "hand-out/"), {**form, "given.award.cp": "x", "key": ""})
    assert "Nothing was given." in text(greta.get(url(party)))
    assert points_of(vessa) == 0


def test_points_that_were_spent_stay_and_the_board_says_why(
    people: People, party: Party, vessa: Character
) -> None:
    press(people["greta"], party, to=vessa)
    Character.objects.filter(pk=vessa.pk).update(archived_at=timezone.now())
    undo = url(party, f"hand-out/{Award.objects.get().pk}/undo/")
    back = {"key": form_data.new_key(), "back": "board"}
    answer = people["greta"].client.post(undo, back, headers=HTMX)
    assert "Nothing was undone. Vessa Korr: This character is archived." in text(answer)


def test_players_have_no_press_for_points(people: People, party: Party, vessa: Character) -> None:
    page = get(people["ines"], party).content.decode()
    assert "give-points" not in page
    form = {"to": str(vessa.public_id), "back": "board", "key": form_data.new_key()}
    assert people["ines"].client.post(url(party, "hand-out/"), form).status_code == 404


@EVERY
def test_every_game_gives_its_own_points(slug: str, db: None) -> None:
    gm, party, _ = at_the_table(slug, HEROES[:2])
    offer = points_offer(slug)
    if offer is None:
        assert "give-points" not in get(gm, party).content.decode()
        return
    page = text(get(gm, party))
    assert f"Each gets {offer.fields[0].label} +1" in page
    answer = press(gm, party)
    assert re.search(r"Given: 1 .* each to Vessa Korr and Orrin Tal\.", text(answer))
    assert LedgerEntry.objects.filter(content__kind="award").count() == 2


def test_a_game_of_tables_alone_gives_points_under_its_own_names(lantern: str, db: None) -> None:
    gm, party, _ = at_the_table(lantern, HEROES[:2])
    offer = points_offer(lantern)
    assert offer
    assert f"Each gets {offer.fields[0].label} +1" in text(get(gm, party))
    assert "Character Points" not in text(get(gm, party))
    vessa = Character.objects.get(party=party, name="Vessa Korr")
    answer = text(press(gm, party, to=vessa))
    one = offer.fields[0].label.removesuffix("s")
    assert re.search(rf"Given: 1 {one} to Vessa Korr\.", answer, re.IGNORECASE), answer


def test_the_character_of_a_guest_gets_points_like_any_other(
    people: People, party: Party, client: Client
) -> None:
    sit(client, open_table(people["greta"], party))
    guests = Character.objects.get(party=party, player="Gus")
    before = points_of(guests)
    assert f"Given: 1 Character Point to {guests.name}." in text(
        press(people["greta"], party, to=guests)
    )
    assert points_of(guests) == before + 1
    assert "give-points" not in client.get(url(party)).content.decode()


def test_of_two_tabs_at_the_same_moment_one_gives(
    people: People, party: Party, vessa: Character, monkeypatch: pytest.MonkeyPatch
) -> None:
    greta, form = people["greta"].client, {**sent_plainly(vessa, "1"), "since": "0"}
    prepare, tabs = GiveAwards.prepare, iter(["the other"])

    def overtaken(self: GiveAwards, row: Any) -> None:
        prepare(self, row)
        for _ in tabs:
            other = greta.post(url(party, "hand-out/"), {**form, "key": form_data.new_key()})
            assert other.status_code == 302

    monkeypatch.setattr(GiveAwards, "prepare", overtaken)
    answer = greta.post(url(party, "hand-out/"), form, headers=HTMX)
    assert (
        "Nothing was given. greta gave 1 Character Point to Vessa Korr after you opened this page."
        in text(answer)
    )
    assert points_of(vessa) == 1
    # Once more, from a page that knows of it.
    form |= {"key": form_data.new_key(), "since": str(Award.objects.get().pk)}
    assert "Given: 1 Character Point" in text(
        greta.post(url(party, "hand-out/"), form, headers=HTMX)
    )
