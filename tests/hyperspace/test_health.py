"""What a load balancer is told."""

import pytest
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client


@pytest.fixture
def prober(settings) -> Client:
    """Asks by an address that is nobody's host, by plain http, where https is demanded."""
    settings.SECURE_SSL_REDIRECT = True
    return Client(headers={"host": "10.1.2.3"})


def test_alive_without_a_database(prober):
    # This test has no database: a query would fail it.
    response = prober.get("/healthz")
    assert (response.status_code, response.content) == (200, b"alive\n")
    assert response["Cache-Control"] == "no-store"


@pytest.mark.django_db
def test_ready_when_the_database_answers_and_has_all_migrations(prober):
    response = prober.get("/readyz")
    assert (response.status_code, response.content) == (200, b"ready\n")


@pytest.mark.django_db
def test_ready_looks_for_migrations_only_once(prober, django_assert_num_queries):
    prober.get("/readyz")
    with django_assert_num_queries(1):
        prober.get("/readyz")


@pytest.mark.django_db
def test_not_ready_while_a_migration_is_missing(prober):
    MigrationRecorder(connection).record_unapplied("sessions", "0001_initial")
    response = prober.get("/readyz")
    assert response.status_code == 503
    assert response.content == b"migrations are missing: sessions.0001_initial\n"


@pytest.mark.django_db
def test_not_ready_without_a_database(prober, monkeypatch):
    def refuse():
        raise DatabaseError("connection refused, and the password was swordfish")

    monkeypatch.setattr(connection, "cursor", refuse)
    response = prober.get("/readyz")
    assert (response.status_code, response.content) == (503, b"the database does not answer\n")


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_nothing_can_be_posted(prober, path):
    assert prober.post(path).status_code == 405


def test_asking_for_the_head_is_enough(prober):
    assert prober.head("/healthz").status_code == 200


def test_every_other_address_wants_https_and_a_host_of_ours(prober):
    assert prober.get("/healthz/").status_code in (301, 400)
