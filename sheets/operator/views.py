"""The operator's page: how the site is, for its staff alone."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from sheets import access
from sheets.access import Request
from sheets.operator import page


@require_safe
@never_cache
def site_status(request: Request) -> HttpResponse:
    """Versions, sizes, queue, kept prints, the last backup, and the disk."""
    access.require_staff(request)
    sections = page.sections(now=timezone.now(), waiting=request.META.get("hyperspace.waiting"))
    context = {
        "sections": sections,
        "problems": [row for section in sections for row in section.rows if row.problem],
    }
    return render(request, "operator/status.html", context)
