"""The forms by which a game master calls for a roll: what was chosen and typed, what is wrong."""

import uuid
from dataclasses import dataclass, field

from django.http import QueryDict

from sheets import form_data
from sheets.models import RollRequest
from sheets.parties.roll_requests.operations import RollRequestInput


@dataclass(frozen=True)
class CallForm:
    """What stands in the form of one kind of call; `errors` by field, and `wrong` for the whole."""

    kind: str = RollRequest.Kind.CHECK
    roll: str = ""
    other: str = ""
    target: str = ""
    note: str = ""
    everybody: bool = False
    to: tuple[uuid.UUID, ...] | None = None
    helpers: tuple[uuid.UUID, ...] = ()
    errors: dict[str, str] = field(default_factory=dict)
    wrong: str = ""

    @classmethod
    def read(cls, sent: QueryDict) -> "CallForm":
        """From what was sent, or from an address that begins one."""
        return cls(
            kind=sent.get("kind", "") or RollRequest.Kind.CHECK,
            roll=form_data.words(sent, "roll"),
            other=form_data.words(sent, "other"),
            target=form_data.words(sent, "target"),
            note=form_data.words(sent, "note"),
            everybody=bool(sent.get("everybody")),
            to=tuple(form_data.ids_of(sent, "to")) if "kind" in sent else None,
            helpers=tuple(form_data.ids_of(sent, "helpers")),
        )

    @property
    def wanted(self) -> RollRequestInput:
        """What it asks for."""
        return RollRequestInput(
            kind=self.kind,
            roll=self.roll,
            other=self.other,
            target=self.target,
            note=self.note,
            everybody=self.everybody,
            to=self.to or (),
            helpers=self.helpers,
        )

    @property
    def begins(self) -> bool:
        """Whether nobody was chosen so far: then it offers to ask all."""
        return self.to is None

    @property
    def first(self) -> uuid.UUID | None:
        """The one who is named first."""
        return self.to[0] if self.to else None

    @property
    def second(self) -> uuid.UUID | None:
        """The one who is named second."""
        return self.to[1] if self.to and len(self.to) > 1 else None

    def of(self, kind: str) -> "CallForm":
        """What stands in the form of that kind: this, or what was asked of no kind yet. One of no
        kind that there is stands in the first.
        """
        own = self.kind if self.kind in RollRequest.Kind.values else RollRequest.Kind.CHECK
        return self if kind == own else CallForm(kind)
