"""Forms for input that no game's rules declare: names of parties, invitations, comments, reviews.

Fields that a game declares are `rules.forms.fields`; `form_data` reads their input.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from django import forms
from django.core.exceptions import ValidationError
from django.forms.renderers import TemplatesSetting
from django.http import HttpRequest
from django.utils.datastructures import MultiValueDict
from django.utils.text import Truncator

from rules import document as documents
from rules import plain_text
from rules.problems import InvalidDocument
from sheets import form_data, markdown
from sheets.errors import FieldConflict, Refused
from sheets.form_data import SentField

CHANGED_ELSEWHERE = "Another page changed this to “{stored}” – save again to keep yours."
EMPTIED_ELSEWHERE = "Another page emptied this. Save again to keep yours."
# How much of it is quoted; the status of a page that says so.
LONGEST_STORED, STALE = 300, 409


class BoundField(forms.BoundField):
    """A field on a page. Its hint and its error have ids like those of a game's fields."""

    @property
    def hint_id(self) -> str:
        """The id of the help text."""
        return f"hint-{self.auto_id}"

    @property
    def error_id(self) -> str:
        """The id of the error."""
        return f"error-{self.auto_id}"

    @property
    def template_name(self) -> str:
        """The template that draws it: the field's own, or that of its kind."""
        kind = "forms/options.html" if self.field.widget.use_fieldset else "forms/field.html"
        return getattr(self.field, "drawn_by", "") or kind

    @property
    def aria_describedby(self) -> str:
        """The ids of the hint and the error: "hint-code error-code"."""
        ids = [self.hint_id] if self.help_text else []
        return " ".join([*ids, *([self.error_id] if self.errors else [])])


class Renderer(TemplatesSetting):
    """Draws the site's forms with the templates in `templates/forms`."""

    bound_field_class = BoundField


class Form(forms.Form):
    """A form of the site. Ids are the names of fields; with an `id` prefix, "check-note"."""

    def __init__(
        self,
        data: Mapping[str, object] | None = None,
        files: MultiValueDict[str, Any] | None = None,
        *,
        id: str = "",
        **named: Any,
    ) -> None:
        auto_id = f"{id}-%s" if id else "%s"
        super().__init__(data, files, auto_id=auto_id, label_suffix="", **named)
        self._refused = 0

    @classmethod
    def of(cls, request: HttpRequest, **named: Any) -> Self:
        """The submitted form, or an empty one on GET."""
        return cls(request.POST if request.method == "POST" else None, **named)

    def clean(self) -> dict[str, object]:
        """Refuses Markdown that costs too much to show, unless it stood there (`initial`)."""
        for name, text in tuple(self.cleaned_data.items()):
            is_markdown = getattr(self.fields[name], "is_markdown", False)
            is_new = is_markdown and text != self.initial.get(name)
            if is_new and (costly := markdown.refusal(text)):
                self.add_error(name, costly)
        return self.cleaned_data

    def say(self, message: str, name: str) -> None:
        """Replaces the errors of a field with this message."""
        self.errors.pop(name, None)
        self.add_error(name, message)

    def refuse(self, fault: Refused) -> None:
        """Shows why an operation refused the form: at its fields, and for the rest at the top."""
        for name, message in fault.errors.items():
            self.add_error(name if name in self.fields else None, message)
        for problem in fault.problems:
            self.add_error(None, problem.message)
        self._refused = fault.status

    @property
    def shown(self) -> dict[str, str]:
        """The token of what each field showed at first, which the form sends along; once another
        page's change was shown, of what is stored (`initial`).
        """
        now = {name: field_text(self.initial.get(name)) for name in self.fields}
        stored = {name: form_data.token((text,)) for name, text in now.items()}
        sent = self.data if self._refused != STALE else {}
        return {name: str(sent.get(f"was.{name}", token)) for name, token in stored.items()}

    @property
    def sent(self) -> dict[str, SentField]:
        """Each valid field as it was shown at first, and as it is now."""
        return {
            name: SentField(self.shown[name], (field_text(value),))
            for name, value in self.cleaned_data.items()
        }

    def refuse_stale(self, conflict: FieldConflict) -> None:
        """Says at each field what another page has made of it meanwhile."""
        for name in conflict.fields:
            stored = Truncator(field_text(self.initial.get(name))).chars(LONGEST_STORED)
            text = CHANGED_ELSEWHERE if stored else EMPTIED_ELSEWHERE
            self.add_error(name, text.format(stored=stored))
        self._refused = STALE

    @property
    def status(self) -> int:
        """The status of its page: 422 with errors, 409 where another page changed the same, 429
        where a limit was reached, else 200.
        """
        return self._refused or (422 if self.errors else 200)

    @property
    def messages(self) -> dict[str, str]:
        """The errors as one text per field; "" for the form as a whole."""
        return {
            "" if name == "__all__" else name: " ".join(str(error) for error in errors)
            for name, errors in self.errors.items()
        }


