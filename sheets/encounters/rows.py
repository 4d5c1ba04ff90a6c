"""The rows of a fight, one for each combatant: put together here, since a template takes ten times
as long.
"""

import uuid
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from html import escape

from django.urls import reverse

from rules.fight import UNHURT
from rules.figures import Figure
from sheets import form_data
from sheets.encounters.attack_form import AimedAt, AttackPage
from sheets.encounters.combatants import Fight, Fighter
from sheets.encounters.crew.page import CraftCard
from sheets.play.fight_order import LAST

# The most letters of a figure's name in a column of its own, and of each word of a longer one.
LONGEST_NAME, LONGEST_WORD = 9, 5


class Row:
    """The rows of one fight, with its addresses. Every text is escaped where it is put in."""

    # Where a line is too short for all, its end is cut off.
    remarks_first = False
    words = "Act"

    def __init__(self, fight: Fight, *, craft: Iterable[CraftCard] = ()) -> None:
        self.fight = fight
        self.cards = {card.fighter.row.pk: card for card in craft}
        self.leads = fight.membership.leads
        arguments = (fight.membership.party.public_id, fight.encounter.public_id)
        self.base = reverse("combatant_deeds", args=[*arguments, 0]).removesuffix("0/")
        self.stations = reverse("crew_station", args=[*arguments, 0]).removesuffix("0/")
        self.names = {circumstance.id: circumstance.name for circumstance in fight.circumstances}

    def fighter(self, fighter: Fighter) -> str:
        """A row of the order."""
        row = fighter.row
        looks = _classes("fighter", ("of-opponents", row.is_opponent), ("out", fighter.out))
        is_untold = row.starts or row.score == LAST
        score = "–" if is_untold else "" if row.score is None else str(row.score)
        parts = (
            f'<li class="{looks}" id="{fighter.slot}"{self._current(fighter)}>',
            f'<p class="fighter-head">{self._face(fighter)}',
            f'<span class="figures fighter-score">{score}</span> ',
            f"{self._name(fighter)} {self._condition(fighter)}{''.join(self._chips(fighter))}</p>",
            *self._lines(fighter),
            self._deeds(fighter) if fighter.playable or self.leads else "",
            "</li>",
        )
        return "".join(parts)

    def _face(self, fighter: Fighter) -> str:
        """The face of a combatant; who leads the fight has a dense order without."""
        return "" if self.leads else fighter.face

    def _condition(self, fighter: Fighter) -> str:
        harm = " harm" if fighter.out else ""
        return f'<span class="condition{harm}">{escape(fighter.condition)}</span>'

    def craft(self, card: CraftCard) -> str:
        """A row of the craft without a crew by name."""
        fighter = card.fighter
        looks = _classes("fighter", ("of-opponents", fighter.row.is_opponent), ("out", fighter.out))
        turn = ' <span class="chip of-turn">Turn</span>' if fighter.is_turn else ""
        parts = (
            f'<li class="{looks}"><p class="fighter-head"><b>{escape(fighter.name)}</b> ',
            f'<span class="condition{" harm" if fighter.out else ""}">',
            f"{escape(fighter.condition)}</span>{turn}</p>",
            self.state(card),
            "</li>",
        )
        return "".join(parts)

    def state(self, card: CraftCard) -> str:
        """The lines of a craft: its numbers, its sides with who is there, and its crew."""
        numbers = "".join((*self._numbers(card), *self._sides(card)))
        crew = "".join(self._crew(card))
        aboard = f'<p class="fighter-figures aboard">{crew}</p>' if crew else ""
        return f'<p class="fighter-figures">{numbers}</p>{aboard}'

    def _sides(self, card: CraftCard) -> Iterator[str]:
        """Each side of a craft: its shields, and the craft that are there."""
        around = dict(card.around)
        for line in card.shields:
            names = escape(around.pop(line.name, ""))
            there = f" ({names})" if names else ""
            code = f'<b class="figures">{escape(line.figure.code)}</b>'
            yield f'<span class="side">{escape(line.name)} {code}{there}</span> '
        yield from self._around(around)

    def _around(self, around: Mapping[str, str]) -> Iterator[str]:
        for side, names in around.items():
            yield f"<span>{escape(side)}: {escape(names)}</span> "

    def _crew(self, card: CraftCard) -> Iterator[str]:
        """The people aboard a craft with their stations, or that nobody is."""
        for seat in card.seats if card.has_seats else ():
            for one in seat.there:
                label = f'<span class="label">{escape(seat.station.name)}</span>'
                yield f'<span class="post">{label} {self._at_station(one)}</span> '
        if card.has_seats and not card.is_crewed:
            yield '<span class="soft">Nobody aboard by name</span>'

    def _at_station(self, fighter: Fighter) -> str:
        """The name of somebody aboard, which leads a game master to their station."""
        name = f"<b>{escape(fighter.name)}</b>"
        if not (self.leads and fighter.playable and self.fight.encounter.is_running):
            return name
        address = f"{self.stations}{fighter.row.pk}/"
        return f'<a href="{address}">{name}</a>'

    def _numbers(self, card: CraftCard) -> Iterator[str]:
        if card.evade:
            yield self._figure("Evade", card.evade, why=card.evade.text)
        for line in card.lines:
            yield self._figure(line.name, line.figure)
        yield self._remarks(card.fighter)

    def _figure(self, name: str, figure: Figure, *, why: str = "") -> str:
        """A number with its name."""
        title = f' title="{escape(why)}"' if why else ""
        code = f'<b class="figures"{title}>{escape(figure.code)}</b>'
        return f"<span>{self._figure_name(name)} {code}</span> "

    def _figure_name(self, name: str) -> str:
        return escape(name)

    def _remarks(self, fighter: Fighter) -> str:
        return "".join(f'<span class="amber">{escape(one)}</span> ' for one in fighter.remarks)

    def _name(self, fighter: Fighter) -> str:
        name = f"<b>{escape(fighter.name)}</b>"
        if not fighter.playable:
            return name
        return f'<a href="{_table(fighter.row.character.public_id)}">{name}</a>'

    def _current(self, fighter: Fighter) -> str:
        """Marks whose turn it is, as long as the fight runs."""
        return _current(fighter) if self.fight.encounter.is_running else ""

    def _chips(self, fighter: Fighter) -> Iterator[str]:
        if fighter.is_turn and self.fight.encounter.is_running:
            yield ' <span class="chip of-turn">Turn</span>'
        if fighter.row.hidden:
            yield ' <span class="chip">Hidden</span>'
        for each in self.fight.circumstances_of(fighter):
            if each in self.names:
                yield f' <span class="chip">{escape(self.names[each])}</span>'

    def _lines(self, fighter: Fighter) -> Iterator[str]:
        if fighter.row.trigger and (fighter.playable or not fighter.row.is_opponent):
            yield f'<p class="soft">Holds: {escape(fighter.row.trigger)}</p>'
        if fighter.damaged and self.leads:
            yield f'<p class="harm">{escape(fighter.damaged)}</p>'
        if card := self.cards.get(fighter.row.pk):
            yield self.state(card)
        elif fighter.sheet:
            figures = "".join(self._figure(line.name, line.figure) for line in fighter.figures)
            remarks = self._remarks(fighter)
            first, then = (remarks, figures) if self.remarks_first else (figures, remarks)
            yield f'<p class="fighter-figures">{first}{then}</p>'

    def _deeds(self, fighter: Fighter) -> str:
        address, words = f"{self.base}{fighter.row.pk}/", self.words
        return (
            f'<a class="quiet bare deeds-link" id="deeds-{fighter.slot}" href="{address}"'
            f' hx-get="{address}" hx-target="#panel-place" hx-swap="innerHTML"'
            f' aria-label="{words}: {escape(fighter.name)}">{words}</a>'
        )

    def token(self, fighter: Fighter) -> str:
        """A token on the strip."""
        looks = _classes("token", ("of-opponents", fighter.row.is_opponent), ("out", fighter.out))
        name, pk = escape(fighter.name), fighter.row.pk
        if self.leads:
            name = (
                f'<button type="button" draggable="true" data-token="{pk}" data-name="{name}"'
                f' data-put="{self.base}{pk}/put/"'
                f' title="Drag it, or move it with the arrow keys">{name}</button>'
            )
        return f'<li class="{looks}"{_current(fighter)}>{name}</li>'

    def target(self, aimed: AttackPage, at: AimedAt) -> str:
        """A row of the targets of an attack."""
        target, several = at.fighter, aimed.most > 1
        looks, pk = _classes("target", ("out", target.out)), target.row.pk
        away = "out of reach" if at.far else "out of sight" if at.unseen else ""
        parts = (
            f'<label class="{looks}"><input type="{"checkbox" if several else "radio"}"',
            f' name="target" id="target-{pk}" value="{pk}"{" checked" if at.chosen else ""}>',
            f'<span class="target-name">{escape(target.name)}<span class="soft"> ',
            f"{escape(self._seen(target))}{escape(self._distance(aimed.attacker, target))}</span>",
            "</span>",
            self._face(target),
            f'<span class="target-away soft">{away}</span>' if away else _number(at),
            f'<b class="target-chance figures">{escape(at.chance)}</b>' if at.chance else "",
            _why(at),
            "</label>",
        )
        return "".join(parts)

    def others(self, aimed: AttackPage, others: list[AimedAt]) -> str:
        """Those whom few attacks are meant for, folded away."""
        is_open = " open" if any(at.chosen for at in others) else ""
        rows = "".join(self.target(aimed, at) for at in others)
        return (
            f'<details class="more-targets" id="targets-more"{is_open}>'
            f"<summary>Own side, and who is out</summary>{rows}</details>"
        )

    def _seen(self, target: Fighter) -> str:
        """The condition of a target, which a game master is told where there is one."""
        is_told = not self.leads or target.condition != UNHURT
        return f"{target.condition}, " if is_told else ""

    def _distance(self, attacker: Fighter, target: Fighter) -> str:
        """The distance of a target, by the name of its range band."""
        apart, bands = abs(attacker.row.place - target.row.place), self.fight.bands
        return bands[min(apart, len(bands) - 1)].name.lower()


