"""Where nothing can be written, nothing can be counted: that is not "too often"."""

import uuid

import pytest
from django.test import Client

from tests.sheets.test_outage import no_writes

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("few")]


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/characters/new/", {"system": "hyperspace-d6"}),
        ("/characters/import/", {"pasted": "{}"}),
        ("/parties/join/", {"code": "ABCD00000001"}),
    ],
)
def test_what_is_sent_is_asked_for_again_however_often(
    ines: Client, path: str, fields: dict[str, str]
) -> None:
    with no_writes():
        for _ in range(7):
            sent = {**fields, "key": uuid.uuid4().hex}
            response = ines.post(path, sent)
            assert (response.status_code, response["Retry-After"]) == (503, "10")
            for value in sent.values():
                assert f'value="{value}"' in response.content.decode()
    assert ines.post(path, {**fields, "key": uuid.uuid4().hex}).status_code in (302, 422)


def test_sheets_are_printed_all_the_same(ines: Client, of_ines: str, printed: list[str]) -> None:
    with no_writes():
        for number in range(7):
            when = f"date=typed&when={number}"
            assert ines.get(f"{of_ines}sheet.pdf?{when}").status_code == 200
    assert len(printed) == 7
