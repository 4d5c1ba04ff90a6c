"""Markdown within a budget: what costs too much is refused, and nothing is made HTML of twice."""

from pathlib import Path
from typing import Any

import markdown_it
import pytest

from sheets import markdown
from sheets.help.guides import guides
from sheets.models import Character, Notes, Party, PartySession

ROOT = Path(__file__).resolve().parents[2]
CELLS = "Its tables leave out more than 300 cells. Shorten them, or type each row in full."
BRACKETS = "It has too many opening brackets. Remove those that begin no link."
DEEP = "Its lists, quotes, or emphasis are nested too deep. Use fewer levels."
MIXED = "Its quotes and other lines alternate too often. Leave a blank line after each quote."
LINES = "It has more than 2,500 lines. Put short lines together."
ITEMS = "Its lists have more than 1,500 items. Shorten them."
BARS = "Its tables have more than 8,500 bars (|). Shorten them."
RUNS = "It has too many *, _, or ~ in a row. Shorten those runs."
LONG = "It gets far too long on a page. Shorten its links and tables."


def bare_table(columns: int, rows: int) -> str:
    """A table with a head, and nothing in its rows but one mark each."""
    return f"{'|a' * columns}|\n{'|-' * columns}|\n" + "|\n" * rows


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (bare_table(100, 550), CELLS),
        ((bare_table(160, 405) + "\n") * 12, LINES),
        ((bare_table(160, 405) + "\n") * 5, CELLS),
        ((bare_table(10, 10) + "\n") * 40, CELLS),
        ("[a]: http://" + "b" * 9_000 + "\n\n" + "[a]" * 2_000, LONG),
        ("[a]: http://" + "b" * 300 + "\n\n" + "[a]" * 100, LONG),
        ("[*" * 5_000, BRACKETS),
        ("> " * 25 + "a", DEEP),
        ("- " * 12 + "a", DEEP),
        ("*" * 60 + "a" + "*" * 60, DEEP),
        ("> ``\n>```\n``" * 1_200, MIXED),
        ("=\n=)\n>" * 1_200, MIXED),
    ],
)
def test_a_text_that_costs_too_much_is_refused_with_what_to_shorten(words: str, why: str) -> None:
    assert markdown.refusal(words) == why
    shown = markdown.safe_html(words)
    assert shown.endswith(f"<p><em>This text is shown as it was typed. {why}</em></p>")
    assert len(shown) < 5 * len(words) + 200


@pytest.mark.parametrize(
    "words",
    [
        "",
        "a" * 20_000,
        "a " * 10_000,
        " " * 20_000,
        "&" * 20_000,
        "e\u0301" * 10_000,
        "*a* **b** ***c*** " * 1_000,
        "|a|b|c|\n|-|-|-|\n" + "|1|2|3|\n" * 2_000,
        "| Round | Ada | Bo |\n|---|---|---|\n" + "| 1 | | |\n" * 1_000,
        "| Round | Ada | Bo |\n|---|---|---|\n" + "| 1 |\n" * 100,
        "- a\n  - b\n    - c\n      > quote\n      more\n    - d\n" * 300,
        "> > > a line\nthat goes on\n> > > and ends\n\n" * 300,
        "[a]: https://example.org/a/long/address\n\n" + "[a] is there. " * 200,
    ],
)
def test_a_text_as_people_write_them_may_be_saved(words: str) -> None:
    assert markdown.refusal(words) == ""
    assert len(markdown.safe_html(words)) <= 8 * len(words) + 4_000


UP_FRONT = [
    ("a\n" * 9_500, LINES),
    ("a\r" * 9_500, LINES),
    ("a\n\n" * 6_000, LINES),
    ("# a\n" * 4_750, LINES),
    ("- a\n+ b\n* c\n" * 800, ITEMS),
    ("> 1. - * a\n" * 600, ITEMS),
    ("-   +   *   - a\n" * 500, ITEMS),
    ("|a|b|c|d|\n|-|-|-|-|\n" + "|1|2|3|4|\n" * 1_800, BARS),
    ("*" * 9_000 + "a" + "*" * 9_000, RUNS),
    (("_" * 50 + "a ") * 200, RUNS),
    ("~" * 20_000, RUNS),
]


