"""The account page of tokens: a list, a new one that is shown once, and revoking."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from sheets import access, form_data, site
from sheets.access import Request
from sheets.api import tokens
from sheets.api.forms import WRITE, TokenForm
from sheets.errors import Refused
from sheets.models.character import NAMELESS
from sheets.writes import Mine

MOST_NAMED = 500
GONE = "This character was deleted. Choose another."
AGAIN = "This token was already created, and can't be shown again. Revoke it if you didn't save it."


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def index(request: Request) -> HttpResponse:
    """The tokens of the account. POST makes one and shows it, or revokes one (`revoke`)."""
    if request.method == "POST" and "revoke" in request.POST:
        if number := form_data.number(request.POST["revoke"]):
            owner = request.visitor.become_owner()
            tokens.Revoke(Mine(owner), token=number, key=form_data.key(request.POST)).run()
        messages.success(request, "Token revoked. It no longer works.")
        return redirect("account_tokens")
    form = _form(request)
    if request.method == "POST" and form.is_valid():
        try:
            return _create(request, form)
        except Refused as refused:
            form.refuse(refused)
    return _page(request, form)


def _create(request: Request, form: TokenForm) -> HttpResponse:
    answers = form.cleaned_data
    own = None
    if id := answers["character"]:
        own = access.own_characters(request).filter(public_id=id).first()
        if own is None:
            raise Refused({"character": GONE})
    text = tokens.Create(
        Mine(request.visitor.become_owner()),
        name=answers["name"],
        can_write=answers["rights"] == WRITE,
        lasts=answers["lasts"],
        character=own,
        key=form_data.key(request.POST),
    ).run()
    if not text:
        messages.info(request, AGAIN)
        return redirect("account_tokens")
    context = {"token": text, "address": site.address(request, "/api/1/characters")}
    return render(request, "api/token_made.html", context)


def _form(request: Request) -> TokenForm:
    rows = access.own_characters(request).order_by("name", "pk")[:MOST_NAMED]
    named = [(str(row.public_id), row.name or NAMELESS) for row in rows.only("public_id", "name")]
    return TokenForm.of(request, characters=named)


def _page(request: Request, form: TokenForm) -> HttpResponse:
    owner = request.visitor.owner
    rows = owner.api_tokens.standing().select_related("character") if owner else []
    context = {"tokens": rows, "form": form, "key": form_data.new_key}
    return render(request, "api/tokens.html", context, status=form.status)
