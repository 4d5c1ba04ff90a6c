"""Texts that cost whoever shows them, of any length: small ones that grow, and long ones that do
not break.
"""

from collections.abc import Callable


def _repeated(unit: str) -> Callable[[int], str]:
    return lambda length: (unit * (length // len(unit) + 1))[:length]


def _table(length: int) -> str:
    """Tables of 160 columns, whose rows are a bare mark each."""
    head = f"{'|a' * 160}|\n{'|-' * 160}|\n"
    return _repeated(head + "|\n" * 405 + "\n")(length)


def _square(length: int) -> str:
    """One table, with as many columns as rows."""
    columns = max(1, length // 6)
    return (f"{'|a' * columns}|\n{'|-' * columns}|\n" + "|\n" * columns)[:length]


def _references(length: int) -> str:
    """A long address, and links that all lead there."""
    return (f"[a]: http://{'b' * (length // 2)}\n\n" + "[a]" * length)[:length]


def _runs(length: int) -> str:
    """A word in as much emphasis as there is room for."""
    side = "*" * (length // 2 - 1)
    return f"{side}a{side}"


TEXTS: dict[str, Callable[[int], str]] = {
    "tables": _table,
    "square table": _square,
    "references": _references,
    "emphasis": _runs,
    "nesting": _repeated("> "),
    "lists": _repeated("- - - - - - - - - - - a\n"),
    "lazy quotes": _repeated("> ``\n>```\n``"),
    "brackets": _repeated("[*"),
    "links": _repeated("[a](http:b)"),
    "one word": _repeated("W"),
    "marks": _repeated("e\u0301\u0300\u0302\u0303"),
    "spaces": lambda length: "a" + " " * (length - 2) + "b",
    "colons": lambda length: "a" + " :(," * (length // 4 - 1) + "b",
    "lines": _repeated("a\n"),
    "signs": _repeated("&<"),
    # As much as a note may have of what costs most.
    "most rows": lambda length: ("|a|b|\n|-|-|\n" + "| 1 | 2 |\n" * length)[:length],
    "most items": _repeated("- in the hold\n+ in the hold\n"),
    "most headings": _repeated("# The dock\n"),
    "most marks": _repeated("a*"),
}
