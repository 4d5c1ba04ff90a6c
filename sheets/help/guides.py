"""The guides as they are written in `guides/`: a title, and sections with a heading each."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.utils.text import slugify

FOLDER = Path(__file__).parent / "guides"
NAMES = ("players", "game-masters")


@dataclass(frozen=True)
class Section:
    """A section of a guide: its heading, its id on the page, and its text in Markdown."""

    heading: str
    text: str

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
        words = query.casefold().split()
        return tuple(
            section
            for section in self.sections
            if all(word in f"{section.heading} {section.text}".casefold() for word in words)
        )


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
        paragraphs = [" ".join(one.split()) for one in text.strip().split("\n\n")]
        sections.append(Section(heading.strip(), "\n\n".join(paragraphs)))
    return Guide(name, head.removeprefix("# ").strip(), tuple(sections))
