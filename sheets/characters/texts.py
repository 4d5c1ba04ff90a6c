"""The texts of a finished character, changed on the sheet: its name, its player, and those of the
build. A changed text of the build is one more entry of the ledger, as after a rebuild.
"""

from collections.abc import Mapping

import msgspec

from rules.character import Character as OpenCharacter
from rules.document import Document
from rules.forms.fields import Text
from rules.problems import RuleViolation
from sheets import storage
from sheets.advancement.operations import Entered, NewEntries, check_in_play, now
from sheets.errors import Conflict, Refused
from sheets.form_data import SentField
from sheets.models import Character
from sheets.writes import Operation, touched_fields

REBUILDING = "A rebuild is running: its steps hold these texts. Finish it or discard it first."


def text_fields(opened: OpenCharacter) -> tuple[Text, ...]:
    """The texts that the steps ask for, as they are now, without those of a single choice."""
    build = opened.of_document(opened.build_now())
    return tuple(
        field
        for place, step in enumerate(build.steps())
        for field in build.steps(only=step.id)[place].fields
        if isinstance(field, Text)
    )


class Save(Operation[Character, Entered]):
    """Saves the texts of a form that were changed in it, all or none; the outcome is that of
    `advancement.operations.Entered`.

    FieldConflict for a text that another page changed meanwhile; Refused, by field, for one that
    can't be saved; Conflict while a rebuild is running; NotEditable for a draft, whose steps are
    open, and while the character is archived.
    """

    sent: Mapping[str, SentField]

    @property
    def content(self) -> tuple[str, ...]:
        texts = (f"{id}={text.was}={text.values}" for id, text in sorted(self.sent.items()))
        return ("texts", *texts, *self.access.receipt_id)

    def prepare(self, row: Character) -> None:
        check_in_play(row)
        if row.is_rebuilding:
            raise Conflict(REBUILDING)
        opened = storage.load(row).opened
        system, document = opened.system, opened.document
        build = before = opened.build_now()
        fields = {field.id: field.label for field in text_fields(opened)}
        touched = touched_fields(
            self.sent, lambda field: system.fields.values(build, field) if field in fields else None
        )
        errors = {}
        for field, values in touched.items():
            try:
                build = system.fields.write(build, field, values)
            except RuleViolation as violation:
                errors[field] = str(violation)
        if errors:
            raise Refused(errors)
        after = document
        if build.build != before.build:
            try:
                rebuilt = opened.rebuilt(build, by=build.player, at=now())
            except RuleViolation as violation:
                raise Refused(problems=violation.problems) from None
            labels = [label for field, label in fields.items() if field in touched]
            after = _noted(rebuilt.document, labels)
        named = msgspec.structs.replace(after, name=build.name, player=build.player)
        self.entries = NewEntries(row, document, opened.of_document(named))

    def save(self) -> Entered:
        return self.entries.save()


def _noted(document: Document, labels: list[str]) -> Document:
    """The document whose last entry says which texts it changed."""
    *before, last = document.ledger
    noted = msgspec.structs.replace(last, note=f"Changed: {', '.join(labels)}.")
    return msgspec.structs.replace(document, ledger=(*before, noted))
