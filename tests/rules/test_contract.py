"""What any game system must do, whichever game it is."""

import json
from pathlib import Path
from random import Random

import msgspec
import pytest

from rules import document as documents
from rules import registry
from rules.document import Document
from rules.figures import Figure
from rules.problems import RuleViolation, Unreadable
from rules.steps import Allot, Choice, Field, Number, Pick, Rows, Shop, Text, inputs
from rules.system import GameSystem

READY_MADE = Path(__file__).parents[2] / "fixtures" / "ready-made"
SYSTEMS = tuple(registry.all_systems().values())
EVERY = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)


def characters(system: GameSystem) -> list[Document]:
    """An empty one, some made by chance, and every ready-made one of this game."""
    found = [system.empty(), *(system.random(Random(seed)) for seed in range(12))]
    for file in sorted(READY_MADE.glob("*.json")):
        document = registry.read(file.read_bytes())
        if document.system == system.slug:
            found.append(document)
    return found


def filled(system: GameSystem, document: Document) -> list[Field]:
    """Every field of every step, nested ones included."""
    found: list[Field] = []
    for step in system.steps(document):
        pending = list(system.steps(document, only=step.id)[position(system, step.id)].fields)
        while pending:
            field = pending.pop(0)
            found.append(field)
            if isinstance(field, Choice | Shop):
                pending.extend(field.fields)
            if isinstance(field, Shop):
                pending.extend(
                    nested
                    for shelf in field.shelves
                    for ware in shelf.wares
                    for nested in ware.fields
                )
    return found


def position(system: GameSystem, id: str) -> int:
    return [step.id for step in system.steps(system.empty())].index(id)


def present(system: GameSystem, document: Document) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for place, step in enumerate(system.steps(document)):
        found.update(inputs(system.steps(document, only=step.id)[place]))
    return found


@EVERY
def test_a_system_says_who_it_is(system: GameSystem) -> None:
    for said in (system.slug, system.name, system.edition, system.about, system.credit):
        assert said.strip()
    assert system.slug == system.slug.lower().replace(" ", "-")
    assert registry.get(system.slug) is system


def test_a_system_that_there_is_not_is_unreadable() -> None:
    with pytest.raises(Unreadable, match=SYSTEMS[0].slug):
        registry.get("chess")


@EVERY
def test_steps_have_ids_names_and_a_sentence_each(system: GameSystem) -> None:
    steps = system.steps(system.empty())
    assert len({step.id for step in steps}) == len(steps) >= 3
    for step in steps:
        assert step.name
        assert step.about.endswith((".", "?", "!"))
        assert step.fields == ()


@EVERY
def test_only_the_step_that_is_asked_for_has_fields(system: GameSystem) -> None:
    empty = system.empty()
    for step in system.steps(empty):
        others = [one for one in system.steps(empty, only=step.id) if one.id != step.id]
        assert all(one.fields == () for one in others)


@EVERY
def test_an_empty_document_has_a_sheet_and_says_what_is_open(system: GameSystem) -> None:
    empty = system.empty()
    assert system.sheet(empty).sections
    problems = system.problems(empty)
    assert problems
    assert all(problem.unfinished for problem in problems)
    assert any(step.open for step in system.steps(empty))


@EVERY
def test_problems_have_a_code_a_place_and_a_sentence(system: GameSystem) -> None:
    for document in characters(system):
        for problem in system.problems(document):
            assert set(problem.plain()) == {"code", "where", "message"}
            assert problem.code == problem.code.lower()
            assert problem.where
            assert problem.message.endswith(".")


@EVERY
def test_every_problem_belongs_to_a_step(system: GameSystem) -> None:
    """So a player who reads that something is open also finds where to put it right."""
    for document in characters(system):
        shown = {problem for step in system.steps(document) for problem in step.problems}
        assert set(system.problems(document)) <= shown


@EVERY
def test_a_field_given_what_it_holds_changes_nothing(system: GameSystem) -> None:
    for document in characters(system)[::3]:
        for field, values in present(system, document).items():
            again = system.choose(document, field=field, values=values)
            assert present(system, again) == present(system, document), field
            assert system.numbers(again) == system.numbers(document), field
            assert system.problems(again) == system.problems(document), field


@EVERY
def test_field_ids_are_unique(system: GameSystem) -> None:
    for document in characters(system):
        ids = [field.id for field in filled(system, document)]
        assert len(set(ids)) == len(ids)


