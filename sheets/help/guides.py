"""The guides as they are written in `guides/`: a title, and sections with a heading each.

A paragraph `![what it shows](name)` is a picture of a page of the site, which `bin/help-pictures`
takes.
"""

import re
from dataclasses import dataclass
from functools import cache
from itertools import compress
from pathlib import Path

from django.conf import settings
from django.utils.text import slugify

from rules.search import Entry, matches

FOLDER = Path(__file__).parent / "guides"
NAMES = ("players", "game-masters")
PICTURES = "img/help"
# The size of every picture in pixels.
WIDTH, HEIGHT = 760, 520
_PICTURE = re.compile(r"!\[([^\]]+)\]\(([a-z-]+)\)")


@dataclass(frozen=True)
class GuidePicture:
    """A picture of a page of the site: its name, and what it shows."""

    name: str
    alt: str

    @property
    def source(self) -> str:
        """Its static file."""
        return f"{PICTURES}/{self.name}.webp"

    def read(self) -> bytes:
        """The picture itself, for paper."""
        return Path(settings.BASE_DIR, "static", self.source).read_bytes()


@dataclass(frozen=True)
class Section:
    """A section of a guide: its heading, its id on the page, its text in Markdown, and pictures."""

    heading: str
    text: str
    pictures: tuple[GuidePicture, ...] = ()

    @property
    def id(self) -> str:
        """Its place on the page of its guide."""
        return slugify(self.heading)


@dataclass(frozen=True)
class Guide:
    """A guide by its name in addresses."""

    name: str
    title: str
    sections: tuple[Section, ...]

    def matching(self, query: str) -> tuple[Section, ...]:
        """The sections that hold every word of a query, or its beginning; all for no words."""
        entries = [Entry(section.heading, section.text) for section in self.sections]
        return tuple(compress(self.sections, matches(query, entries)))


@cache
def guides() -> dict[str, Guide]:
    """Both guides, by name."""
    return {name: _read(name) for name in NAMES}


def _read(name: str) -> Guide:
    head, *parts = (FOLDER / f"{name}.md").read_text().split("\n## ")
    sections = []
    for part in parts:
        heading, _, text = part.partition("\n")
        # A line ends where the file's does, not where the page's does.
        paragraphs = [" ".join(part.split()) for part in text.strip().split("\n\n")]
        shown = [paragraph for paragraph in paragraphs if _PICTURE.fullmatch(paragraph)]
        pictures = (GuidePicture(name, alt) for alt, name in _PICTURE.findall("\n".join(shown)))
        words = "\n\n".join(paragraph for paragraph in paragraphs if paragraph not in shown)
        sections.append(Section(heading.strip(), words, tuple(pictures)))
    return Guide(name, head.removeprefix("# ").strip(), tuple(sections))
