"""The browser of tests without scripts does what a browser does."""

from collections.abc import Callable
from urllib.parse import parse_qsl

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.test import RequestFactory

from tests.plain_page import PlainPage

FORM = """<form id="f" action="/sent/?old=1" method="post"><input type="hidden" name="hid"
value="h"><label>Name<input name="name" value="Ada"></label><label for="n">Notes</label>
<textarea id="n" name="notes">
one
two</textarea><label><input type="checkbox" name="tick" value="a" checked> A</label>
<label><input type="checkbox" name="tick" value="b"> B</label><label><input type="checkbox"
name="on"> Plain</label><label><input type="radio" name="way" value="1" checked> First</label>
<label><input type="radio" name="way" value="2"> Second</label>
<label>Menu<select name="menu"><option value="x">Ex<option>Why</select></label>
<select name="several" multiple><option value="1"><option value="2" selected><option selected>3
</select><input name="off" value="1" disabled>
<fieldset disabled><legend><input name="legend" value="1"></legend><input name="in" value="1">
<button>Closed</button></fieldset><template><input name="spare" value="1"></template>
<input value="nameless"><input type="file" name="file" aria-label="File">
<button name="do" value="save">Save</button><button name="do" value="drop" formaction="/drop/">Drop
</button><button formmethod="get">Find</button><button type="button">Scripted</button></form>
<input name="far" value="1" form="f"><button form="none" name="do" value="far">Astray</button>
<form action="/other/" method="post"><input name="other" value="1"><button>Other</button></form>"""
SAVED = [
    *[("hid", "h"), ("name", "Ada"), ("notes", "one\r\ntwo"), ("tick", "a"), ("way", "1")],
    *[("menu", "x"), ("several", "2"), ("several", "3"), ("legend", "1")],
]


class Site:
    """A site of one page at each address, which notes what is asked of it."""

    def __init__(self, **answers: HttpResponse) -> None:
        self.answers = answers
        self.asked: list[HttpRequest] = []

    def generic(
        self, method: str, path: str, body: bytes, kind: str, headers: dict[str, str]
    ) -> HttpResponse:
        """Answers."""
        request = RequestFactory().generic(method, path, body, kind, headers=headers)
        self.asked.append(request)
        return self.answers.get(request.path.strip("/"), HttpResponse("<h1>Here</h1>"))


Opened = Callable[..., tuple[PlainPage, Site]]


@pytest.fixture
def opened() -> Opened:
    """The page of some HTML, and its site."""

    def show(html: str, **answers: HttpResponse) -> tuple[PlainPage, Site]:
        page = PlainPage()
        site = Site(start=HttpResponse(f"<html><body>{html}"), **answers)
        page.client = site
        page.goto("/start/")
        return page, site

    return show


def test_a_form_sends_its_fields_in_order_and_the_button_that_was_pressed(opened: Opened) -> None:
    page, site = opened(FORM)
    page.press("Save")
    request = site.asked[-1]
    assert (request.method, request.get_full_path()) == ("POST", "/sent/?old=1")
    assert request.headers["Referer"] == "http://testserver/start/"
    assert parse_qsl(request.body.decode()) == [*SAVED, ("do", "save"), ("far", "1")]
    assert page.headings == ["Here"]


def test_what_is_typed_checked_and_chosen_is_sent(opened: Opened) -> None:
    page, site = opened(FORM)
    page.fill("Name", "Bo & Co")
    page.fill("Notes", "\nlater")
    for label in ("B", "Plain", "Second"):
        page.check(label)
    page.choose("Menu", "Why")
    assert (page.value("Name"), page.value("Menu"), page.is_checked("First")) == (
        *("Bo & Co", "Why", False),
    )
    page.press("Drop")
    request = site.asked[-1]
    assert request.path == "/drop/"
    sent = request.POST
    assert (sent["name"], sent["notes"], sent["menu"]) == ("Bo & Co", "\r\nlater", "Why")
    assert (sent.getlist("tick"), sent["on"], sent.getlist("way")) == (["a", "b"], "on", ["2"])
    assert sent["do"] == "drop"


def test_a_form_that_gets_puts_its_fields_into_the_address(opened: Opened) -> None:
    page, site = opened(FORM)
    page.press("Find")
    request = site.asked[-1]
    assert (request.method, request.path) == ("GET", "/sent/")
    assert "old" not in request.GET
    assert request.GET.getlist("several") == ["2", "3"]
    assert page.url.startswith("/sent/?hid=h&name=Ada&")


