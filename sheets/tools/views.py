"""The game master's tools: all of them on one page, and one of them before and after it is used."""

import uuid

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from rules.problems import InvalidDocument
from sheets import access, catalog, form_data
from sheets.access import Request
from sheets.tools import toolbox
from sheets.tools.toolbox import Toolbox


@require_safe
def game_tools(request: Request, system: str) -> HttpResponse:
    """The tools of a game, for everybody; 404 if it has none."""
    return _index(request, toolbox.of_game(catalog.system(system)))


@require_http_methods(["GET", "HEAD", "POST"])
def game_tool(request: Request, system: str, action: str) -> HttpResponse:
    """One of them; used by POST."""
    return _tool(request, toolbox.of_game(catalog.system(system)), action)


@require_safe
def party_tools(request: Request, id: uuid.UUID) -> HttpResponse:
    """The tools of a party's game with its house rules, for those who lead it."""
    return _index(request, toolbox.of_party(access.get_leading_membership(request, id)))


@require_http_methods(["GET", "HEAD", "POST"])
def party_tool(request: Request, id: uuid.UUID, action: str) -> HttpResponse:
    """One of them; used by POST."""
    return _tool(request, toolbox.of_party(access.get_leading_membership(request, id)), action)


def _index(request: Request, tools: Toolbox) -> HttpResponse:
    if not tools.groups:
        raise Http404
    groups = [
        (group, [(action, _address(tools, action.id)) for action in group.actions])
        for group in tools.groups
    ]
    return render(request, "tools/index.html", {**_shown(tools), "groups": groups})


def _tool(request: Request, tools: Toolbox, action: str) -> HttpResponse:
    """The roll form, with what came of it; 422 if something in it is wrong. Without scripts
    `ask` only works the chance out.
    """
    tools.check(action)
    try:
        if request.method == "POST" and "ask" not in request.POST:
            form = tools.use(action, form_data.roll_form_values(request.POST))
        else:
            sent = request.POST if request.method == "POST" else request.GET
            form = tools.form(action, form_data.roll_form_values(sent))
    except InvalidDocument:
        raise Http404 from None
    context = {
        **_shown(tools),
        "asked": form,
        "panel": form.panel,
        "typed": form.typed or None,
        "errors": form.errors,
        "outcome": form.outcome,
        "here": _address(tools, action),
    }
    template = "tools/_tool.html" if request.htmx else "tools/tool.html"
    return render(request, template, context, status=form.status)


def _shown(tools: Toolbox) -> dict[str, object]:
    membership = tools.membership
    index = (
        reverse("party_tools", args=[membership.party.public_id])
        if membership
        else reverse("game_tools", args=[tools.opened.system.slug])
    )
    return {"system": tools.opened.system, "membership": membership, "index": index}


def _address(tools: Toolbox, action: str) -> str:
    if tools.membership:
        return reverse("party_tool", args=[tools.membership.party.public_id, action])
    return reverse("game_tool", args=[tools.opened.system.slug, action])
