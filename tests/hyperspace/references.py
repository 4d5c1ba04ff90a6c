"""References in texts about the code, in backticks: in Markdown, docstrings, and comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import filter as filter_names
from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.core.management import get_commands

from tests.sources import code, docstrings

ROOT = Path(__file__).parents[2]
_SPAN = re.compile(r"`([^`]+)`")
_LINK = re.compile(r"\]\(([^)#:\s]+)[^):]*\)")
_PLACEHOLDER = re.compile(r"<[^<>/]+>|…|\*+")
_FILES = "css|html|in|js|json|md|mo|po|py|sh|svg|toml|txt|yaml|yml"
_FOLDERS = "bin|docs|fixtures|hyperspace|news|requirements|rules|sheets|static|templates|tests"
_PATH = re.compile(rf"^[\w*<>./-][\w*<>…./-]*(?:\.(?:{_FILES})|/)$")
_PLACE = re.compile(rf"^(?:{_FOLDERS})/[\w/.-]+$")
_DOTTED = re.compile(r"^(?:rules|sheets|hyperspace|tests)(?:\.\w+)+$")
_NAME = re.compile(r"^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*(\(\))?$")
_COMMAND = re.compile(r"^(?:python )?(?:bin/manage|manage\.py) (\w+)")
_COMMENT = re.compile(r"(?:^|\s)# .*`.*")
_CAMEL = re.compile(r"[a-z][A-Z]")
_IN_FILE = re.compile(r"`(\w+)`\s+in\s+`([\w/]+\.py)`")
_WORD = re.compile(r"[A-Za-z_]\w*")
_CODE = (".css", ".html", ".in", ".js", ".json", ".toml", ".txt", ".yaml")
# What a site makes while it runs, or puts into its exports; and names of other programs.
MADE = ("character.json", "notes-public.md", "notes-private.md", "portrait.json", "read-me.txt",
        "wish-list.json", "printed/", "programs/", "var/", "var/printed/")  # fmt: skip
OTHERS = ("EnvironmentFile", "HttpOnly", "prepare_threshold")


class Reference(NamedTuple):
    """A name in backticks, with its file and line."""

    file: str
    line: int
    text: str


@cache
def tracked() -> tuple[str, ...]:
    """Every file of the project."""
    heads = [file for file in ROOT.iterdir() if file.is_file()]
    below = (file for folder in _FOLDERS.split("|") for file in (ROOT / folder).rglob("*"))
    files = (file for file in (*heads, *below) if file.is_file() and file.suffix != ".pyc")
    return tuple(sorted(str(file.relative_to(ROOT)) for file in files))


@cache
def _read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def references() -> Iterator[Reference]:
    """Every name in backticks, but in the changelog, which tells of what was; of Markdown also the
    files that are linked, and those in its code.
    """
    for name in tracked():
        if name.endswith(".py"):
            for number, text in (*_comments(name), *_docstrings(name)):
                yield from _spans(name, number, text)
        elif name.endswith(".md") and name != "CHANGELOG.md":
            yield from _of_markdown(name)


def _of_markdown(name: str) -> Iterator[Reference]:
    for number, line in enumerate(_read(name).splitlines(), 1):
        if line.startswith("    "):
            yield from (Reference(name, number, one) for one in line.split() if _PLACE.match(one))
            continue
        yield from _spans(name, number, line)
        for target in _LINK.findall(line):
            if "." not in target and "/" not in target:
                continue  # a picture of a guide under Help, by its name
            linked = (ROOT / name).parent.joinpath(target).resolve()
            yield Reference(name, number, str(linked.relative_to(ROOT)))


def wrong_places() -> Iterator[Reference]:
    """Names that a text places in a file ("`decisions` in `rules/decisions.py`") and that the file
    lacks.
    """
    for name in tracked():
        if not name.endswith(".md") or name == "CHANGELOG.md":
            continue
        for word, path in _IN_FILE.findall(_read(name)):
            if word not in _words_of(path):
                yield Reference(name, 1, f"{word} in {path}")


def _spans(name: str, number: int, text: str) -> Iterator[Reference]:
    for span in _SPAN.findall(text):
        yield Reference(name, number, " ".join(span.split()))


def module_words() -> Iterator[Reference]:
    """The single words in the docstring of a module that are no word of its code: of such a word a
    reader takes it that it is a module beside this one.
    """
    for name in tracked():
        told = _docstrings(name)[:1] if name.endswith(".py") else ()
        for reference in _spans(name, 1, told[0][1] if told and told[0][0] == 1 else ""):
            if (
                reference.text.islower()
                and reference.text.isalpha()
                and reference.text not in _words_of(name)
            ):
                yield reference


def is_beside(reference: Reference) -> bool:
    """True if a module of that name is in the same folder, or in one above."""
    folders = (ROOT / reference.file).parents
    above = [folder for folder in folders if folder.is_relative_to(ROOT)]
    return any(list(folder.glob(f"{reference.text}*")) for folder in above)


def _comments(name: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(_read(name).splitlines(), 1):
        if comment := _COMMENT.search(line):
            yield number, comment[0]


@cache
def _docstrings(name: str) -> tuple[tuple[int, str], ...]:
    return tuple(docstrings(_read(name)))


@cache
def _words_of(name: str) -> frozenset[str]:
    """Every word of a module, outside of its docstrings and comments."""
    return frozenset(_WORD.findall(code(_read(name))))


@cache
def _words() -> frozenset[str]:
    """Every word of code and data, and the names of the modules."""
    words: set[str] = set()
    for name in tracked():
        if name.endswith("/test_references.py"):
            continue  # it names what is not there
        if name.endswith(".py"):
            words |= {*_words_of(name), Path(name).stem}
        elif name.endswith(_CODE) or name.startswith("bin/"):
            words.update(_WORD.findall(_read(name)))
    return frozenset(words)


def _is_word(word: str) -> bool:
    """True if a word is in the code, or is one that code makes of a beginning, "LIMIT_"."""
    starts = (word[: at + 1] for at, letter in enumerate(word) if letter == "_" and at)
    is_made = word.isupper() and any(start in _words() for start in starts)
    return is_made or word in _words()


def exists(reference: Reference) -> bool:
    """True if the named thing exists, and for a text that names no file, module, or object."""
    text = reference.text
    if text in MADE or text in OTHERS or text.startswith("/"):
        return True
    if command := _COMMAND.match(text):
        return command[1] in get_commands()
    if text.startswith("bin/"):
        text = text.split()[0]
    if _DOTTED.match(text):
        return _is_dotted(text)
    if _PLACE.match(text) or _PATH.match(text):
        return _is_file(text)
    if (match := _NAME.match(text)) and (match[1] or "_" in text or _CAMEL.search(text)):
        return all(map(_is_word, _WORD.findall(text)))
    return True


@cache
def _is_file(path: str) -> bool:
    """True if the path of a file ends so, with or without `.py`, or that of a folder does."""
    pattern = _PLACEHOLDER.sub("*", path).rstrip("/")
    pattern = f"*{pattern}" if pattern.startswith(".") else f"*/{pattern}"
    wholes = [f"{pattern}/*"] if path.endswith("/") else [pattern, f"{pattern}.py", f"{pattern}/*"]
    return any(filter_names(_rooted(), whole) for whole in wholes)


@cache
def _rooted() -> tuple[str, ...]:
    return tuple(f"/{name}" for name in tracked())


@cache
def _is_dotted(name: str) -> bool:
    """True if the module, or the name in it, exists."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        base = "/".join(parts[:length])
        for file in (f"{base}.py", f"{base}/__init__.py"):
            if file in tracked():
                left = parts[length:]
                return all(re.search(rf"\b{word}\b", _read(file)) for word in left)
        if any(one.startswith(f"{base}/") for one in tracked()):
            return length == len(parts)
    return False
