"""What is asked before something is done that has consequences for others: on a page, or with
scripts in a dialog where it was pressed. Both send the same form once more.
"""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from sheets import form_data
from sheets.errors import NeedsConfirmation

DIALOG = "confirm-place"
# What a form sends besides what it asks for.
_ALONE = {"csrfmiddlewaretoken", "confirmed", "key"}


@dataclass(frozen=True)
class Question:
    """What is asked in a heading, the button that does it, and where Cancel leads. What `harms`
    looks like it.
    """

    heading: str
    act: str
    back: str
    harms: bool = False


def ask(request: HttpRequest, fault: NeedsConfirmation, question: Question) -> HttpResponse:
    """What it does, and the form once more, to be confirmed: 200, or 409 where something else was
    confirmed.
    """
    outdated = bool(request.POST.get("confirmed"))
    fields = [
        (name, value)
        for name, values in request.POST.lists()
        if name not in _ALONE
        for value in values
    ]
    context = {
        "question": question,
        "said": fault.said,
        "digest": fault.digest,
        "outdated": outdated,
        "fields": fields,
        "here": request.path,
        "key": form_data.new_key,
    }
    template = "confirmation/_confirm.html" if in_dialog(request) else "confirmation/index.html"
    return render(request, template, context, status=409 if outdated else 200)


def in_dialog(request: HttpRequest) -> bool:
    """Whether it was pressed where a dialog can ask."""
    return request.headers.get("HX-Target") == DIALOG


def instead_of_dialog(response: HttpResponse) -> HttpResponse:
    """The page of a form that was pressed there, in the place of the one that stands."""
    response["HX-Retarget"] = response["HX-Reselect"] = "#main"
    response["HX-Reswap"] = "outerHTML show:window:top"
    return response
