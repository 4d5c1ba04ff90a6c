"""A line of the log of the table as plain text: what was rolled, what came of it, what was told."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from django.utils import timezone

from rules.play import Die, Outcome
from sheets.play_log.log import Line
from sheets.text_export import lines

# What stands at a die of a kind, and what such dice are called; at any other that stands apart.
SIGNS = {
    "point": ("+", "the dice of a point"),
    "again": (">", "dice rolled again"),
    "extra": ("#", "extra dice"),
    "success": ("=", "dice that count"),
    "cancel": ("!", "dice that cancel one"),
}
APART = "*"


def heading(name: str) -> str:
    """The heading above a character's lines."""
    return f"{lines.one_line(name)}: at the table\n\n"


def legend(kinds: Collection[str]) -> str:
    """The legend below the lines: the signs of these kinds of dice."""
    signs = [
        f"the {kind.title()} Die has a {APART}" for kind in kinds if kind and kind not in SIGNS
    ]
    for kind, (sign, name) in SIGNS.items():
        if kind in kinds:
            signs.append(f"{name} {'' if signs else 'have '}a {sign}")
    text = ", ".join(signs)
    return f"{text[:1].upper()}{text[1:]}.\n" if text else ""


def as_plain_line(line: Line) -> str:
    """One line with all that belongs to it, an empty line after it."""
    return "\n".join([_head(line), *(f"    {sentence}" for sentence in _body(line))]) + "\n\n"


@dataclass(frozen=True)
class Brief:
    """An entry in one line: what was done ("Stealth 5D"), and against what and with what result
    ("17 against Perception 12: success").
    """

    what: str
    result: str


def brief(line: Line) -> Brief:
    """An entry in one line. Its first sentence is the result; where that does not say the total or
    the target of a roll, they stand before it. What an attack came to stands last, and in place of
    the damage that was rolled.
    """
    brief = brief_outcome(line.outcome, undone=line.takes_back is not None)
    rolled = "" if line.came and line.outcome.success is None else brief.result
    came = map(lines.one_line, line.came)
    return Brief(brief.what, ", ".join(filter(None, (rolled, *came))))


def brief_outcome(outcome: Outcome, *, undone: bool) -> Brief:
    """An outcome in one line, as `brief`."""
    name = f"Undone: {outcome.name}" if undone else outcome.name
    sentences = (sentence for sentence in outcome.said if sentence != str(outcome.total))
    sentence = lines.one_line(next(sentences, ""))
    if not outcome.dice:
        return Brief(lines.one_line(name), sentence)
    numbers = []
    if str(outcome.total) not in sentence:
        numbers.append(f"{outcome.total} {outcome.unit}".rstrip())
    if outcome.target is not None and str(outcome.target) not in sentence:
        numbers.append(lines.one_line(f"against {outcome.against} {outcome.target}"))
    verdict = {True: "success", False: "failure", None: ""}[outcome.success]
    parts = (" ".join(numbers), sentence or verdict)
    result = ": ".join(part for part in parts if part).removeprefix(f"{name} ")
    return Brief(lines.one_line(f"{name} {outcome.code}"), result)


def _head(line: Line) -> str:
    parts = [
        f"{line.number}.",
        f"{timezone.localtime(line.at):%Y-%m-%d %H:%M %Z}",
        lines.one_line(line.by),
    ]
    return " ".join(part for part in parts if part)


def _body(line: Line) -> Iterator[str]:
    outcome = line.outcome
    taken = " (undone)" if not line.stands else ""
    back = f"Undoes number {line.takes_back}: " if line.takes_back else ""
    yield f"{back}{lines.one_line(outcome.name)} {outcome.code}".rstrip() + taken
    if line.point_on:
        yield f"A point on {line.point_on}."
    if outcome.dice:
        added = f" {outcome.added:+d}" if outcome.added else ""
        unit = f" {lines.one_line(outcome.unit)}" if outcome.unit else ""
        yield f"{faces(outcome.dice)}{added} = {outcome.total}{unit}"
    if outcome.botch:
        yield "Botch."
    for sentence in line.said:
        yield lines.one_line(sentence)
    if line.moves:
        yield ", ".join(f"{move.label} {move.value:+d}" for move in line.moves)
    if outcome.asks:
        yield f"{outcome.asks} {lines.one_line(line.answer)}".rstrip()


def faces(dice: Iterable[Die]) -> str:
    """Dice as they fell: "*2 4 5 +6"."""
    return " ".join(f"{_sign(die)}{die.face}" for die in dice)


def _sign(die: Die) -> str:
    return SIGNS.get(die.kind, (APART, ""))[0] if die.kind else ""
