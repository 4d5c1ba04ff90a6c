"""The lineup of an encounter: characters of the party, and copies from its roster.

Only game masters change it. Each operation locks the party, then characters, then the encounter.
"""

import uuid
from collections.abc import Container, Iterable, Sequence

import msgspec
from django.utils import timezone

from rules import registry
from rules.house import plain_house
from rules.opponents import WHO
from rules.problems import InvalidDocument
from sheets import quotas, storage
from sheets.access import lock_characters
from sheets.bounded_storage import fill_or_refuse
from sheets.encounters.crew.posts import nameless_crew
from sheets.encounters.initiative import fall_in
from sheets.encounters.writes import EncounterOperation, fight_rules, get_combatant
from sheets.errors import Refused, allowed
from sheets.models import Character, Combatant, Companion, Encounter, Member, Party
from sheets.models.character import CharacterQuerySet
from sheets.play.pilots import set_turn

MOST_COMBATANTS = 60
MOST_COPIES = 20
LONGEST_NAME = 120
TOO_MANY_FIGHT = f"At most {MOST_COMBATANTS} can be in one encounter. Use groups for more."
NOTHING_CHOSEN = "Choose who joins the encounter."
GONE = "One of these is no longer there. Choose again."
OVER = "This encounter is over. Duplicate it to fight it again."
NO_GROUP = "{name} isn't a group."
SPLIT = "Split off 1 to {most}."
OTHER_KIND = "Only groups of the same opponents can join."


def join(encounter: Encounter, characters: Iterable[Character]) -> None:
    """Makes characters of the party combatants; those in it already stay. Part of an operation."""
    known = set(encounter.combatants.values_list("character", flat=True))
    new = [character for character in characters if character.pk not in known]
    if not new:
        return
    Combatant.objects.bulk_create(
        Combatant(
            encounter=encounter,
            character=character,
            side=Combatant.Side.PARTY,
            # A ship of the book that nobody has named goes by what it is.
            name="" if character.name else shown_name(character)[:LONGEST_NAME],
        )
        for character in new
    )
    ours = encounter.combatants.filter(character__in=new, character__kind=Character.Kind.CRAFT)
    for row in ours.filter(character__party=encounter.party).select_related("character"):
        # The ship begins with the house rules of today, and without its last pilot.
        row.encounter, row.character.house = encounter, encounter.party.house
        row.character.save(update_fields=["house", "updated_at"])
        set_turn(row)
    _bring_companions(encounter, new)


def _bring_companions(encounter: Encounter, new: Sequence[Character]) -> None:
    """Whoever joined brings their companions, each once, as they are. Part of an operation."""
    ties = Companion.objects.present().filter(leader__in=new, character__roster=encounter.party)
    here = encounter.combatants.exclude(home=None).values("home")
    rows = Character.documents.filter(pk__in=ties.values("character")).exclude(pk__in=here)
    for row in sources(rows):
        if encounter.combatants.count() < MOST_COMBATANTS:
            copied(encounter, row, ally=True, alone=True)


class Add(EncounterOperation[None]):
    """Adds `count` copies of each opponent or craft of the roster or of one's own, and of the
    `listed` one of the game, of an `ally` on the party's side; and characters of the party.

    With `members` the listed one is a group. `is_craft` says that it is listed among the craft.
    Copies of a `wave` from 1 on come when that arrives. Refused if one is gone, or the encounter
    would be too large.
    """

    characters: Sequence[uuid.UUID]
    count: int
    hidden: bool
    ally: bool = False
    wave: int = 0
    listed: str = ""
    members: str = ""
    is_craft: bool = False

    def __post_init__(self) -> None:
        self.characters = sorted(self.characters, key=str)

    def change(self, encounter: Encounter) -> None:
        if encounter.is_over:
            raise Refused({"": OVER})
        if not self.characters and not self.listed:
            raise Refused({"characters": NOTHING_CHOSEN})
        party = encounter.party
        rows = list(sources(Character.documents.filter(public_id__in=self.characters)))
        of_party = [row for row in rows if row.party_id == party.pk]
        kept = {row.pk for row in own_roster(self.row)} if len(rows) > len(of_party) else set()
        others = [row for row in rows if row.roster_id == party.pk or row.pk in kept]
        if len(of_party) + len(others) != len(set(self.characters)):
            raise Refused({"characters": GONE})
        if self.listed:
            others.append(self._listed(party))
        new = len(of_party) + len(others) * self.count
        if encounter.combatants.count() + new > MOST_COMBATANTS:
            raise Refused({"characters": TOO_MANY_FIGHT})
        join(encounter, of_party)
        for row in others:
            self._copy(encounter, row)
        if encounter.is_running and not fight_rules(party).initiative:
            fall_in(encounter)

    def _copy(self, encounter: Encounter, row: Character) -> None:
        """The copies of one."""
        hidden, alone = self.hidden or self.wave > 0, self.count == 1
        for _ in range(self.count):
            made = copied(encounter, row, hidden=hidden, ally=self.ally, alone=alone)
            if self.wave:
                made.wave = self.wave
                made.save(update_fields=["wave"])

    def _listed(self, party: Party) -> Character:
        """The one that the game lists, as a row that is not saved."""
        game = registry.get(party.system)
        rules = game.craft if self.is_craft else game.opponents
        names = {one.id: one.name for one in rules.listed()} if rules else {}
        if rules is None or self.listed not in names:
            raise Refused({"listed": GONE})
        values = {WHO: (self.listed,), "members": (self.members,)}
        document = allowed(lambda: rules.document(values))
        kind = Character.Kind.CRAFT if self.is_craft else Character.Kind.OPPONENT
        row = Character(owner=self.row.owner, kind=kind)
        row.house_confirmed = document.is_confirmed
        name = document.name or names[self.listed]
        fill_or_refuse(row, msgspec.structs.replace(document, name=name))
        return row


