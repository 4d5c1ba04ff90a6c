"""The plan: wishes in an order, what they cost together, and buying them."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from sheets import form_data
from sheets.models import Character, LedgerEntry
from tests.sheets.every_game.writes import work
from tests.sheets.pages import markup

__all__ = ("work",)

HTMX = {"HX-Request": "true"}
AGILITY = "offer=raise-skill.agility&kind=raise-skill&skill=agility"
MELEE = "offer=raise-skill.melee&kind=raise-skill&skill=melee"
DEXTERITY = "offer=raise-attribute.DEX&kind=raise-attribute&attribute=DEX"


@pytest.fixture
def post(ines: Client) -> Callable[..., Any]:
    """Ines sends a form of the plan or of a pin, as the page is now unless said otherwise."""

    def send(character: Character, page: str = "plan/wish/", **sent: Any) -> Any:
        form = {"key": form_data.new_key(), **sent}
        if "version" not in form:
            form["version"] = str(Character.objects.get(pk=character.pk).version)
        headers = HTMX if form.pop("htmx", None) else {}
        return ines.post(f"/characters/{character.public_id}/{page}", form, headers=headers)

    return send


def wished(character: Character) -> list[str]:
    """The planned traits, in order."""
    wishes = Character.objects.get(pk=character.pk).wishes
    return [one["entry"].get("skill") or one["entry"].get("attribute") for one in wishes]


def ids(character: Character) -> list[str]:
    return [one["id"] for one in Character.objects.get(pk=character.pk).wishes]


def made(character: Character) -> list[str]:
    rows = LedgerEntry.objects.filter(character=character).order_by("position")
    return [row.content["kind"] for row in rows]


def test_what_is_pinned_stands_in_the_plan_with_what_it_costs(
    ines: Client, finished: Character, post: Callable[..., Any]
) -> None:
    for entry in (AGILITY, DEXTERITY, AGILITY):
        assert post(finished, entry=entry).status_code == 302
    page = ines.get(f"/characters/{finished.public_id}/plan/")
    estimate = page.context["estimate"]
    # Skills 3 × the new dice: 3 and 6; Dexterity from 3D to 4D 9 × 4. Of these 45 there are 5:
    # 40 more at 4 or at 2 points a session.
    assert [wish.price.value for wish in estimate.wishes] == [3, 36, 6]
    assert (estimate.cost.value, estimate.balance.value, estimate.missing.value) == (45, 5, 40)
    assert "That takes 10 to 20 sessions more." in markup(page.content.decode())


def test_a_pin_shows_on_the_page_that_it_was_pressed_on(
    finished: Character, post: Callable[..., Any]
) -> None:
    page = post(finished, entry=AGILITY, room="character_advance", htmx=True).content.decode()
    assert "<h1>Advance</h1>" in page
    assert "Planned" in page


def test_a_pin_pressed_twice_is_one_wish(finished: Character, post: Callable[..., Any]) -> None:
    key = form_data.new_key()
    for _ in range(2):
        post(finished, entry=AGILITY, key=key)
    assert wished(finished) == ["agility"]


def test_pinning_leaves_other_pages_up_to_date(
    finished: Character, post: Callable[..., Any]
) -> None:
    post(finished, entry=DEXTERITY)
    assert post(finished, "advance/", entry=AGILITY, version="1").status_code == 302


def test_a_change_to_the_plan_and_its_answer_read_the_row_once(
    finished: Character, post: Callable[..., Any], work: Callable[[], Any]
) -> None:
    version = {"version": str(finished.version), "htmx": True}
    with work() as pinned:
        post(finished, entry=AGILITY, **version)
    post(finished, entry=MELEE)
    first, second = ids(finished)
    with work() as moved:
        post(finished, move=f"{second} up", **version)
    with work() as removed:
        post(finished, unpin=first, **version)
    assert [len(done.rows) for done in (pinned, moved, removed)] == [1, 1, 1]
    assert wished(finished) == ["melee"]


def test_wishes_are_moved_and_taken_off(finished: Character, post: Callable[..., Any]) -> None:
    for entry in (AGILITY, MELEE, DEXTERITY):
        post(finished, entry=entry)
    first, second, third = ids(finished)
    post(finished, move=f"{third} up")
    assert wished(finished) == ["agility", "DEX", "melee"]
    post(finished, move=f"{first} down")
    assert wished(finished) == ["DEX", "agility", "melee"]
    post(finished, move=f"{third} up")
    assert wished(finished) == ["DEX", "agility", "melee"]
    post(finished, unpin=second)
    post(finished, unpin=second)
    assert wished(finished) == ["DEX", "agility"]


def test_a_wish_is_moved_up_or_down_and_no_other_way(
    finished: Character, post: Callable[..., Any]
) -> None:
    post(finished, entry=AGILITY)
    assert post(finished, move=f"{ids(finished)[0]} sideways").status_code == 422
    assert post(finished, move="nonsense up").status_code == 302
    assert wished(finished) == ["agility"]


def test_a_plan_has_an_end(finished: Character, post: Callable[..., Any]) -> None:
    Character.objects.filter(pk=finished.pk).update(
        wishes=[{"id": f"{n:08}", "entry": {"kind": "session"}} for n in range(50)]
    )
    response = post(finished, entry=AGILITY)
    assert response.status_code == 422
    assert "at most 50 wishes" in response.content.decode()


@pytest.mark.parametrize(
    "wishes",
    [
        [{"id": "1", "entry": {"kind": "gone"}}, {"entry": {}}],
        [{"id": "1", "entry": {"kind": "raise-skill", "skill": "no-such-skill"}}],
    ],
)
def test_a_wish_that_the_rules_do_not_know_any_more_breaks_nothing(
    wishes: list[Any], ines: Client, finished: Character
) -> None:
    Character.objects.filter(pk=finished.pk).update(wishes=wishes)
    for page in ("plan", "advance"):
        assert ines.get(f"/characters/{finished.public_id}/{page}/").status_code == 200


def test_the_plan_is_bought_in_its_order_as_far_as_the_points_reach(
    ines: Client, played: Character, post: Callable[..., Any]
) -> None:
    # Of 5 + 4 points 6 were spent: the 3 that are left buy Agility, and nothing after it.
    for entry in (AGILITY, DEXTERITY, MELEE):
        post(played, entry=entry)
    response = post(played, "plan/")
    assert response["Location"] == f"/characters/{played.public_id}/plan/?made=2"
    assert made(played) == ["award", "raise-skill", "raise-skill"]
    assert wished(played) == ["DEX", "melee"]
    page = ines.get(response["Location"]).content.decode()
    assert "Undo" in page


def test_what_was_bought_together_is_taken_back_together(
    ines: Client, finished: Character, post: Callable[..., Any]
) -> None:
    LedgerEntry.objects.create(character=finished, position=0, content={"kind": "award", "cp": 20})
    for entry in (AGILITY, MELEE):
        post(finished, entry=entry)
    page = ines.get(post(finished, "plan/")["Location"])
    notice = page.context["made"]
    assert notice.positions == "2,1"
    version = page.context["character"].version
    url = f"/characters/{finished.public_id}/history/1/go-back/"
    sent = {"key": form_data.new_key(), "version": version, "positions": notice.positions}
    assert ines.post(url, sent).status_code == 302
    assert made(finished) == ["award", "raise-skill", "raise-skill", "undo", "undo"]


def test_a_plan_whose_first_wish_is_too_dear_says_what_lacks(
    finished: Character, post: Callable[..., Any]
) -> None:
    for entry in (DEXTERITY, AGILITY):
        post(finished, entry=entry)
    response = post(finished, "plan/")
    assert response.status_code == 422
    assert "31 more are needed" in response.content.decode()
    assert made(finished) == []
    assert wished(finished) == ["DEX", "agility"]


def test_an_empty_plan_buys_nothing(finished: Character, post: Callable[..., Any]) -> None:
    response = post(finished, "plan/")
    assert response.status_code == 422
    assert "Add something first" in response.content.decode()


def test_a_plan_is_bought_once_by_two_presses(
    finished: Character, post: Callable[..., Any]
) -> None:
    post(finished, entry=AGILITY)
    key, version = form_data.new_key(), str(Character.objects.get(pk=finished.pk).version)
    answers = [post(finished, "plan/", key=key, version=version) for _ in range(2)]
    assert [answer["Location"] for answer in answers] == [answers[0]["Location"]] * 2
    assert made(finished) == ["raise-skill"]


def test_a_plan_that_is_out_of_date_is_shown_anew(
    finished: Character, post: Callable[..., Any]
) -> None:
    post(finished, entry=MELEE)
    post(finished, "advance/", entry=AGILITY)
    response = post(finished, "plan/", version="1", seen="0")
    assert response.status_code == 409
    assert "Skill raised: Agility" in response.content.decode()
    assert made(finished) == ["raise-skill"]


def test_what_is_bought_is_wished_for_no_more(
    finished: Character, post: Callable[..., Any]
) -> None:
    for entry in (AGILITY, MELEE, AGILITY):
        post(finished, entry=entry)
    post(finished, "advance/", entry=AGILITY)
    assert wished(finished) == ["melee", "agility"]


def test_a_copy_wishes_for_the_same_and_the_document_does_not_know(
    ines: Client, finished: Character, post: Callable[..., Any]
) -> None:
    post(finished, entry=AGILITY)
    ines.post(f"/characters/{finished.public_id}/duplicate/", {"key": form_data.new_key()})
    assert wished(Character.objects.exclude(pk=finished.pk).get()) == ["agility"]
    document = ines.get(f"/characters/{finished.public_id}/document.json").content.decode()
    assert "agility" not in document


def test_what_cannot_be_bought_yet_is_not_offered_and_says_why(
    ines: Client, finished: Character, post: Callable[..., Any]
) -> None:
    # 5 Character Points: Dexterity costs 36.
    post(finished, entry=DEXTERITY)
    page = markup(ines.get(f"/characters/{finished.public_id}/plan/").content.decode())
    assert "Nothing can be bought yet. This costs 36 Character Points. You have 5" in page
    assert 'id="buy-plan"' not in page


def test_what_can_be_bought_is_counted_and_the_next_says_what_it_waits_for(
    ines: Client, finished: Character, post: Callable[..., Any]
) -> None:
    Character.objects.update(house={"one_raise_a_session": True})
    LedgerEntry.objects.create(
        character=finished, position=0, content={"kind": "award", "cp": 10, "by": "GM"}
    )
    for entry in (AGILITY, MELEE, AGILITY):
        post(finished, entry=entry)
    url = f"/characters/{finished.public_id}/plan/"
    page = ines.get(url)
    assert (page.context["estimate"].missing.value, page.context["estimate"].ready) == (0, 2)
    said = "2 of 3 can be bought now. Then: You already raised this. Your party allows one raise"
    assert said in page.content.decode()
    assert post(finished, "plan/").status_code == 302
    assert made(finished) == ["award", "raise-skill", "raise-skill"]
    page = ines.get(url).content.decode()
    assert "You have the points, but not everything can be bought yet." in page
    assert 'id="buy-plan"' not in page
