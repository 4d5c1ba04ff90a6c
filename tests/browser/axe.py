"""Accessibility of pages by axe, at each width and in each theme, asked as often as answers can
differ.

- What a width changes is what there is and where it lies: every rule but those about colours is
  asked of all of the page at each width, in one theme. In the other it is the same page.
- The contrast of a text is decided by its own style and those of what it lies in. That is asked of
  two texts of each look on the page (something may lie on one): the fifty cards of a long list are
  fifty times the same answer, and take nine tenths of axe's time.
- Daily it is asked once of each page: of half of the pages on a phone in the dark theme, of the
  others on a screen in the light one. With `--soak` at each width in each theme.
"""

import re
from typing import Any
from zlib import crc32

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page

WIDTHS = (390, 1280)  # a phone's and a screen's
THEMES = ("night", "paper")
DAILY = {390: ("night",), 1280: ("paper",)}
_ID = re.compile(r"[0-9a-f-]{36}|[A-Za-z0-9_-]{22,}")
COLOURS = ["color-contrast", "link-in-text-block"]

_ASK = """async ({themes, colours, covered}) => {
  const styled = ["color", "background-color", "background-image", "opacity", "font-size",
    "font-weight", "font-style", "text-shadow", "text-decoration-line", "filter", "mix-blend-mode",
    "position", "display", "visibility", "overflow"];
  axe.configure({rules: [{id: "color-contrast", selector: "*:not([data-again])"}]});

  // Marks what looks like two things further up, in surroundings that look like theirs.
  const mark = () => {
    const looks = new Map();
    const walk = (one, around) => {
      const style = getComputedStyle(one);
      const says = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
      const written = [around, one.localName, one.className, one.type, one.open, one.inert, says,
        one.matches(":disabled"), one.ariaDisabled, one.ariaHidden, Boolean(one.value),
        ...styled.map((name) => style.getPropertyValue(name))].join("|");
      if (!looks.has(written)) looks.set(written, {id: looks.size, seen: 0});
      const look = looks.get(written);
      one.toggleAttribute("data-again", ++look.seen > 2);
      for (const child of one.children) walk(child, look.id);
    };
    walk(document.body, "");
  };

  // What lies under the thumb covers what can be scrolled from beneath it: it is asked without.
  const flat = new CSSStyleSheet();
  flat.replaceSync(".attack-form > .actions, .at-thumb { position: static !important }");
  document.adoptedStyleSheets = [flat];
  const root = document.documentElement, chosen = root.dataset.theme, answers = [];
  for (const theme of themes) {
    root.dataset.theme = theme;
    mark();
    const everything = {rules: {"target-size": {enabled: !covered}}};
    const asked = theme === themes[0] ? everything : {runOnly: colours};
    // What passes is not told: on a page of a thousand elements that takes most of the time.
    const {violations} = await axe.run({resultTypes: ["violations"], ...asked});
    answers.push([theme, violations]);
  }
  for (const one of document.querySelectorAll("[data-again]")) one.removeAttribute("data-again");
  document.adoptedStyleSheets = [];
  if (chosen) root.dataset.theme = chosen;
  else delete root.dataset.theme;
  return answers;
}"""


def complaints(page: Page, *, covered: bool = False, themes: tuple[str, ...] = THEMES) -> str:
    """The complaints of axe in these themes, at the page's width."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    asked = {"themes": themes, "colours": COLOURS, "covered": covered}
    answers: list[tuple[str, Any]] = page.evaluate(_ASK, asked)
    return "\n".join(
        f"{page.url}, {page.viewport_size}, {theme}\n"
        + AxeResults({"violations": found}).generate_report()
        for theme, found in answers
        if found
    )


def daily_width(url: str) -> int:
    """The width at which this page is asked daily."""
    path = _ID.sub("", url.partition("//")[2].partition("/")[2])
    return WIDTHS[crc32(path.encode()) % len(WIDTHS)]
