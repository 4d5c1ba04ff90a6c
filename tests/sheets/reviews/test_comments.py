"""Comments of a player and the game masters about a character, which nobody else reads."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from sheets.models import Character, Comment, Member, Party
from tests.sheets.cast import Person

People = dict[str, Person]
InParty = Callable[..., Character]


@pytest.fixture
def url(vessa: Character) -> str:
    return f"/characters/{vessa.public_id}/comments/"


def said(client: Client, url: str) -> list[tuple[str, str]]:
    """The comments with their authors, as a person reads them."""
    return [
        ("You" if one.mine else one.who, one.row.text)
        for one in client.get(url).context["comments"]
    ]


def test_the_player_and_those_who_lead_talk_newest_last(people: People, url: str) -> None:
    for name, text in (("ines", "May I?"), ("greta", "You *may*."), ("cora", "Mind the gap.")):
        answer = people[name].client.post(url, {"key": "", "text": text})
        assert answer["Location"] == f"{url}#comment-{Comment.objects.latest('pk').pk}"
    assert said(people["ines"].client, url) == [
        ("You", "May I?"),
        ("greta", "You *may*."),
        ("cora", "Mind the gap."),
    ]
    assert said(people["greta"].client, url)[0] == ("ines", "May I?")
    assert "You <em>may</em>." in people["cora"].client.get(url).content.decode()


def test_nobody_else_reads_or_writes_them(people: People, nobody: Client, url: str) -> None:
    people["ines"].client.post(url, {"text": "Between us."})
    others = [people[name].client for name in ("femi", "xeno", "otto", "sam")] + [nobody]
    for client in others:
        assert client.get(url).status_code == 404
        assert client.post(url, {"text": "Hello?"}).status_code == 404
    assert Comment.objects.count() == 1


def test_they_stand_on_no_page_of_those_who_do_not_read_them(
    people: People, vessa: Character, url: str
) -> None:
    people["ines"].client.post(url, {"text": "Between us."})
    sheet = f"/characters/{vessa.public_id}/"
    for name, told in (("ines", True), ("greta", True), ("femi", False)):
        page = people[name].client.get(sheet).content.decode()
        assert ("1 comment" in page) is told
        assert (url in page) is told
        assert "Between us." not in page


def test_html_in_them_is_shown_as_it_was_typed(ines: Client, url: str) -> None:
    ines.post(url, {"text": "<script>x</script> ![x](https://example.org/x.png)"})
    page = ines.get(url).content.decode()
    assert "&lt;script&gt;x" in page
    assert "<img" not in page


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Write something first."),
        (" \n ", "Write something first."),
        ("x" * 4_001, "Use at most 4,000 characters, not 4,001."),
        ("a\x00b", "control character U+0000"),
    ],
)
def test_what_cannot_be_kept_is_422_and_stays_in_the_form(
    text: str, message: str, ines: Client, url: str
) -> None:
    answer = ines.post(url, {"text": text})
    assert answer.status_code == 422
    assert message in answer.context["form"].messages["text"]
    assert answer.context["form"]["text"].value() == text
    assert not Comment.objects.exists()
    assert ines.post(url, {"text": "漢" * 4_000}).status_code == 302


def test_a_button_pressed_twice_says_it_once(people: People, url: str) -> None:
    form = {"key": "a" * 32, "text": "Once."}
    first, second = (people["greta"].client.post(url, form) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert Comment.objects.count() == 1
    assert people["greta"].client.post(url, {**form, "text": "Twice."}).status_code == 409


@pytest.mark.parametrize(
    ("author", "reader"),
    [
        ("ines", "ines"),
        ("greta", "ines"),
        ("greta", "greta"),
        ("ines", "greta"),
        ("greta", "cora"),
    ],
)
def test_the_owner_deletes_any_and_so_does_whoever_leads(
    author: str, reader: str, people: People, url: str
) -> None:
    people[author].client.post(url, {"text": "Gone soon."})
    pk = Comment.objects.get().pk
    assert people[reader].client.post(url, {"delete": str(pk)}).status_code == 302
    assert not Comment.objects.exists()
    assert people[reader].client.post(url, {"delete": str(pk)}).status_code == 302


def test_nobody_deletes_what_stands_elsewhere(people: People, url: str, in_party: InParty) -> None:
    people["ines"].client.post(url, {"text": "Stays."})
    pk = Comment.objects.get().pk
    other = in_party("Brakka", of="femi")
    people["femi"].client.post(f"/characters/{other.public_id}/comments/", {"delete": str(pk)})
    people["femi"].client.post(url, {"delete": str(pk)})
    assert Comment.objects.count() == 1


# --- who left


def test_who_left_is_named_no_more_and_reads_nothing(
    people: People, party: Party, url: str
) -> None:
    people["cora"].client.post(url, {"text": "From Cora."})
    Member.objects.filter(party=party, owner=people["cora"].owner).delete()
    assert people["cora"].client.get(url).status_code == 404
    assert said(people["ines"].client, url) == [("A former member", "From Cora.")]
    assert said(people["greta"].client, url) == [("A former member", "From Cora.")]


def test_an_account_that_is_deleted_leaves_its_words_without_a_name(
    people: People, url: str
) -> None:
    people["greta"].client.post(url, {"text": "From Greta."})
    owner = people["greta"].owner
    assert owner.user is not None
    owner.user.delete()
    assert said(people["ines"].client, url) == [("A former member", "From Greta.")]


def test_a_character_that_leaves_takes_what_was_said_to_its_owner_alone(
    people: People, vessa: Character, party: Party, url: str
) -> None:
    people["greta"].client.post(url, {"text": "Stay!"})
    Character.objects.filter(pk=vessa.pk).update(party=None)
    assert people["greta"].client.get(url).status_code == 404
    assert said(people["ines"].client, url) == [("greta", "Stay!")]
    assert people["ines"].client.post(url, {"text": "Hello?"}).status_code == 409
    elsewhere = Party.objects.get(name="Others")
    Character.objects.filter(pk=vessa.pk).update(party=elsewhere)
    assert said(people["otto"].client, url) == []
    people["otto"].client.post(url, {"text": "Welcome."})
    assert said(people["ines"].client, url) == [("greta", "Stay!"), ("otto", "Welcome.")]
    Character.objects.filter(pk=vessa.pk).update(party=party)
    assert said(people["greta"].client, url) == [("You", "Stay!")]


def test_what_is_put_away_is_read_and_not_written_to(
    people: People, vessa: Character, url: str
) -> None:
    people["ines"].client.post(url, {"text": "Before."})
    Character.objects.update(archived_at=timezone.now())
    for name in ("ines", "greta"):
        assert people[name].client.get(url).status_code == 200
        assert people[name].client.post(url, {"text": "After."}).status_code == 409
    assert Comment.objects.count() == 1


@pytest.mark.parametrize("count", [2, 50])
def test_comments_ask_the_same_however_many_there_are(
    count: int,
    people: People,
    vessa: Character,
    party: Party,
    url: str,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    written: list[Any] = [
        Comment(character=vessa, party=party, author=people["greta"].owner, name="greta", text="x")
        for _ in range(count)
    ]
    Comment.objects.bulk_create(written)
    ines = people["ines"].client
    # Who is signed in (twice), the character, who reads, how many, those, who is seated.
    with django_assert_num_queries(7):
        assert len(ines.get(url).context["comments"]) == count


def test_many_come_page_by_page_the_newest_first(
    people: People, vessa: Character, party: Party, url: str
) -> None:
    Comment.objects.bulk_create(
        Comment(character=vessa, party=party, author=people["ines"].owner, name="ines", text=str(n))
        for n in range(51)
    )
    client = people["ines"].client
    assert [text for _, text in said(client, url)] == ["50"]
    assert len(said(client, f"{url}?page=1")) == 50
