"""Contexts of the browser that one test has after the other."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    # Tests without a browser begin a second of a core earlier where Playwright is not loaded.
    from playwright.sync_api import Browser, BrowserContext, Page

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
# So many of a kind wait for a test that needs them.
MOST_IDLE = 2
# What a page has for good: one on which a test did so is closed after it.
FOR_GOOD = ("add_init_script", "expose_binding", "expose_function", "once")
# No page of the site, and without scripts: nothing goes on in it.
EMPTY = "/static/css/api.css"
STORED = "cookies,local_storage,indexeddb,cache_storage,service_workers"


class Lent:
    """A context with one page."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        _watch(context, "new_cdp_session", self._note_change)
        self._open()

    def _open(self) -> None:
        """Opens the page, with the session that undoes a test's changes."""
        self.page = self.context.new_page()
        self.session = self.context.new_cdp_session(self.page)
        self.size = self.page.viewport_size
        self.is_changed = False
        self.listeners: list[tuple[Any, Any]] = []
        _watch(self.page, "on", lambda *listener: self.listeners.append(listener))
        for name in FOR_GOOD:
            _watch(self.page, name, self._note_change)

    def _note_change(self, *_: Any) -> None:
        self.is_changed = True

    def empty(self, url: str) -> None:
        """Takes back what a test did: other pages, what is stored, what pages may."""
        for page in self.context.pages:
            if page is not self.page:
                page.close()
        self.context.unroute_all()
        self.context.set_offline(False)
        if not self._is_left():
            self.page.close()
            self._open()
        self.session.send("Storage.clearDataForOrigin", {"origin": url, "storageTypes": STORED})
        self.context.clear_cookies()
        self.context.clear_permissions()

    def _is_left(self) -> bool:
        """True if the page is as a new one, once it shows nothing but a file."""
        page = self.page
        if self.is_changed or page.is_closed():
            return False
        while self.listeners:
            page.remove_listener(*self.listeners.pop())
        page.unroute_all()
        if page.url != "about:blank":
            page.goto(EMPTY)
            page.evaluate("sessionStorage.clear()")
        page.emulate_media(media="null", color_scheme="light", reduced_motion="no-preference")
        if self.size and page.viewport_size != self.size:
            page.set_viewport_size(self.size)
        return True


def _watch(of: Any, name: str, tell: Callable[..., object]) -> None:
    """Has a method tell with what it is called."""
    method = getattr(of, name)

    def told(*arguments: Any, **named: Any) -> Any:
        tell(*arguments)
        return method(*arguments, **named)

    setattr(of, name, told)


class Contexts:
    """They have the styles, scripts and fonts in their caches, a process, and a page. A new one has
    none of these: its first page takes three times as long, and another page in it twice as long.
    """

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser, self.url = browser, url
        self.idle: dict[str, list[Lent]] = defaultdict(list)
        self.lent: list[tuple[str, Lent]] = []

    def lend(self, *cookies: Any, **options: Any) -> Page:
        """The page of a context with these options, and cookies, that holds nothing else but its
        caches, until `take_back`.
        """
        kind = repr(sorted(options.items()))
        if self.idle[kind]:
            lent = self.idle[kind].pop()
        else:
            lent = Lent(self.browser.new_context(base_url=self.url, **options))
        self.lent.append((kind, lent))
        lent.context.add_cookies([*cookies])
        return lent.page

    def take_back(self) -> None:
        """Takes all back that are lent."""
        while self.lent:
            kind, lent = self.lent.pop()
            if len(self.idle[kind]) < MOST_IDLE:
                lent.empty(self.url)
                self.idle[kind].append(lent)
            else:
                lent.context.close()

    def close(self) -> None:
        """Closes all that wait."""
        for lent in chain(*self.idle.values()):
            lent.context.close()
