"""New characters: from nothing, from chance, from a ready-made one."""

import uuid
from collections.abc import Sequence
from itertools import compress

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from rules import registry
from rules.creation import Idea
from rules.search import Entry, matches
from sheets import access, demo, form_data, rate_limits
from sheets.access import Request
from sheets.creation import operations
from sheets.errors import Refused
from sheets.models import Member
from sheets.writes import Mine

# So many ideas are named in the field that searches them.
EXAMPLES = 2


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: Request) -> HttpResponse:
    """Offers the ways to begin; begins in one of them."""
    errors: dict[str, str] = {}
    status = 200
    membership = _seat(request)
    if request.method == "POST":
        rate_limits.count(request, "new")
        key = form_data.key(request.POST)
        beginning = operations.Beginning(
            system=request.POST.get("system", ""),
            ready_made=request.POST.get("start", ""),
            idea=request.POST.get("idea", ""),
            surprise=bool(request.POST.get("surprise")),
        )
        try:
            document = beginning.document()
        except Refused as refused:
            errors, status = refused.errors, refused.status
        else:
            owner = request.visitor.become_owner(form_key=key)
            member_access = (
                access.member_access(request, membership.party.public_id) if membership else None
            )
            try:
                public_id = operations.Start(
                    Mine(owner),
                    document=document,
                    beginning=beginning,
                    membership=member_access,
                    key=key,
                ).run()
            except Refused as refused:
                errors, status = refused.errors, refused.status
            else:
                first = "character_meet" if beginning.is_whole else "character_build"
                return redirect(first, public_id)
    slug = membership.party.system if membership else _game(request)
    game, words = registry.get(slug), request.GET.get("q", "").strip()
    ideas = game.ideas.list()
    context = {
        "game": game,
        "games": [] if membership else list(registry.all_systems().values()),
        "ideas": _matching(ideas, words),
        "idea_names": [idea.name for idea in ideas[:EXAMPLES]],
        "words": words,
        "pregen_groups": demo.group_by_game(demo.visible_pregens(), slug),
        "party": membership.party if membership else None,
        "errors": errors,
        "key": form_data.new_key,
    }
    return render(request, "characters/new.html", context, status=status)


def _game(request: Request) -> str:
    """The game that was chosen; the first where none was, or one that doesn't exist here."""
    games = registry.all_systems()
    slug = request.POST.get("system") or request.GET.get("game", "")
    return slug if slug in games else next(iter(games))


def _matching(ideas: Sequence[Idea], words: str) -> list[Idea]:
    """The ideas that the words find."""
    hits = matches(words, [Entry(idea.name, f"{idea.about} {idea.keywords}") for idea in ideas])
    return list(compress(ideas, hits))


def _seat(request: Request) -> Member | None:
    """The membership in the party that the character is made for; 404 if that is not theirs."""
    named = request.POST.get("party") or request.GET.get("party")
    if not named:
        return None
    try:
        return access.get_membership(request, uuid.UUID(named))
    except ValueError:
        raise Http404 from None
