"""Form data, read into plain values."""

from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from sheets import form_data


@given(st.lists(st.text()), st.lists(st.text()))
def test_a_token_tells_values_apart_but_not_line_breaks(one: list[str], other: list[str]) -> None:
    def plain(values: list[str]) -> str:
        lines = (value.replace("\r\n", "\n").replace("\r", "\n") for value in values)
        return "\x1f".join(lines)

    assert (form_data.token(one) == form_data.token(other)) == (plain(one) == plain(other))


def test_tokens_stay_what_they_are() -> None:
    assert form_data.token(("a", "b")) == form_data.token(["a", "b"]) != form_data.token(["b", "a"])
    assert form_data.token(["a\r\nb"]) == form_data.token(["a\nb"])
    assert form_data.token([]) == form_data.token([""])
    assert len(form_data.token(["x" * 100_000])) == 16


def test_only_fields_that_the_form_had_are_sent() -> None:
    posted = QueryDict("was.skills=t&skills=a&skills=b&was.name=t&other=x&key=k")
    assert form_data.sent_fields(posted) == {
        "skills": form_data.SentField("t", ("a", "b")),
        "name": form_data.SentField("t", ()),
    }


def test_a_key_is_ours_or_none() -> None:
    key = form_data.new_key()
    assert form_data.key(QueryDict(f"key={key}")) == key
    for other in ("", "k", key.upper() + "G", key + "0", "%00" * 32, "é" * 32):
        assert form_data.key(QueryDict(f"key={other}")) == ""


def test_a_number_is_read_as_it_looks() -> None:
    for typed in ("42", "４２", "٤٢", "\u200e42\u00a0"):
        assert form_data.number(typed) == 42
    for typed in ("", "-1", "4 2", "1234567890", "x"):
        assert form_data.number(typed) is None
