"""The words of players, each with what it must find: in every list that can be searched."""

from collections.abc import Collection, Iterator

import pytest
from django.http import QueryDict
from msgspec.structs import replace

from rules import registry
from rules.character import Character
from rules.creation import Step
from rules.forms.fields import Allot, Balance, Choice, Pick, Shop
from rules.game import Game
from rules.search import Entry, matches, other_names
from sheets.characters.start_views import _matching
from sheets.creation.search import OptionSearch
from sheets.ui.fields import trait_id
from sheets.ui.option_cards import is_catalog
from tests.rules.contract.systems import OF_THE_PROGRAM, having

SPECIES = """
twilek: Twi'lek | Twi'lek: Twi'lek | twi lek: Twi'lek | twi-lek: Twi'lek | Twi’leks: Twi'lek
wookie: Wookiee | wookies: Wookiee | chewbacca: Wookiee | mon-calamari: Mon Calamari
moncalamari: Mon Calamari | fish: Mon Calamari | hammerhead: Ithorian | lizard: Trandoshan
pig: Gamorrean | horns: None | robot: Astromech droid | robots: Protocol droid | r2: Astromech droid
translator: Protocol droid | insect: Gand | greedo: Rodian | sullustian: Sullustan | rodain: Rodian
strong: Wookiee | person: Human | big head: Bith | three eyes: Gran | squid: Quarren
killer: Assassin droid | pirate: Weequay | navigator: Duros | furry: Bothan | worker: Labor droid
healer: Medical droid | soldier: Battle droid
"""
PROFESSIONS = """
thief: Scoundrel | thieves: Spy | smuggler: Scoundrel | smugglers: Trader | smugler: Scoundrel
medic: Doctor | medics: Doctor | healer: Doctor | pilot: Pilot | piloting: Pilot
mechanic: Engineer | tech: Engineer | hacker: Spy | slicer: Spy | bounty hunter: Scout
mercenary: Soldier | trooper: Soldier | stormtrooper: Soldier | gambler: Scoundrel
merchant: Trader | musician: Entertainer | singer: Entertainer | princess: Noble
senator: Diplomat | negotiator: Diplomat | jedi: Jedi Padawan | lightsaber: Jedi Guardian
force user: Jedi Consular | force-user: Jedi Sentinel | apprentice: Jedi Padawan
archaeologist: Scholar | scientist: Scholar | ranger: Scout | brute: Thug | bouncer: Thug
junker: Scavenger | rogue: Scoundrel | ace: Pilot | wizard: Jedi Consular | who can fly: Pilot
"""
GEAR = """
gun: Blaster Pistol | guns: Heavy Blaster Pistol | pistol: Blaster Pistol | rifle: Blaster Rifle
sword: Lightsaber | light saber: Lightsaber | lightsabre: Lightsaber | dagger: Vibroknife
bacta: Medpac | first aid: Medical Kit | healing: Medpac | med-pac: Medpac | stimpack: Medpac
bomb: Thermal Detonator | grenades: Frag Grenade | crossbow: Bowcaster | rope: Syntherope (45m)
flashlight: Glowrod | radio: Comlink | tablet: Datapad | binoculars: Macrobinoculars
gas mask: Breath Mask | tools: Engineer Toolkit | lockpick: Data Spike | fly: Jetpack
vest: Light Armor | beskar: Heavy Armor | machine gun: Light Repeating Blaster | tent: Survival Pack
sniper: Scope | spear: Forcepike | tracker: Tracking Device | detonater: Thermal Detonator
taser: Stun Grenade | derringer: Holdout Blaster
"""
MERITS = """
darkvision: Night vision | perception: Acute Senses | jedi: Force Sensitivity
hacker: Master Hacker
sniper: Sniper | gun: Sure Shot! | photographic memory: Eidetic Memory | two weapons: Ambidextrous
drugs: Addiction | rage: Quick-tempered | quick tempered: Quick-tempered | ugly: Disfigured
eyepatch: One Eye / One Ear | lightsaber form: Makashi | robot: Droid | nemesis: Enemy
crazy: Insanity | afraid: Phobia | tough: Toughness | bodyguard: Harm's Way
dodge: Master of Evasion
cat like: Cat-like balance | twilek: Twi'lek | dogfight: Agile Pilot | liar: Deceptive
"""
EDGES = """
contact: Connection | cyborg: Cybernetics | celebrity: Fame | rich: Fortune | relic: Heirloom
lucky: Luck | hideout: Sanctuary | jedi: Force Sensitivity | honor: Code | broke: Impoverished
bounty: Wanted | drugs: Addiction | grogu: Dependent | trauma: Haunted | old wound: Wounded
celebrty: Fame
"""
SKILLS = """
sneak: Stealth | hack: Computers | gun: Blasters | heal: Medicine | lie: Deceive | fly: Pilot
pickpocket: Steal | climb: Athletics | swimming: Swim | haggle: Bargain | navigate: Astrogation
speeder: Drive | punch: Brawl | medicin: Medicine | hyperspace: Astrogation
"""
ABILITIES = """
hack: Computer | hacking: Computer | lockpick: Security | bombs: Demolition | lie: Subterfuge
sabacc: Gamble | gun: Firearms | sneak: Stealth | heal: Medicine | senator: Politics
notice: Alertness | evade: Dodge | pet: Animal ken | diplomcy: Diplomacy
clue: Investigation | fix: Repair
"""
FORCE = """
choke: Force grip | force choke: Force grip | push: Force thrust | force push: Repulse | jump: Surge
lightning: Force lightning | palpatine: Force lightning | heal: Vital transfer | fire: Combustion
telekinesis: Move object | lightsaber: Deflect | mind control: Mind | jedi mind trick: Mind trick
invisible: Cloak | fly: Levitate | lightening: Force lightning | leviatte: Levitate
ice: Cryokinesis
"""
IDEAS = {
    "hyperspace-d6": """
thief: Slicer | smugglers: Smuggler | gun: Veteran soldier | healer: Field medic | hacker: Slicer
mandalorian: Bounty hunter | bard: Cantina musician | tomb raider: Treasure hunter
r2d2: Astromech droid
chewbacca: Wookiee copilot | senator: Diplomat | prince: Exiled noble
stormtrooper: Veteran soldier
paladin: Jedi guardian | witch: Hidden gift | fixer: Ship's mechanic | padawan: Jedi in training
""",
    "empire-ascendant": """
thief: Slicer | pirate: Smuggler | jedi: Force user in hiding | jedis: Force adept
healer: Field medic
bombs: Sapper | tank: Walker driver | sabacc: High-stakes gambler | ranger: Frontier scout
engineer: Ship's tech | boba fett: Bounty hunter | robot: Runaway droid | princess: Disgraced noble
trooper: Line soldier | ace: Fighter pilot | bounty-hunter: Bounty hunter
""",
    "rules-sheet-d6": """
thief: Quiet burglar | smuggler: Dockside smuggler | doctor: Circuit medic | flyer: Bush pilot
jedi: Temple runaway | gladiator: Arena brawler | princess: Runaway noble
rebel: Captain of the uprising
ranger: Hill scout | professor: Wandering scholar | robot: Patched-up droid
trooper: Reef world soldier
tinker: Junkyard mechanic | boba: Bounty tracker
""",
    "storytelling-d10": """
thief: Scoundrel | pirate: Smuggler | padawan: Jedi in hiding | sith: Self-taught adept
hunter: Bounty hunter | flyer: Ace pilot | merc: Soldier | hacker: Slicer | envoy: Diplomat
nurse: Field medic | androids: Runaway droid | explorer: Frontier scout | con artist: Scoundrel
""",
}


