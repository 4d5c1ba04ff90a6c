"""Proves in every test that a part of a page that is kept is the part that would be made now."""

from collections.abc import Hashable

from django.utils.safestring import SafeString

from sheets.ui.fragments import FragmentCache


class CheckedFragmentCache(FragmentCache):
    """Has each part made anew, and fails where it differs from the one that is kept."""

    def get(self, name: Hashable) -> SafeString | None:  # noqa: ARG002 (asked all the same)
        """Nothing, so that the part is made."""
        return None

    def put(self, name: Hashable, html: SafeString) -> None:
        """Compares the part with the one that is kept."""
        assert super().get(name) in (None, html), f"{name} is out of date"
        super().put(name, html)
