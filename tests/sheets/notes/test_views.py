"""A player's notes about a character: saved as typed, safe to show, private where said."""

from collections.abc import Callable
from typing import Any

import pytest
from django.template import Context
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from sheets import markdown
from sheets.models import Character, Notes
from sheets.ui.sheet_head import sheet_person
from tests.sheets.pages import markup

HTMX = {"HX-Request": "true"}
Field = Callable[..., dict[str, Any]]


@pytest.fixture
def url(finished: Character) -> str:
    return f"/characters/{finished.public_id}/words/"


def written(character: Character) -> tuple[str, str]:
    words = Notes.objects.get(character=character)
    return words.shared, words.private


def test_both_texts_are_saved_by_a_plain_form(
    ines: Client, finished: Character, url: str, field: Field
) -> None:
    form = {
        **field("shared", "# Known\r\nA pilot.", was=("",)),
        **field("private", "A *traitor*.", was=("",)),
    }
    assert ines.post(url, form)["Location"] == url
    assert written(finished) == ("# Known\nA pilot.", "A *traitor*.")
    page = ines.get(url).content.decode()
    assert "# Known\nA pilot.</textarea>" in page
    assert "<h3>Known</h3>" in page
    assert "A <em>traitor</em>." in page


def test_one_field_saved_as_it_is_typed_leaves_the_other(
    ines: Client, finished: Character, url: str, field: Field
) -> None:
    ines.post(url, field("private", "Mine.", was=("",)))
    answer = ines.post(url, field("shared", "**Ours.**", was=("",)), headers=HTMX)
    assert answer.status_code == 200
    assert written(finished) == ("**Ours.**", "Mine.")
    text = markup(answer.content.decode())
    assert '<div class="prose" id="preview-shared" hx-swap-oob="true"><p><strong>Ours.' in text
    assert 'name="was.shared"' in text
    assert "private" not in text


def test_a_field_changed_in_another_place_is_409_and_shows_both(
    ines: Client, finished: Character, url: str, field: Field
) -> None:
    ines.post(url, field("shared", "First.", was=("",)))
    for headers in (HTMX, {}):
        answer = ines.post(url, field("shared", "Second.", was=("",)), headers=headers)
        assert answer.status_code == 409
        assert "First." in answer.content.decode()
        assert "Second." in answer.content.decode()
    assert written(finished) == ("First.", "")
    again = ines.post(url, field("shared", "First.", was=("",)))
    assert again.status_code == 302  # changed to the same: no conflict
    assert ines.post(url, field("shared", "Third.", was=("First.",))).status_code == 302
    assert written(finished) == ("Third.", "")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (["x" * 20_001], "Use at most 20,000 characters, not 20,001."),
        (["a\x00b"], "control character U+0000"),
        (["a", "b"], "This field doesn&#x27;t exist."),
    ],
)
def test_what_cannot_be_kept_is_422_and_nothing_of_the_form_is_written(
    values: list[str], message: str, ines: Client, finished: Character, url: str, field: Field
) -> None:
    form = {**field("private", "Fine.", was=("",)), **field("shared", *values, was=("",))}
    for headers in (HTMX, {}):
        answer = ines.post(url, form, headers=headers)
        assert answer.status_code == 422
        assert message in answer.content.decode()
    assert not Notes.objects.exists()


def test_an_unknown_field_is_422(ines: Client, finished: Character, url: str, field: Field) -> None:
    form = {"was.character": "", "character": "7"}
    assert ines.post(url, form).status_code == 422
    assert ines.post(url, field("pk", "1")).status_code == 409
    assert not Notes.objects.exists()


def test_twenty_thousand_letters_of_any_script_fit(
    ines: Client, finished: Character, url: str, field: Field
) -> None:
    assert ines.post(url, field("shared", "漢" * 20_000, was=("",))).status_code == 302
    assert written(finished)[0] == "漢" * 20_000


def test_what_is_put_away_is_read_and_not_written(
    ines: Client, archived: Character, field: Field
) -> None:
    url = f"/characters/{archived.public_id}/words/"
    assert ines.get(url).status_code == 200
    assert ines.post(url, field("shared", "Late.", was=("",))).status_code == 409
    assert not Notes.objects.exists()


