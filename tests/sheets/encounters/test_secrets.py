"""Whatever a player can read during a fight says nothing of what its game master hides: every
address that the table of access has, for programs and on paper too.
"""

from typing import Any

import pytest
from django.http import HttpResponse
from django.urls import NoReverseMatch, resolve, reverse

from sheets.api import tokens
from sheets.chat import messages
from sheets.models import Attack, Character, Combatant, Party
from sheets.writes import Mine
from tests.sheets.access_rows import READ
from tests.sheets.access_table import TABLE
from tests.sheets.encounters.conftest import Ambush, dice, started
from tests.sheets.printing import pdf_readers

# The name of whoever is hidden, the notes, what stays in the roster, another prepared fight, and
# what was rolled in secret.
SECRETS = (
    "Silent",
    "A trap behind the crates",
    "Zin Tavik",
    "Lurker",
    "The way out",
    "A cold breath",
)
# Prints of a character's own sheet and of rules, which take long, and pages of the site.
LEFT_OUT = ("character_print", "character_pdf", "reference", "blank", "help", "credits")
LEAST_READ = 70


@pytest.fixture
def chat(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The messages to Discord."""
    told: list[str] = []
    monkeypatch.setattr(messages.SENDER, "submit", lambda _address, text, _stop: told.append(text))
    return told


@pytest.fixture
def bearer(ambush: Ambush) -> None:
    """A player's pages for programs open too."""
    person = ambush.people["ines"]
    sent = tokens.Create(
        Mine(person.owner), name="All", can_write=False, lasts="never", character=None
    ).run()
    person.client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {sent}"


def hide(ambush: Ambush, monkeypatch: pytest.MonkeyPatch) -> None:
    """Zin hides and shoots Vessa; the officer shoots her behind the screen."""
    party = f"/parties/{ambush.party.public_id}/"
    zin, dresk = ambush.combatant("Zin Tavik"), ambush.combatant("Captain Dresk")
    vessa = ambush.combatant("Vessa Korr")
    greta = ambush.people["greta"].client
    ambush.post("greta", f"combatants/{zin.pk}/describe/", name="Zin the Silent", hidden="yes")
    notes = {"name": "Ambush", "notes": "A trap behind the crates"}
    ambush.post("greta", "", **notes)
    greta.post(f"{party}roster/add/listed/", {"who": "thug"})
    Character.documents.filter(build__opponent__id="thug").update(name="Lurker")
    greta.post(f"{party}encounters/", {"name": "The way out"})
    greta.post(f"{party}brief/", {"notes": "A trap behind the crates", "was": ""})
    started(ambush, monkeypatch)
    secret = {"kind": "secret", "roll": "skills.stealth", "to": str(vessa.character.public_id)}
    secret |= {"target": "21", "note": "A cold breath"}
    assert greta.post(f"{party}calls/secret/", secret).status_code == 302
    assert "A cold breath" in greta.get(f"{party}calls/").content.decode()
    dice(monkeypatch, *[6] * 40)
    at = {"target": str(vessa.pk)}
    rifle, pistol = "weapons.heavy-blaster-rifle", "weapons.blaster-pistol"
    ambush.post("greta", f"combatants/{zin.pk}/attack/", attack=rifle, **at)
    ambush.post("greta", f"combatants/{dresk.pk}/attack/", attack=pistol, hidden="yes", **at)
    hit = Attack.objects.get(attacker=zin)
    ambush.post("greta", f"attacks/{hit.pk}/take/", damage="6")
    ambush.post("greta", f"combatants/{zin.pk}/turn/")


def addresses(ambush: Ambush, vessa: Character) -> list[str]:
    """All that can be read of the party, its fight, and a character."""
    ids: dict[str, dict[str, Any]] = {
        "party": {"id": ambush.party.public_id},
        "battle": {"id": ambush.party.public_id, "encounter": ambush.encounter.public_id},
        "finished": {"id": vessa.public_id},
        "": {},
    }
    found = []
    for name, row in TABLE.items():
        if row.methods & READ and row.on in ids and not name.startswith(LEFT_OUT):
            try:
                found.append(reverse(name, kwargs={**ids[row.on], **row.arguments}))
            except NoReverseMatch:
                continue
    return found


def text_of(answer: HttpResponse) -> str:
    body = b"".join(answer)
    if answer.get("Content-Type", "") == "application/pdf":
        return str(pdf_readers.told(body))
    return body.decode(errors="replace")


def test_no_address_tells_a_player_what_is_hidden(
    ambush: Ambush,
    monkeypatch: pytest.MonkeyPatch,
    bearer: None,
    chat: list[str],
    django_capture_on_commit_callbacks: Any,
) -> None:
    Party.objects.update(chat_address="https://discord.com/api/webhooks/1/x")
    with django_capture_on_commit_callbacks(execute=True):
        hide(ambush, monkeypatch)
    vessa = ambush.combatant("Vessa Korr").character
    person = ambush.people["ines"]
    read = 0
    for address in addresses(ambush, vessa):
        answer = person.client.get(address)
        if answer.status_code != 200:
            continue
        read += 1
        told = text_of(answer)
        assert not [secret for secret in SECRETS if secret in told], address
    assert read > LEAST_READ
    assert chat  # Vessa's initiative and harm
    assert not [text for text in chat if any(secret in text for secret in SECRETS)]
    # The game master reads it all.
    assert all(secret in ambush.fight("greta") for secret in ("Silent", "Behind the screen"))


# Attacks that players know nothing of, and what is hidden in each: who attacks, whom, or the roll.
UNTOLD = (
    *("by who is hidden", "by who was hidden", "by who has hidden since", "at who is hidden"),
    "behind the screen",
)
WEAPON = "heavy blaster rifle"
# Where an open attack is told: for programs, on the character's page for phones, on the board, in
# the ticker, in the fight, and to their pages as they wait for news.
TOLD = {
    *("api_fight", "api_encounter", "character_table", "character_live"),
    *("party", "party_live", "fight", "fight_live"),
}


def attack(ambush: Ambush, how: str) -> None:
    """Zin attacks Vessa, or a hidden officer. Who was hidden has come out since."""
    zin, target = ambush.combatant("Zin Tavik"), ambush.combatant("Vessa Korr")
    if how == "at who is hidden":
        target = ambush.combatant("Captain Dresk")
    hides = {"by who is hidden": zin, "by who was hidden": zin, "at who is hidden": target}
    if how in hides:
        Combatant.objects.filter(pk=hides[how].pk).update(hidden=True)
    sent = {"attack": "weapons.heavy-blaster-rifle", "target": str(target.pk)}
    sent |= {"hidden": "yes"} if how == "behind the screen" else {}
    ambush.post("greta", f"combatants/{zin.pk}/attack/", **sent)
    if how == "by who was hidden":
        ambush.post("greta", f"combatants/{zin.pk}/reveal/")
        assert "Zin Tavik" in ambush.fight("ines")
    if how == "by who has hidden since":
        ambush.post("greta", f"combatants/{zin.pk}/describe/", name="Zin Tavik", hidden="yes")
        assert "Zin Tavik" not in ambush.fight("ines")
    assert Attack.objects.get().weapon.lower() == WEAPON


def mentions(ambush: Ambush, vessa: Character) -> dict[str, int]:
    """The times that each address that a player can read names the weapon; those for news as if
    nothing had been seen.
    """
    client, counts = ambush.people["ines"].client, {}
    live = [
        f"{reverse('character_live', args=[vessa.public_id])}?part={part}&seen=0"
        for part in ("table", "sheet")
    ]
    for address in [*addresses(ambush, vessa), *live]:
        answer = client.get(address)
        if answer.status_code == 200:
            name = resolve(address.partition("?")[0]).url_name
            counts[name] = counts.get(name, 0) + text_of(answer).lower().count(WEAPON)
    return counts


@pytest.mark.parametrize("how", ["openly", *UNTOLD])
def test_players_read_of_an_open_attack_everywhere_and_of_no_other(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch, bearer: None, how: str
) -> None:
    vessa = ambush.combatant("Vessa Korr").character
    started(ambush, monkeypatch)
    before = mentions(ambush, vessa)
    assert len(before) > LEAST_READ
    dice(monkeypatch, *[6] * 40)
    attack(ambush, how)
    after = mentions(ambush, vessa)
    told = {name for name in after if after[name] > before.get(name, 0)}
    assert told == (TOLD if how == "openly" else set())
    # The game master reads each.
    assert WEAPON in ambush.fight("greta").lower()


def test_attacks_that_players_know_nothing_of_push_none_of_theirs_out(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    vessa, dresk = ambush.combatant("Vessa Korr"), ambush.combatant("Captain Dresk")
    ambush.post("greta", f"combatants/{dresk.pk}/describe/", name="Dresk", hidden="yes")
    orrin = ambush.combatant("Orrin")
    seen = {"encounter": ambush.encounter, "action": "attack", "state": "missed", "total": 3}
    Attack.objects.create(attacker=vessa, target=orrin, weapon="Thrown boot", **seen)
    Attack.objects.bulk_create(
        Attack(attacker=dresk, target=vessa, weapon="Sniper rifle", **seen) for _ in range(60)
    )
    for who, told in (("ines", True), ("greta", False)):
        assert ("Thrown boot" in ambush.fight(who)) == told
        assert ("Sniper rifle" in ambush.fight(who)) != told
