"""The pages of the guides."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sheets.access import Request
from sheets.help.guides import guides
from sheets.page_cache.declaration import cached_page

LONGEST_SEARCH = 60


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
    return render(request, "help/guide.html", {"guide": chosen})
