"""Which entries of a party's log are asked for: those of a character, of a kind, of a session."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.db.models import Q
from django.http import QueryDict

from sheets import form_data
from sheets.models.play_log import PlayLogQuerySet

HARM = ("harm", "spared", "box")
HEALING = ("heal",)
CHANGES = ("point", "back")


@dataclass(frozen=True)
class LogKind:
    """A kind of entry: its id in an address, its name in a menu, and which entries are of it."""

    id: str
    name: str
    apply: Callable[[PlayLogQuerySet], PlayLogQuerySet]


def _of(*kinds: str) -> Callable[[PlayLogQuerySet], PlayLogQuerySet]:
    return lambda entries: entries.filter(kind__in=kinds)


ANY_KIND = LogKind("", "Everything", lambda entries: entries)
KINDS = (
    ANY_KIND,
    LogKind("rolls", "Rolls", lambda entries: entries.rolls()),
    LogKind("harm", "Damage", _of(*HARM)),
    LogKind("healing", "Healing", _of(*HEALING)),
    LogKind("changes", "Points and undone", _of(*CHANGES)),
    LogKind(
        "other",
        "Other",
        lambda entries: entries.exclude(
            Q(content__has_key="dice") | Q(kind__in=(*HARM, *HEALING, *CHANGES))
        ),
    ),
)


@dataclass(frozen=True)
class LogFilter:
    """A filter of the log. `session` is a session's number."""

    who: uuid.UUID | None = None
    kind: LogKind = ANY_KIND
    session: int | None = None

    @classmethod
    def read(cls, params: QueryDict) -> "LogFilter":
        """Reads "?character=…&kind=rolls&session=3". What cannot be read asks for all."""
        kind = next((kind for kind in KINDS if kind.id == params.get("kind", "")), ANY_KIND)
        session = form_data.number(params.get("session", ""))
        return cls(form_data.id_of(params, "character"), kind, session)

    @property
    def is_narrow(self) -> bool:
        """True if it leaves anything out."""
        return self != EVERYTHING

    @property
    def written(self) -> str:
        """The filter as the query of an address."""
        parts = {"character": self.who, "kind": self.kind.id, "session": self.session}
        return urlencode({name: value for name, value in parts.items() if value})


EVERYTHING = LogFilter()