def field_text(value: object) -> str:
    """The value of a field as a form sends it: "yes" for a checked box, "" for none."""
    return "yes" if value is True else str(value or "")


class TextField(forms.CharField):
    """A text of at most `limit` characters, on so many `lines`.

    A single line is stripped. A longer text keeps every character, with "\\n" for line breaks.
    In `markdown` it may not cost too much to show.
    """

    def __init__(
        self,
        *,
        limit: int,
        lines: int = 1,
        id: str = "",
        markdown: bool = False,
        **named: Any,
    ) -> None:
        widget: forms.Widget = forms.TextInput({"maxlength": limit, "dir": "auto"})
        if lines > 1:
            # Browsers count a line break as two characters, so they get no limit.
            widget = forms.Textarea({"rows": lines, "cols": False, "dir": "auto"})
        if id:
            widget.attrs["id"] = id
        super().__init__(**{"widget": widget, "strip": lines == 1, **named})
        self.limit = limit
        self.validators = [self._check_length, check_readable]
        self.is_markdown = markdown

    def to_python(self, value: object) -> str:
        """The text with "\\n" for every line break."""
        return (super().to_python(value) or "").replace("\r\n", "\n").replace("\r", "\n")

    def validate(self, value: str) -> None:
        """A text of spaces and of characters that nobody sees counts as empty."""
        super().validate(plain_text.straight(value))

    def _check_length(self, text: str) -> None:
        if len(text) > self.limit:
            raise ValidationError(f"Use at most {self.limit:,} characters, not {len(text):,}.")


def check_readable(text: str) -> None:
    """Raises ValidationError for characters that the database or a document cannot hold."""
    try:
        documents.check(text)
    except InvalidDocument as unreadable:
        raise ValidationError(f"This can't be saved: {unreadable.message}.") from None


class NumberField(forms.IntegerField):
    """A whole number, in the digits of any script."""

    def to_python(self, value: object) -> int | None:
        """The number; None for nothing."""
        number = plain_text.number(value) if isinstance(value, str) else None
        return super().to_python(value if number is None else number)


@dataclass(frozen=True)
class Label:
    """The label of an option, and what it does."""

    name: str
    about: str = ""

    def __str__(self) -> str:
        return self.name


class OptionField(forms.ChoiceField):
    """One of several options, as radio buttons; the `usual` one where nothing was submitted.
    `wrong` is the error for anything else.
    """

    def __init__(self, *, wrong: str, usual: str = "", drawn_by: str = "", **named: Any) -> None:
        messages = {"required": wrong, "invalid_choice": wrong}
        super().__init__(widget=forms.RadioSelect, error_messages=messages, initial=usual, **named)
        self.usual, self.drawn_by = usual, drawn_by

    def to_python(self, value: object) -> str:
        """The id of the option."""
        return self.usual if value is None else super().to_python(value)


class NumberMenuField(forms.TypedChoiceField):
    """One of several numbers, as a menu. `wrong` is the error for anything else."""

    def __init__(self, *, wrong: str, **named: Any) -> None:
        messages = {"required": wrong, "invalid_choice": wrong}
        super().__init__(coerce=int, error_messages=messages, **named)
