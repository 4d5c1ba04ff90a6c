"""The board: everybody side by side as they stand now, in an order, and nobody does it harm."""

import re
from collections.abc import Callable

import pytest
from django.db.models import F
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from rules.sheet.sections import Track
from sheets.models import Character, LedgerEntry, Party, Portrait
from sheets.parties.board.tags import _track
from sheets.parties.sessions import rows
from tests.plain_page import PlainPage
from tests.sheets.cast import Person
from tests.sheets.pages import markup
from tests.sheets.parties.pages import SCOUNDREL, get, names, text, url

People = dict[str, Person]
Make = Callable[..., Character]


@pytest.fixture
def vessa(in_party: Make) -> Character:
    """Ines's spy: Dodge 13, Block 12, PER 5D, Deceive 7D, Stealth 6D; wounded, no Force Point."""
    return in_party(document={"marks": {"wounds": 1, "force_points": 0}})


@pytest.fixture
def brakka(in_party: Make) -> Character:
    """Femi's scoundrel: Dodge 14, Blasters 5D."""
    return in_party("Brakka", of="femi", document=SCOUNDREL)


def row_of(page: str, name: str) -> str:
    """The part of a page that shows one character."""
    found = [row for row in re.findall(r'<tr class="member.*?</tr>', page) if f">{name}<" in row]
    assert len(found) == 1
    return str(found[0])


def test_everybody_stands_side_by_side_as_they_are_now(
    people: People, party: Party, vessa: Character, brakka: Character
) -> None:
    page = get(people["femi"], party)
    assert names(page) == ["Brakka", "Vessa Korr"]
    said = re.sub(r"<[^>]+>", " ", row_of(page.content.decode(), "Vessa Korr"))
    words = " ".join(said.split())
    for part in (
        "Vessa Korr Twi&#x27;lek Spy, Ines",
        "Dodge 13 Parry 13 Block 12 Soak 2",
        "Wounded 1 of 2 ■□",
        "1 wound: −1D",
        "Luck, Debt",
        "Stunned 1–2",
        "Character Points 5 Force Points 0",
        "Credits 250",
    ):
        assert part in words, part
    # Each check has a die less for the wound: Deceive 7D, Stealth 6D, and Bargain comes first of
    # those that are PER 5D.
    assert "Deceive □□□□□ ■ ⊟ 6D Stealth □□□□□ ⊟ 5D Bargain □□□□ ⊟ 4D" in words
    assert "unhurt" in row_of(page.content.decode(), "Brakka")


def test_every_number_says_why_it_is_so_just_now(
    people: People, party: Party, vessa: Character
) -> None:
    page = get(people["greta"], party).content.decode()
    numbers = re.findall(
        r'<a class="explains" id="[^"]+" href="([^"]+)"', row_of(page, "Vessa Korr")
    )
    # Four defenses, three points, credits, three skills, four thresholds.
    assert len(numbers) == len(set(numbers)) == 15
    told = {address: text(people["greta"].client.get(address)) for address in numbers}
    assert all("Why" in words for words in told.values())
    base = f"/characters/{vessa.public_id}/why/"
    assert "PER 5D + Deceive 2D − 1 wound 1D" in told[f"{base}skills.deceive/?now=1"]
    assert "Why Force Points is 0" in told[f"{base}force_points/?now=1"]
    assert "Why Dodge is 13" in told[f"{base}defenses.dodge/?now=1"]


def test_the_board_is_ordered_by_whatever_it_shows(
    people: People, party: Party, vessa: Character, brakka: Character
) -> None:
    for sort, first in (
        ("", "Brakka"),
        ("-name", "Vessa Korr"),
        ("defenses.dodge", "Brakka"),
        ("-defenses.dodge", "Vessa Korr"),
        ("force_points", "Brakka"),
        ("skills.deceive", "Vessa Korr"),
        ("attributes.DEX", "Brakka"),
        ("nothing", "Brakka"),
        ("-nothing", "Brakka"),
        ("%00", "Brakka"),
    ):
        page = get(people["ines"], party, sort=sort)
        assert names(page)[0] == first, sort
    # What is no figure of the board becomes a column of it.
    page = text(get(people["ines"], party, sort="skills.pilot"))
    assert "Pilot" in page
    assert "sorted by Pilot" in page


def test_a_heading_says_how_it_is_ordered_and_turns_it_round(
    people: People, party: Party, vessa: Character
) -> None:
    page = markup(get(people["ines"], party, sort="defenses.dodge").content.decode())
    assert 'aria-sort="descending"><a id="by-defenses-dodge" href="?sort=-defenses.dodge"' in page
    page = markup(get(people["ines"], party, sort="-defenses.dodge").content.decode())
    assert 'aria-sort="ascending"><a id="by-defenses-dodge" href="?sort=defenses.dodge"' in page


