"""Parts of pages are kept without what belongs to one page."""

import re
import uuid

import pytest
from django.template import Context
from django.utils.safestring import SafeString

from sheets.ui import fragments
from sheets.ui.fragments import FragmentCache


def test_forms_in_a_kept_part_have_keys_of_their_own_and_the_token_of_whoever_looks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fragments, "CACHE", FragmentCache())
    values = {
        "character": {"public_id": uuid.uuid4(), "can_be_rebuilt": True, "is_archived": False},
    }

    def keys(token: str) -> list[str]:
        page = Context({"csrf_token": token})
        html = fragments.fragment(page, "characters/_deeds.html", "same", values)
        tokens = re.findall(r'csrfmiddlewaretoken" value="(\w+)"', html)
        assert tokens == [token] * 3
        return re.findall(r'name="key" value="(\w{32})"', html)

    all_keys = keys("one") + keys("two")
    assert len(set(all_keys)) == 6


def test_the_part_not_shown_for_longest_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fragments, "MOST", 2)
    cache = FragmentCache()
    for name in ("a", "b"):
        cache.put(name, SafeString(name))
    cache.get("a")
    cache.put("c", SafeString("c"))
    assert [cache.get(name) for name in ("a", "b", "c")] == ["a", None, "c"]
