"""Answers to a load balancer."""

import os
from types import SimpleNamespace

import pytest
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from sheets.release import PROGRAM


@pytest.fixture
def prober(settings) -> Client:
    """Asks by an address that is nobody's host, by plain http, where https is demanded."""
    settings.SECURE_SSL_REDIRECT = True
    return Client(headers={"host": "10.1.2.3"})


def test_alive_without_a_database(prober):
    # This test has no database: a query would fail it.
    response = prober.get("/healthz")
    assert (response.status_code, response.content) == (200, f"alive\n{PROGRAM}\n".encode())
    assert response["Cache-Control"] == "no-store"


@pytest.mark.django_db
def test_ready_when_the_database_answers_and_has_all_migrations(prober):
    response = prober.get("/readyz")
    assert (response.status_code, response.content) == (200, b"ready\n")


@pytest.mark.django_db
def test_ready_looks_for_migrations_only_once(prober, django_assert_num_queries):
    prober.get("/readyz")
    with django_assert_num_queries(1):  # nor does it try every time whether it can write
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


@pytest.mark.django_db(transaction=True)
def test_not_ready_while_nothing_can_be_saved(prober):
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA page_count")
            cursor.execute(f"PRAGMA max_page_count={cursor.fetchone()[0]}")
            said, again = "the disk is full", "PRAGMA max_page_count=1073741823"
        else:
            cursor.execute("SET default_transaction_read_only = on")
            said, again = "the database takes no writes", "SET default_transaction_read_only = off"
        try:
            response = prober.get("/readyz")
            assert (response.status_code, response.content.decode()) == (503, f"{said}\n")
        finally:
            cursor.execute(again)
    assert prober.get("/readyz").content == b"ready\n"


@pytest.mark.django_db
def test_not_ready_without_room_on_the_disk(prober, monkeypatch):
    room = os.statvfs("/")
    full = SimpleNamespace(f_bavail=100, f_frsize=room.f_frsize)
    monkeypatch.setattr(os, "statvfs", lambda _: full)
    assert prober.get("/readyz").content == b"the disk is full\n"


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_nothing_can_be_posted(prober, path):
    assert prober.post(path).status_code == 405


def test_asking_for_the_head_is_enough(prober):
    assert prober.head("/healthz").status_code == 200


def test_every_other_address_wants_https_and_a_host_of_ours(prober):
    assert prober.get("/healthz/").status_code in (301, 400)
