"""The page of a duel, what is new on it, and what is done in it."""

from __future__ import annotations

import uuid
from collections.abc import Callable

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from rules import duel as duels
from sheets import access, catalog, form_data, responses
from sheets.access import Request
from sheets.duels import live, operations, page, turns, writes
from sheets.duels import prize as prizes
from sheets.duels.forms import BeginForm, PlaceForm, RightForm
from sheets.errors import Conflict, Fault, Refused, fault_of
from sheets.models import Duel, Duelist, Member
from sheets.parties import presence

NOTHING_NEW = 204
NO_DUEL = "This duel is over. The page shows how it stands."


@require_safe
def duel(request: Request, id: uuid.UUID) -> HttpResponse:
    """The open duel of a party, for every member; for game masters the form of one. In a game
    without duels the page says so.
    """
    membership = access.get_membership(request, id)
    if not catalog.has_duels(membership.party.system):
        game = catalog.system(membership.party.system)
        return render(request, "duels/none.html", {"membership": membership, "game": game})
    return _page(request, membership)


@require_safe
def duel_live(request: Request, id: uuid.UUID) -> HttpResponse:
    """The duel as it is now; 204 if the viewer has seen it."""
    seen = live.duel_state(request.visitor.identity, id)
    if seen:
        presence.note(request.visitor.identity, id)
    if seen and request.GET.get("seen") == seen:
        return HttpResponse(status=NOTHING_NEW)
    membership = access.get_membership(request, id)
    context = page.context(membership, writes.open_duel(membership.party), seen=seen)
    return render(request, "duels/_duel_new.html", {**context, "oob": True})


@require_POST
def begin(request: Request, id: uuid.UUID) -> HttpResponse:
    """Begins a duel."""
    membership = access.get_leading_membership(request, id)
    writes.duel_rules(membership.party)
    form = BeginForm(request.POST)

    def do() -> None:
        if not form.is_valid():
            raise Refused(form.messages)
        operations.Begin(
            access.leading_access(request, id),
            place=form.cleaned_data["place"],
            first=form.on(duels.FIRST),
            second=form.on(duels.SECOND),
            key=form_data.key(request.POST),
        ).run()

    return _done(request, membership, do, begun=form)


@require_POST
def roll(request: Request, id: uuid.UUID, verb: str) -> HttpResponse:
    """A roll of whoever plays a fighter: initiative, check, answer, and the end."""
    membership = access.get_membership(request, id)
    row = _open(membership)
    duelist = page.duelist_of(membership, row, form_data.number(request.POST.get("who", "")))
    if duelist is None:
        raise Http404
    do = _ROLLS.get(verb)
    if do is None:
        raise Http404
    return _done(request, membership, lambda: do(request, membership, duelist))


def _initiative(request: Request, _membership: Member, duelist: Duelist) -> None:
    key = form_data.key(request.POST)
    turns.roll_initiative(request.visitor.identity, duelist, key=key)


def _check(request: Request, _membership: Member, duelist: Duelist) -> None:
    sent = form_data.roll_form_values(request.POST)
    turns.check(
        request.visitor.identity,
        duelist,
        action=request.POST.get("skill", ""),
        foe=form_data.number(request.POST.get("foe", "")),
        values=_without_own(sent),
        key=form_data.key(request.POST),
    )


def _answer(request: Request, _membership: Member, duelist: Duelist) -> None:
    turns.answer(
        request.visitor.identity,
        duelist,
        action=request.POST.get("skill", ""),
        values=_without_own(form_data.roll_form_values(request.POST)),
        key=form_data.key(request.POST),
    )


def _end(request: Request, membership: Member, duelist: Duelist) -> None:
    member_access = access.member_access(request, membership.party.public_id)
    prizes.End(member_access, duelist=duelist.pk, key=form_data.key(request.POST)).run()