class CockpitRow(Row):
    """The rows of the order on the page of who leads the fight, whose forms carry this `token`."""

    remarks_first = True

    def __init__(self, fight: Fight, *, token: str, craft: Iterable[CraftCard] = ()) -> None:
        super().__init__(fight, craft=craft)
        self.csrf_token = token

    def _deeds(self, fighter: Fighter) -> str:
        deeds = super()._deeds(fighter)
        return f'<div class="fighter-do">{self._harm(fighter)}{deeds}</div>'

    def _harm(self, fighter: Fighter) -> str:
        """The form of damage that is dealt to a combatant without an attack."""
        if fighter.damaged:
            return ""
        name, address = escape(fighter.name), f"{self.base}{fighter.row.pk}/do/harm/"
        return (
            f'<form class="deal" method="post" action="{address}" hx-post="{address}"'
            ' hx-swap="none" hx-sync="this:drop" autocomplete="off">'
            f'<input type="hidden" name="csrfmiddlewaretoken" value="{self.csrf_token}">'
            f'<input type="hidden" name="key" value="{form_data.new_key()}">'
            f'<input type="number" name="damage" id="{fighter.slot}-damage" min="0" max="2000"'
            f' required placeholder="Damage" aria-label="Damage to {name}">'
            f'<button class="press once" aria-label="Damage {name}">Deal</button></form>'
        )


