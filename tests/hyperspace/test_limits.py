"""Requests that are too large to be read."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests import cookies

pytestmark = pytest.mark.django_db


def test_a_body_over_a_mebibyte_gets_413_and_is_told_why(client):
    response = client.post("/", "x" * 1_048_577, content_type="application/json")
    assert response.status_code == 413
    assert response.content.decode() == (
        "The upload is too large: 1,048,577 bytes. The limit is 1,048,576 bytes.\n"
    )


def test_a_browser_gets_a_page_that_says_so(client):
    response = client.post(
        "/", "x" * 1_572_864, content_type="application/json", headers={"accept": "text/html,*/*"}
    )
    assert response.status_code == 413
    text = response.content.decode()
    assert "Nothing was saved. You sent 1.5\xa0MB; at most 1.0\xa0MB is accepted here." in text


def test_so_does_a_file(client):
    file = SimpleUploadedFile("character.json", b"x" * 1_048_577)
    assert client.post("/", {"file": file}).status_code == 413


def test_a_document_of_256_kibibytes_fits_even_where_each_byte_is_sent_as_three(client):
    body = "document=" + "%7B" * 262_144
    response = client.post("/", body, content_type="application/x-www-form-urlencoded")
    assert response.status_code not in (400, 413)


@pytest.mark.parametrize("length", ["-1", "many", "²", ""])
def test_a_length_that_is_no_number_is_no_error_of_ours(client, length):
    response = client.generic("POST", "/no/such/page", "", CONTENT_LENGTH=length)
    assert response.status_code in (400, 403, 404, 405)


@pytest.mark.parametrize("value", ["0000000\x00", "12345678\n9", "\x7f" * 9])
def test_a_cookie_with_control_characters_counts_for_none(client, value):
    header = cookies.sent("sessionid", value)
    assert client.get("/characters/", headers=header).status_code == 200
