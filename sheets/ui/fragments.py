"""Parts of pages as HTML, kept by what they are made of: where one part of a page changes, the
others are the same as they were.

A part is made of its key and nothing else, so whoever is shown it would have been shown the same
had it been made anew: what depends on the person, the character, or the moment is in the key, or
not in the part.
"""

import secrets
from collections import OrderedDict
from collections.abc import Hashable, Mapping
from contextlib import suppress
from threading import Lock
from typing import Any

from django.template import Context
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe

from sheets import form_data

# So many parts a process keeps: those of some sixty sheets, about 10 MB.
MOST = 600
# In a part that is kept, these stand for the keys of its forms, which are others on each page.
_KEY, _TOKEN = secrets.token_hex(16), secrets.token_hex(16)


class FragmentCache:
    """The parts that were shown last, by template and key.

    They are found by the hash of their names, which may be all of a section: a name is hashed and
    compared once. Of two names with the same hash the later one stays.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[int, tuple[Hashable, SafeString]] = OrderedDict()
        self._lock = Lock()

    def get(self, name: Hashable) -> SafeString | None:
        """A part, if it is kept."""
        place = hash(name)
        kept, html = self._kept.get(place, (None, None))
        if html is None or kept != name:
            return None
        with self._lock, suppress(KeyError):  # it may just have been thrown away
            self._kept.move_to_end(place)
        return html

    def put(self, name: Hashable, html: SafeString) -> None:
        """Keeps a part; throws away the one not shown for longest where there are too many."""
        with self._lock:
            self._kept[hash(name)] = (name, html)
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)


CACHE = FragmentCache()


def fragment(
    page: Context, template: str, key: Hashable, values: Mapping[str, object]
) -> SafeString:
    """A template with these values, which follow from the key, and with the keys of its forms."""
    name = (template, key)
    html = CACHE.get(name)
    if html is None:
        html = _made(template, values)
        CACHE.put(name, html)
    return _with_keys(html, page)


def _made(template: str, values: Mapping[str, object]) -> SafeString:
    loaded: Any = get_template(template)
    known = {**values, "key": _KEY, "csrf_token": _TOKEN}
    html: SafeString = loaded.template.render(Context(known))
    return html


def _with_keys(html: SafeString, page: Context) -> SafeString:
    if _TOKEN not in html and _KEY not in html:
        return html
    first, *others = html.split(_KEY)
    keyed = first + "".join([form_data.new_key() + piece for piece in others])
    return mark_safe(keyed.replace(_TOKEN, str(page.get("csrf_token", ""))))  # noqa: S308 (keys of ours)
