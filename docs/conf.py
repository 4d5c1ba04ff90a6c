"""How Sphinx makes a site of these pages: `bin/docs`.

A page that consists of a link to a file of the project ("Its text is [CONTRIBUTING.md](…)") is that
file in the site. So texts that belong elsewhere are written once, and read in both places.
"""

import os
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from sheets.release import VERSION  # noqa: E402 (once the path is there)

project, author, version = "Hyperspace", "the authors of Hyperspace", VERSION
html_title = f"Hyperspace {VERSION}"
copyright = "MIT license"
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["examples"]
myst_heading_anchors = 4
highlight_language = "none"
html_theme = "furo"
html_static_path = ["style.css"]
html_css_files = ["style.css"]
html_copy_source = False
html_show_sphinx = False

_STANDS_FOR = re.compile(r"^Its text is \[[^\]]+\]\(([^)]+)\)\.$", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]*)\]\(([^)\s]+)\)")
_ADDRESS = re.compile(r"^(?:[a-z]+:|#)")
PICTURES = ROOT / "static/img/help"
# The front page of the site is not that of the repository.
PAGES = {ROOT / "README.md": "/index.md"}


def _stands_for(page: Path) -> Path | None:
    found = _STANDS_FOR.search(page.read_text(encoding="utf-8"))
    return (page.parent / found[1]).resolve() if found else None


def _pages() -> dict[Path, str]:
    """The files of the project that are pages, with their address."""
    docs = ROOT / "docs"
    every = {page: f"/{page.relative_to(docs)}" for page in docs.rglob("*.md")}
    stand_ins = {file: path for page, path in every.items() if (file := _stands_for(page))}
    return PAGES | every | stand_ins


def _read(app: Any, name: str, source: list[str]) -> None:
    """The text of a page, or of the file that it stands for, with links as the site has them."""
    page = Path(app.srcdir, f"{name}.md")
    file = _stands_for(page) or page
    text = file.read_text(encoding="utf-8")
    pages = _pages()

    def link(found: re.Match[str]) -> str:
        words, address = found[1], found[2]
        if _ADDRESS.match(address):
            return found[0]
        path, _, anchor = address.partition("#")
        if (PICTURES / f"{path}.webp").exists():
            return f"[{words}]({os.path.relpath(PICTURES / path, page.parent)}.webp)"
        target = (file.parent / path).resolve()
        if target.suffix == ".md" and target not in pages:
            return words  # a text that is read in the repository only
        place = pages.get(target) or os.path.relpath(target, page.parent)
        return f"[{words}]({place}{'#' * bool(anchor)}{anchor})"

    source[0] = _LINK.sub(link, text)


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("source-read", _read)
