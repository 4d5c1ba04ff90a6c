"""The trace of each request: its id, its log line, a warning if it was slow, and the metrics.

A view is named by its URL name, never by its address: an address may hold a secret.
"""

import hmac
import logging
import re
import time
import uuid
from collections.abc import Callable
from typing import TYPE_CHECKING

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed

from hyperspace.logs import REQUEST_ID
from sheets import work
from sheets.guard import claims, costs

if TYPE_CHECKING:
    from hyperspace.metrics import Metrics

LOG = logging.getLogger(__name__)
# An id that a proxy of ours gives a request.
ID = re.compile(r"[A-Za-z0-9_.:-]{8,128}")


# Without a token, not allowed, too often: each is logged.
DENIED = frozenset({401, 403, 429})


class TelemetryMiddleware:
    """Goes around everything else, and answers `/metrics`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.metrics: Metrics | None = None
        if settings.METRICS_TOKEN:
            # Imported only here: where it writes is decided before, and most sites do without.
            from hyperspace import metrics  # noqa: PLC0415

            self.metrics = metrics.Metrics()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response, with the id of the request."""
        request_id = id_of(request)
        token = REQUEST_ID.set(request_id)
        try:
            if self.metrics and request.path_info == "/metrics":
                return exposition(request, self.metrics)
            started, cpu = time.monotonic(), time.thread_time()
            with work.at(
                method=request.method or "",
                path=request.path_info,
                query=request.META.get("QUERY_STRING", ""),
                request_id=request_id,
                claims=claims.of(request),
            ) as done:
                response = self.get_response(request)
            spent = time.thread_time() - cpu
            costs.record(done, view_name(request), spent)
            self.record(request, response, started=started, cpu=spent)
        finally:
            REQUEST_ID.reset(token)
        response["X-Request-ID"] = request_id
        return response

    def record(
        self, request: HttpRequest, response: HttpResponseBase, *, started: float, cpu: float
    ) -> None:
        """Counts and logs one request. `cpu` is the processor seconds of this thread."""
        view, method = view_name(request), known_method(request)
        seconds = time.monotonic() - started
        queued = max(0.0, started - request.META.get("hyperspace.arrived", started))
        if self.metrics:
            self.metrics.record(
                view=view,
                method=method,
                status=response.status_code,
                seconds=seconds,
                queued=queued,
            )
        is_slow = 0 < settings.SLOW_SECONDS <= seconds
        is_denied = response.status_code in DENIED
        if not (is_slow or is_denied or settings.LOG_REQUESTS):
            return
        fields = {
            "view": view,
            "method": method,
            "status": response.status_code,
            "seconds": round(seconds, 4),
            "cpu_seconds": round(cpu, 4),
            "queued_seconds": round(queued, 4),
        }
        LOG.log(
            logging.WARNING if is_slow else logging.INFO,
            "%s%s %s: %s in %.2f s, %.2f s of it computing, after %.2f s in the queue",
            "Slow: " if is_slow else "Denied: " if is_denied else "",
            method,
            view,
            response.status_code,
            seconds,
            cpu,
            queued,
            extra={"fields": fields},
        )


def exposition(request: HttpRequest, metrics: "Metrics") -> HttpResponse:
    """All metrics, for whoever has the token."""
    if request.method not in ("GET", "HEAD"):
        return HttpResponseNotAllowed(["GET", "HEAD"])
    headers = {"Cache-Control": "no-store"}
    expected = f"Bearer {settings.METRICS_TOKEN}".encode()
    if not hmac.compare_digest(request.headers.get("Authorization", "").encode(), expected):
        headers["WWW-Authenticate"] = "Bearer"
        return HttpResponse("A token is needed.\n", "text/plain", 401, headers=headers)
    return HttpResponse(metrics.exposition(), content_type=metrics.CONTENT_TYPE, headers=headers)


def id_of(request: HttpRequest) -> str:
    """The id that a trusted proxy gave the request, or a new one."""
    given = request.META.get("HTTP_X_REQUEST_ID", "") if settings.PROXIES else ""
    return given if ID.fullmatch(given) else uuid.uuid4().hex


def view_name(request: HttpRequest) -> str:
    """The URL name of the view; "static" for a static file, "none" where there is no view."""
    match = request.resolver_match
    if match is not None:
        return match.url_name or "unnamed"
    if request.path_info in ("/healthz", "/readyz"):
        return request.path_info[1:]
    return "static" if request.path_info.startswith(settings.STATIC_URL) else "none"


METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def known_method(request: HttpRequest) -> str:
    """The method; "other" for an invented one, of which there could be any number."""
    return request.method if request.method in METHODS else "other"