def test_what_all_have_dice_of_their_own_in_is_said(
    people: People, party: Party, vessa: Character, brakka: Character
) -> None:
    assert "Everyone has trained dice in Blasters and Deceive." in text(get(people["ines"], party))


def test_who_cannot_play_is_named_and_does_no_harm(
    people: People, party: Party, vessa: Character, in_party: Make
) -> None:
    in_party("Half Made", finished=False)
    in_party("Retired", archived=True)
    in_party("Torn", document={"build": {"species": 7}})
    in_party("", finished=False)
    page = get(people["femi"], party)
    assert names(page) == ["Vessa Korr"]
    words = text(page)
    assert "Half Made , Ines: still being made" in words
    assert "Retired , Ines: archived" in words
    assert "Torn , Ines: its stored data is damaged" in words
    assert "Unnamed character , Ines: still being made" in words


def test_who_waits_for_review_is_named_to_those_who_decide(
    people: People, party: Party, vessa: Character, in_party: Make
) -> None:
    in_party("Old Hand", archived=True)
    for character in Character.objects.filter(party=party):
        character.reviews.create(party=party, state="submitted")
    for who, told in (("greta", True), ("cora", True), ("ines", False), ("femi", False)):
        page = get(people[who], party)
        assert ("Waiting for your review Vessa Korr Ines" in text(page)) is told, who
        address = f"reviews/{vessa.public_id}/"
        assert (url(party, address) in page.content.decode()) is told
        assert "Old Hand Ines" not in text(page)
    vessa.reviews.update(state="approved")
    assert "Waiting for your review" not in text(get(people["greta"], party))


def test_an_empty_party_says_what_to_do_next(people: People, party: Party) -> None:
    page = get(people["greta"], party)
    assert "Invite players" in text(page)
    assert url(party, "members/") in page.content.decode()
    assert "Request a roll" not in text(page)
    assert "Add a character" in text(get(people["femi"], party))


def test_who_leads_plays_everybody_and_a_player_only_their_own(
    people: People, party: Party, vessa: Character, brakka: Character
) -> None:
    for who, mine, others in (("greta", True, True), ("cora", True, True), ("ines", True, False)):
        page = get(people[who], party).content.decode()
        for character, plays in ((vessa, mine), (brakka, others)):
            table = f"/characters/{character.public_id}/table/"
            row = row_of(page, character.name)
            assert (f'href="{table}"' in row) == plays
            assert (f'hx-get="{table}panel/harm/"' in row) == plays
            assert (f'hx-get="{table}panel/skills.blasters/"' in row) == (
                plays and character is brakka
            )
        assert ("Request a roll" in page) == (who != "ines")


def test_a_name_is_only_ever_words(people: People, party: Party, in_party: Make) -> None:
    in_party('<b onclick="x">&amp;', document={"player": "<i>"})
    for path in ("", "skills/", "calls/", "log/"):
        page = get(people["greta"], party, path).content.decode()
        assert "<b onclick" not in page
        assert "<i>," not in page


@pytest.mark.parametrize("path", ["", "skills/", "calls/", "log/", "live/"])
def test_eight_cost_as_many_queries_as_two(
    people: People,
    party: Party,
    in_party: Make,
    django_assert_max_num_queries: DjangoAssertNumQueries,
    path: str,
) -> None:
    greta, found = people["greta"], []
    get(greta, party, path)  # signing in has queries, too, and the first look of somebody
    for count in (2, 6):
        for number in range(count):
            one = in_party(f"Number {number}")
            content = {"kind": "award", "cp": 1}
            LedgerEntry.objects.create(character=one, position=0, content=content)
        with django_assert_max_num_queries(15) as queries:
            assert get(greta, party, path).status_code == 200
        found.append(len(queries))
    assert found[0] == found[1]


def test_who_is_best_at_what_is_marked(
    people: People, party: Party, vessa: Character, brakka: Character
) -> None:
    page = get(people["ines"], party, "skills/")
    traits = {trait.name: trait for trait in page.context["matrix"].traits}
    best = {
        name: [cell.character.sheet.name for cell in trait.cells if cell.best]
        for name, trait in traits.items()
    }
    assert best["Deceive"] == ["Vessa Korr"]
    assert best["Blasters"] == ["Brakka"]
    # PER 5D less a wound, and 3D.
    assert best["Perception"] == best["Search"] == ["Vessa Korr"]
    # STR 2D less a wound, and 2D.
    assert best["Swim"] == ["Brakka"]
    assert "Alter" not in traits
    row = re.search(r"<tr><th[^>]*><span><a [^>]*>Deceive<.*?</tr>", page.content.decode())
    assert row
    assert "best, 6D" in re.sub(r"<[^>]+>", "", row.group())


