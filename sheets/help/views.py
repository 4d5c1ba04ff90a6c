"""The pages of the guides."""

from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sheets import markdown, printing
from sheets.access import Request
from sheets.help.guides import HEIGHT, WIDTH, Guide, guides
from sheets.page_cache.declaration import cached_page
from sheets.print_pages import responses
from sheets.print_pages.cache import CachedPrint
from sheets.printing.guide import GuideSection, PrintedGuide

LONGEST_SEARCH = 60
FOLDED = "folded"


@cached_page
@require_safe
def index(request: Request) -> HttpResponse:
    """Both guides with their sections; those that match, where something is searched."""
    query = " ".join(request.GET.get("q", "").split())[:LONGEST_SEARCH]
    matches = [(guide, guide.matching(query)) for guide in guides().values()]
    count = sum(len(sections) for _, sections in matches)
    return render(request, "help/index.html", {"matches": matches, "query": query, "count": count})


@cached_page
@require_safe
def guide(request: Request, name: str) -> HttpResponse:
    """One guide; 404 for a name that is none."""
    if (chosen := guides().get(name)) is None:
        raise Http404
    size = {"width": WIDTH, "height": HEIGHT}
    return render(request, "help/guide.html", {"guide": chosen, **size})


@require_safe
def pdf(request: Request, name: str) -> HttpResponse:
    """One guide as a booklet, the same for everyone, page by page or to be folded; 404 for a name
    that is none.
    """
    if (chosen := guides().get(name)) is None:
        raise Http404
    paper = request.GET.get("paper", printing.PAPERS[0])
    if paper not in printing.PAPERS:
        raise BadRequest(f"Choose a paper size: {', '.join(printing.PAPERS)}.")
    content = printed_guide(chosen)
    key = printing.guide_key(content, paper=paper)
    pages = print = CachedPrint(key, lambda: printing.guide_pdf(content, paper=paper))
    file = f"hyperspace-{name}.pdf"
    if request.GET.get("as") == FOLDED:
        print = CachedPrint(f"{key}-folded", lambda: printing.folded(pages.pdf()))
        file = f"hyperspace-{name}-to-fold.pdf"
    try:
        return responses.file(request, print, name=file, control=responses.PUBLIC)
    except printing.PrintingFailed as failed:
        context = {"guide": chosen}
        return responses.not_printed(request, "help/print_failed.html", context, failed)


def printed_guide(chosen: Guide) -> PrintedGuide:
    """A guide as it is printed."""
    sections = (
        GuideSection(
            heading=section.heading,
            html=markdown.safe_html(section.text) + "",  # a plain text again
            pictures=tuple((picture.alt, picture.read()) for picture in section.pictures),
        )
        for section in chosen.sections
    )
    return PrintedGuide(chosen.title, tuple(sections))
