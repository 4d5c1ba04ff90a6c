"""Files that are sent from a roster: looked at on the page to import them, then saved."""

from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from sheets.form_data import new_key

ADDRESS = "/characters/import/"


def arrived(client: Client, content: bytes, **sent: str) -> Any:
    """The answer to a file that is sent from a roster, looked at, and saved."""
    form = {"roster": "1", **sent}
    file = SimpleUploadedFile("one.json", content)
    looked = client.post(ADDRESS, {**form, "look": "1", "document": file})
    assert looked.status_code == 200
    carried = looked.context["carried"]
    return client.post(ADDRESS, {**form, "carried": carried, "key": new_key()})
