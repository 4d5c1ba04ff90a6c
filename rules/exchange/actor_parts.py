"""Members of an actor file, each read with its place, and what both readers share."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import msgspec

from rules.exchange.conversion import Report
from rules.exchange.outline import (
    FORCE,
    FORCE_SKILLS,
    Thing,
    Trait,
)
from rules.problems import InvalidDocument

MOST_ITEMS, LONGEST, LONGEST_NAME, HIGHEST = 500, 20_000, 100, 10_000
_UNFIT = re.compile(r"[\W_]+")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_BREAKS = ("p", "br", "li", "div", "h1", "h2", "h3", "h4")
_WORD = re.compile(r"(?<=[a-z])(?=[A-Z])|[._-]+")
# Members that say how a value is shown, and ends of a place that say no more than it.
_SHOWN = frozenset(
    {"label", "short_label", "type", "min", "max", "labels", "tags", "formula", "sheetmode"}
    | {"embedded_pilot", "crewmembers", "customeffects", "vehicle"}
)
# Keys of translations, which a world fills in.
_KEYS = ("OD6S.", "NONEX_IST_OD6S.", "wod.")
_ENDS = (".value", ".content", ".score", ".current")
LONGEST_LEFTOVER, LONGEST_LEFTOVERS = 60, 1200


class Part:
    """An object of the file, and its place in it. `read` are the places that were asked for, in the
    whole file.
    """

    def __init__(self, plain: object, where: str, read: set[str] | None = None) -> None:
        if not isinstance(plain, dict):
            raise InvalidDocument("must be an object", where=where)
        self.members: dict[str, object] = plain
        self.where = where
        self.read: set[str] = set() if read is None else read

    def _place(self, name: str) -> str:
        return f"{self.where}.{name}".lstrip(".")

    def _member(self, name: str) -> object:
        self.read.add(self._place(name))
        return self.members.get(name)

    def part(self, name: str) -> Part:
        """A member that is an object; empty where it is left out."""
        member = self.members.get(name)
        return Part({} if member is None else member, self._place(name), self.read)

    @property
    def system(self) -> Part:
        """The numbers of a game: `system`, in Foundry 9 and older `data`."""
        return self.part("data" if "system" not in self.members else "system")

    def skip(self, *names: str) -> None:
        """Count members as read that follow from others."""
        self.read.update(map(self._place, names))

    def left(self) -> str:
        """Every number and text that nobody asked for, a long one by its name alone: "rof 2, range
        long 30, details (a text)".
        """
        found = ", ".join(f"{_named(place)} {value}" for place, value in self._unread())
        return found if len(found) <= LONGEST_LEFTOVERS else f"{found[:LONGEST_LEFTOVERS]}…"

    def _unread(self, above: str = "") -> Iterator[tuple[str, str]]:
        for name, value in self.members.items():
            if self._place(name) in self.read or name in _SHOWN or name.startswith("_"):
                continue
            if isinstance(value, dict) and above.count(".") < 3:
                yield from Part(value, self._place(name), self.read)._unread(f"{above}{name}.")
            elif isinstance(value, int | float | str) and not isinstance(value, bool):
                text = " ".join(_words(str(value)).split())
                text = text if len(text) <= LONGEST_LEFTOVER else "(a text)"
                if not text.startswith(_KEYS) and text not in ("", "0", "0.0"):
                    yield f"{above}{name}", text

    def effects(self) -> str:
        """The numbers that the active effects of an actor or item change, which are not those of
        one of its items: "effect on parry mod 5".
        """
        rows = self.members.get("effects")
        found = list[str]()
        for row in rows if isinstance(rows, list) else []:
            if (
                isinstance(row, dict)
                and not row.get("disabled")
                and ".Item." not in str(row.get("origin"))
            ):
                found += _changes(row)
        return ", ".join(found[:MOST_ITEMS])[:LONGEST_LEFTOVERS]

    def parts(self, name: str) -> Iterator[Part]:
        """A member that is a list of objects."""
        rows = self.members.get(name)
        if not isinstance(rows, list):
            raise InvalidDocument("must be a list", where=self._place(name))
        if len(rows) > MOST_ITEMS:
            message = f"at most {MOST_ITEMS} are read, and these are {len(rows):,}"
            raise InvalidDocument(message, where=self._place(name))
        for number, row in enumerate(rows):
            yield Part(row, f"{self._place(name)}[{number}]", self.read)

    def number(self, name: str, usual: int = 0) -> int:
        """A whole number within bounds; fractions are cut off."""
        value = self._member(name)
        value = usual if value is None or value == "" else value
        if isinstance(value, str) and value.strip().lstrip("-").isdecimal():
            value = float(value)
        if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
            raise InvalidDocument("must be a number", where=self._place(name))
        return int(max(-HIGHEST, min(HIGHEST, value)))

    def text(self, name: str) -> str:
        """A text, "" where it is left out."""
        value = self._member(name)
        value = "" if value is None else value
        if isinstance(value, int | float):
            value = str(value)
        if not isinstance(value, str):
            raise InvalidDocument("must be a text", where=self._place(name))
        return _CONTROL.sub(" ", value.replace("\r\n", "\n"))[:LONGEST].strip()

    def name(self, name: str = "name") -> str:
        """A text in one short line."""
        return " ".join(self.text(name).split())[:LONGEST_NAME]

    def prose(self, name: str) -> str:
        """HTML as plain text."""
        lines = (" ".join(line.split()) for line in _words(self.text(name)).split("\n"))
        return "\n".join(filter(None, lines))

    def is_set(self, name: str) -> bool:
        """True if a switch is on."""
        return self._member(name) is True


def _changes(effect: dict[str, object]) -> Iterator[str]:
    """The changes of an active effect; since Foundry 14 they stand in its `system`."""
    own = effect.get("system")
    rows = own.get("changes") if isinstance(own, dict) else None
    rows = rows or effect.get("changes")
    for row in rows if isinstance(rows, list) else []:
        if isinstance(row, dict) and str(row.get("value")) not in ("", "0", "None"):
            key = str(row.get("key", "")).removeprefix("system.").removeprefix("data.")
            yield f"effect on {_named(key)[:LONGEST_NAME]} {str(row['value'])[:LONGEST_LEFTOVER]}"


def _named(place: str) -> str:
    """A place as words: "mods.attack" is "mods attack", "ammo.value" is "ammo"."""
    for end in _ENDS:
        place = place.removesuffix(end)
    return _WORD.sub(" ", place).casefold()


def _words(text: str) -> str:
    """The words of HTML, with its line breaks."""
    reader = _Words()
    reader.feed(text)
    reader.close()
    return "".join(reader.words)


class _Words(HTMLParser):
    """The words of HTML, with a line break after each paragraph."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, _attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in ("script", "style")
        if tag in _BREAKS:
            self.words.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in ("script", "style") and self._hidden > 0
        if tag in _BREAKS:
            self.words.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.words.append(data)


