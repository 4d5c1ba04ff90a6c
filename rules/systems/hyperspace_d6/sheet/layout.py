"""The sections of the sheet in display order. `character/figures.py` has the numbers."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from rules.dice.codes import signed
from rules.figures import bonus, number, total
from rules.kit.sheets import NAMELESS, NOT_WORN, WORN, sheet_of, story, things
from rules.sheet.sections import (
    Attack,
    Attacks,
    Column,
    Figures,
    Line,
    Passage,
    Prose,
    Section,
    Sheet,
    Thing,
    Things,
    Traits,
)
from rules.systems.hyperspace_d6.character import figures, marks, quickplay
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.character.inventory import Holding, property_named
from rules.systems.hyperspace_d6.homebrew.tables import PARTYS_OWN
from rules.systems.hyperspace_d6.rulebook import descriptions
from rules.systems.hyperspace_d6.rulebook.book import book, guide
from rules.systems.hyperspace_d6.rulebook.rows import (
    ATTRIBUTES,
    FORCE,
    THROWN,
    Armor,
    Entry,
    Item,
    Quirk,
    Weapon,
)

CREDIT = "HyperspaceD6 by Matt Click, additional design by Michael Barker, CC BY-NC-SA"


def sheet(character: Character) -> Sheet:
    """The whole sheet; of an opponent what fights, without what only players have."""
    attacks, carried = Attacks("attacks", "Attacks", attack_rows(character)), gear(character)
    first, harm, skills = defenses(character), marks.harm(character), traits(character)
    others: tuple[Section, ...] = (carried, quirks(character), *party(character), who(character))
    if character.opponent:
        others = (replace(carried, purse=None), *party(character))
    turn = _turn(character) if character.opponent else points(character)
    return sheet_with(character, (first, attacks, turn, harm, skills, *others))


def summary(character: Character) -> Sheet:
    """The summary beside a form: what is trained, defenses, weapons, gear, and points."""
    attacks = Attacks("attacks", "Attacks", attack_rows(character, special=False))
    first = (traits(character, trained=True), defenses(character), attacks)
    if character.opponent:
        return sheet_with(character, (*first, _turn(character)), attacks)
    return sheet_with(character, (*first, gear(character), points(character)), attacks)


def sheet_with(character: Character, sections: tuple[Section, ...], *first: Section) -> Sheet:
    """A sheet of these sections under species and profession, or an opponent's name and side."""
    chosen, build = character.chosen, character.build
    if stats := chosen.opponent:
        facts = (("Opponent", stats.name), ("Side", stats.kind))
        shown = sheet_of(character, sections, *first, credit=CREDIT, kind=stats.name, facts=facts)
        is_named = bool(character.document.name.strip())
        return shown if is_named else replace(shown, name=stats.name or NAMELESS)
    names = (chosen.species.name, chosen.profession.name)
    if character.house.quickplay:
        quick = quickplay.chosen(build)
        names = (quick.species.strip(), quick.profession.strip())
    return sheet_of(
        character,
        sections,
        *first,
        credit=CREDIT,
        kind=" ".join(filter(None, names)),
        concept=build.concept,
        facts=(("Species", names[0]), ("Profession", names[1]), ("Pronouns", build.pronouns)),
    )


def _turn(character: Character) -> Figures:
    """Actions a round, Force Points where there are any, and the members of a group."""
    lines = [Line("actions", "Actions", figures.actions(character), "a round")]
    if character.attribute_dice(FORCE):
        force = figures.force_points(character)
        lines.append(Line("force_points", "Force Points", force, "doubles the dice"))
    if character.members is not None:
        source = guide().topics["minions"].source
        left = number("left in the group", character.members, source=source)
        lines.append(Line("members", "Members", left, "one action each without penalty"))
    return Figures("points", "Turn", tuple(lines))


def defenses(character: Character) -> Figures:
    """Dodge, Parry, Block, Soak; and Parry with each saber in hand that changes it."""
    parries = (
        f"{figure.value} with {holding.item.name}"
        for holding in character.carried
        if (figure := figures.parry_with(character, holding.item))
    )
    notes = {"parry": "; ".join(parries)}
    lines = (
        Line(f"defenses.{id}", name, figures.defense(character, id), notes.get(id, ""))
        for id, name in ((id, row.name) for id, row in book().defenses.items())
    )
    return Figures("defenses", "Defenses", tuple(lines))


