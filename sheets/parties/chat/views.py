"""The page on which a game master connects a party with a Discord channel."""

import uuid

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from sheets import access, form_data
from sheets.access import Request
from sheets.chat.forms import ChatForm
from sheets.errors import Refused
from sheets.parties.chat import operations


@require_http_methods(["GET", "HEAD", "POST"])
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """The page to post a party's rolls to its chat; POST saves an address, 422 for a wrong one."""
    membership = access.get_gm_membership(request, id)
    form = ChatForm.of(request)
    if form.is_valid():
        address, key = form.cleaned_data["address"], form_data.key(request.POST)
        try:
            operations.SetChat(access.gm_access(request, id), address=address, key=key).run()
        except Refused as refused:
            form.refuse(refused)
        else:
            messages.success(request, "Saved. A first message is on its way to the channel.")
            return redirect("party_chat", id)
    context = {"membership": membership, "form": form, "key": form_data.new_key}
    return render(request, "parties/chat/index.html", context, status=form.status)


@require_POST
def remove(request: Request, id: uuid.UUID) -> HttpResponse:
    """Stops posting."""
    member_access, key = access.gm_access(request, id), form_data.key(request.POST)
    operations.RemoveChat(member_access, key=key).run()
    messages.success(request, "Rolls are not posted any more. The address is deleted here.")
    return redirect("party_chat", id)
