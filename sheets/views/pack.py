"""The party pack: every sheet of a party in one PDF, made while one looks on."""

import uuid
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from sheets import access, forms, printing
from sheets.access import Request
from sheets.models import Member
from sheets.paper import pack
from sheets.paper.choice import COOKIE, QUESTIONS, Choice, asked
from sheets.paper.pack import Pack, Stuck
from sheets.views import downloads, printed

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
    making, waits, stuck = asked(request.GET) and bool(order.pack.leaves), False, None
    if making:
        try:
            waits = not order.pack.go_on(seconds=SECONDS)
        except Stuck as fault:
            stuck = fault
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
    return render(request, f"parties/{'_pack' if request.htmx else 'pack'}.html", context)


@require_safe
def pdf(request: Request, id: uuid.UUID) -> HttpResponse:
    """The pack as a PDF; where it is not made (any more), 302 to where it is."""
    order = _order(request, id)
    if not order.pack.is_ready:
        return redirect(f"{reverse('party_pack', args=[id])}?{order.query()}")
    try:
        name = f"{downloads.file_name(order.seat.party.name)}.pdf"
        return printed.file(request, order.pack.print, name=name)
    except printing.PrintingFailed:
        return redirect(f"{reverse('party_pack', args=[id])}?{order.query()}")


def _order(request: Request, id: uuid.UUID) -> Order:
    """What is asked for; 404 comes before any fault of the choice."""
    seat = access.get_leading_seat(request, id)
    if asked(request.GET):
        choice = Choice.read(request.GET)
    else:
        choice = Choice.remembered(request.COOKIES.get(COOKIE, ""))
    without = tuple(forms.ids_of(request.GET, "without"))
    return Order(seat, choice, without, pack.pack(seat, choice, without=without))
