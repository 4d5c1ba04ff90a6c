"""Template tags: who asks to lead a party, and what came of it earlier."""

from collections.abc import Mapping
from dataclasses import dataclass

from django import template
from django.http import HttpRequest
from django.utils import timezone

from sheets import form_data
from sheets.guard import state
from sheets.models import Member, Takeover
from sheets.parties.takeover.operations import open_request

# The ids of those who asked to lead, of which a browser has been told, with dots between them.
SEEN_COOKIE = "takeovers"
# How many of the earlier ones the members page lists.
MOST_LISTED = 20
_WORDS = {
    Takeover.State.ASKED: "{name} asks to lead.",
    Takeover.State.OBJECTED: "{name} asked to lead. {by} objected.",
    Takeover.State.WITHDRAWN: "{name} asked to lead, and withdrew.",
    Takeover.State.LED: "{name} took over as game master.",
    Takeover.State.APPOINTED: "{name} was made game master by {by}.",
}

register = template.Library()


@register.inclusion_tag("parties/takeover/_notice.html", takes_context=True)
def takeover_notice(context: Mapping[str, object], membership: Member) -> Mapping[str, object]:
    """The one who asks to lead the party, and all that this member may do. One query, or none.

    Nothing here depends on the time: pages of a party are cached.
    """
    del context  # of it Django takes the form's token
    party = membership.party
    asked = open_request(party) if party.lead_asked_at else None
    is_own = asked is not None and membership.is_kept and asked.asker_id == membership.owner_id
    return {
        "asked": asked,
        "party": party,
        "is_own": is_own,
        "may_object": membership.leads and not is_own,
        "key": form_data.new_key,
    }


@register.inclusion_tag("parties/takeover/_elsewhere.html", takes_context=True)
def takeovers_elsewhere(context: Mapping[str, object]) -> Mapping[str, object]:
    """The open takeovers of the viewer's parties that this browser has not dismissed. A party's own
    pages tell of theirs themselves. No query.
    """
    request, open_now = context.get("request"), state.current().takeovers
    if not open_now or (visitor := getattr(request, "visitor", None)) is None:
        return {}
    match = visitor.request.resolver_match
    here = set(match.kwargs.values()) if match else set()
    told = [
        one
        for one in open_now
        if one.concerns(visitor.identity)
        and one.party not in here
        and str(one.id) not in dismissed(visitor.request)
    ]
    return {"asked": told, "csrf_token": context.get("csrf_token"), "request": visitor.request}


def dismissed(request: HttpRequest) -> list[str]:
    """The ids of the takeovers whose notice this browser has dismissed."""
    return request.COOKIES.get(SEEN_COOKIE, "").split(".")


@dataclass(frozen=True)
class Takeovers:
    """The outcomes whenever somebody asked, the newest first, in words; `may_lead` if the member
    asked, and the days to object are over.
    """

    rows: tuple[tuple[Takeover, str], ...]
    may_lead: bool


@register.simple_tag
def takeovers(membership: Member) -> Takeovers:
    """Those who asked to lead the party. One query."""
    rows = list(membership.party.takeovers.order_by("-pk")[:MOST_LISTED])
    own = [row for row in rows if row.asker_id == membership.owner_id]
    ready = (row.leads_from <= timezone.now() for row in own if row.state == Takeover.State.ASKED)
    return Takeovers(tuple((row, _in_words(row)) for row in rows), any(ready))


def _in_words(row: Takeover) -> str:
    name, by = row.name or "Someone", row.by or "The game master"
    return _WORDS[Takeover.State(row.state)].format(name=name, by=by)
