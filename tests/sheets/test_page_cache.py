"""Pages that a process keeps: who gets them, when they are out of date, and what is new in each."""

import gzip
import itertools
import re
import threading
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.middleware import csrf
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from sheets import nonces, secret_codes
from sheets.creation import operations
from sheets.form_data import SentField, token
from sheets.models import Character, ShareLink
from sheets.page_cache import middleware, queries
from sheets.page_cache.middleware import PageCacheMiddleware
from sheets.page_cache.page import Page
from sheets.page_cache.store import Entry, Store
from tests.sheets.concurrency.threads import at_once
from tests.sheets.play.examples import access_to

CSRF = re.compile(r'name="csrfmiddlewaretoken" value="(\w{64})"')
KEY = re.compile(r'name="key" value="([0-9a-f]{32})"')


@pytest.fixture(autouse=True)
def hits(settings: Any, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Pages come from the cache as on a site. The paths of those that did."""
    checked = "tests.checked_pages.CheckedPageCacheMiddleware"
    settings.MIDDLEWARE = [
        "sheets.page_cache.middleware.PageCacheMiddleware" if name == checked else name
        for name in settings.MIDDLEWARE
    ]
    found: list[str] = []
    answer = PageCacheMiddleware.hit

    def hit(self: PageCacheMiddleware, request: Any, entry: Entry, page: Page) -> Any:
        found.append(request.path)
        return answer(self, request, entry, page)

    monkeypatch.setattr(PageCacheMiddleware, "hit", hit)
    middleware.STORE.clear()
    return found


def visiting(client: Client, **options: Any) -> Client:
    """Another browser with the same cookies, whose middleware is that of these tests."""
    other = Client(**options)
    other.cookies = client.cookies
    return other


def test_a_kept_page_has_keys_and_a_token_of_its_own_and_its_forms_work(
    ines: Client, finished: Character, hits: list[str]
) -> None:
    browser = visiting(ines, enforce_csrf_checks=True)
    browser.get("/characters/")  # and get the cookie
    pages = [browser.get("/characters/").content.decode() for _ in range(4)]
    assert hits == ["/characters/"] * 2
    assert len({CSRF.findall(page)[0] for page in pages}) == 4
    assert len({KEY.findall(page)[0] for page in pages}) == 4
    sent = {"csrfmiddlewaretoken": CSRF.findall(pages[3])[0], "key": KEY.findall(pages[3])[0]}
    copy = browser.post(reverse("character_duplicate", args=[finished.public_id]), sent)
    assert copy.status_code == 302
    assert copy["Location"] in browser.get("/characters/").content.decode()


def test_a_kept_page_is_the_same_compressed(ines: Client, finished: Character) -> None:
    browser = visiting(ines)
    url = reverse("character", args=[finished.public_id])
    browser.get(url), browser.get(url)
    plain, packed = browser.get(url), browser.get(url, headers={"Accept-Encoding": "gzip"})
    unpacked = gzip.decompress(packed.content)
    hide = re.compile(rb"[A-Za-z0-9]{64}|[0-9a-f]{32}")
    assert packed["Content-Encoding"] == "gzip"
    assert int(packed["Content-Length"]) == len(packed.content) < len(unpacked) / 3
    assert "Accept-Encoding" in packed["Vary"]
    assert hide.sub(b"", unpacked) == hide.sub(b"", plain.content)


def test_a_kept_page_ends_with_the_link_that_led_to_it(
    finished: Character, hits: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    nonce, digest = secret_codes.new_code(secret_codes.LINK)
    ends, later = (timezone.now() + timedelta(days=days) for days in (7, 8))
    ShareLink.objects.create(character=finished, nonce=nonce, digest=digest, expires_at=ends)
    url = f"/s/{secret_codes.restore(secret_codes.LINK, nonce, digest)}/"
    asked = [Client().get(url).status_code for _ in range(3)]
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert [*asked, Client().get(url).status_code] == [200, 200, 200, 404]
    assert hits == [url]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("asks", ["the database", "nobody"])
def test_no_page_is_older_than_the_last_write(
    asks: str, ines: Client, draft: Character, monkeypatch: pytest.MonkeyPatch
) -> None:
    if asks == "nobody":
        monkeypatch.setattr(PageCacheMiddleware, "digest", lambda *_: b"unchanged")
    url, done, stale = reverse("character", args=[draft.public_id]), threading.Event(), []

    def read() -> None:
        browser = visiting(ines)
        while not done.is_set():
            browser.get(url)

    def write() -> None:
        browser, was = visiting(ines), ""
        for number in range(20):
            name = f"Name {number}"
            sent = {"name": SentField(was=token([was]), values=(name,))}
            operations.SaveFields(access_to(draft), step="concept", sent=sent).run()
            stale.extend(name not in browser.get(url).content.decode() for _ in range(2))
            was = name
        done.set()

    assert at_once(read, write) == []
    assert any(stale) is (asks == "nobody")
    assert connection.is_usable()


def test_the_least_recently_used_page_makes_room() -> None:
    page = Page(200, (), (b"x" * 10_000,), (), (), None)
    store = Store(40_000)
    for key in (b"a", b"b"):
        store.put(key, Entry((), b"", page))
    store.get(b"a")
    store.put(b"c", Entry((), b"", page))
    assert [store.get(key) is not None for key in (b"a", b"b", b"c")] == [True, False, True]
    assert store.size <= 40_000


def test_a_time_without_a_zone_in_a_query_is_no_time_of_the_request(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Prints that are kept in a table of PostgreSQL are asked for with such a time."""
    monkeypatch.setattr(queries, "_sql_time", lambda moment: moment)
    recorder, plain = queries.Recorder(), timezone.now().replace(tzinfo=None)
    recorder.queries.append(queries.Query("SELECT 1", (plain, timezone.now())))
    assert recorder.recorded() == (queries.Query("SELECT 1", (plain, queries.Moment.NOW)),)


def test_a_digest_changes_with_the_rows_of_any_query(ines: Client, finished: Character) -> None:
    """On PostgreSQL all of them are one statement, prepared by the first digest of a page, and
    still prepared after a transaction has been taken back.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("DEALLOCATE ALL")  # pages of other tests join the same tables
    recorder = queries.Recorder()
    with recorder.recording():
        list(Character.objects.filter(pk=finished.pk))
        list(ShareLink.objects.filter(character=finished, expires_at__gt=timezone.now()))
    recorded = recorder.recorded()
    assert recorded is not None
    before = queries.digest(recorded)
    with transaction.atomic():
        transaction.set_rollback(True)
    assert queries.digest(recorded) == before
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT statement FROM pg_prepared_statements")
            both = [row[0] for row in cursor.fetchall() if row[0].count("array_send") == 2]
            prepared = [statement for statement in both if "sheets_sharelink" in statement]
        assert len(prepared) == 1
        assert "sheets_character" in prepared[0]
        with connection.cursor() as cursor:
            cursor.execute("SHOW jit")
            assert cursor.fetchone() == ("off",)
    ends = timezone.now() + timedelta(days=1)
    ShareLink.objects.create(character=finished, nonce="n", digest="d", expires_at=ends)
    linked = queries.digest(recorded)
    Character.objects.filter(pk=finished.pk).update(name="Another name")
    assert len({before, linked, queries.digest(recorded)}) == 3


def test_a_token_for_a_form_is_one_of_django_s_and_another_each_time(rf: Any) -> None:
    request = rf.get("/")
    django_s = nonces.csrf_token(request)
    tokens = {nonces.csrf_token(request) for _ in range(50)}
    secret = request.META["CSRF_COOKIE"]
    assert len(tokens) == 50
    assert all(csrf._does_token_match(token, secret) for token in {django_s, *tokens})
    assert len(set("".join(token[:32] for token in tokens))) == 62, "letters that no mask has"


def test_no_two_results_have_the_same_digest(ines: Client, finished: Character) -> None:
    """Whatever is in them: where one row ends, and one query, is told apart from what they hold."""
    text = "SELECT v FROM (SELECT %s AS v UNION ALL SELECT %s AS v) rows WHERE v <> ''"
    results = [("a", "b"), ("b", "a"), ("a),(b", ""), ("a,b", ""), ("", "")]
    several = [(queries.Query(text, rows),) for rows in results]
    several += [(one, other) for (one,), (other,) in itertools.pairwise(several)]
    assert len({queries.digest(one) for one in several}) == len(several)


def test_only_so_many_statements_stay_prepared(
    ines: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sheets.page_cache.prepared.MAX_PREPARED", 2)
    asked = [(queries.Query(f"SELECT {number} AS n", ()),) for number in (1, 2, 3, 1)]
    digests = [queries.digest(one) for one in asked]
    assert len(set(digests)) == 3
    assert digests[0] == digests[3]
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE name LIKE 'kept%'")
            assert cursor.fetchone() == (2,)
