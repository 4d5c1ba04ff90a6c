"""The message after an award, with its Undo."""

from django.contrib import messages
from django.http import HttpRequest
from django.urls import reverse

from sheets.models import Award, Party
from sheets.ui.undo import say_done

# Where an undo leads back to, besides the page of awards.
SESSIONS = "sessions"


def say_awarded(
    request: HttpRequest, party: Party, description: str, text: str, *, back: str = ""
) -> None:
    """Says what was awarded, with an Undo where that is still the party's newest award; it leads
    `back`.
    """
    newest = Award.objects.newest(party.pk).first()
    if newest is None or newest.undone_at or newest.description != description:
        messages.success(request, text)
        return
    undo = reverse("party_hand_out_undo", args=[party.public_id, newest.pk])
    say_done(request, text, undo=undo, fields={"back": back} if back else None)
