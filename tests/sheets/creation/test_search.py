"""Finding among many options."""

from django.http import QueryDict

from rules.creation import Step
from rules.figures import Figure
from rules.forms.fields import Balance, BalanceItem, BalanceSide, Choice, Group, Option, Sort
from sheets.creation.search import OptionSearch

OPTIONS = (
    Option("bith", "Bith", group="people", ranks={"pilot": 2}),
    Option("duros", "Duros", detail="Navigators", group="people", ranks={"pilot": 4}),
    Option("wookiee", "Wookiee", group="people", chosen=True, keywords="brawl", ranks={"pilot": 1}),
    Option("astromech", "Astromech", group="droids", note="Vehicles +1D", ranks={"pilot": 4}),
)
SORTS = (Sort("", "As printed"), Sort("pilot", "Best at Pilot"))


def found(query: str, look: str = "cards") -> list[str]:
    choice = Choice("who", "Who", ("wookiee",), OPTIONS, look=look, sorts=SORTS)
    step = OptionSearch.read(QueryDict(query)).applied(Step("one", "One", "", (choice,))).step
    field = step.fields[0]
    assert isinstance(field, Choice)
    return [option.id for option in field.options]


def test_without_a_question_everything_is_there_as_printed() -> None:
    assert found("") == ["bith", "duros", "wookiee", "astromech"]


def test_words_are_found_wherever_an_option_has_them() -> None:
    assert found("q=BITH") == ["bith", "wookiee"]
    assert found("q=navig") == ["duros", "wookiee"]
    assert found("q=%2B1d+vehicles") == ["wookiee", "astromech"]
    assert found("q=bith+duros") == ["wookiee"]


def test_what_is_chosen_stays_whatever_is_looked_for() -> None:
    assert found("q=nothing&show=droids") == ["wookiee"]


def test_one_group_alone_can_be_shown() -> None:
    assert found("show=droids") == ["wookiee", "astromech"]
    assert found("show=ships") == ["wookiee"]


def test_an_order_puts_the_best_first_and_keeps_the_printed_order_of_equals() -> None:
    assert found("sort=pilot") == ["duros", "astromech", "bith", "wookiee"]
    assert found("sort=chess") == found("")


def test_other_looks_are_left_alone() -> None:
    assert found("q=bith&sort=pilot", look="rows") == ["bith", "duros", "wookiee", "astromech"]


def test_at_most_four_are_compared_each_once() -> None:
    query = "compare=a&compare=b&compare=a&compare=c&compare=d&compare=e"
    assert OptionSearch.read(QueryDict(query)).compare == ("a", "b", "c", "d")


def test_items_of_a_balance_are_found_and_those_taken_stay() -> None:
    none = Figure("", 0)
    merits = BalanceSide(
        Group("merits", "Merits"),
        (
            BalanceItem("giant", "Giant", none, detail="One more level of health"),
            BalanceItem("keen", "Keen ears", none, values=("yes",)),
            BalanceItem("saber", "Saber form", none, lacks=("Force Sensitivity",)),
        ),
    )
    flaws = BalanceSide(Group("flaws", "Flaws"), (BalanceItem("deaf", "Deaf", none),), gives=True)
    balance = Balance("merits", "Merits", none, none, (merits, flaws))

    def found(query: str) -> list[str]:
        step = OptionSearch.read(QueryDict(query)).applied(Step("one", "One", "", (balance,))).step
        field = step.fields[0]
        assert isinstance(field, Balance)
        return [item.field for item in field.items]

    assert found("") == ["giant", "keen", "saber", "deaf"]
    assert found("q=health") == ["giant", "keen"]
    assert found("q=force") == ["keen", "saber"]
    assert found("q=DEAF") == ["keen", "deaf"]


def left_out(query: str) -> frozenset[str]:
    choice = Choice("who", "Who", ("wookiee",), OPTIONS, look="cards", sorts=SORTS)
    return OptionSearch.read(QueryDict(query)).applied(Step("one", "One", "", (choice,))).left_out


def test_what_is_chosen_and_not_found_is_told_apart_from_the_matches() -> None:
    assert left_out("q=bith") == {"wookiee"}
    assert left_out("show=droids") == {"wookiee"}
    assert left_out("q=brawl") == left_out("") == frozenset()
