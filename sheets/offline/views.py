"""The manifest of the app, its worker, and the page that stands for all others offline."""

import hashlib
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

# What every page needs, kept as soon as the worker is there.
SHELL = (
    "css/tokens.css",
    "css/base.css",
    "css/layout.css",
    "css/components.css",
    "js/hyperspace.js",
    "js/autosave.js",
    "js/trusted-types.js",
    "js/offline.js",
    "js/outbox.js",
    "js/htmx.min.js",
    "fonts/saira-condensed-600.woff2",
    "fonts/atkinson-next-400.woff2",
    "fonts/hyperspace-marks.woff2",
    "icons/sprite.svg",
    "icons/likenesses.svg",
    "favicon.svg",
)
TEMPLATE = "offline/sw.js"


@require_safe
def manifest(_request: HttpRequest) -> JsonResponse:
    """The installed app's name, icons, and colors."""
    icons = (
        ("app-192", 192, "any"),
        ("app-512", 512, "any"),
        ("app-maskable-512", 512, "maskable"),
    )
    content = {
        "id": "/",
        "name": "Hyperspace",
        "short_name": "Hyperspace",
        "description": "Build a character for pen-and-paper games, keep the sheet, print it.",
        "start_url": reverse("characters"),
        "display": "standalone",
        "background_color": "#0d1220",
        "theme_color": "#0d1220",
        "icons": [
            {
                "src": static(f"img/{name}.png"),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for name, size, purpose in icons
        ],
    }
    response = JsonResponse(content, content_type="application/manifest+json")
    response["Cache-Control"] = "max-age=3600"
    return response


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The worker. A browser asks for it at each visit, and takes a new one when a byte differs."""
    context = {
        "version": _version(),
        "shell": [static(name) for name in SHELL],
        "static_root": settings.STATIC_URL,
        "offline": reverse("offline"),
    }
    response = render(request, TEMPLATE, context, content_type="text/javascript")
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The page shown offline in place of one that the device hasn't stored."""
    return render(request, "offline/page.html")


def _version() -> str:
    """Changes with every static file: the names that hold their hashes are hashed."""
    names = "".join(static(name) for name in SHELL)
    manifest_file = Path(settings.STATIC_ROOT) / "staticfiles.json"
    content = manifest_file.read_bytes() if manifest_file.exists() else b""
    return hashlib.sha256(names.encode() + content).hexdigest()[:16]
