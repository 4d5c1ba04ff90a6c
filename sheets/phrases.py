"""Parts of sentences that several pages build from what they name."""

from collections.abc import Iterable


def joined(names: Iterable[str]) -> str:
    """Names in a row: "Vessa", "Vessa and Brakka", "Vessa, Brakka, and Nim"."""
    texts = list(names)
    if len(texts) < 3:
        return " and ".join(texts)
    return f"{', '.join(texts[:-1])}, and {texts[-1]}"
