"""Whatever is sent, the answer is a clear one: never a fault of ours, never half a write."""

import string
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from django.test import Client
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from rules import registry
from rules.character import Character as OpenCharacter
from rules.creation import inputs
from sheets import form_data, storage, visitors
from sheets.models import Character
from tests import cookies
from tests.sampling import draw, sample

FORM = "application/x-www-form-urlencoded"
ONE_CAST = examples(suppress_health_check=[HealthCheck.function_scoped_fixture])
NASTY = [
    "\x00",
    "\ud800",
    "\u202e",
    "\ufffe",
    "9" * 4000,
    "-1",
    "1e9",
    "٣",
    "NaN",
    "' OR 1=1 --",
    "<script>alert(1)</script>",
    "{{ 7|add:7 }}",
    "../../etc/passwd",
    "x" * 20_000,
    "\x1f",
    "\r\n",
]


@pytest.fixture(autouse=True)
def _no_limits(settings: Any) -> None:
    """Each example is one more request; how many are allowed is not the question here."""
    settings.RATES = dict.fromkeys(settings.RATES, ())


nasty = st.one_of(st.sampled_from(NASTY), st.text(max_size=40), st.integers().map(str))


def encoded(pairs: list[tuple[str, str]]) -> bytes:
    """As a browser would send it, lone surrogates and all."""
    return urlencode(pairs, errors="surrogatepass").encode()


@pytest.fixture
def steps(draft: Character) -> dict[str, list[str]]:
    """Every step of the draft with the fields that it asks."""
    system, document = storage.read(draft)
    return {
        step.id: list(inputs(only))
        for step in OpenCharacter(system, document).steps()
        for only in OpenCharacter(system, document).steps(only=step.id)
        if only.id == step.id
    }


@pytest.mark.parametrize("value", sample(NASTY, every=4, first=draw() % 4))
def test_no_value_of_any_field_is_more_than_refused(
    value: str, ines: Client, draft: Character, steps: dict[str, list[str]]
) -> None:
    for step, fields in steps.items():
        for field in fields:
            was = form_data.token(("",))
            body = encoded([(f"was.{field}", was), (field, value), (field, value)])
            url = f"/characters/{draft.public_id}/build/{step}/"
            response = ines.post(url, body, content_type=FORM, headers={"HX-Request": "true"})
            assert response.status_code in (200, 409, 422), field
            storage.read(Character.objects.get(pk=draft.pk))


@ONE_CAST
@given(st.data())
def test_no_form_for_a_step_is_more_than_refused(
    ines: Client, complete: Character, data: st.DataObject
) -> None:
    complete.save()  # as it was before the last example
    system, document = storage.read(complete)
    step = data.draw(st.sampled_from(OpenCharacter(system, document).steps())).id
    present = next(
        inputs(s) for s in OpenCharacter(system, document).steps(only=step) if s.id == step
    )
    pairs = []
    for field in data.draw(st.lists(st.one_of(st.sampled_from([*present, "no"]), nasty))):
        was = data.draw(st.sampled_from([form_data.token(present.get(field, ())), "", "\x00"]))
        pairs.append((f"was.{field}", was))
        pairs += [(field, value) for value in data.draw(st.lists(nasty, max_size=4))]
    url = f"/characters/{complete.public_id}/build/{quote(step)}/"
    response = ines.post(url, encoded(pairs), content_type=FORM)
    assert response.status_code in (302, 409, 422)
    after = Character.objects.get(pk=complete.pk)
    if response.status_code != 302:
        assert (after.build, after.version) == (complete.build, complete.version)
    assert registry.read(storage.exported(storage.read(after)[1])) == storage.read(after)[1]


