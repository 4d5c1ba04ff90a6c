"""Asks for confirmation before an action that affects others: on a page, or with scripts in a
dialog. Both send the same form again.
"""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from sheets import form_data
from sheets.errors import NeedsConfirmation

DIALOG = "confirm-place"
# Fields that the confirmation form has itself.
ALSO = "also"
_NOT_REPEATED = {"csrfmiddlewaretoken", "confirmed", "key", ALSO}


@dataclass(frozen=True)
class Confirmation:
    """The heading, the button's label, and the URL of Cancel. A destructive action gets a red
    button.
    """

    heading: str
    button: str
    cancel_url: str
    is_destructive: bool = False


def ask_to_confirm(
    request: HttpRequest, error: NeedsConfirmation, confirmation: Confirmation
) -> HttpResponse:
    """The consequences, and the form once more: 200, or 409 if they changed since they were
    confirmed.
    """
    is_outdated = bool(request.POST.get("confirmed"))
    fields = [
        (name, value)
        for name, values in request.POST.lists()
        if name not in _NOT_REPEATED
        for value in values
    ]
    context = {
        "confirmation": confirmation,
        "said": error.said,
        "also": error.also,
        "digest": error.digest,
        "outdated": is_outdated,
        "fields": fields,
        "here": request.path,
        "key": form_data.new_key,
    }
    template = "confirmation/_confirm.html" if in_dialog(request) else "confirmation/index.html"
    return render(request, template, context, status=409 if is_outdated else 200)


def in_dialog(request: HttpRequest) -> bool:
    """True if the button was pressed on a page where a dialog can open."""
    return request.headers.get("HX-Target") == DIALOG


def replace_page(response: HttpResponse) -> HttpResponse:
    """Makes htmx replace the page instead of the dialog."""
    response["HX-Retarget"] = response["HX-Reselect"] = "#main"
    response["HX-Reswap"] = "outerHTML show:window:top"
    return response
