"""The game master's tools, which need no character: haggling, bribes, trips and mishaps, repairs,
mooks, gambling.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

from rules.declared import target_tables
from rules.declared.own_tables import Own
from rules.declared.target_tables import TargetInput
from rules.figures import Figure
from rules.kit.play import result_tables
from rules.kit.play.outcomes import extra, faces, text
from rules.kit.play.planned_procedures import Plan, ProcedureRule, result
from rules.phrases import counted
from rules.play import Outcome
from rules.systems.empire_ascendant.character import marks
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.play import checks, modifiers
from rules.systems.empire_ascendant.play.craft import GUNNERY
from rules.systems.empire_ascendant.play.rolls import LADDER, Inputs, plain
from rules.systems.empire_ascendant.rulebook.book import rulebook

BOOK = rulebook()
PLAY, TRAVEL, HARM = BOOK.table, BOOK.travel, BOOK.harm


def _number(table: str, row: str, modifiers: tuple[str, ...] = ()) -> Figure | None:
    """The number of a row of a table of targets, with its modifiers."""
    return target_tables.target(BOOK.targets[table], TargetInput(row, modifiers))


def _bargained(mine: int, theirs: int) -> Own:
    """The row that two totals come to (Empire Ascendant, Bargain)."""
    winner, (low, high) = ("you" if mine > theirs else "they"), sorted((mine, theirs))
    rows = [row for row in PLAY.bargains.values() if high >= row.times * low]
    fit = [row for row in rows if row.winner == (winner if high > low else "")]
    return max(fit, key=lambda row: row.times)


def _struck(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    mine, theirs = inputs["mine"], inputs["theirs"]
    row = _bargained(mine, theirs)
    price, over = divmod(inputs["price"] * row.percent, 100)
    rounded = PLAY.rulings["rounded"] if over else ""
    messages = (f"{mine} against {theirs}. {row.does}", f"{counted(price, 'credit')}.", row.ruling)
    return text(outcome, *messages, rounded, row=row.id, total=price)


def _bribe(inputs: Inputs) -> Plan:
    base = _number("bribe", inputs["row"])
    target = LADDER.labeled(base, *checks.bribe_size(inputs["credits"])) if base else None
    return GUNNERY.by_anyone(inputs, "bargain", target)


def _travel(inputs: Inputs) -> Plan:
    """Clouds and asteroids whose hours are rolled."""
    dice = {"gas_cloud": TRAVEL.gas_cloud_dice, "asteroids": TRAVEL.asteroids_dice}
    count = sum(many for id, many in dice.items() if inputs[id] is None)
    roll = plain(inputs, count, "Delays", source=TRAVEL.sources["eta"]) if count else None
    return Plan(roll=roll, foreseen=(TRAVEL.rulings["order"],))


def _arrived(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """Base hours times the multiplier, what is in the way, hours added and saved (our ruling)."""
    factor = inputs["multiplier"] or Fraction(TRAVEL.backup if inputs["backup"] else 1)
    more = sum(inputs[id] or 0 for id in ("gas_cloud", "asteroids", "extra"))
    hours = (inputs["hours"] * factor + more + outcome.total - (inputs["saved"] or 0)) // 1
    short, total = TRAVEL.rulings["cut_short"] if hours < 0 else "", max(0, int(hours))
    days = f" ({counted(total // 24, 'day')}, {counted(total % 24, 'hour')})" if total >= 24 else ""
    return text(outcome, f"The trip takes {counted(total, 'hour')}{days}.", short, total=total)


def _mishap(inputs: Inputs) -> Plan:
    missed, barred = inputs["missed"], ""
    if missed is not None and missed < TRAVEL.mishap_least:
        barred = modifiers.refusal("none_missed")
    elif (missed or 0) > TRAVEL.mishap_most and not inputs.character.house.mishap_past_nine:
        barred = TRAVEL.rulings["past_nine"]
    roll = plain(inputs, TRAVEL.mishap_dice, "Mishap", source=TRAVEL.sources["mishap"])
    chances = result_tables.chances(tuple(TRAVEL.mishaps.values()), roll.reach)
    names = {id: row.name for id, row in TRAVEL.mishaps.items()}
    foreseen = result_tables.chance_texts(names, chances)
    return Plan(roll=roll, foreseen=foreseen, barred=barred, results=chances)


def _went_wrong(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
    row = result_tables.row_at(TRAVEL.mishaps, outcome.total)
    outcome = text(outcome, f"{outcome.total}: {row.name}. {row.does}", row=row.id)
    if row.id != "radiation":
        return outcome
    dice = extra(rng, inputs["missed"] * TRAVEL.radiation_dice_a_point)
    hours = faces(dice)
    message = f"The trip gets {counted(hours, 'hour')} {'shorter' if hours % 2 else 'longer'}."
    return text(outcome, message, TRAVEL.rulings["radiation_way"], dice=(*outcome.dice, *dice))


def _needed(inputs: Inputs) -> tuple[int, int, int | None]:
    """The tries of a repair so far, what they took off the number, and what it has to reach now,
    None while the damage isn't said.
    """
    tries, less = (inputs.situation.get(name, 0) for name in ("repair_tries", "repair_less"))
    target = _number("repair", inputs["damage"], (inputs["place"],))
    return tries, less, target.value - less if target else None


def _repair(inputs: Inputs) -> Plan:
    tries, _, target = _needed(inputs)
    row = tuple(PLAY.tries.values())[min(tries, PLAY.repair_tries - 1)]
    number = "" if target is None else f"The number to reach is {target}."
    return Plan(foreseen=(f"{row.name}: {row.time}.", number))


def _repaired(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """Three tries; each failure takes its total off the number (General Rules for Repairs)."""
    tries, less, target = _needed(inputs)
    total, target = inputs["total"], target or 0
    id, turn, success = "repaired", (0, 0), total >= target
    if not success:
        is_last = tries + 1 >= PLAY.repair_tries
        id, turn = ("failed", turn) if is_last else ("again", (tries + 1, less + total))
    row, situation = (
        PLAY.repaired[id],
        dict(zip(("repair_tries", "repair_less"), turn, strict=True)),
    )
    members = {"total": total, "target": target, "success": success, "situation": situation}
    return text(outcome, f"{total} against {target}: {row.name}. {row.does}", row=id, **members)


def _mook(inputs: Inputs) -> Plan:
    row = BOOK.combat.mooks[inputs["mook"]]
    return Plan(foreseen=(row.does,), optional=() if row.falls_at else ("damage", "soak"))


def _fell(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    row, falls = BOOK.combat.mooks[inputs["mook"]], True
    if row.falls_at:
        reached = marks.reached(inputs["damage"] - inputs["soak"])
        falls = reached is not None and reached.low >= HARM.margins[row.falls_at].low
    end = "falls" if falls else "stays up"
    return text(outcome, f"The {row.name.lower()} {end}.", success=falls)


RULES: dict[str, ProcedureRule[Character]] = {
    "bargain": ProcedureRule(_struck),
    "bribe": ProcedureRule(result, _bribe),
    "repair": ProcedureRule(_repaired, _repair),
    "mook": ProcedureRule(_fell, _mook),
    "travel": ProcedureRule(_arrived, _travel),
    "mishap": ProcedureRule(_went_wrong, _mishap),
}