@pytest.mark.parametrize(("words", "why"), UP_FRONT)
def test_what_can_be_counted_in_the_text_is_refused_before_any_of_it_is_worked_out(
    words: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    markdown._made.cache_clear()
    monkeypatch.setattr(markdown, "_reader", lambda _: pytest.fail("It was worked out."))
    assert markdown.refusal(words) == why


SESSION = """## Session {0}: The depot at Kessik

*Present*: Ada (**Ines Okara**), Bo (**Teth**), Cem (**Unit 7**). Next: Thursday, 19:30.

We landed at dusk - rain, no lights - and paid 150 credits at the gate. "No questions," the
guard said; Teth asked three. See [the map](https://example.org/maps/kessik_{0}) & the log of 12. 6.

1. Ask **Maro** about the crates (he owes us 2,000 credits)
2. Find the tunnel
   - behind the pump, says Unit 7
   - or *under* the chapel, says everybody else
3. Get out before 06:00!

> "You can't shoot your way out of a tax audit."
> Bo, shortly before trying

| Who | Dodge | Wounds | Left with |
|---|---:|---|---|
| Stormtrooper 1 | 12 | Stunned | - |
| Stormtrooper 2 | 12 | Wounded | blaster rifle |
| Lieutenant Voss | 15 | - | code cylinder |

**Voss**: Agility 3D+1, Blaster 5D, Dodge 4D+2, *Command* 6D. `3D+1 + 2D = 5D+1`. ~~Dead~~ Escaped.

---

"""


@pytest.mark.parametrize(
    "words",
    [
        "".join(SESSION.format(number) for number in range(1, 17)),
        "# Names\n\n" + "Ondo\nTamsel\nMaro\n" * 800,
        "## Ship's hold\n\n" + "- 12 medpacs\n" * 1_450,
        "- [x] Fuel\n- [ ] Food, for 3\n" * 600,
        "| Roll | Who | Where | Wants |\n|---|---|---|---|\n"
        + "| 2-3 | Rodian | Dock 94 | a ship - fast |\n" * 460,
        "| Round | Ada | Bo | Cem |\n|---|---|---|---|\n" + "| 12 | - | - | - |\n" * 1_000,
        "**Who are you?** ______________________________\n\n" * 160,
        "He came in 1934. Then 1935. She - as ever - left.\n" * 390,
        ("*" * 60 + "\n" + "The crew rests at the old mine.\n" * 12 + "\n") * 40,
        "**Dexterity** 3D+1, *Blaster* 4D+2, **Dodge** 4D; " * 390,
        "```\n" + "+--+--+--+\n|##|  |..|\n" * 880 + "```\n",
    ],
)
def test_a_long_note_of_a_real_evening_may_be_saved(words: str) -> None:
    assert 6_000 < len(words) <= 20_000
    assert markdown.refusal(words) == ""


def test_our_own_texts_may_be_saved() -> None:
    texts = [path.read_text() for path in (ROOT / "README.md", *ROOT.glob("docs/*.md"))]
    texts += [section.text for guide in guides().values() for section in guide.sections]
    assert len(texts) > 10
    assert [markdown.refusal(text) for text in texts] == [""] * len(texts)


def test_what_is_refused_is_no_longer_read_where_that_is_clear(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The table would have 65,000 cells, of three tokens each.
    made: list[object] = []
    was = markdown_it.token.Token.__init__

    def counted(*arguments: Any, **named: Any) -> None:
        made.append(None)
        was(*arguments, **named)

    monkeypatch.setattr(markdown_it.token.Token, "__init__", counted)
    words = bare_table(250, 260)
    assert markdown.refusal(words) == CELLS
    assert len(made) < 2_600


def test_html_in_a_refused_text_stays_text() -> None:
    words = "<script>alert(1)</script>\n\n" + bare_table(100, 100)
    shown = markdown.safe_html(words)
    assert "<script" not in shown
    assert "&lt;script&gt;" in shown


# --- kept beside the text


def is_made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that are made HTML of from now on."""
    made: list[str] = []
    was = markdown._render

    def render(words: str) -> str:
        made.append(words)
        return was(words)

    monkeypatch.setattr(markdown, "_render", render)
    markdown._made.cache_clear()
    return made


def test_a_row_keeps_the_html_of_its_texts_and_no_reader_makes_it(
    finished: Character, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = Notes.objects.create(character=finished, shared="A *moon*.", private="")
    assert notes.shared_html.endswith("\n<p>A <em>moon</em>.</p>")
    assert notes.private_html == ""
    made = is_made(monkeypatch)
    stored = Notes.objects.get()
    assert markdown.prose(stored, "shared") == "<p>A <em>moon</em>.</p>"
    assert markdown.prose(stored, "private") == ""
    assert made == []


def test_a_row_makes_html_of_what_is_saved_and_changed_alone(
    monkeypatch: pytest.MonkeyPatch, db: None
) -> None:
    party = Party.objects.create(name="Crew", system="hyperspace-d6")
    session = PartySession.objects.create(party=party, number=1, notes="One.", gm_notes="Two.")
    made = is_made(monkeypatch)
    session.gm_notes = "Three."
    session.save(update_fields=["gm_notes"])
    session.title = "Rain"
    session.save(update_fields=["title"])
    assert made == ["Three."]
    stored = PartySession.objects.get()
    assert markdown.prose(stored, "gm_notes") == "<p>Three.</p>"
    stored.save()
    assert made == ["Three."]


@pytest.mark.parametrize("stored", ["", "0.b43482cdea6e759924f7a025\n<b>", "1.0\n<b>", "<b>"])
def test_html_that_is_missing_or_of_another_text_is_made_anew(stored: str) -> None:
    assert markdown.html("For **all**.", stored) == "<p>For <strong>all</strong>.</p>"


def test_an_old_text_that_costs_too_much_is_kept_as_it_was_typed(
    finished: Character, monkeypatch: pytest.MonkeyPatch
) -> None:
    Notes.objects.create(character=finished, private=bare_table(100, 550))
    made = is_made(monkeypatch)
    shown = markdown.prose(Notes.objects.get(), "private")
    assert shown.endswith(f"{CELLS}</em></p>")
    assert made == []