_ROLLS: dict[str, Callable[[Request, Member, Duelist], None]] = {
    "initiative": _initiative,
    "check": _check,
    "answer": _answer,
    "end": _end,
}
_OWN = ("who", "skill", "foe")


def _without_own(sent: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    return {name: values for name, values in sent.items() if name not in _OWN}


@require_POST
def right(request: Request, id: uuid.UUID, exchange: int, index: int) -> HttpResponse:
    """Uses what a Destiny Die allows, or lets it go."""
    membership = access.get_membership(request, id)
    _open(membership)
    form = RightForm(request.POST)

    def do() -> None:
        if not form.is_valid():
            raise Refused(form.messages)
        turns.UseRight(
            access.member_access(request, id),
            exchange=exchange,
            index=index,
            text=form.cleaned_data["text"],
            takes="take" in request.POST,
            may=lambda duel, side: page.plays_side(membership, duel, side),
            key=form_data.key(request.POST),
        ).run()

    return _done(request, membership, do)


@require_POST
def prize(request: Request, id: uuid.UUID, duelist: int) -> HttpResponse:
    """Takes the winner's prize from a loser."""
    membership = access.get_membership(request, id)
    row = _open(membership)
    loser = row.duelists.select_related("character").filter(pk=duelist).first()
    if loser is None:
        raise Http404
    other_side = 3 - loser.side
    if not (membership.leads or page.plays_side(membership, row, other_side)):
        raise Http404
    loser.duel = row
    chosen, key = request.POST.get("prize", ""), form_data.key(request.POST)
    return _done(request, membership, lambda: prizes.choose_prize(loser, prize=chosen, key=key))


@require_POST
def lead(request: Request, id: uuid.UUID, verb: str) -> HttpResponse:
    """The game master's steps: next phase, dice by hand, passing a turn, closing the duel."""
    membership = access.get_leading_membership(request, id)
    writes.duel_rules(membership.party)
    member_access, key = access.leading_access(request, id), form_data.key(request.POST)
    form = PlaceForm(request.POST)

    def do() -> None:
        match verb:
            case "phase":
                if not form.is_valid():
                    raise Refused(form.messages)
                place = form.cleaned_data["place"]
                operations.NextPhase(member_access, place=place, key=key).run()
            case "more" | "fewer":
                side = form_data.number(request.POST.get("side", "")) or 0
                by = 1 if verb == "more" else -1
                operations.Adjust(member_access, side=side, by=by, key=key).run()
            case "pass":
                after = form_data.number(request.POST.get("after", ""))
                turns.PassTurn(member_access, after=after, key=key).run()
            case "start":
                turns.StartWithout(member_access, key=key).run()
            case "close":
                operations.Close(member_access, key=key).run()
            case _:
                raise Http404

    return _done(request, membership, do)


# --- parts of views


def _open(membership: Member) -> Duel:
    """The open duel that a member sees; 404 in a game without, Conflict if it is over."""
    writes.duel_rules(membership.party)
    row = writes.open_duel(membership.party)
    if row is None:
        raise Conflict(NO_DUEL)
    return row


def _done(
    request: Request,
    membership: Member,
    do: Callable[[], None],
    *,
    begun: BeginForm | None = None,
) -> HttpResponse:
    """Does something in a duel, and shows it as it stands then; with why it was not done."""
    fault = fault_of(do)
    if fault is None and not request.htmx:
        return redirect("duel", membership.party.public_id)
    return _page(request, membership, fault=fault, begun=begun)


def _page(
    request: Request,
    membership: Member,
    *,
    fault: Fault | None = None,
    begun: BeginForm | None = None,
) -> HttpResponse:
    party = membership.party
    seen = live.duel_state(request.visitor.identity, party.public_id)
    if fault or request.method == "POST":
        party.refresh_from_db(fields=["dueling", "version"])
    context = page.context(membership, writes.open_duel(party), seen=seen, fault=fault, begun=begun)
    return responses.page_or_news(
        request, "duels/duel.html", "duels/_duel_new.html", context, fault
    )
