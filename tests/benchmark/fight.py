"""A running fight of eight characters and twelve opponents, one of craft, and a table of forty."""

from random import Random

from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from rules import registry
from sheets import storage
from sheets.encounters import live as fight_live
from sheets.models import Character, Combatant, CrewPost, Encounter, Identity, Member, Owner, Party
from sheets.parties import live
from tests.benchmark.measure import Press, best, getter, show

GAME = "hyperspace-d6"
CHARACTERS, OPPONENTS, CROWD = 8, 12, 40
CRAFT, ABOARD = 12, 6
# Open pages ask so often, in seconds.
ASKS = 2.0
# What a page of the fight, and a look at it, may cost as multiples of an empty view.
MOST_PAGE, MOST_LOOK = 12.0, 1.5


def fight() -> None:
    """The pages of a fight, and what forty open pages ask of a server."""
    print(f"\nA fight of {CHARACTERS} characters and {OPPONENTS} opponents")
    party, clients = table(CHARACTERS)
    gm, player = clients["gm"], clients["player 1"]
    running(party)
    board, look = (reverse(name, args=[party.public_id]) for name in ("party", "party_live"))
    page, news = (reverse(name, args=[party.public_id]) for name in ("fight", "fight_live"))
    seen = {name: _seen(party, name) for name in ("gm", "player 1")}
    fought = {name: _fought(party, name) for name in ("gm", "player 1")}
    measure(
        {
            "empty view, signed in": getter(gm, "/empty/"),
            "board of the game master": getter(gm, board),
            "fight, game master": getter(gm, page),
            "fight, player": getter(player, page),
            "look at the board, nothing new": getter(gm, f"{look}?seen={seen['gm']}"),
            "look at the fight, game master": getter(gm, f"{news}?seen={fought['gm']}"),
            "look at the fight, player": getter(player, f"{news}?seen={fought['player 1']}"),
        }
    )
    dogfight()
    print(f"\nA table of {CROWD}")
    party, clients = table(CROWD)
    gm = clients["gm"]
    board, look = (reverse(name, args=[party.public_id]) for name in ("party", "party_live"))
    spent = measure(
        {
            "empty view, signed in": getter(gm, "/empty/"),
            "board of the game master": getter(gm, board),
            "look, nothing new": getter(gm, f"{look}?seen={_seen(party, 'gm')}"),
        },
        limited=False,
    )
    asked = spent["look, nothing new"] * (CROWD + 1) / ASKS
    show("all open pages", f"{asked:5.0%} of one core", "at most 10 %", met=asked <= 0.1)


def dogfight() -> None:
    """The pages of a fight of craft, one of them with a named crew."""
    print(f"\nA fight of {CRAFT} craft, one with {ABOARD} stations taken")
    party, clients = table(ABOARD)
    gm, player = clients["gm"], clients["player 1"]
    flying(party)
    page, news = (reverse(name, args=[party.public_id]) for name in ("fight", "fight_live"))
    measure(
        {
            "empty view, signed in": getter(gm, "/empty/"),
            "fight of craft, game master": getter(gm, page),
            "fight of craft, pilot": getter(player, page),
            "look at it, pilot": getter(player, f"{news}?seen={_fought(party, 'player 1')}"),
        }
    )


def measure(presses: dict[str, Press], *, limited: bool = True) -> dict[str, float]:
    """Seconds for each press, shown as multiples of the first, with their limits."""
    spent = best(presses)
    empty = next(iter(spent.values()))
    for name, seconds in spent.items():
        with CaptureQueriesContext(connection) as queries:
            presses[name]()
        ratio, most = seconds / empty, None
        if limited:
            most = MOST_LOOK if name.startswith("look") else MOST_PAGE
        shown = f"{ratio:5.2f} × {seconds * 1000:6.2f} ms {len(queries):3d} queries"
        show(name, shown, f"at most {most:g} ×" if most else "", met=not most or ratio <= most)
    return spent