class SideRow(CockpitRow):
    """The rows of a side of an encounter that is prepared: its numbers, its best attack, a press
    that takes it out.
    """

    remarks_first = False
    words = "Change"

    def _sides(self, card: CraftCard) -> Iterator[str]:
        yield from self._around(dict(card.around))

    def _crew(self, _card: CraftCard) -> Iterator[str]:
        """None: the craft has its seats below."""
        return iter(())

    def _figure_name(self, name: str) -> str:
        """The name as its column has room for it; whoever hears it has all of it."""
        short = " ".join(map(_shortened, name.split())) if len(name) > LONGEST_NAME else name
        if short == name:
            return f'<span class="figure-name">{escape(name)}</span>'
        return (
            f'<abbr class="figure-name" title="{escape(name)}" aria-hidden="true">{escape(short)}'
            f'</abbr><span class="unseen">{escape(name)}</span>'
        )

    def _name(self, fighter: Fighter) -> str:
        address = reverse("character", args=[fighter.row.character.public_id])
        return f'<a href="{address}"><b>{escape(fighter.name)}</b></a>'

    def _lines(self, fighter: Fighter) -> Iterator[str]:
        yield from super()._lines(fighter)
        if attacks := fighter.attacks:
            damage = attacks[0].damage
            dealt = (
                f' <span>damage <b class="figures">{escape(damage.code)}</b></span>'
                if damage
                else ""
            )
            code = escape(attacks[0].attack.code)
            yield (
                f'<p class="side-attack"><span>{escape(attacks[0].name)}</span>'
                f' <b class="figures">{code}</b>{dealt}</p>'
            )

    def _condition(self, fighter: Fighter) -> str:
        return "" if fighter.condition == UNHURT else super()._condition(fighter)

    def _deeds(self, fighter: Fighter) -> str:
        if self.fight.encounter.is_over:
            return ""
        deeds = Row._deeds(self, fighter)
        return f'<div class="fighter-do">{deeds}{self._removal(fighter)}</div>'

    def _removal(self, fighter: Fighter) -> str:
        """The form that takes a combatant out of the encounter."""
        if not self.fight.encounter.is_prepared:
            return ""
        address = f"{self.base}{fighter.row.pk}/remove/"
        return (
            f'<form method="post" action="{address}" hx-post="{address}" hx-target="#sides"'
            ' hx-swap="outerHTML" hx-sync="this:drop">'
            f'<input type="hidden" name="csrfmiddlewaretoken" value="{self.csrf_token}">'
            f'<input type="hidden" name="key" value="{form_data.new_key()}">'
            '<button class="quiet bare deeds-link once"'
            f' aria-label="Remove {escape(fighter.name)}">Remove</button></form>'
        )


