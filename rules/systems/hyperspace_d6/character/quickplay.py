"""Quick play characters: their choices, and what counts (HyperspaceD6, Quickplay Rules)."""

from collections.abc import Iterator

from rules.phrases import counted
from rules.problems import ProblemList
from rules.systems.hyperspace_d6.character.origins import NOTHING, Origin
from rules.systems.hyperspace_d6.document.build import Build, Quickplay
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.rows import ATTRIBUTES

# The texts: their names, their lengths, a hint, and the lines of their fields.
TOLD = {
    "species": ("Species", 200, "Flavor only: write whatever you like.", 1),
    "profession": ("Profession", 200, "What you do for a living.", 1),
    "skills": ("Skills", 500, "What you are good at.", 3),
    "edge": ("Edge", 500, "One thing that helps you.", 1),
    "burden": ("Burden", 500, "One thing that holds you back.", 1),
    "gear": ("Gear", 4000, "What you carry.", 3),
}
# The attacks of quick play by key: the name, and the skill whose attribute they are.
STRIKES = {"attacks.armed": ("Armed attack", "blasters"), "attacks.unarmed": ("Unarmed", "brawl")}


def chosen(build: Build) -> Quickplay:
    """The choices so far; empty ones by default."""
    return build.quickplay or Quickplay()


def origins(build: Build, faults: ProblemList) -> tuple[Origin, Origin]:
    """The dice that everybody has, and the chosen ones: two more, one more, one more."""
    rules = book().party.quickplay
    source, ruling = book().party.sources["quickplay"], book().party.rulings["quickplay"]
    quick, where = chosen(build), "build.quickplay"
    best = _best(quick.plus_two, f"{where}.plus_two", faults)
    others = _others(quick, best, f"{where}.plus_one", faults)
    dice = {best: rules.plus_two} if best else {}
    for id in others:
        dice[id] = dice.get(id, 0) + rules.plus_one
    everybody = Origin("everyone", dict.fromkeys(ATTRIBUTES, rules.start), source)
    return everybody, Origin("chosen", dice, source, ruling=ruling) if dice else NOTHING


def _best(named: str, where: str, faults: ProblemList) -> str:
    rules = book().party.quickplay
    if not named:
        faults.open("missing", where, f"Choose the attribute that has +{rules.plus_two}D.")
    elif named not in ATTRIBUTES:
        faults.wrong("unknown-attribute", where, _unknown(named))
    else:
        return named
    return ""


def _others(quick: Quickplay, best: str, where: str, faults: ProblemList) -> tuple[str, ...]:
    rules = book().party.quickplay
    texts: list[str] = []
    for position, named in enumerate(quick.plus_one):
        place = f"{where}[{position}]"
        if named not in ATTRIBUTES:
            faults.wrong("unknown-attribute", place, _unknown(named))
            continue
        code, name = "", book().attributes[named].name
        if named in (best, *texts):
            code = "repeated-pick"
            message = f"{name} is chosen already. Choose three different attributes."
        elif len(texts) >= rules.plus_one_count:
            code, count = "too-many-picks", counted(rules.plus_one_count, "attribute")
            message = f"Only {count} have +{rules.plus_one}D each."
        if not code or faults.deviation(code, place, message):
            texts.append(named)
    if (left := rules.plus_one_count - len(texts)) > 0:
        message = (
            f"Choose {left} more attribute{'s' if left > 1 else ''} that have +{rules.plus_one}D."
        )
        faults.open("too-few-picks", where, message)
    return tuple(texts)


def _unknown(named: str) -> str:
    return f"{named[:40]!r} isn't one of {', '.join(ATTRIBUTES)}."


def gear(build: Build) -> Iterator[tuple[int, str]]:
    """The lines of the text of gear that are not empty, each with its position."""
    lines = map(str.strip, chosen(build).gear.splitlines())
    return ((position, line) for position, line in enumerate(lines) if line)


def told(build: Build) -> Iterator[tuple[str, str]]:
    """The texts of skills, edge and burden that are filled in: name and text."""
    for member in ("skills", "edge", "burden"):
        if text := str(getattr(chosen(build), member)).strip():
            yield TOLD[member][0], text
