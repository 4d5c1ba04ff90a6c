"""Webhooks of a party and of a player: who sets them, what is posted, and who waits for nothing."""

import http.client
import json
from collections.abc import Callable
from threading import Event
from typing import Any

import pytest

from sheets import form_data
from sheets.access import CharacterAccess
from sheets.chat import messages, webhook
from sheets.chat.webhook import Answer, Sender
from sheets.models import Character, Identity, Party, PlayLogEntry
from sheets.play import operations
from tests.sheets.cast import Person

SECRET = "a-B_" * 17
ADDRESS = f"https://discord.com/api/webhooks/123456789012345678/{SECRET}"
PATH = ADDRESS.removeprefix("https://discord.com")

pytestmark = pytest.mark.django_db


class Discord:
    """A stand-in for Discord: it records messages and answers as told, and nothing goes out."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, str]] = []
        self.answers: list[Answer] = []

    def submit(self, address: str, text: str, gone: Callable[[], None]) -> None:
        self.sent.append((address, text))
        answer = self.answers.pop(0) if self.answers else Answer(204)
        if answer.is_gone:
            gone()


@pytest.fixture
def discord(monkeypatch: pytest.MonkeyPatch) -> Discord:
    discord = Discord()
    monkeypatch.setattr(messages, "SENDER", discord)
    return discord


def harm(character: Character) -> None:
    who = CharacterAccess(Identity(user=character.owner.user_id), character.public_id)
    operations.Act(who, action="harm", values={"damage": ("5",)}, key=form_data.new_key()).run()


def test_only_discords_addresses_are_taken_and_never_shown_again(
    people: dict[str, Person],
    party: Party,
    discord: Discord,
    django_capture_on_commit_callbacks: Any,
) -> None:
    client, page = people["greta"].client, f"/parties/{party.public_id}/chat/"
    for address in (
        "",
        "discord",
        ADDRESS.replace("https", "http"),
        ADDRESS.replace("discord.com", "discord.com.example.org"),
        ADDRESS.replace("discord.com", "localhost"),
        ADDRESS.replace("discord.com", "discord.com@127.0.0.1"),
        ADDRESS.replace("discord.com", "discord.com:8080"),
        ADDRESS.replace("discord.com", "xdiscord.com"),
        ADDRESS.replace("/api/webhooks", "/api/../webhooks"),
        f"{ADDRESS}/slack",
        f"{ADDRESS}?wait=true",
        f"{ADDRESS}#a",
        ADDRESS.replace("1", "١"),
    ):
        answer = client.post(page, {"address": address, "key": form_data.new_key()})
        assert answer.status_code == 422, address
    party.refresh_from_db()
    assert (party.chat_address, discord.sent) == ("", [])
    typed = f"  {ADDRESS.replace('discord.com', 'ptb.discordapp.com')}/ "
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post(page, {"address": typed}).status_code == 302
    party.refresh_from_db()
    assert party.chat_address == ADDRESS
    assert [address for address, _ in discord.sent] == [ADDRESS]
    for address in (page, page.replace("chat", "members"), page.replace("chat/", "")):
        assert SECRET not in client.get(address).content.decode()
    assert client.post(f"{page}remove/").status_code == 302
    party.refresh_from_db()
    assert party.chat_address == ""


def test_what_a_party_sees_in_its_log_is_posted_and_stops_where_the_webhook_is_gone(
    people: dict[str, Person],
    in_party: Callable[..., Character],
    discord: Discord,
    django_capture_on_commit_callbacks: Any,
) -> None:
    vessa = in_party()
    party = vessa.party
    assert party is not None
    with django_capture_on_commit_callbacks(execute=True):
        harm(vessa)
    assert discord.sent == []
    Party.objects.filter(pk=party.pk).update(chat_address=ADDRESS)
    Character.objects.filter(pk=vessa.pk).update(name="*Vessa* @everyone")
    discord.answers = [Answer(500), Answer(404)]
    with django_capture_on_commit_callbacks(execute=True):
        harm(vessa)
        harm(vessa)
        harm(vessa)
    text = r"**\*Vessa\* \@everyone**: 5 damage: **3 gets through: wounded.**"
    assert discord.sent[0] == (ADDRESS, text)
    # The second was told that the webhook is gone: nothing follows, and the log has everything.
    assert len(discord.sent) == 2
    assert PlayLogEntry.objects.filter(character=vessa).count() == 4
    party.refresh_from_db()
    assert party.chat_error == messages.GONE
    page = people["greta"].client.get(f"/parties/{party.public_id}/chat/").content.decode()
    assert "Not posted any more." in page


def test_a_player_posts_their_own_rolls_and_nobody_elses(
    people: dict[str, Person],
    in_party: Callable[..., Character],
    discord: Discord,
    django_capture_on_commit_callbacks: Any,
) -> None:
    vessa = in_party()
    mine = vessa.owner
    client = next(one.client for one in people.values() if one.owner == mine)
    page = "/dice/discord/"
    assert client.post(page, {"address": "https://example.org/"}).status_code == 422
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post(page, {"address": ADDRESS}).status_code == 302
    assert discord.sent.pop() == (
        ADDRESS,
        "The rolls of your characters are posted here from now on.",
    )
    assert SECRET not in client.get(page).content.decode()
    stranger = Character.documents.exclude(owner=mine).filter(kind="character").first()
    opponent = Character.objects.create(
        owner=mine, kind="opponent", system=vessa.system, name="Guard", build={}
    )
    with django_capture_on_commit_callbacks(execute=True):
        messages.announce(vessa, "Blasters 5D", "18")
        messages.announce(opponent, "Blasters 3D", "9")
        if stranger:
            messages.announce(stranger, "Sneak 3D", "7")
    assert discord.sent == [(ADDRESS, "**Vessa Korr**: Blasters 5D: **18**")]
    # With the same webhook as the party's, a roll is posted once.
    Party.objects.filter(pk=vessa.party_id).update(chat_address=ADDRESS)
    discord.answers = [Answer(404)]
    with django_capture_on_commit_callbacks(execute=True):
        messages.announce(vessa, "Blasters 5D", "18")
    assert len(discord.sent) == 2
    # That one is gone: the party's stops, the player's own is told with the next roll.
    discord.answers = [Answer(410)]
    with django_capture_on_commit_callbacks(execute=True):
        messages.announce(vessa, "Blasters 5D", "18")
    mine.refresh_from_db()
    assert mine.chat_error == messages.GONE
    assert "Not posted any more." in client.get(page).content.decode()
    assert client.post(f"{page}remove/").status_code == 302
    mine.refresh_from_db()
    assert (mine.chat_address, mine.chat_error) == ("", "")


def test_a_message_mentions_nobody_and_goes_to_discord_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[Any] = []

    class Connection:
        def __init__(self, host: str, **settings: Any) -> None:
            calls.append((host, settings["timeout"]))

        def request(self, *arguments: Any) -> None:
            calls.append(arguments)

        def getresponse(self) -> Any:
            raise OSError

        def close(self) -> None:
            calls.append("closed")

    monkeypatch.setattr(http.client, "HTTPSConnection", Connection)
    assert webhook.post(PATH, "x" * 3000) == Answer(0)
    (place, (method, path, body, _), closed) = calls
    assert (place, method, path, closed) == (("discord.com", 5), "POST", PATH, "closed")
    content = json.loads(body)
    assert (len(content["content"]), content["allowed_mentions"]) == (1900, {"parse": []})


def test_sending_waits_in_a_thread_and_drops_what_is_too_much() -> None:
    free, done, texts = Event(), Event(), []

    def slow(_path: str, text: str) -> Answer:
        free.wait(30)
        texts.append(text)
        if text == "last":
            done.set()
        return Answer(429 if texts == ["0"] else 204)

    sender = Sender(slow)
    for number in range(webhook.MOST_WAITING + 20):
        sender.submit(ADDRESS, str(number), lambda: None)
    free.set()  # all of them were taken or dropped, while nothing was sent
    while not texts or texts[-1] != str(webhook.MOST_WAITING - 1):
        done.wait(0.01)
    # The first was refused for now, and tried once more.
    assert texts == ["0", *map(str, range(webhook.MOST_WAITING))]
