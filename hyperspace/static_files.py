"""Static files, each under a name with a digest of its content."""

from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # untyped
    """Keeps the addresses of files, of which each page has twenty: while the server runs they stay
    as they were collected.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._addresses: dict[str | None, str] = {}

    def url(self, name: str | None, force: bool = False) -> str:  # noqa: FBT001, FBT002 (as in Django)
        """The address of a file."""
        if name not in self._addresses:
            self._addresses[name] = str(super().url(name, force))
        return self._addresses[name]

    def save_manifest(self) -> None:
        """Where files are collected anew, their addresses change."""
        self._addresses.clear()
        super().save_manifest()
