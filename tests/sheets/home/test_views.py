"""The pages that are nobody's."""

import pytest
from django.test import Client
from django.utils.html import escape


def test_the_theme_is_kept_for_a_year_and_leads_back(nobody: Client) -> None:
    response = nobody.post("/theme/", {"theme": "paper", "next": "/characters/?q=a"})
    assert response["Location"] == "/characters/?q=a"
    assert response.cookies["theme"].value == "paper"
    assert response.cookies["theme"]["max-age"] == 365 * 24 * 60 * 60
    assert nobody.get("/").context["theme"] == "paper"


@pytest.mark.parametrize("theme", ["", "neon", "night\x00", "<script>"])
def test_a_theme_that_is_none_is_not_kept(theme: str, nobody: Client) -> None:
    assert "theme" not in nobody.post("/theme/", {"theme": theme}).cookies


def test_a_cookie_that_is_no_theme_counts_for_nothing(nobody: Client) -> None:
    nobody.cookies["theme"] = "neon"
    assert nobody.get("/").context["theme"] == "system"


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example",
        "javascript:alert(1)",
        "",
        "\n",
    ],
)
def test_choosing_a_theme_never_leads_to_another_site(elsewhere: str, nobody: Client) -> None:
    response = nobody.post("/theme/", {"theme": "night", "next": elsewhere})
    assert response["Location"] == "/"


def test_every_page_leads_to_the_credits_of_every_game(nobody: Client) -> None:
    for url in ("/", "/characters/", "/characters/new/", "/rules/"):
        assert '<a href="/credits/">Credits and licenses</a>' in nobody.get(url).content.decode()
    page = nobody.get("/credits/")
    first, *others = page.context["systems"]
    assert first.slug == "hyperspace-d6"
    for system in (first, *others):
        assert f"<p>{escape(system.credit)}." in page.content.decode()
        assert (
            not system.license or f'href="{system.license}" rel="license' in page.content.decode()
        )
