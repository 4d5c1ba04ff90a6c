"""Parts of sentences that several pages build from what they name."""

from collections.abc import Iterable


def joined(names: Iterable[str]) -> str:
    """Names in a row: "Vessa", "Vessa and Brakka", "Vessa, Brakka, and Nim"."""
    found = list(names)
    if len(found) < 3:
        return " and ".join(found)
    return f"{', '.join(found[:-1])}, and {found[-1]}"


def counted(count: int, one: str, many: str = "") -> str:
    """So many of something: "1 member", "3 members", "2 entries"."""
    return f"{count:,} {one if count == 1 else many or f'{one}s'}"