@ONE_CAST
@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_no_pasted_text_is_more_than_refused(ines: Client, content: bytes) -> None:
    body = b"pasted=" + quote(content).encode()
    response = ines.post("/characters/import/", body, content_type=FORM)
    assert response.status_code in (302, 422)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["species", "gear", "id", "name", "kind", "skills", "cp", "undo", "x"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@ONE_CAST
@given(
    st.fixed_dictionaries(
        {
            "build": st.dictionaries(
                st.sampled_from(["species", "gear", "edge", "skills"]), json_values
            )
        },
        optional={
            "ledger": st.lists(
                st.fixed_dictionaries(
                    {"kind": st.sampled_from(["award", "undo", "buy", "rebuild", "x"])},
                    optional={"cp": json_values, "entry": st.integers(), "item": st.text()},
                )
            ),
            "marks": json_values,
            "house": json_values,
        },
    )
)
def test_no_document_is_more_than_refused_and_what_is_kept_can_be_shown(
    ines: Client, vessa: dict[str, Any], as_text: Callable[[Any], str], members: dict[str, Any]
) -> None:
    response = ines.post("/characters/import/", {"pasted": as_text({**vessa, **members})})
    assert response.status_code in (302, 422)
    if response.status_code == 302:
        assert ines.get(response["Location"]).status_code == 200
        assert ines.get(f"{response['Location']}document.json").status_code == 200


@ONE_CAST
@given(
    path=st.sampled_from(["/", "/characters/", "/characters/new/", "/characters/import/"]),
    pairs=st.lists(
        st.tuples(
            st.sampled_from(["q", "page", "archived", "sort", "show", "compare", "paper", "x"]),
            nasty,
        )
    ),
)
def test_no_question_in_an_address_breaks_a_page(
    ines: Client, complete: Character, path: str, pairs: list[tuple[str, str]]
) -> None:
    query = encoded(pairs).decode()
    assert ines.get(f"{path}?{query}").status_code == 200
    url = f"/characters/{complete.public_id}"
    assert ines.get(f"{url}/build/species/?{query}").status_code == 200
    assert ines.get(f"{url}/?{query}").status_code == 200


@ONE_CAST
@given(st.text(max_size=30) | st.text(string.printable, max_size=30))
def test_no_address_breaks_a_page(ines: Client, complete: Character, tail: str) -> None:
    for start in ("/characters/", f"/characters/{complete.public_id}/", "/"):
        status = ines.get(start + quote(tail, errors="replace")).status_code
        assert status in (200, 301, 302, 400, 404, 405)
    for step in ("build", "why"):
        url = f"/characters/{complete.public_id}/{step}/{quote(tail, errors='replace')}/"
        assert ines.get(url).status_code in (200, 302, 404)


@ONE_CAST
@given(st.text(max_size=60))
def test_no_cookie_breaks_a_page(cookie: str) -> None:
    typed = cookie.encode("ascii", "replace").decode()
    names = (visitors.COOKIE, "theme", "csrftoken", "sessionid")
    headers = [cookies.sent(name, typed)["cookie"] for name in names]
    client = Client(headers={"cookie": "; ".join(headers)})
    assert client.get("/characters/").status_code == 200
    assert client.post("/characters/new/", {"system": "none"}).status_code == 422


@pytest.mark.parametrize(
    "content_type",
    [
        "application/json",
        FORM,
        "multipart/form-data",
        "multipart/form-data; boundary=x",
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=" + "x" * 300,
        "",
        "é",
    ],
)
def test_no_content_type_breaks_a_page(
    content_type: str, ines: Client, draft: Character, step_of: Callable[[Character, str], str]
) -> None:
    part = b'--x\r\nContent-Disposition: form-data; name="%s"\r\n\r\n\xff\xfe\r\n--x--\r\n'
    for body in (b"was.name=x&name=y", part % b"was.name", part % b"key", b"\xff" * 50):
        for url in (
            step_of(draft, "concept"),
            "/characters/new/",
            "/characters/import/",
            "/theme/",
        ):
            status = ines.generic("POST", url, body, content_type=content_type).status_code
            assert status in (302, 400, 409, 422)
        assert ines.generic("GET", "/?q=%ff", body, content_type=content_type).status_code == 200


def test_too_many_fields_are_refused(
    ines: Client, draft: Character, step_of: Callable[[Character, str], str]
) -> None:
    body = encoded([(f"was.{number}", "x") for number in range(100_000)])[: 1024 * 1024]
    assert ines.post(step_of(draft, "concept"), body, content_type=FORM).status_code == 400


def test_too_much_is_refused_before_it_is_read(
    ines: Client, draft: Character, step_of: Callable[[Character, str], str]
) -> None:
    body = b"was.name=x&name=" + b"y" * (1024 * 1024)
    assert ines.post(step_of(draft, "concept"), body, content_type=FORM).status_code == 413


def test_two_thousand_fields_of_a_shop_are_answered(
    ines: Client, draft: Character, step_of: Callable[[Character, str], str]
) -> None:
    body = encoded([(f"was.gear.{number}", "x") for number in range(1999)])
    assert ines.post(step_of(draft, "gear"), body, content_type=FORM).status_code == 409


@pytest.mark.parametrize("id", ["1", "None", "x" * 36, "00000000-0000-0000-0000-00000000000g"])
def test_an_id_that_is_none_is_404(id: str, ines: Client) -> None:
    for path in ("", "build/", "document.json", "sheet.pdf", "delete/"):
        assert ines.get(f"/characters/{id}/{path}").status_code == 404
        assert ines.post(f"/characters/{id}/{path}").status_code == 404
