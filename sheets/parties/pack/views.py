"""The party pack: every sheet of a party in one PDF, made while one looks on."""

import uuid
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from sheets import access, form_data, printing, rate_limits, responses
from sheets.access import Request
from sheets.models import Member
from sheets.parties.pack import pack
from sheets.parties.pack.pack import Pack, Unprintable
from sheets.print_pages import responses as print_responses
from sheets.print_pages.choice import COOKIE, QUESTIONS, Choice, asked
from sheets.rate_limits import TooOften

# For how long one request prints. The sheet that it has begun is finished.
SECONDS = 0.8


@dataclass(frozen=True)
class Order:
    """What is asked for: how it is printed, and what is left out."""

    seat: Member
    choice: Choice
    without: tuple[uuid.UUID, ...]
    pack: Pack

    def query(self, *more: uuid.UUID) -> str:
        """It as the parameters of an address, with more left out."""
        return "&".join(
            [self.choice.query, *(urlencode({"without": id}) for id in (*self.without, *more))]
        )


@require_safe
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """The choices; where the address makes them, the next sheets are printed, and how far it is."""
    order = _order(request, id)
    making, waits, stuck, late = asked(request.GET) and bool(order.pack.leaves), False, None, None
    if making:
        try:
            waits = not _go_on(request, order.pack)
        except Unprintable as fault:
            stuck = fault
        except TooOften as fault:
            late, stuck = fault, Unprintable(str(fault))
    leaves = [(leaf, leaf.is_kept) for leaf in order.pack.leaves]
    context = {
        "seat": order.seat,
        "pack": order.pack,
        "leaves": leaves,
        "done": sum(kept for _, kept in leaves),
        "ready": making and not stuck and order.pack.is_ready,
        "making": making,
        "waits": waits,
        "stuck": stuck,
        "choice": order.choice,
        "answers": order.choice.answers(QUESTIONS),
        "in_short": order.choice.in_short(),
        "query": order.query(),
        "fewer": order.query(stuck.leaf.character.public_id) if stuck and stuck.leaf else "",
    }
    template = f"parties/pack/{'_pack' if request.htmx else 'index'}.html"
    response = render(request, template, context)
    return responses.wait(response, late) if late else response


@require_safe
def pdf(request: Request, id: uuid.UUID) -> HttpResponse:
    """The pack as a PDF; where it is not made (any more), 302 to where it is."""
    order = _order(request, id)
    if not order.pack.is_ready:
        return redirect(f"{reverse('party_pack', args=[id])}?{order.query()}")
    try:
        name = f"{responses.file_name(order.seat.party.name)}.pdf"
        return print_responses.file(request, order.pack.print, name=name)
    except printing.PrintingFailed:
        return redirect(f"{reverse('party_pack', args=[id])}?{order.query()}")


def _go_on(request: Request, pack: Pack) -> bool:
    """Prints what is next, which is counted; False where another pack has its turn: to wait for it
    costs nothing.
    """
    if pack.is_ready:
        return pack.go_on(seconds=SECONDS)
    rate_limits.check(request, "print")
    went_on = pack.go_on(seconds=SECONDS)
    if went_on:
        rate_limits.count(request, "print")
    return went_on


def _order(request: Request, id: uuid.UUID) -> Order:
    """What is asked for; 404 comes before any fault of the choice."""
    seat = access.get_leading_seat(request, id)
    if asked(request.GET):
        choice = Choice.read(request.GET)
    else:
        choice = Choice.remembered(request.COOKIES.get(COOKIE, ""))
    without = tuple(form_data.ids_of(request.GET, "without"))
    return Order(seat, choice, without, pack.pack(seat, choice, without=without))
