"""A page as a browser without scripts and styles has it: read, filled in, pressed, and followed.

Links, buttons and fields go by the names that a screen reader says: exactly, or else as a part of
what it says. What is hidden or folded away can't be read, filled in, or pressed.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from email.message import Message
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urljoin, urlsplit

from cssselect2 import ElementWrapper
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from lxml.html import HtmlElement, document_fromstring

Value = str | SimpleUploadedFile
HERE = "http://testserver"
TURNS = {301, 302, 303, 307, 308}
KINDS = {
    "link": "a[href]",
    "button": "button, input:is([type=submit], [type=image], [type=reset], [type=button])",
    "field": "input:not([type=submit], [type=image], [type=reset], [type=button], [type=hidden]),"
    " select, textarea",
    "summary": "details > summary",
}
UNSHOWN = {"head", "script", "style", "template", "datalist"}
# Of these a form sends only what is pressed or checked.
UNSENT = {"button", "submit", "image", "reset", "checkbox", "radio"}
CONTROLS = ("input", "select", "textarea", "button")
# What stands within a line: all else begins and ends a word.
INLINE = {"a", "b", "bdi", "button", "code", "em", "i", "s", "small", "span", "strong", "time"}


class Part:
    """A part of a page."""

    def __init__(self, page: "PlainPage", root: HtmlElement) -> None:
        self.page, self.root = page, root

    @property
    def text(self) -> str:
        """All that it shows."""
        return text_of(self.root)

    @property
    def headings(self) -> list[str]:
        """The texts of its headings."""
        return [part.text for part in self.parts(":is(h1, h2, h3, h4, h5, h6)")]

    def parts(self, selector: str, *, has: str = "") -> list["Part"]:
        """What it shows of a selector, of which each has this text."""
        inside = set(self.root.iter())
        found = ElementWrapper.from_html_root(self.page.root).query_all(selector)
        here = [one.etree_element for one in found if one.etree_element in inside]
        return [Part(self.page, one) for one in here if is_shown(one) and has in text_of(one)]

    def part(self, selector: str, *, has: str = "") -> "Part":
        """The same, of which there is one."""
        found = self.parts(selector, has=has)
        assert len(found) == 1, f"{len(found)} of {selector} {has!r} on {self.page.url}"
        return found[0]

    def named(self, kind: str, name: str) -> list[HtmlElement]:
        """Each `link`, `button`, `field`, or `summary` that it shows, by a name or by an id."""
        if name.startswith("#"):
            return [part.root for part in self.parts(name)]
        shown = [(part.root, self.page.name_of(part.root)) for part in self.parts(KINDS[kind])]
        exact = [one for one, said in shown if said == name]
        return exact or [one for one, said in shown if name.lower() in said.lower()]

    def value(self, label: str) -> str:
        """What is in a field; of a menu the value that is chosen."""
        return next(iter(_values(self._one("field", label))), "")

    def is_checked(self, label: str) -> bool:
        """True if a box or a radio button is checked."""
        return self._one("field", label).get("checked") is not None

    def fill(self, label: str, value: str) -> None:
        """Types into a field."""
        field = self._usable("field", label)
        assert field.get("readonly") is None, f"{label} is read-only"
        assert len(value) <= int(field.get("maxlength") or len(value)), f"too long for {label}"
        if field.tag == "textarea":
            field.text = value
        else:
            field.set("value", value)

    def check(self, label: str) -> None:
        """Checks a box or a radio button."""
        field = self._usable("field", label)
        for other in self.page.root.iter("input") if field.get("type") == "radio" else ():
            if other.get("name") == field.get("name") and _form(other) is _form(field):
                other.attrib.pop("checked", None)
        field.set("checked", "")

    def choose(self, label: str, option: str, *, nth: int | None = None) -> None:
        """Chooses from a menu, by the value of an option or by what it says."""
        options = list(self._usable("field", label, nth).iter("option"))
        (chosen,) = (one for one in options if option in (one.get("value"), text_of(one)))
        for one in options:
            one.attrib.pop("selected", None)
        chosen.set("selected", "")

    def attach(self, label: str, file: SimpleUploadedFile) -> None:
        """Chooses a file."""
        self.page.files[self._usable("field", label)] = file

    def unfold(self, summary: str) -> None:
        """Opens what is folded away under these words."""
        self._one("summary", summary).getparent().set("open", "")

    def follow(self, link: str, *, nth: int | None = None, status: int = 200) -> None:
        """Follows a link; of several the nth."""
        self.page.goto(self._one("link", link, nth).get("href"), status=status)

    def press(self, button: str, *, nth: int | None = None, status: int = 200) -> None:
        """Presses a button, of several the nth: what is answered is the page, or a download."""
        self.page.submit(self._usable("button", button, nth), status=status)

    def _one(self, kind: str, name: str, nth: int | None = None) -> HtmlElement:
        found = self.named(kind, name)
        places = range(len(found))
        assert len(found) == 1 or nth in places, f"{len(found)} × {name!r} on {self.page.url}"
        return found[nth or 0]

    def _usable(self, kind: str, name: str, nth: int | None = None) -> HtmlElement:
        found = self._one(kind, name, nth)
        assert not _is_disabled(found), f"{name} is disabled"
        return found


class PlainPage(Part):
    """A page, and the cookies of the browser that it is in."""

    def __init__(self, cookies: SimpleCookie | None = None) -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.client.cookies.update(cookies or {})
        self.url, self.download = "/", ("", b"")
        self.files: dict[HtmlElement, SimpleUploadedFile] = {}
        super().__init__(self, document_fromstring("<p></p>"))

    def goto(self, address: str, *, status: int = 200) -> None:
        """Opens an address."""
        self._ask("GET", address, status=status)

    def submit(self, button: HtmlElement, *, status: int) -> None:
        """Sends the form of a button as the button says."""
        form = _form(button) if button.get("type", "submit") in ("submit", "image") else None
        assert form is not None, f"{self.name_of(button)} does nothing without scripts"
        sent: dict[str, list[Value]] = defaultdict(list)
        for name, value in self._sent(form, button):
            sent[name].append(value)
        address = button.get("formaction") or form.get("action") or self.url
        if (button.get("formmethod") or form.get("method") or "get").lower() == "get":
            self.goto(f"{address.partition('?')[0]}?{urlencode(sent, doseq=True)}", status=status)
        elif (button.get("formenctype") or form.get("enctype")) == "multipart/form-data":
            body = encode_multipart(BOUNDARY, sent)
            self._ask("POST", address, body, MULTIPART_CONTENT, status=status)
        else:
            body, kind = urlencode(sent, doseq=True), "application/x-www-form-urlencoded"
            self._ask("POST", address, body.encode(), kind, status=status)

    def name_of(self, one: HtmlElement) -> str:
        """What a screen reader calls an element."""
        if label := one.get("aria-label"):
            return str(label)
        said = [self.root.get_element_by_id(id) for id in one.get("aria-labelledby", "").split()]
        if one.tag not in ("input", "select", "textarea"):
            said = said or [one]
        elif not said:
            said = [label for label in self.root.iter("label") if _is_label(label, one)]
        besides = one.get("value") if one.get("type") in UNSENT else one.get("placeholder")
        return " ".join(text_of(part, aloud=True) for part in said) or str(besides or "")

    def _ask(
        self, method: str, address: str, body: bytes = b"", kind: str = "", *, status: int
    ) -> None:
        """Asks for an address, and is redirected as often as need be."""
        address = urljoin(f"{HERE}{self.url}", address)
        headers = {"referer": f"{HERE}{self.url}"}
        for _ in range(9):
            parts = urlsplit(address)
            assert address.startswith(f"{HERE}/"), f"{address} is elsewhere"
            asked = f"{parts.path}?{parts.query}" if parts.query else parts.path
            answer = self.client.generic(method, asked, body, kind, headers=headers)
            if answer.status_code not in TURNS:
                break
            address = urljoin(address, answer["Location"])
            if answer.status_code < 307:
                method, body, kind = "GET", b"", ""
        content = answer.getvalue()
        assert answer.status_code == status, f"{address}: {answer.status_code} {content[:2000]!r}"
        told = Message()
        told["Content-Disposition"] = answer.get("Content-Disposition", "inline")
        is_page = answer["Content-Type"].startswith("text/html")
        if told.get_content_disposition() == "attachment" or not is_page:
            self.download = told.get_filename("") or "", content
            return
        self.url, self.files = address.removeprefix(HERE), {}
        self.root = document_fromstring(content)
        for area in self.root.iter("textarea"):  # its first line may be left empty
            area.text = (area.text or "").removeprefix("\n")

    def _fields(self, form: HtmlElement) -> Iterator[HtmlElement]:
        """The named fields and buttons of a form that are sent, if they have something to send."""
        for one in self.root.iter(*CONTROLS):
            is_inert = any(part.tag in ("datalist", "template") for part in one.iterancestors())
            if one.get("name") and _form(one) is form and not _is_disabled(one) and not is_inert:
                yield one

    def _sent(self, form: HtmlElement, button: HtmlElement) -> Iterator[tuple[str, Value]]:
        """What a form sends when this button is pressed."""
        for one in self._fields(form):
            kind = "button" if one.tag == "button" else one.get("type", "text")
            if kind == "file":
                if one in self.files:
                    yield one.get("name"), self.files[one]
            elif one is button or kind not in UNSENT or one.get("checked") is not None:
                for value in _values(one):
                    yield one.get("name"), re.sub(r"\r\n?|\n", "\r\n", value)


def text_of(one: HtmlElement, *, aloud: bool = False) -> str:
    """The text that an element shows, or what a screen reader says of it."""
    return " ".join("".join(_texts(one, aloud=aloud)).split())


def _texts(one: HtmlElement, *, aloud: bool) -> Iterator[str]:
    gap = "" if one.tag in INLINE else " "
    yield gap + (one.text or "")
    for part in one:
        silent = aloud and (part.get("aria-hidden") == "true" or part.tag in ("select", "textarea"))
        if aloud and part.tag == "img":
            yield part.get("alt", "")
        elif isinstance(part.tag, str) and _is_open(part) and not silent:
            yield from _texts(part, aloud=aloud)
        yield part.tail or ""
    yield gap


def is_shown(one: HtmlElement) -> bool:
    """False for what is hidden or folded away."""
    return all(_is_open(part) for part in (one, *one.iterancestors()))


def _is_open(one: HtmlElement) -> bool:
    """False for what is not shown though what it stands in is."""
    around = one.getparent()
    if around is not None and around.tag == "details" and around.get("open") is None:
        return bool(one.tag == "summary")
    if one.tag == "dialog" and one.get("open") is None:
        return False
    is_hidden = one.get("hidden") is not None or "with-js" in one.get("class", "").split()
    return one.tag not in UNSHOWN and not is_hidden


def _is_label(label: HtmlElement, one: HtmlElement) -> bool:
    """True if it is the label of a field."""
    named = label.get("for")
    return bool(one.get("id") == named) if named else one in label.iter()


def _form(one: HtmlElement) -> HtmlElement | None:
    """The form that a field or a button belongs to."""
    if named := one.get("form"):
        return one.getroottree().getroot().get_element_by_id(named, None)
    return next(one.iterancestors("form"), None)


def _is_disabled(one: HtmlElement) -> bool:
    """True if it is disabled, or what it stands in, but for the legend of that."""
    if one.get("disabled") is not None:
        return True
    for around in one.iterancestors("fieldset"):
        legend = around.find("legend")
        if around.get("disabled") is not None and (legend is None or one not in legend.iter()):
            return True
    return False


def _values(one: HtmlElement) -> list[str]:
    """What a field holds; of a menu what is chosen, at first its first option."""
    if one.tag == "textarea":
        return [one.text or ""]
    if one.tag != "select":
        ticked = one.get("type") in ("checkbox", "radio")
        return [one.get("value", "on" if ticked else "")]
    options = [each for each in one.iter("option") if each.get("disabled") is None]
    chosen = [each for each in options if each.get("selected") is not None]
    if one.get("multiple") is None:
        chosen = chosen[-1:] or options[:1]
    return [each.get("value", text_of(each)) for each in chosen]
