"""One file with a character and all that is kept with it: a ZIP of a few files, packed and read.

The README says what is in it. What comes back from elsewhere is only read here; whether it becomes
a character is for `operations.transfer` to decide. Its pixels are not looked at here.
"""

import json
import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import TypeVar
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

import msgspec

from rules import document as documents
from rules import places, registry
from rules.document import Document, DocumentPart
from rules.problems import InvalidDocument
from sheets import portraits, storage
from sheets.models import Character
from sheets.models.character import MOST_WISHES
from sheets.models.notes import LONGEST
from sheets.models.portrait import LONGEST_ALT
from sheets.portraits import Crop

CHARACTER, PUBLIC, PRIVATE = "character.json", "notes-public.md", "notes-private.md"
PORTRAIT, SHOWN, WISHES = "portrait.webp", "portrait.json", "wish-list.json"
# How large each may be, unpacked. Four bytes are the longest letter.
LARGEST = {
    CHARACTER: documents.MAX_BYTES,
    PUBLIC: 4 * LONGEST,
    PRIVATE: 4 * LONGEST,
    PORTRAIT: portraits.MAX_BYTES,
    SHOWN: 16 * 1024,
    WISHES: documents.MAX_BYTES,
}
MAX_BYTES = sum(LARGEST.values()) + 16 * 1024
SIGNATURE = b"PK"
# The end of a ZIP: its signature, four counts, how long and where its list is, a comment's length.
_END, _END_OF_64 = struct.Struct("<4s4H2LH"), b"PK\x06\x07"
_MOST_FILES, _LONGEST_LIST = 20, 8 * 1024
_PLAIN = (1980, 1, 1, 0, 0, 0)
_KNOWN = ", ".join(LARGEST)

Result = TypeVar("Result")


class PortraitCrop(DocumentPart, frozen=True, kw_only=True):
    """The part of a portrait that is shown, in pixels of the picture."""

    shape: str
    left: int
    top: int
    across: int


class BundleInfo(DocumentPart, frozen=True, kw_only=True):
    """What is said of a portrait: what it shows, in words, and the part of it that is shown."""

    alt: str = ""
    crop: PortraitCrop | None = None


@dataclass(frozen=True)
class Bundle:
    """What such a file holds. `picture` is empty without a portrait, `crop` where none is said."""

    document: Document
    public: str = ""
    private: str = ""
    picture: bytes = b""
    alt: str = ""
    crop: Crop | None = None
    wishes: tuple[object, ...] = ()


def pack(character: Character) -> bytes:
    """A character of which everything is the asker's own to take along."""
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        for name, content in _members(character):
            info = ZipInfo(name, _PLAIN)
            info.compress_type = ZIP_STORED if name == PORTRAIT else ZIP_DEFLATED
            archive.writestr(info, content)
    return packed.getvalue()


def _members(character: Character) -> Iterator[tuple[str, bytes]]:
    yield CHARACTER, storage.download(character)
    words = getattr(character, "notes", None)
    if words and words.shared:
        yield PUBLIC, words.shared.encode()
    if words and words.private:
        yield PRIVATE, words.private.encode()
    if portrait := getattr(character, "portrait", None):
        names = ("shape", "left", "top", "across")
        crop = {name: getattr(portrait, name) for name in names}
        yield PORTRAIT, bytes(portrait.picture)
        yield SHOWN, _json({"alt": portrait.alt, "crop": crop})
    if wishes := [wish["entry"] for wish in character.wishes if "entry" in wish]:
        yield WISHES, _json(wishes)


def read(sent: bytes) -> Bundle:
    """What a file holds, a bundle or a bare document; InvalidDocument, with the place, for any
    other.
    """
    if not sent.startswith(SIGNATURE):
        return Bundle(registry.read(sent))
    if len(sent) > MAX_BYTES:
        raise InvalidDocument(f"the file has {len(sent):,} bytes; at most {MAX_BYTES:,} are read")
    held = _unpacked(sent)
    if CHARACTER not in held:
        raise InvalidDocument(f"there is no {CHARACTER} in this ZIP")
    document = _named(CHARACTER, lambda: registry.read(held[CHARACTER]))
    if SHOWN in held and PORTRAIT not in held:
        raise InvalidDocument(f"there is no {PORTRAIT} beside it", where=SHOWN)
    about = _named(SHOWN, lambda: _about(held[SHOWN])) if SHOWN in held else BundleInfo()
    crop = Crop(**msgspec.structs.asdict(about.crop)) if about.crop else None
    return Bundle(
        document,
        public=_named(PUBLIC, lambda: _notes(held.get(PUBLIC, b""))),
        private=_named(PRIVATE, lambda: _notes(held.get(PRIVATE, b""))),
        picture=held.get(PORTRAIT, b""),
        alt=about.alt,
        crop=crop,
        wishes=_named(WISHES, lambda: _wishes(held.get(WISHES, b"[]"), document.system)),
    )


