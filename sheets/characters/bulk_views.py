"""Several of a visitor's characters at once: exported, archived, restored, and that undone."""

import tempfile
import uuid
from collections.abc import Callable
from functools import wraps
from typing import IO

from django.contrib import messages
from django.http import FileResponse, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from rules.phrases import counted
from sheets import access, form_data, rate_limits
from sheets.access import Request
from sheets.characters import bulk
from sheets.characters.listing import ListQuery
from sheets.characters.shelf_views import list_page
from sheets.errors import Refused
from sheets.text_export import collection

# So many bytes of a file are kept in memory before it goes to a temporary file.
IN_MEMORY = 4 * 1024 * 1024


View = Callable[[Request], HttpResponseBase]


def _from_list(view: View) -> View:
    """A view for what the list sends. Its address leads back to the list, for who reloads it."""

    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(view)
    def answer(request: Request) -> HttpResponseBase:
        return view(request) if request.method == "POST" else redirect("characters")

    return answer


@_from_list
def archive(request: Request) -> HttpResponse:
    """Archives the selected characters."""
    return _set_archived(request, archived=True)


@_from_list
def restore(request: Request) -> HttpResponse:
    """Restores the selected characters from the archive."""
    return _set_archived(request, archived=False)


@_from_list
def undo(request: Request) -> HttpResponse:
    """Undoes what was archived or restored by the form whose key is `of`."""
    query, nobody = ListQuery.read(request.POST), bulk.Selection(request.visitor.identity, ())
    of, key = form_data.key(request.POST, "of"), form_data.key(request.POST)
    try:
        count = bulk.Undo(nobody, of=of, key=key).run()
    except Refused as refused:
        return _refused(request, query, refused)
    messages.success(request, f"Undone. {counted(count, 'character')} moved back.")
    return redirect(query.address())


@_from_list
def export(request: Request) -> HttpResponseBase:
    """The selected characters in one file, each as its own export."""
    query = ListQuery.read(request.POST)
    several = _selected(request, query)
    try:
        several.checked(list(several.rows().only("pk")))
    except Refused as refused:
        return _refused(request, query, refused, several)
    rate_limits.count(request, "export")
    file: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 (the answer closes it)
    collection.write(several.rows(), file)
    file.seek(0)
    return FileResponse(
        file,
        as_attachment=True,
        filename="hyperspace-characters.zip",
        content_type="application/zip",
    )


def _set_archived(request: Request, *, archived: bool) -> HttpResponse:
    query, key = ListQuery.read(request.POST), form_data.key(request.POST)
    several = _selected(request, query)
    try:
        bulk.SetArchived(several, archived=archived, key=key).run()
    except Refused as refused:
        return _refused(request, query, refused, several)
    return redirect(query.address(done=key) if key else query.address())


def _selected(request: Request, query: ListQuery) -> bulk.Selection:
    """The characters whose boxes are checked, or with `all` every one that the list has."""
    own, has_all = access.own_characters(request), request.POST.get("all") == "1"
    ids = query.matches(own) if has_all else form_data.ids_of(request.POST, "chosen")
    return bulk.Selection(request.visitor.identity, tuple(dict.fromkeys(ids)))


def _refused(
    request: Request, query: ListQuery, refused: Refused, several: bulk.Selection | None = None
) -> HttpResponse:
    """The list with the reason, and with the boxes as they were."""
    chosen: frozenset[uuid.UUID] = frozenset(several.ids if several else ())
    page = request.POST.get("page")
    return list_page(request, query, page=page, chosen=chosen, refused=refused)
