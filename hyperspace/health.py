"""`/healthz`: this process is alive. `/readyz`: it can do its work. For load balancers.

A middleware, the first one, and not views: whoever checks asks by whatever address it has, over
plain http, often, and without cookies. So neither the host is looked at nor https demanded.
"""

from collections.abc import Callable

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed


class HealthMiddleware:
    """Answers the two addresses itself and lets everything else through."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.migrated = False

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The answer to one request."""
        answers = {"/healthz": self.alive, "/readyz": self.ready}
        answer = answers.get(request.path_info)
        if answer is None:
            return self.get_response(request)
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        return answer()

    def alive(self) -> HttpResponse:
        """200, whatever the database does."""
        return line("alive", status=200)

    def ready(self) -> HttpResponse:
        """200 if the database answers and has every migration, else 503 and what is amiss."""
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
            missing = [] if self.migrated else missing_migrations()
        except DatabaseError:
            return line("the database does not answer", status=503)
        if missing:
            return line(f"migrations are missing: {', '.join(missing)}", status=503)
        # This code's migrations do not change while it runs: once is enough.
        self.migrated = True
        return line("ready", status=200)


def missing_migrations() -> list[str]:
    """The names of migrations that this code has and the database has not, in their order."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _ in plan]


def line(text: str, *, status: int) -> HttpResponse:
    """A line of text that nobody keeps."""
    headers = {"Cache-Control": "no-store"}
    return HttpResponse(f"{text}\n", status=status, content_type="text/plain", headers=headers)
