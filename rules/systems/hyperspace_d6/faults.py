"""Collects what is wrong while a document is looked through."""

from rules.problems import Problem


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