class Remove(EncounterOperation[None]):
    """Takes a combatant out; an opponent goes with its harm and its log."""

    combatant: int

    def change(self, encounter: Encounter) -> None:
        row = get_combatant(encounter, self.combatant)
        encounter.pass_turn(row, None)
        _delete(row)


class Split(EncounterOperation[None]):
    """Splits so many off a group: a combatant of their own, next in order."""

    combatant: int
    count: int

    def change(self, encounter: Encounter) -> None:
        row, mark = get_combatant(encounter, self.combatant), fight_rules(encounter.party).group
        (locked,) = lock_characters(Character.documents.filter(pk=row.character_id))
        members = _members(locked, mark)
        if members is None:
            raise Refused({"count": NO_GROUP.format(name=row.called)})
        if not 1 <= self.count < members:
            raise Refused({"count": SPLIT.format(most=members - 1)})
        if encounter.combatants.count() >= MOST_COMBATANTS:
            raise Refused({"count": TOO_MANY_FIGHT})
        split_off = copied(encounter, locked, like=row, marks={**locked.marks, mark: self.count})
        row.home = None  # neither half is the squadron of the roster any more
        row.save(update_fields=["home"])
        split_off.score, split_off.rank, split_off.place = row.score, row.rank, row.place
        split_off.starts, split_off.circumstances = row.starts, row.circumstances
        split_off.save()
        _set_members(locked, mark, members - self.count)


class Merge(EncounterOperation[None]):
    """Joins two groups of the same opponents: the second takes the members of the first."""

    combatant: int
    into: int

    def change(self, encounter: Encounter) -> None:
        first = get_combatant(encounter, self.combatant)
        second = get_combatant(encounter, self.into)
        mark = fight_rules(encounter.party).group
        ids = [first.character_id, second.character_id]
        locked = lock_characters(Character.documents.filter(pk__in=ids).whole())
        rows = {row.pk: row for row in locked}
        leaving, staying = rows[first.character_id], rows[second.character_id]
        counts = _members(leaving, mark), _members(staying, mark)
        if first.pk == second.pk or _made(leaving) != _made(staying) or None in counts:
            raise Refused({"into": OTHER_KIND})
        _set_members(staying, mark, sum(count or 0 for count in counts))
        encounter.pass_turn(first, second)
        _delete(first)


def sources(rows: CharacterQuerySet) -> CharacterQuerySet:
    """Rows with what a copy needs."""
    return rows.select_related("owner").whole().order_by("pk")


def copied(
    encounter: Encounter,
    source: Character,
    *,
    like: Combatant | None = None,
    hidden: bool = False,
    marks: dict[str, object] | None = None,
    ally: bool = False,
    alone: bool = False,
) -> Combatant:
    """A combatant with a copy of an opponent's document, unhurt but for `marks`. A craft or
    a companion that is `alone` on the party's side stands for the one in the roster, with its
    marks.
    """
    owner = source.owner
    quotas.check_room(owner, source.size, "characters")
    mark = fight_rules(encounter.party).group
    kept = {mark: source.marks[mark]} if mark and mark in (source.marks or {}) else {}
    is_ship = source.kind == Character.Kind.CRAFT
    # One that the game lists is in no roster.
    stays = bool(source.pk) and ally and alone
    stays = stays and (is_ship or Companion.objects.present().filter(character=source).exists())
    home = like.home if like else source if stays else None
    if home is not None and encounter.combatants.filter(home=home).exists():
        home = None  # it cannot be in one fight twice
    if home is not None:
        kept = home.marks or {}
    copy = Character(
        owner=owner,
        kind=source.kind,
        roster=encounter.party,
        system=source.system,
        name=source.name,
        player=source.player,
        build=source.build,
        marks=kept if marks is None else marks,
        house=encounter.party.house if is_ship else _house(source, encounter.party),
        house_confirmed=source.house_confirmed,
        search=source.search,
        size=source.size,
        finished_at=timezone.now(),
    )
    copy.save()
    entries = list(source.entries.all()) if source.pk else []
    for entry in entries:
        entry.pk, entry.character = None, copy
    copy.entries.bulk_create(entries)
    place = len(fight_rules(encounter.party).bands) // 2
    combatant = Combatant.objects.create(
        encounter=encounter,
        character=copy,
        side=like.side if like else Combatant.Side.PARTY if ally else Combatant.Side.OPPONENTS,
        name=numbered(
            encounter,
            (like.name if like else "") or shown_name(source),
            hidden=like.hidden if like else hidden,
        ),
        hidden=like.hidden if like else hidden,
        wave=like.wave if like else 0,
        place=like.place if like else place,
        crew_dice=like.crew_dice if like else None,
        home=home if marks is None else None,
    )
    if is_ship:
        copy.situation = nameless_crew(combatant, encounter.party)
        copy.save(update_fields=["situation"])
    return combatant


