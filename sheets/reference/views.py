"""The rules reference: contents, search, and chapters. Open to everyone."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from rules import registry
from rules.game import Game
from sheets import catalog
from sheets.access import Request
from sheets.page_cache.declaration import cached_page

MAX_RESULTS = 60
MAX_QUERY_LENGTH = 100

# Browsers revalidate a page each time: it changes with the cookies (theme) and with the
# key of its forms.
revalidated = cache_control(private=True, no_cache=True)


@cached_page
@require_safe
def games(request: Request) -> HttpResponse:
    """The games with a reference; a redirect if there is only one."""
    systems = registry.all_systems()
    if len(systems) == 1:
        return redirect("reference", *systems)
    return render(request, "reference/games.html")


@cached_page
@require_safe
@revalidated
@condition(etag_func=catalog.etag)
def contents(request: Request, system: str) -> HttpResponse:
    """The chapters of a game; with `q`, search results."""
    game = catalog.system(system)
    q = request.GET.get("q", "").strip()[:MAX_QUERY_LENGTH]
    hits = catalog.index(system).search(q)
    context = {
        "system": game,
        "groups": catalog.groups(system),
        "q": q,
        "found": [(hit, catalog.address(system, hit)) for hit in hits[:MAX_RESULTS]],
        "found_count": len(hits),
        "has_tools": catalog.has_tools(system),
    }
    return render(request, "reference/index.html", context)


@cached_page
@require_safe
@revalidated
@condition(etag_func=catalog.etag)
def chapter(request: Request, system: str, chapter: str) -> HttpResponse:
    """One chapter; every term in it has its own anchor. `term` asks for one of them alone, to read
    it on another page.
    """
    game = catalog.system(system)
    if id := request.GET.get("term", ""):
        return _term(request, game, chapter, id)
    chapters = list(catalog.index(system).chapters.values())
    at = next((place for place, entry in enumerate(chapters) if entry.id == chapter), None)
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


def _term(request: Request, game: Game, chapter: str, id: str) -> HttpResponse:
    """One term of a chapter, for a page of the site; without scripts, its place in the chapter."""
    hit = catalog.index(game.slug).terms.get(id)
    if hit is None or hit.term is None or hit.chapter.id != chapter:
        raise Http404
    where = catalog.address(game.slug, hit)
    if not request.htmx:
        return redirect(where)
    context = {"system": game, "term": hit.term, "part": hit.part, "where": where}
    return render(request, "reference/_term.html", context)
