"""A party's house rules: its options as fields, and its homebrew, which `homebrew/` describes."""

from msgspec.structs import replace

from rules.document import Document
from rules.forms import parsing
from rules.forms.fields import Field, Text
from rules.forms.parsing import Values
from rules.kit.homebrew import HomebrewRows, PartyRules, slug
from rules.kit.house_switches import HouseOptions
from rules.kit.play.answers import number_field
from rules.problems import InvalidDocument, Problem, RuleViolation
from rules.systems.hyperspace_d6.document.build import Build
from rules.systems.hyperspace_d6.document.house import KINDS, House, HouseThing
from rules.systems.hyperspace_d6.homebrew import checks, forms, tables
from rules.systems.hyperspace_d6.rulebook.book import Book, book
from rules.systems.hyperspace_d6.rulebook.descriptions import about


def _fields(house: House) -> tuple[Field, ...]:
    """The era, and the credits."""
    rules, about = book().party, "When your story is set. It changes no rules."
    hint = f"{book().creation.credits:,} in the book. {rules.rulings['starting_credits']}"
    credits, most = house.starting_credits, checks.COST
    return (
        Text("era", "Era", (house.era,), about, limit=checks.NAME, suggestions=rules.eras),
        number_field("starting_credits", "Starting credits", credits, 0, most, hint=hint),
    )


def _set(field: str, values: Values) -> dict[str, object]:
    match field:
        case "era":
            return {"era": parsing.text(values, checks.NAME)}
        case "starting_credits":
            credits = parsing.number_or_none(parsing.one(values), 0, checks.COST)
            return {"starting_credits": credits}
    raise InvalidDocument("this field doesn't exist")


def _rows(kind: str, form: forms.Form) -> HomebrewRows[HouseThing, Book]:
    """A kind of homebrew with its form; its ids are checked among the book's and the party's."""
    member = KINDS[kind]

    def described(thing: HouseThing, party: Book) -> str:
        row = getattr(party, member).get(thing.id)
        return about(row, party) if row and row.own else thing.does

    return HomebrewRows(
        kind,
        form.blank,
        lambda thing, party: (*forms.words(thing), *form.fields(thing, party)),
        lambda thing, others, party: [
            *forms.homebrew_problems(kind, thing, party),
            *tables.id_conflicts(kind, thing, book(), others),
        ],
        described,
        form.made,
        tables=tables.tables_of,
        named=lambda thing: tables.reference_of(kind, thing.id),
        id_of=lambda name, _taken: slug(name),
        member=member,
        sharing=tables.kinds_sharing_ids(kind),
        most=checks.MOST_OF_A_KIND,
    )


OPTIONS = HouseOptions(lambda: book().party.switches, _fields, _set)


class PartyHomebrew(PartyRules[House]):
    """House rules with homebrew of eight kinds that build on each other."""

    def __init__(self) -> None:
        kinds = book().party.homebrew_kinds
        rows = (_rows(kind, form) for kind, form in forms.FORMS.items())
        super().__init__(House, OPTIONS, rows, kinds, tables.used)

    def problems(self, house: House) -> tuple[Problem, ...]:
        """Every option out of bounds, and every illegal homebrew item."""
        return tables.looked_up(house)[1]

    def remove(self, house: House, kind: str, id: str) -> House:
        """The house rules without an item; RuleViolation if another item needs it."""
        others, named = super().remove(house, kind, id), tables.reference_of(kind, id)
        for row in self.rows.values():
            for dependent in row.rows(others):
                if named in tables.rests_on(house, tables.reference_of(row.kind, dependent.id)):
                    thing = self.rows[kind].apart(house, id)[1]
                    message = f"{dependent.name} uses {thing.name}. Change or remove that first."
                    raise RuleViolation([Problem("needed", id, message)])
        return others

    def moved(self, document: Document[Build], house: House) -> Document[Build]:
        """Of two skills that replace the same one, the party's replaces it."""
        placed, taken = super().moved(document, house), {one.replaces for one in house.skills}
        skills = tuple(
            replace(skill, replaces="")
            if skill not in house.skills and skill.replaces in taken
            else skill
            for skill in placed.house.skills
        )
        return replace(placed, house=replace(placed.house, skills=skills))
