"""Armor by the class of its rating: what it soaks, and the dice of an attribute that it takes; and
merits that give some of them back.
"""

from collections.abc import Iterator, Mapping

import msgspec

from rules.exchange import outline
from rules.figures import Figure, bonus, number, total
from rules.kit.typed.items import ARMOR
from rules.systems.storytelling_d10.character.dotted import DottedCharacter
from rules.systems.storytelling_d10.character.items import SHIELD, Item
from rules.systems.storytelling_d10.rulebook.book import ArmorClass
from rules.systems.storytelling_d10.rulebook.merits import Merit

TYPED, NOTHING = "Entered", "Nothing is worn"


def worn_down(rating: Figure, lost: int) -> Figure:
    """The rest of a rating of armor or of a shield that has lost so many points."""
    if not lost:
        return rating
    less = bonus("lost", -min(lost, rating.value))
    return total(rating.label, rating, less, source=rating.source)


class WornArmor(msgspec.Struct, frozen=True):
    """The classes of armor, the `attribute` that they take dice of, and the merits that bear on it:
    `proficiency` in a class gives one back, like each of the `protections`; a `master` who is
    proficient soaks one more.
    """

    classes: Mapping[str, ArmorClass]
    attribute: str
    merits: Mapping[str, Merit]
    proficiency: str
    protections: tuple[str, ...]
    master: str

    def class_of(self, rating: int) -> ArmorClass | None:
        """The class of a rating, None for a rating of 0."""
        rows = self.classes.values()
        last = max(rows, key=lambda row: row.high)
        fitting = next((row for row in rows if row.low <= rating <= row.high), None)
        return last if rating > last.high else fitting

    def taken(self, character: DottedCharacter, armor: Item) -> Figure:
        """The dice that armor takes; merits give some back, to 0 at the best."""
        kind = self.class_of(armor.rating)
        if kind is None:
            return number(self.attribute, 0)
        terms = [bonus(kind.name, kind.dice, source=kind.source)]
        ids = [self.proficiency] if character.has_merit(self.proficiency, kind.id) else []
        ids += [id for id in self.protections if character.has_merit(id)]
        for id in ids[: -kind.dice]:
            terms.append(bonus(self.merits[id].name, 1, source=self.merits[id].source))
        return total(self.attribute, *terms, source=kind.source)

    def soak(self, character: DottedCharacter, armor: Item) -> Figure:
        """Its rating, one more for a master who is proficient."""
        rating, kind = number(armor.name, armor.rating, source=TYPED), self.class_of(armor.rating)
        is_proficient = kind and character.has_merit(self.proficiency, kind.id)
        if not (is_proficient and character.has_merit(self.master)):
            return rating
        row = self.merits[self.master]
        return total(armor.name, rating, bonus(row.name, 1, source=row.source), source=row.source)

    def worn_soak(self, character: DottedCharacter) -> Figure:
        """The soak of the worn armor, less what it has lost; 0 without any."""
        armor = character.equipped(character.worn, ARMOR)
        if armor is None:
            return number("No armor", 0, source=NOTHING)
        return worn_down(self.soak(character, armor), character.marks.armor_lost)

    def worn_taken(self, character: DottedCharacter) -> Figure:
        """The dice that the worn armor takes."""
        armor = character.equipped(character.worn, ARMOR)
        if armor is None:
            return number(self.attribute, 0, source=NOTHING)
        return self.taken(character, armor)

    def numbers(self, character: DottedCharacter) -> tuple[Figure, Figure]:
        """Both as plain numbers, to compare."""
        soak, taken = self.worn_soak(character), self.worn_taken(character)
        return (number("Armor soak", soak.value), number(self.attribute, taken.value))

    def plain(self, character: DottedCharacter, item: Item) -> dict[str, object]:
        """Armor as plain values, worn or not."""
        kind = self.class_of(item.rating)
        return {
            "item": item.key,
            "class": kind.id if kind else None,
            "rating": item.rating,
            "soak": self.soak(character, item).value,
            self.attribute.casefold(): self.taken(character, item).value,
        }

    def outlined(self, character: DottedCharacter) -> Iterator[outline.Armor]:
        """Armor and shields for the outline."""
        for holding in character.carried:
            item: Item = holding.item
            if item.what == ARMOR:
                yield outline.Armor(
                    name=item.name,
                    soak=self.soak(character, item).value,
                    dexterity=self.taken(character, item).value,
                    is_worn=character.worn == item.key,
                )
            elif item.what == SHIELD:
                text, is_worn = f"Shield, rating {item.rating}", character.shield == item.key
                yield outline.Armor(name=item.name, text=text, is_worn=is_worn)
