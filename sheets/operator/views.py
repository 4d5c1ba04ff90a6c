"""The operator's page: how the site is, and what is done about it, for its staff alone."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from sheets import access
from sheets.access import Request
from sheets.guard import deaths, freezes
from sheets.operator import load, page


@require_safe
@never_cache
def site_status(request: Request) -> HttpResponse:
    """Versions, sizes, queue, kept prints, the last backup, and the disk; who is expensive, what is
    frozen, and what ended a worker.
    """
    access.require_staff(request)
    now = timezone.now()
    sections = page.sections(now=now, waiting=request.META.get("hyperspace.waiting"))
    requests = load.load(now)
    problems = [row.problem for section in sections for row in section.rows if row.problem]
    context = {
        "sections": sections,
        "load": requests,
        "problems": [*requests.problems, *problems],
    }
    return render(request, "operator/status.html", context)


@require_POST
def freeze(request: Request) -> HttpResponse:
    """Freezes whoever the form names, or thaws them."""
    access.require_staff(request)
    is_thaw = request.POST.get("verb") == "thaw"
    try:
        name = (freezes.thaw if is_thaw else freezes.freeze)(request.POST.get("name", ""))
        messages.success(request, f"{'Thawed' if is_thaw else 'Frozen'}: {name}.")
    except freezes.NoSuchName as error:
        messages.warning(request, str(error))
    return redirect("site_status")


@require_POST
def release(request: Request) -> HttpResponse:
    """Turns on a page that was off."""
    access.require_staff(request)
    deaths.release(request.POST.get("page", "")[:64])
    messages.success(request, "The page is on again.")
    return redirect("site_status")
