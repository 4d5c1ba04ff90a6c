"""What a player and the game masters say to each other about a character."""

import uuid
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from sheets import access, comments, forms
from sheets.access import Request
from sheets.models import Character, Comment, Owner
from sheets.operations import comments as operations
from sheets.operations.faults import Refused

PER_PAGE = 50


@require_http_methods(["GET", "HEAD", "POST"])
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """What was said, newest last, a page at a time; a form adds to it, or deletes (`delete`)."""
    character = access.get_discussed_character(request, id)
    reader = request.visitor.become_owner()
    if request.method != "POST":
        return _page(request, character, reader)
    claim, key = access.playing_claim(request, id), forms.key(request.POST)
    if deleted := forms.number(request.POST.get("delete", "")):
        operations.delete(claim, comment=deleted, reader=reader, key=key)
        return redirect("character_comments", id)
    text = forms.words(request.POST, "text")
    name = request.user.get_username()
    try:
        made = operations.add(claim, author=reader, name=name, text=text, key=key)
    except Refused as refused:
        return _page(request, refused.character, reader, text=text, errors=refused.errors)
    return redirect(f"{reverse('character_comments', args=[id])}#comment-{made}")


def _page(
    request: Request,
    character: Character,
    reader: Owner,
    *,
    text: str = "",
    errors: dict[str, str] | None = None,
) -> HttpResponse:
    found = Paginator(comments.seen(character, reader), PER_PAGE)
    page: Page[Comment] = found.get_page(request.GET.get("page", found.num_pages))
    context: dict[str, Any] = {
        "character": character,
        "mine": character.owner_id == reader.pk,
        "page": page,
        "comments": comments.told(character, list(page.object_list), reader),
        "open": character.party_id is not None and not character.is_archived,
        "text": text,
        "errors": errors or {},
        "longest": operations.LONGEST,
        "key": forms.new_key,
    }
    return render(request, "comments/index.html", context, status=422 if errors else 200)
