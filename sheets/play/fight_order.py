"""The order of a fight: what everyone's initiative comes to, and whom it puts where. Part of
operations that have locked the encounter.
"""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress

from django.db.models import F

from rules import registry
from rules.fight import FightRules
from rules.play import Outcome
from sheets import storage
from sheets.models import Character, Combatant, Encounter
from sheets.models.compiled import CompiledQuery
from sheets.play.pilots import attempt
from sheets.play_log.attack_exchange import lock_fights

# The score of who cannot roll, where low numbers go first.
LAST = 1000
# Those of a fight who have come and are aboard no craft, in order.
_ON_THEIR_OWN = CompiledQuery[Combatant](
    lambda encounter: (
        Combatant.objects.present().filter(encounter_id=encounter, post=None).in_order()
    )
)


def followers(encounter: Encounter) -> list[int]:
    """Those for whom another one rolls initiative, by row id."""
    rules = registry.get(encounter.party.system).fight
    groups = _as_one(encounter, rules) if rules else []
    return [row.pk for group in groups for row in group[1:]]


def keep_score(encounter: Encounter, rules: FightRules, row: Combatant, outcome: Outcome) -> None:
    """Keeps the initiative that one combatant rolled, and puts it in its place in the order."""
    row.score, row.edge = outcome.total, _edge(outcome, rules)
    row.save(update_fields=["score", "edge"])
    _set_order(encounter, rules, rolled=_share_score(encounter, rules, [row]))


def keep_scores(
    encounter: Encounter, outcomes: Mapping[int, Outcome | None], *, everyone: bool = False
) -> None:
    """Keeps the initiative that was rolled, by row id, and puts all of them in their places. Who
    could not roll goes last; with `everyone` those without a roll after them.
    """
    rules = registry.get(encounter.party.system).fight
    if rules is None:
        return
    rows = list(encounter.combatants.filter(pk__in=outcomes, score=None))
    for row in rows:
        outcome = outcomes[row.pk]
        row.score = outcome.total if outcome else LAST if rules.lowest_first else 0
        row.edge = _edge(outcome, rules) if outcome else -1
    Combatant.objects.bulk_update(rows, ["score", "edge"])
    rolled = _share_score(encounter, rules, rows)
    _set_order(encounter, rules, rolled=rolled, everyone=everyone)


def answer(character: Character, action: str, outcome: Outcome) -> None:
    """A roll of initiative that was made elsewhere puts a character in order, where a running fight
    still waits for it. Locks the encounter, after the character. One query for such a roll in a
    game with fights, else none.
    """
    rules = registry.get(character.system).fight
    if rules is None or not rules.initiative or action != rules.initiative:
        return
    waiting = Combatant.objects.present().filter(
        character=character, encounter__state=Encounter.State.RUNNING, post=None
    )
    fight = waiting.filter(rank=None, starts=False).values_list("encounter", flat=True).first()
    if fight is None:
        return
    locked = lock_fights([fight])
    row = waiting.filter(rank=None, starts=False).select_related("encounter__party").first()
    if row is not None:
        keep_score(row.encounter, rules, row, outcome)
        locked.update(version=F("version") + 1)


def _as_one(encounter: Encounter, rules: FightRules) -> list[list[Combatant]]:
    """Those who roll initiative as one, with the first of them first."""
    groups: dict[tuple[str, str], list[Combatant]] = {}
    if rules.rolls_as is None:
        return []
    here = encounter.combatants.present().filter(post=None, starts=False)
    for row in here.with_characters():
        with suppress(storage.CorruptRow):
            if word := rules.rolls_as(attempt(storage.load(row.character))):
                groups.setdefault((row.side, word), []).append(row)
    return [sorted(group, key=lambda row: row.pk) for group in groups.values()]


def _share_score(encounter: Encounter, rules: FightRules, rolled: Sequence[Combatant]) -> set[int]:
    """Gives the initiative of those who rolled to all who roll as one with them; all who have a new
    one, by row id.
    """
    scores = {row.pk: (row.score, row.edge) for row in rolled}
    changed = set(scores)
    for group in _as_one(encounter, rules):
        score, edge = next((scores[row.pk] for row in group if row.pk in scores), (None, 0))
        if score is not None:
            ids = [row.pk for row in group]
            encounter.combatants.filter(pk__in=ids).update(score=score, edge=edge)
            changed.update(ids)
    return changed


def _edge(outcome: Outcome, rules: FightRules) -> int:
    """The edge between equal scores: as the game says, otherwise the number of dice."""
    return outcome.edge if rules.edged else len(outcome.dice)


def _set_order(
    encounter: Encounter,
    rules: FightRules,
    *,
    rolled: Collection[int],
    everyone: bool = False,
) -> None:
    """Puts those who `rolled` in their places among those who have one, which stay as they stand: a
    game master may have moved them. Who started goes first, then by score; of the same score by the
    edge of the game, or players before opponents, then by dice. With `everyone` the others too, at
    the end.
    """
    rows = _ON_THEIR_OWN.rows(encounter.pk)
    sign = 1 if rules.lowest_first else -1

    def place(row: Combatant) -> tuple[bool, int, bool, int, int]:
        score = 0 if row.starts or row.score is None else sign * row.score
        if rules.edged:
            return (not row.starts, score, False, sign * row.edge, row.pk)
        return (not row.starts, score, row.is_opponent, -row.edge, row.pk)

    ready = [row for row in rows if everyone or row.starts or row.score is not None]
    order = [row for row in ready if row.rank is not None and row.pk not in rolled]
    for row in sorted((row for row in ready if row not in order), key=place):
        after = (at for at, other in enumerate(order) if place(other) > place(row))
        order.insert(next(after, len(order)), row)
    ranks = {row.pk: rank for rank, row in enumerate(order)}
    moved = [row for row in rows if row.rank != ranks.get(row.pk)]
    for row in moved:
        row.rank = ranks.get(row.pk)
    Combatant.objects.bulk_update(moved, ["rank"])
