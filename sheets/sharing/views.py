"""The page on which an owner shares a character: its links, a new one, and revoking."""

import uuid

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from sheets import access, form_data, quotas, site
from sheets.access import Request
from sheets.errors import Refused
from sheets.models import Character
from sheets.sharing import links
from sheets.sharing.forms import LinkForm


@require_http_methods(["GET", "HEAD", "POST"])
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """The active links, and the form for a new one; `revoke` in a form revokes a link."""
    if request.method != "POST":
        return _page(request, access.get_own_character(request, id))
    quota_access, key = quotas.quota_access(request, id), form_data.key(request.POST)
    if revoked := form_data.number(request.POST.get("revoke", "")):
        links.RevokeLink(access.character_access(request, id), link=revoked, key=key).run()
        messages.success(request, "Link revoked. It no longer works.")
        return redirect("character_share", id)
    form = LinkForm(request.POST)
    if not form.is_valid():
        return _page(request, access.get_own_character(request, id), form)
    try:
        link = links.CreateLink(quota_access, **form.cleaned_data, key=key).run()
    except Refused as refused:
        form.refuse(refused)
        return _page(request, refused.character, form)
    messages.success(request, "Link created. Anyone who has it can see the character.")
    return redirect(f"{request.path}#link-{link}")


def _page(request: Request, character: Character, sent: LinkForm | None = None) -> HttpResponse:
    form = sent or LinkForm()
    context: dict[str, object] = {
        "character": character,
        "links": links.active_links(request, character),
        "here_only": site.is_here_only(request),
        "form": form,
        "key": form_data.new_key,
    }
    return render(request, "sharing/index.html", context, status=form.status)
