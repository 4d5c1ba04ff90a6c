"""The player's page of reviews, and the comments of a character."""

import uuid

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
from sheets.reviews.forms import CommentForm, SubmitForm

PER_PAGE = 50


@require_http_methods(["GET", "HEAD", "POST"])
def comments_index(request: Request, id: uuid.UUID) -> HttpResponse:
    """The comments, oldest first, a page at a time. POST adds one, or deletes one (`delete`)."""
    character = access.get_reviewed_character(request, id)
    reader = request.visitor.become_owner()
    if request.method != "POST":
        return _comments_page(request, character, reader)
    character_access, key = access.playing_access(request, id), form_data.key(request.POST)
    if deleted := form_data.number(request.POST.get("delete", "")):
        comments.Delete(character_access, comment=deleted, reader=reader, key=key).run()
        return redirect("character_comments", id)
    form, name = CommentForm(request.POST), request.user.get_username()
    if not form.is_valid():
        return _comments_page(request, character, reader, form)
    try:
        comment = comments.Add(
            character_access, author=reader, name=name, **form.cleaned_data, key=key
        ).run()
    except Refused as refused:
        form.refuse(refused)
        return _comments_page(request, refused.character, reader, form)
    return redirect(f"{reverse('character_comments', args=[id])}#comment-{comment}")


def _comments_page(
    request: Request,
    character: Character,
    reader: Owner,
    sent: CommentForm | None = None,
) -> HttpResponse:
    form = sent or CommentForm()
    paginator = Paginator(comments.visible_comments(character, reader), PER_PAGE)
    page: Page[Comment] = paginator.get_page(request.GET.get("page", paginator.num_pages))
    context: dict[str, object] = {
        "character": character,
        "mine": character.owner_id == reader.pk,
        "page": page,
        "comments": comments.comment_views(character, list(page.object_list), reader),
        "open": character.party_id is not None and not character.is_archived,
        "form": form,
        "key": form_data.new_key,
    }
    return render(request, "reviews/comments/index.html", context, status=form.status)


# How many earlier reviews are listed.
MOST_EARLIER = 20


@require_http_methods(["GET", "HEAD", "POST"])
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """The state of the review, and why the character was returned. POST submits it, or withdraws it
    (`withdraw`). GMs are redirected to their own page.
    """
    character, is_owner = access.get_with_ownership(request, id)
    if not is_owner:
        party = access.get_reviewed_character(request, id).party
        return redirect("party_review", party.public_id if party else id, id)
    if request.method != "POST":
        return _page(request, character)
    character_access, key = access.character_access(request, id), form_data.key(request.POST)
    if "withdraw" in request.POST:
        review_operations.Withdraw(character_access, key=key).run()
        messages.success(request, "Withdrawn. It is no longer up for review.")
        return redirect("character_review", id)
    form = SubmitForm(request.POST)
    if not form.is_valid():
        return _page(request, character, form)
    review_operations.Submit(character_access, **form.cleaned_data, key=key).run()
    messages.success(request, "Submitted. Your GM can review it now.")
    return redirect("character_review", id)


def _page(request: Request, character: Character, sent: SubmitForm | None = None) -> HttpResponse:
    opened = storage.load(character).opened
    review_state = status.review_status(character, opened.document)
    waiting_note = review_state.latest.note if review_state.waits and review_state.latest else ""
    form = sent or SubmitForm(initial={"note": waiting_note})
    problems, accepted = character_problems.problems_of(opened)
    context: dict[str, object] = {
        "character": character,
        "standing": review_state,
        "reasons": reasons.field_reasons(opened, review_state.asked_for)
        if review_state.asked_for
        else [],
        "earlier": status.decided_reviews(character, most=MOST_EARLIER),
        "problems": problems,
        "accepted": accepted,
        "open": character.party_id is not None and not character.is_archived,
        "form": form,
        "key": form_data.new_key,
    }
    return render(request, "reviews/player.html", context, status=form.status)
