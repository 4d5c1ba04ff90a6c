"""A three-way merge of parts of documents: what is kept, what of it a form has shown, and what the
form was sent.
"""

from collections.abc import Collection, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

_NONE = object()


def merged(kept: Any, shown: Any, sent: Any) -> object:
    """The value that was sent, with everything of the kept one that was not shown as it is. Rows
    are told apart by name, and parts that were not changed stay as they are kept.
    """
    if sent == shown or kept == sent:
        return kept
    if kept == shown or not type(kept) is type(shown) is type(sent):
        return sent
    if isinstance(sent, msgspec.Struct):
        members = sent.__struct_fields__
        return replace(
            sent,
            **{
                name: merged(getattr(kept, name), getattr(shown, name), getattr(sent, name))
                for name in members
            },
        )
    if isinstance(sent, dict):
        return _merged_rows(kept, shown, sent)
    if isinstance(sent, tuple):
        return tuple(_merged_rows(_named(kept), _named(shown), _named(sent)).values())
    return sent


def _merged_rows(
    kept: dict[str, object], shown: dict[str, object], sent: dict[str, object]
) -> dict[str, object]:
    """The rows that were sent, merged, and after them those of which nothing was shown."""
    rows = {}
    for name, row in sent.items():
        before = kept.get(name, _NONE)
        if name not in shown or before is _NONE:
            if row != shown.get(name, _NONE):
                rows[name] = row
        else:
            rows[name] = merged(before, shown[name], row)
    return rows | {name: row for name, row in kept.items() if name not in (*shown, *sent)}


def unshown(kept: Any, shown: object) -> Iterator[tuple[str, ...]]:
    """The paths to what is kept and not shown, by members and names of rows: "weapons", "Blaster",
    "range". What is empty is left out.
    """
    if kept == shown or (isinstance(kept, Collection) and not kept):
        return
    if type(kept) is not type(shown) or not isinstance(kept, msgspec.Struct | dict | tuple):
        if kept is not None:
            yield ()
        return
    parts, others = _parts(kept), _parts(shown)
    if isinstance(kept, tuple) and [*parts] != [*others] and parts.keys() <= others.keys():
        yield ()  # the order
        return
    for name, part in parts.items():
        for path in unshown(part, others.get(name, _NONE)):
            yield (name, *path)


def _parts(value: Any) -> dict[str, object]:
    if isinstance(value, msgspec.Struct):
        return {name: getattr(value, name) for name in value.__struct_fields__}
    return value if isinstance(value, dict) else _named(value)


def _named(rows: tuple[object, ...]) -> dict[str, object]:
    """Rows by name, the second of a name as "Blaster 2"."""
    named: dict[str, object] = {}
    for row in rows:
        known = [getattr(row, member, "") for member in ("name", "id")]
        name = row if isinstance(row, str) else next(filter(None, known), "") or str(row)
        same = sum(1 for other in named if other == name or other.startswith(f"{name} "))
        named[f"{name} {same + 1}" if name in named else name] = row
    return named
