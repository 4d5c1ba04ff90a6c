"""Parties: the list, a new party, and joining one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from rules import registry
from sheets import access, form_data, rate_limits, responses
from sheets.access import Request
from sheets.errors import Refused
from sheets.models import Invitation, Party
from sheets.page_cache.declaration import cached_page
from sheets.parties import operations
from sheets.parties.forms import BringAlongForm, JoinForm, NewPartyForm
from sheets.rate_limits import RateLimited
from sheets.writes import Mine


@cached_page
@require_safe
def index(request: Request) -> HttpResponse:
    """The user's parties, and a field for an invitation code. A guest without an account sees where
    they sit; others are led to where one signs in.
    """
    seats = list(access.memberships(request).counted())
    if not seats and not request.user.is_authenticated:
        return redirect_to_login(request.path)
    context = {"seats": seats}
    return render(request, "parties/index.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: Request) -> HttpResponse:
    """The form for a new party."""
    form = NewPartyForm.of(request)
    if form.is_valid():
        owner, key = request.visitor.become_owner(), form_data.key(request.POST)
        try:
            party = operations.Create(Mine(owner), **form.cleaned_data, key=key).run()
        except Refused as refused:
            form.refuse(refused)
        else:
            messages.success(request, "Party created. Now invite your players.")
            return redirect("party_members", party)
    context = {"form": form, "key": form_data.new_key}
    return render(request, "parties/new.html", context, status=form.status)


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: Request) -> HttpResponse:
    """The form for an invitation code; redirects to the invitation."""
    form = JoinForm.of(request)
    if form.is_valid():
        try:
            rate_limits.count(request, "code")
            operations.find_invitation(form.cleaned_data["code"])
        except (Refused, RateLimited) as fault:
            return _join_page(request, form, fault)
        return redirect("invitation", form.cleaned_data["code"])
    return _join_page(request, form)


@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: Request, code: str) -> HttpResponse:
    """An invitation: who invites, and a form to join with a character."""
    try:
        invite = _find_invitation(request, code)
    except (Refused, RateLimited) as fault:
        return _join_page(request, JoinForm({"code": ""}), fault, status=404)
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect_to_login(request.path)
    free = access.own_characters(request).free(invite.party.system)
    form = BringAlongForm.of(request, characters=free if request.user.is_authenticated else ())
    if form.is_valid():
        owner, key = request.visitor.become_owner(), form_data.key(request.POST)
        try:
            party = operations.Join(Mine(owner), code=code, **form.cleaned_data, key=key).run()
        except Refused as refused:
            form.refuse(refused)
        else:
            messages.success(request, f"You joined {invite.party.name}.")
            return redirect("party", party)
    return _invitation_page(request, invite.party, form)


def _find_invitation(request: Request, code: str) -> Invitation:
    """The invitation of that code. Wrong codes are counted; after too many, valid ones are refused
    too.
    """
    rate_limits.check(request, "code")
    try:
        return operations.find_invitation(code)
    except Refused:
        rate_limits.count(request, "code")
        raise


def _join_page(
    request: Request, form: JoinForm, fault: Refused | RateLimited | None = None, *, status: int = 0
) -> HttpResponse:
    if fault:
        form.say(str(fault), "code")
    response = render(request, "parties/join.html", {"form": form}, status=status or form.status)
    return responses.retry_later(response, fault) if isinstance(fault, RateLimited) else response


def _invitation_page(request: Request, party: Party, form: BringAlongForm) -> HttpResponse:
    context = {
        "party": party,
        "game": registry.get(party.system),
        "membership": access.memberships(request).filter(party=party).first(),
        "form": form,
        "key": form_data.new_key,
    }
    return render(request, "parties/invitation.html", context, status=form.status)