@EVERY
def test_what_is_chosen_is_what_the_field_then_holds(system: GameSystem) -> None:
    for document in (system.empty(), system.random(Random(7))):
        for field in filled(system, document):
            if isinstance(field, Choice):
                for option in (*field.options, *field.own):
                    after = system.choose(document, field=field.id, values=(option.id,))
                    assert present(system, after).get(field.id) == (option.id,), option.id


@EVERY
def test_each_thing_can_be_picked_and_let_go(system: GameSystem) -> None:
    document = system.empty()
    for field in filled(system, document):
        if isinstance(field, Pick):
            for option in field.options:
                after = system.choose(document, field=field.id, values=(option.id,))
                assert present(system, after)[field.id] == (option.id,)
                none = system.choose(after, field=field.id, values=())
                assert present(system, none)[field.id] == ()


@EVERY
def test_each_ware_can_be_taken_and_put_back(system: GameSystem) -> None:
    document = system.empty()
    for field in filled(system, document):
        if isinstance(field, Shop):
            for ware in (ware for shelf in field.shelves for ware in shelf.wares):
                one = system.choose(document, field=ware.field, values=("1",))
                assert present(system, one)[ware.field] == ("1",)
                none = system.choose(one, field=ware.field, values=("0",))
                assert documents.write(none) == documents.write(document), ware.field


@EVERY
def test_words_stay_as_they_are_typed(system: GameSystem) -> None:
    for field in filled(system, system.empty()):
        if isinstance(field, Text):
            for text in ("漢字 🚀", "<b>&amp;'\"", "x" * field.limit):
                after = system.choose(system.empty(), field=field.id, values=(text,))
                assert present(system, after)[field.id] == (text,)


@EVERY
def test_a_line_break_of_a_form_is_one_line_break(system: GameSystem) -> None:
    areas = [f for f in filled(system, system.empty()) if isinstance(f, Text) and f.lines > 1]
    for field in areas:
        after = system.choose(system.empty(), field=field.id, values=("a\r\nb\rc\nd",))
        assert present(system, after)[field.id] == ("a\nb\nc\nd",)


def hostile(field: Field) -> dict[str, list[tuple[str, ...]]]:
    """What cannot be sent as a value of the field, or of each ware of a shop."""
    match field:
        case Text():
            refused = [("x" * (field.limit + 1),), ("a\0b",), ("a", "b")]
        case Number():
            refused = [("many",), ("1.5",), ("-1",), ("9" * 400,), ("١",), ("1", "2")]
        case Allot():
            refused = [("1",), ("x",) * len(field.traits), ("9" * 20,) * len(field.traits)]
        case Rows():
            refused = [("a",), ("a", "many"), ("a", "-1"), ("a\0", "1")]
        case Choice():
            refused = [("a\0",), ("a", "b")]
        case Shop():
            wares = [ware.field for shelf in field.shelves for ware in shelf.wares]
            numbers = [("many",), ("-1",), ("9" * 12,), ("1", "2")]
            return dict.fromkeys(wares, numbers)
        case _:
            refused = []
    return {field.id: refused}


@EVERY
def test_what_cannot_be_a_value_of_a_field_is_refused(system: GameSystem) -> None:
    """A word for a number, a text too long, a control character, two values for one."""
    for document in characters(system)[:3]:
        for field in filled(system, document):
            for id, refused in hostile(field).items():
                for values in refused:
                    with pytest.raises(RuleViolation) as caught:
                        system.choose(document, field=id, values=values)
                    assert caught.value.problems[0].message, id


@EVERY
@pytest.mark.parametrize(
    "field", ["", ".", "nothing", "__class__", "build", "gear.", "name.x", "\0"]
)
def test_a_field_that_there_is_not_is_refused(system: GameSystem, field: str) -> None:
    with pytest.raises(RuleViolation):
        system.choose(system.empty(), field=field, values=("1",))


@EVERY
def test_a_choice_leaves_the_document_before_it_alone(system: GameSystem) -> None:
    document = system.random(Random(3))
    before = documents.dump(document)
    for field in filled(system, document):
        if isinstance(field, Choice):
            for option in field.options:
                system.choose(document, field=field.id, values=(option.id,))
    assert documents.dump(document) == before


