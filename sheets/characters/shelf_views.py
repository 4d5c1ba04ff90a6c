"""A visitor's own characters: all of them, and what is done with a whole one."""

import uuid

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sheets import access, form_data, rate_limits, search_text
from sheets.access import Request
from sheets.characters import cards, operations

PER_PAGE = 50


@require_safe
def characters(request: Request) -> HttpResponse:
    """The shelf, or what was put away, as cards; `q` finds by name, concept and kind."""
    archived = request.GET.get("archived") == "1"
    q = request.GET.get("q", "").strip()[:100]
    own = access.own_characters(request)
    results = own.shelf(archived=archived).found_by(search_text.query_words(q)).whole()
    page = Paginator(results, PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "cards": [cards.shelf_card(character) for character in page],
        "page": page,
        "q": q,
        "archived": archived,
        "archived_count": own.shelf(archived=True).count(),
        "key": form_data.new_key,
        "owner_is_visitor": not request.user.is_authenticated,
    }
    return render(request, "characters/index.html", context)


@require_POST
def duplicate(request: Request, id: uuid.UUID) -> HttpResponse:
    """Makes another like it and opens that."""
    rate_limits.count(request, "new")
    copy = operations.duplicate(
        access.character_access(request, id), key=form_data.key(request.POST)
    )
    return redirect("character", copy)


@require_POST
def archive(request: Request, id: uuid.UUID) -> HttpResponse:
    """Puts it away."""
    operations.archive(access.character_access(request, id))
    return redirect("characters")


@require_POST
def restore(request: Request, id: uuid.UUID) -> HttpResponse:
    """Brings it back."""
    operations.restore(access.character_access(request, id))
    return redirect("character", id)


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: Request, id: uuid.UUID) -> HttpResponse:
    """Asks, and then deletes for good."""
    if request.method == "POST":
        key, character_access = form_data.key(request.POST), access.character_access(request, id)
        if not operations.deleted_before(request.visitor.owner, character_access, key=key):
            operations.delete(character_access, key=key)
        return redirect("characters")
    context = {"character": access.get_own_character(request, id), "key": form_data.new_key}
    return render(request, "characters/delete.html", context)
