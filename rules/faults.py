"""Collects what is wrong while a document is looked through; and what an entry is refused for."""

from rules.problems import Problem


class Refused(Exception):
    """An entry that does nothing, because it may not be made.

    `short` is what lacks to pay it, `place` which of its members is to blame (".build.gear").
    """

    def __init__(self, code: str, message: str, *, short: int = 0, place: str = "") -> None:
        self.code, self.message, self.short, self.place = code, message, short, place
        super().__init__(message)


class Faults:
    """Collects problems while a document is looked through."""

    __slots__ = ("found", "prefix")

    def __init__(self, prefix: str = "") -> None:
        self.found: list[Problem] = []
        self.prefix = prefix

    def wrong(self, code: str, where: str, message: str) -> None:
        """Something breaks a rule."""
        self.found.append(Problem(code, self.prefix + where, message))

    def open(self, code: str, where: str, message: str) -> None:
        """Something is not decided yet."""
        self.found.append(Problem(code, self.prefix + where, message, unfinished=True))

    def take(self, problems: tuple[Problem, ...]) -> None:
        """Faults that were found elsewhere, without the prefix."""
        for problem in problems:
            where = self.prefix + problem.where
            self.found.append(
                Problem(problem.code, where, problem.message, unfinished=problem.unfinished)
            )