def points(character: Character) -> Figures:
    """Character Points, Force Points, actions per round."""
    force, left = figures.force_points(character), character.marks.force_points
    doubles = "doubles the dice"
    if left not in (None, force.value):
        doubles = f"{left} left; {doubles}"
    points, adds = figures.character_points(character), character.point_dice
    actions, more = figures.actions(character), signed(book().play.dice["action"])
    lines = (
        Line("character_points", "Character Points", points, f"+{adds}D to a roll"),
        Line("force_points", "Force Points", force, doubles),
        Line("actions", "Actions", actions, f"a round; {more} for each past the first"),
    )
    return Figures("points", "Points", lines)


def traits(character: Character, *, trained: bool = False) -> Traits:
    """Six columns of attributes and skills, or of those `trained`; the Force across."""
    under: dict[str, list[Line]] = {}
    in_use: dict[str, list[str]] = {}
    for id, _, term in figures.conditional(character):
        in_use.setdefault(id, []).append(f"+{term.value}D {term.label} in use")
    for id, row in character.open_skills.items():
        if trained and not character.skill_dice(id):
            continue
        figure = figures.skill(character, id)
        note = ", ".join(in_use.get(id, ()))
        line = Line(f"skills.{id}", row.name, figure, note, trained=figure.terms[1].value > 0)
        under.setdefault(row.attribute, []).append(line)
    return columns(character, "Attributes and skills", under)


def columns(character: Character, name: str, under: Mapping[str, Iterable[Line]]) -> Traits:
    """A column for each attribute with the lines under it; the Force across."""
    six, force = (
        tuple(
            Column(
                f"attributes.{id}",
                book().attributes[id].name,
                id,
                figures.attribute(character, id),
                tuple(under.get(id, ())),
            )
            for id in ids
        )
        for ids in (ATTRIBUTES, (FORCE,))
    )
    return Traits("traits", name, six, force[0] if character.has_force else None)


def attack_rows(character: Character, *, special: bool = True) -> tuple[Attack, ...]:
    """Weapons, explosives, and unarmed attacks; without `special`, without their properties."""
    rows: list[Attack] = []
    for holding, weapon in character.carried_of(Weapon):
        rows.extend(_weapon_rows(character, holding, weapon, special=special))
    for holding, item in character.carried_of(Item):
        if item.damage or item.stuns:
            rows.append(_explosive_row(character, holding, item))
    brawl = figures.skill(character, "brawl")
    damage = figures.unarmed_damage(character)
    rows.append(Attack("attacks.unarmed", "Unarmed", brawl.label, brawl, damage, (), 1, ""))
    return tuple(rows)


def thrown_rows(character: Character) -> Iterator[Attack]:
    """Weapons as they are thrown: in fights beside the rows of the sheet."""
    for holding, weapon in character.carried_of(Weapon):
        if weapon.thrown:
            throw = figures.skill(character, weapon.thrown)
            damage = figures.damage(character, holding, weapon)
            key, name = f"weapons.{holding.item.key}{THROWN}", f"{holding.item.name}, thrown"
            yield Attack(key, name, throw.label, throw, damage, (), holding.quantity, "")


def _weapon_rows(
    character: Character, holding: Holding, weapon: Weapon, *, special: bool
) -> Iterator[Attack]:
    stack, tables = holding.item, character.tables
    design = tables.designs.get(stack.design)
    pool = figures.skill(character, weapon.skill)
    remark = "Granted by your GM" if stack.granted else ""
    state = " · ".join(filter(None, (PARTYS_OWN if weapon.own else "", remark)))
    key = f"weapons.{stack.key}"
    damage = figures.damage(character, holding, weapon)
    does = tuple(_special(character, holding, weapon)) if special else ()
    throw = figures.skill(character, weapon.thrown) if weapon.thrown else None
    yield Attack(key, stack.name, pool.label, pool, damage, does, holding.quantity, state, throw)
    if fires := tables.weapons.get(design.fires_as) if design else None:
        key, name = f"{key}.{fires.id}", f"{stack.name} as {fires.name}"
        shot = figures.skill(character, fires.skill)
        damage = figures.damage(character, Holding(stack, given=1), fires)
        yield Attack(key, name, fires.name, shot, damage, (), holding.quantity, state)


def _special(character: Character, holding: Holding, weapon: Weapon) -> Iterator[str]:
    """The effects of a weapon's properties, and a lightsaber's parts."""
    stack, tables = holding.item, character.tables
    for id in weapon.properties:
        yield f"{tables.properties[id].name}: {tables.properties[id].does}"
    if design := tables.designs.get(stack.design):
        yield f"{design.name}: {design.does}"
    for id in stack.features:
        yield f"{tables.features[id].name}: {tables.features[id].does}"
    if crystal := tables.crystals.get(stack.crystal):
        yield f"{crystal.name} crystal" + (f": {crystal.does}" if crystal.damage else "")
    for feature in holding.features:
        known = property_named(feature)
        yield f"{known.name}: {known.does}" if known else feature
    if with_it := figures.parry_with(character, holding.item):
        yield f"Parry {with_it.value} while it is in your hand"


