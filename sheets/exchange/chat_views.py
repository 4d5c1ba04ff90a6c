"""The page on which players connect their own Discord channel with their characters' rolls."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from sheets import form_data
from sheets.access import Request
from sheets.chat import operations
from sheets.chat.forms import ChatForm
from sheets.errors import Refused
from sheets.writes import Mine


@require_http_methods(["GET", "HEAD", "POST"])
def own(request: Request) -> HttpResponse:
    """The page to post rolls to one's own chat; POST saves an address, 422 for a wrong one."""
    form = ChatForm.of(request)
    key = form_data.key(request.POST)
    if form.is_valid():
        try:
            owner, address = (
                request.visitor.become_owner(form_key=key),
                form.cleaned_data["address"],
            )
            operations.SetOwn(Mine(owner), address=address, key=key).run()
        except Refused as refused:
            form.refuse(refused)
        else:
            messages.success(request, "Saved. A first message is on its way to the channel.")
            return redirect("own_chat")
    context = {"owner": request.visitor.owner, "form": form, "key": form_data.new_key}
    return render(request, "exchange/chat.html", context, status=form.status)


@require_POST
def remove(request: Request) -> HttpResponse:
    """Stops posting."""
    if owner := request.visitor.owner:
        operations.RemoveOwn(Mine(owner), key=form_data.key(request.POST)).run()
    messages.success(request, "Rolls are not posted any more. The address is deleted here.")
    return redirect("own_chat")
