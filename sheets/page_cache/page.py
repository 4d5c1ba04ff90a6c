"""A response that is kept, plain and compressed, with gaps where nonces go."""

import secrets
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, zip_longest

from django.http import HttpRequest, HttpResponse
from django.urls import ResolverMatch
from django.utils.cache import patch_vary_headers

from sheets.nonces import Make

# As Django's GZipMiddleware does: nothing shorter is compressed, and a name of random length in
# the header hides how well a page was compressed (BREACH).
MIN_COMPRESSED, MAX_RANDOM_BYTES = 200, 100
GZIP_WITH_NAME = b"\x1f\x8b\x08\x08\x00\x00\x00\x00\x00\xff"
# These belong to one answer, not to the page.
_OWN_HEADERS = frozenset({"content-length", "date"})


@dataclass(frozen=True)
class Page:
    """A response to answer again.

    Its `pieces` stand between its `gaps`: the number, for each, of what is made for it.
    """

    status: int
    headers: tuple[tuple[str, str], ...]
    pieces: tuple[bytes, ...]
    gaps: tuple[int, ...]
    makes: tuple[Make, ...]
    match: ResolverMatch | None

    @property
    def size(self) -> int:
        """Its size in bytes, roughly: compressed, a page is a fifth as long."""
        return sum(map(len, self.pieces)) * 6 // 5 + 2048

    @cached_property
    def packed(self) -> tuple[bytes, ...]:
        """The pieces compressed, each by itself, so that a nonce is never compressed beside a text
        that somebody else can choose; empty where that would be no shorter. Done when the page is
        first answered again: many change before that.
        """
        length = sum(map(len, self.pieces))
        packed = _packed(self.pieces) if length >= MIN_COMPRESSED else ()
        return packed if sum(map(len, packed)) < length else ()

    def response(self, request: HttpRequest) -> HttpResponse:
        """The response, with nonces of its own. The request gets its view, for the log."""
        request.resolver_match = self.match
        made = [make(request).encode() for make in self.makes]
        fills = [made[number] for number in self.gaps]
        response = HttpResponse(status=self.status)
        del response.headers["Content-Type"]  # what Django takes for granted
        for name, value in self.headers:
            response.headers[name] = value
        is_packed = "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "") and bool(self.packed)
        if is_packed:
            response.headers["Content-Encoding"] = "gzip"
            patch_vary_headers(response, ("Accept-Encoding",))
            if (etag := response.headers.get("ETag", "")).startswith('"'):
                response.headers["ETag"] = f"W/{etag}"
        response.content = self._gzip(fills) if is_packed else _interleave(self.pieces, fills)
        if self.status != 304:
            response.headers["Content-Length"] = str(len(response.content))
        return response

    def _gzip(self, fills: Sequence[bytes]) -> bytes:
        """The page as one gzip member, with the fills stored as they are (RFC 1951, 3.2.4)."""
        checksum = length = 0
        for part in _in_turn(self.pieces, fills):
            checksum = zlib.crc32(part, checksum)
            length += len(part)
        stored = [
            b"\x00"
            + len(fill).to_bytes(2, "little")
            + (len(fill) ^ 0xFFFF).to_bytes(2, "little")
            + fill
            for fill in fills
        ]
        name = b"a" * secrets.randbelow(MAX_RANDOM_BYTES + 1) + b"\x00"
        end = checksum.to_bytes(4, "little") + length.to_bytes(4, "little")
        return GZIP_WITH_NAME + name + _interleave(self.packed, stored) + end


def keep(request: HttpRequest, response: HttpResponse, nonces: Mapping[str, Make]) -> Page:
    """A response that was just made, to answer it again."""
    content = response.content
    found = [value for value in nonces if value.encode() in content]
    pieces, gaps = _split(content, [value.encode() for value in found])
    return Page(
        status=response.status_code,
        headers=tuple(item for item in response.items() if item[0].lower() not in _OWN_HEADERS),
        pieces=pieces,
        gaps=gaps,
        makes=tuple(nonces[value] for value in found),
        match=request.resolver_match,
    )


def _split(content: bytes, values: Sequence[bytes]) -> tuple[tuple[bytes, ...], tuple[int, ...]]:
    """The text between these values, and the number of the value in each gap. No value may be part
    of another.
    """
    places = []
    for number, value in enumerate(values):
        start = content.find(value)
        while start >= 0:
            end = start + len(value)
            places.append((start, end, number))
            start = content.find(value, end)
    places.sort()
    starts = [start for start, _, _ in places] + [len(content)]
    ends = [0] + [end for _, end, _ in places]
    pieces = tuple([content[end:start] for end, start in zip(ends, starts, strict=True)])
    return pieces, tuple([number for _, _, number in places])


def _packed(pieces: Sequence[bytes]) -> tuple[bytes, ...]:
    """Each piece as raw deflate data that ends at a whole byte; the last one ends the data."""
    packed = []
    for number, piece in enumerate(pieces, 1):
        deflate = zlib.compressobj(wbits=-zlib.MAX_WBITS)
        end = zlib.Z_FINISH if number == len(pieces) else zlib.Z_FULL_FLUSH
        packed.append(deflate.compress(piece) + deflate.flush(end))
    return tuple(packed)


def _interleave(pieces: Sequence[bytes], fills: Sequence[bytes]) -> bytes:
    return b"".join(_in_turn(pieces, fills))


def _in_turn(pieces: Sequence[bytes], fills: Sequence[bytes]) -> chain[bytes]:
    """A piece, a fill, a piece, and so on; there is one piece more."""
    return chain.from_iterable(zip_longest(pieces, fills, fillvalue=b""))