def _explosive_row(character: Character, holding: Holding, item: Item) -> Attack:
    pool = figures.skill(character, item.skill)
    harm = figures.explosive_damage(item, holding.upgrades) if item.damage else None
    key, name = f"explosives.{holding.item.key}", holding.item.name
    note = PARTYS_OWN if item.own else ""
    return Attack(key, name, pool.label, pool, harm, (item.does,), holding.quantity, note)


def gear(character: Character) -> Things:
    """Carried items that are no weapons: armor first, then the rest; and the credits."""
    lines = []
    for holding in character.carried:
        stack, row = holding.item, holding.item.row
        if isinstance(row, Weapon):
            continue
        state = "granted by your GM" if stack.granted else ""
        if isinstance(row, Armor):
            state = WORN if stack.key == character.worn else NOT_WORN
        key, does = f"gear.{stack.key}", _does(character, holding)
        lines.append(Thing(key, stack.name, holding.quantity, does, state))
    return things("gear", "Gear", figures.credits(character), lines)


def _does(character: Character, holding: Holding) -> str:
    row = holding.item.row
    if isinstance(row, Armor):
        soak = total("Soak", bonus("", row.soak), bonus("", holding.upgrades)).value
        text = f"Soak +{soak}" + (f", Dodge −{-row.dodge}" if row.dodge else "")
        return f"{PARTYS_OWN}. {text}. {row.does}".strip() if row.own else text
    if isinstance(row, Item):
        if row.own:
            text = descriptions.about(row, character.tables, is_priced=False)
            return f"{PARTYS_OWN}. {text}"
        count = row.help_dice + holding.upgrades
        return f"{row.does} {f'Improved: +{count}D.' if holding.upgrades else ''}".strip()
    return f"from the {holding.item.part_of}" if holding.item.part_of else ""


def party(character: Character) -> tuple[Prose, ...]:
    """A section about the party's rules, or none if there are none to show."""
    era = character.house.era.strip()
    homebrew = () if character.tables is book() else _made(character)
    passages = (*((Passage(era, "", "Era"),) if era else ()), *homebrew)
    return (Prose("party", "House rules", passages),) if passages else ()


def _made(character: Character) -> Iterator[Passage]:
    """The party's species, profession and skills; other homebrew is marked where it is listed."""
    tables, build = character.tables, character.build
    skills = (("Skill", skill) for skill in character.skills.values())
    rows: tuple[tuple[str, Entry | None], ...] = (
        ("Species", tables.species.get(str(build.species))),
        ("Profession", tables.professions.get(str(build.profession))),
        *skills,
    )
    for label, row in rows:
        if row and row.own:
            about = descriptions.about(row, tables)
            yield Passage(row.name, about, labelled(label, row))


def labelled(label: str, row: Entry) -> str:
    """The kind of a row, and who made it: "Edge, made by a party"."""
    return f"{label}, {PARTYS_OWN[:1].lower()}{PARTYS_OWN[1:]}" if row.own else label


def quirks(character: Character) -> Prose:
    """Edge and burden: the effect, the trait it was taken for, and the player's words."""
    chosen, build = character.chosen, character.build
    rows = (("Edge", chosen.edge, build.edge), ("Burden", chosen.burden, build.burden))
    passages = tuple(
        _quirk(character, row, label, own.note if own else "") for label, row, own in rows if row
    )
    return Prose("edge-and-burden", "Edge and burden", passages)


def trait_of(character: Character, row: Quirk) -> str:
    """The name of the trait that an edge or burden was taken for, "" for none."""
    chosen = character.chosen
    if row is chosen.edge and chosen.edge_skill:
        return chosen.skills[chosen.edge_skill].name
    if row is chosen.burden and chosen.burden_attribute:
        return book().attributes[chosen.burden_attribute].name
    return ""


def _quirk(character: Character, row: Quirk, label: str, own_words: str) -> Passage:
    trait = trait_of(character, row)
    does = descriptions.about(row, character.tables) if row.own else row.told(trait)
    name = f"{row.name}: {trait}" if trait else row.name
    return Passage(name, does, labelled(label, row), own_words)


def who(character: Character) -> Prose:
    """Appearance and personality, in the player's words."""
    build = character.build
    texts = (("Appearance", build.appearance), ("Personality", build.personality))
    return story("who", "About", texts)
