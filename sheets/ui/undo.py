"""A toast on the next page: a message about the action, with an Undo."""

import json
from collections.abc import Mapping

from django.contrib import messages
from django.contrib.messages.storage.base import Message
from django.http import HttpRequest

from sheets import form_data


def say_done(
    request: HttpRequest, text: str, *, undo: str, fields: Mapping[str, str] | None = None
) -> None:
    """Says on the next page what was done; its Undo posts `fields` to the address `undo`."""
    tag = json.dumps({"address": undo, "fields": dict(fields or {})})
    messages.success(request, text, extra_tags=tag)


def undo_of(message: Message) -> dict[str, object]:
    """The form of a message's Undo: its address, its fields and a new key; empty for others."""
    if not (message.extra_tags or "").startswith("{"):
        return {}
    undo: dict[str, object] = json.loads(message.extra_tags or "")
    return {**undo, "key": form_data.new_key()}
