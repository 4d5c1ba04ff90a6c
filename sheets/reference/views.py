"""The rules to look up: contents, search, a chapter a page, a booklet. Open to everybody."""

from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from rules import registry
from sheets import catalog, printing
from sheets.access import Request
from sheets.print_pages import responses
from sheets.print_pages.cache import Print

MOST_FOUND = 60
LONGEST_SEARCH = 100

# A browser may keep a page, if it asks each time whether that is still the one: with the cookies
# its theme changes, and the key of its forms.
kept = cache_control(private=True, no_cache=True)


@require_safe
def rules(request: Request) -> HttpResponse:
    """The games whose rules are here; straight on where there is but one."""
    systems = registry.all_systems()
    if len(systems) == 1:
        return redirect("reference", *systems)
    return render(request, "reference/games.html")


@require_safe
@kept
@condition(etag_func=catalog.etag)
def contents(request: Request, system: str) -> HttpResponse:
    """The chapters of a game; with `q`, what was found."""
    game = catalog.system(system)
    q = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    found = catalog.index(system).search(q)
    context = {
        "system": game,
        "groups": catalog.groups(system),
        "q": q,
        "found": [(one, catalog.address(system, one)) for one in found[:MOST_FOUND]],
        "found_count": len(found),
        "has_tools": catalog.has_tools(system),
    }
    return render(request, "reference/index.html", context)


@require_safe
@kept
@condition(etag_func=catalog.etag)
def chapter(request: Request, system: str, chapter: str) -> HttpResponse:
    """One chapter, every term of it under its own address."""
    game = catalog.system(system)
    chapters = list(catalog.index(system).chapters.values())
    at = next((place for place, one in enumerate(chapters) if one.id == chapter), None)
    if at is None:
        raise Http404
    context = {
        "system": game,
        "groups": catalog.groups(system),
        "chapter": chapters[at],
        "previous": chapters[at - 1] if at else None,
        "next": chapters[at + 1] if at + 1 < len(chapters) else None,
    }
    return render(request, "reference/chapter.html", context)


@require_safe
def booklet(request: Request, system: str) -> HttpResponse:
    """The whole reference on paper, for everybody the same."""
    game = catalog.system(system)
    paper = request.GET.get("paper", printing.PAPERS[0])
    if paper not in printing.PAPERS:
        raise BadRequest(f"The paper is one of {', '.join(printing.PAPERS)}.")
    key = printing.booklet_key(system, paper=paper)
    ordered = Print(key, lambda: printing.booklet_pdf(system, paper=paper))
    name = f"{system}-rules-{paper}.pdf"
    try:
        return responses.file(request, ordered, name=name, control=responses.PUBLIC)
    except printing.PrintingFailed as failed:
        context = {"system": game, "message": str(failed)}
        return render(request, "reference/print_failed.html", context, status=503)
