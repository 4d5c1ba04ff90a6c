"""Characters that come from elsewhere, as documents."""

import hashlib
import uuid

from django.utils import timezone

from rules import registry
from rules.document import Document
from sheets import bridge
from sheets.models import Character, Owner
from sheets.operations.keeping import kept
from sheets.operations.writing import Form, Keep, Mine, write_prepared


def take_in(owner: Owner, document: Document, *, key: str) -> uuid.UUID:
    """Keeps a document as a character of the owner's; its public id.

    What is legal, or has been played already (it has a ledger), counts as finished; anything else
    goes on as a draft. What `house` says was accepted is a claim from elsewhere, and not confirmed.
    Raises Unreadable where the document is too large to be given back.
    """

    def prepare(owner: Owner) -> Keep[str]:
        character = Character(owner=owner)
        if document.ledger or not registry.get(document.system).problems(document):
            character.finished_at = timezone.now()
        keep = kept(character, document)

        def take() -> str:
            keep()
            return str(character.public_id)

        return take

    digest = hashlib.sha256(bridge.exported(document)).hexdigest()
    return uuid.UUID(write_prepared(Mine(owner), prepare, form=Form(key, ("import", digest))))
