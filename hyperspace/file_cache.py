"""The cache of prints in files. PDFs and PNGs are compressed already: once more takes a millisecond
a sheet, and saves no room.
"""

import pickle
import zlib
from typing import Any

from django.core.cache.backends.filebased import FileBasedCache


class FileCache(FileBasedCache):
    """Django's file cache, of which files hold content as it is."""

    def _write_content(self, file: Any, timeout: float | None, value: object) -> None:
        """Django's own, at the level at which nothing is compressed."""
        content = pickle.dumps(value, self.pickle_protocol)
        file.write(pickle.dumps(self.get_backend_timeout(timeout), self.pickle_protocol))
        file.write(zlib.compress(content, zlib.Z_NO_COMPRESSION))