def table(count: int) -> tuple[Party, dict[str, Client]]:
    """A party of so many players with a character each, and of a game master; their clients."""
    row, system = Party.objects.create(name=f"A table of {count}", system=GAME), registry.get(GAME)
    clients = {}
    for number in range(count + 1):
        name = f"player {number}" if number else "gm"
        user = User.objects.create(username=f"{name} of {count}")
        owner = Owner.objects.create(kind=Owner.Kind.USER, user=user)
        role = Member.Role.PLAYER if number else Member.Role.GM
        Member.objects.create(party=row, owner=owner, role=role)
        clients[name] = Client()
        clients[name].force_login(user)
        if number:
            character = Character(owner=owner, party=row, finished_at=timezone.now())
            storage.fill_row(character, system.random(Random(number)))
            character.save()
    return row, clients


def running(party: Party) -> None:
    """A fight of the whole party against opponents of the book, in its first round."""
    encounter = _begun(party, "Ambush")
    rules = registry.get(party.system).opponents
    assert rules is not None
    owner = Member.objects.get(party=party, role=Member.Role.GM).owner
    rows = list(party.characters.all())
    for one in rules.listed()[:OPPONENTS]:
        row = Character(owner=owner, kind="opponent", roster=party, finished_at=timezone.now())
        storage.fill_row(row, rules.document({"who": (one.id,)}))
        row.save()
        rows.append(row)
    for place, row in enumerate(rows):
        side = Combatant.Side.PARTY if place < CHARACTERS else Combatant.Side.OPPONENTS
        Combatant.objects.create(
            encounter=encounter, character=row, side=side, score=20 - place, rank=place, place=2
        )
    encounter.begin_turn(encounter.combatants.order_by("rank")[0], round=1)


def flying(party: Party) -> None:
    """The whole party aboard its ship, against craft of the book, in the first round."""
    encounter = _begun(party, "Above")
    rules = registry.get(party.system).craft
    assert rules is not None
    assert rules.crew is not None
    owner = Member.objects.get(party=party, role=Member.Role.GM).owner
    ids = ("yt-1300", *(one.id for one in rules.listed() if one.id != "yt-1300"))[:CRAFT]
    craft = []
    for place, id in enumerate(ids):
        row = Character(owner=owner, kind="craft", finished_at=timezone.now())
        row.party, row.roster = (None, party) if place else (party, None)
        row.situation = rules.crew.crewed(rules.crew.crew_dice) if place else {}
        storage.fill_row(row, rules.document({"who": (id,)}))
        row.save()
        side = Combatant.Side.OPPONENTS if place else Combatant.Side.PARTY
        more = {"score": 20 - place, "rank": place, "place": 2}
        craft.append(
            Combatant.objects.create(encounter=encounter, character=row, side=side, **more)
        )
    stations = ("pilot", "gunner", "gunner", "sensors", "shields", "engineer")
    for number, (one, station) in enumerate(zip(party.characters.all(), stations, strict=True)):
        member = Combatant.objects.create(
            encounter=encounter, character=one, side=Combatant.Side.PARTY, place=2
        )
        CrewPost.objects.create(craft=craft[0], member=member, station=station, number=number)
    encounter.begin_turn(craft[0], round=1)


def _begun(party: Party, name: str) -> Encounter:
    """A fight in its first round, which the pages of the party know of."""
    party.fighting = True
    party.save(update_fields=["fighting"])
    return Encounter.objects.create(
        party=party, name=name, state="running", round=1, started_at=timezone.now()
    )


def _seen(party: Party, name: str) -> str:
    return live.party_state(_who(party, name), party.public_id)


def _fought(party: Party, name: str) -> str:
    return fight_live.fight_state(_who(party, name), party.public_id)


def _who(party: Party, name: str) -> Identity:
    rows = Member.objects.filter(party=party)
    if name == "gm":
        return Identity(user=rows.get(role=Member.Role.GM).owner.user_id)
    return Identity(user=rows.get(owner__user__username__startswith=f"{name} of ").owner.user_id)
