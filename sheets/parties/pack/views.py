"""The party pack: the sheets of a party in one PDF, a batch."""

import uuid
from dataclasses import dataclass
from functools import partial
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from sheets import access, form_data, printing, responses
from sheets.access import Request
from sheets.batches import operations as batches
from sheets.batches import runner
from sheets.batches.operations import Progress
from sheets.models import Member
from sheets.parties.pack import pack
from sheets.parties.pack.extras import MOST_BLANKS, PackExtras
from sheets.parties.pack.pack import Pack, Unprintable
from sheets.parties.pack.printing import PrintingState, print_more, print_next
from sheets.print_pages import responses as print_responses
from sheets.print_pages import return_codes
from sheets.print_pages.choices import QUESTIONS, PrintChoices, has_choices


@dataclass(frozen=True)
class PackRequest:
    """The pack that an address asks for: its print options, and the characters left out."""

    membership: Member
    choice: PrintChoices
    without: tuple[uuid.UUID, ...]
    more: PackExtras
    pack: Pack

    @property
    def place(self) -> str:
        """The address of the batch."""
        path = reverse("party_pack", args=[self.membership.party.public_id])
        return f"{path}?{self.query()}"

    def query(self, *more: uuid.UUID) -> str:
        """The request as parameters of an address, with more characters left out."""
        return "&".join(
            filter(
                None,
                (
                    self.choice.query,
                    self.more.query,
                    *(urlencode({"without": id}) for id in (*self.without, *more)),
                ),
            )
        )


@require_safe
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """The print options. With options in the address, prints the next sheets and shows the
    progress.
    """
    order = _pack_request(request, id)
    making = has_choices(request.GET) and bool(order.pack.items)
    state = (
        print_more(request, order.place, order.pack)
        if making
        else PrintingState(order.pack, making=False)
    )
    context = state.context | {
        "membership": order.membership,
        "choice": order.choice,
        "answers": order.choice.answers(QUESTIONS),
        "in_short": order.choice.in_short(),
        "query": order.query(),
        "place": reverse("party_pack", args=[id]),
        "file": reverse("party_pack_pdf", args=[id]),
        "batch": order.place,
        "unfinished": [] if making else batches.unfinished(request, request.path),
        "stop": f"{reverse('party_pack', args=[id])}?{order.more.query}",
        "fewer": _fewer(order, state.stuck),
        "more": order.more,
        "most_blanks": MOST_BLANKS,
    }
    template = f"parties/pack/{'_pack' if request.htmx else 'index'}.html"
    response = render(request, template, context)
    return responses.retry_later(response, state.late) if state.late else response


@require_safe
def pdf(request: Request, id: uuid.UUID) -> HttpResponse:
    """The pack as a PDF; 302 to its page where it is not ready."""
    order = _pack_request(request, id)
    if not order.pack.is_ready:
        return redirect(f"{reverse('party_pack', args=[id])}?{order.query()}")
    try:
        name = f"{responses.file_name(order.membership.party.name)}.pdf"
        return print_responses.file(request, order.pack.print, name=name)
    except printing.PrintingFailed:
        return redirect(f"{reverse('party_pack', args=[id])}?{order.query()}")


@runner.does_steps_of("party_pack")
def step(request: Request, id: uuid.UUID) -> Progress:
    """Prints the next sheets while nobody looks."""
    pack = _pack_request(request, id).pack
    print_next(request, pack)
    return pack.progress


def _pack_request(request: Request, id: uuid.UUID) -> PackRequest:
    """The pack that the address asks for. A 404 comes before any error in the options."""
    membership = access.get_leading_membership(request, id)
    choice = PrintChoices.asked(request.GET, request.COOKIES)
    without, more = tuple(form_data.ids_of(request.GET, "without")), PackExtras.read(request.GET)
    codes = partial(return_codes.return_codes, request)
    content = pack.party_pack(membership, choice, without=without, more=more, codes=codes)
    return PackRequest(membership, choice, without, more, content)


def _fewer(order: PackRequest, stuck: Unprintable | None) -> str:
    """The pack without the sheet that cannot be printed, as parameters of an address; "" where that
    is no character's.
    """
    character = stuck.item.character if stuck and stuck.item else None
    return order.query(character.public_id) if character else ""
