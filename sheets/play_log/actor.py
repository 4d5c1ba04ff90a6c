"""The person who does something to a character. Operations hold one."""

from dataclasses import dataclass

from sheets.access import CharacterAccess
from sheets.models import Character, Owner
from sheets.models.compiled import CompiledQuery


@dataclass(frozen=True)
class Actor:
    """A person who acts, by the name that the log shows. `author` is the row of a game master,
    shown by the name of their account; None for the character's owner.
    """

    name: str
    author: Owner | None = None


_OTHER = CompiledQuery[Owner](
    lambda who, owner: (
        Owner.objects.filter(who.condition()).exclude(pk=owner).select_related("user")
    )
)


def actor_of(character_access: CharacterAccess, character: Character) -> Actor:
    """The actor with this access. No query for a character in no party."""
    game_master = None
    if character_access.plays and (character.party_id or character.roster_id):
        game_master = _OTHER.first(character_access.who, character.owner_id)
    if game_master is None or game_master.user is None:
        return Actor(character.player)
    return Actor(game_master.user.get_username(), game_master)