@EVERY
def test_one_option_at_most_is_chosen_and_it_is_the_value(system: GameSystem) -> None:
    for document in characters(system):
        for field in filled(system, document):
            if isinstance(field, Choice):
                chosen = [option.id for option in (*field.options, *field.own) if option.chosen]
                assert chosen in ([], list(field.values)), field.id
            if isinstance(field, Pick):
                chosen = [option.id for option in field.options if option.chosen]
                assert sorted(chosen) == sorted(field.values), field.id


@EVERY
def test_options_and_wares_stand_under_groups_that_there_are(system: GameSystem) -> None:
    for document in characters(system)[:4]:
        for field in filled(system, document):
            if isinstance(field, Choice | Pick) and field.groups:
                groups = {group.id for group in field.groups}
                assert {option.group for option in field.options if option.group} <= groups
            if isinstance(field, Choice) and field.sorts:
                ranked = {sort.id for sort in field.sorts if sort.id}
                for option in field.options:
                    assert option.set_aside or ranked <= set(option.ranks), option.id


@EVERY
def test_a_sheet_has_every_figure_under_its_key(system: GameSystem) -> None:
    for document in characters(system):
        sheet = system.sheet(document)
        assert sheet.system == system.slug
        assert sheet.credit
        assert len({section.id for section in sheet.sections}) == len(sheet.sections)
        for key, figure in sheet.figures.items():
            assert key
            assert isinstance(figure, Figure)
            assert figure.label, key
            assert figure.text
            assert figure.why, key


@EVERY
def test_a_sheet_and_its_brief_agree(system: GameSystem) -> None:
    for document in characters(system):
        whole, brief = system.sheet(document).figures, system.brief(document).figures
        assert {key: figure.value for key, figure in brief.items()} == {
            key: whole[key].value for key in brief
        }


@EVERY
def test_numbers_are_plain(system: GameSystem) -> None:
    for document in characters(system):
        numbers = system.numbers(document)
        assert json.loads(json.dumps(numbers, allow_nan=False)) == numbers


@EVERY
def test_a_document_is_read_as_it_was_written(system: GameSystem) -> None:
    for document in characters(system):
        assert registry.read(documents.dump(document)) == document


@EVERY
def test_chance_makes_a_legal_character(system: GameSystem) -> None:
    for seed in range(25):
        assert system.problems(system.random(Random(seed))) == ()


@EVERY
def test_the_same_seed_makes_the_same_character(system: GameSystem) -> None:
    assert system.random(Random(11)) == system.random(Random(11))
    assert system.random(Random(11)) != system.random(Random(12))


@EVERY
def test_chance_keeps_what_was_decided(system: GameSystem) -> None:
    document = msgspec.structs.replace(system.empty(), name="Vessa Korr")
    assert system.random(Random(5), document).name == "Vessa Korr"


@EVERY
def test_chance_decides_one_step_and_leaves_the_others_alone(system: GameSystem) -> None:
    for step in system.steps(system.empty()):
        if not step.can_surprise:
            continue
        document = system.random(Random(5))
        place = position(system, step.id)
        own = set(inputs(system.steps(document, only=step.id)[place]))
        after = system.random(Random(6), document, step=step.id)
        before_values, after_values = present(system, document), present(system, after)
        for field, values in before_values.items():
            if field not in own and field in after_values:
                assert after_values[field] == values, f"{step.id} changed {field}"


@EVERY
def test_a_step_decided_by_chance_alone_leaves_nothing_open_in_it(system: GameSystem) -> None:
    for step in system.steps(system.empty()):
        if step.can_surprise:
            after = system.random(Random(5), step=step.id)
            assert system.steps(after)[position(system, step.id)].open == "", step.id


@EVERY
def test_what_a_field_holds_can_be_read_without_its_step(system: GameSystem) -> None:
    for document in characters(system):
        for field, shown in present(system, document).items():
            assert system.values(document, field) == shown, field


@EVERY
def test_a_field_that_there_is_not_holds_nothing(system: GameSystem) -> None:
    for field in ("", "nothing", "nothing.at.all", "__class__", "name.__class__"):
        assert system.values(system.empty(), field) is None


@EVERY
def test_details_are_fields_with_what_they_hold(system: GameSystem) -> None:
    for document in characters(system):
        for field, held in system.details(document).items():
            assert system.values(document, field) == held
            assert system.choose(document, field=field, values=held) == document
