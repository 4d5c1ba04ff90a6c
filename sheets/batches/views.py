"""The one address of batches: to stop one's own."""

from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from sheets import responses
from sheets.access import Request
from sheets.batches import operations


@require_POST
def cancel(request: Request) -> HttpResponse:
    """Stops who asks' own batch at `place`, if there is one, and leads on to `next`."""
    operations.cancel(request, request.POST.get("place", ""))
    return responses.redirect_to(request, responses.next_url(request, reverse("landing")))
