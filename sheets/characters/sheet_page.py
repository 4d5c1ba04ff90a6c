"""The context of a sheet's page, and the fragments of it that are shown anew."""

from sheets import access, demo, form_data, problems, storage
from sheets.access import Request
from sheets.models import Character, Owner
from sheets.parties import live
from sheets.parties.board.fight import fight_bar
from sheets.parties.roll_requests import queries
from sheets.play_log import log
from sheets.reviews import panel


def context(request: Request, character: Character, *, mine: bool) -> dict[str, object]:
    """The whole sheet; of a draft, also what is open. `character` was fetched with its party.

    Members of its party are told what changes (`follows`).
    """
    # Of an opponent or a craft one only reads and plays: nothing here grows or is shared.
    is_player_s = character.kind == Character.Kind.CHARACTER
    mine = mine and is_player_s
    seen = live.sheet_state_of_fetched(character)
    stored = storage.load(character)
    opened, system = stored.opened, stored.system
    open_problems, accepted = problems.problems_of(opened)
    steps = opened.steps() if character.is_draft and character.is_open and mine else ()
    grows = mine and not character.is_draft and not character.is_archived
    state = None if character.is_draft else opened.play_state(stored.situation)
    return {
        "character": character,
        "system": system,
        "sheet": opened.sheet,
        "now": state if grows else None,
        "newest": log.newest_number(character) if grows else 0,
        "remarks": state.remarks if state else (),
        "waiting": queries.waiting_answers(character) if grows else [],
        "problems": open_problems,
        # What binds a player's new character binds no opponent.
        "accepted": accepted if is_player_s else (),
        "claims": problems.claims(character, opened.document, open_problems) if mine else (),
        "discussion": panel.review_panel(request, character, opened, mine=mine)
        if is_player_s
        else None,
        "open_step": next((step for step in steps if step.open), None),
        "mine": mine,
        "grows": grows,
        "plans": grows and opened.is_priced,
        "start": "" if mine else demo.slug_of(character.public_id),
        "owner_is_visitor": mine and not request.user.is_authenticated,
        "follows": _follows(request, character),
        "seen": seen,
        "key": form_data.new_key,
        **(_fight(request, character) if grows else {}),
    }


def _fight(request: Request, character: Character) -> dict[str, object]:
    """The running fight, and by whom it is seen, where it asks something of the character."""
    party = character.party
    if party is None or not party.fighting or not live.fight_calls(character.pk):
        return {}
    membership = access.memberships(request).filter(party=party).first()
    if membership is None:
        return {}
    membership.party = party
    return {"membership": membership, "asking_fight": fight_bar(membership)}


def _follows(request: Request, character: Character) -> bool:
    """True if people other than the viewer may change the character, so that the page watches for
    news.
    """
    ours = character.owner.kind == Owner.Kind.DEMO
    is_somebody = request.visitor.identity.is_somebody
    return is_somebody and character.party_id is not None and not ours
