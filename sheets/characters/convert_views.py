"""A character in another game: what is carried over, changed and lost, and the new character."""

import uuid

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from sheets import access, form_data, rate_limits, storage
from sheets.access import Request
from sheets.characters import conversion, operations
from sheets.errors import Refused
from sheets.writes import Mine

CREATED = "Created. The private notes list what was carried over, changed, and lost."


@require_http_methods(["GET", "HEAD", "POST"])
def convert(request: Request, id: uuid.UUID) -> HttpResponse:
    """Shows the report for one game; makes the new character. The old one stays as it is."""
    character = access.get_own_character(request, id)
    opened = storage.load(character).opened
    games = conversion.games(opened.outline, but=opened.system.slug)
    named = request.POST.get("to") or request.GET.get("to", "")
    game = next((game for game in games if game.slug == named), games[0] if games else None)
    made = conversion.convert(opened, game) if game else None
    error, status = "", 200
    if request.method == "POST":
        if made is None:
            raise Http404
        rate_limits.count(request, "new")
        key = form_data.key(request.POST)
        owner = request.visitor.become_owner(form_key=key)
        try:
            arrival = operations.arrival(made.bundle)
            new = operations.TakeIn(Mine(owner), arrival=arrival, key=key).run()
        except Refused as refused:
            error, status = str(refused), refused.status
        else:
            messages.success(request, CREATED)
            return redirect("character", new)
    context = {
        "character": character,
        "name": opened.document.name,
        "game": opened.system,
        "games": games,
        "made": made,
        "error": error,
        "key": form_data.new_key,
    }
    return render(request, "characters/convert.html", context, status=status)
