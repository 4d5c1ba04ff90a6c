"""Which fields of a form to write. Part of an operation, never one by itself."""

from collections.abc import Callable, Mapping

from sheets.forms import Sent, token
from sheets.operations.faults import Stale


def touched_fields(
    sent: Mapping[str, Sent], present: Callable[[str], tuple[str, ...] | None]
) -> dict[str, tuple[str, ...]]:
    """The fields to write with their values, in the form's order.

    A field that holds what it showed at first is left out, whatever is stored by now. `present`
    says what a field holds by now, None where there is none. Stale, with every field that somebody
    else changed in the meantime, unless to the same.
    """
    touched, stale = {}, []
    for field, one in sent.items():
        if not one.touched:
            continue
        values = present(field)
        now = "" if values is None else token(values)
        if now == one.was:
            touched[field] = one.values
        elif now != token(one.values):
            stale.append(field)
    if stale:
        raise Stale(stale)
    return touched