def rows(table: str) -> Iterator[tuple[str, str]]:
    for cell in table.strip().replace("\n", " | ").split(" | "):
        said, _, name = cell.partition(": ")
        yield said, "" if name == "None" else name


def opened(game: Game) -> Character:
    """A new character, who may have some of the Force where a party can allow it."""
    document = game.empty()
    if hasattr(document.house, "force_at_creation"):
        document = replace(document, house=replace(document.house, force_at_creation=True))
    return Character(game, document)


def step(slug: str, id: str) -> Step:
    return next(one for one in opened(registry.all_systems()[slug]).steps(id) if one.id == id)


def names(step: Step, left_out: Collection[str] = ()) -> list[str]:
    """The names that the lists of a step show."""
    found: list[str] = []
    for field in step.fields:
        match field:
            case Choice() if is_catalog(field):
                found += [option.name for option in field.options]
            case Pick() if field.groups:
                found += [option.name for option in field.options]
            case Allot():
                rows = ((trait, trait_id(field, trait)) for trait in field.traits)
                found += [trait.name for trait, id in rows if id not in left_out]
            case Balance():
                found += [item.name for item in field.items]
            case Shop():
                found += [ware.name for shelf in field.shelves for ware in shelf.wares]
    return found


@pytest.mark.parametrize(
    ("slug", "id", "table"),
    [
        ("hyperspace-d6", "species", SPECIES),
        ("hyperspace-d6", "profession", PROFESSIONS),
        ("hyperspace-d6", "gear", GEAR),
        ("hyperspace-d6", "edge-and-burden", EDGES),
        ("hyperspace-d6", "skills", SKILLS),
        ("storytelling-d10", "merits", MERITS),
        ("storytelling-d10", "abilities", ABILITIES),
        ("storytelling-d10", "force", FORCE),
    ],
)
def test_a_step_finds_what_players_call_things(slug: str, id: str, table: str) -> None:
    whole = step(slug, id)
    missed = []
    for said, name in rows(table):
        query = QueryDict(mutable=True)
        query["q"] = said
        result = OptionSearch.read(query).applied(whole)
        found = names(result.step, result.left_out)
        if name not in found if name else found:
            missed.append((said, name, found))
    assert missed == []


