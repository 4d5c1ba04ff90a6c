"""Words typed from right to left stand in elements of their own direction."""

from html.parser import HTMLParser

import pytest
from django.test import Client

from sheets.direction import with_directions
from tests.browser import every_page
from tests.sampling import draw, sample
from tests.sheets.every_game.characters import EVERY

HEBREW, ARABIC = "נועה בן-דוד.", "ليلى (Laila) 7!"
VOID = {"input", "img", "br", "hr", "link", "meta", "wbr", "source"}
# Elements in which no other can stand.
WITHOUT = {"script", "style", "svg"}


class Walk(HTMLParser):
    """The texts of a page from right to left that have no direction, and its fields that have
    none.
    """

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[tuple[str, bool]] = []
        self.bare: list[str] = []
        self.fields: list[str] = []
        self.directed = 0
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        is_auto = given.get("dir") == "auto"
        if tag not in VOID:
            self.open.append((tag, is_auto or tag == "bdi"))
        is_text = (tag == "textarea" and "hidden" not in given) or (
            tag == "input" and given.get("type", "text") in ("text", "search")
        )
        if is_text and not is_auto and "readonly" not in given:
            self.fields.append(f"{tag} {given.get('id')}")

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if any(name in WITHOUT for name, _ in self.open):
            return
        if any("\u0590" <= sign <= "\u08ff" for sign in data):
            if any(directed for _, directed in self.open):
                self.directed += 1
            else:
                self.bare.append(f"{[name for name, _ in self.open][-2:]} {data.strip()[:80]}")


@EVERY
@pytest.mark.looks
@pytest.mark.usefixtures("db")
@pytest.mark.parametrize("name", sample([HEBREW, ARABIC], every=2, first=draw() % 2))
def test_every_page_gives_what_is_typed_its_direction(slug: str, name: str) -> None:
    table, directed = every_page.laid(slug, name), 0
    wrong: dict[str, list[str]] = {}
    for address in every_page.addresses(table):
        client = table.gm.client if address.inside else Client()
        response = client.get(address.url)
        if response.status_code == 200 and response["Content-Type"].startswith("text/html"):
            walk = Walk(b"".join(response).decode())
            directed += walk.directed
            if walk.bare or walk.fields:
                wrong[address.url] = [*walk.bare, *walk.fields]
    assert wrong == {}
    assert directed > 100


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<h1>נועה.</h1>", "<h1><bdi>נועה.</bdi></h1>"),
        ("<td> נועה (Noa) </td>", "<td> <bdi>נועה (Noa)</bdi> </td>"),
        ("<p>נועה is dead.</p>", "<p><bdi>נועה</bdi> is dead.</p>"),
        ("<p>Dodge of נועה בן.</p>", "<p>Dodge of <bdi>נועה בן</bdi>.</p>"),
        ("<p>נועה, ليلى 7 and דן</p>", "<p><bdi>נועה, ليلى</bdi> 7 and <bdi>דן</bdi></p>"),
        ("<p>See נועה (Noa) בן.</p>", "<p>See <bdi>נועה (Noa) בן</bdi>.</p>"),
        ("<p>נועה (Noa) בן.</p>", "<p><bdi>נועה (Noa) בן.</bdi></p>"),
        # A name with its figure, as it stands alone elsewhere; the figure is no part of another.
        (
            "<h1>נועה 2</h1><p>Wait for נועה 2, דן 3 and נועה 21 now.</p>",
            "<h1><bdi>נועה 2</bdi></h1>"
            "<p>Wait for <bdi>נועה 2</bdi>, <bdi>דן</bdi> 3 and <bdi>נועה</bdi> 21 now.</p>",
        ),
        (
            "<b>7 נועה (Noa)</b><p>Hit 7 נועה (Noa): 3</p>",
            "<b><bdi>7 נועה (Noa)</bdi></b><p>Hit <bdi>7 נועה (Noa)</bdi>: 3</p>",
        ),
        ("<h1>נועה 2 in play</h1>", "<h1><bdi>נועה</bdi> 2 in play</h1>"),
        ("<h1>נועה Adler (the pilot)</h1>", "<h1><bdi>נועה Adler (the pilot)</bdi></h1>"),
        # The number of one of several, where nothing on the page says that it is a name.
        ("<p>It begins for נועה 2.</p>", "<p>It begins for <bdi>נועה 2</bdi>.</p>"),
        (
            "<li>For נועה 2, Noa, דן 12, and x</li>",
            "<li>For <bdi>נועה 2</bdi>, Noa, <bdi>דן 12</bdi>, and x</li>",
        ),
        ("<p>For נועה 2 or נועה 100.</p>", "<p>For <bdi>נועה</bdi> 2 or <bdi>נועה</bdi> 100.</p>"),
        # Words beside a name make no name of both; a name in another's brackets is part of it.
        (
            "<h1>נועה 2</h1><b>נועה 2 won</b><b>נועה 2 (Noa)</b>",
            "<h1><bdi>נועה 2</bdi></h1><b><bdi>נועה 2</bdi> won</b><b><bdi>נועה 2 (Noa)</bdi></b>",
        ),
        # In a row with a gap a sentence stays one.
        (
            "<button><svg></svg> Roll for נועה 2 now</button><b>נועה 2</b>",
            '<button><svg></svg> <bdi dir="ltr">Roll for <bdi>נועה 2</bdi> now</bdi></button>'
            "<b><bdi>נועה 2</bdi></b>",
        ),
        ("<p>נועה &amp; דן hit</p>", "<p><bdi>נועה &amp; דן</bdi> hit</p>"),
        ("<a><svg><path/></svg> נועה!</a>", "<a><svg><path/></svg> <bdi>נועה!</bdi></a>"),
        ("<option>נועה.</option>", '<option dir="auto">נועה.</option>'),
        ("<title>נועה. · Hyperspace</title>", '<title dir="auto">נועה. · Hyperspace</title>'),
        (
            '<div class="prose"><p>שלום <b>x</b>.</p></div><p>שלום.</p>',
            '<div class="prose"><p dir="auto">שלום <b>x</b>.</p></div><p><bdi>שלום.</bdi></p>',
        ),
        ('<a title="נועה >">x</a>', '<a title="נועה >">x</a>'),
    ],
)
def test_a_text_alone_is_whole_and_a_run_in_a_sentence_is_apart(before: str, after: str) -> None:
    assert with_directions(before) == after


@pytest.mark.parametrize(
    "page",
    [
        "<p>Noa</p>",
        "<script>נועה</script>",
        "<!-- נועה -->",
        '<textarea dir="auto">נועה</textarea>',
        "<bdi>נועה</bdi>",
        '<div dir="auto"><div>נועה</div> דן</div>',
    ],
)
def test_what_has_a_direction_or_needs_none_stays(page: str) -> None:
    assert with_directions(page) == page


def test_a_long_text_is_read_once() -> None:
    page = f"<p>x {'נ' + ' .' * 50_000}</p><p>{'נ x ' * 20_000}</p><p>x נ{' (x) (' * 9_000}</p>"
    assert with_directions(page).count("<bdi>") == 20_002