def test_a_copy_takes_the_words_along_and_deleting_for_good_deletes_them(
    ines: Client, finished: Character, url: str, field: Field
) -> None:
    ines.post(url, {**field("shared", "S", was=("",)), **field("private", "P", was=("",))})
    ines.post(f"/characters/{finished.public_id}/duplicate/")
    copy = Character.objects.exclude(pk=finished.pk).get()
    assert written(copy) == ("S", "P")
    for page in ("delete", "erase"):
        ines.post(f"/characters/{finished.public_id}/{page}/")
    assert written(copy) == ("S", "P")
    assert Notes.objects.count() == 1


def test_the_document_does_not_hold_them(
    ines: Client, finished: Character, url: str, field: Field
) -> None:
    ines.post(url, field("shared", "Nowhere else.", was=("",)))
    document = ines.get(f"/characters/{finished.public_id}/document.json")
    assert b"Nowhere else." not in document.content


def test_who_is_not_the_owner_sees_what_is_shared_and_no_more(finished: Character) -> None:
    Notes.objects.create(character=finished, shared="Known.", private="Hidden.")

    def person(*, mine: bool) -> str:
        return sheet_person(Context({"character": finished, "mine": mine})).strip()

    for mine, hidden in ((True, True), (False, False), (True, True)):
        assert "Known." in person(mine=mine)
        assert ("Hidden." in person(mine=mine)) is hidden
    Notes.objects.update(shared="")
    finished.refresh_from_db()
    assert person(mine=False) == ""


def test_showing_and_saving_words_ask_seldom(
    ines: Client,
    finished: Character,
    url: str,
    field: Field,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    ines.post(url, field("shared", "One.", was=("",)))
    with django_assert_num_queries(1):
        ines.get(url)
    # Begin, the character with its row locked, its words, update, commit.
    with django_assert_num_queries(5):
        ines.post(url, field("shared", "Two.", was=("One.",)), headers=HTMX)


@pytest.mark.parametrize(
    ("words", "html"),
    [
        ("<b>x</b>", "<p>&lt;b&gt;x&lt;/b&gt;</p>"),
        ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>"),
        ("[x](data:text/html,x)", "<p>[x](data:text/html,x)</p>"),
        ("[x](//example.org)", "<p>[x](//example.org)</p>"),
        ("[x](/characters/)", "<p>[x](/characters/)</p>"),
        (
            "[x](https://example.org)",
            '<p><a href="https://example.org" rel="noopener nofollow">x</a></p>',
        ),
        (
            "[x](mailto:a@example.org)",
            '<p><a href="mailto:a@example.org" rel="noopener nofollow">x</a></p>',
        ),
        (
            "![x](https://example.org/x.png)",
            '<p>!<a href="https://example.org/x.png" rel="noopener nofollow">x</a></p>',
        ),
        ("# a\n\n### b\n\n###### c", "<h3>a</h3>\n<h4>b</h4>\n<h5>c</h5>"),
        ("###### a", "<h3>a</h3>"),
        ("```js\n<i>\n```", "<pre><code>&lt;i&gt;\n</code></pre>"),
        ("a\nb", "<p>a<br>\nb</p>"),
        ("&lt;script&gt;", "<p>&lt;script&gt;</p>"),
        ("", ""),
    ],
)
def test_markdown_becomes_safe_html(words: str, html: str) -> None:
    assert markdown.safe_html(words) == html


def test_a_table_has_no_styles_of_its_own() -> None:
    html = markdown.safe_html("| a | b |\n|--:|---|\n| 1 | 2 |")
    assert "<td>1</td>" in html
    assert "style" not in html


@given(st.text(max_size=200) | st.text("<>[]()!*_`#&;:/\"'= \nabhrefjscript", max_size=200))
def test_no_words_make_an_element_that_acts(words: str) -> None:
    html = markdown.safe_html(words).lower()
    for mark in ("<script", "<img", "<style", "<iframe", "<svg", "<form", "<input"):
        assert mark not in html
    for link in html.split('href="')[1:]:
        assert link.startswith(("http://", "https://", "http:", "https:", "mailto:"))
