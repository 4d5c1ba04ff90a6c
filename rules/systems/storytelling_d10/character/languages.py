"""Languages that a character speaks, writes, or both: in a build, learned later, and on the sheet.

What a language costs, and which there are to suggest, is each game's own.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.creation import Bound, of_build
from rules.forms import parsing
from rules.forms.fields import Cell, Field, Rows, Text, options
from rules.forms.parsing import Values
from rules.kit import typed
from rules.kit.currency import Payments
from rules.kit.rulebooks import Price
from rules.ledger.offers import Offer
from rules.ledger.rules import EntryKind
from rules.problems import EntryRefused
from rules.sheet.sections import Passage, Prose
from rules.systems.storytelling_d10.document.build import SPOKEN, Language
from rules.systems.storytelling_d10.document.entries import LearnLanguage

WRITTEN = "written"
FORMS = (SPOKEN, WRITTEN)
BOTH = {"both": "Spoken and written", SPOKEN: "Spoken", WRITTEN: "Written"}


class Languages(msgspec.Struct, frozen=True):
    """The languages of a game: those to suggest, the most letters of a name and the most rows, and
    what is said of those of a new character. A character has `languages`, and `spoken`, a list of
    those learned since.
    """

    known: tuple[str, ...]
    limit: int
    most: int
    hint: str

    # --- the build

    @property
    def _cells(self) -> tuple[Cell, ...]:
        name = Cell("name", "Language", limit=self.limit, suggestions=self.known)
        return (name, Cell("form", "How", "menu", options=options(BOTH)))

    @property
    def field(self) -> Bound:
        """Rows of languages, each with its form."""
        return of_build(
            "languages",
            _read,
            self._write,
            empty=lambda build: replace(build, languages=()),
            show=self._show,
        )

    def _rows(self, values: Values) -> Rows:
        return Rows("languages", "Languages", values, self._cells, self.hint, self.most)

    def _write(self, build: Any, values: Values) -> Any:
        rows = parsing.cells(self._rows(()), values)
        languages = (
            Language(name=name, spoken=form != WRITTEN, written=form != SPOKEN)
            for name, form in rows
        )
        return replace(build, languages=tuple(languages))

    def _show(self, character: Any) -> Iterator[Field]:
        yield self._rows(_read(character.build))

    # --- learned later

    def kind(self, payments: Payments) -> EntryKind:
        """The entry that learns one, paid for."""

        def check(character: Any, entry: LearnLanguage) -> None:
            _refuse(character.languages, entry)
            payments.check(character, entry)

        def learn(character: Any, entry: LearnLanguage) -> None:
            payments.pay(character, entry, "languages")
            name, is_spoken = entry.name.strip(), entry.form == SPOKEN
            character.spoken.append(Language(name=name, spoken=is_spoken, written=not is_spoken))

        def title(_character: Any, entry: LearnLanguage) -> str:
            return f"{entry.name.strip()}, {entry.form}"

        return EntryKind("Language learned", title, check, learn, undoable_by_player=True)

    def offers(self, character: Any, prices: Mapping[str, Price]) -> Iterator[Offer]:
        """One to speak and one to write, at their prices; those known in the other form first."""
        for form in FORMS:
            row = prices[form]
            known = [one.name for one in character.languages if not getattr(one, form)]
            more = tuple(dict.fromkeys((*known, *self.known)))
            yield Offer(
                f"language.{form}",
                LearnLanguage(name="", form=form),
                row.name,
                "Learn skill",
                fields=(Text("name", "Language", ("",), limit=self.limit, suggestions=more),),
                note=f"{row.points} Experience points.",
                source=row.source,
                ruling=row.ruling,
            )


def _read(build: Any) -> Values:
    return tuple(text for one in build.languages for text in (one.name, _form(one)))


def _form(language: Language) -> str:
    if language.spoken == language.written:
        return "both"
    return SPOKEN if language.spoken else WRITTEN


def _refuse(known: Iterable[Language], entry: LearnLanguage) -> None:
    """EntryRefused for a language without a name or a form, and for one that is known so."""
    if not entry.name.strip():
        raise EntryRefused("missing", "Say which language.")
    if entry.form not in FORMS:
        raise EntryRefused("bad-value", f"A language is {' or '.join(FORMS)}.")
    for one in known:
        if typed.key(one.name) == typed.key(entry.name) and getattr(one, entry.form):
            raise EntryRefused("bad-value", f"You have {one.name} {entry.form} already.")


# --- the sheet


def forms_by_name(languages: Iterable[Language]) -> dict[str, set[str]]:
    """The forms of each language, of all its rows together."""
    known: dict[str, set[str]] = {}
    for one in languages:
        forms = known.setdefault(one.name.strip(), set())
        forms |= {form for form in FORMS if getattr(one, form)}
    return known


def section(languages: Iterable[Language]) -> Prose:
    """Each language, and whether it is spoken, written, or both."""
    known = forms_by_name(languages)
    passages = (Passage(name, " and ".join(sorted(forms))) for name, forms in known.items())
    return Prose("languages", "Languages", tuple(passages))
