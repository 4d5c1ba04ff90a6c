"""The rules to look up: contents, chapters, search, the booklet; for everybody the same."""

import html
import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.cache import caches
from django.template import Context, Template
from django.test import Client
from django.utils import timezone

from rules import registry
from rules.reference.chapters import Table, Terms
from sheets import catalog, printing
from sheets.batches import runner
from sheets.models import Batch, Character

RULES = "/rules/hyperspace-d6/"
HTMX = {"HX-Request": "true"}
CHAPTERS = [chapter.id for chapter in registry.get("hyperspace-d6").reference()]


@pytest.fixture(autouse=True)
def _no_long_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """The booklet itself is tested where things are printed."""

    def quickly(slug: str, *, paper: str) -> bytes:
        return f"%PDF {paper}".encode()

    monkeypatch.setattr(printing, "booklet_pdf", quickly)
    monkeypatch.setattr(printing, "folded", lambda booklet: booklet + b" folded")
    caches["printed"].clear()


def page(client: Client, url: str) -> str:
    response = client.get(url)
    assert response.status_code == 200
    return response.content.decode()


def test_where_there_is_one_game_the_rules_are_its_rules(
    nobody: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = registry.get("hyperspace-d6")
    monkeypatch.setattr(registry, "all_systems", lambda: {"hyperspace-d6": system})
    assert nobody.get("/rules/")["Location"] == RULES


def test_where_there_are_several_one_can_choose(
    nobody: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = registry.get("hyperspace-d6")
    monkeypatch.setattr(registry, "all_systems", lambda: {"a": system, "b": system})
    assert RULES in page(nobody, "/rules/")


def test_the_contents_lead_to_every_chapter(nobody: Client) -> None:
    shown = page(nobody, RULES)
    for id in CHAPTERS:
        assert f'href="{RULES}{id}/"' in shown


@pytest.mark.parametrize("id", CHAPTERS)
def test_a_chapter_has_every_term_under_its_own_address(id: str, nobody: Client) -> None:
    shown = page(nobody, f"{RULES}{id}/")
    ids = re.findall(r' id="([^"]+)"', shown)
    assert len(ids) == len(set(ids))
    for part in catalog.index("hyperspace-d6").chapters[id].parts:
        assert f"part-{part.id}" in ids
        if isinstance(part, Table | Terms):
            assert {term.id for term in part.rows} <= set(ids)


def test_every_link_within_the_rules_leads_somewhere(nobody: Client) -> None:
    pages = {f"{RULES}{id}/": page(nobody, f"{RULES}{id}/") for id in CHAPTERS}
    for here, shown in pages.items():
        for where in re.findall(r'<a [^>]*href="([^"]*#[^"]+)"', shown):
            target, _, anchor = where.partition("#")
            assert f'id="{anchor}"' in pages[target or here], where


def test_rulings_are_marked_as_ours(nobody: Client) -> None:
    shown = page(nobody, f"{RULES}harm/")
    assert re.search(r'<p class="ruling">[^<]+ Our ruling\.</p>', shown)


def test_chapters_lead_to_their_neighbours(nobody: Client) -> None:
    first, last = page(nobody, f"{RULES}{CHAPTERS[0]}/"), page(nobody, f"{RULES}{CHAPTERS[-1]}/")
    assert 'rel="next"' in first
    assert 'rel="prev"' not in first
    assert 'rel="next"' not in last


@pytest.mark.parametrize(
    "url",
    [
        "/rules/chess/",
        "/rules/chess/combat/",
        "/rules/chess/booklet.pdf",
        f"{RULES}cooking/",
        f"{RULES}Combat/",
        f"{RULES}skills-pilot/",
    ],
)
def test_what_is_not_there_is_404_and_not_kept(url: str, nobody: Client) -> None:
    response = nobody.get(url)
    assert response.status_code == 404
    assert response["Cache-Control"] == "private, no-store"
    assert nobody.post(url).status_code == 405


# --- search


def found(client: Client, q: str) -> list[str]:
    response = client.get(RULES, {"q": q})
    assert response.status_code == 200
    return [where for _, where in response.context["found"]]


def test_a_search_leads_to_the_anchor_best_first(nobody: Client) -> None:
    assert found(nobody, "cover")[0] == f"{RULES}combat/#cover"
    assert found(nobody, "twi'lek") == [f"{RULES}species/#species-twilek"]
    assert found(nobody, "  X-WING ")[0] == f"{RULES}craft/#craft-x-wing"


def test_a_chapter_is_found_as_well(nobody: Client) -> None:
    assert f"{RULES}duels/" in found(nobody, "lightsaber duels")


def test_where_much_is_found_it_says_how_much(nobody: Client) -> None:
    shown = page(nobody, f"{RULES}?q=the")
    assert re.search(r"The first 60 of \d{3}", shown)


def test_where_nothing_is_found_it_says_what_to_try(nobody: Client) -> None:
    assert "No results for “qqq”" in page(nobody, f"{RULES}?q=qqq")


@pytest.mark.parametrize(
    "q",
    [
        "",
        " ",
        "%00",
        "%ff%fe",
        "%ED%A0%80",
        "'%22%3E%3Cscript%3Ealert(1)%3C/script%3E",
        "%7B%7B%20q%20%7D%7D",
        "(((((%5B*",
        "a" * 5000,
        "%F0%9F%9A%80",
        "%E2%80%AEabc",
    ],
)
def test_a_hostile_search_is_answered(q: str, nobody: Client) -> None:
    response = nobody.get(f"{RULES}?q={q}")
    assert response.status_code == 200
    assert "<script>alert" not in response.content.decode()
    assert len(response.context["q"]) <= 100


def test_the_search_needs_no_script(nobody: Client) -> None:
    shown = page(nobody, f"{RULES}combat/")
    assert re.search(rf'<form [^>]*role="search"[^>]*method="get"[^>]*action="{RULES}"', shown)


# --- kept by the browser


def test_a_browser_that_has_the_page_is_told_so(nobody: Client) -> None:
    nobody.get(f"{RULES}combat/")  # gives the cookie of the forms
    first = nobody.get(f"{RULES}combat/")
    assert first["Cache-Control"] == "private, no-cache"
    again = nobody.get(f"{RULES}combat/", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    assert again["Cache-Control"] == "private, no-cache"


def test_another_theme_is_another_page(nobody: Client) -> None:
    nobody.get(RULES)
    first = nobody.get(RULES)["ETag"]
    nobody.post("/theme/", {"theme": "paper"})
    assert nobody.get(RULES, headers={"If-None-Match": first}).status_code == 200


def test_a_page_that_holds_the_key_of_my_forms_is_for_me_alone(nobody: Client) -> None:
    mine, yours = nobody.get(RULES), Client().get(RULES)
    assert "csrftoken" in mine.cookies
    assert "public" not in mine["Cache-Control"]
    assert Client().get(RULES, headers={"If-None-Match": mine["ETag"]}).status_code in (200, 304)
    nobody.get(RULES)
    assert nobody.get(RULES)["ETag"] != yours["ETag"]


# --- the booklet


def printed(client: Client, paper: str = "a4") -> None:
    """Prints the booklet as its page does once it is shown."""
    at = f"{RULES}booklet/?paper={paper}"
    assert "Printing the booklet" in page(client, at)
    assert "The booklet is ready" in client.get(at, headers=HTMX).content.decode()


def test_the_booklet_is_the_same_for_everybody(nobody: Client, ines: Client) -> None:
    assert nobody.get(f"{RULES}booklet.pdf")["Location"] == f"{RULES}booklet/?paper=a4"
    printed(nobody)
    printed(nobody, "letter")
    for client in (nobody, ines):
        response = client.get(f"{RULES}booklet.pdf?paper=letter")
        assert response.content == b"%PDF letter"
        assert response["Content-Type"] == "application/pdf"
        assert response["Cache-Control"] == "public, no-cache"
        assert not response.cookies
        etag = response["ETag"]
        again = client.get(f"{RULES}booklet.pdf?paper=letter", headers={"If-None-Match": etag})
        assert again.status_code == 304
    assert nobody.get(f"{RULES}booklet.pdf")["ETag"] != etag


@pytest.mark.parametrize("paper", ["", "a5", "A4", "../a4", "\x00"])
def test_a_paper_that_there_is_not_is_400(paper: str, nobody: Client) -> None:
    assert nobody.get(f"{RULES}booklet.pdf", {"paper": paper}).status_code == 400


def test_a_booklet_that_cannot_be_printed_says_so(
    nobody: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(slug: str, *, paper: str) -> bytes:
        raise printing.PrintingFailed("Too much is being printed just now.")

    monkeypatch.setattr(printing, "booklet_pdf", fail)
    assert "Too much is being printed" in page(nobody, f"{RULES}booklet/?more=yes")
    fragment = nobody.get(f"{RULES}booklet/", headers=HTMX).content.decode()
    assert "Too much is being printed" in fragment


# It prints in a thread with a connection of its own.
@pytest.mark.django_db(transaction=True)
def test_a_booklet_is_printed_once_and_by_the_next_where_a_process_died(
    nobody: Client, ines: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def once(slug: str, *, paper: str) -> bytes:
        asked.append(paper)
        again = ines.get(f"{RULES}booklet/?as=folded", headers=HTMX).content.decode()
        assert "Printing the booklet" in again
        return b"%PDF"

    def dies(slug: str, *, paper: str) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr(printing, "booklet_pdf", dies)
    with pytest.raises(KeyboardInterrupt):
        nobody.get(f"{RULES}booklet/", headers=HTMX)
    monkeypatch.setattr(printing, "booklet_pdf", once)
    Batch.objects.update(looked_at=timezone.now() - timedelta(minutes=1))
    while runner.go_on():
        pass
    assert asked == ["a4"]
    assert Batch.objects.get().state == "done"
    assert nobody.get(f"{RULES}booklet.pdf?as=folded").content == b"%PDF folded"


# --- links from wherever a term stands


def rendered(text: str, **context: object) -> str:
    return Template("{% load terms %}" + text).render(Context(context))


@pytest.mark.parametrize(
    ("names", "where"),
    [
        (("skills.pilot",), "skills/#skills-pilot"),
        (("defenses.dodge",), "harm/#defenses-dodge"),
        (("weapons.bowcaster.damage",), "weapons/#weapons-bowcaster"),
        (("Edge", "Luck"), "quirks/#edge-luck"),
        (("edge", "Trained: Stealth"), "quirks/#edge-trained"),
        (("properties", "Piercing: Armor is no help."), "weapons/#properties-piercing"),
    ],
)
def test_a_term_has_an_address(names: tuple[str, ...], where: str) -> None:
    tag = "{% term_address 'hyperspace-d6' " + " ".join(f'"{name}"' for name in names) + " %}"
    assert rendered(tag) == RULES + where


@pytest.mark.parametrize("key", ["", "nothing", "skills.cooking", "weapons.My own <knife>.damage"])
def test_what_the_rules_do_not_explain_has_none(key: str) -> None:
    assert rendered("{% term_address 'hyperspace-d6' key %}", key=key) == ""
    assert rendered("{% term_address 'chess' 'skills.pilot' %}") == ""


def test_a_term_is_linked_where_it_is_explained_and_always_escaped() -> None:
    tag = "{% term_link 'hyperspace-d6' key words %}"
    linked = rendered(tag, key="skills.pilot", words="Pilot")
    assert linked == f'<a class="to-rules" href="{RULES}skills/#skills-pilot">Pilot</a>'
    assert rendered(tag, key="none", words="<b>") == "&lt;b&gt;"


def test_a_link_beside_a_name_says_whose_rules_it_opens() -> None:
    tag = "{% rules_of 'hyperspace-d6' key words %}"
    linked = rendered(tag, key="skills.pilot", words="<Pilot>")
    assert f'href="{RULES}skills/#skills-pilot"' in linked
    assert 'aria-label="&lt;Pilot&gt; in the rules"' in linked
    assert rendered(tag, key="", words="Not chosen") == ""
    assert rendered(tag, key="skills.cooking", words="Cooking") == ""


@pytest.mark.parametrize("step", ["species", "profession", "skills", "edge-and-burden", "gear"])
def test_no_label_has_a_link_to_the_rules_in_it(step: str, ines: Client, draft: Character) -> None:
    url = f"/characters/{draft.public_id}/build/{step}/?numbers=yes"
    page = ines.get(url).content.decode()
    assert page.count('href="/rules/hyperspace-d6/') > 10
    for label in re.findall(r"<label.*?</label>", page, re.DOTALL):
        assert "<a " not in label


def test_no_page_of_the_rules_names_a_game() -> None:
    for file in (Path(__file__).parents[3] / "templates" / "reference").iterdir():
        assert "hyperspace-d6" not in file.read_text().casefold(), file.name


def test_one_term_can_be_read_on_another_page(nobody: Client) -> None:
    address = f"{RULES}species/?term=species-wookiee"
    assert nobody.get(address)["Location"] == f"{RULES}species/#species-wookiee"
    answer = nobody.get(address, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    term = answer.content.decode()
    assert 'id="why-name">Wookiee' in term
    assert f'href="{RULES}species/#species-wookiee"' in term
    assert "<main" not in term


@pytest.mark.parametrize("term", ["species-hutt", "skills-pilot", "part-species", "\x00", "../"])
def test_a_term_that_is_not_in_the_chapter_is_not_found(term: str, nobody: Client) -> None:
    assert nobody.get(f"{RULES}species/", {"term": term}).status_code == 404


def test_a_number_brings_the_words_of_the_rules_along(ines: Client) -> None:
    ines.post("/characters/new/", {"system": "hyperspace-d6", "surprise": "1"})
    id = Character.objects.get().public_id
    page = ines.get(f"/characters/{id}/why/skills.pilot/", headers={"HX-Request": "true"})
    assert catalog.term_text("hyperspace-d6", "skills.pilot") in html.unescape(
        page.content.decode()
    )
