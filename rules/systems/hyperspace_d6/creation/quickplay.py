"""The fields of quick play: the character as text, and six attributes."""

from collections.abc import Iterator

from msgspec.structs import replace

from rules.creation import Bound, shown_only, with_build
from rules.forms import parsing
from rules.forms.fields import Change, Choice, Field, Option, Pick, Text
from rules.forms.parsing import Values
from rules.problems import InvalidDocument
from rules.systems.hyperspace_d6.character import figures, quickplay
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.character.quickplay import TOLD, chosen
from rules.systems.hyperspace_d6.creation import origins
from rules.systems.hyperspace_d6.creation.preview import Baseline
from rules.systems.hyperspace_d6.document.build import Build, Quickplay
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.rows import ATTRIBUTES, FORCE


def _told(character: Character) -> Iterator[Field]:
    """The texts."""
    quick = chosen(character.build)
    for member, (name, limit, hint, lines) in TOLD.items():
        texts = (str(getattr(quick, member)),)
        yield Text(f"quickplay.{member}", name, texts, hint, lines, limit)


def _best(character: Character) -> Choice:
    rules, quick = book().party.quickplay, quickplay.chosen(character.build)
    now = Baseline(character)
    options = [
        Option(
            id,
            row.name,
            row.does,
            chosen=quick.plus_two == id,
            pool=figures.attribute(character, id),
            changes=() if quick.plus_two == id else _moved(character, now, "plus_two", id),
            term=f"attributes.{id}",
        )
        for id, row in book().attributes.items()
        if id != FORCE
    ]
    value = quick.plus_two
    if value and value not in ATTRIBUTES:
        options.append(Option(value, value, chosen=True, set_aside=True))
    label = f"+{rules.plus_two}D in"
    return Choice("quickplay.plus_two", label, (value,), tuple(options))


def _others(character: Character) -> Pick:
    rules, quick = book().party.quickplay, quickplay.chosen(character.build)
    counted = [id for id in quick.plus_one if character.chosen.profession.dice.get(id)]
    counted = [id for id in counted if id != quick.plus_two]
    left = rules.plus_one_count - len(counted)
    now, options = Baseline(character), []
    for id in ATTRIBUTES:
        picked = id in quick.plus_one
        barred = ""
        if not picked and id == quick.plus_two:
            barred = f"It has +{rules.plus_two}D"
        elif not picked and left <= 0:
            count = rules.plus_one_count
            barred = f"{count} of {count} chosen. Uncheck one to swap."
        changes, gain = tuple[Change, ...](), 0
        if not picked and not barred:
            gain, changes = rules.plus_one, _moved(character, now, "plus_one", *quick.plus_one, id)
        options.append(
            Option(
                id,
                book().attributes[id].name,
                chosen=picked,
                pool=figures.attribute(character, id),
                gain=gain,
                changes=changes,
                barred=barred,
                set_aside=picked and id not in counted,
                term=f"attributes.{id}",
            )
        )
    strange = [id for id in dict.fromkeys(quick.plus_one) if id not in ATTRIBUTES]
    options += [Option(id, id, chosen=True, set_aside=True) for id in strange]
    values = tuple(option.id for option in options if option.chosen)
    label = f"+{rules.plus_one}D in {rules.plus_one_count} more"
    return Pick("quickplay.plus_one", label, values, tuple(options), rules.plus_one_count, left)


def _moved(character: Character, now: Baseline, member: str, *ids: str) -> tuple[Change, ...]:
    """The effects of other attributes."""
    after = origins.other(character, write(character.build, member, ids))
    return now.changes(now.gained(after))


def state(character: Character) -> str:
    """The attributes with more than the usual dice."""
    start = book().party.quickplay.start
    codes = ((id, character.attribute_dice(id)) for id in ATTRIBUTES)
    return ", ".join(f"{id} {dice}D" for id, dice in codes if dice > start)


def write(build: Build, rest: str, values: Values) -> Build:
    """The build with one field of quick play set; InvalidDocument if the values cannot be read."""
    quick = chosen(build)
    match rest:
        case "plus_two":
            named = parsing.one(values)
            others = tuple(id for id in quick.plus_one if id != named)
            quick = replace(quick, plus_two=named, plus_one=others)
        case "plus_one":
            picked = tuple(dict.fromkeys(filter(None, values)))
            if len(picked) > len(ATTRIBUTES):
                raise InvalidDocument("Choose each attribute once.")
            quick = replace(quick, plus_one=picked)
        case _ if rest in TOLD:
            quick = replace(quick, **{rest: parsing.text(values, TOLD[rest][1])})
        case _:
            raise InvalidDocument("this field doesn't exist")
    return replace(build, quickplay=quick if quick != Quickplay() else None)


def values(build: Build, rest: str) -> Values | None:
    """The present value of a field of quick play; None if this field doesn't exist."""
    quick = chosen(build)
    if rest == "plus_one":
        picked = dict.fromkeys(quick.plus_one)
        in_order = [id for id in ATTRIBUTES if id in picked]
        return (*in_order, *(id for id in picked if id not in ATTRIBUTES))
    return (str(getattr(quick, rest)),) if rest in (*TOLD, "plus_two") else None


FIELDS = (
    Bound(
        "quickplay",
        lambda document, rest: values(document.build, rest),
        lambda document, rest, texts: replace(document, build=write(document.build, rest, texts)),
        lambda document, rest: with_build(
            document,
            quickplay=replace(chosen(document.build), **{rest: getattr(Quickplay(), rest)}),
        ),
        nested=True,
        show=lambda character: (_best(character), _others(character)),
    ),
)
TEXTS = shown_only("told", _told)