def _unpacked(sent: bytes) -> dict[str, bytes]:
    """The members by name, each within its size."""
    _check_list(sent)
    try:
        with ZipFile(BytesIO(sent)) as archive:
            held: dict[str, bytes] = {}
            for info in archive.infolist():
                _check_member(info, held)
                held[info.filename] = _content(archive, info)
            return held
    except InvalidDocument:
        raise
    except Exception as error:
        # Hostile archives are met with errors of every kind; none of them is a fault of ours.
        known = isinstance(error, BadZipFile | EOFError | zlib.error | OSError | ValueError)
        said = "not all of it is there, or it was changed on the way" if known else "it is odd"
        raise InvalidDocument(f"this ZIP is damaged: {said}") from error


def _check_list(sent: bytes) -> None:
    """Refuses a list of members that is longer than ours can be, before any of it is read."""
    at = sent.rfind(b"PK\x05\x06", max(0, len(sent) - _END.size - 0xFFFF))
    if at < 0 or at + _END.size > len(sent):
        raise InvalidDocument("this ZIP is damaged: its end is missing")
    _, _, _, _, count, size, _, _ = _END.unpack_from(sent, at)
    if count > _MOST_FILES or size > _LONGEST_LIST or _END_OF_64 in sent[max(0, at - 20) : at]:
        raise InvalidDocument(f"this ZIP holds too many files; known are {_KNOWN}")


def _check_member(info: ZipInfo, held: dict[str, bytes]) -> None:
    name = info.filename
    if name not in LARGEST:
        raise InvalidDocument(f"unknown file; known are {_KNOWN}", where=name[:80])
    if name in held:
        raise InvalidDocument("this file is there twice", where=name)
    if info.flag_bits & 0x1:
        raise InvalidDocument("this file is locked with a password", where=name)
    if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise InvalidDocument(
            "this file is packed in a way that is not read; use Deflate", where=name
        )


def _content(archive: ZipFile, info: ZipInfo) -> bytes:
    """A member, of which no more is unpacked than is needed to say that it is too large."""
    most = LARGEST[info.filename]
    with archive.open(info) as member:
        content = member.read(most + 1)
    if len(content) > most:
        raise InvalidDocument(f"at most {most:,} bytes fit here", where=info.filename)
    return content


def _notes(content: bytes) -> str:
    try:
        text = content.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise InvalidDocument(f"byte {error.start} is not UTF-8") from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if len(text) > LONGEST:
        raise InvalidDocument(f"at most {LONGEST:,} characters fit here; these are {len(text):,}")
    documents.check(text)
    return text


def _about(content: bytes) -> BundleInfo:
    about = documents.shaped(_parsed(content), BundleInfo, where="")
    if len(about.alt) > LONGEST_ALT:
        said = f"at most {LONGEST_ALT} characters fit here; these are {len(about.alt):,}"
        raise InvalidDocument(said, where="alt")
    if about.crop and about.crop.shape not in portraits.SHAPES:
        raise InvalidDocument(
            f"one of {', '.join(portraits.SHAPES)} is expected", where="crop.shape"
        )
    return about


def _wishes(content: bytes, slug: str) -> tuple[object, ...]:
    plain = _parsed(content)
    if not isinstance(plain, list):
        raise InvalidDocument("a list is expected")
    if len(plain) > MOST_WISHES:
        raise InvalidDocument(f"at most {MOST_WISHES} wishes fit here; these are {len(plain):,}")
    kind = registry.get(slug).entry_type
    return tuple(
        documents.shaped(entry, kind, where=f"entry {number}")
        for number, entry in enumerate(plain, 1)
    )


def _parsed(content: bytes) -> object:
    try:
        return documents.parse(content.decode().removeprefix("\ufeff"))
    except UnicodeDecodeError as error:
        raise InvalidDocument(f"byte {error.start} is not UTF-8") from None


def _named(name: str, read: Callable[[], Result]) -> Result:
    """What is read of a member; what is wrong in it is said with its name."""
    try:
        return read()
    except InvalidDocument as unreadable:
        place = places.in_words(unreadable.where)
        raise InvalidDocument(
            unreadable.message, where=f"{name}, {place}" if place else name
        ) from None


def _json(plain: object) -> bytes:
    return (json.dumps(plain, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "surrogatepass")
