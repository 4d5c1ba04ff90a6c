"""A visitor's own characters: all of them, and what is done with a whole one."""

import uuid
from collections.abc import Collection

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules import registry
from sheets import access, form_data, quotas, rate_limits, restrictions
from sheets.access import Request
from sheets.characters import bulk, cards, listing, operations
from sheets.characters.listing import SORTS, Listing, ListQuery
from sheets.errors import Refused
from sheets.housekeeping import DELETED
from sheets.models import Character
from sheets.page_cache.declaration import cached_page

# From so many characters on there is a search.
SEARCHED_FROM = 4


@cached_page
@require_safe
def characters(request: Request) -> HttpResponse:
    """One's characters, or the archive: searched, filtered and sorted by the address."""
    return list_page(request, ListQuery.read(request.GET), page=request.GET.get("page"))


def list_page(
    request: Request,
    query: ListQuery,
    *,
    page: str | None = None,
    chosen: Collection[uuid.UUID] = (),
    refused: Refused | None = None,
) -> HttpResponse:
    """The page of a query, with the boxes of those checked that are `chosen`, and with why
    something was refused. Four queries, however many characters there are; two more for what was
    just done.
    """
    own = access.own_characters(request)
    stock = listing.stock(own, archived=bool(query.archived))
    characters = Listing(query, own, page)
    card = cards.closed_card if restrictions.is_frozen(request) else cards.shelf_card
    done = form_data.key(request.GET, "done")
    gone = form_data.id_of(request.GET, "deleted")
    context = {
        "stock": stock,
        "query": query,
        "cards": [card(character) for character in characters.characters],
        "page": characters.page,
        "addresses": characters.addresses,
        "finds": stock.listed >= SEARCHED_FROM or query.is_narrow or query.sort,
        "sorts": SORTS.items(),
        "game_choices": stock.game_choices(query),
        "party_choices": stock.party_choices(query),
        "chosen": chosen,
        "error": str(refused) if refused else "",
        "done": bulk.recent(request.visitor.owner, done) if done else None,
        "gone": own_deleted(request, gone) if gone else None,
        "key": form_data.new_key,
        "owner_is_visitor": not request.user.is_authenticated,
    }
    status = refused.status if refused else 200
    return render(request, "characters/index.html", context, status=status)


def own_deleted(request: Request, id: uuid.UUID) -> Character | None:
    """A character that was deleted just now; None for others'."""
    rows = access.deleted_characters(request.visitor.identity)
    return rows.only("public_id", "name").filter(public_id=id).first()


@require_POST
def duplicate(request: Request, id: uuid.UUID) -> HttpResponse:
    """Makes another like it and opens that."""
    rate_limits.count(request, "new")
    quota_access, key = quotas.quota_access(request, id), form_data.key(request.POST)
    copy = operations.Duplicate(quota_access, key=key).run()
    return redirect("character", copy)


@require_POST
def archive(request: Request, id: uuid.UUID) -> HttpResponse:
    """Puts it away. The list then offers to undo that."""
    key = form_data.key(request.POST)
    operations.Archive(access.character_access(request, id), key=key).run()
    return redirect(ListQuery().address(done=key) if key else ListQuery().address())


@require_POST
def restore(request: Request, id: uuid.UUID) -> HttpResponse:
    """Brings it back."""
    operations.Restore(access.character_access(request, id)).run()
    return redirect("character", id)


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: Request, id: uuid.UUID) -> HttpResponse:
    """Asks, and then deletes. The list then offers to undo that."""
    if request.method == "POST":
        key, character_access = form_data.key(request.POST), access.character_access(request, id)
        deletion = operations.Delete(character_access, key=key)
        if not operations.done_before(request.visitor.owner, deletion):
            deletion.run()
        return redirect(ListQuery().address(deleted=str(id)))
    context = {"character": access.get_own_character(request, id), "key": form_data.new_key}
    return render(request, "characters/delete.html", context)


@require_safe
def deleted(request: Request) -> HttpResponse:
    """The page of deleted characters that can still be restored."""
    return _deleted_page(request)


@require_POST
def undelete(request: Request, id: uuid.UUID) -> HttpResponse:
    """Restores a deleted character. One that is there already is opened."""
    deleted_access = operations.DeletedAccess(request.visitor.identity, id)
    try:
        operations.Undelete(deleted_access, key=form_data.key(request.POST)).run()
    except Refused as refused:
        return _deleted_page(request, refused)
    except Http404:
        access.get_own_character(request, id)
    else:
        messages.success(request, "It is back, with everything but its links and its party.")
    return redirect("character", id)


@require_POST
def erase(request: Request, id: uuid.UUID) -> HttpResponse:
    """Deletes a deleted character for good. One that is not deleted stays as it is."""
    deleted_access = operations.DeletedAccess(request.visitor.identity, id)
    erasure = operations.Erase(deleted_access, key=form_data.key(request.POST))
    try:
        erasure.run()
    except Http404:
        if not operations.done_before(request.visitor.owner, erasure):
            access.get_own_character(request, id)
    return redirect("characters_deleted")


def _deleted_page(request: Request, refused: Refused | None = None) -> HttpResponse:
    rows = access.deleted_characters(request.visitor.identity).only(
        "public_id", "name", "system", "deleted_at"
    )
    context = {
        "rows": [
            (row, registry.name_of(row.system), row.deleted_at + DELETED)
            for row in rows
            if row.deleted_at
        ],
        "error": str(refused) if refused else "",
        "key": form_data.new_key,
    }
    status = refused.status if refused else 200
    return render(request, "characters/deleted.html", context, status=status)