def test_files_are_sent_where_a_form_says_that_it_has_some(opened: Opened) -> None:
    page, site = opened(FORM.replace('id="f"', 'id="f" enctype="multipart/form-data"'))
    page.attach("File", SimpleUploadedFile("a.txt", b"abc"))
    page.press("Save")
    request = site.asked[-1]
    assert request.FILES["file"].read() == b"abc"
    assert request.POST.getlist("several") == ["2", "3"]


@pytest.mark.parametrize("button", ["Closed", "Scripted", "Astray", "Save me", "Folded", "Styled"])
def test_what_a_browser_could_not_press_is_not_pressed(opened: Opened, button: str) -> None:
    hidden = """<form><button hidden>Save me</button><details><summary>More</summary>
    <button>Folded</button></details><button class="quiet with-js">Styled</button></form>"""
    page, site = opened(FORM + hidden)
    with pytest.raises(AssertionError):
        page.press(button)
    assert len(site.asked) == 1


def test_what_is_folded_away_is_there_once_it_is_opened(opened: Opened) -> None:
    page, site = opened("<details><summary>More</summary><a href='a/'>Go on</a></details>")
    assert page.text == "More"
    page.unfold("More")
    assert page.text == "More Go on"
    page.follow("Go on")
    assert site.asked[-1].path == "/start/a/"


def test_names_are_those_that_are_said_aloud(opened: Opened) -> None:
    page, _ = opened(
        """<a href="/1/" aria-label="Dodge 13">13</a><h2 id="h">Of <b>all</b></h2>
        <button aria-labelledby="h">x</button><a href="/2/"><svg><title>Pen</title></svg><img
        alt="Her face"> Edit<span aria-hidden="true">!</span></a><input type="submit" value="Go">
        <label>How many<input></label><input placeholder="Search here"><p>a</p><p>b</p>"""
    )
    for kind, name in (
        *(("link", "Dodge 13"), ("button", "Of all"), ("button", "Go"), ("field", "How many")),
        *(("field", "Search here"), ("link", "Her face Edit")),
    ):
        (found,) = page.named(kind, name)
        assert name in page.name_of(found)
    assert page.text.endswith("a b")


def test_of_several_names_the_whole_one_is_meant_and_else_it_is_said_which(opened: Opened) -> None:
    page, site = opened("<a href='/1/'>Luck</a> <a href='/2/'>Luck in the rules</a> <a>Luck</a>")
    page.follow("Luck")
    assert site.asked[-1].path == "/1/"
    page.goto("/start/")
    with pytest.raises(AssertionError, match="2 × 'luck'"):
        page.follow("luck")
    page.follow("luck", nth=1)
    assert site.asked[-1].path == "/2/"


def test_a_redirect_is_followed_here_and_nowhere_else(opened: Opened) -> None:
    elsewhere = HttpResponseRedirect("https://example.org/")
    page, site = opened(FORM, sent=HttpResponseRedirect("/there/#part"), away=elsewhere)
    page.press("Save")
    assert [request.method for request in site.asked] == ["GET", "POST", "GET"]
    assert page.url == "/there/#part"
    with pytest.raises(AssertionError, match="elsewhere"):
        page.goto("/away/")


def test_a_redirect_that_keeps_what_was_sent_sends_it_on(opened: Opened) -> None:
    page, site = opened(FORM, sent=HttpResponse(status=307, headers={"Location": "/there/"}))
    page.press("Save")
    assert [request.method for request in site.asked] == ["GET", "POST", "POST"]
    assert site.asked[-1].POST["name"] == "Ada"


def test_a_file_is_downloaded_and_the_page_stays(opened: Opened) -> None:
    named = {"Content-Disposition": 'attachment; filename="a.txt"'}
    page, _ = opened(FORM, sent=HttpResponse("abc", headers=named))
    page.press("Save")
    assert page.download == ("a.txt", b"abc")
    assert page.url == "/start/"


def test_an_error_is_one_unless_it_was_expected(opened: Opened) -> None:
    page, _ = opened(FORM, sent=HttpResponse("<p>Gone</p>", status=404))
    with pytest.raises(AssertionError, match="404"):
        page.press("Save")
    page.press("Save", status=404)
    assert page.text == "Gone"
