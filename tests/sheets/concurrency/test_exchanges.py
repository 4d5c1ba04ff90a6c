"""An attack that is undone, confirmed, or improved from several places at once: it stands with all
its harm, or is gone with all of it.
"""

import itertools
from collections.abc import Callable

import pytest
from django.http import Http404

from sheets.access import CharacterAccess
from sheets.encounters import attack_undo, attacks, harm
from sheets.errors import Fault
from sheets.models import Attack, PlayLogEntry
from sheets.play import operations as play
from sheets.play_log import storage
from tests.sampling import Drawn
from tests.sheets.concurrency.in_step import one_meets_another
from tests.sheets.concurrency.test_fights import Deed, Fight, new_fight

__all__ = ("new_fight",)

pytestmark = pytest.mark.django_db(transaction=True)

TABLES = ("character", "encounter", "attack")
# Before a game master decides, and after the harm was confirmed.
OPEN = ("confirm", "wave through", "undo", "undo in the log", "undo by its player", "point")
TAKEN = ("undo", "undo in the log", "undo the harm", "undo by its player", "point")


def deeds(fight: Fight, row: Attack) -> dict[str, Deed]:
    """The deeds of people with the attack, each ready to be done once."""
    greta, ines = fight.who(), fight.who("ines")
    known = attacks.get_encounter_attack(fight.encounter, row.pk)
    entry = row.entry
    assert known
    assert entry
    vessa, officer = (fight.row(name).character.public_id for name in ("vessa", "officer"))

    def undo(who: str, id: object, line: PlayLogEntry | None) -> Deed:
        access = CharacterAccess(fight.who(who), id, plays=True)  # type: ignore[arg-type]
        return lambda: play.TakeBack(access, number=line.number if line else 0).run()

    return {
        "confirm": lambda: harm.take(greta, known, values={"damage": ("30",)}, key=""),
        "wave through": lambda: attacks.waive(known),
        "undo": lambda: attack_undo.UndoAttack(
            fight.leads(), id=fight.encounter.public_id, attack=row.pk
        ).run(),
        "undo in the log": undo("greta", vessa, entry),
        "undo the harm": undo("greta", officer, row.harm_entry),
        "undo by its player": undo("ines", vessa, entry),
        "point": lambda: play.AddPoint(
            CharacterAccess(ines, vessa, plays=True), number=entry.number
        ).run(),
    }


def stored(fight: Fight) -> Attack:
    """The attack as it is stored."""
    return Attack.objects.select_related("entry", "harm_entry").get(pk=fight.attack)


def assert_all_or_nothing(fight: Fight, roll: PlayLogEntry, called: str) -> None:
    """The attack stands with its harm and what is said of it, or nothing does of all that came with
    its roll and after it.
    """
    row, names = stored(fight), ("vessa", "officer")
    characters = [fight.row(name).character_id for name in names]
    lines = PlayLogEntry.objects.filter(character__in=characters, pk__gte=roll.pk)
    gone = set(lines.values_list("character", "takes_back"))
    standing = [
        line
        for line in lines.filter(takes_back=None)
        if (line.character_id, line.number) not in gone
    ]
    assert row.entry
    is_gone = attacks.is_undone(row.entry)
    marks = {name: by for name, by in fight.row("officer").character.marks.items() if by}
    if is_gone:
        assert (standing, marks, row.harm_entry) == ([], {}, None), called
    else:
        harmed = row.state == Attack.State.TAKEN
        assert bool(marks) == harmed, called
        assert (row.harm_entry in standing) == harmed, called
    said = {text for line in standing for text in storage.came(line)}
    came = {"taken": "30 taken: dead (Officer)", "waived": "no effect (Officer)"}
    expected = {came[row.state]} if not is_gone and row.state in came else set()
    assert said == expected, called


def meetings(names: tuple[str, ...], tables: tuple[str, ...]) -> list[tuple[str, str, str]]:
    """Each two of them, at each table that the first one locks or writes."""
    return [(*pair, table) for pair in itertools.product(names, names) for table in tables]


@pytest.mark.parametrize("first", OPEN)
def test_an_open_attack_is_decided_or_undone_whole(
    first: str, new_fight: Callable[[], Fight], drawn: Drawn
) -> None:
    every = [meeting for meeting in meetings(OPEN, TABLES) if meeting[0] == first]
    _meet(drawn(every, every=2), new_fight)


@pytest.mark.parametrize("first", TAKEN)
def test_confirmed_harm_stands_or_is_undone_whole(
    first: str, new_fight: Callable[[], Fight], drawn: Drawn
) -> None:
    every = [meeting for meeting in meetings(TAKEN, TABLES) if meeting[0] == first]
    _meet(drawn(every, every=2), new_fight, taken=True)


def _meet(
    every: list[tuple[str, str, str]], new_fight: Callable[[], Fight], *, taken: bool = False
) -> None:
    for first, second, table in every:
        fight = new_fight()
        roll = stored(fight).entry
        assert roll
        if taken:
            deeds(fight, stored(fight))["confirm"]()
        doing = deeds(fight, stored(fight))
        raised = one_meets_another(doing[first], doing[second], table=f"sheets_{table}")
        called = f"{first}, and at its {table} {second}: {raised!r}"
        assert all(isinstance(error, Fault | Http404) for error in raised), called
        assert_all_or_nothing(fight, roll, called)
