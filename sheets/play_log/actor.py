"""Who does something to a character. Part of an operation."""

from dataclasses import dataclass

from sheets.access import CharacterAccess
from sheets.models import Character, Owner


@dataclass(frozen=True)
class Actor:
    """Who does something, by the name they go by there. `author` is their row where that is not the
    character's owner: a game master, who goes by the name of their account.
    """

    name: str
    author: Owner | None = None


def actor_of(character_access: CharacterAccess, character: Character) -> Actor:
    """The actor with this access. No query for a character in no party."""
    game_master = None
    if character_access.plays and (character.party_id or character.roster_id):
        who = Owner.objects.filter(character_access.who.condition()).exclude(pk=character.owner_id)
        game_master = who.select_related("user").first()
    if game_master is None or game_master.user is None:
        return Actor(character.player)
    return Actor(game_master.user.get_username(), game_master)
