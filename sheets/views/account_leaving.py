"""Taking along all that is one's own, and leaving."""

import tempfile
from typing import IO, cast

from allauth.account.internal.flows.logout import logout
from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import FileResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from sheets.access import Request
from sheets.accounts import export
from sheets.accounts.forms import EraseForm
from sheets.models import Character
from sheets.operations import accounts
from sheets.views import faults

IN_MEMORY = 8 * 1024 * 1024


@require_POST
@login_required
def take_along(request: Request) -> HttpResponseBase:
    """All that is the user's, as one file."""
    user = cast(User, request.user)
    if not ratelimit.consume(request, action="export"):
        return faults.too_many(request)
    file: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 (the answer closes it)
    export.write(user, file)
    file.seek(0)
    name = f"hyperspace-{user.get_username()}.zip"
    return FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@sensitive_post_parameters("password")
def erase(request: Request) -> HttpResponseBase:
    """Says what would go, asks for the name and the password, and deletes the account."""
    user = cast(User, request.user)
    form = EraseForm(request.POST if request.method == "POST" else None, request=request)
    in_the_way = accounts.in_the_way(user)
    if form.is_bound and not in_the_way and form.is_valid():
        accounts.erase(user)
        logout(request, show_message=False)
        messages.success(request, "Your account is gone, and all that was in it.")
        return redirect("landing")
    context = {
        "form": form,
        "in_the_way": in_the_way,
        "characters": Character.objects.belonging_to(request.visitor.identity).count(),
    }
    return render(request, "account/erase.html", context, status=422 if form.is_bound else 200)
