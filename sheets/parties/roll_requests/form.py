"""The forms in which a game master requests a roll: what was chosen and typed, and the errors."""

import uuid
from dataclasses import dataclass, field

from django.http import QueryDict

from sheets import form_data
from sheets.models import RollRequest
from sheets.parties.roll_requests.roles import RollRequestInput

# The kind of the form for a roll that no player hears of.
UNHEARD = "secret"


@dataclass(frozen=True)
class RollRequestForm:
    """The fields of one kind of roll request. `errors` are by field, `wrong` is about the whole
    form.
    """

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
    def read(cls, sent: QueryDict) -> "RollRequestForm":
        """Reads a submitted form, or the address that opens one with fields filled in."""
        return cls(
            kind=sent.get("kind", "") or RollRequest.Kind.CHECK,
            roll=form_data.text(sent, "roll"),
            other=form_data.text(sent, "other"),
            target=form_data.text(sent, "target"),
            note=form_data.text(sent, "note"),
            everybody=bool(sent.get("everybody")),
            to=tuple(form_data.ids_of(sent, "to")) if "kind" in sent else None,
            helpers=tuple(form_data.ids_of(sent, "helpers")),
        )

    @property
    def request_input(self) -> RollRequestInput:
        """The form as an operation takes it."""
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
    def is_new(self) -> bool:
        """True until characters are chosen; the form then preselects all."""
        return self.to is None

    @property
    def first(self) -> uuid.UUID | None:
        """The first character that was chosen."""
        return self.to[0] if self.to else None

    @property
    def second(self) -> uuid.UUID | None:
        """The second character that was chosen."""
        return self.to[1] if self.to and len(self.to) > 1 else None

    def of(self, kind: str) -> "RollRequestForm":
        """The form of that kind: this one, or an empty one. An unknown kind counts as the first
        kind.
        """
        kinds = (*RollRequest.Kind.values, UNHEARD)
        known = self.kind if self.kind in kinds else RollRequest.Kind.CHECK
        return self if kind == known else RollRequestForm(kind)
