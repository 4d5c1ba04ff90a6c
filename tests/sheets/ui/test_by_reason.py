"""Things out of reach stand under the reason that they share, each with the rest of its own."""

from sheets.ui.components import by_reason


def test_a_need_of_many_stands_above_them_and_the_rest_with_each() -> None:
    reasons = {
        "a": "Needs Melee 3 (you have 2, or 1), the Force.",
        "b": "Needs the Force.",
        "c": "",
        "d": "Needs the Force, a shield.",
        "e": "Needs a shield.",
        "f": "Needs the Force.",
    }
    assert by_reason(reasons, reasons.__getitem__) == (
        ["c", "e"],
        {
            "Needs the Force.": [
                ("a", "Needs Melee 3 (you have 2, or 1)."),
                ("b", ""),
                ("d", "Needs a shield."),
                ("f", ""),
            ]
        },
    )


def test_several_needs_of_all_stand_above_together() -> None:
    both = dict.fromkeys("abcd", "Needs Power 4, the Force")
    assert by_reason(both, both.__getitem__) == (
        [],
        {"Needs Power 4, the Force": [(one, "") for one in "abcd"]},
    )


def test_a_reason_of_another_kind_is_shared_whole() -> None:
    reasons = dict.fromkeys("abcd", "Already known, and at its most.") | {"e": "Already known."}
    assert by_reason(reasons, reasons.__getitem__) == (
        ["e"],
        {"Already known, and at its most.": [(one, "") for one in "abcd"]},
    )
