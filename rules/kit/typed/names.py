"""Names of what comes in from elsewhere, as a build can hold them."""

from rules.kit import typed
from rules.kit.typed.document import NAME


class Names:
    """Names within their lengths, none of them twice."""

    def __init__(self, *taken: str) -> None:
        self._keys = {typed.key(name) for name in taken}

    def free(self, name: str) -> str:
        """The name, with a number where it is taken."""
        name = " ".join(name.split())[:NAME].strip() or "Unnamed"
        count, free = 1, name
        while typed.key(free) in self._keys:
            count += 1
            free = f"{name[: NAME - 5]} {count}"
        self._keys.add(typed.key(free))
        return free
