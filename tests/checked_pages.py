"""Proves in every test that a page from the page cache is the page that would be made now."""

from typing import ClassVar

from django.db import ProgrammingError, connection
from django.http import HttpRequest, HttpResponseBase

from sheets.page_cache.middleware import PageCacheMiddleware, record
from sheets.page_cache.page import Page, keep
from sheets.page_cache.queries import Query
from sheets.page_cache.store import Entry


class CheckedPageCacheMiddleware(PageCacheMiddleware):
    """Makes a page that could be answered from the cache anew, and fails where they differ in more
    than their nonces.
    """

    compared: ClassVar[set[str]] = set()

    def digest(self, queries: tuple[Query, ...]) -> bytes:
        """Asked without tests noticing that count the queries of a page. One that the database does
        not understand would only make the page slow on a site; here it fails.
        """
        counted, connection.force_debug_cursor = connection.force_debug_cursor, False
        try:
            return super().digest(queries)
        except ProgrammingError as error:
            raise AssertionError(f"no digest of {queries}") from error
        finally:
            connection.force_debug_cursor = counted

    def hit(self, request: HttpRequest, entry: Entry, page: Page) -> HttpResponseBase:
        """The page that was made anew."""
        response, _, nonces = record(self.get_response, request)
        is_current = self.digest(entry.queries) == entry.digest  # nothing was written meanwhile
        if is_current:
            made = keep(request, response, nonces)
            assert without_nonces(page) == without_nonces(made), f"{request.path} is out of date"
            self.compared.add(request.path)
        return response


def without_nonces(page: Page) -> tuple[object, ...]:
    """All of a page but what is made anew each time."""
    return page.status, page.headers, page.pieces, page.gaps
