"""Parts of sentences that depend on a number."""


def counted(count: int, one: str, many: str = "") -> str:
    """So many of something: "1 member", "3 members", "2 entries"."""
    return f"{count:,} {one if count == 1 else many or f'{one}s'}"
