"""The rules of a game as a PDF, the same for everyone: page by page, or to be folded. It is a batch
for all, so that one process prints it for every machine that shares its prints.
"""

from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from urllib.parse import urlencode

from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from rules.game import Game
from sheets import catalog, printing, rate_limits
from sheets.access import Request
from sheets.batches import operations as batches
from sheets.batches import runner
from sheets.batches.operations import Progress, StepFailed
from sheets.print_pages import responses
from sheets.print_pages.cache import CachedPrint

# A process that prints for longer is dead: it takes about five seconds.
LONGEST = timedelta(minutes=1)
FOLDED = "folded"
NO_CACHE = "No room to store printed booklets right now. Tell the administrator of this site."


@dataclass(frozen=True)
class Booklet:
    """The booklet that an address asks for; `pages` are printed for both kinds."""

    game: Game
    paper: str
    is_folded: bool

    @classmethod
    def read(cls, request: Request, system: str) -> "Booklet":
        """BadRequest for an unknown paper size, 404 for an unknown game."""
        game = catalog.system(system)
        paper = request.GET.get("paper", printing.PAPERS[0])
        if paper not in printing.PAPERS:
            raise BadRequest(f"Choose a paper size: {', '.join(printing.PAPERS)}.")
        return cls(game, paper, request.GET.get("as") == FOLDED)

    @cached_property
    def pages(self) -> CachedPrint:
        """Page by page."""
        slug, paper = self.game.slug, self.paper
        key = printing.booklet_key(slug, paper=paper)
        return CachedPrint(key, lambda: printing.booklet_pdf(slug, paper=paper))

    @property
    def print(self) -> CachedPrint:
        """The print of the booklet, folded if it is to be."""
        if not self.is_folded:
            return self.pages
        return CachedPrint(f"{self.pages.key}-folded", lambda: printing.folded(self.pages.pdf()))

    @property
    def query(self) -> str:
        """The paper and the folding as parameters of an address."""
        return urlencode({"paper": self.paper} | ({"as": FOLDED} if self.is_folded else {}))

    @property
    def name(self) -> str:
        """The name of the file."""
        return f"{self.game.slug}-rules-{self.paper}{'-to-fold' if self.is_folded else ''}.pdf"

    def go_on(self, request: Request) -> None:
        """Prints it, unless another process does; StepFailed where it cannot be printed."""
        rate_limits.check(request, "print")
        place = reverse("reference_booklet_page", args=[self.game.slug])
        batch = batches.begin_for_all(request, f"{place}?{urlencode({'paper': self.paper})}")
        if batches.step(batch, self.step, longest=LONGEST):
            rate_limits.count(request, "print")

    def step(self) -> Progress:
        """Prints the pages; StepFailed."""
        try:
            self.pages.pdf()
        except printing.PrinterBusy:
            return Progress(0, 1, is_done=False)  # it goes on, and the next step finds it
        except printing.PrintingFailed as failed:
            raise StepFailed(str(failed)) from None
        if not self.pages.is_cached:
            raise StepFailed(NO_CACHE)
        return Progress(1, 1, is_done=True)


@require_safe
def pdf(request: Request, system: str) -> HttpResponse:
    """The booklet as a PDF; 302 to its page where it is not printed yet."""
    booklet = Booklet.read(request, system)
    if not booklet.pages.is_cached:
        return redirect(f"{reverse('reference_booklet_page', args=[system])}?{booklet.query}")
    try:
        control = responses.PUBLIC
        return responses.file(request, booklet.print, name=booklet.name, control=control)
    except printing.PrintingFailed as failed:
        context = {"system": booklet.game}
        return responses.not_printed(request, "reference/print_failed.html", context, failed)


@require_safe
def page(request: Request, system: str) -> HttpResponse:
    """The page that waits for the booklet. Its htmx requests print it; without scripts its button
    does, with `more`.
    """
    booklet, why = Booklet.read(request, system), ""
    if not booklet.pages.is_cached and (request.htmx or "more" in request.GET):
        try:
            booklet.go_on(request)
        except StepFailed as failed:
            why = str(failed)
    context = {
        "system": booklet.game,
        "place": f"{request.path}?{booklet.query}",
        "file": f"{reverse('reference_booklet', args=[system])}?{booklet.query}",
        "is_ready": booklet.pages.is_cached,
        "waits": bool(request.htmx),
        "why": why,
    }
    template = "reference/_printing.html" if request.htmx else "reference/printing.html"
    return render(request, template, context)


@runner.does_steps_of("reference_booklet_page", longest=LONGEST)
def step(request: Request, system: str) -> Progress:
    """Prints the booklet where the process that printed it died."""
    return Booklet.read(request, system).step()