def test_what_nobody_has_dice_of_their_own_in_is_listed(
    people: People, party: Party, vessa: Character, brakka: Character
) -> None:
    nobody = [line.name for line in get(people["ines"], party, "skills/").context["matrix"].nobody]
    assert "Swim" in nobody
    assert not {"Stealth", "Deceive", "Blasters", "Pilot"} & set(nobody)


@pytest.mark.parametrize(
    ("q", "found"),
    [
        ("stealth", ["Perception", "Stealth"]),
        ("dex mel", ["Dexterity", "Melee"]),
        ("mechanical", ["Mechanical", "Astrogation", "Drive", "Gunnery", "Pilot", "Sensors"]),
        ("no such thing", []),
        ("<script>", []),
    ],
)
def test_a_search_finds_skills_and_all_below_an_attribute(
    people: People, party: Party, vessa: Character, q: str, found: list[str]
) -> None:
    page = get(people["femi"], party, "skills/", q=q)
    assert [trait.name for trait in page.context["matrix"].traits] == found
    assert '<script>"' not in page.content.decode()


def test_a_character_that_leaves_is_gone_from_the_board(
    people: People, party: Party, vessa: Character, brakka: Character
) -> None:
    Character.objects.filter(pk=brakka.pk).update(party=None, updated_at=timezone.now())
    assert names(get(people["greta"], party)) == ["Vessa Korr"]


def test_the_dead_are_said_to_be_dead_and_nobody_marks_them_further(
    people: People, party: Party, in_party: Make
) -> None:
    in_party("Lasso", document={"marks": {"dead": 1}})
    in_party("Brakka", of="femi", document=SCOUNDREL)
    page = get(people["greta"], party).content.decode()
    dead, alive = row_of(page, "Lasso"), row_of(page, "Brakka")
    assert "Dead: no more rolls." in dead
    # The game master harms who lives with one press, and stuns them with another.
    for action in ("panel/harm/", "panel/harm.stun/"):
        assert (action in dead, action in alive) == (False, True)
    # Not a die is left of any skill.
    assert "5D" not in dead


def test_the_session_that_runs_is_on_the_board_of_who_leads_it(
    people: People, party: Party, vessa: Character
) -> None:
    assert "No session is running. Session Start a session" in text(get(people["greta"], party))
    rows.ensure_running(party)
    party.save()
    page = get(people["greta"], party)
    assert re.search(r"Session 1 since \d\d:\d\d", text(page))
    for name in ("Session notes", "Briefing", "Hand out", "Second screen", "End of session"):
        assert name in text(page)
    assert 'id="board-session"' not in get(people["ines"], party).content.decode()


def test_a_session_starts_on_the_board_for_everyone_and_leads_back_there(
    people: People, party: Party, vessa: Character
) -> None:
    page = PlainPage(people["greta"].client.cookies)
    page.goto(f"/parties/{party.public_id}/")
    page.press("Start a session")
    assert page.part(".consequences", has="Session 1")
    page.press("Start session")
    assert page.url == f"/parties/{party.public_id}/"
    assert page.part("#board-session", has="Session 1")


def test_whoever_has_no_mark_is_unhurt_whatever_the_track_is_called() -> None:
    told = [_track(Track("harm", name, ())) for name in ("Health", "Harm")]
    assert [" ".join(re.sub(r"<[^>]+>", " ", one).split()) for one in told] == [
        "Health unhurt",
        "Harm unhurt",
    ]


def test_a_row_that_is_kept_shows_who_looks_and_what_changed(
    people: People, party: Party, vessa: Character, brakka: Character
) -> None:
    def row(who: str, **asked: str) -> str:
        return row_of(get(people[who], party, **asked).content.decode(), "Vessa Korr")

    of_owner, of_other = row("ines"), row("femi")
    assert "/table/" in of_owner
    assert "/table/" not in of_other
    assert "num chosen" in row("ines", sort="skills.stealth")
    assert (row("ines"), row("femi")) == (of_owner, of_other)
    Character.objects.filter(pk=vessa.pk).update(marks={"wounds": 2}, version=F("version") + 1)
    for who in ("ines", "femi"):
        assert "2 wounds" in row(who)
    sides = dict.fromkeys(("width", "height", "across", "down"), 3) | {"left": 0, "top": 0}
    Portrait.objects.create(character=vessa, digest="one", alt="Vessa, masked", **sides)
    assert 'alt="Vessa, masked"' in row("ines")
    Portrait.objects.update(alt="Vessa, unmasked")
    assert 'alt="Vessa, unmasked"' in row("ines")
