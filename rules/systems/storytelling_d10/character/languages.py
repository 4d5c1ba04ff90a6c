"""Languages that a character speaks, writes, or both: in a build, learned later, on the sheet."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from rules.creation import Bound, of_build
from rules.forms import parsing
from rules.forms.fields import Cell, Field, Rows, Text, options
from rules.forms.parsing import Values
from rules.kit import typed
from rules.kit.currency import Payments
from rules.kit.rulebooks import Price
from rules.kit.typed.document import MANY, NAME
from rules.ledger.offers import Offer
from rules.ledger.rules import EntryKind
from rules.phrases import counted
from rules.problems import EntryRefused
from rules.sheet.sections import Passage, Prose
from rules.systems.storytelling_d10.character.dotted import DottedCharacter
from rules.systems.storytelling_d10.document.build import SPOKEN, Build, Language
from rules.systems.storytelling_d10.document.entries import LearnLanguage
from rules.systems.storytelling_d10.rulebook.book import rulebook

WRITTEN = "written"
FORMS = (SPOKEN, WRITTEN)
KNOWN = rulebook().archetypes.languages
HINT = "Those of your people and your past. They are free now."
BOTH = {"both": "Spoken and written", SPOKEN: "Spoken", WRITTEN: "Written"}


def _cells() -> tuple[Cell, ...]:
    name = Cell("name", "Language", limit=NAME, suggestions=KNOWN)
    return (name, Cell("form", "How", "menu", options=options(BOTH)))


def field() -> Bound:
    """Rows of languages, each with its form."""
    return of_build(
        "languages",
        _read,
        _write,
        empty=lambda build: replace(build, languages=()),
        show=_show,
    )


def _rows(values: Values) -> Rows:
    return Rows("languages", "Languages", values, _cells(), HINT, MANY)


def _write(build: Build, values: Values) -> Build:
    rows = parsing.cells(_rows(()), values)
    languages = (
        Language(name=name, spoken=form != WRITTEN, written=form != SPOKEN) for name, form in rows
    )
    return replace(build, languages=tuple(languages))


def _show(character: DottedCharacter) -> Iterator[Field]:
    yield _rows(_read(character.build))


# --- learned later


def kind(payments: Payments) -> EntryKind:
    """The entry that learns one, paid for."""

    def check(character: DottedCharacter, entry: LearnLanguage) -> None:
        _refuse(character.languages, entry)
        payments.check(character, entry)

    def learn(character: DottedCharacter, entry: LearnLanguage) -> None:
        payments.pay(character, entry, "languages")
        name, is_spoken = entry.name.strip(), entry.form == SPOKEN
        character.spoken.append(Language(name=name, spoken=is_spoken, written=not is_spoken))

    def title(_character: object, entry: LearnLanguage) -> str:
        return f"{entry.name.strip()}, {entry.form}"

    return EntryKind("Language learned", title, check, learn, undoable_by_player=True)


def offers(character: DottedCharacter, prices: Mapping[str, Price]) -> Iterator[Offer]:
    """One to speak and one to write, at their prices; those known in the other form first."""
    for form in FORMS:
        row = prices[form]
        known = [one.name for one in character.languages if not getattr(one, form)]
        more = tuple(dict.fromkeys((*known, *KNOWN)))
        yield Offer(
            f"language.{form}",
            LearnLanguage(name="", form=form),
            row.name,
            "Learn skill",
            fields=(Text("name", "Language", ("",), limit=NAME, suggestions=more),),
            note=f"{counted(row.points, 'Experience point')}.",
            source=row.source,
            ruling=row.ruling,
        )


def _read(build: Build) -> Values:
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