def _shortened(word: str) -> str:
    """A word as a narrow column has it: "Stam." for Stamina."""
    return word if len(word) <= LONGEST_WORD else f"{word[: LONGEST_WORD - 1]}."


def _number(at: AimedAt) -> str:
    if at.number:
        code, label = escape(at.number.code), escape(at.number.label)
        return (
            f'<span class="target-number"><b class="figures">{code}</b>'
            f' <span class="soft">{label}</span></span>'
        )
    return '<span class="target-number soft">rolls to defend</span>' if at.defends else ""


def _why(at: AimedAt) -> str:
    """The terms of the number that a chosen target takes; "" for one that is what it is."""
    if not at.chosen or at.number is None or len(at.number.terms) < 2:
        return ""
    return f'<span class="target-why soft">{escape(at.number.why)}</span>'


def _classes(first: str, *others: tuple[str, bool]) -> str:
    return " ".join((first, *(name for name, applies in others if applies)))


def _current(fighter: Fighter) -> str:
    return ' aria-current="true"' if fighter.is_turn else ""


_ANY = uuid.UUID(int=0)


@cache
def _table_parts() -> tuple[str, str]:
    before, _, after = reverse("character_table", args=[_ANY]).partition(str(_ANY))
    return before, after


def _table(character: uuid.UUID) -> str:
    """The address of a character's play page."""
    before, after = _table_parts()
    return f"{before}{character}{after}"
