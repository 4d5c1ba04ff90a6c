"""Prose that holds a number is obeyed: every row of the tables beside the case that exercises it,
or beside what the table decides.
"""

from tests.rules.systems.prose import TABLE, case_names, read, rows_of

OBEYED = read("""
chance.template.circuit-medic | The table decides: it is who somebody is.
chance.template.arena-brawler | The table decides: it is who somebody is.
convention.levels.seasoned | The table decides: how many sessions a game has seen.
convention.levels.veteran | The table decides: how many sessions a game has seen.
convention.themes.one-jedi | The table decides: who comes along.
convention.themes.rebels | The table decides: who comes along.
defense.level.stunned | Two stuns take 2 from the total and no die
defense.level.wounded | The third wound gives an incapacitated mark
defense.level.incapacitated | The third incapacitated mark gives a mortal one
defense.level.mortally-wounded | The third mortal mark is death
party.switch.preset | A party can ask it of all
party.switch.one_step_a_hit | Unless the party goes one step a hit
play.healing.stamina | A total of 5 heals nothing, and was the one check
play.healing.medicine-incapacitated | A medical kit does nothing for the incapacitated
play.healing.medicine-mortal | How much it heals depends on the worst that they have
""")


def test_every_row_that_states_something_is_listed() -> None:
    assert rows_of("rules_sheet_d6").keys() == OBEYED.keys()


def test_every_row_is_obeyed_by_a_case_or_says_that_the_table_decides() -> None:
    known = case_names("rules-sheet-d6")
    cases = {reason for reason in OBEYED.values() if not reason.startswith(TABLE)}
    assert cases - known == set()
    assert sum(reason.startswith(TABLE) for reason in OBEYED.values()) == 6
