"""What a player and the game masters say to each other about a character."""

import uuid
from typing import Any

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from sheets import access, form_data, storage
from sheets import problems as character_problems
from sheets.access import Request
from sheets.errors import Refused
from sheets.models import Character, Comment, Owner
from sheets.reviews import comments, reasons, status
from sheets.reviews import operations as review_operations

PER_PAGE = 50


@require_http_methods(["GET", "HEAD", "POST"])
def comments_index(request: Request, id: uuid.UUID) -> HttpResponse:
    """What was said, newest last, a page at a time; a form adds to it, or deletes (`delete`)."""
    character = access.get_discussed_character(request, id)
    reader = request.visitor.become_owner()
    if request.method != "POST":
        return _comments_page(request, character, reader)
    claim, key = access.playing_access(request, id), form_data.key(request.POST)
    if deleted := form_data.number(request.POST.get("delete", "")):
        comments.delete(claim, comment=deleted, reader=reader, key=key)
        return redirect("character_comments", id)
    text = form_data.words(request.POST, "text")
    name = request.user.get_username()
    try:
        made = comments.add(claim, author=reader, name=name, text=text, key=key)
    except Refused as refused:
        return _comments_page(request, refused.character, reader, text=text, errors=refused.errors)
    return redirect(f"{reverse('character_comments', args=[id])}#comment-{made}")


def _comments_page(
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
        "longest": comments.LONGEST,
        "key": form_data.new_key,
    }
    return render(request, "reviews/comments/index.html", context, status=422 if errors else 200)


# So many earlier reviews are told.
EARLIER = 20


@require_http_methods(["GET", "HEAD", "POST"])
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """How far it is, and why it was returned; submits it, or takes it back (`withdraw`). Whoever
    leads its party is led to where they decide.
    """
    character, mine = access.look_at(request, id)
    if not mine:
        party = access.get_discussed_character(request, id).party
        return redirect("party_review", party.public_id if party else id, id)
    if request.method != "POST":
        return _page(request, character)
    claim, key = access.character_access(request, id), form_data.key(request.POST)
    if "withdraw" in request.POST:
        review_operations.withdraw(claim, key=key)
        messages.success(request, "Taken back. Nobody reviews it now.")
        return redirect("character_review", id)
    note = form_data.words(request.POST, "note")
    try:
        review_operations.submit(claim, note=note, key=key)
    except Refused as refused:
        return _page(request, character, note=note, errors=refused.errors)
    messages.success(request, "Submitted. Your GM sees that it waits.")
    return redirect("character_review", id)


def _page(
    request: Request,
    character: Character,
    *,
    note: str = "",
    errors: dict[str, str] | None = None,
) -> HttpResponse:
    system, document = storage.read(character)
    now = status.of(character, document)
    problems, accepted = character_problems.problems(system, document)
    context: dict[str, Any] = {
        "character": character,
        "standing": now,
        "reasons": reasons.told(system, document, now.asked_for) if now.asked_for else [],
        "earlier": status.earlier(character, most=EARLIER),
        "problems": problems,
        "accepted": accepted,
        "open": character.party_id is not None and not character.is_archived,
        "note": note,
        "errors": errors or {},
        "longest": review_operations.LONGEST,
        "key": form_data.new_key,
    }
    return render(request, "reviews/player.html", context, status=422 if errors else 200)