def key(name: str) -> str:
    """A name as an id."""
    return _UNFIT.sub("-", name.casefold()).strip("-")


def items_of(file: Part) -> dict[str, list[Part]]:
    """The items by their type, without those that we wrote as other names of one."""
    found: dict[str, list[Part]] = {}
    for item in file.parts("items"):
        if not item.part("flags").part("hyperspace").text("alias"):
            found.setdefault(item.text("type"), []).append(item)
    return found


def skill_id(item: Part) -> str:
    """The id that we wrote, or one made of the name."""
    return item.part("flags").part("hyperspace").text("id") or key(item.name())


class Skills:
    """Skills as they are read, so that weapons find theirs by name."""

    def __init__(self) -> None:
        self.rows: dict[str, Trait] = {}
        self._by_name: dict[str, str] = {}

    def add(self, trait: Trait) -> None:
        """One more; of two with one id the first counts."""
        if self.rows.setdefault(trait.id, trait) is trait:
            self._by_name[key(trait.name)] = trait.id

    def find(self, name: str) -> Trait | None:
        """The skill of that name."""
        return self.rows.get(self._by_name.get(key(name), ""))

    @property
    def parted(self) -> tuple[tuple[Trait, ...], tuple[Trait, ...]]:
        """Skills, and the three of the Force."""
        force = tuple(
            msgspec.structs.replace(trait, attribute=FORCE)
            for trait in self.rows.values()
            if trait.id in FORCE_SKILLS
        )
        others = (one for one in self.rows.values() if one.id not in FORCE_SKILLS)
        return tuple(others), force


def things(items: list[Part]) -> Iterator[Thing]:
    """Other items, with what they do."""
    for item in items:
        system = item.system
        if item.name():
            quantity = max(1, min(999, system.number("quantity", 1)))
            yield Thing(name=item.name(), quantity=quantity, text=system.prose("description")[:200])


def others(items: dict[str, list[Part]], known: tuple[str, ...], report: Report) -> None:
    """Names everything that has no place in a character here."""
    for kind, rows in items.items():
        if kind not in known:
            names = ", ".join(map(_with_numbers, rows))
            report.lost.append(f"Items of the kind “{kind[:40]}”: {names}.")


def _with_numbers(item: Part) -> str:
    """An item by its name, with its numbers: "2 × Winch (cost 90)"."""
    quantity = item.system.number("quantity", 1)
    name = f"{quantity} × {item.name()}" if quantity > 1 else item.name()
    numbers = ", ".join(filter(None, (item.system.left(), item.effects())))
    return f"{name} ({numbers})" if numbers else name


def left_over(
    file: Part, items: dict[str, list[Part]], known: tuple[str, ...], report: Report
) -> None:
    """Names what of the actor and of its known items nobody asked for, with its numbers. Called
    when all of it is read.
    """
    named = [("Of the actor", file)]
    named += [(item.name() or kind, item) for kind in known for item in items.get(kind, [])]
    for name, part in named:
        if text := ", ".join(filter(None, (part.system.left(), part.effects()))):
            report.lost.append(f"{name}: {text.rstrip('.')}.")
