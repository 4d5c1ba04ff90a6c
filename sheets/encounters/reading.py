"""A fight read for a page or a program: as much of it as a member may see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from rules import fight
from rules.fight import FightRules
from rules.turn import Turn
from sheets import storage
from sheets.encounters import home
from sheets.encounters.combatants import RECENT_ATTACKS, Fight, Fighter, Filling
from sheets.encounters.crew.posts import Posts, posts_of
from sheets.encounters.standing import STANDING, Standing
from sheets.encounters.writes import fight_rules
from sheets.models import Attack, Combatant, Encounter, Member, PlayLogEntry
from sheets.models.character import STAMP
from sheets.models.compiled import CompiledQuery
from sheets.models.encounter import AttackQuerySet
from sheets.play.pilots import is_craft
from sheets.storage import StoredCharacter
from sheets.ui.busts import bust

# What pages of a fight need of a character beside how it stands.
_SHOWN = [f"character__{name}" for name in (*STAMP, "name", "situation")]
_PORTRAIT = [f"character__portrait__{name}" for name in ("digest", "alt")]
_COLUMNS = [field.name for field in Combatant._meta.concrete_fields]


_EVERYONE = CompiledQuery[Combatant](
    lambda encounter: (
        Combatant.objects.filter(encounter_id=encounter)
        .in_order()
        .select_related("character__portrait")
        .only(*_COLUMNS, *_SHOWN, *_PORTRAIT)
    )
)


def fight_of(membership: Member, encounter: Encounter) -> Fight:
    """The fight as a member sees it: hidden combatants and what concerns them only for game
    masters. Three queries, one where craft fight, and one where a character has changed since
    somebody looked.
    """
    rules = fight_rules(encounter.party)
    everyone = _everyone(encounter)
    combatants = _known(membership, everyone)
    turns = [(row, storage.situation(row.character)) for row in everyone if rules.fill]
    encounter.fillings = fight.fillings(turn for _, turn in turns)
    standings = STANDING.of([row.character for row in combatants])
    newest = _attacks(encounter, combatants, leads=membership.leads)
    attacks = _shown(newest)
    posts = posts_of(encounter, combatants)
    own = own_combatants(membership, combatants, posts)
    fighters = [
        _fighter(row, standing, membership, encounter, mine=row.pk in own)
        for row, standing in zip(combatants, standings, strict=True)
    ]
    return Fight(
        encounter=encounter,
        membership=membership,
        fighters=tuple(one for one in fighters if not one.row.wave),
        later=tuple(one for one in fighters if one.row.wave),
        bands=rules.bands,
        circumstances=rules.circumstances,
        attacks=attacks,
        fillings=tuple(_fillings(turns, rules)),
        order_rule=rules.order,
        distance_rule=rules.distance,
        ruling=rules.ruling,
        has_initiative=bool(rules.initiative),
        has_groups=bool(rules.group),
        undone=frozenset(_undone(attacks)),
        posts=posts,
        aimed_at={row.attacker_id: row.target_id for row in reversed(newest)},
    )


def _fillings(turns: Sequence[tuple[Combatant, Turn]], rules: FightRules) -> Iterator[Filling]:
    names = {one.id: one.name for one in rules.circumstances}
    for row, turn in turns:
        for effect in turn.effects:
            if effect.fills and effect.counts:
                name = names.get(effect.fills, effect.name)
                yield Filling(effect.place, name, effect.id, row.pk)


def known_combatants(membership: Member, encounter: Encounter) -> list[Combatant]:
    """The combatants that a member knows of, in order, with their characters' names. One query."""
    return _known(membership, _everyone(encounter))


def _everyone(encounter: Encounter) -> list[Combatant]:
    everyone = list(_EVERYONE.rows(encounter.pk))
    for row in everyone:
        row.encounter = encounter
    return everyone


def _known(membership: Member, everyone: Sequence[Combatant]) -> list[Combatant]:
    return [row for row in everyone if membership.leads or not row.hidden]


def own_combatants(membership: Member, combatants: Sequence[Combatant], posts: Posts) -> set[int]:
    """Whom the viewer plays, by row id: their own characters, and the craft these are aboard."""
    if not membership.is_kept:
        return set()
    own = {
        row.pk
        for row in combatants
        if row.character.owner_id == membership.owner_id
        and not row.is_opponent
        and not is_craft(row)
    }
    own |= home.own_companions(membership, combatants)
    return own | {post.craft_id for post in posts.rows if post.member_id in own}


def _fighter(
    row: Combatant,
    standing: Standing | storage.CorruptRow,
    membership: Member,
    encounter: Encounter,
    *,
    mine: bool,
) -> Fighter:
    playable = membership.leads or mine
    is_turn = encounter.turn_for(leads=membership.leads)[1] == row.pk
    row.encounter = encounter
    if isinstance(standing, storage.CorruptRow):
        return Fighter(
            row=row,
            condition=standing.short,
            out=True,
            mine=mine,
            playable=False,
            is_turn=is_turn,
            damaged=standing.told,
        )
    return Fighter(
        row=row,
        condition=standing.condition,
        out=standing.out,
        mine=mine,
        playable=playable,
        is_turn=is_turn,
        stored=StoredCharacter(row.character, standing.opened),
        sheet=standing.sheet if playable else None,
        state=standing.state if playable else None,
        members=standing.members,
        face=_face(row, standing),
        lasting=standing.lasting,
    )


def _face(row: Combatant, standing: Standing) -> str:
    """The portrait of a player's character, the likeness of everybody else."""
    has_portrait = not row.is_opponent and getattr(row.character, "portrait", None)
    return bust(row.character) if has_portrait else standing.face


def _newest(encounter: int, *, leads: bool) -> AttackQuerySet:
    rows = Attack.objects.filter(encounter_id=encounter)
    rows = rows.select_related("entry", "damage_entry", "answer_entry", "harm_entry")
    if not leads:
        # Before the newest are taken: those that a player may not know of push none out.
        rows = rows.filter(hidden=False, attacker__hidden=False, target__hidden=False)
    return rows.order_by("-pk")[: RECENT_ATTACKS * 4]


_NEWEST = {leads: CompiledQuery[Attack](partial(_newest, leads=leads)) for leads in (True, False)}


def _attacks(encounter: Encounter, combatants: Sequence[Combatant], *, leads: bool) -> list[Attack]:
    """The attacks that a viewer may know of, the newest first."""
    known = {row.pk: row for row in combatants}
    rows = _NEWEST[leads].rows(encounter.pk)
    newest = [row for row in rows if row.attacker_id in known and row.target_id in known]
    for row in newest:
        row.encounter = encounter
        row.attacker, row.target = known[row.attacker_id], known[row.target_id]
    return newest


def _shown(newest: Sequence[Attack]) -> tuple[Attack, ...]:
    """The first of them, and all that are open."""
    recent = newest[:RECENT_ATTACKS]
    return (*recent, *(row for row in newest[RECENT_ATTACKS:] if row.is_open))


def _undone(attacks: Sequence[Attack]) -> Iterator[int]:
    """The attacks whose roll was undone in the log. One query."""
    entries = {
        (attack.entry.character_id, attack.entry.number): attack
        for attack in attacks
        if attack.entry
    }
    characters = {character for character, _ in entries}
    numbers = {number for _, number in entries}
    if not entries:
        return
    rows = PlayLogEntry.objects.filter(character__in=characters, takes_back__in=numbers)
    undone = set(rows.values_list("character", "takes_back"))
    yield from (
        attack.pk
        for attack in attacks
        if attack.entry and (attack.entry.character_id, attack.entry.number) in undone
    )
