"""Parts of sentences: a number with its noun, and capitals."""


def counted(count: int, one: str, many: str = "") -> str:
    """So many of something: "1 member", "3 members", "2 entries"."""
    return f"{count:,} {one if count == 1 else many or f'{one}s'}"


def capitalized(text: str) -> str:
    """A text with a capital first letter; the others stay: "XP" and "Dark Side" do, too."""
    return f"{text[:1].upper()}{text[1:]}"
