"""The pages of a party, in order, and who sees which."""

from dataclasses import dataclass

from django import template

from sheets import catalog
from sheets.models import Member, Party


@dataclass(frozen=True)
class PartyPage:
    """A page of a party: the name of its URL, its label, and whether only GMs and co-GMs see it."""

    address: str
    name: str
    gm_only: bool = False


DUEL = PartyPage("duel", "Duel")
TOOLS = PartyPage("party_tools", "Tools", gm_only=True)
SHIPS = PartyPage("party_ships", "Ships", gm_only=True)
PAGES = (
    PartyPage("party", "Board"),
    PartyPage("fight", "Fight"),
    DUEL,
    PartyPage("encounters", "Encounters", gm_only=True),
    PartyPage("party_roster", "Roster", gm_only=True),
    SHIPS,
    PartyPage("party_skills", "Skills"),
    PartyPage("party_call", "Calls", gm_only=True),
    PartyPage("party_log", "Log"),
    PartyPage("party_sessions", "Sessions"),
    PartyPage("party_reviews", "Review", gm_only=True),
    PartyPage("party_hand_out", "Hand out", gm_only=True),
    PartyPage("party_brief", "Briefing", gm_only=True),
    PartyPage("party_pack", "Pack", gm_only=True),
    TOOLS,
    PartyPage("party_rules", "Rules"),
    PartyPage("party_members", "Members"),
)


def pages_for(system: str, *, leading: bool) -> list[PartyPage]:
    """The pages that a member sees; GMs and co-GMs (`leading`) see all that the game has."""
    has = {
        TOOLS: catalog.has_tools(system),
        DUEL: catalog.has_duels(system),
        SHIPS: catalog.has_craft(system),
    }
    return [page for page in PAGES if has.get(page, True) and (leading or not page.gm_only)]


register = template.Library()


@register.simple_tag
def party_pages(membership: Member) -> list[PartyPage]:
    """The pages of the party that a member sees."""
    return pages_for(membership.party.system, leading=membership.leads)


@register.filter
def is_on(page: PartyPage, party: Party) -> bool:
    """Whether a page shows a fight or a duel that is running now."""
    return {"fight": party.fighting, "duel": party.dueling}.get(page.address, False)
