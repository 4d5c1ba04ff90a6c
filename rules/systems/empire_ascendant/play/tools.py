"""The game master's tools, which need no character: haggling, bribes, trips and mishaps, repairs,
mooks, gambling.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

from msgspec.structs import replace

from rules.dice import pools
from rules.figures import Figure, dice, number
from rules.forms.fields import Field, Text
from rules.kit.answers import Answers, number_field
from rules.play import Action, Outcome, TurnState
from rules.problems import Problem
from rules.systems.empire_ascendant.character import marks
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.play import checks, modifiers
from rules.systems.empire_ascendant.play.rollables import of_trait
from rules.systems.empire_ascendant.play.rolls import (
    MOST_DAMAGE,
    MOST_NUMBER,
    DiceRoll,
    Plan,
    code_text,
    compared,
    extra,
    faces,
    plain,
    procedure,
    rows_menu,
    text,
    yes,
)
from rules.systems.empire_ascendant.rulebook import Bargain, Span, rulebook

MOST_PRICE, MOST_HOURS, MOST_MISSED = 100_000_000, 100_000, 99
CODE, TYPED = 10, "Typed in"
YES_ROLL = "yes"


def totals(answers: Answers, *names: tuple[str, str]) -> tuple[list[int | None], list[Field]]:
    """Totals that were rolled, and their fields."""
    found = [answers.number(name, 0, MOST_NUMBER) for name, _ in names]
    fields: list[Field] = [
        number_field(name, label, value, 0, MOST_NUMBER)
        for (name, label), value in zip(names, found, strict=True)
    ]
    return found, fields


def skill_roll(
    character: Character,
    situation: TurnState,
    answers: Answers,
    trait: str,
    *more: Figure,
    target: Figure | None,
) -> tuple[DiceRoll | None, Field]:
    """A roll of a skill, or of a code that is typed for somebody else; None where neither has
    dice. And the field for that code.
    """
    name = rulebook().traits.skills[trait].name
    code = answers.code("code")
    field = Text(
        "code",
        f"{name} of somebody else",
        (code_text(code) if code else answers.text("code")[:CODE],),
        limit=CODE,
        placeholder="3D",
    )
    if code:
        pool = dice(name, code[0], pips=code[1], source=TYPED)
        return DiceRoll(character, {}, pool, *more, kind="plain", target=target), field
    pool = of_trait(character, trait, f"skills.{trait}").pool
    roll = DiceRoll(character, situation, pool, *more, target=target) if pool.value else None
    return roll, field


def lacking(**values: object) -> tuple[tuple[str, str], ...]:
    """A message for each field that has to be filled in and is not."""
    return tuple((name, "Fill this in.") for name, value in values.items() if value in (None, ""))


# --- haggling and bribes


def bargained(mine: int, theirs: int) -> Bargain:
    """The row that two totals come to (Empire Ascendant, Bargain)."""
    rows = rulebook().play.bargains.values()
    winner = "you" if mine > theirs else "they" if theirs > mine else ""
    high, low = max(mine, theirs), min(mine, theirs)
    fit = [row for row in rows if row.winner == winner and high >= row.times * low]
    return max(fit, key=lambda row: row.times)


def _bargain(_character: Character, _situation: TurnState, answers: Answers) -> Plan:
    price = answers.number("price", 0, MOST_PRICE, refusal="Enter a price in whole credits.")
    (mine, theirs), fields = totals(answers, ("mine", "Your total"), ("theirs", "Their total"))
    return Plan(
        fields=(number_field("price", "Price, credits", price, 0, MOST_PRICE), *fields),
        missing=lacking(price=price, mine=mine, theirs=theirs),
        given=(price, mine, theirs),
    )


def _struck(
    _character: Character, _situation: TurnState, plan: Plan, outcome: Outcome, _rng: Random
) -> Outcome:
    price, mine, theirs = plan.given
    row, play = bargained(mine, theirs), rulebook().play
    now = price * row.percent // 100
    rounded = play.rulings["rounded"] if price * row.percent % 100 else ""
    said = (f"{mine} against {theirs}. {row.does}", f"{now:,} credits.", row.ruling, rounded)
    return text(outcome, *said, row=row.id, total=now)


def _bribe(character: Character, situation: TurnState, answers: Answers) -> Plan:
    table = rulebook().difficulties.tables["bribe"]
    names = {id: f"{row.name} {row.number}" for id, row in table.rows.items()}
    chosen, field = rows_menu(answers, "row", "Who is bribed", names)
    credits_ = answers.number("credits", 0, checks.MOST_BRIBE)
    size = checks.bribe_size(credits_)
    target = None
    if chosen:
        row = table.rows[chosen]
        base = number(row.name, row.number, source=row.source, ruling=table.about.ruling)
        target = checks.labeled(base, *((size,) if size else ()))
    roll, code_field = skill_roll(character, situation, answers, "bargain", target=target)
    offered = number_field("credits", "Credits offered", credits_, 0, checks.MOST_BRIBE)
    return Plan(
        fields=(field, offered, code_field),
        roll=roll,
        target=target,
        missing=lacking(row=chosen, credits=credits_),
    )


def told(
    _character: Character, _situation: TurnState, _plan: Plan, outcome: Outcome, _rng: Random
) -> Outcome:
    """A total beside its number."""
    return text(outcome, compared(outcome))


# --- trips


def _decimal(answers: Answers, name: str) -> Fraction | None:
    """A number above 0 that may have a fraction: "2", "0.5"; None for nothing."""
    said = answers.text(name)
    try:
        found = Fraction(said) if said and len(said) <= 8 and "/" not in said else None
    except ValueError:
        found = None
    if said and (found is None or not 0 < found <= 100):
        answers.wrong.append(Problem("bad-value", name, "Type a number, like 2 or 0.5."))
        return None
    return found


def _delay(answers: Answers, name: str, label: str, count: int) -> tuple[int | None, Field]:
    """Hours in the way: typed, or None to be rolled; 0 where nothing is in the way."""
    hours = range(count, pools.SIDES * count + 1)
    names = {YES_ROLL: f"Roll {count}D hours", **{str(one): f"{one} hours" for one in hours}}
    chosen, field = rows_menu(answers, name, label, names, none="No")
    return (None if chosen == YES_ROLL else int(chosen or 0)), field


def _travel(character: Character, _situation: TurnState, answers: Answers) -> Plan:
    """Base hours times the multiplier, what is in the way, hours added and saved (our ruling)."""
    travel = rulebook().travel
    hours = answers.number("hours", 0, MOST_HOURS)
    multiplier = _decimal(answers, "multiplier")
    is_backup, backup = yes(answers, "backup", "Backup hyperdrive", f"×{travel.backup}.")
    cloud, cloud_field = _delay(answers, "gas_cloud", "Gas cloud", travel.gas_cloud_dice)
    rocks, rocks_field = _delay(
        answers, "asteroids", "Asteroids or star cluster", travel.asteroids_dice
    )
    saved, more = (answers.number(name, 0, MOST_HOURS) for name in ("saved", "extra"))
    factor = multiplier or Fraction(travel.backup if is_backup else 1)
    base = (hours or 0) * factor + (cloud or 0) + (rocks or 0) + (more or 0) - (saved or 0)
    count = sum(travel.gas_cloud_dice for one in (cloud, rocks) if one is None)
    source = travel.sources["eta"]
    return Plan(
        fields=(
            number_field("hours", "Base hours", hours, 0, MOST_HOURS),
            Text("multiplier", "Hyperdrive multiplier", (answers.text("multiplier"),), limit=8),
            backup,
            cloud_field,
            rocks_field,
            number_field("saved", "Hours saved", saved, 0, MOST_HOURS),
            number_field("extra", "Extra hours", more, 0, MOST_HOURS),
        ),
        roll=plain(character, count, "Delays", source=source) if count else None,
        foreseen=(travel.rulings["order"],),
        missing=lacking(hours=hours),
        given=base,
    )


def _arrived(
    _character: Character, _situation: TurnState, plan: Plan, outcome: Outcome, _rng: Random
) -> Outcome:
    hours = (plan.given + outcome.total) // 1
    short = rulebook().travel.rulings["cut_short"] if hours < 0 else ""
    total = max(0, int(hours))
    days = f" ({total // 24} days, {total % 24} hours)" if total >= 24 else ""
    return text(outcome, f"The trip takes {total:,} hours{days}.", short, total=total)


def span_of(rows: dict[str, Span], rolled: int) -> Span:
    """The row that a total falls in."""
    return next(
        row for row in rows.values() if row.low <= rolled and rolled <= (row.high or rolled)
    )


def _mishap(character: Character, _situation: TurnState, answers: Answers) -> Plan:
    travel = rulebook().travel
    missed = answers.number("missed", 0, MOST_MISSED)
    past_nine = missed is not None and missed > travel.mishap_most
    barred = ""
    if missed is not None and missed < travel.mishap_least:
        barred = modifiers.said("none_missed")
    elif past_nine and not character.house.mishap_past_nine:
        barred = travel.rulings["past_nine"]
    roll = plain(character, travel.mishap_dice, "Mishap", source=travel.sources["mishap"])
    rows = travel.mishaps
    found = checks.chances(roll, {row.id: (row.low, row.high) for row in rows.values()})
    return Plan(
        fields=(number_field("missed", "Missed by", missed, 0, MOST_MISSED),),
        roll=roll,
        foreseen=tuple(checks.chance_texts(found, {id: row.name for id, row in rows.items()})),
        barred=barred,
        missing=lacking(missed=missed),
        results=found,
        given=missed,
    )


def _went_wrong(
    _character: Character, _situation: TurnState, plan: Plan, outcome: Outcome, rng: Random
) -> Outcome:
    travel = rulebook().travel
    row = span_of(dict(travel.mishaps), outcome.total)
    outcome = text(outcome, f"{outcome.total}: {row.name}. {row.does}", row=row.id)
    if row.id != "radiation":
        return outcome
    dice = extra(rng, plan.given * travel.radiation_dice_a_point)
    hours = faces(dice)
    way = "shorter" if hours % 2 else "longer"
    said = f"The trip gets {hours} hours {way}."
    outcome = replace(outcome, dice=(*outcome.dice, *dice))
    return text(outcome, said, travel.rulings["radiation_way"])


# --- repairs


def _repair(_character: Character, situation: TurnState, answers: Answers) -> Plan:
    table, play = rulebook().difficulties.tables["repair"], rulebook().play
    damages = {id: f"{row.name} {row.number}" for id, row in table.rows.items()}
    damage, damage_field = rows_menu(answers, "damage", "Damage", damages)
    places = {id: row.name for id, row in table.modifiers.items()}
    place, place_field = rows_menu(answers, "place", "Where", places, usual="tools")
    (total,), fields = totals(answers, ("total", "The best worker's total"))
    tries, less = situation.get("repair_tries", 0), situation.get("repair_less", 0)
    row = tuple(play.tries.values())[min(tries, play.repair_tries - 1)]
    target = None
    said = [f"{row.name}: {row.time}."]
    if damage:
        target = table.rows[damage].number + table.modifiers[place].number - less
        said.append(f"The number to reach is {target}.")
    return Plan(
        fields=(damage_field, place_field, *fields),
        foreseen=tuple(said),
        missing=lacking(damage=damage, total=total),
        given=(target, total),
    )


def _repaired(
    _character: Character, situation: TurnState, plan: Plan, outcome: Outcome, _rng: Random
) -> Outcome:
    """Three tries; each failure takes its total off the number (General Rules for Repairs)."""
    target, total = plan.given
    play, tries = rulebook().play, situation.get("repair_tries", 0) + 1
    less = situation.get("repair_less", 0) + total
    row, after = "again", {"repair_tries": tries, "repair_less": less}
    if total >= target:
        row = "repaired"
    elif tries >= play.repair_tries:
        row = "failed"
    if row != "again":
        after = {"repair_tries": 0, "repair_less": 0}
    found = play.repaired[row]
    said = f"{total} against {target}: {found.name}. {found.does}"
    return text(
        outcome,
        said,
        row=row,
        total=total,
        target=target,
        success=total >= target,
        situation=after,
    )


# --- mooks and gambling


def _mook(_character: Character, _situation: TurnState, answers: Answers) -> Plan:
    rows = rulebook().combat.mooks
    names = {id: row.name for id, row in rows.items()}
    mook, field = rows_menu(answers, "mook", "Mook", names, usual=next(iter(names)))
    damage, soak = (answers.number(name, 0, MOST_DAMAGE) for name in ("damage", "soak"))
    falls_at = rows[mook].falls_at
    return Plan(
        fields=(
            field,
            number_field("damage", "Damage rolled", damage, 0, MOST_DAMAGE),
            number_field("soak", "Their Soak", soak, 0, MOST_DAMAGE),
        ),
        foreseen=(rows[mook].does,),
        missing=lacking(damage=damage, soak=soak) if falls_at else (),
        given=(rows[mook], (damage or 0) - (soak or 0)),
    )


def _fell(
    _character: Character, _situation: TurnState, plan: Plan, outcome: Outcome, _rng: Random
) -> Outcome:
    row, margin = plan.given
    falls = True
    if row.falls_at:
        least = rulebook().harm.margins[row.falls_at].low
        reached = marks.reached(margin)
        falls = reached is not None and reached.low >= least
    said = f"The {row.name.lower()} falls." if falls else f"The {row.name.lower()} stays up."
    return text(outcome, said, success=falls)


def winner(mine: int, theirs: int) -> str:
    """Who has the higher total: "mine", "theirs", "tie"."""
    return "tie" if mine == theirs else "mine" if mine > theirs else "theirs"


def _gamble(_character: Character, _situation: TurnState, answers: Answers) -> Plan:
    (mine, theirs), fields = totals(answers, ("mine", "Your total"), ("theirs", "Their total"))
    return Plan(
        fields=tuple(fields),
        foreseen=tuple(row.does for row in rulebook().play.gambles.values()),
        missing=lacking(mine=mine, theirs=theirs),
        given=(mine, theirs),
    )


def _gambled(
    _character: Character, _situation: TurnState, plan: Plan, outcome: Outcome, _rng: Random
) -> Outcome:
    won = winner(*plan.given)
    said = {"mine": "You take the pot.", "theirs": "They take the pot.", "tie": "A draw."}
    head = " against ".join(map(str, plan.given))
    return text(outcome, f"{head}: {said[won]}", row=won)


PROCEDURES = (
    procedure(
        Action("bargain", "Haggle", "Two Bargain totals, and what the price becomes."),
        _bargain,
        _struck,
        kind="note",
    ),
    procedure(
        Action("bribe", "Bribe someone", "Bargain against who they are and what you offer."),
        _bribe,
        told,
    ),
    procedure(
        Action("gamble", "Gamble", "Two totals, and who takes the pot."),
        _gamble,
        _gambled,
        kind="note",
    ),
    procedure(
        Action("repair", "Repair something", "Three tries; each failure makes the next easier."),
        _repair,
        _repaired,
        kind="note",
    ),
    procedure(
        Action("mook", "Hit a mook", "Minions fall to any hit, henchmen when Wounded."),
        _mook,
        _fell,
        kind="note",
    ),
)
TRAVEL = (
    procedure(
        Action("travel", "Travel through hyperspace", "How long the trip takes."),
        _travel,
        _arrived,
        kind="note",
    ),
    procedure(
        Action("mishap", "Astrogation mishap", "2D, after a roll missed by 1 to 9."),
        _mishap,
        _went_wrong,
    ),
)
