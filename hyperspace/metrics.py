"""Metrics in Prometheus' format, of all workers of one server together.

Each worker writes its counts to a file in `PROMETHEUS_MULTIPROC_DIR`, which the server makes;
whichever answers `/metrics` adds them up. Under another server each process has its own counts.
What the whole site holds is counted when asked, at most once a minute.
"""

import os
import time
from collections.abc import Iterator
from typing import Final

from django.utils import timezone
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from sheets import status

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
FRESH_SECONDS = 60
REGISTRY = CollectorRegistry()
REQUESTS = Counter(
    "hyperspace_requests_total",
    "Requests answered.",
    ("view", "method", "status"),
    registry=REGISTRY,
)
SECONDS = Histogram(
    "hyperspace_request_seconds",
    "Seconds from the queue to the response.",
    ("view",),
    buckets=BUCKETS,
    registry=REGISTRY,
)
QUEUED = Histogram(
    "hyperspace_queue_seconds",
    "Seconds that requests waited for a thread.",
    buckets=BUCKETS,
    registry=REGISTRY,
)


class Metrics:
    """The metrics of this process and of those beside it."""

    CONTENT_TYPE: Final = CONTENT_TYPE_LATEST

    def __init__(self) -> None:
        self.site = SiteCollector()

    def record(self, *, view: str, method: str, status: int, seconds: float, queued: float) -> None:
        """Counts one request."""
        REQUESTS.labels(view, method, str(status)).inc()
        SECONDS.labels(view).observe(seconds)
        QUEUED.observe(queued)

    def exposition(self) -> bytes:
        """All metrics as text."""
        registry, requests = CollectorRegistry(), REGISTRY
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            requests = CollectorRegistry()
            MultiProcessCollector(requests)  # type: ignore[no-untyped-call]  # the library's is
        registry.register(self.site)
        registry.register(WorkerCollector())
        return generate_latest(requests) + generate_latest(registry)


class WorkerCollector(Collector):
    """The memory of each worker of this server."""

    def collect(self) -> Iterator[Metric]:
        """Bytes by the number of the worker, in the order in which they began."""
        family = GaugeMetricFamily(
            "hyperspace_worker_resident_bytes", "Memory of each worker.", labels=["worker"]
        )
        for number, size in enumerate(status.worker_memory(), 1):
            family.add_metric([str(number)], size)
        yield family


class SiteCollector(Collector):
    """Gauges of the whole site: its rows, and the disk under it."""

    def __init__(self) -> None:
        self.read_at, self.families = -FRESH_SECONDS * 1.0, list[Metric]()

    def collect(self) -> list[Metric]:
        """The latest figures, read again after FRESH_SECONDS."""
        if time.monotonic() - self.read_at >= FRESH_SECONDS:
            self.families = list(self._read())
            self.read_at = time.monotonic()
        return self.families

    def _read(self) -> Iterator[Metric]:
        rows = GaugeMetricFamily("hyperspace_rows", "Rows of the main tables.", labels=["table"])
        for table, count in status.row_counts(timezone.now()).numbers.items():
            rows.add_metric([table], count)
        yield rows
        batches = GaugeMetricFamily("hyperspace_batches", "Batches by state.", labels=["state"])
        for state, count in status.batch_counts().items():
            batches.add_metric([state], count)
        yield batches
        yield _gauge("database_bytes", "Size of the database.", status.database_bytes())
        prints = status.kept_prints()
        yield _gauge("kept_prints", "Kept PDFs and page images.", prints.count)
        yield _gauge("kept_prints_bytes", "Size of kept PDFs and page images.", prints.size)
        disk = status.disk()
        yield _gauge("disk_free_bytes", "Free room for data.", disk.free)
        yield _gauge("disk_bytes", "All room of that disk.", disk.size)


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(f"hyperspace_{name}", text, value=value)
