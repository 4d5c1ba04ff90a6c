"""The pages of a party, in order, who sees which, and where they stand: in the bar or its menu."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe

from sheets import catalog
from sheets.models import Member, Party
from sheets.ui.addresses import address

# The groups of the menu.
PREPARE, PLAY, PARTY = "Prepare", "At the table", "Party"
_RUNS = """<i
  class="running-mark" aria-hidden="true"></i><span class="unseen"> (running)</span>"""


@dataclass(frozen=True)
class PartyPage:
    """A page of a party: the name of its URL, its label, and whether only GMs and co-GMs see it.

    It stands in the bar, or in a `group` of the menu; one that `fits` stands in the bar where the
    screen is wide.
    """

    address: str
    name: str
    group: str = ""
    gm_only: bool = False
    fits: bool = False


DUEL = PartyPage("duel", "Duel", PLAY)
TOOLS = PartyPage("party_tools", "Tools", PLAY, gm_only=True)
CREW = PartyPage("crew", "Crew", PLAY)
STASH = PartyPage("party_stash", "Stash", PLAY)
SHIPS = PartyPage("party_ships", "Ships", PREPARE, gm_only=True)
PAGES = (
    PartyPage("party", "Board"),
    PartyPage("fight", "Fight"),
    PartyPage("party_log", "Log"),
    PartyPage("party_sessions", "Sessions"),
    PartyPage("encounters", "Encounters", PREPARE, gm_only=True, fits=True),
    PartyPage("party_roster", "Roster", PREPARE, gm_only=True, fits=True),
    SHIPS,
    PartyPage("party_brief", "Briefing", PREPARE, gm_only=True),
    PartyPage("party_pack", "Pack", PREPARE, gm_only=True),
    PartyPage("party_call", "Requests", PLAY, gm_only=True, fits=True),
    DUEL,
    CREW,
    STASH,
    PartyPage("party_skills", "Skills", PLAY, fits=True),
    TOOLS,
    PartyPage("screen_show", "Second screen", PLAY, gm_only=True),
    PartyPage("party_hand_out", "Hand out", PARTY, gm_only=True),
    PartyPage("party_reviews", "Review", PARTY, gm_only=True),
    PartyPage("party_rules", "Rules", PARTY),
    PartyPage("party_members", "Members", PARTY, fits=True),
)


def pages_for(system: str, *, leading: bool) -> list[PartyPage]:
    """The pages that a member sees; GMs and co-GMs (`leading`) see all that the game has."""
    has = {
        TOOLS: catalog.has_tools(system),
        DUEL: catalog.has_duels(system),
        SHIPS: catalog.has_craft(system),
        CREW: catalog.has_crews(system),
        STASH: catalog.has_stash(system),
    }
    return [page for page in PAGES if has.get(page, True) and (leading or not page.gm_only)]


@dataclass(frozen=True)
class PageLink:
    """A page as the bar links it. `current` is what `aria-current` says: this page, or one below
    it; `runs` says that it shows a fight or a duel that is running now.
    """

    page: PartyPage
    address: str
    current: str = ""
    runs: bool = False

    @property
    def html(self) -> SafeString:
        """The link."""
        current = f' aria-current="{self.current}"' if self.current else ""
        runs = _RUNS if self.runs else ""
        return mark_safe(  # noqa: S308 (no words of players)
            f'<a href="{self.address}"{current}>{self.page.name}{runs}</a>'
        )

    @property
    def is_in_bar(self) -> bool:
        """True if the bar shows it on every screen, as it does for a running duel."""
        return not self.page.group or self.runs


@dataclass(frozen=True)
class PartyBar:
    """The bar of a party's pages: its links, and the groups of its menu."""

    links: tuple[PageLink, ...]
    menu: Mapping[str, tuple[PageLink, ...]]

    @property
    def hidden(self) -> PageLink | None:
        """The page that is shown now, if its link is in the menu."""
        behind = (link for several in self.menu.values() for link in several)
        return next((link for link in behind if link.current), None)


def party_bar(membership: Member, path: str) -> PartyBar:
    """The bar on the page with that path."""
    party = membership.party
    pages = pages_for(party.system, leading=membership.leads)
    links = [_link(page, party, path) for page in pages]
    behind = [link for link in links if not link.is_in_bar]
    menu = {
        name: several
        for name in (PREPARE, PLAY, PARTY)
        if (several := tuple(link for link in behind if link.page.group == name))
    }
    return PartyBar(tuple(_bar(links)), menu)


def _link(page: PartyPage, party: Party, path: str) -> PageLink:
    there = address(page.address, party.public_id)
    # Every address of a party begins with that of the board.
    below = page.address != "party" and path.startswith(there)
    current = "page" if path == there else "true" if below else ""
    runs = {"fight": party.fighting, "duel": party.dueling}.get(page.address, False)
    return PageLink(page, there, current, runs)


def _bar(links: Iterable[PageLink]) -> list[PageLink]:
    """The links in the bar: those on every screen come first."""
    shown = [link for link in links if link.is_in_bar or link.page.fits]
    return sorted(shown, key=lambda link: not link.is_in_bar)


register = template.Library()


@register.simple_tag(takes_context=True)
def party_pages(context: Mapping[str, Any], membership: Member) -> PartyBar:
    """The bar of the party's pages on the page that is shown."""
    return party_bar(membership, context["request"].path)
