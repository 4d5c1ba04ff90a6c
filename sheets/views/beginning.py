"""New characters: from nothing, from chance, from a ready-made one, from a document."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from rules import registry
from rules.problems import Unreadable
from sheets import forms, ready_made
from sheets.access import Request
from sheets.operations import creation, transfer
from sheets.operations.faults import Refused


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: Request) -> HttpResponse:
    """Offers the ways to begin; begins in one of them."""
    errors: dict[str, str] = {}
    if request.method == "POST":
        key = forms.key(request.POST)
        beginning = creation.Beginning(
            system=request.POST.get("system", ""),
            ready_made=request.POST.get("start", ""),
            surprise=bool(request.POST.get("surprise")),
        )
        try:
            document = beginning.document()
        except Refused as refused:
            errors = refused.errors
        else:
            owner = request.visitor.become_owner(form_key=key)
            made = creation.start(owner, document, beginning=beginning, key=key)
            return redirect("character_build", made)
    context = {
        "ready_made": ready_made.on_show(),
        "errors": errors,
        "key": forms.new_key,
    }
    return render(request, "characters/new.html", context, status=422 if errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def take_in(request: Request) -> HttpResponse:
    """Asks for a document, as a file or pasted; keeps it, or says where it cannot be read."""
    error = ""
    if request.method == "POST":
        key = forms.key(request.POST)
        try:
            document = registry.read(forms.document_text(request.POST, request.FILES))
            owner = request.visitor.become_owner(form_key=key)
            return redirect("character", transfer.take_in(owner, document, key=key))
        except (Unreadable, Refused) as fault:
            error = str(fault)
    context = {
        "error": error,
        "pasted": request.POST.get("pasted", ""),
        "key": forms.new_key,
    }
    return render(request, "characters/import.html", context, status=422 if error else 200)
