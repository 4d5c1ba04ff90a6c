"""The reference of each game: its index, the addresses of its terms, and which edition this is."""

from functools import cache
from hashlib import blake2b
from pathlib import Path

import msgspec
from django.contrib import messages
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import Http404, HttpRequest
from django.template import engines
from django.urls import reverse

from rules import registry
from rules.character import Character as OpenCharacter
from rules.game import Game
from rules.problems import InvalidDocument
from rules.reference.chapters import Chapter
from rules.reference.search import Index, SearchHit
from rules.text_cache import text_cache


def system(slug: str) -> Game:
    """The game of that slug; 404 if there is none."""
    try:
        return registry.get(slug)
    except InvalidDocument:
        raise Http404 from None


@cache
def index(slug: str) -> Index:
    """Where everything stands in a game's reference; InvalidDocument if there is no such
    game.
    """
    return Index(registry.get(slug).reference())


def groups(slug: str) -> list[tuple[str, list[Chapter]]]:
    """The contents: headings, each with its chapters."""
    chapters: dict[str, list[Chapter]] = {}
    for chapter in index(slug).chapters.values():
        chapters.setdefault(chapter.group, []).append(chapter)
    return list(chapters.items())


@cache
def has_tools(slug: str) -> bool:
    """True if the game has tools for game masters."""
    game = registry.all_systems().get(slug)
    return game is not None and bool(OpenCharacter(game, game.empty()).tools({}))


def has_duels(slug: str) -> bool:
    """True if the game has rules for duels."""
    game = registry.all_systems().get(slug)
    return game is not None and game.duel is not None


def has_crews(slug: str) -> bool:
    """True if the game has stations for the crew of a craft."""
    system = registry.all_systems().get(slug)
    return bool(system and system.craft and system.craft.crew)


def has_stash(slug: str) -> bool:
    """True if the game's gear can change hands."""
    game = registry.all_systems().get(slug)
    return game is not None and game.stash is not None


def has_craft(slug: str) -> bool:
    """True if the game has craft."""
    game = registry.all_systems().get(slug)
    return game is not None and game.craft is not None


def address(slug: str, hit: SearchHit) -> str:
    """Where a term or a chapter can be read."""
    page = reverse("reference_chapter", args=[slug, hit.chapter.id])
    return f"{page}#{hit.anchor}" if hit.anchor else page


@text_cache(4096)  # a shop asks it for every ware, each time a field is saved
def term_address(slug: str, key: str) -> str:
    """The address that explains a term, by its id or by the key of a figure; "" for none."""
    try:
        hit = index(slug).find(key)
    except InvalidDocument:
        return ""
    return address(slug, hit) if hit else ""


def term_text(slug: str, key: str) -> str:
    """The reference's text about a term, by its id or by the key of a figure; "" for an unknown
    term.
    """
    try:
        hit = index(slug).find(key)
    except InvalidDocument:
        return ""
    return hit.term.text if hit and hit.term else ""


def etag(request: HttpRequest, **_: str) -> str | None:
    """Another one whenever the page would be: by edition, address, and whoever asks.

    A page has the visitor's theme and the key of their forms in it, which hang on the cookies.
    None if a message waits to be shown once.
    """
    if len(messages.get_messages(request)):
        return None
    digest = blake2b(edition(), digest_size=16)
    for piece in (request.get_full_path(), request.headers.get("Cookie", "")):
        digest.update(piece.encode(errors="replace") + b"\0")
    return f'"{digest.hexdigest()}"'


@cache
def edition() -> bytes:
    """A hash of the games, our templates, and our style sheets: pages are made of these."""
    digest = blake2b(str(getattr(staticfiles_storage, "manifest_hash", "")).encode())
    for game in registry.all_systems().values():
        digest.update(msgspec.json.encode((game.name, game.edition, game.credit, game.reference())))
    for folder in engines["django"].template_dirs:
        for file in sorted(Path(folder).rglob("*.html")):
            digest.update(file.read_bytes())
    return digest.digest()