def test_a_search_for_a_jedi_is_not_answered_with_common_sense() -> None:
    found = names(OptionSearch(q="jedi").applied(step("storytelling-d10", "merits")).step)
    assert "Force Sensitivity" in found
    assert not {"Common Sense", "Time Sense", "Weak Sense"} & set(found)


@having(lambda system: system.slug in IDEAS)
def test_ideas_are_found_by_what_players_call_them(system: Game) -> None:
    ideas = system.ideas.list()
    missed = []
    for said, name in rows(IDEAS[system.slug]):
        found = [idea.name for idea in _matching(ideas, said)]
        if name not in found if name else found:
            missed.append((said, name, found))
    assert missed == []


@OF_THE_PROGRAM
def test_everything_to_choose_from_has_another_name(system: Game) -> None:
    character = opened(system)
    steps = [step for one in character.steps() for step in character.steps(one.id)]
    every = {name for one in steps for name in names(one) if one.id != "attributes"}
    every |= {idea.name for idea in system.ideas.list()}
    assert sorted(name for name in every if not list(other_names(name))) == []


def test_more_than_a_hundred_and_twenty_words_are_tried() -> None:
    tables = (SPECIES, PROFESSIONS, GEAR, MERITS, EDGES, SKILLS, ABILITIES, FORCE, *IDEAS.values())
    assert sum(1 for table in tables for _ in rows(table)) > 120


def found(query: str, *names: str) -> list[str]:
    hits = matches(query, [Entry(name) for name in names])
    return [name for name, hit in zip(names, hits, strict=True) if hit]


def test_accents_apostrophes_hyphens_and_spaces_do_not_matter() -> None:
    for said in ("zoë d'arc", "ZOE DARC", "zoe d’arc"):
        assert found(said, "Zoë D'Arc", "Zorn") == ["Zoë D'Arc"]
    for said in ("kanero", "kane-ro", "kane ro"):
        assert found(said, "Kane-Ro", "Kade Roh") == ["Kane-Ro"]


def test_a_plural_finds_the_one_and_one_finds_the_plural() -> None:
    assert found("knives", "Knife", "Drives") == ["Knife"]
    assert found("dwarves", "Dwarf", "Drive") == ["Dwarf"]
    assert found("spies", "Spy", "Pie") == ["Spy"]
    assert found("ally", "Allies", "Alley") == ["Allies"]
    assert found("torches", "Torch") == ["Torch"]
    assert found("torch", "Torches") == ["Torches"]


@pytest.mark.parametrize("said", ["quaren", "quarrren", "quarran", "qaurren"])
def test_one_typo_is_forgiven_where_nothing_else_is_found(said: str) -> None:
    assert found(said, "Quarren", "Warden") == ["Quarren"]


def test_two_typos_and_typos_in_short_words_are_not_forgiven() -> None:
    assert found("qaurran", "Quarren") == []
    assert found("grn", "Gran") == []


def test_what_is_spelled_right_is_not_mixed_with_what_a_typo_would_find() -> None:
    assert found("medic", "Medic", "Media") == ["Medic"]


def test_small_words_are_ignored_and_every_other_word_counts() -> None:
    assert found("a captain of the guard", "Captain guard", "Captain") == ["Captain guard"]
    assert found("the", "The Wall", "Gate") == ["The Wall"]


def test_signs_alone_find_nothing_and_an_empty_search_finds_all() -> None:
    assert found("?!", "Gate") == []
    assert found("  ", "Gate") == ["Gate"]
