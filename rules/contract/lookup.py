"""The reference, and ideas to begin with."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules.contract.subject import Check, Subject
from rules.reference.chapters import Paragraphs, Table, Terms, anchor_id
from rules.reference.search import Index

ENDS = (".", "!", "?")
HYPHEN = re.compile(r"(?<![\w-])-\d")


def chapters_are_whole(subject: Subject) -> Iterator[str]:
    """Names, sentences and sources, and nothing empty."""
    for chapter in subject.game.reference():
        at = f"chapter {chapter.id}"
        if chapter.id != anchor_id(chapter.id):
            yield f"{at}: an id has a-z, 0-9 and hyphens"
        if not (chapter.name and chapter.group and chapter.source):
            yield f"{at}: it needs a name, a group, and a source"
        if not chapter.about.endswith("."):
            yield f"{at}: about is a sentence that ends with a period"
        if not chapter.parts:
            yield f"{at} has no parts"
        for part in chapter.parts:
            yield from _part(f"{at}, part {part.id}", part)


def _part(at: str, part: Paragraphs | Terms | Table) -> Iterator[str]:
    if not part.name or not (part.paragraphs if isinstance(part, Paragraphs) else part.rows):
        yield f"{at}: it needs a name and something in it"
    if isinstance(part, Terms | Table):
        for row in part.rows:
            if len(row.figures) not in (0, len(part.columns)):
                yield f"{at}, {row.id}: one figure for each of {len(part.columns)} columns"


def terms_are_sentences(subject: Subject) -> Iterator[str]:
    """Every term has a name, a source, and a text or figures."""
    index = Index(subject.game.reference())
    known = {found.term.id for found in index.terms.values() if found.term}
    for found in index.terms.values():
        term = found.term
        if term is None:
            continue
        if not (term.name and term.source and (term.text or term.figures)):
            yield f"term {term.id}: it needs a name, a source, and a text or figures"
        for text in filter(None, (term.text, *term.rulings)):
            if not text.endswith(ENDS) or "{" in text or "  " in text or HYPHEN.search(text):
                yield f"term {term.id}: write sentences, with − for minus, and no braces: {text!r}"
        for other in term.see:
            if other not in known or other == term.id:
                yield f"term {term.id}, see: there is no other term {other}"


def what_the_sheet_shows_is_explained(subject: Subject) -> Iterator[str]:
    """Every figure of an empty sheet is a term."""
    index = Index(subject.game.reference())
    for key in subject.opened(subject.game.empty()).sheet.figures:
        if not index.find(key):
            yield f"figure {key} is in no chapter: add a term with this id, or among its keys"


def an_idea_leaves_only_the_name(subject: Subject) -> Iterator[str]:
    """An idea is a whole character but for the name."""
    for idea in subject.game.ideas.list():
        if not idea.about.endswith(ENDS):
            yield f"idea {idea.id}: about is a sentence"
        for seed in range(2):
            document = subject.game.from_idea(idea.id, subject.chance(seed))
            for problem in subject.opened(document).problems:
                if problem.where != "name":
                    yield f"idea {idea.id}: {problem.message}"


def _has_reference(subject: Subject) -> bool:
    return bool(subject.game.reference())


CHECKS = (
    Check("Chapters of the reference are whole.", chapters_are_whole, _has_reference),
    Check("Terms are sentences with a source.", terms_are_sentences, _has_reference),
    Check("What the sheet shows is explained.", what_the_sheet_shows_is_explained, _has_reference),
    Check(
        "An idea leaves only the name open.",
        an_idea_leaves_only_the_name,
        lambda subject: bool(subject.game.ideas.list()),
    ),
)
