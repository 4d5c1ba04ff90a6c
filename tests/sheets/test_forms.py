"""Forms for what no game declares: what they keep, what they refuse, and how they say so."""

import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from django import forms
from django.http import QueryDict

from sheets.errors import QuotaExceeded, Refused
from sheets.forms import Form, Label, NumberField, OptionField, TextField


class LetterForm(Form):
    title = TextField(label="Title", limit=5, error_messages={"required": "It needs a title."})
    text = TextField(label="Text", limit=12, lines=3, required=False, help_text="A few words.")
    tone = OptionField(
        label="Tone",
        choices=[("calm", Label("Calm", "As a rule.")), ("loud", Label("Loud"))],
        wrong="Choose a tone.",
    )


def letter(**sent: str) -> LetterForm:
    data = QueryDict(mutable=True)
    data.update({"title": "Dear", "tone": "calm", **sent})
    return LetterForm(data)


def test_a_title_loses_the_space_around_it_and_a_text_keeps_all_of_it() -> None:
    form = letter(title="  Dear ", text=" one\r\ntwo\r ")
    assert form.is_valid()
    assert form.cleaned_data == {"title": "Dear", "text": " one\ntwo\n ", "tone": "calm"}
    assert form.status == 200


@pytest.mark.parametrize(
    ("sent", "wrong"),
    [
        ({"title": "   "}, {"title": "It needs a title."}),
        ({"title": "Dearest"}, {"title": "Use at most 5 characters, not 7."}),
        ({"text": "thirteen char"}, {"text": "Use at most 12 characters, not 13."}),
        (
            {"text": "a\x00b"},
            {"text": "This can't be saved: control character U+0000; only line breaks and tabs."},
        ),
        ({"tone": "shrill"}, {"tone": "Choose a tone."}),
    ],
)
def test_what_is_wrong_is_said_at_its_field(sent: dict[str, str], wrong: dict[str, str]) -> None:
    form = letter(**sent)
    assert form.messages == wrong
    assert form.status == 422


def test_what_an_operation_refuses_is_said_at_its_field_or_for_the_whole() -> None:
    form = letter()
    assert form.is_valid()
    form.refuse(Refused({"title": "Taken.", "room": "No room."}))
    assert form.messages == {"title": "Taken.", "": "No room."}
    assert form.status == 422
    full = letter()
    full.refuse(QuotaExceeded({"title": "No room."}))
    assert full.status == 429


def test_a_refused_field_shows_what_was_typed_and_names_its_error() -> None:
    html = letter(title="Dearest")["title"].as_field_group()
    assert '<label for="title">Title</label>' in html
    assert 'value="Dearest"' in html
    assert 'aria-invalid="true"' in html
    assert 'aria-describedby="error-title"' in html
    assert 'id="error-title" role="alert">Use at most 5 characters, not 7.</p>' in html


def test_a_hint_is_read_with_its_field_and_a_long_text_has_lines_but_no_limit_of_the_browser() -> (
    None
):
    html = LetterForm()["text"].as_field_group()
    assert 'id="hint-text">A few words.</p>' in html
    assert (
        '<textarea name="text" rows="3" dir="auto" aria-describedby="hint-text" id="text">' in html
    )
    assert "maxlength" not in html
    assert 'maxlength="5"' in LetterForm()["title"].as_field_group()


def test_options_say_what_they_do() -> None:
    html = letter(tone="loud")["tone"].as_field_group()
    assert "<legend>Tone</legend>" in html
    assert '<span class="option-does">As a rule.</span>' in html
    assert html.count("checked") == 1
    assert re.search(r'value="loud"[^>]* checked>', html)


def test_two_forms_of_a_page_have_ids_of_their_own() -> None:
    field: Any = LetterForm(id="second")["title"]
    assert field.id_for_label == "second-title"
    assert field.hint_id == "hint-second-title"
    assert isinstance(field, forms.BoundField)


class CountForm(Form):
    count = NumberField(min_value=1, max_value=2000)


@pytest.mark.parametrize("typed", ["1500", "1,500", "1\u00a0500", "١٥٠٠", "１５００", "\u200e1500"])
def test_a_number_is_read_as_it_looks(typed: str) -> None:
    form = CountForm({"count": typed})
    assert form.is_valid()
    assert form.cleaned_data == {"count": 1500}


def test_signs_that_nobody_sees_are_no_name() -> None:
    assert letter(title="\u200b\u2060").errors.keys() == {"title"}


def of_the_site(kind: type[Any]) -> Iterator[type[Any]]:
    for one in kind.__subclasses__():
        yield from ([one] if one.__module__.startswith("sheets.") else [])
        yield from of_the_site(one)


def test_every_number_of_a_form_is_read_as_it_looks() -> None:
    import_module("hyperspace.urls")
    found = [
        (form.__name__, name, field)
        for form in of_the_site(forms.BaseForm)
        for name, field in getattr(form, "base_fields", {}).items()
        if isinstance(field, forms.IntegerField)
    ]
    assert {name for _, name, _ in found} >= {"players", "left", "top", "across"}
    assert [one for one in found if not isinstance(one[2], NumberField)] == []
