"""Pictures of pages for texts: a test keeps the words of each page as they were when its picture
was taken, and `bin/help-pictures` takes them anew.
"""

import json
import os
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page

ARE_TAKEN = bool(os.environ.get("KEEP_HELP_PICTURES"))
QUALITY = 70
_TOLD = "main :is(h1, h2, h3, button, label, legend)"


def words(page: Page) -> list[str]:
    """The headings, buttons, and labels of a page."""
    texts = page.locator(_TOLD).all_inner_texts()
    return sorted({" ".join(text.split()) for text in texts} - {""})


def picture(page: Page) -> Image.Image:
    """The page as it is on the screen."""
    page.evaluate("document.fonts.ready")
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


def keep(image: Image.Image, file: Path) -> None:
    """Writes a picture, if pictures are being taken."""
    if ARE_TAKEN:
        file.parent.mkdir(exist_ok=True)
        image.save(file, quality=QUALITY, method=6)


def changed(file: Path, told: dict[str, list[str]]) -> list[str]:
    """The names of the pages that changed since their pictures were taken."""
    if ARE_TAKEN:
        file.write_text(json.dumps(told, indent=1, sort_keys=True) + "\n")
    kept = json.loads(file.read_text())
    return sorted(name for name, said in told.items() if kept.get(name) != said)
