"""The page of a crew outside of fights, what is new on it, and what is done there."""

from __future__ import annotations

import uuid
from collections.abc import Callable

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.play import WHOM
from sheets import access, form_data, responses
from sheets.access import CharacterAccess, Request
from sheets.encounters import operations as encounters
from sheets.encounters.crew.acts import check_not_barred
from sheets.errors import Conflict, Fault, Refused, fault_of
from sheets.models import Member
from sheets.parties import live, presence
from sheets.play import operations as play
from sheets.ships.crew import operations, page

NOTHING_NEW = 204
ASHORE = "Nobody is at this station any more. The page shows how it stands."
NO_ACTION = "This can't be done from here. Take the station first."
CHASE = "Chase"


@require_safe
def crew(request: Request, id: uuid.UUID) -> HttpResponse:
    """The party's ship with its crew, for every member."""
    return _page(request, _membership(request, id))


@require_safe
def crew_live(request: Request, id: uuid.UUID) -> HttpResponse:
    """The crew as it is now; 204 if the viewer has seen it."""
    seen = live.party_state(request.visitor.identity, id)
    if seen:
        presence.note(request.visitor.identity, id)
    if seen and request.GET.get("seen") == seen:
        return HttpResponse(status=NOTHING_NEW)
    context = page.context(_membership(request, id), seen=seen, at=_opened(request))
    return render(request, "ships/crew/_new.html", {**context, "oob": True})


@require_http_methods(["GET", "HEAD", "POST"])
def station(request: Request, id: uuid.UUID, member: uuid.UUID) -> HttpResponse:
    """The actions of a person at their station of the ship; POST does one."""
    membership = _membership(request, id)
    posted = request.method == "POST"
    sent = form_data.roll_form_values(request.POST if posted else request.GET)
    context = page.context(membership, seen="", sent=sent, at=str(member))
    shown = page.find(context.get("stations", []), str(member))
    if shown is None and not posted:
        raise Http404
    if not posted or "ask" in request.POST:
        if request.htmx:
            template = "ships/crew/_station.html"
            return render(request, template, {**context, "at": shown})
        return _page(request, membership, sent=sent, at=str(member))

    def do() -> None:
        if shown is None:
            raise Conflict(ASHORE)
        _do(request, context, shown)

    return _done(request, membership, do, sent=sent, at=str(member))


def _do(request: Request, context: dict[str, object], at: page.StationPage) -> None:
    wanted = request.POST.get("action", "")
    action = next((offer.action for offer in at.offers if offer.action.id == wanted), None)
    if action is None:
        raise Refused({"action": NO_ACTION})
    check_not_barred(action)
    if context["fight"]:
        raise Refused({"": operations.FIGHTS})
    ship = context["ship"].character  # type: ignore[attr-defined]  # there is one with stations
    actor = ship if action.by_craft else at.who.row
    sent = form_data.roll_form_values(request.POST)
    values = {name: chosen for name, chosen in sent.items() if name not in page.OWN}
    values |= action.values
    if action.onto:
        values[WHOM] = (str(ship.public_id),)
    play.Act(
        CharacterAccess(request.visitor.identity, actor.public_id, plays=True),
        action=action.action,
        values=values,
        key=form_data.key(request.POST),
        call=form_data.roll_request_number(request.POST),
    ).run()


@require_POST
def crew_do(request: Request, id: uuid.UUID, verb: str) -> HttpResponse:
    """The crew's places: `take` and `leave` a station, by whoever plays the person; for game
    masters also `everyone` to their stations, `ask` for a check, and a `chase`, which is an
    encounter.
    """
    membership = _membership(request, id)
    do = _VERBS.get(verb)
    if do is None or (verb in _LED and not membership.leads):
        raise Http404
    if verb == "chase":
        return _chase(request, membership)
    return _done(request, membership, lambda: do(request, membership))


def _take(request: Request, membership: Member) -> None:
    operations.Take(
        access.member_access(request, membership.party.public_id),
        member=_who(request),
        station=request.POST.get("station", "")[:40],
        key=form_data.key(request.POST),
    ).run()


def _leave(request: Request, membership: Member) -> None:
    operations.Leave(
        access.member_access(request, membership.party.public_id),
        member=_who(request),
        key=form_data.key(request.POST),
    ).run()


def _everyone(request: Request, membership: Member) -> None:
    leading = access.leading_access(request, membership.party.public_id)
    operations.SeatEveryone(leading, key=form_data.key(request.POST)).run()


def _ask(request: Request, membership: Member) -> None:
    operations.Ask(
        access.leading_access(request, membership.party.public_id),
        action=request.POST.get("action", "")[:40],
        target=form_data.number(request.POST.get("target", "")),
        note=form_data.text(request.POST, "note"),
        key=form_data.key(request.POST),
    ).run()


def _chase(request: Request, membership: Member) -> HttpResponse:
    """Prepares an encounter with the party aboard its ship, for whoever hunts it to be added."""
    leading = access.leading_access(request, membership.party.public_id)
    key = form_data.key(request.POST)
    try:
        create = encounters.Create(leading, name=CHASE, place="", with_ship=True, key=key)
        made = create.run()
    except (Conflict, Refused) as fault:
        return _page(request, membership, fault=fault)
    return redirect("encounter", membership.party.public_id, made)


_VERBS: dict[str, Callable[[Request, Member], object]] = {
    "take": _take,
    "leave": _leave,
    "everyone": _everyone,
    "ask": _ask,
    "chase": _chase,
}
_LED = ("everyone", "ask", "chase")


# --- parts of views


def _membership(request: Request, id: uuid.UUID) -> Member:
    """The membership of the request; 404 also in a game without crews."""
    membership = access.get_membership(request, id)
    operations.crew_rules_of(membership.party)
    return membership


def _who(request: Request) -> uuid.UUID:
    try:
        return uuid.UUID(request.POST.get("member", ""))
    except ValueError:
        raise Http404 from None


def _done(
    request: Request,
    membership: Member,
    do: Callable[[], object],
    *,
    sent: dict[str, tuple[str, ...]] | None = None,
    at: str = "",
) -> HttpResponse:
    """Does something aboard, and shows it as it stands then; with why it was not done."""
    fault = fault_of(do)
    if fault is None and not request.htmx:
        return redirect("crew", membership.party.public_id)
    membership.party.refresh_from_db(fields=["version"])
    at = at or _opened(request)
    return _page(request, membership, sent=sent if fault else None, at=at, fault=fault)


def _opened(request: Request) -> str:
    """The person for whose station a page was opened, by id; "" for none."""
    found = responses.asking_page(request)
    return str(found.kwargs["member"]) if found and found.url_name == "crew_member" else ""


def _page(
    request: Request,
    membership: Member,
    *,
    sent: dict[str, tuple[str, ...]] | None = None,
    at: str = "",
    fault: Fault | None = None,
) -> HttpResponse:
    seen = live.party_state(request.visitor.identity, membership.party.public_id)
    context = page.context(membership, seen=seen, sent=sent, at=at, fault=fault)
    return responses.page_or_news(
        request, "ships/crew/index.html", "ships/crew/_new.html", context, fault
    )
