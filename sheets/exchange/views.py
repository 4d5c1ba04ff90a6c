"""Characters for other programs: what each program needs and what is lost, and the file."""

import uuid

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_http_methods, require_safe

from rules import registry
from rules.exchange import dice_text, targets
from sheets import access, rate_limits, storage
from sheets.access import Request
from sheets.exchange import party as parties
from sheets.exchange.tags import COOKIE

ONE_YEAR = 365 * 24 * 60 * 60


@require_safe
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """Each program with its version, its steps, and what of this character is lost there."""
    character, is_owner = access.get_with_ownership(request, id)
    opened = storage.load(character).opened
    outline = opened.outline
    offers = (
        [(target, target.losses(outline)) for target in targets.targets(outline.scale)]
        if outline
        else []
    )
    games = [
        system
        for system in registry.all_systems().values()
        if outline and is_owner and system is not opened.system and system.takes(outline)
    ]
    text = next(
        (target.write(outline, "") for target, _ in offers if target.is_text and outline), b""
    )
    context = {
        "character": character,
        "games": games,
        "name": opened.document.name,
        "game": opened.system,
        "offers": offers,
        "text": text.decode().strip(),
    }
    return render(request, "exchange/index.html", context)


@require_safe
def file(request: Request, id: uuid.UUID, target: str) -> HttpResponse:
    """The character as a file for one program; 404 for a program that is none."""
    character = access.get_character(request, id)
    outline = storage.load(character).opened.outline
    chosen = targets.target(target, outline) if outline else None
    if outline is None or chosen is None:
        raise Http404
    content = chosen.write(outline, str(character.public_id))
    return _download(content, chosen.file_name(outline), chosen.kind)


@require_safe
def party(request: Request, id: uuid.UUID) -> HttpResponse:
    """The files of all characters of a party, for its GM and co-GMs."""
    membership = access.get_leading_membership(request, id)
    outlines = parties.outlines(membership)
    offers = [
        (
            target,
            [
                (outline.name, losses)
                for _, outline in outlines.outlines
                if (losses := target.losses(outline))
            ],
        )
        for target in outlines.targets
    ]
    opponents = parties.opponents(membership)
    context = {
        "membership": membership,
        "party": outlines,
        "offers": offers,
        "opponents": opponents,
    }
    return render(request, "exchange/party.html", context)


@require_safe
def party_file(request: Request, id: uuid.UUID, target: str) -> HttpResponse:
    """The archive of a party for one program; without characters, back to the page."""
    membership = access.get_leading_membership(request, id)
    rate_limits.count(request, "export")
    return _archive(parties.outlines(membership), id, target, "party")


@require_safe
def opponents_file(request: Request, id: uuid.UUID, target: str) -> HttpResponse:
    """The archive of the opponents in the roster, for a program that knows opponents."""
    membership = access.get_leading_membership(request, id)
    rate_limits.count(request, "export")
    return _archive(parties.opponents(membership), id, target, "opponents")


def _archive(
    outlines: parties.PartyOutlines, party: uuid.UUID, target: str, name: str
) -> HttpResponse:
    if not outlines.outlines:
        return redirect("party_exchange", party)
    chosen = next((known for known in outlines.targets if known.id == target), None)
    if chosen is None:
        raise Http404
    return _download(parties.pack(outlines, chosen), f"{name}-{chosen.id}.zip", "application/zip")


@require_http_methods(["GET", "HEAD", "POST"])
def dice(request: Request) -> HttpResponse:
    """The spellings of dice as text; keeps the chosen one in a cookie."""
    if request.method == "POST":
        response: HttpResponse = redirect("dice_spelling")
        named = request.POST.get("spelling", "")
        if named in dice_text.SPELLINGS:
            response.set_cookie(
                COOKIE,
                named,
                max_age=ONE_YEAR,
                httponly=True,
                samesite="Lax",
                secure=request.is_secure(),
            )
        return response
    spellings = [
        (spelling, dice_text.added(spelling, 4, 2), dice_text.counted(spelling, 6, 7))
        for spelling in dice_text.SPELLINGS.values()
    ]
    chosen = dice_text.spelling(request.COOKIES.get(COOKIE, ""))
    return render(request, "exchange/dice.html", {"spellings": spellings, "chosen": chosen})


def _download(content: bytes, name: str, kind: str) -> HttpResponse:
    disposition = content_disposition_header(as_attachment=True, filename=name)
    headers = {"Content-Disposition": disposition or "attachment"}
    return HttpResponse(content, content_type=kind, headers=headers)
