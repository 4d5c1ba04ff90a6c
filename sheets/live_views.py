"""News for open pages: those of a party, and those of one character."""

import uuid

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from sheets import access, storage
from sheets.access import Request
from sheets.characters import sheet_page
from sheets.parties import live, log, presence
from sheets.parties.board import views
from sheets.parties.board.board import BoardOrder
from sheets.parties.board.fight import fight_bar
from sheets.parties.stash import page as stash_page
from sheets.play import page

NOTHING_NEW = 204
TABLE = "table"


@require_safe
def party(request: Request, id: uuid.UUID) -> HttpResponse:
    """One `part` of a party's page as it is now; 204 if the viewer has `seen` it."""
    who, here = request.visitor.identity, frozenset[str]()
    seen = live.party_state(who, id)
    if seen:
        presence.note(who, id)
    if seen and request.GET.get("part") == "board":
        here = presence.others_here(who, id)
        seen += presence.digest(here)
    if seen and request.GET.get("seen") == seen:
        return HttpResponse(status=NOTHING_NEW)
    membership = access.get_membership(request, id)
    if request.GET.get("part") == "stash":
        shown = {**stash_page.context(membership, {}), "seen": seen, "oob": True}
        return render(request, "parties/stash/_new.html", shown)
    if request.GET.get("part") == "fighting":
        context = {"membership": membership, "seen": seen, "fight": fight_bar(membership)}
        return render(request, "parties/board/_fighting_new.html", {**context, "oob": True})
    if request.GET.get("part") == "log":
        context = {
            "membership": membership,
            "seen": seen,
            "page": log.log_page(membership),
            "oob": True,
        }
        return render(request, "parties/log/_new.html", context)
    order = BoardOrder.read(request.GET.get("sort", ""))
    context = views.board_context(membership, order, seen=seen, here=here)
    return render(request, "parties/board/_new.html", {**context, "oob": True})


@require_safe
def character(request: Request, id: uuid.UUID) -> HttpResponse:
    """A character's sheet as it is now, or (`part`) its page of play; 204 if the viewer has seen
    it.
    """
    if request.GET.get("part") == TABLE:
        return _table(request, id)
    seen = live.character_state(request.visitor.identity, id)
    if seen:
        presence.note_at(request.visitor.identity, id)
    if seen and request.GET.get("seen") == seen:
        return HttpResponse(status=NOTHING_NEW)
    character, is_owner = access.get_with_ownership(request, id)
    context = sheet_page.context(request, character, mine=is_owner)
    return render(request, "characters/sheet/_new.html", {**context, "oob": True})


def _table(request: Request, id: uuid.UUID) -> HttpResponse:
    """The table of a character, where it has changed; the ticker alone, where only others have."""
    seen, everyones = live.table_state(request.visitor.identity, id)
    if seen:
        presence.note_at(request.visitor.identity, id)
    is_same = seen != "" and request.GET.get("seen") == seen
    if is_same and request.GET.get("ticker", everyones) == everyones:
        return HttpResponse(status=NOTHING_NEW)
    character = access.get_played_character(request, id)
    if not character.is_in_play:
        return HttpResponseClientRefresh()
    context = {**page.ticker_context(request, character), "oob": True}
    if is_same:
        return render(request, "play/_ticker_new.html", context)
    context |= page.context(request, storage.load(character))
    return render(request, "play/_table_new.html", context)
