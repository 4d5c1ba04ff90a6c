"""The message after something was done with a stash, with its Undo."""

import uuid

from django.contrib import messages
from django.http import HttpRequest
from django.urls import reverse

from sheets.models import StashAct
from sheets.ui.undo import say_done


def say_moved(request: HttpRequest, party: uuid.UUID, description: str) -> None:
    """Says what was done, with an Undo where that is still the newest act in the party."""
    newest = StashAct.objects.newest_of(party)
    if newest is None or newest.description != description or newest.undone_at:
        messages.success(request, f"{description}.")
        return
    undo = reverse("party_stash_undo", args=[party, newest.pk])
    say_done(request, f"{description}.", undo=undo)