def _house(source: Character, party: Party) -> dict[str, object]:
    """The party's house rules, with what the opponent itself has of homebrew; its own where they
    cannot be read.
    """
    try:
        stored = storage.load(source)
        rules = stored.system.house
        return plain_house(rules.moved(stored.document, rules.read(party.house)).house)
    except (storage.CorruptRow, InvalidDocument):
        own: dict[str, object] = source.house
        return own


def shown_name(character: Character) -> str:
    """The name of an opponent: its own, or that of what it is."""
    if character.name:
        return character.name
    try:
        return storage.load(character).opened.sheet.name
    except storage.CorruptRow:
        return "Unnamed opponent"


def numbered(encounter: Encounter, name: str, *, hidden: bool) -> str:
    """The name with the next free number, where somebody there is called so already.

    Players count those whom they see: one who is hidden takes a number after all others, and leaves
    it to the next one who is not.
    """
    base, short = _base(name)
    shown, unseen = _names(encounter)
    names = {*shown, *unseen} if hidden else set(shown)
    free, first = name[:LONGEST_NAME], f"{short} 1"
    if free in names or first in names:
        # The first of several is numbered with the second.
        alike = shown if not hidden else {} if base in shown else unseen
        if base in alike and first not in names:
            Combatant.objects.filter(pk=alike[base].pk).update(name=first)
            names.add(first)
        free = _free(short, names)
    names.add(free)
    for taken in () if hidden else {first, free} & names & unseen.keys():
        other = _free(short, {*names, *unseen})
        Combatant.objects.filter(pk=unseen[taken].pk).update(name=other)
        names.add(other)
    return free


def show(encounter: Encounter, row: Combatant) -> None:
    """Reveals a combatant: it is numbered as if it joined now, where the site has numbered it, and
    players see that it is its turn. Part of an operation.
    """
    base, _ = _base(row.name)
    if row.name != base and base == _base(shown_name(row.character))[0]:
        row.name = ""
        row.save(update_fields=["name"])
        row.name = numbered(encounter, base, hidden=False)
    row.hidden = False
    row.save(update_fields=["name", "hidden"])
    if encounter.turn == row.pk:
        encounter.begin_turn(row, round=encounter.round)


def base_name(name: str) -> str:
    """The name of a combatant without its number: "Stormtrooper" of "Stormtrooper 2"."""
    return _base(name)[0]


def _base(name: str) -> tuple[str, str]:
    """A name without its number, and as much of it as leaves room for one."""
    name = name[:LONGEST_NAME]
    base = name.rstrip("0123456789").rstrip() or name
    return base, base[: LONGEST_NAME - 4].rstrip()


def _names(encounter: Encounter) -> tuple[dict[str, Combatant], dict[str, Combatant]]:
    """Those whom players see, by name, and those who are hidden."""
    rows = list(Combatant.objects.filter(encounter=encounter.pk).order_by("-pk"))
    shown = {row.name: row for row in rows if not row.hidden}
    return shown, {row.name: row for row in rows if row.hidden}


def _free(short: str, names: Container[str]) -> str:
    number = next(number for number in range(2, 1000) if f"{short} {number}" not in names)
    return f"{short} {number}"


def _made(character: Character) -> tuple[object, ...]:
    """The build of a group's member and its later entries: equal for members that are alike."""
    return (character.build, *(entry.content for entry in character.entries.all()))


def _members(character: Character, mark: str) -> int | None:
    value = (character.marks or {}).get(mark) if mark else None
    return value if isinstance(value, int) else None


def _set_members(character: Character, mark: str, count: int) -> None:
    """The members of a group that is locked."""
    stored = storage.load(character)
    marks = msgspec.structs.replace(stored.document.marks, **{mark: count})
    storage.fill_marks(character, marks)
    character.save(update_fields=["marks", "updated_at"])


def _delete(row: Combatant) -> None:
    """Takes a combatant out; what was copied for this encounter goes with it."""
    character = row.character
    row.delete()
    if character.roster_id is not None:
        character.delete()


def own_roster(member: Member) -> CharacterQuerySet:
    """The opponents and craft of a member's own roster of the party's game, by name."""
    rows = Character.documents.exclude(kind=Character.Kind.CHARACTER)
    rows = rows.filter(owner=member.owner, roster=None, party=None, system=member.party.system)
    return rows.filter(archived_at=None).order_by("name", "pk")


def roster(party: Party) -> CharacterQuerySet:
    """The opponents and craft of a party that encounters take copies of."""
    rows = Character.documents.filter(roster=party, combatants=None, archived_at=None)
    return rows.order_by("name", "pk")
