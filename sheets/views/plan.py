"""The plan: what a player wishes for, in an order, and buying it when the points are there."""

import uuid

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST

from sheets import access, forms
from sheets.access import Request
from sheets.operations import plan
from sheets.operations.faults import Outdated, Refused
from sheets.rooms import PLAN, ROOMS, Room
from sheets.views import advancement, room_page


@require_http_methods(["GET", "HEAD", "POST"])
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """The wishes with what they cost; buys them in their order as far as the points reach."""
    if request.method == "POST":
        return _buy(request, id)
    character = access.get_own_character(request, id)
    made = room_page.just_made(request.GET, character)
    return advancement.enter_room(request, character, PLAN) or advancement.shown(
        request, character, PLAN, made=made
    )


@require_POST
def wish(request: Request, id: uuid.UUID) -> HttpResponse:
    """One more wish, or one moved or taken off; then the room that it was asked from."""
    claim, key, posted = access.claim(request, id), forms.key(request.POST), request.POST
    room = _asked_from(posted.get("room", ""))
    try:
        if off := posted.get("unpin"):
            plan.unpin(claim, wish=off)
        elif moved := posted.get("move"):
            wish, _, way = moved.partition(" ")
            plan.move(claim, wish=wish, way=way, key=key)
        else:
            plan.pin(claim, members=forms.entry_members(posted), key=key)
    except Refused as fault:
        attempt = room_page.Attempt.read(fault, posted)
        return advancement.shown(request, fault.character, room, attempt=attempt)
    return advancement.done(request, id, room, ()) if request.htmx else redirect(room.address, id)


def _buy(request: Request, id: uuid.UUID) -> HttpResponse:
    try:
        made = plan.buy_plan(
            access.claim(request, id),
            version=forms.version(request.POST),
            key=forms.key(request.POST),
        )
    except (Outdated, Refused) as fault:
        attempt = room_page.Attempt.read(fault, request.POST)
        return advancement.shown(request, fault.character, PLAN, attempt=attempt)
    return advancement.done(request, id, PLAN, made.positions)


def _asked_from(address: str) -> Room:
    return next((room for room in ROOMS if room.address == address), PLAN)
