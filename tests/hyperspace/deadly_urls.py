"""The addresses of a site, with some that end their worker, as a fault in a library would."""

import os
import time
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.urls import path

from hyperspace.urls import handler400, handler429, handler500
from hyperspace.urls import urlpatterns as ours

__all__ = ["handler400", "handler429", "handler500", "urlpatterns"]


def deadly(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Ends its worker by that signal; `once=FILE` only while there is no such file."""
    once = request.GET.get("once")
    if once and Path(once).exists():
        return HttpResponse("alive")
    if once:
        Path(once).touch()
    os.kill(os.getpid(), number)
    time.sleep(60)
    return HttpResponse("nobody reads this")


def slow(request: HttpRequest) -> HttpResponse:
    """Holds a thread until its worker ends."""
    time.sleep(60)
    return HttpResponse("nobody reads this")


urlpatterns = [
    *ours,
    path("deadly/<str:code>/<int:number>/", deadly, name="deadly"),
    path("slow/", slow, name="slow"),
]
