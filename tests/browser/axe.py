"""Accessibility of pages by axe, at each width and in each theme, asked as often as answers can
differ.

- What a width changes is what there is and where it lies: every rule but those about colours is
  asked of all of the page at each width, in one theme. In the other it is the same page.
- The contrast of a text is decided by its own style and those of what it lies in. That is asked of
  two texts of each look on the page (something may lie on one): the fifty cards of a long list are
  fifty times the same answer, and take nine tenths of axe's time.
- A target is asked whether it is too small only if that can be: not if it is large, nothing in it
  sticks out, and no other one lies on it, nor if every other one is far away. For axe each of them
  meets everything around it, which takes a sixth of its time.
- Daily a look that was asked on one page is not asked again on the next, whichever worker had it.
- Daily it is asked once of each page: of half of the pages on a phone in the dark theme, of the
  others on a screen in the light one. With `--soak` at each width in each theme.
"""

import re
from array import array
from pathlib import Path
from zlib import crc32

from axe_playwright_python.base import AxeResults
from playwright.sync_api import Page

WIDTHS = (390, 1280)  # a phone's and a screen's
THEMES = ("night", "paper")
DAILY = {390: ("night",), 1280: ("paper",)}
_ID = re.compile(r"[0-9a-f-]{36}|[A-Za-z0-9_-]{22,}")
COLOURS = ["color-contrast", "link-in-text-block"]


class Looks:
    """The looks that a run has asked about, in a file for each theme, which its workers share: a
    number stands for an element's own style and those of what it lies in.
    """

    folder: Path

    def known(self, theme: str) -> set[int]:
        """Those of a theme."""
        file = self.folder / f"looks-{theme}"
        found = file.read_bytes() if file.exists() else b""
        return set(array("q", found[: len(found) // 8 * 8]))

    def add(self, theme: str, looks: set[int]) -> None:
        """Adds some to those of a theme."""
        with (self.folder / f"looks-{theme}").open("ab") as file:
            file.write(array("q", looks).tobytes())


LOOKS = Looks()

_LOOK = """(theme) => {
  const styled = ["color", "background-color", "background-image", "opacity", "font-size",
    "font-weight", "font-style", "text-shadow", "text-decoration-line", "filter", "mix-blend-mode",
    "position", "display", "visibility", "overflow"];
  const numbers = new Map();
  const number = (text) => {
    let high = 0x41c6ce57, low = 0x9e3779b9;
    for (let at = 0; at < text.length; at++) {
      high = Math.imul(high ^ text.charCodeAt(at), 1597334677);
      low = Math.imul(low ^ text.charCodeAt(at), 2654435761);
    }
    return (high >>> 11) * 2 ** 32 + (low >>> 0);
  };
  const walk = (one, around) => {
    const style = getComputedStyle(one);
    const says = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const written = [around, one.localName, one.className, one.type, one.open, one.inert, says,
      one.matches(":disabled"), one.ariaDisabled, one.ariaHidden, Boolean(one.value),
      ...styled.map((name) => style.getPropertyValue(name))].join("|");
    if (!numbers.has(written)) numbers.set(written, number(written));
    axe.looks.push([one, numbers.get(written)]);
    for (const child of one.children) walk(child, numbers.get(written));
  };
  axe.chosen = document.documentElement.dataset.theme;
  document.documentElement.dataset.theme = theme;
  axe.looks = [];
  walk(document.body, "");
  return [...new Set(axe.looks.map(([, look]) => look))];
}"""

_ASK = """async ({known, only, covered}) => {
  axe.configure({rules: [
    {id: "color-contrast", selector: "*:not([data-again])"},
    {id: "target-size", selector: "[data-near]"},
  ]});
  const seen = new Map(known.map((look) => [look, 2]));
  for (const [one, look] of axe.looks) {
    seen.set(look, (seen.get(look) ?? 0) + 1);
    one.toggleAttribute("data-again", seen.get(look) > 2);
  }
  // What lies under the thumb covers what can be scrolled from beneath it: it is asked without.
  const flat = new CSSStyleSheet();
  flat.replaceSync(".attack-form > .actions, .at-thumb { position: static !important }");
  document.adoptedStyleSheets = [flat];
  // What only takes the focus, as all of "main" does, is no target: it would lie on each of them.
  const least = 24, targets = [...document.querySelectorAll("a, area, audio, button, embed, " +
    "iframe, input, object, select, summary, textarea, video, details:not(:has(> summary)), " +
    "[contenteditable], [tabindex]:not(main, ol, pre, section, div:not([role]), " +
    "[role=region], [role=group], [role=dialog])",
  )].filter((one) => one.checkVisibility()).map((one) => [one, one.getBoundingClientRect()]);
  const meets = (a, b, gap) => a.left < b.right + gap && b.left < a.right + gap &&
    a.top < b.bottom + gap && b.top < a.bottom + gap;
  const holds = (a, b) => a.left <= b.left && a.top <= b.top &&
    a.right >= b.right && a.bottom >= b.bottom;
  for (const [one, box] of targets) {
    const nears = (gap) => targets.some(([other, its]) => other !== one && meets(box, its, gap));
    const large = box.width >= least && box.height >= least && !nears(0) &&
      [...one.querySelectorAll("*")].every((part) => holds(box, part.getBoundingClientRect()));
    one.toggleAttribute("data-near", !large && nears(least));
  }
  const asked = only ? {runOnly: only} : {rules: {"target-size": {enabled: !covered}}};
  // What passes is not told: on a page of a thousand elements that takes most of the time.
  const {violations} = await axe.run({resultTypes: ["violations"], ...asked});
  for (const [one] of axe.looks) one.removeAttribute("data-again");
  for (const [one] of targets) one.removeAttribute("data-near");
  document.adoptedStyleSheets = [];
  const root = document.documentElement;
  if (axe.chosen) root.dataset.theme = axe.chosen;
  else delete root.dataset.theme;
  return violations;
}"""


def complaints(page: Page, *, covered: bool = False, themes: tuple[str, ...] = THEMES) -> str:
    """The complaints of axe in these themes, at the page's width."""
    page.evaluate("window.axe ? null : import('/static/axe.min.js').then(() => null)")
    answers = {}
    for theme in themes:
        looks: set[int] = set(page.evaluate(_LOOK, theme))
        known = looks & LOOKS.known(theme)
        only = None if theme == themes[0] else COLOURS
        asked = {"known": list(known), "only": only, "covered": covered}
        if found := page.evaluate(_ASK, asked):
            answers[theme] = AxeResults({"violations": found}).generate_report()
        else:
            LOOKS.add(theme, looks - known)
    return "\n".join(
        f"{page.url}, {page.viewport_size}, {theme}\n{told}" for theme, told in answers.items()
    )


def daily_width(url: str) -> int:
    """The width at which this page is asked daily."""
    path = _ID.sub("", url.partition("//")[2].partition("/")[2])
    return WIDTHS[crc32(path.encode()) % len(WIDTHS)]
