"""Contexts of the browser that one test has after the other."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    # Tests without a browser begin a second of a core earlier where Playwright is not loaded.
    from playwright.sync_api import Browser, BrowserContext, CDPSession

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
# So many of a kind wait for a test that needs them.
MOST_IDLE = 2


class Contexts:
    """They have the styles, scripts and fonts in their caches, and a process. A new one has
    neither: its first page takes three times as long.
    """

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser, self.url = browser, url
        self.idle: dict[str, list[tuple[BrowserContext, CDPSession]]] = defaultdict(list)
        self.lent: list[tuple[str, BrowserContext, CDPSession]] = []

    def lend(self, **options: Any) -> BrowserContext:
        """A context with these options that holds nothing but its caches, until `take_back`."""
        kind = repr(sorted(options.items()))
        if self.idle[kind]:
            context, session = self.idle[kind].pop()
        else:
            context = self.browser.new_context(base_url=self.url, **options)
            # The session that undoes a test's changes stays with a page that nobody uses.
            session = context.new_cdp_session(context.new_page())
        self.lent.append((kind, context, session))
        return context

    def take_back(self) -> None:
        """Takes all back that are lent."""
        while self.lent:
            kind, context, session = self.lent.pop()
            if len(self.idle[kind]) < MOST_IDLE:
                self._empty(context, session)
                self.idle[kind].append((context, session))
            else:
                context.close()

    def _empty(self, context: BrowserContext, session: CDPSession) -> None:
        """Takes back what a test did with a context: its pages but the first, what they stored,
        what they may.
        """
        stored = "cookies,local_storage,indexeddb,cache_storage,service_workers"
        for page in context.pages[1:]:
            page.close()
        session.send("Storage.clearDataForOrigin", {"origin": self.url, "storageTypes": stored})
        context.clear_cookies()
        context.clear_permissions()
        context.unroute_all()
        context.set_offline(False)

    def close(self) -> None:
        """Closes all that wait."""
        for context, _ in chain(*self.idle.values()):
            context.close()
