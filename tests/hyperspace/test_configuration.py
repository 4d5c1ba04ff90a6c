"""Settings in the environment, valid and refused."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from hyperspace.environment import check_secret_key, database, quota, rates, site_url


@pytest.mark.parametrize(
    ("key", "fault"),
    [
        ("", "not set"),
        ("short", "too weak"),
        ("k" * 60, "too weak"),
        ("abcd" * 20, "too weak"),
        ("django-insecure-" + "abcdefghijklmnopqrstuvwxyz0123456789" * 2, "placeholder"),
    ],
)
def test_a_key_that_could_be_guessed_is_refused_with_the_way_to_make_one(key, fault):
    with pytest.raises(ImproperlyConfigured, match=fault) as refusal:
        check_secret_key(key)
    assert "secrets.token_urlsafe(64)" in str(refusal.value)


def test_a_key_of_fifty_characters_five_of_them_different_is_taken():
    key = "abcde" * 10
    assert check_secret_key(key) == key


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("", ""),
        ("https://hyperspace.example", "https://hyperspace.example"),
        ("https://hyperspace.example/", "https://hyperspace.example"),
        ("http://192.168.1.20:8000", "http://192.168.1.20:8000"),
        ("http://[2001:db8::1]:8000/", "http://[2001:db8::1]:8000"),
    ],
)
def test_the_site_has_an_address_without_a_path(said, meant):
    assert site_url(said) == meant


@pytest.mark.parametrize(
    "said",
    [
        "hyperspace.example",
        "//hyperspace.example",
        "ftp://hyperspace.example",
        "https://",
        "https://hyperspace.example/table",
        "https://hyperspace.example?a=b",
        "https://somebody@hyperspace.example",
        "https://hyperspace.example:many",
    ],
)
def test_what_is_no_address_of_a_site_is_refused_with_how_one_looks(said):
    with pytest.raises(ImproperlyConfigured, match=r"Write it like https://hyperspace\.example"):
        site_url(said)


def test_without_a_url_the_database_is_a_file_with_wal_and_immediate(tmp_path):
    config = database("", fallback=tmp_path / "new folder" / "hyperspace.sqlite3")
    assert config["NAME"] == tmp_path / "new folder" / "hyperspace.sqlite3"
    assert config["NAME"].parent.is_dir()
    assert config["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert config["OPTIONS"]["timeout"] == 20
    assert "journal_mode=WAL" in config["OPTIONS"]["init_command"]


def test_a_sqlite_url_has_the_same_options():
    config = database("sqlite:////srv/here.sqlite3", fallback=Path("/nowhere"))
    assert config["NAME"] == "/srv/here.sqlite3"
    assert config["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_postgresql_keeps_its_connections_and_checks_them():
    config = database(
        "postgres://someone:p%40ss@db:5433/characters?sslmode=require", fallback=Path("/nowhere")
    )
    assert config["ENGINE"] == "django.db.backends.postgresql"
    assert (config["HOST"], config["PORT"], config["NAME"]) == ("db", 5433, "characters")
    assert (config["USER"], config["PASSWORD"]) == ("someone", "p@ss")
    assert config["CONN_MAX_AGE"] is None
    assert config["CONN_HEALTH_CHECKS"] is True
    assert config["OPTIONS"] == {"connect_timeout": 5, "sslmode": "require"}


@pytest.mark.parametrize("url", ["nonsense", "postgress://x/y", "postgres://host:port/name"])
def test_a_url_that_cannot_be_read_is_refused_with_examples(url):
    with pytest.raises(ImproperlyConfigured, match="Write it like postgres://"):
        database(url, fallback=Path("/nowhere"))


def test_how_often_is_a_number_a_time_and_for_whom():
    assert rates("60/10m/visitor, 150/h/address,1000/d/address", name="X") == (
        (60, 600, "visitor"),
        (150, 3600, "address"),
        (1000, 86400, "address"),
    )
    assert rates("5/30s/visitor", name="X") == ((5, 30, "visitor"),)


@pytest.mark.parametrize("said", ["", " ", ","])
def test_without_one_there_is_no_limit(said):
    assert rates(said, name="X") == ()


@pytest.mark.parametrize("said", ["60", "60/10m", "0/10m/visitor", "6/10w/visitor", "6/m/ip", "x"])
def test_a_limit_that_cannot_be_read_is_refused_with_an_example(said):
    with pytest.raises(ImproperlyConfigured, match=r"^HYPERSPACE_LIMIT_NEW isn't valid.*60/10m"):
        rates(said, name="HYPERSPACE_LIMIT_NEW")


def test_a_quota_is_of_a_visitor_and_of_an_account_or_the_same_for_both():
    assert quota("200/2000", name="X") == (200, 2000)
    assert quota("7", name="X") == (7, 7)


@pytest.mark.parametrize("said", ["", "many", "1/2/3", "-1/5", "1/-5"])
def test_a_quota_that_cannot_be_read_is_refused_with_an_example(said):
    with pytest.raises(ImproperlyConfigured, match=r"^HYPERSPACE_QUOTA_LINKS .*200/2000"):
        quota(said, name="HYPERSPACE_QUOTA_LINKS")
