"""WeasyPrint's URL fetcher: serves our own files and a job's images, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping

from weasyprint.urls import URLFetcher, URLFetcherResponse

from sheets.printing.type.fonts import FACES, SCHEME, path

PNG = b"\x89PNG"
FILES = {SCHEME + face: path(face).read_bytes() for *_, face in FACES}


class LocalFiles(URLFetcher):  # type: ignore[misc]  # WeasyPrint comes without types
    """Serves our fonts and the job's images by their exact URL; refuses every other URL."""

    def __init__(self, pictures: Mapping[str, bytes] | None = None) -> None:
        super().__init__()
        self._pictures = dict(pictures or {})

    def fetch(self, url: str, _headers: dict[str, str] | None = None) -> URLFetcherResponse:
        """The file of that URL; ValueError, which WeasyPrint takes as "not found", for
        any other.
        """
        if url in self._pictures:
            picture = self._pictures[url]
            kind = "image/png" if picture.startswith(PNG) else "image/jpeg"
            return URLFetcherResponse(url, picture, {"Content-Type": kind})
        if url not in FILES:
            raise ValueError(f"refused: {url[:80]}")
        return URLFetcherResponse(url, FILES[url], {"Content-Type": "font/ttf"})


FETCHER = LocalFiles()
